"""Translates the steps of a simulation into our events: walks, deeds and talks, with exact positions.

Invariant: folding the events gives at tick k + 1 exactly the tiles of step k; the events do not depend on
interruptions.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from milkwood.bridge.simulation import Shown, TalkLines
from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.town.body import Deed
from milkwood.town.events import (
    DeedBegan,
    DeedEnded,
    Entered,
    Event,
    Happening,
    Said,
    SetOff,
    TalkBegan,
    TalkEnded,
)
from milkwood.town.tile import Route, Tile
from milkwood.town.town import BEFORE_TIME

LONGEST_WALK_TILES = 120
"""Maximum length of one walk event."""
LONG_PAST_TICKS = 1080
"""After this time no more lines are added to an ended talk."""
SLEEPING = ("sleeping", "asleep", "in bed", "睡")
Whither = Callable[[str, Tile], tuple[RoomId | None, ThingId | None]]
"""The room of a tile, and the thing of an address if it is in that room."""
_ORDER: Mapping[type, int] = {
    Said: 0,
    TalkEnded: 1,
    DeedEnded: 2,
    Entered: 3,
    DeedBegan: 4,
    TalkBegan: 5,
    SetOff: 6,
}
"""Order of events within one person's tick: ends come before starts."""


@dataclass(slots=True)
class _Body:
    """The state of a person so far."""

    tile: Tile
    shown: Shown
    deed: Deed | None = None
    since: int = 0
    walked: list[Tile] = field(default_factory=list)
    """The tiles of a walk without an event yet, including its start."""
    talk: str = ""


@dataclass(slots=True)
class _Talk:
    """A talk in progress."""

    lines: TalkLines
    told_by: str
    partner: str
    begun: int
    said: int = 0


