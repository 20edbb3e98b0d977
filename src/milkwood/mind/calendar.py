"""What a person has promised or means to do at a set time: dated, placed, honoured by the next plan.

Knows ticks, no words of plans. Invariant: promises are numbered in the order they were made; the same thing is not
promised twice; what was declined is kept with its reason, so that one can say why one stayed away.
"""

from collections.abc import Iterable
from dataclasses import dataclass

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

    def overlaps(self, start: int, end: int) -> bool:
        """Whether it falls into a stretch of time."""
        return self.start < end and start < self.end


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
    ) -> Promise | None:
        """A new promise, or one that was declined and is now made; None when it is known, which then gains company."""
        for known in self.promises:
            if known.overlaps(start, end) and (known.place == place or not place) and known.status in (OPEN, DECLINED):
                known.company = sorted({*known.company, *company})
                if known.status == DECLINED and not declined:
                    known.status, known.reason = OPEN, ""
                    return known
                return None
        status = DECLINED if declined else OPEN
        promise = Promise(len(self.promises), what, start, end, place, sorted(set(company)), host, status, reason)
        self.promises.append(promise)
        return promise

    def clash(self, start: int, end: int) -> Promise | None:
        """What is promised already for a stretch of time."""
        return next((each for each in self.promises if each.status == OPEN and each.overlaps(start, end)), None)

    def ahead(self, tick: int) -> list[Promise]:
        """What is still to come, soonest first."""
        coming = [each for each in self.promises if each.status == OPEN and each.end > tick]
        return sorted(coming, key=lambda each: (each.start, each.id))

    def now(self, tick: int) -> list[Promise]:
        """What one is keeping at a tick."""
        return [each for each in self.promises if each.status == KEPT and each.start <= tick < each.end]

    def between(self, start: int, end: int) -> list[Promise]:
        """What is open and falls into a stretch of time, soonest first."""
        return [each for each in self.ahead(start) if each.overlaps(start, end)]

    def keep_word(self, number: int) -> None:
        """One is where one said one would be."""
        if self.promises[number].status == OPEN:
            self.promises[number].status = KEPT

    def ask_to(self, number: int, people: Iterable[str]) -> None:
        """People were asked to one's own event, and are not asked again."""
        self.promises[number].company = sorted({*self.promises[number].company, *people})

    def pass_by(self, tick: int) -> None:
        """What is over and was not kept was missed."""
        for promise in self.promises:
            if promise.status == OPEN and promise.end <= tick:
                promise.status = MISSED

    def keep(self) -> list[Kept]:
        """All of it."""
        return [encoded(promise) for promise in self.promises]

    def restore(self, kept: list[Kept]) -> None:
        """As it was."""
        self.promises = [decoded(Promise, each) for each in kept]
