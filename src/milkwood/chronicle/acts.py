"""The acts of a person: blocks of the day, the deeds in them, talks and sleep; new or by routine.

Invariants: reads only; acts are ordered by start; every deed lies in the block whose text is its parent; a block counts
as routine if the reason of its acts names one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from milkwood.chronicle.reader import Reader
from milkwood.chronicle.transcript import Transcript
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.models.port import Content
from milkwood.town.events import DeedBegan, Departed, Entered, Happening
from milkwood.town.town import BEFORE_TIME

ROOT: Final = "root"
"""The parent of a block."""
REACT: Final = "react"
"""The parent of a reaction: a talk, or an unplanned block."""
ActKind: TypeAlias = Literal["block", "deed", "talk", "sleep"]
TALK_EMOJI: Final = "💬"
_PLANNED = ("walk", "deed", "mend")
"""Acts that belong to a block."""
_BEDWARD = ("bed", "sleep")
_LIFE = ("entered", "deed_began", "deed_ended")
_DEPARTED = "departed"
_THOUGHT_OUT = "/break_down/"


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a person."""

    tick: int
    ticks: int
    """Its duration; so far, if it is not over."""
    kind: ActKind
    what: str
    """Empty for a talk."""
    emoji: str = ""
    parent: str = ""
    """`root`, `react`, or the text of the block; empty if it is not recorded."""
    reused: bool = False
    """Whether it followed a routine."""
    talk: Transcript | None = None


@dataclass(slots=True)
class Lived:
    """A block as it was lived."""

    tick: int
    what: str
    reused: bool
    mark: list[Any] = field(default_factory=list)
    """Identifies this use of a routine; empty if there was none."""


@dataclass(frozen=True, slots=True)
class Reuse:
    """Number of blocks, and of those that followed a routine."""

    blocks: int = 0
    reused: int = 0

    @property
    def rate(self) -> float:
        """From 0 to 1."""
        return self.reused / self.blocks if self.blocks else 0.0

    def more(self, block: Lived) -> "Reuse":
        """With one more block."""
        return Reuse(self.blocks + 1, self.reused + block.reused)


class Blocks:
    """Builds blocks from one person's reasons, in order; more reasons can follow at any time."""

    __slots__ = ("_now",)

    def __init__(self) -> None:
        self._now: Lived | None = None

    def take(self, tick: int, reason: Content) -> Lived | None:
        """The block that begins with this reason, if any."""
        act, what = reason.get("act"), str(reason.get("plan") or "")
        if act in _BEDWARD:
            self._now = None
        if act not in _PLANNED or not what:
            return None
        routine, now = reason.get("routine"), self._now
        mark = [routine.get(key) for key in ("made", "what", "used")] if isinstance(routine, dict) else []
        same = now is not None and now.what == what and mark in ([], now.mark)
        if same and _THOUGHT_OUT not in str(reason.get("question") or ""):
            return None
        self._now = Lived(tick, what, bool(mark), mark=mark)
        return self._now


def reuse_of(reader: Reader, since: int = 0, until: int | None = None, *, person: PersonId | None = None) -> Reuse:
    """Share of routine blocks in a range of ticks, of all people or of one."""
    folds: dict[str, Blocks] = {}
    reuse = Reuse()
    for whose, tick, reason in reasons_between(reader, since, reader.end if until is None else until, person):
        block = folds.setdefault(whose, Blocks()).take(tick, reason)
        reuse = reuse if block is None else reuse.more(block)
    return reuse


def reasons_between(
    reader: Reader, since: int, until: int, person: PersonId | None = None
) -> Iterator[tuple[str, int, Content]]:
    """Recorded reasons in a range of ticks, by person, then by time."""
    whom: Iterable[str] = [person] if person is not None else _known(reader)
    query = "SELECT tick, content FROM reasons WHERE person = ? AND tick >= ? AND tick < ? ORDER BY tick"
    for each in whom:
        for tick, content in reader.select(query, (each, since, until)):
            yield each, tick, reader.decoded(content, t("a reason cannot be read"))


def _known(reader: Reader) -> list[str]:
    """People with recorded reasons; a skip scan of the index."""
    found: list[str] = []
    query = "SELECT person FROM reasons WHERE person > ? ORDER BY person LIMIT 1"
    while rows := reader.select(query, (found[-1] if found else "",)):
        found.append(str(rows[0][0]))
    return found


# --- log of a person


def log_of(
    reader: Reader,
    person: PersonId,
    since: int = 0,
    until: int | None = None,
    *,
    talks: Sequence[Transcript] | None = None,
) -> list[Act]:
    """The acts of a person in a range of ticks; an act that began earlier keeps its start.

    `talks` are those of the run, if the caller has them.
    """
    end = reader.end if until is None else min(until, reader.end)
    # The deed in progress at the start began at most a day earlier.
    begin = max(BEFORE_TIME, since - reader.header.clock.ticks_per_day) if since > 0 else BEFORE_TIME
    life = reader.happenings(begin, end, person=person, kinds=_LIFE)
    life += [each for each in reader.happenings(begin, end, kinds=(_DEPARTED,)) if _whose(each) == person]
    spoken = reader.talks(begin, end, person=person) if talks is None else talks
    acts = _log(reader, person, begin, end, life, [talk for talk in spoken if person in talk.members])
    return [each for each in acts if each.tick < end and (each.tick >= since or each.tick + each.ticks > since)]


