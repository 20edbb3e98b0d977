"""Measures computed from a chronicle: cost, variety, sociability, broken lines, and the spread of news.

Invariant: the same history gives the same numbers; a day goes from midnight to midnight (the first from the run's
start), and a person-day is such a day of one person of the first cast.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from milkwood.chronicle.acts import reuse_of
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.transcript import Transcript
from milkwood.clock import TownClock
from milkwood.ids import PersonId
from milkwood.lab import measures_news
from milkwood.lab.measures_cost import Cost, by_day, by_kind, costs
from milkwood.lab.measures_lines import speakers, spoken_lines
from milkwood.town.events import DeedBegan, Happening
from milkwood.town.town import Town
from milkwood.towns import Pack
from milkwood.words import Language

TOKENS: Final = "tokens"
CALLS: Final = "calls"
PRICE: Final = "price"
INSTEAD: Final = "instead"
ACTIVITIES: Final = "activities"
PLANNED: Final = "planned"
TALKS: Final = "talks"
REUSE: Final = "reuse"
PAIRS: Final = "pairs"
BROKEN: Final = "broken"
KNOWS: Final = "knows"
CAME: Final = "came"


@dataclass(frozen=True, slots=True)
class Figures:
    """All numbers of a run."""

    people: int
    days: int
    values: Mapping[str, float]
    """By measure; for a story as `knows:party`."""
    tokens_by_day: Sequence[float]
    calls_by_day: Sequence[float]
    """Per person."""
    tokens_by_kind: Mapping[str, float] = field(default_factory=dict)
    """Per person and day, by kind of question, the most expensive first."""
    knowers_by_hour: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Number of people who know a story after each hour of the run."""


def measured(reader: Reader, pack: Pack, until: int) -> Figures:
    """The numbers of a run up to a tick, usually midnight."""
    header = reader.header
    clock, people = header.clock, tuple(header.cast)
    days = clock.day(max(0, until - 1))
    happenings = reader.happenings(until=until)
    talks = reader.talks(until=until)
    asked = costs(reader.questions(until=until), clock)
    per_day, per_kind = by_day(asked), by_kind(asked)
    person_days = len(people) * days
    total = sum(per_day.values(), Cost())
    values = {
        TOKENS: total.tokens / person_days,
        CALLS: total.calls / person_days,
        PRICE: total.price / person_days,
        INSTEAD: 100.0 * total.instead / total.calls if total.calls else 0.0,
        ACTIVITIES: distinct_activities(happenings, people),
        PLANNED: distinct_plans(reader, people, until),
        TALKS: sum(len(talk.members) for talk in talks) / person_days,
        REUSE: 100.0 * reuse_of(reader, until=until).rate,
    }
    lines = spoken_lines(talks, speakers(pack, Language(header.language)), header.language, clock)
    values |= {BROKEN: lines.share, **{f"{BROKEN}:{sort}": share for sort, share in lines.by_sort.items() if share}}
    news, by_hour = _news(reader, pack, until, happenings, talks)
    couples = measures_news.pairs(pack, people, talks)
    values |= {PAIRS: 100.0 * couples.after / couples.all if couples.all else 0.0, **news}
    return Figures(
        len(people),
        days,
        values,
        [per_day.get(day, Cost()).tokens / len(people) for day in range(1, days + 1)],
        [per_day.get(day, Cost()).calls / len(people) for day in range(1, days + 1)],
        {kind: cost.tokens / person_days for kind, cost in per_kind.items()},
        by_hour,
    )


# --- how varied


def distinct_activities(happenings: Iterable[Happening], people: Sequence[PersonId]) -> float:
    """Mean number of different activities of a person, without sleep; punctuation makes no difference."""
    done: dict[PersonId, set[str]] = {person: set() for person in people}
    for each in happenings:
        if isinstance(each.event, DeedBegan) and not each.event.deed.asleep and each.person in done:
            done[each.person].add(same(each.event.deed.what))
    return fmean(len(texts) for texts in done.values()) if done else 0.0


def distinct_plans(reader: Reader, people: Sequence[PersonId], until: int) -> float:
    """Mean number of different blocks in a person's day plans."""
    planned: dict[PersonId, set[str]] = {person: set() for person in people}
    for asked in reader.questions(until=until, kinds=("plan_day",)):
        blocks = asked.answer.content.get("blocks") or ()
        texts = planned.get(asked.question.id.person, set())
        texts.update(same(str(block.get("what", ""))) for block in blocks if isinstance(block, Mapping))
    return fmean(len(texts) for texts in planned.values()) if planned else 0.0


def same(text: str) -> str:
    """A text normalised for comparison."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


# --- how far news went


def _news(
    reader: Reader, pack: Pack, until: int, happenings: Sequence[Happening], talks: Sequence[Transcript]
) -> tuple[dict[str, float], dict[str, list[int]]]:
    header, language = reader.header, Language(reader.header.language)
    memories = reader.memories(until=until)
    values: dict[str, float] = {}
    by_hour: dict[str, list[int]] = {}
    town: Town | None = None
    for story in pack.scenario.stories:
        wordings = measures_news.news_of(story, language)
        if not wordings:
            continue  # private memories are no news
        rumour = measures_news.spread(wordings, memories, talks)
        known = rumour.knowers()
        values[f"{KNOWS}:{story.id}"] = float(len(known))
        since = [rumour.knowings[person].tick for person in known]
        by_hour[story.id] = _hourly(since, header.clock, until)
        event = measures_news.event_of(story, header.clock, pack.town_map)
        if event is not None and event.start < until:
            town = town or Town(pack.town_map).fold(happenings)
            at = measures_news.whereabouts(town)
            there = measures_news.presence(event, header.cast, at, until, header.clock)
            knew = {person for person in rumour.knowers(event.end) if person != event.host}
            values[f"{CAME}:{story.id}"] = float(len(knew & there.keys()))
    return values, by_hour


def _hourly(since: Sequence[int], clock: TownClock, until: int) -> list[int]:
    hour = clock.ticks_in_minutes(60)
    return [sum(tick < end for tick in since) for end in range(0, until + 1, hour)]
