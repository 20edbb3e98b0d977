"""A day's plan: blocks from waking to bed, without gaps, with every promise in its place.

Invariant: for any answer the plan is complete: ordered, without overlaps or gaps, from the first tick to bed time, with
every promise of the day.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from milkwood.ids import PersonId
from milkwood.mind.calendar import Promise

NO_PROMISE = -1
NO_IDEA = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a day, in ticks."""

    start: int
    end: int
    what: str
    place: str
    """Id of a room or a thing."""
    promise: int = NO_PROMISE
    idea: int = NO_IDEA
    """Number of the memory that it follows from, if any."""
    company: tuple[PersonId, ...] = ()
    """People it is done with."""

    @property
    def fixed(self) -> bool:
        """Whether it must not be moved."""
        return self.promise != NO_PROMISE


@dataclass(frozen=True, slots=True)
class Spans:
    """Lengths in ticks by which a day is laid out."""

    lead: int
    """How long before a promise the person sets off."""
    least: int
    """The shortest block."""
    way: int
    """The longest gap that is the way to the next block."""


def whole_day(
    blocks: Iterable[Block],
    habits: Sequence[Block],
    promises: Sequence[Promise],
    first: int,
    bed: int,
    idle: Block,
    spans: Spans,
) -> list[Block]:
    """A plan from the first tick to bed time: promises first, then the planned blocks, the habits, the idle block."""
    day: list[Block] = []
    for promise in promises:
        before = day[-1].end if day else first
        start = max(first, min(promise.start, max(before, promise.start - spans.lead)))
        if start < min(promise.end, bed):
            day.append(Block(start, min(promise.end, bed), promise.what, promise.place or idle.place, promise.id))
    day = _apart(day)
    for block in _apart(sorted(blocks, key=lambda each: (each.start, each.end))):
        day += _around(replace(block, start=max(block.start, first), end=min(block.end, bed)), day, spans.least)
        day.sort(key=lambda each: each.start)
    return _closed(day, habits, first, bed, idle, spans)


def _apart(blocks: Sequence[Block]) -> list[Block]:
    """Blocks in order, each ending no later than the next begins."""
    apart: list[Block] = []
    for block in blocks:
        if apart and block.start < apart[-1].end:
            apart[-1] = replace(apart[-1], end=block.start)
            if apart[-1].end <= apart[-1].start:
                apart.pop()
        apart.append(block)
    return apart


def _around(block: Block, fixed: Sequence[Block], least: int) -> list[Block]:
    """The parts of a block that do not overlap the fixed ones."""
    pieces = [block]
    for other in fixed:
        left: list[Block] = []
        for piece in pieces:
            if other.start >= piece.end or other.end <= piece.start:
                left.append(piece)
                continue
            left += [replace(piece, end=other.start), replace(piece, start=other.end)]
        pieces = left
    return [piece for piece in pieces if piece.end - piece.start >= least]


def in_pieces(day: Iterable[Block], most: int) -> list[Block]:
    """The plan with long blocks split into equal pieces of at most so many ticks."""
    pieces: list[Block] = []
    for block in day:
        count = -(-(block.end - block.start) // most)
        marks = [block.start + (block.end - block.start) * place // count for place in range(count + 1)]
        pieces += [replace(block, start=start, end=end) for start, end in pairwise(marks)]
    return pieces


def _closed(
    day: Sequence[Block], habits: Sequence[Block], first: int, bed: int, idle: Block, spans: Spans
) -> list[Block]:
    """Fill gaps: a short one becomes the way to the next block, a long one is spent by habit."""
    closed: list[Block] = []
    now = first
    for block in day:
        if block.start - now > spans.way:
            closed += _by_habit(habits, now, block.start, idle, spans)
            now = block.start
        closed.append(replace(block, start=now))
        now = block.end
    if bed - now > spans.way or not closed:
        closed += _by_habit(habits, now, bed, idle, spans)
    elif bed - now >= spans.least:
        closed.append(replace(idle, start=now, end=bed))
    elif bed > now:
        closed[-1] = replace(closed[-1], end=bed)
    return closed


def _by_habit(habits: Sequence[Block], start: int, end: int, idle: Block, spans: Spans) -> list[Block]:
    """The habits of a part of the day; idle where there are none."""
    inside = (replace(each, start=max(each.start, start), end=min(each.end, end)) for each in habits)
    parts = _apart(sorted((each for each in inside if each.end - each.start >= spans.least), key=_start))
    return _closed(parts, (), start, end, idle, spans) if parts else [replace(idle, start=start, end=end)]


def _start(block: Block) -> int:
    return block.start


def changed(day: Sequence[Block], block: Block, *, least: int) -> list[Block]:
    """The plan with a new block; what it covers gives way, promises do not."""
    pieces = _around(block, [each for each in day if each.fixed], least)
    rest: list[Block] = []
    for each in day:
        rest += [each] if each.fixed else _around(each, pieces, least)
    return _joined(sorted([*rest, *pieces], key=lambda each: each.start))


def _joined(day: Sequence[Block]) -> list[Block]:
    """Close gaps left by blocks that were too short, by lengthening the one before."""
    joined: list[Block] = []
    for block in day:
        if joined and joined[-1].end < block.start:
            joined[-1] = replace(joined[-1], end=block.start)
        joined.append(block)
    return joined