def logs_of(reader: Reader) -> dict[PersonId, list[Act]]:
    """All acts of the whole run, by person; read once."""
    end = reader.end
    lives: dict[PersonId, list[Happening]] = {person: [] for person in reader.header.cast}
    for each in reader.happenings(BEFORE_TIME, end, kinds=(*_LIFE, _DEPARTED)):
        lives.setdefault(_whose(each), []).append(each)
    spoken: dict[PersonId, list[Transcript]] = {}
    for talk in reader.talks():
        for member in talk.members:
            spoken.setdefault(member, []).append(talk)
    return {
        person: _log(reader, person, BEFORE_TIME, end, life, spoken.get(person, [])) for person, life in lives.items()
    }


def _log(
    reader: Reader, person: PersonId, since: int, end: int, life: list[Happening], talks: Sequence[Transcript]
) -> list[Act]:
    fold, blocks = Blocks(), []
    bedward: list[int] = []
    for _, tick, reason in reasons_between(reader, since, end, person):
        block = fold.take(tick, reason)
        if block is not None:
            blocks.append(block)
        elif reason.get("act") in _BEDWARD:
            bedward.append(tick)
    deeds = list(_deeds(life, end))
    ends = sorted([*bedward, *(each.tick for each in deeds if each.kind == "sleep"), end])
    changed = _changed(reader, person, since, end)
    acts = [*_blocks(blocks, ends, changed), *_within(deeds, blocks), *(_talk(each, end) for each in talks)]
    return sorted(acts, key=lambda each: (each.tick, each.kind != "block"))


def _talk(talk: Transcript, end: int) -> Act:
    ended = end if talk.ended is None else talk.ended
    return Act(talk.began, max(0, ended - talk.began), "talk", "", TALK_EMOJI, REACT, talk=talk)


def _whose(each: Happening) -> PersonId:
    """The person an event belongs to."""
    return each.event.whom if isinstance(each.event, Departed) else each.person


def _deeds(life: Iterable[Happening], until: int) -> Iterator[Act]:
    """Deeds and sleep, each until it ended or the person left town."""
    began: Happening | None = None
    for each in sorted(life, key=_ends_first):
        if began is not None and each.tick > max(
            0, began.tick
        ):  # a person who gets up at the first tick has not slept in the run
            yield _deed(began, each.tick)
        began = each if isinstance(each.event, DeedBegan | Entered) else None
    if began is not None:
        yield _deed(began, until)


def _ends_first(each: Happening) -> tuple[int, bool, int]:
    """Sort key: at the same tick, ends come before beginnings."""
    return each.tick, isinstance(each.event, DeedBegan | Entered), each.sequence


def _deed(began: Happening, end: int) -> Act:
    assert isinstance(began.event, DeedBegan | Entered)
    deed = began.event.deed
    tick = max(0, began.tick)
    if deed is None:
        return Act(tick, max(0, end - tick), "deed", "")
    if deed.asleep:
        return Act(tick, max(0, end - tick), "sleep", deed.what, deed.emoji, ROOT)
    return Act(tick, max(0, end - tick), "deed", deed.what, deed.emoji)


def _blocks(blocks: list[Lived], ends: list[int], changed: dict[str, list[int]]) -> Iterator[Act]:
    """Blocks, each until the next one or bed time."""
    for index, block in enumerate(blocks):
        following = blocks[index + 1].tick if index + 1 < len(blocks) else ends[-1]
        end = min([following, *(each for each in ends if each > block.tick)])
        reacted = any(tick <= block.tick for tick in changed.get(block.what.rstrip(".。!！"), ()))
        parent = REACT if reacted else ROOT
        yield Act(block.tick, max(0, end - block.tick), "block", block.what, "", parent, block.reused)


def _within(deeds: Iterable[Act], blocks: list[Lived]) -> Iterator[Act]:
    index = -1
    for deed in deeds:
        if not deed.what:
            continue
        while index + 1 < len(blocks) and blocks[index + 1].tick <= deed.tick:
            index += 1
        if deed.kind == "sleep" or index < 0:
            yield deed
        else:
            block = blocks[index]
            yield Act(deed.tick, deed.ticks, "deed", deed.what, deed.emoji, block.what, block.reused)


def _changed(reader: Reader, person: PersonId, since: int, until: int) -> dict[str, list[int]]:
    """Unplanned blocks that a person added to the day, and when."""
    query = (
        "SELECT tick, kind, answer FROM questions WHERE tick >= ? AND tick < ? AND person = ?"
        " AND kind IN ('react', 'whisper')"
    )
    found: dict[str, list[int]] = {}
    for tick, kind, answer in reader.select(query, (since, until, person)):
        told = reader.decoded(answer, t("an answer cannot be read"))
        acted = told.get("choice") == "change" if kind == "react" else told.get("change")
        what = str(told.get("what" if kind == "react" else "thought") or "")
        if acted and what:
            found.setdefault(what.rstrip(".。!！"), []).append(tick)
    return found
