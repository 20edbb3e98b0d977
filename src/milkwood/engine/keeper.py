"""What the engine tells whoever keeps its history, and what it takes from an outside hand.

Knows no storage. Invariant: what is told is settled, in whole ticks, and never taken back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from milkwood.ids import PersonId
from milkwood.mind.port import Kept, Memory
from milkwood.models.port import Content
from milkwood.plain import JsonObject
from milkwood.town.acts import OUTSIDE as OUTSIDE
from milkwood.town.events import Event, Happening, Refused, Reminded, Told, Whispered
from milkwood.town.town import Scene

Remembered: TypeAlias = tuple[int, PersonId, Memory]
"""A memory, when and by whom."""

Reason: TypeAlias = tuple[int, PersonId, Content]
"""Why somebody did what they did at a tick."""


@dataclass(frozen=True, slots=True)
class RestingPerson:
    """A person between two thoughts: their mind, and when they are next roused."""

    mind: Kept
    wake: int
    roused: bool
    """Roused at the very tick of the snapshot, by something other than the time they asked for."""
    felt: tuple[Event, ...] = ()
    """What befell them at the tick before."""

    def keep(self) -> Kept:
        """All but the time they asked for, as JSON can hold it."""
        felt = [[event.tried, event.why] for event in self.felt if isinstance(event, Refused)]
        voices = [event.text for event in self.felt if isinstance(event, Whispered)]
        reminders = [list(event.texts) for event in self.felt if isinstance(event, Reminded)]
        told = [[event.text, event.by, event.room, event.start] for event in self.felt if isinstance(event, Told)]
        kept = {"mind": self.mind, "roused": self.roused, "refused": felt, "voices": voices}
        return {**kept, **({"reminders": reminders} if reminders else {}), **({"told": told} if told else {})}

    @classmethod
    def restored(cls, kept: Kept, wake: int) -> "RestingPerson":
        """What `keep` kept."""
        refused = [Refused(tried, why) for tried, why in kept["refused"]]
        voices = [Whispered(text) for text in kept["voices"]]
        reminders = [Reminded(tuple(texts)) for texts in kept.get("reminders", ())]
        told = [Told(text, by, room, start) for text, by, room, start in kept.get("told", ())]
        return cls(kept["mind"], wake, kept["roused"], (*refused, *voices, *reminders, *told))


@dataclass(frozen=True, slots=True)
class Input:
    """Something from outside the town that takes effect at a tick: a whisper, a changed thing, an arrival."""

    tick: int
    kind: str
    person: PersonId | None
    content: JsonObject


class Keeper(Protocol):
    """Whoever keeps the history of a run; the chronicle is one."""

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        """All that happened and was remembered at ticks before `up_to` and has not been told yet."""
        ...

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """Why people did what is recorded next."""
        ...

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """The whole town at a tick, minds included."""
        ...


class NullKeeper:
    """A keeper that keeps nothing."""

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        """Let it go."""

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """Let them go."""

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """Let it go."""
