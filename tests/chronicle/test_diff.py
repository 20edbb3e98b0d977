from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.diff import Comparison, Difference, diff
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.mind.port import Memory
from milkwood.town.acts import OUTSIDE
from milkwood.town.events import Departed, Happening, SetOff, Whispered
from milkwood.town.tile import Route
from tests.chronicle.conftest import tell
from tests.chronicle.story import Story

Compare = Callable[[Path, Path], Comparison]


@pytest.fixture
def compare() -> Compare:
    def both(a: Path, b: Path) -> Comparison:
        with Chronicle.read(a) as mine, Chronicle.read(b) as theirs:
            return diff(mine, theirs, Names(), EventPhrases.of("en"))

    return both


def test_two_runs_of_one_history_are_the_same(told: Path, tmp_path: Path, story: Story, compare: Compare) -> None:
    found = compare(told, tell(tmp_path / "b.milkwood", story, "b", every=7, created="later"))
    assert found.same
    assert (found.compared, dict(found.headers)) == (400, {})
    assert all(count.in_a == count.in_b for count in found.counts)


def test_only_prompts_that_differ_are_named(tmp_path: Path, story: Story, compare: Compare) -> None:
    asked = {"speak.en": "a1", "react.en": "b1"}
    one = tell(tmp_path / "a.milkwood", story, "a", prompt_hashes=asked)
    other = tell(tmp_path / "b.milkwood", story, "b", prompt_hashes={**asked, "react.en": "b2"})
    assert dict(compare(one, other).headers) == {"prompt_hashes": ({"react.en": "b1"}, {"react.en": "b2"})}
    assert dict(compare(one, one).headers) == {}


def test_a_shorter_run_is_the_same_as_far_as_it_goes(
    told: Path, tmp_path: Path, story: Story, compare: Compare
) -> None:
    short = Story(story.town, story.people, 150, *story.before(150))
    found = compare(told, tell(tmp_path / "b.milkwood", short, "b"))
    assert found.same
    assert found.compared == 150
    counts = {count.what: (count.in_a, count.in_b) for count in found.counts}
    assert counts.pop("ticks") == (400, 150)
    assert all(a == b for a, b in counts.values()), "both are counted over the time that both have lived"
    assert counts["events"][0] == len([each for each in story.happenings if each.tick < 150])


def test_two_runs_are_compared_up_to_a_tick(told: Path, other_story: Story, tmp_path: Path) -> None:
    other = tell(tmp_path / "b.milkwood", other_story, "b", seed=2)
    with Chronicle.read(told) as mine, Chronicle.read(other) as theirs:
        whole = diff(mine, theirs, Names(), EventPhrases.of("en"))
        part = diff(mine, theirs, Names(), EventPhrases.of("en"), until=100)
        assert part.compared == 100
        counts, wholes = ({count.what: count.in_a for count in each.counts} for each in (part, whole))
        assert counts["events"] == len(mine.happenings(until=100)) < wholes["events"]
        assert counts["memories"] == len(mine.memories(until=100))
        assert counts["ticks"] == wholes["ticks"]


def test_the_first_difference_is_told_in_words(told: Path, tmp_path: Path, story: Story, compare: Compare) -> None:
    place = next(n for n, each in enumerate(story.happenings) if each.tick >= 60)
    happenings = [*story.happenings]
    happenings[place] = replace(happenings[place], event=Whispered("go home"))
    where = happenings[place]
    other = tell(tmp_path / "b.milkwood", replace(story, happenings=happenings), "b", seed=7)
    found = compare(told, other)
    assert found.first is not None
    assert (found.first.tick, found.first.person) == (where.tick, where.person)
    assert found.first.in_b == "hears an inner voice: “go home”"
    assert found.first.in_a != found.first.in_b
    assert dict(found.headers) == {"seed": (1, 7)}
    assert next(count for count in found.counts if count.what == "events: whispered").in_b == 1


def test_something_that_only_one_of_them_has_is_nothing_in_the_other(
    told: Path, tmp_path: Path, story: Story, compare: Compare
) -> None:
    gone = next(n for n, each in enumerate(story.happenings) if each.tick >= 60 and each.sequence == 0)
    where = story.happenings[gone]
    happenings = [each for each in story.happenings if (each.tick, each.person) != (where.tick, where.person)]
    found = compare(told, tell(tmp_path / "b.milkwood", replace(story, happenings=happenings), "b"))
    assert found.first is not None
    assert (found.first.tick, found.first.person, found.first.in_b) == (where.tick, where.person, "nothing")


def test_memories_that_differ_are_found_too(told: Path, tmp_path: Path, story: Story, compare: Compare) -> None:
    tick, person, memory = story.memories[10]
    memories = [*story.memories]
    memories[10] = (tick, person, Memory(memory.kind, "No, not so."))
    found = compare(told, tell(tmp_path / "b.milkwood", replace(story, memories=memories)))
    assert found.first is not None
    assert found.first == Difference(
        tick, person, f"remembers ({memory.kind}): {memory.text}", f"remembers ({memory.kind}): No, not so."
    )


def test_two_ways_to_one_place_are_told_apart(told: Path, tmp_path: Path, story: Story, compare: Compare) -> None:
    place, walk = next((n, each) for n, each in enumerate(story.happenings) if isinstance(each.event, SetOff))
    assert isinstance(walk.event, SetOff)
    around = Route((*walk.event.route.tiles, walk.event.route.tiles[-2], walk.event.route.end))
    happenings = [*story.happenings]
    happenings[place] = replace(walk, event=SetOff(around, 77))
    found = compare(told, tell(tmp_path / "b.milkwood", replace(story, happenings=[*happenings]), "b"))
    assert found.first is not None
    assert found.first.in_a == f"sets off (route {walk.event.route.say()}; stays nothing)"
    assert found.first.in_b == f"sets off (route {around.say()}; stays 77)"


def test_memories_that_read_alike_are_told_apart(told: Path, tmp_path: Path, story: Story, compare: Compare) -> None:
    tick, person, memory = story.memories[10]
    memories = [*story.memories]
    memories[10] = (tick, person, replace(memory, importance=9))
    found = compare(told, tell(tmp_path / "b.milkwood", replace(story, memories=memories)))
    assert found.first is not None
    assert found.first.in_b.endswith("(importance 9)")
    assert found.first.in_a.endswith(f"(importance {memory.importance})")


def test_the_person_who_left_is_named(told: Path, tmp_path: Path, story: Story, compare: Compare) -> None:
    left = Happening(60, OUTSIDE, 0, Departed(story.people[0]))
    happenings = sorted([*story.happenings, left], key=lambda each: each.order)
    found = compare(told, tell(tmp_path / "b.milkwood", replace(story, happenings=[*happenings]), "b"))
    assert found.first is not None
    assert (found.first.in_a, found.first.in_b) == ("nothing", f"{story.people[0]}: leaves the town")


def test_runs_of_different_seeds_diverge_and_are_counted(
    told: Path, tmp_path: Path, other_story: Story, compare: Compare
) -> None:
    found = compare(told, tell(tmp_path / "b.milkwood", other_story, "b", seed=2))
    assert not found.same
    named = [count.what for count in found.counts]
    assert {"ticks", "events", "events: said", "talks", "memories", "memories: thought", "questions"} <= set(named)
