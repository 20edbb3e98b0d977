from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from milkwood.mind.calendar import Promise
from milkwood.mind.plan import NO_PROMISE, Block, Spans, changed, whole_day

FIRST, BED, LEAST, LEAD, WAY = 100, 1000, 30, 60, 270
SPANS = Spans(LEAD, LEAST, WAY)
IDLE = Block(0, 0, "resting", "home:room")
ticks = st.integers(0, 1200)
blocks = st.lists(
    st.builds(
        lambda start, length, what: Block(start, start + length, what, f"{what}:room"),
        ticks,
        st.integers(1, 400),
        st.sampled_from(["work", "lunch", "walk", "read"]),
    ),
    max_size=12,
)


def promise(number: int, start: int, end: int) -> Promise:
    return Promise(number, f"promise {number}", start, end, "cafe:cafe", [])


@st.composite
def promised(draw: st.DrawFn) -> list[Promise]:
    """Promises one after the other, as in a calendar without clashes."""
    marks = sorted(draw(st.lists(ticks, max_size=6, unique=True)))
    pairs = zip(marks[::2], marks[1::2], strict=False)
    return [promise(number, start, end) for number, (start, end) in enumerate(pairs)]


def laid_out(planned: list[Block], promises: list[Promise], habits: Sequence[Block] = ()) -> list[Block]:
    return whole_day(planned, habits, promises, FIRST, BED, IDLE, SPANS)


@given(blocks, promised(), blocks)
def test_a_day_is_whole_whatever_was_answered(
    planned: list[Block], promises: list[Promise], habits: list[Block]
) -> None:
    day = laid_out(planned, promises, habits)
    assert day[0].start == FIRST
    assert day[-1].end == BED
    assert all(one.end == other.start for one, other in pairwise(day))
    assert all(block.end > block.start for block in day)


@given(blocks, promised())
def test_no_promise_of_the_day_is_missing(planned: list[Block], promises: list[Promise]) -> None:
    day = laid_out(planned, promises)
    for each in promises:
        if each.end > FIRST and each.start < BED:
            (kept,) = (block for block in day if block.promise == each.id)
            assert kept.start <= max(each.start, FIRST)
            assert kept.end >= min(each.end, BED) or any(block.fixed and block.start == kept.end for block in day)


def test_a_person_sets_off_for_a_promise_ahead_of_time() -> None:
    day = laid_out([Block(100, 1000, "work", "shop:shop")], [promise(0, 500, 600)])
    assert [(block.start, block.end, block.promise) for block in day] == [
        (100, 440, NO_PROMISE),
        (440, 600, 0),
        (600, 1000, NO_PROMISE),
    ]


def test_a_short_gap_is_travel_time_and_a_long_gap_is_idle() -> None:
    short = laid_out([Block(100, 400, "work", "a:a"), Block(400 + LEAST, 1000, "walk", "b:b")], [])
    assert [block.what for block in short] == ["work", "walk"]
    late = 400 + WAY + LEAST
    long = laid_out([Block(100, 400, "work", "a:a"), Block(late, 1000, "walk", "b:b")], [])
    assert [block.what for block in long] == ["work", "resting", "walk"]


def test_a_long_gap_is_spent_by_habit_as_far_as_there_is_one() -> None:
    habits = [Block(100, 500, "work", "a:a"), Block(500, 530, "lunch", "b:b"), Block(530, 700, "work", "a:a")]
    day = laid_out([Block(100, 400, "fishing", "c:c"), Block(950, 1000, "walk", "d:d")], [], habits)
    assert [(block.start, block.end, block.what) for block in day] == [
        (100, 400, "fishing"),
        (400, 500, "work"),
        (500, 530, "lunch"),
        (530, 700, "work"),
        (700, 950, "resting"),
        (950, 1000, "walk"),
    ]


@given(blocks, promised(), ticks, st.integers(LEAST, 300))
def test_a_change_gives_way_to_promises_alone(
    planned: list[Block], promises: list[Promise], start: int, length: int
) -> None:
    day = laid_out(planned, promises)
    start = max(FIRST, min(start, BED - LEAST))
    new = Block(start, min(start + length, BED), "putting out the fire", "home:kitchen")
    after = changed(day, new, least=LEAST)
    assert [(b.start, b.promise) for b in after if b.fixed] == [(b.start, b.promise) for b in day if b.fixed]
    covered = sum(block.end - block.start for block in after if block.what == new.what)
    free = (new.end - new.start) - sum(
        max(0, min(block.end, new.end) - max(block.start, new.start)) for block in day if block.fixed
    )
    assert covered >= free - 2 * LEAST * len(promises) or covered == 0
    assert all(one.end == other.start for one, other in pairwise(after))
