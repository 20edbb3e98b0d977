"""A person's body as others see it: position, deed, talk.

Invariant: frozen; a body's tile at a tick follows from its motion alone, so steps of a walk need no records.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from milkwood.ids import RoomId, TalkId, ThingId
from milkwood.town.tile import Route, Tile


@dataclass(frozen=True, slots=True)
class Standing:
    """Staying on one tile."""

    tile: Tile

    def at(self, _tick: int) -> Tile:
        """Where the body is at a tick."""
        return self.tile


@dataclass(frozen=True, slots=True)
class Walking:
    """Walking along a route, one tile per tick since a tick."""

    since: int
    route: Route

    def at(self, tick: int) -> Tile:
        """Where the body is at a tick; at the end of the route it stays."""
        return self.route.after(tick - self.since)

    @property
    def arrives(self) -> int:
        """The tick at which the end is reached."""
        return self.since + self.route.steps


Motion: TypeAlias = Standing | Walking


@dataclass(frozen=True, slots=True)
class Deed:
    """What someone is doing, for others to see."""

    what: str
    emoji: str = ""
    at: RoomId | None = None
    """The room it is done in."""
    thing: ThingId | None = None
    """The thing it is done with."""
    effect: str = ""
    """The state in which that thing is meanwhile; it is idle again when the deed ends."""
    note: str = ""
    """A few words on the thing meanwhile, for readers; nobody perceives them."""
    asleep: bool = False
    busy: bool = False
    """Whether it is plainly not to be interrupted: a lecture, a shower."""
    stays: int = 0
    """The tick until which the person commits to this room (rule T5)."""
    house: int = 0
    """The tick until which the person commits to the house of this room; 0 = not at all."""


@dataclass(frozen=True, slots=True)
class Onward:
    """Where a person goes when a commitment ends (rule T5): along this route, to this room, until a tick."""

    until: int
    room: RoomId
    way: Route
    """From the last tile of the first room on; inside that room the person may walk freely."""
    house: int = 0
    """The tick until which they stay in the house of the room: not before `until`, or 0."""

    @property
    def ends(self) -> int:
        """The tick from which the person is uncommitted."""
        return max(self.until, self.house)


@dataclass(frozen=True, slots=True)
class Bound:
    """A commitment (rule T5): until a tick the person follows this route to this room and does not leave it.

    It may continue for the house that the room is part of.
    """

    until: int
    room: RoomId
    way: Route | None = None
    onward: Onward | None = None
    """The only place they may go to afterwards; they may also stay."""
    house: int = 0
    """The tick until which they stay in the house of the room: not before `until`, or 0."""

    @property
    def leaves(self) -> int:
        """The tick from which they may leave the room, and the house if committed to it."""
        return max(self.until, self.house)

    @property
    def ends(self) -> int:
        """The tick from which the person is uncommitted."""
        return self.onward.ends if self.onward is not None else self.leaves


@dataclass(frozen=True, slots=True)
class Body:
    """One person's body."""

    motion: Motion
    deed: Deed | None = None
    talk: TalkId | None = None
    bound: Bound | None = None

    def tile(self, tick: int) -> Tile:
        """Where it is at a tick."""
        return self.motion.at(tick)

    def walking(self, tick: int) -> bool:
        """Whether it is still on its way at a tick."""
        return isinstance(self.motion, Walking) and tick < self.motion.arrives

    def arrives(self, tick: int) -> bool:
        """Whether a walk ends at this tick."""
        return isinstance(self.motion, Walking) and tick == self.motion.arrives

    @property
    def asleep(self) -> bool:
        """Whether it sleeps, and so perceives nothing."""
        return self.deed is not None and self.deed.asleep

    @property
    def free(self) -> bool:
        """Whether it could be talked to: awake and in no talk."""
        return self.talk is None and not self.asleep

    def halted(self, tick: int) -> "Body":
        """The same body, standing where it is at a tick."""
        return replace(self, motion=Standing(self.tile(tick)))
