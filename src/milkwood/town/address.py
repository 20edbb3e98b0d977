"""Addresses: places and things named from the outside in, `town:sector:room:thing`.

Invariant: `Address.parse(a.say()) == a`.
"""

from dataclasses import dataclass

from milkwood.errors import TownAuthorError
from milkwood.i18n import t
from milkwood.ids import RoomId, SectorId, ThingId

SEPARATOR = ":"


@dataclass(frozen=True, slots=True)
class Address:
    """A sector, a room in it, or a thing in a room."""

    sector: str
    room: str = ""
    thing: str = ""

    def __post_init__(self) -> None:
        if not self.sector or (self.thing and not self.room):
            raise TownAuthorError(
                t("“{text}” is not an address.", text=self.say()),
                remedy=t("Write “sector”, “sector:room” or “sector:room:thing”."),
            )

    @classmethod
    def parse(cls, text: str, town: str = "") -> "Address":
        """The address a text says; the town's own name in front is allowed and left out."""
        parts = [part.strip() for part in text.split(SEPARATOR)]
        if town and len(parts) > 1 and parts[0] == town:
            parts = parts[1:]
        if len(parts) > 3 or not all(parts):
            raise TownAuthorError(
                t("“{text}” is not an address.", text=text),
                remedy=t("Write “sector”, “sector:room” or “sector:room:thing”."),
            )
        return cls(*parts)

    def say(self, town: str = "") -> str:
        """The address as text, with the town in front when given."""
        return SEPARATOR.join(part for part in (town, self.sector, self.room, self.thing) if part)

    @property
    def sector_id(self) -> SectorId:
        """The sector it lies in."""
        return SectorId(self.sector)

    @property
    def room_id(self) -> RoomId | None:
        """The room it names or lies in, if it goes that deep."""
        return RoomId(SEPARATOR.join((self.sector, self.room))) if self.room else None

    @property
    def thing_id(self) -> ThingId | None:
        """The thing it names, if it goes that deep."""
        return ThingId(self.say()) if self.thing else None
