"""What a person may tell those who listen: whom a memory is news to, and what stays unsaid.

Invariant: what is private, or secret from a listener, is never to be told, whatever else is true of it.
"""

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from milkwood.models.wording import touched
from milkwood.questions.terms import Recalled

Telling: TypeAlias = Literal["may_tell", "shared", "unsaid"]
TOLD_WORD_SHARE: Final = 0.7
"""Share of a memory's words that a line must contain to count as telling it."""


def telling(memory: Recalled, listeners: Collection[str]) -> Telling:
    """Whether a memory may be told to the listeners, is no news to any of them, or must stay unsaid."""
    there = set(listeners)
    if memory["private"] or not there.isdisjoint(memory.get("secret_from", ())):
        return "unsaid"
    return "shared" if there and _knowing(memory, there) == there else "may_tell"


def told_in(line: str, memories: Sequence[Recalled]) -> list[Recalled]:
    """Those memories that a line tells nearly word for word."""
    told = set(touched([memory["text"] for memory in memories], [line], TOLD_WORD_SHARE))
    return [memory for memory in memories if memory["text"] in told]


def given_away(line: str, memories: Sequence[Recalled], listeners: Collection[str]) -> Recalled | None:
    """A memory that must stay unsaid, which a line tells to a listener who does not know it."""
    there = set(listeners)
    unsaid = [each for each in memories if telling(each, there) == "unsaid" and _knowing(each, there) != there]
    return next(iter(told_in(line, unsaid)), None)


def _knowing(memory: Recalled, listeners: set[str]) -> set[str]:
    return listeners & {*memory["known_to"], *memory["about"], *memory.get("witnesses", ())}
