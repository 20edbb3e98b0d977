"""What somebody really did on a day: deeds, walks, talks and sleep, one after the other.

Knows events and talks; knows no requests. Invariant: pieces lie in order of time, between the first tick and the last
that are asked about; nothing that happened at or after the last tick is told.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from milkwood.chronicle import Transcript
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import Phrases
from milkwood.ids import PersonId, RoomId, TalkId
from milkwood.server.wire_person import DidOut
from milkwood.town import events as happened
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.map import TownMap
from milkwood.town.tile import Route

WALK_EMOJI = "🚶"
TALK_EMOJI = "💬"
KINDS = ("entered", "set_off", "halted", "deed_began", "deed_ended")
"""The events that a day is put together from, besides talks."""


@dataclass(frozen=True, slots=True)
class Day:
    """A stretch of somebody's life, with what is needed to tell of it."""

    person: PersonId
    since: int
    until: int
    town_map: TownMap
    names: Names
    words: Phrases


def did(day: Day, life: Iterable[Happening], talks: Sequence[Transcript]) -> list[DidOut]:
    """What somebody did; `life` reaches back to the event they were at when the day began."""
    pieces = [*_doings(day, life), *_talks(day, talks)]
    return sorted(pieces, key=lambda piece: (piece.from_, piece.until))


def _doings(day: Day, life: Iterable[Happening]) -> Iterator[DidOut]:
    doing: Deed | Route | None = None
    began = day.since
    for each in life:
        match each.event:
            case happened.Entered(_, following) | happened.DeedBegan(following, _):
                yield from _piece(day, doing, began, each.tick)
                doing, began = following, each.tick
            case happened.SetOff(route):
                yield from _piece(day, doing, began, each.tick)
                doing, began = route, each.tick
            case happened.DeedEnded() | happened.Halted():
                yield from _piece(day, doing, began, each.tick)
                doing = None
    yield from _piece(day, doing, began, day.until)


def _piece(day: Day, doing: Deed | Route | None, began: int, ended: int) -> Iterator[DidOut]:
    if isinstance(doing, Route):
        ended = min(ended, began + doing.steps)
    began, ended = max(began, day.since), min(ended, day.until)
    if doing is None or ended <= began:
        return
    if isinstance(doing, Route):
        place = day.names.place(doing.end)
        what = day.words.set_off.format(place=place) if place else day.words.set_off_outside
        room = day.town_map.room_at(doing.end)
        yield _out(began, ended, what, WALK_EMOJI, room.id if room else None, "walk")
    else:
        yield _out(began, ended, doing.what, doing.emoji, doing.at, "sleep" if doing.asleep else "deed")


def _talks(day: Day, talks: Sequence[Transcript]) -> Iterator[DidOut]:
    for talk in talks:
        ended = day.until if talk.ended is None else talk.ended
        if day.person in talk.members and ended >= day.since:
            others = [day.names.person(member) for member in talk.members if member != day.person]
            what = day.words.talked.format(names=day.words.listed(others))
            yield _out(max(talk.began, day.since), min(ended, day.until), what, TALK_EMOJI, None, "talk", talk.id)


def _out(
    began: int, ended: int, what: str, emoji: str, place: RoomId | None, kind: str, talk: TalkId | None = None
) -> DidOut:
    piece = {"from": began, "until": ended, "what": what, "emoji": emoji, "place": place, "kind": kind, "talk": talk}
    return DidOut.model_validate(piece)
