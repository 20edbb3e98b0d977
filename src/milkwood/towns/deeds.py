"""What people of a town do in their activities: the deeds that a pack brings for trades and places of its own.

Invariant: an activity applies to a trade, to words of a plan, or to a place or thing, and has at least one deed.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from milkwood.town.places import OpeningHours
from milkwood.words import Words

DeedPart: TypeAlias = Literal["begin", "middle", "end"]
"""Where in an activity a deed belongs."""


@dataclass(frozen=True, slots=True)
class DeedSource:
    """One deed of an activity."""

    what: Words
    emoji: str
    things: tuple[str, ...]
    """Kinds of things, one of which must be there; empty for none."""
    state: str
    """The key of the state in which the thing is meanwhile; empty for none."""
    part: DeedPart
    seasons: tuple[str, ...]
    """Empty for all."""
    hours: OpeningHours | None


@dataclass(frozen=True, slots=True)
class ActivitySource:
    """An activity with its deeds."""

    words: tuple[Words, ...]
    """Words of a plan that name it."""
    trades: tuple[Words, ...]
    """Words of a person's work whose activity it is."""
    rooms: tuple[str, ...]
    """Kinds of sectors or rooms, one of which it needs; empty for any."""
    seasons: tuple[str, ...]
    hours: OpeningHours | None
    deeds: tuple[DeedSource, ...]
