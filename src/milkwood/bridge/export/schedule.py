"""A day's plan in the original's format: activities with minutes, from midnight to midnight.

Invariant: the minutes of a day add up to 24 hours; no activity has 0 minutes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from milkwood.clock import MINUTES_A_DAY
from milkwood.mind.character import Character
from milkwood.mind.head import Head
from milkwood.mind.phrases import Phrases
from milkwood.mind.plan import Block

ScheduleEntry = tuple[str, int]
"""An activity and its minutes."""


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    what: str


def is_planned(head: Head, tick: int) -> bool:
    """Whether a person has a plan for the day of a tick."""
    return bool(_planned(head, tick))


def blocks(head: Head, tick: int) -> list[Block]:
    """The blocks of a plan on the day of a tick; empty if it is not planned yet."""
    midnight = head.hours.midnight(tick)
    day = (midnight, head.hours.at(midnight, MINUTES_A_DAY))
    return [block for block in head.state.day.plan if block.start < day[1] and day[0] < block.end]


def hourly(head: Head, tick: int) -> list[ScheduleEntry]:
    """The day without deeds."""
    return _whole(head.character, _joined(_planned(head, tick) or _usual(head.character)))


def habitual(character: Character) -> list[ScheduleEntry]:
    """The day of a rule mind."""
    return _whole(character, _joined(_usual(character)))


def detailed(head: Head, tick: int) -> list[ScheduleEntry]:
    """The day with the deeds of the current block, each as `what (deed)`."""
    planned = _joined(_planned(head, tick))
    if not planned:
        return hourly(head, tick)
    now = _minute(head, tick, tick)
    pieces: list[_Piece] = []
    for piece in planned:
        here = piece.start <= now < piece.end
        pieces += _deeds(head, piece, now) if here else [piece]
    return _whole(head.character, pieces)


def strokes(head: Head, tick: int) -> list[tuple[int, str]]:
    """The day's items with their start minutes."""
    return [(piece.start, piece.what) for piece in _joined(_planned(head, tick) or _usual(head.character))]


def _minute(head: Head, tick: int, of_day: int) -> int:
    """Minutes from the midnight of a day to a tick, rounded, within the day."""
    seconds = (tick - head.hours.midnight(of_day)) * head.hours.clock.seconds_per_tick
    return min(MINUTES_A_DAY, max(0, round(seconds / 60)))


def _planned(head: Head, tick: int) -> list[_Piece]:
    pieces = [
        _Piece(_minute(head, block.start, tick), _minute(head, block.end, tick), block.what)
        for block in blocks(head, tick)
    ]
    return [piece for piece in pieces if piece.end > piece.start]


def _usual(character: Character) -> list[_Piece]:
    pieces: list[_Piece] = []
    for each in character.usual:
        start, end = max(each.start, pieces[-1].end if pieces else 0), min(each.end, MINUTES_A_DAY)
        if end > start:
            pieces.append(_Piece(start, end, each.what))
    return pieces


def _joined(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Join consecutive items with the same text."""
    joined: list[_Piece] = []
    for piece in pieces:
        if joined and joined[-1].what == piece.what and joined[-1].end == piece.start:
            joined[-1] = _Piece(joined[-1].start, piece.end, piece.what)
        else:
            joined.append(piece)
    return joined


def _deeds(head: Head, piece: _Piece, now: int) -> list[_Piece]:
    """The deeds of the current block: the current one and the remaining ones."""
    doing = head.state.doing
    if doing.current is None and not doing.steps:
        return [piece]
    found: list[_Piece] = []
    at = piece.start
    if doing.current is not None:
        at = min(piece.end, max(now + 1, _minute(head, doing.until, head.state.day.midnight)))
        found.append(_Piece(piece.start, at, _within(piece.what, doing.current.what)))
    for step in doing.steps:
        end = min(piece.end, at + step.minutes)
        if end > at:
            found.append(_Piece(at, end, _within(piece.what, step.what)))
        at = end
    if at < piece.end:
        found.append(_Piece(at, piece.end, piece.what))
    return _joined(found)


def _within(task: str, deed: str) -> str:
    return task if deed == task else f"{task} ({deed})"


def _whole(character: Character, pieces: Sequence[_Piece]) -> list[ScheduleEntry]:
    """Fill the day: asleep before the first item and after the last, idle in between."""
    free = Phrases.of(character.language).free
    entries: list[ScheduleEntry] = []
    at = 0
    for piece in pieces:
        if piece.start > at:
            entries.append((free if entries else character.sleeping, piece.start - at))
        entries.append((piece.what, piece.end - piece.start))
        at = piece.end
    if at < MINUTES_A_DAY:
        entries.append((character.sleeping, MINUTES_A_DAY - at))
    return entries
