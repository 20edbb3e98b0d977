"""The talks of a run: cached, and searched.

Invariant: what was read once is not read again; a talk is shown as it stood at a tick, without later lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from milkwood.chronicle import Reader, Transcript
from milkwood.chronicle.seek import talk_events
from milkwood.chronicle.transcript import transcripts
from milkwood.ids import PersonId, RoomId, TalkId
from milkwood.server.views.location import room_of
from milkwood.server.wire.playback import LineOut
from milkwood.server.wire.run_town import TalkOut, TalksOut
from milkwood.town.events import Happening
from milkwood.town.map import TownMap
from milkwood.town.talk import Line
from milkwood.town.town import BEFORE_TIME


@dataclass(frozen=True, slots=True)
class TalkQuery:
    """A query of talks."""

    tick: int
    """The talks are shown as they stood at this tick."""
    person: str = ""
    words: str = ""
    since: int = BEFORE_TIME
    before: int | None = None
    """Only those that began before this tick."""
    limit: int = 50


class Talks:
    """All talks of one run, read incrementally; thread-safe."""

    def __init__(self) -> None:
        self._read = BEFORE_TIME
        self._done: list[Transcript] = []
        self._open: list[Happening] = []
        """Open talks."""
        self._going: list[Transcript] = []
        self._rooms: dict[TalkId, RoomId | None] = {}
        self._lock = Lock()

    def until(self, reader: Reader, tick: int) -> list[Transcript]:
        """The talks that began before a tick, as they stood at it, by beginning."""
        with self._lock:
            if self._read < min(tick, reader.settled):
                self._read_on(reader)
            known = [*self._done, *self._going]
        return sorted(_as_it_stood(known, tick), key=lambda talk: (talk.began, talk.id))

    def _read_on(self, reader: Reader) -> None:
        end = reader.settled
        fresh = talk_events(reader, self._read, end)
        told = transcripts([*self._open, *fresh])
        self._done += [talk for talk in told if talk.ended is not None]
        self._going = [talk for talk in told if talk.ended is None]
        going = {talk.id for talk in self._going}
        self._open = [each for each in (*self._open, *fresh) if _talk_of(each) in going]
        self._read = end

    def room(self, reader: Reader, town_map: TownMap, talk: Transcript) -> RoomId | None:
        """The room of a talk."""
        if talk.id not in self._rooms:
            self._rooms[talk.id] = room_of(reader, town_map, talk.members[0], talk.began)
        return self._rooms[talk.id]


def _talk_of(happening: Happening) -> TalkId | None:
    return getattr(happening.event, "talk", None)


def _as_it_stood(talks: Sequence[Transcript], tick: int) -> Iterator[Transcript]:
    for talk in talks:
        if talk.began >= tick:
            continue
        if talk.ended is not None and talk.ended < tick:
            yield talk
        else:
            lines = tuple(line for line in talk.lines if line.tick < tick)
            yield replace(talk, lines=lines, ended=None, why="")


def talks_page(talks: Talks, reader: Reader, town_map: TownMap, wanted: TalkQuery) -> TalksOut:
    """A page of talks, newest first."""
    sought = wanted.words.casefold()
    found = [
        talk
        for talk in reversed(talks.until(reader, wanted.tick))
        if (not wanted.person or PersonId(wanted.person) in talk.members)
        and (talk.ended is None or talk.ended >= wanted.since)
        and (not sought or any(sought in line.text.casefold() for line in talk.lines))
    ]
    earlier = [talk for talk in found if wanted.before is None or talk.began < wanted.before]
    last = earlier[: wanted.limit][-1].began if earlier else 0
    # A tick is never split, so that the next page can start there.
    shown = [talk for talk in earlier if talk.began >= last]
    return TalksOut(talks=[talk_out(talk, talks.room(reader, town_map, talk)) for talk in shown], total=len(found))


def talk_out(talk: Transcript, room: RoomId | None) -> TalkOut:
    """A talk as a wire model."""
    return TalkOut(
        id=talk.id,
        begin=talk.began,
        end=talk.ended,
        place=room,
        people=list(talk.members),
        lines=[line_out(line) for line in talk.lines],
        why=talk.why,
    )


def line_out(line: Line) -> LineOut:
    """A line as a wire model."""
    return LineOut(tick=line.tick, who=line.speaker, text=line.text)
