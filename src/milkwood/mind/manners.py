"""A person's habits when meeting others and things: earlier decisions in similar cases.

Invariant: a habit follows from considered decisions; habitual ones do not count, so a habit never reinforces itself.
`keep` covers all of it.
"""

from collections.abc import Mapping, Sequence

from milkwood.chance import Stream

HABIT_DECISIONS = 2
"""Decisions in similar cases that make a habit."""
IGNORED_DECISIONS = 2
"""A thing ignored this often and never acted on is ignored from then on."""
ASK_ANYWAY_CHANCE = 1 / 5
"""Probability of thinking about it despite the habit."""
MAX_CASES = 60
"""Maximum number of case kinds; the one not met for longest is dropped first."""
MAX_DECISIONS = 12
"""Number of decisions that count: older ones fade, so that people can change."""


class Manners:
    """One person's habits of acting and ignoring."""

    def __init__(self) -> None:
        self._known: dict[str, list[int]] = {}

    def decided(self, case: str, did: bool) -> None:
        """Record a considered decision: whether the person acted."""
        does, lets = self._known.pop(case, [0, 0])
        does, lets = does + did, lets + (not did)
        if does + lets > MAX_DECISIONS:
            does, lets = does * MAX_DECISIONS // (does + lets), lets * MAX_DECISIONS // (does + lets)
        self._known[case] = [does, lets]
        if len(self._known) > MAX_CASES:
            del self._known[next(iter(self._known))]

    def usually(self, case: str, draw: Stream) -> bool | None:
        """Whether the person acts, by habit; None without a habit, or if they think about it."""
        does, lets = self._known.get(case, (0, 0))
        if does + lets < HABIT_DECISIONS or draw.happens(ASK_ANYWAY_CHANCE):
            return None
        return draw.happens(does / (does + lets))

    def lets_be(self, case: str, draw: Stream) -> bool:
        """Whether the person always ignores a thing."""
        does, lets = self._known.get(case, (0, 0))
        return not does and lets >= IGNORED_DECISIONS and not draw.happens(ASK_ANYWAY_CHANCE)

    def met(self, case: str) -> int:
        """How often such a case was considered lately."""
        return sum(self._known.get(case, ()))

    def keep(self) -> dict[str, list[int]]:
        """The complete state; its contents are never changed in place."""
        return dict(self._known)

    def restore(self, kept: Mapping[str, Sequence[int]]) -> None:
        """Restore the state."""
        self._known = {case: [int(does), int(lets)] for case, (does, lets) in kept.items()}
