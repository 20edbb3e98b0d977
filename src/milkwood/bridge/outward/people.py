"""Who goes out: everybody who was ever in a run, with the name their folder has.

Knows characters and minds, no files. Invariant: what is not known of somebody is empty.
"""

from dataclasses import dataclass, field

from milkwood.ids import PersonId
from milkwood.mind.character import Character
from milkwood.mind.head import Head
from milkwood.mind.port import Memory
from milkwood.plain import JsonObject
from milkwood.town.tile import Tile

_CORNER = Tile(0, 0)


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who goes out."""

    id: PersonId
    name: str
    character: Character | None
    """Who they are; None for somebody who only visited."""
    head: Head | None
    """What they have in mind at the end; None for those who live by habit."""
    memories: tuple[tuple[int, Memory], ...] = field(default=(), hash=False)
    """All they wrote down, each with its tick, in order."""
    looks: JsonObject = field(default_factory=dict, hash=False)
    """How they look, in the words of a pack."""
    entrance: Tile = _CORNER
    """Where they were at first."""
    title: str = ""
    """What their work is called."""
    before: JsonObject = field(default_factory=dict, hash=False)
    """Their scratch file, if they came from such a program: what is not known here stays as it was."""
    chats: JsonObject = field(default_factory=dict, hash=False)
    """What was said in talks they came with, by the number of the memory."""
