"""What a language model is shown: rules, a person, a moment, in an order that keeps what is known at the front.

Knows no vendor and no question. Invariant: a prompt is plain text in parts, the steadiest first, so that whoever sends
it can mark how far it is the same as before.
"""

from dataclasses import dataclass
from typing import Final

GAP: Final = "\n\n"
"""What stands between two parts."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is shown."""

    system: str
    """The rules of this kind of question: the same for everybody."""
    parts: tuple[str, ...]
    """The person, then what changes slowly."""
    user: str
    """The moment."""

    @property
    def text(self) -> str:
        """All of it, in order."""
        return GAP.join((self.system, *self.parts, self.user))
