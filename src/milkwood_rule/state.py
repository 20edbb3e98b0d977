"""The state of a rule mind, and the migration of states from earlier releases.

Invariant: every field has a type, and the codec of states can write it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from milkwood.ids import PersonId
from milkwood.mind.port import Kept
from milkwood.mind.state import AskedAhead
from milkwood.mind.state.versions import version_of

RULE_STATE_VERSION: Final = 2


@dataclass(frozen=True, slots=True)
class Timed:
    """An activity with its duration in ticks or minutes."""

    what: str
    length: int


@dataclass(frozen=True, slots=True)
class Due:
    """An answer that is due at a tick, and its subject."""

    tick: int
    asked: AskedAhead
    block: int = -1
    partners: tuple[PersonId, ...] = ()


@dataclass(slots=True)
class RuleState:
    """The state of a rule mind."""

    version: int = RULE_STATE_VERSION
    day: int = 0
    awake: bool = False
    block: int = -1
    deeds: list[Timed] = field(default_factory=list)
    """The remaining deeds of this block, in ticks."""
    until: int = 0
    heading: bool = False
    stuck: bool = False
    asked: int = -1
    """The last block whose deeds have been requested."""
    promised: int = -1
    """The last block whose place was committed to as a destination."""
    coming: dict[str, list[Timed]] = field(default_factory=dict)
    """Known deeds of future blocks in minutes, by block index."""
    morrow: AskedAhead | None = None
    """The question about the next day's plan, asked when falling asleep."""
    talked: dict[PersonId, int] = field(default_factory=dict)
    met: list[PersonId] = field(default_factory=list)
    whom: PersonId | None = None
    """The person they walk up to."""
    give_up: int = 0
    """The tick at which they stop walking up to that person."""
    talk: str = ""
    partners: list[PersonId] = field(default_factory=list)
    lines: list[list[str]] = field(default_factory=list)
    unweighed: int = 0
    weighed: int = 0
    """Memories weighed since the last reflection."""
    pending: list[Due] = field(default_factory=list)
    """Questions asked ahead whose answers are not due yet."""


def brought_up(kept: Kept) -> Kept:
    """A saved rule mind of any version, in the newest layout."""
    return _named(kept) if version_of(kept, RULE_STATE_VERSION) == 1 else kept


def _named(kept: Kept) -> Kept:
    """The state of the first release, with named fields instead of lists."""

    def due(tick: int, kind: str, asked: int, n: int, content: Kept) -> Kept:
        question = {"kind": kind, "tick": asked, "n": n, "content": content}
        return {"tick": tick, "asked": question, "block": content.get("block", -1), "partners": content.get("with", ())}

    def deeds(plain: Sequence[tuple[str, int]]) -> list[Kept]:
        return [{"what": what, "length": length} for what, length in plain]

    morrow = kept["morrow"] and due(0, "plan_day", *kept["morrow"])["asked"]
    coming = {str(block): deeds(found) for block, found in kept["coming"]}
    pending = [due(*each) for each in kept["pending"]]
    return {**kept, "deeds": deeds(kept["deeds"]), "coming": coming, "morrow": morrow, "pending": pending}
