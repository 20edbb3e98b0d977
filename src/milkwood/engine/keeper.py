"""Interface between the engine and the keeper of its history; inputs from outside.

Invariant: the keeper gets settled history in whole ticks, and it is never revised.
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
"""A memory with its tick and person."""

Reason: TypeAlias = tuple[int, PersonId, Content]
"""Why a person acted as they did at a tick."""


@dataclass(frozen=True, slots=True)
class RestingPerson:
    """A person between two thoughts: their mind and next wake time."""

    mind: Kept
    wake: int
    roused: bool
    """Woken at the tick of the snapshot by something other than the requested time."""
    felt: tuple[Event, ...] = ()
    """Events of the tick before that they feel."""

    def keep(self) -> Kept:
        """Everything but the wake time, as JSON."""
        felt = [[event.tried, event.why, event.until] for event in self.felt if isinstance(event, Refused)]
        voices = [event.text for event in self.felt if isinstance(event, Whispered)]
        reminders = [list(event.texts) for event in self.felt if isinstance(event, Reminded)]
        told = [[event.text, event.by, event.room, event.start] for event in self.felt if isinstance(event, Told)]
        kept = {"mind": self.mind, "roused": self.roused, "refused": felt, "voices": voices}
        return {**kept, **({"reminders": reminders} if reminders else {}), **({"told": told} if told else {})}

    @classmethod
    def restored(cls, kept: Kept, wake: int) -> "RestingPerson":
        """The inverse of `keep`."""
        refused = [Refused(*each) for each in kept["refused"]]
        voices = [Whispered(text) for text in kept["voices"]]
        reminders = [Reminded(tuple(texts)) for texts in kept.get("reminders", ())]
        told = [Told(text, by, room, start) for text, by, room, start in kept.get("told", ())]
        return cls(kept["mind"], wake, kept["roused"], (*refused, *voices, *reminders, *told))


@dataclass(frozen=True, slots=True)
class Input:
    """An outside input that takes effect at a tick: a whisper, a changed thing, an arrival."""

    tick: int
    kind: str
    person: PersonId | None
    content: JsonObject


class Keeper(Protocol):
    """Keeps the history of a run; the chronicle is one."""

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        """Everything that happened and was remembered before `up_to` and was not recorded yet."""
        ...

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """Reasons for the actions that are recorded next."""
        ...

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """The whole town at a tick, minds included."""
        ...


class NullKeeper:
    """A keeper that keeps nothing."""

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        """Do nothing."""

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """Do nothing."""

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """Do nothing."""
