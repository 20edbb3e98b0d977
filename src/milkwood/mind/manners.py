"""How a person is used to meeting others and things: what they decided before in like cases.

Knows tallies of decisions, no moment. Invariant: what is usual follows from what was decided when it was thought about;
what was done out of habit does not count, so that a habit never feeds itself. All of it comes back from `keep`.
"""

from collections.abc import Mapping, Sequence

from milkwood.chance import Stream

ENOUGH = 2
"""So many decisions in like cases make a habit."""
LET_BE = 2
"""A thing that was let be so often, and never seen to, is let be."""
ANEW = 1 / 5
"""How often one thinks about it all the same."""
MOST = 60
"""How many kinds of cases are remembered; the one longest unmet goes first."""
LATELY = 12
"""How many decisions count: older ones pale, so that people can change."""


class Manners:
    """One person's habits of noticing and letting be."""

    def __init__(self) -> None:
        self._known: dict[str, list[int]] = {}

    def decided(self, case: str, did: bool) -> None:
        """Note what was decided after a thought: whether one did something about it."""
        does, lets = self._known.pop(case, [0, 0])
        does, lets = does + did, lets + (not did)
        if does + lets > LATELY:
            does, lets = does * LATELY // (does + lets), lets * LATELY // (does + lets)
        self._known[case] = [does, lets]
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def usually(self, case: str, draw: Stream) -> bool | None:
        """Whether one does something about it, as usual; None when there is no usual or one thinks all the same."""
        does, lets = self._known.get(case, (0, 0))
        if does + lets < ENOUGH or draw.happens(ANEW):
            return None
        return draw.happens(does / (does + lets))

    def lets_be(self, case: str, draw: Stream) -> bool:
        """Whether one lets a thing be, as always."""
        does, lets = self._known.get(case, (0, 0))
        return not does and lets >= LET_BE and not draw.happens(ANEW)

    def met(self, case: str) -> int:
        """How often such a case was thought about lately."""
        return sum(self._known.get(case, ()))

    def keep(self) -> dict[str, list[int]]:
        """All of it; what it holds is never changed in place."""
        return dict(self._known)

    def restore(self, kept: Mapping[str, Sequence[int]]) -> None:
        """As it was."""
        self._known = {case: [int(does), int(lets)] for case, (does, lets) in kept.items()}
