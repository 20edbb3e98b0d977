"""Each switch takes away exactly what docs/reference/settings.md says: a town is lived with a part on and off.

What must be gone is looked for in memories, in the contents of all questions, and in the minds of the last snapshot.
The same look finds it in the run with everything on.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.rumour import Fact
from milkwood.ids import PersonId
from milkwood.lab.measures_news import news_of
from milkwood.mind.head import Switches
from milkwood.models.wording import WordOverlap
from milkwood.run import LiveRun, MindConfig, RestoredRun, new_run, open_run
from milkwood.town.acts import Announce, Tell, Whisper
from milkwood.town.events import TalkBegan
from milkwood.understudy.model import Understudy
from milkwood.words import Language
from tests.story.lives import live, pack_of

HOUR = 360
END = 28 * HOUR
"""The second morning: a night, a new plan, and routines are behind."""
PACK = pack_of("gull_quay")
STORY = next(each for each in PACK.scenario.stories if each.id == "lantern_night")
FACT = Fact(news_of(STORY, Language("en")))
HOSTS = frozenset(memory.person for memory in STORY.memories)
Minds: TypeAlias = dict[PersonId, dict[str, Any]]
PRESENT = frozenset({"lines", "said_before"})
"""Fields of a question with words of the talk that is going on, and the person's own."""


@dataclass(frozen=True)
class Life:
    """What a run recorded."""

    path: Path
    memories: list[tuple[PersonId, str, str]]
    """Person, kind and text."""
    asked: list[tuple[PersonId, str, dict[str, Any]]]
    """Person, kind and content."""
    first: Minds
    minds: Minds
    """At the beginning and at the end."""
    reasons: list[str]
    talks: int

    @property
    def kinds(self) -> set[str]:
        """Kinds of memories of every day; a kept promise is not of every day."""
        return {kind for _, kind, _ in self.memories} - {"did"}

    @property
    def questions(self) -> set[str]:
        return {kind for _, kind, _ in self.asked}

    def recalled(self) -> set[str]:
        """Kinds of memories in all questions."""
        fields = ("recalled", "recent", "lived", "extras", "met")
        return {each["kind"] for _, _, content in self.asked for name in fields for each in content.get(name, ())}

    def others(self) -> list[dict[str, Any]]:
        """People as questions describe them."""
        found = [[*content.get("others", ()), content.get("other")] for _, _, content in self.asked]
        return [other for each in found for other in each if other]


