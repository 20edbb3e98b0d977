"""Which minds a run has: recorded in its header, fixed for its whole history."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from milkwood.mind.head import Switches
from milkwood.providers.sentences import Sentences

TOWN, RULE = "town", "rule"
"""Kinds of minds: people who remember and think; people who live by habit, for measuring everything else."""


@dataclass(frozen=True, slots=True)
class MindConfig:
    """Kind of minds, embedding and switches: part of the history, so they never change during a run."""

    kind: str = TOWN
    embedding: bool = True
    """Compare memories by meaning; otherwise by words alone."""
    switches: Switches = field(default_factory=Switches)
    limits: Mapping[str, int] = field(default_factory=dict)
    """Limits on questions that differ from the usual ones."""

    def to_header(self) -> dict[str, Any]:
        """As stored in a header."""
        if self.kind == RULE:
            return {"mind": RULE}
        off = [name for name, on in asdict(self.switches).items() if not on]
        limits = {"limits": dict(sorted(self.limits.items()))} if self.limits else {}
        return {"mind": TOWN, "embedding": Sentences.name if self.embedding else "", "off": off, **limits}

    @classmethod
    def from_header(cls, settings: Mapping[str, Any]) -> "MindConfig":
        """As read from a header."""
        off = dict.fromkeys(settings.get("off", ()), False)
        limits = settings.get("limits", {})
        return cls(str(settings.get("mind", RULE)), bool(settings.get("embedding")), Switches(**off), limits)