class StepConverter:
    """Translates one simulation; steps must come in order, each once."""

    def __init__(self, ids: Mapping[str, PersonId], begins: Mapping[PersonId, Shown], whither: Whither) -> None:
        self._ids = dict(ids)
        self._whither = whither
        self._people = {person: _Body(Tile(*begins[person].tile), begins[person]) for person in sorted(begins)}
        self._talks: dict[str, _Talk] = {}
        self._ended: dict[str, _Talk] = {}
        """Recently ended talks."""
        self._told: list[tuple[int, PersonId, Event]] = []

    def begin(self) -> None:
        """The initial events: everyone at their place with their deed."""
        for person, body in self._people.items():
            body.deed = self._deed(body.shown, body.tile, walking=False)
            self._tell(BEFORE_TIME, person, Entered(body.tile, body.deed))

    def step(self, tick: int, frame: Mapping[str, Shown]) -> None:
        """Translate one step."""
        shown = {self._ids[name]: each for name, each in frame.items()}
        after = {person: self._after(body, shown.get(person)) for person, body in self._people.items()}
        self._end_talks(tick, after)
        self._begin_talks(tick, after)
        for person, body in self._people.items():
            self._live(tick, person, body, after[person])
        for talk in self._talks.values():
            if tick > talk.begun:
                self._say_next(tick, talk)

    def pause(self, tick: int) -> None:
        """Write all walks up to a tick, so that all events before it are complete."""
        for person, body in self._people.items():
            self._tell_walk(person, body)
            body.since = tick
        self._ended = {name: talk for name, talk in self._ended.items() if talk.begun > tick - LONG_PAST_TICKS}

    def finish(self, tick: int) -> None:
        """End all talks and walks after the last step."""
        for name, talk in list(self._talks.items()):
            if talk.begun < tick - 1:
                self._end(name, tick - 1)
            else:
                # A talk without lines, and no tick left for one.
                self._told = [each for each in self._told if each[2] != TalkBegan(TalkId(name), PersonId(talk.partner))]
                self._talks.pop(name)
        self.pause(tick)

    def take(self) -> list[Happening]:
        """The new events, in order; call it after a pause."""
        told = sorted(self._told, key=lambda each: (each[0], each[1], _ORDER[type(each[2])]))
        self._told = []
        happenings: list[Happening] = []
        for tick, person, event in told:
            last = happenings[-1] if happenings else None
            again = last is not None and (last.tick, last.person) == (tick, person)
            happenings.append(Happening(tick, person, last.sequence + 1 if last and again else 0, event))
        return happenings

    def talk_of(self, person: PersonId, lines: TalkLines) -> str:
        """The current or recent talk of a person with these lines; empty if there is none."""
        for name, talk in reversed({**self._ended, **self._talks}.items()):
            if talk.lines == lines and person in (talk.told_by, talk.partner):
                return name
        return ""

    def tiles(self) -> dict[PersonId, Tile]:
        """Everyone's current tile."""
        return {person: body.tile for person, body in self._people.items()}

    def deeds(self) -> dict[PersonId, Deed | None]:
        """Everyone's current deed."""
        return {person: body.deed for person, body in self._people.items()}

    # --- one person

    def _after(self, body: _Body, shown: Shown | None) -> Shown:
        """The visible state of a person after a step; a missing deed means that it continues."""
        if shown is None:
            return body.shown
        if not shown.what and not shown.address:
            return Shown(shown.tile, body.shown.emoji, body.shown.what, body.shown.address, body.shown.chat)
        return shown

    def _live(self, tick: int, person: PersonId, body: _Body, after: Shown) -> None:
        to = Tile(*after.tile)
        apart = abs(to.x - body.tile.x) + abs(to.y - body.tile.y)
        other = (after.what, after.emoji, after.address) != (body.shown.what, body.shown.emoji, body.shown.address)
        if apart > 1:
            self._jump(tick, person, body, self._deed(after, to, walking=False), to)
        elif other or apart == 0:
            self._settle(tick, person, body, self._deed(after, body.tile, walking=apart == 1))
        if apart == 1:
            self._walk(tick, person, body, to)
        else:
            self._tell_walk(person, body)
        body.tile, body.shown = to, after

    def _settle(self, tick: int, person: PersonId, body: _Body, deed: Deed | None) -> None:
        """Change a person's deed, if it differs."""
        if deed == body.deed:
            return
        self._tell_walk(person, body)
        if body.deed is not None:
            self._tell(tick, person, DeedEnded(body.deed))
        if deed is not None:
            self._tell(tick, person, DeedBegan(deed, body.tile))
        body.deed = deed

    def _jump(self, tick: int, person: PersonId, body: _Body, deed: Deed | None, to: Tile) -> None:
        """Move a person to a tile they cannot have walked to, as after missing steps."""
        self._tell_walk(person, body)
        if body.deed is not None:
            self._tell(tick, person, DeedEnded(body.deed))
        self._tell(tick, person, Entered(to, deed))
        body.deed = deed

    def _walk(self, tick: int, person: PersonId, body: _Body, to: Tile) -> None:
        if len(body.walked) > LONGEST_WALK_TILES:
            self._tell_walk(person, body)
        if not body.walked:
            body.since, body.walked = tick, [body.tile]
        body.walked.append(to)

    def _tell_walk(self, person: PersonId, body: _Body) -> None:
        if len(body.walked) > 1:
            self._tell(body.since, person, SetOff(Route(tuple(body.walked))))
        body.walked = []

    def _deed(self, shown: Shown, tile: Tile, *, walking: bool) -> Deed | None:
        if not shown.what:
            return None
        if walking:
            return Deed(shown.what, shown.emoji)
        room, thing = self._whither(shown.address, tile)
        asleep = any(word in shown.what.casefold() for word in SLEEPING) and thing is not None
        return Deed(shown.what, shown.emoji, at=room, thing=thing, asleep=asleep)

    # --- talks

    def _end_talks(self, tick: int, after: Mapping[PersonId, Shown]) -> None:
        for name, talk in list(self._talks.items()):
            if not any(after[PersonId(who)].chat == talk.lines for who in (talk.told_by, talk.partner)):
                self._end(name, tick)

    def _end(self, name: str, tick: int) -> None:
        talk = self._ended[name] = self._talks.pop(name)
        while talk.said < len(talk.lines):
            self._say_next(tick, talk)
        self._tell(tick, PersonId(talk.told_by), TalkEnded(TalkId(name), "over"))
        for who in (talk.told_by, talk.partner):
            self._people[PersonId(who)].talk = ""

    def _begin_talks(self, tick: int, after: Mapping[PersonId, Shown]) -> None:
        for person, body in self._people.items():
            lines = after[person].chat
            if not lines or (body.talk and self._talks[body.talk].lines == lines):
                continue
            partner = self._partner(person, after[person])
            if partner is None:
                continue
            others = {self._people[who].talk for who in (person, partner)} - {""}
            if any(self._talks[name].begun == tick for name in others):
                continue  # one talk at a time
            for name in sorted(others):
                self._end(name, tick)
            self._begin(tick, person, partner, lines, after)

    def _partner(self, person: PersonId, shown: Shown) -> PersonId | None:
        """A person's partner: the other speaker, or the person they addressed."""
        names = [speaker for speaker, _ in shown.chat] + [shown.address.removeprefix("<persona>").strip()]
        known = [self._ids[name] for name in names if name in self._ids]
        return next((who for who in known if who != person), None)

    def _begin(
        self, tick: int, person: PersonId, partner: PersonId, lines: TalkLines, after: Mapping[PersonId, Shown]
    ) -> None:
        first = self._ids.get(lines[0][0], person)
        told_by, other = (first, partner if first == person else person)
        moves = self._people[other].tile != Tile(*after[other].tile)
        if other < told_by and moves:
            # A talk stops both; a person who walks on needs a new walk event after it.
            told_by, other = other, told_by
        name = f"{tick}-{told_by}"
        for who in (told_by, other):
            self._tell_walk(who, self._people[who])
            self._people[who].talk = name
        self._talks[name] = _Talk(lines, told_by, other, tick)
        self._tell(tick, told_by, TalkBegan(TalkId(name), other))

    def _say_next(self, tick: int, talk: _Talk) -> None:
        if talk.said >= len(talk.lines):
            return
        speaker, text = talk.lines[talk.said]
        talk.said += 1
        who = self._ids.get(speaker, PersonId(talk.told_by))
        if who in (talk.told_by, talk.partner):
            self._tell(tick, who, Said(TalkId(f"{talk.begun}-{talk.told_by}"), text))

    def _tell(self, tick: int, person: PersonId, event: Event) -> None:
        self._told.append((tick, person, event))

    # --- keeping

    def keep(self) -> dict[str, Any]:
        """All of its state after a pause, as JSON."""
        people = {
            person: {"tile": body.tile, "shown": asdict(body.shown), "talk": body.talk,
                     "deed": None if body.deed is None else asdict(body.deed)}
            for person, body in self._people.items()
        }  # fmt: skip
        talks, ended = ({name: asdict(talk) for name, talk in each.items()} for each in (self._talks, self._ended))
        return {"people": people, "talks": talks, "ended": ended}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Restore the state."""
        for person, each in kept["people"].items():
            shown = each["shown"]
            lines = tuple((speaker, text) for speaker, text in shown["chat"])
            seen = Shown(tuple(shown["tile"]), shown["emoji"], shown["what"], shown["address"], lines)
            deed = None if each["deed"] is None else Deed(**each["deed"])
            self._people[PersonId(person)] = _Body(Tile(*each["tile"]), seen, deed, talk=each["talk"])
        self._talks, self._ended = (
            {
                name: _Talk(**{**talk, "lines": tuple((speaker, text) for speaker, text in talk["lines"])})
                for name, talk in kept[key].items()
            }
            for key in ("talks", "ended")
        )
