"""Small queries to a chronicle agree with the large ones."""

from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Reader, seek
from milkwood.ids import PersonId
from milkwood.town import events as happened
from tests.chronicle.story import make_header
from tests.lived import _morning, friday, quay

__all__ = ["_morning", "friday"]

END = 1500


@pytest.fixture
def reader(friday: Path) -> Reader:
    return Chronicle.read(friday)


def test_events_of_talks_are_found_by_stretch(reader: Reader) -> None:
    kinds = ("talk_began", "joined", "said", "left", "talk_ended")
    assert seek.talk_events(reader, 300, 900) == reader.happenings(300, 900, kinds=kinds)


def test_events_come_as_they_are_written_without_some_kinds(reader: Reader) -> None:
    rows = seek.event_rows(reader, 0, 500, ("set_off", "said"))
    known = [each for each in reader.happenings(0, 500) if not isinstance(each.event, happened.SetOff | happened.Said)]
    assert [(tick, person) for tick, person, _, _ in rows] == [(each.tick, each.person) for each in known]


def test_the_start_of_a_deed_is_that_of_the_town(reader: Reader) -> None:
    for person in quay().people:
        since = seek.doing_since(reader, person, 1000)
        before, after = reader.scene(max(since, 0), quay().town_map), reader.scene(since + 1, quay().town_map)
        deed = reader.scene(1000, quay().town_map).bodies[person].deed
        if deed is not None:
            assert after.bodies[person].deed == deed
            assert since <= 0 or before.bodies[person].deed != deed


def test_the_last_motion_says_where_a_person_is(reader: Reader) -> None:
    scene = reader.scene(1000, quay().town_map)
    for person, body in scene.bodies.items():
        last = seek.last_motion(reader, person, 1000)
        assert last is not None
        assert last.tick < 1000
        if isinstance(last.event, happened.DeedBegan):
            assert last.event.tile == body.tile(1000)


def test_before_the_first_arrival_there_are_no_positions(reader: Reader) -> None:
    assert seek.last_motion(reader, sorted(quay().people)[0], -1) is None
    assert seek.doing_since(reader, sorted(quay().people)[0], -1) == -1


def test_insights_and_plans_are_those_that_were_remembered(reader: Reader) -> None:
    insights = reader.memories(0, END, kinds=("insight",))
    assert seek.insights(reader, 0, END) == [(tick, person, memory.text) for tick, person, memory in insights]
    plans = {(tick, person, memory.text) for tick, person, memory in reader.memories(0, END, kinds=("plan",))}
    changed = {
        (each.question.id.tick, each.question.id.person, "")
        for each in reader.questions(0, END, kinds=("react",))
        if each.answer.content.get("choice") == "change"
    }
    assert set(seek.planned(reader, 0, END)) == plans | changed


def test_a_thing_has_the_past_that_events_give_it(reader: Reader) -> None:
    changes = [each for each in reader.happenings(kinds=("thing_changed",)) if each.tick < 1200]
    things = {each.event.thing for each in changes if isinstance(each.event, happened.ThingChanged)}
    for thing in sorted(things)[:5]:
        known = [
            (each.tick, each.person, each.event.state)
            for each in reversed(changes)
            if isinstance(each.event, happened.ThingChanged) and each.event.thing == thing
        ]
        assert seek.thing_history(reader, thing, 1200, 100) == known[:100]


def test_questions_of_a_stretch_are_counted(reader: Reader) -> None:
    assert seek.asked_between(reader, -1, 10**9)[0] == reader.count("questions")
    first, last = (seek.asked_between(reader, *stretch)[0] for stretch in ((-1, 700), (700, 10**9)))
    assert first
    assert last
    assert first + last == reader.count("questions")


def test_newcomers_are_found_before_a_tick_or_in_the_whole_run(path: Path) -> None:
    sam, mo = PersonId("sam"), PersonId("mo")
    with Chronicle.create(path, make_header()) as chronicle:
        chronicle.keep_input(3, "enter", sam, {"name": "Sam"})
        chronicle.keep_input(4, "move", sam, {"step": "l"})
        chronicle.keep_input(7, "arrive", mo, {"profile": {}})
        assert [(given.tick, given.person) for given in seek.comers(chronicle)] == [(3, sam), (7, mo)]
        assert [given.person for given in seek.comers(chronicle, 7)] == [sam]


def test_feelings_are_the_changes_of_closeness_that_talks_have_brought(reader: Reader) -> None:
    expected = []
    for asked in reader.questions(0, END, kinds=("after_talk",)):
        before = {other["id"]: other["closeness"] for other in asked.question.content["others"]}
        for one in asked.answer.content.get("impressions", ()):
            change = one["closeness"] - before.get(one["person"], one["closeness"])
            if change:
                expected.append((asked.question.id.tick, asked.question.id.person, one["person"], change))
    assert expected
    assert seek.felt(reader, 0, END) == sorted(expected)
    middle = expected[len(expected) // 2][0]
    assert seek.felt(reader, 0, middle) + seek.felt(reader, middle, END) == sorted(expected)
