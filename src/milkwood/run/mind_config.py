"""Which minds a run has: recorded in its header, fixed for its whole history.

Knows the switches of a mind and the name of the embedder; makes no minds.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from milkwood.mind.head import Switches
from milkwood.providers.sentences import Sentences

TOWN, RULE = "town", "rule"
"""Minds that remember and think, and those that live by habit (for measuring everything around a mind)."""


@dataclass(frozen=True, slots=True)
class Minds:
    """What minds a run is lived with: it bears on what happens, and stays as it was begun."""

    kind: str = TOWN
    embedding: bool = True
    """Whether memories are compared by meaning; otherwise by words alone."""
    switches: Switches = field(default_factory=Switches)

    def plain(self) -> dict[str, Any]:
        """As a header keeps it."""
        if self.kind == RULE:
            return {"mind": RULE}
        off = [name for name, on in asdict(self.switches).items() if not on]
        return {"mind": TOWN, "embedding": Sentences.name if self.embedding else "", "off": off}

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Minds":
        """As a header has it."""
        off = dict.fromkeys(settings.get("off", ()), False)
        return cls(str(settings.get("mind", RULE)), bool(settings.get("embedding")), Switches(**off))