def texts_in(content: object, but: Collection[str] = ()) -> Iterator[str]:
    """All texts of a question, except in some fields."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for name, value in content.items():
            if name not in but:
                yield from texts_in(value, but)
    elif isinstance(content, list):
        for each in content:
            yield from texts_in(each, but)


def kept(run: LiveRun) -> Minds:
    return deepcopy({person: dict(mind.keep()) for person, mind in run.life.minds.items()})


def life_of(run: LiveRun, until: int) -> Life:
    """Live a run, and read what it recorded."""
    path, first = run.chronicle.path, kept(run)
    live(run, until)
    with Chronicle.read(path) as reader:
        return Life(
            path,
            [(person, memory.kind, memory.text) for _, person, memory in reader.memories()],
            [
                (each.question.id.person, each.question.id.kind, dict(each.question.content))
                for each in reader.questions()
            ],
            first,
            kept(run),
            [content for (content,) in reader.select("SELECT content FROM reasons", ())],
            sum(isinstance(each.event, TalkBegan) for each in reader.happenings()),
        )


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Life]:
    """The run without some parts, lived once."""
    folder = tmp_path_factory.mktemp("switches")

    @cache
    def of(*off: str) -> Life:
        path = folder / f"{'-'.join(off) or 'on'}.milkwood"
        minds = MindConfig(embedding=False, switches=Switches(**dict.fromkeys(off, False)))
        return life_of(new_run(PACK, path, "x", minds=minds), END)

    return of


def heard_of_it(life: Life) -> set[tuple[PersonId, str]]:
    """People who were told of the story and have it in mind, and where it was found."""
    found = {(person, kind) for person, kind, text in life.memories if FACT.is_in(text)}
    for person, kind, content in life.asked:
        found |= {(person, kind) for text in texts_in(content, PRESENT) if FACT.is_in(text)}
    return {(person, where) for person, where in found if person not in HOSTS}


def opinions(minds: Minds) -> dict[PersonId, dict[str, tuple[str, str, int]]]:
    """What people feel and know of others, and how close they are; strangers are left out."""
    return {
        person: {
            other: (each["feeling"], each["knows"], each["closeness"])
            for other, each in kept["people"].items()
            if each["feeling"] or each["knows"] or each["closeness"]
        }
        for person, kept in minds.items()
    }


def concerns(minds: Minds) -> list[list[str]]:
    return [kept["state"]["morning"]["concerns"] for kept in minds.values()]


def promised(minds: Minds) -> int:
    return sum(len(kept["calendar"]) for kept in minds.values())


def say_they_know(life: Life) -> set[PersonId]:
    """People who say in an interview that they know of the story."""

    async def ask() -> set[PersonId]:
        with await RestoredRun.at(life.path, PACK, END, Understudy(1, WordOverlap())) as look:
            replies = {
                person: await look.interview(person).ask("What do you know about Lantern Night?")
                for person in PACK.people
            }
            return {person for person, reply in replies.items() if FACT.is_in(reply.say)}

    return asyncio.run(ask())


def test_without_observation_nothing_seen_heard_or_agreed_is_remembered(lived: Callable[..., Life]) -> None:
    on, off = lived(), lived("observation")
    gone = {"saw", "talk", "news", "thought", "promise"}
    assert gone <= on.kinds
    assert off.kinds == {"seed", "plan"}
    assert heard_of_it(on)
    assert not heard_of_it(off)
    assert {"talk", "news"} <= on.recalled()
    assert off.recalled() <= {"seed", "plan"}
    assert opinions(on.minds) != opinions(on.first)
    assert opinions(off.minds) == opinions(off.first)
    assert promised(on.minds) > promised(on.first) == promised(off.minds)
    assert say_they_know(on) - HOSTS
    assert say_they_know(off) <= HOSTS
    assert "after_talk" not in off.questions
    assert any(each["seen"] >= 0 for mind in on.minds.values() for each in mind["people"].values())
    assert not any(each["seen"] >= 0 for mind in off.minds.values() for each in mind["people"].values())


def test_without_observation_people_plan_meet_and_talk(lived: Callable[..., Life]) -> None:
    on, off = lived(), lived("observation")
    assert {"plan_day", "break_down", "react", "speak", "new_self"} <= off.questions
    assert off.talks > on.talks / 2
    assert [each for each in off.memories if each[1] == "seed"] == [each for each in on.memories if each[1] == "seed"]
    replies = [content for person, kind, content in off.asked if kind == "speak" and content["lines"]]
    assert any(line["by"] != content["self"]["id"] for content in replies for line in content["lines"])
    assert {each["talks"] for each in off.others()} > {0}


def test_without_reflection_there_are_no_thoughts_insights_or_new_concerns(lived: Callable[..., Life]) -> None:
    on, off = lived(), lived("reflection")
    assert {"thought", "insight"} <= on.kinds & on.recalled()
    assert not {"thought", "insight"} & (off.kinds | off.recalled())
    assert {"reflect", "new_self"} <= on.questions
    assert off.questions == on.questions - {"reflect", "new_self"}
    assert concerns(on.minds) != concerns(on.first) == concerns(off.minds)
    assert {"saw", "talk", "news", "promise", "plan"} <= off.kinds
    assert heard_of_it(off)
    assert opinions(off.minds) != opinions(off.first)


def test_without_planning_people_follow_habits_and_promises(lived: Callable[..., Life]) -> None:
    on, off = lived(), lived("planning")
    assert {"plan_day", "break_down"} <= on.questions
    assert "plan" in on.kinds
    assert off.questions == on.questions - {"plan_day", "break_down"}
    assert "plan" not in off.kinds | off.recalled()
    assert off.kinds == on.kinds - {"plan"}
    assert promised(off.minds) > promised(off.first)
    for person, mind in off.minds.items():
        habits = {each.what.in_language(Language("en")) for each in PACK.people[person].habits.day}
        blocks = {each["what"] for each in mind["state"]["day"]["plan"]}
        assert blocks & habits


def test_without_impressions_opinions_are_unsaid_and_stay(lived: Callable[..., Life]) -> None:
    on, off = lived(), lived("impressions")
    assert any(other["feeling"] for other in on.others())
    assert any(other["knows"] for other in on.others())
    assert not any(other["feeling"] or other["knows"] for other in off.others())
    assert opinions(on.minds) != opinions(on.first)
    assert opinions(off.minds) == opinions(off.first)
    assert any(other["tie"] for other in off.others())
    assert any(other["closeness"] for other in off.others())
    assert (off.kinds, off.questions) == (on.kinds, on.questions)


def test_without_routines_everything_is_asked_again(lived: Callable[..., Life]) -> None:
    on, off = lived(), lived("routines")

    def habits(life: Life) -> list[str]:
        return [each for each in life.reasons if '"routine":' in each or '"habit":' in each]

    assert habits(on)
    assert not habits(off)
    assert any(mind["routines"][1] and mind["manners"] for mind in on.minds.values())
    assert not any(mind["routines"][1] or mind["manners"] for mind in off.minds.values())
    assert (off.kinds, off.questions) == (on.kinds, on.questions)


def test_without_wandering_no_memory_comes_up_at_night(lived: Callable[..., Life]) -> None:
    on, off = lived(), lived("wandering")

    def extras(life: Life) -> int:
        return sum(len(content["extras"]) for _, kind, content in life.asked if kind == "plan_day")

    assert extras(on)
    assert not extras(off)
    assert any(mind["state"]["wandering"]["came_up"] for mind in on.minds.values())
    assert not any(mind["state"]["wandering"]["came_up"] for mind in off.minds.values())
    assert (off.kinds, off.questions) == (on.kinds, on.questions)


def test_without_embedding_no_vector_is_computed(tmp_path: Path) -> None:
    vectors = []
    for embedding in (True, False):
        path = tmp_path / f"{embedding}.milkwood"
        live(new_run(PACK, path, "x", minds=MindConfig(embedding=embedding)), HOUR)
        with Chronicle.read(path) as reader:
            vectors.append(reader.select("SELECT count(*) FROM vectors", ())[0][0])
            assert reader.counts("memories")["seed"] > 0
    assert vectors[0] > 0 == vectors[1]


def test_every_switch_has_a_test_here_and_a_row_in_the_settings_page() -> None:
    page = Path("docs/reference/settings.md").read_text("utf-8")
    tests = Path(__file__).read_text("utf-8")
    for name in Switches.__dataclass_fields__:
        assert f"\n| `{name}` |" in page
        assert f"def test_without_{name}_" in tests


@pytest.mark.parametrize("off", [(), ("observation",)])
def test_without_observation_only_the_inner_voice_of_what_the_user_says_stays(
    off: tuple[str, ...], tmp_path: Path
) -> None:
    minds = MindConfig(embedding=False, switches=Switches(**dict.fromkeys(off, False)))
    path = tmp_path / "x.milkwood"
    live(new_run(PACK, path, "x", minds=minds), 2 * HOUR)
    run = open_run(PACK, path)
    person = next(iter(PACK.people))
    told, announced, whispered = (
        "windmill",
        "whale",
        "bridge",
    )
    run.give(Tell(person, "Sam", f"The {told} has burned down."))
    run.give(Announce(f"A {announced} lies on the beach", next(iter(PACK.town_map.rooms)), 8 * HOUR))
    run.give(Whisper(person, f"The {whispered} is closed for good."))
    memories = life_of(run, 3 * HOUR).memories
    kinds = {
        text: {kind for _, kind, said in memories if text in said.lower()} for text in (told, announced, whispered)
    }
    assert bool(kinds[told]) == bool(kinds[announced]) == (not off)
    assert "voice" in kinds[whispered]
