"""A person's promises and dated intentions: when, where, with whom; the next plan honours them.

Invariant: promises are numbered in order of creation; the same thing is not promised twice; a declined one is kept with
its reason, so that the person can say why they stayed away.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from milkwood.mind.codec import decoded, encoded
from milkwood.mind.port import Kept

OPEN, KEPT, MISSED, DECLINED = "open", "kept", "missed", "declined"


@dataclass(slots=True)
class Promise:
    """One promise."""

    id: int
    what: str
    start: int
    end: int
    place: str
    company: list[str]
    host: bool = False
    status: str = OPEN
    reason: str = ""
    coming: list[str] = field(default_factory=list)
    """Who said that they would come; of another's event its host."""
    absent: list[str] = field(default_factory=list)
    """Those of them who did not come, until it is talked about."""
    unseen: list[str] = field(default_factory=list)
    """Those who may have come, but were not seen there, until it is talked about."""
    instead: str = ""
    """What the person did instead of keeping it."""

    def overlaps(self, start: int, end: int) -> bool:
        """Whether it overlaps a span of time."""
        return self.start < end and start < self.end


_SELDOM = frozenset({"coming", "absent", "unseen", "instead"})
"""Fields that are left out of the saved state while they are empty."""


class Calendar:
    """A person's promises."""

    def __init__(self) -> None:
        self.promises: list[Promise] = []

    def add(
        self,
        what: str,
        start: int,
        end: int,
        place: str,
        company: Iterable[str],
        *,
        host: bool = False,
        declined: bool = False,
        reason: str = "",
        coming: Iterable[str] = (),
    ) -> Promise | None:
        """Add a promise, or accept a declined one; None if it is known already, which then gains company."""
        for known in self.promises:
            if known.overlaps(start, end) and (known.place == place or not place) and known.status in (OPEN, DECLINED):
                known.company = sorted({*known.company, *company})
                if known.status == DECLINED and not declined:
                    known.status, known.reason, known.coming = OPEN, "", sorted(set(coming))
                    return known
                return None
        status = DECLINED if declined else OPEN
        promise = Promise(len(self.promises), what, start, end, place, sorted(set(company)), host, status, reason)
        promise.coming = [] if declined else sorted(set(coming))
        self.promises.append(promise)
        return promise

    def hosted(self, start: int, end: int) -> Promise | None:
        """The person's own event in a span of time."""
        own = (each for each in self.promises if each.host and each.status == OPEN)
        return next((each for each in own if each.overlaps(start, end)), None)

    def clash(self, start: int, end: int) -> Promise | None:
        """An open promise in a span of time."""
        return next((each for each in self.promises if each.status == OPEN and each.overlaps(start, end)), None)

    def ahead(self, tick: int) -> list[Promise]:
        """Open promises that are not over, soonest first."""
        coming = [each for each in self.promises if each.status == OPEN and each.end > tick]
        return sorted(coming, key=lambda each: (each.start, each.id))

    def now(self, tick: int) -> list[Promise]:
        """Promises being kept at a tick."""
        return [each for each in self.promises if each.status == KEPT and each.start <= tick < each.end]

    def between(self, start: int, end: int) -> list[Promise]:
        """Open promises in a span of time, soonest first."""
        return [each for each in self.ahead(start) if each.overlaps(start, end)]

    def keep_word(self, number: int) -> None:
        """Mark a promise as kept."""
        if self.promises[number].status == OPEN:
            self.promises[number].status = KEPT

    def ask_to(self, number: int, people: Iterable[str]) -> None:
        """Add people invited to the person's own event, so that they are not asked again."""
        self.promises[number].company = sorted({*self.promises[number].company, *people})

    def pass_by(self, tick: int) -> list[Promise]:
        """Mark open promises that are over as missed; returns those of others."""
        passed = [each for each in self.promises if each.status == OPEN and each.end <= tick]
        for promise in passed:
            promise.status = MISSED
        return [each for each in passed if not each.host]

    def keep(self) -> list[Kept]:
        """The complete state."""
        return [
            {name: value for name, value in encoded(each).items() if value or name not in _SELDOM}
            for each in self.promises
        ]

    def restore(self, kept: list[Kept]) -> None:
        """Restore the state."""
        self.promises = [decoded(Promise, each) for each in kept]
