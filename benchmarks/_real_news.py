"""How far news went in a run, by unbroken chains, and where the chains broke.

Who knows a story is decided by `milkwood.chronicle.rumour`. A line tells it if it has its words, or if its speaker
marked it as telling the memory: the second without the first is news in words that are not recognised.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from benchmarks._real_run import RealRun
from milkwood.chronicle.rumour import Rumour
from milkwood.chronicle.transcript import Transcript
from milkwood.ids import PersonId
from milkwood.lab import measures_news as lab
from milkwood.lab.measures_news import HostedEvent
from milkwood.mind.calendar import DECLINED
from milkwood.town.talk import Line
from milkwood.towns.story import Story
from tests.story.measures import Life, Measure, told
from tests.story.measures_news import presence, promises

PAPER: Final[Mapping[tuple[str, str], int]] = {
    ("party", "know"): 13,
    ("mayor", "know"): 8,
    ("party", "came"): 5,
}
"""What the paper on generative agents reports for this scenario after two days."""
_SCENARIO: Final = "valentine"


@dataclass(frozen=True, slots=True)
class StorySpread:
    """How far one story went."""

    story: str
    knowers: int
    """Those who knew it at the start included."""
    came: int | None
    """People who knew of the event and came, without the host; None if it is not over, or there is none."""
    not_reached: Mapping[str, int]
    """People who do not know it, by where the chain broke."""
    passed_on: Mapping[str, int]
    """People who know it, by what they did with it."""
    stayed_away: Mapping[str, int]
    """People who knew of the event and did not come, by the state of their promise."""


def spreads(life: Life) -> list[StorySpread]:
    """Every public story of a run."""
    return [
        _Spread(life, story, wordings).measured()
        for story in life.pack.scenario.stories
        if (wordings := lab.news_of(story, life.language))
    ]


class _Spread:
    def __init__(self, life: Life, story: Story, wordings: tuple[str, ...]) -> None:
        self._life = life
        self._story = story
        self._rumour: Rumour = lab.spread(wordings, life.memories, life.talks)
        self._known = {person: self._rumour.knowings[person].tick for person in self._rumour.knowers()}
        self._marked = _marked_lines(life, self._rumour)

    def measured(self) -> StorySpread:
        """All of it."""
        people = self._life.header.cast
        event = lab.event_of(self._story, self._life.header.clock, self._life.pack.town_map)
        over = event is not None and event.end <= self._life.settled
        came, away = self._event(event) if event is not None and over else (None, Counter[str]())
        return StorySpread(
            self._story.id,
            len(self._known),
            came,
            Counter(self._break(person) for person in people if person not in self._known),
            Counter(self._use(person) for person in people if person in self._known),
            away,
        )

    def _talks(self, person: PersonId) -> list[Transcript]:
        return [talk for talk in self._life.talks if person in talk.members and talk.lines]

    def _tells(self, line: Line) -> bool:
        """Whether a line of a person who knows it says it in its words."""
        return self._knew(line.speaker, line.tick) and self._rumour.fact.is_in(line.text)

    def _knew(self, person: PersonId, tick: int) -> bool:
        return person in self._known and self._known[person] <= tick

    def _break(self, person: PersonId) -> str:
        """Why a person does not know it."""
        talks = self._talks(person)
        if person in self._rumour.knowings:
            return "remembers it, from nobody who knew"
        lines = [line for talk in talks for line in talk.lines if line.speaker != person]
        if any(self._tells(line) for line in lines):
            return "heard it and kept nothing"
        if any((line.speaker, line.text) in self._marked for line in lines):
            return "heard it in other words"
        met = any(self._knew(other, talk.lines[-1].tick) for talk in talks for other in talk.members)
        return "talked with someone who knew and did not say it" if met else "talked with nobody who knew"

    def _use(self, person: PersonId) -> str:
        """What a person who knows it did with it."""
        later = [talk for talk in self._talks(person) if talk.lines[-1].tick >= self._known[person]]
        own = [line for talk in later for line in talk.lines if line.speaker == person]
        if any(self._tells(line) for line in own):
            return "told it"
        if any((line.speaker, line.text) in self._marked for line in own):
            return "told it in other words"
        return "talked and did not tell it" if later else "had no talk afterwards"

    def _event(self, event: HostedEvent) -> tuple[int, Counter[str]]:
        there = presence(self._life, event)
        knew = [person for person in self._rumour.knowers(event.end) if person != event.host]
        away = Counter(self._promise(person, event) for person in knew if person not in there)
        return sum(person in there for person in knew), away

    def _promise(self, person: PersonId, event: HostedEvent) -> str:
        found = {each["status"] for each in promises(self._life, person, event)}
        if not found:
            return "made no promise"
        return "declined" if found == {DECLINED} else "promised, and did not come"


def _marked_lines(life: Life, rumour: Rumour) -> set[tuple[PersonId, str]]:
    """Lines, by speaker and text, whose answers name a memory with the story as told."""
    carrying = {(person, memory.number) for _, person, memory in life.memories if rumour.fact.is_in(memory.text)}
    found = set()
    for each in life.questions:
        said = each.answer.content
        if each.question.id.kind == "speak":
            person = each.question.id.person
            if any((person, number) in carrying for number in said.get("tells", ())):
                found.add((person, str(said["say"]).strip()))
    return found


# --- as measures


def measures(run: RealRun) -> Iterator[Measure]:
    """What became of each story."""
    for each in spreads(run.life):
        paper = _papers(run, each.story, "know")
        yield told(f"people who know of {each.story} by unbroken chains{paper}", each.knowers)
        yield told(f"{each.story}: where chains broke, by people", _said(each.not_reached))
        yield told(f"{each.story}: what those who know did with it", _said(each.passed_on))
        if each.came is not None:
            yield told(f"people who came to {each.story}{_papers(run, each.story, 'came')}", each.came)
            yield told(f"{each.story}: people who knew of it and did not come", _said(each.stayed_away))


def medians(runs: list[RealRun]) -> Iterator[Measure]:
    """Over the seeds of a scenario that were lived with one model until its events were over."""
    groups: dict[tuple[str, str, str], list[RealRun]] = {}
    for run in runs:
        header = run.life.header
        groups.setdefault((run.model, header.scenario, header.language), []).append(run)
    for (model, scenario, language), alike in groups.items():
        found: dict[tuple[str, str], list[int]] = {}
        for each in (spread for run in alike for spread in spreads(run.life)):
            found.setdefault((each.story, "know"), []).append(each.knowers)
            if each.came is not None:
                found.setdefault((each.story, "came"), []).append(each.came)
        for (story, what), figures in found.items():
            verb = "know of" if what == "know" else "came to"
            name = f"{model}, {scenario}, {language}: people who {verb} {story}{_papers(alike[0], story, what)}"
            yield told(f"{name}, median at the end of {len(figures)}", float(median(figures)))


def _papers(run: RealRun, story: str, what: str) -> str:
    figure = PAPER.get((story, what)) if run.life.header.scenario == _SCENARIO else None
    return f" (paper: {figure})" if figure is not None else ""


def _said(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return "; ".join(f"{what}: {times}" for what, times in ordered) or "none"
