"""All that the server shares between requests: the runs there are, those it lives, and their towns.

Knows the parts, decides nothing. Invariant: one house a server; its parts may be asked from any thread.
"""

from dataclasses import dataclass, field

from milkwood.server.living import Lives
from milkwood.server.packs import Packs
from milkwood.server.shelf import Shelf
from milkwood.server.wire_run import StateOut


@dataclass(frozen=True, slots=True)
class House:
    """Runs, lives and packs."""

    shelf: Shelf = field(default_factory=Shelf)
    lives: Lives = field(default_factory=Lives)
    packs: Packs = field(default_factory=Packs)

    def state(self, name: str) -> StateOut:
        """Whether a run is lived by this server, by another process, or by nobody."""
        if self.lives.find(name) is not None:
            return "living"
        return "elsewhere" if self.shelf.is_lived_elsewhere(name) else "resting"

    def close(self) -> None:
        """Let all runs rest."""
        self.lives.close()
