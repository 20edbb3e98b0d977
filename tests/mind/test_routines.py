"""A person's routines: found when they mean the same and fit; adjusted in length, varied, aged and forgotten."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.chance import stream
from milkwood.ids import RoomId, ThingId
from milkwood.mind.deeds import MAX_DEED_MINUTES, MIN_DEED_MINUTES, Step
from milkwood.mind.routines import (
    MAX_FAILURES,
    MAX_ROUTINES,
    MAX_UNUSED_DAYS,
    MAX_WAYS,
    SAME_MEANING_SIMILARITY,
    SAME_WORDS_SIMILARITY,
    Piece,
    Routines,
    carried,
    lengths,
    lived_again,
)
from milkwood.models.wording import WordOverlap

DAY = 8640
ROOM, STOVE = RoomId("home:kitchen"), ThingId("home:kitchen:stove")


class Table:
    """Similarities as a test needs them."""

    def __init__(self, likeness: float) -> None:
        self._likeness = likeness

    def alike(self, _one: str, _other: str) -> float:
        return self._likeness


def step(what: str, minutes: int = 10, thing: ThingId | None = None, effect: str = "") -> Step:
    return Step(what, minutes, ROOM, thing, "🙂", effect)


def piece(what: str = "having lunch", minutes: int = 60, place: str = ROOM, **stage: bool) -> Piece:
    return Piece(what, ROOM, place, minutes, **stage)


def deeds(count: int = 6, of: str = "deed") -> list[Step]:
    return [step(f"{of} {n}") for n in range(count)]


@pytest.fixture
def routines() -> Routines:
    return Routines(WordOverlap(), SAME_WORDS_SIMILARITY)


def test_a_routine_is_found_on_another_day_and_not_on_the_same(routines: Routines) -> None:
    routines.learn(piece(), deeds(), 100, DAY)
    assert routines.find(piece(), since=0) is None
    found = routines.find(piece(), since=DAY)
    assert found is not None
    assert found.score == 1.0
    assert list(found.routine.steps) == deeds()


@pytest.mark.parametrize(
    "other",
    [
        piece("fixing the roof"),
        piece(minutes=29),
        piece(minutes=121),
        piece(begun=True),
        piece(goes_on=True),
        Piece("having lunch", "home:garden", "home:garden", 60),
    ],
)
def test_another_thing_room_stage_or_length_does_not_match(other: Piece, routines: Routines) -> None:
    routines.learn(piece(), deeds(), 100, DAY)
    assert routines.find(other, since=DAY) is None


@pytest.mark.parametrize(
    ("likeness", "place", "known"),
    [
        (SAME_MEANING_SIMILARITY, ROOM, True),
        (SAME_MEANING_SIMILARITY - 0.0001, ROOM, False),
        (SAME_MEANING_SIMILARITY, STOVE, False),
    ],
)
def test_other_words_match_from_the_measured_similarity_on_at_the_same_place(
    likeness: float, place: str, known: bool
) -> None:
    routines = Routines(Table(likeness), SAME_MEANING_SIMILARITY)
    routines.learn(piece("eating lunch"), deeds(), 100, DAY)
    assert (routines.find(piece(place=place), since=DAY) is not None) == known


def test_the_routine_unused_for_longest_is_chosen(routines: Routines) -> None:
    routines.learn(piece(), deeds(of="first"), 100, DAY)
    routines.learn(piece(), deeds(of="second"), DAY + 100, DAY)
    found = routines.find(piece(), since=2 * DAY)
    assert found is not None
    assert found.routine.steps[0].what == "first 0"
    routines.live_again(found.routine.number, 2 * DAY + 100)
    again = routines.find(piece(), since=3 * DAY)
    assert again is not None
    assert again.routine.steps[0].what == "second 0"


def test_a_routine_that_fails_too_often_is_dropped(routines: Routines) -> None:
    routines.learn(piece(), deeds(), 100, DAY)
    for _ in range(MAX_FAILURES - 1):
        routines.fail(1)
    assert routines.find(piece(), since=DAY) is not None
    routines.fail(1)
    assert routines.find(piece(), since=DAY) is None
    routines.fail(1)  # it is gone, without any effect


def test_an_unused_routine_ages_and_is_dropped(routines: Routines) -> None:
    routines.learn(piece(), deeds(), 100, DAY)
    routines.learn(piece("fixing the roof"), deeds(of="nail"), (MAX_UNUSED_DAYS + 1) * DAY, DAY)
    assert [each.piece.what for each in routines.all()] == ["fixing the roof"]


def test_the_number_of_routines_is_bounded(routines: Routines) -> None:
    for n in range(2 * MAX_ROUTINES):
        routines.learn(piece(f"task{n} number{n}"), deeds(of=f"d{n}"), n, DAY)
    assert len(routines) == MAX_ROUTINES
    for n in range(3 * MAX_WAYS):
        routines.learn(piece(), deeds(of=f"way{n}"), DAY + n, DAY)
    assert sum(each.piece.what == "having lunch" for each in routines.all()) == MAX_WAYS


def test_routines_are_restored_from_storage(routines: Routines) -> None:
    routines.learn(piece(), deeds(), 100, DAY)
    routines.live_again(1, DAY)
    other = Routines(WordOverlap(), SAME_WORDS_SIMILARITY)
    other.restore(routines.keep())
    assert other.all() == routines.all()
    other.learn(piece("fixing the roof"), deeds(), DAY, DAY)
    assert [each.number for each in other.all()] == [1, 2]


def test_carried_routines_are_older_than_the_new_run_and_have_no_failures(routines: Routines) -> None:
    routines.learn(piece(), deeds(), 100, DAY)
    routines.live_again(1, DAY + 100)
    routines.fail(1)
    other = Routines(WordOverlap(), SAME_WORDS_SIMILARITY)
    other.restore([9, carried(routines.keep(), "monday", 2 * DAY, DAY)])
    (found,) = other.all()
    assert (found.made, found.last, found.used, found.failures, found.of) == (
        100 - 3 * DAY,
        100 - 2 * DAY,
        0,
        0,
        "monday",
    )
    assert other.find(piece(), since=0) is not None


# --- adjusted in length


@given(st.lists(st.integers(1, 20), min_size=1, max_size=20), st.data())
def test_lengths_add_up_with_5_to_15_minutes_each(wanted: list[int], data: st.DataObject) -> None:
    count = len(wanted)
    minutes = data.draw(st.integers(MIN_DEED_MINUTES * count, MAX_DEED_MINUTES * count))
    found = lengths(wanted, minutes)
    assert sum(found) == minutes
    assert all(MIN_DEED_MINUTES <= each <= MAX_DEED_MINUTES for each in found)


@given(st.integers(1, 12), st.integers(1, 180), st.integers(0, 1000), st.integers(0, 3))
def test_a_routine_of_any_length_leaves_no_gap_and_no_overlap_or_is_not_used(
    count: int, minutes: int, seed: int, ways: int
) -> None:
    others = [deeds(count, f"way {n}") for n in range(ways)]
    found = lived_again("a day", deeds(count), others, minutes, stream(seed, "again"))
    if not found:
        return
    assert sum(each.minutes for each in found) == minutes
    assert len(found) == 1 or all(MIN_DEED_MINUTES <= each.minutes <= MAX_DEED_MINUTES for each in found)
    assert len({each.what for each in found}) == len(found)


@pytest.mark.parametrize("scale", [0.5, 1, 1.5])
def test_an_hour_can_be_shortened_to_half_or_lengthened_by_half(scale: float) -> None:
    assert lived_again("a day", deeds(), [], int(60 * scale), stream(1, "again"))


# --- varied


def lived(steps: Sequence[Step], others: Sequence[Sequence[Step]], times: int = 60) -> list[list[str]]:
    return [[each.what for each in lived_again("a day", steps, others, 60, stream(n, "again"))] for n in range(times)]


def test_the_activity_itself_is_never_left_out_of_a_routine() -> None:
    steps = deeds()
    own = steps[1].what
    for n in range(60):
        again = lived_again(f"{own}, and more", steps, [deeds(len(steps), "another")], 60, stream(n, "again"))
        assert own in [each.what for each in again]


def test_a_routine_varies_and_keeps_its_beginning_and_end() -> None:
    told = lived(deeds(), [deeds(of="way")])
    assert len({tuple(each) for each in told}) > 10
    assert {each[0] for each in told} == {"deed 0"}
    assert {each[-1] for each in told} == {"deed 5"}


def test_a_deed_that_changes_a_thing_is_never_left_out_or_moved() -> None:
    meal = [
        step("washing rice"),
        step("cooking rice", 10, STOVE, "boiling"),
        step("eating"),
        step("eating more"),
        step("clearing away"),
    ]
    for told in lived(meal, []):
        assert "cooking rice" in told
        assert told == [each.what for each in meal if each.what in told]


def test_neighbours_change_places_only_when_they_were_done_so_before() -> None:
    one = [step("a"), step("b"), step("c"), step("d"), step("e"), step("f")]
    other = [step("a"), step("c"), step("b"), step("d"), step("e"), step("f")]
    orders = {tuple(each for each in told if each in "bc") for told in lived(one, [other])}
    assert ("b", "c") in orders
    assert ("c", "b") in orders
    assert all(told.index("d") < told.index("e") for told in lived(one, [other]) if "d" in told and "e" in told)
