"""A person's own past, from the chronicle: what they did at every hour, and with whom they talked.

Invariant: only what the person did or heard themselves; a stretch of time covers exactly the whole minutes at which it
lasted.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from milkwood.chronicle import Reader
from milkwood.chronicle.transcript import Transcript
from milkwood.clock import hour_of
from milkwood.ids import PersonId
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.hours import Hours
from milkwood.models.port import Content
from milkwood.questions.terms import LivedPiece, PastTalk, SpokenLine
from milkwood.town import events as happened
from milkwood.town.events import Happening

_APPROACH_TICKS = 30
"""How long before a talk it may have been decided on."""


@dataclass(frozen=True, slots=True)
class Past:
    """What a person lived until a tick."""

    pieces: list[LivedPiece]
    talks: list[PastTalk]


@dataclass(frozen=True, slots=True)
class _Stretch:
    start: int
    end: int
    act: str
    what: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Decisions by tick, to act and to talk."""

    acts: list[tuple[int, Content]]
    talks: list[tuple[int, Content]]


def past_of(reader: Reader, person: PersonId, tick: int, places: Gazetteer, hours: Hours) -> Past:
    """Everything a person did and said until a tick."""
    talks = reader.talks(until=tick + 1, person=person)
    decided = reader.reasons(person, tick)
    rooms = {
        memory.talk: memory.place for _, _, memory in reader.memories(until=tick + 1, person=person, kinds=["talk"])
    }
    reasons = _Reasons(
        acts=[each for each in decided if each[1].get("act") in ("deed", "walk", "bed")],
        talks=[each for each in decided if each[1].get("act") in ("talk", "say")],
    )
    stretches = [*_acts(reader.happenings(until=tick + 1, person=person), tick), *_talking(talks, tick)]
    stretches.sort(key=lambda each: (each.start, each.end))
    return Past(
        pieces=[_piece(each, reasons, places, hours) for each in stretches],
        talks=[_talk(each, person, tick, rooms, places, hours) for each in talks],
    )


def _acts(happenings: Sequence[Happening], tick: int) -> Iterator[_Stretch]:
    """Deeds and walks, in order; a walk leads to the place of the next deed."""
    open_since: _Stretch | None = None
    for each in happenings:
        match each.event:
            case happened.Entered(_, deed) if deed is not None:
                open_since = _deed(max(0, each.tick), deed.what, deed.at, deed.asleep)
            case happened.DeedBegan(deed):
                if open_since is not None and open_since.act == "walk":
                    yield _Stretch(open_since.start, each.tick, "walk", "", deed.at or "")
                open_since = _deed(each.tick, deed.what, deed.at, deed.asleep)
            case happened.DeedEnded():
                if open_since is not None:
                    yield _ended(open_since, each.tick)
                open_since = None
            case happened.SetOff():
                if open_since is not None:
                    yield _ended(open_since, each.tick)
                open_since = _Stretch(each.tick, each.tick, "walk")
    if open_since is not None:
        yield _ended(open_since, tick + 1)


def _deed(tick: int, what: str, place: str | None, asleep: bool) -> _Stretch:
    return _Stretch(tick, tick, "sleep" if asleep else "deed", what, place or "")


def _ended(stretch: _Stretch, tick: int) -> _Stretch:
    return _Stretch(stretch.start, tick, stretch.act, stretch.what, stretch.place)


def _talking(talks: Sequence[Transcript], tick: int) -> Iterator[_Stretch]:
    for talk in talks:
        yield _Stretch(talk.began, tick + 1 if talk.ended is None else min(talk.ended, tick + 1), "talk", talk.id)


def _piece(stretch: _Stretch, reasons: _Reasons, places: Gazetteer, hours: Hours) -> LivedPiece:
    midnight = hours.midnight(stretch.start)
    why = _why(stretch, reasons)
    return LivedPiece(
        date=hours.date(stretch.start),
        start=hour_of(_minute(stretch.start, midnight, hours)),
        end=hour_of(_minute(stretch.end, midnight, hours)),
        act=stretch.act,
        what="" if stretch.act == "talk" else stretch.what,
        plan=str(why.get("plan") or ""),
        promise=str(why.get("promise") or ""),
        because=str(why.get("because") or ""),
        place=stretch.place,
        place_name=places.name(stretch.place) if stretch.place else "",
    )


def _minute(tick: int, midnight: int, hours: Hours) -> int:
    """The first whole minute at or after a tick."""
    return -(-(tick - midnight) * hours.clock.seconds_per_tick // 60)


def _why(stretch: _Stretch, reasons: "_Reasons") -> Content:
    """The decision that a stretch began with."""
    decided = reasons.talks if stretch.act == "talk" else reasons.acts
    at = bisect_right(decided, stretch.start, key=lambda each: each[0])
    if not at or (stretch.act == "talk" and decided[at - 1][0] < stretch.start - _APPROACH_TICKS):
        return {}
    return decided[at - 1][1]


def _talk(
    talk: Transcript, person: PersonId, tick: int, rooms: Mapping[str, str], places: Gazetteer, hours: Hours
) -> PastTalk:
    place = rooms.get(talk.id, "")
    return PastTalk(
        date=hours.date(talk.began),
        start=hours.say(talk.began),
        place_name=places.name(place) if place else "",
        company=[other for other in talk.members if other != person],
        lines=[SpokenLine(by=line.speaker, text=line.text) for line in talk.heard_by(person) if line.tick <= tick],
    )
