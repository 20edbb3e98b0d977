"""What a rule mind carries from one thought to the next, and how what earlier releases kept is brought up.

Knows no rule. Invariant: every field has a name and a type, and the codec of states can write it down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from milkwood.ids import PersonId
from milkwood.mind.port import Kept
from milkwood.mind.state import AskedAhead
from milkwood.mind.state.versions import version_of

VERSION: Final = 2


@dataclass(frozen=True, slots=True)
class Timed:
    """Something to do, for so many ticks or minutes."""

    what: str
    length: int


@dataclass(frozen=True, slots=True)
class Due:
    """An answer to take in at a tick, and what it is about."""

    tick: int
    asked: AskedAhead
    block: int = -1
    partners: tuple[PersonId, ...] = ()


@dataclass(slots=True)
class RuleState:
    """Everything a rule mind carries from one thought to the next."""

    version: int = VERSION
    day: int = 0
    awake: bool = False
    block: int = -1
    deeds: list[Timed] = field(default_factory=list)
    """What is left to do of this block, in ticks."""
    until: int = 0
    heading: bool = False
    stuck: bool = False
    asked: int = -1
    """The last block of the day whose deeds have been asked for."""
    promised: int = -1
    """The block to whose place one has last bound oneself to go."""
    coming: dict[str, list[Timed]] = field(default_factory=dict)
    """The deeds of blocks to come, as far as they are known, in minutes, by the block's number."""
    morrow: AskedAhead | None = None
    """The question about the next day's plan, put on falling asleep."""
    talked: dict[PersonId, int] = field(default_factory=dict)
    met: list[PersonId] = field(default_factory=list)
    talk: str = ""
    partners: list[PersonId] = field(default_factory=list)
    lines: list[list[str]] = field(default_factory=list)
    unweighed: int = 0
    weighed: int = 0
    """How many memories have been weighed since one last reflected."""
    pending: list[Due] = field(default_factory=list)
    """Questions asked ahead whose answers nobody can see yet."""


def brought_up(kept: Kept) -> Kept:
    """A kept rule mind in the newest layout, of whatever version it was."""
    return _named(kept) if version_of(kept, VERSION) == 1 else kept


def _named(kept: Kept) -> Kept:
    """What a mind of the first release kept, with names instead of places in lists."""

    def due(tick: int, kind: str, asked: int, n: int, content: Kept) -> Kept:
        question = {"kind": kind, "tick": asked, "n": n, "content": content}
        return {"tick": tick, "asked": question, "block": content.get("block", -1), "partners": content.get("with", ())}

    def deeds(plain: Sequence[tuple[str, int]]) -> list[Kept]:
        return [{"what": what, "length": length} for what, length in plain]

    morrow = kept["morrow"] and due(0, "plan_day", *kept["morrow"])["asked"]
    coming = {str(block): deeds(found) for block, found in kept["coming"]}
    pending = [due(*each) for each in kept["pending"]]
    return {**kept, "deeds": deeds(kept["deeds"]), "coming": coming, "morrow": morrow, "pending": pending}
