"""The people of an export: everyone who was ever in a run, with the name of their folder.

Invariant: unknown values are empty.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from milkwood.ids import PersonId
from milkwood.mind.character import Character
from milkwood.mind.head import Head
from milkwood.mind.port import Memory
from milkwood.plain import JsonObject
from milkwood.town.tile import Tile

_CORNER = Tile(0, 0)


@dataclass(frozen=True, slots=True)
class ExportedPerson:
    """A person to export."""

    id: PersonId
    name: str
    character: Character | None
    """Their character; None for a visitor."""
    head: Head | None
    """Their mind at the end; None for rule minds and visitors."""
    memories: tuple[tuple[int, Memory], ...] = field(default=(), hash=False)
    """All recorded memories with their ticks, in order."""
    looks: JsonObject = field(default_factory=dict, hash=False)
    """Their looks, as in a pack."""
    entrance: Tile = _CORNER
    """Their first position."""
    title: str = ""
    """The name of their job."""
    before: JsonObject = field(default_factory=dict, hash=False)
    """Their original scratch file, if they were imported; unknown fields are kept."""
    chats: JsonObject = field(default_factory=dict, hash=False)
    """The lines of imported talks, by number of the memory, of runs that were imported before nodes were kept."""
    nodes: Mapping[int, JsonObject] = field(default_factory=dict, hash=False)
    """Their imported memories as the files had them, by number of the node."""
    known: Mapping[int, int] = field(default_factory=dict, hash=False)
    """The memories that are those nodes: number of the memory, and of the node."""
