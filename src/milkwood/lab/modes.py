"""JSON modes of an endpoint, compared: the same questions in each mode, one after the other.

Invariants: only whole rounds count, so that all modes were asked the same; the order changes from round to round, since
an endpoint answers a prompt faster that it has just read; a mode counts as working if an answer came in it.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from milkwood.lab.paper import Paper
from milkwood.lab.sheet import ExamMark, TimedCall, WatchedEndpoint
from milkwood.providers.presets import Means
from milkwood.providers.profile import ModeFigures
from milkwood.questions.aptitude import USABLE_SHARE
from milkwood.run.model_stack import ModelStack

MODE_KINDS: Final = ("react", "speak", "react", "speak", "break_down", "break_down")
"""Questions of a comparison, short ones first: a slow model answers only those."""
MIN_ROUNDS: Final = 3
"""Questions on which the choice of a mode rests."""
FASTER_FACTOR: Final = 0.8
"""A mode is faster if it takes at most this much of another's time for each usable answer."""
MARGIN_SHARE: Final = 0.1
"""A mode is about as usable if its share of usable answers is at most this much lower."""


@dataclass(slots=True)
class ModeSeat:
    """A model in one JSON mode."""

    mode: Means
    stack: ModelStack
    watched: WatchedEndpoint
    calls: list[TimedCall]
    """All of them."""
    marks: list[ExamMark] = field(default_factory=list)
    """Of whole rounds."""
    counted: list[TimedCall] = field(default_factory=list)
    """Calls of whole rounds."""
    works: bool | None = None
    """Whether an answer came in this mode; None if there was no time to find out."""

    @property
    def figures(self) -> ModeFigures:
        """The result."""
        written = sum(call.theirs[1] or call.ours[1] for call in self.counted)
        took = sum(call.seconds for call in self.counted)
        return ModeFigures(
            self.mode,
            self.works,
            len(self.marks),
            sum(mark.outcome != "fallback" for mark in self.marks),
            round(sum(mark.seconds for mark in self.marks), 3),
            round(written / took, 1) if written and took else None,
        )


class ModeTrial:
    """A comparison of modes."""

    def __init__(
        self,
        seats: Sequence[ModeSeat],
        ask: Callable[[ModeSeat, Paper], Awaitable[ExamMark | None]],
        until: float,
    ) -> None:
        self._seats = seats
        self._ask = ask
        self._until = until
        """The end of the time for it, on the monotonic clock."""
        self._longest = 0.0
        self.asked: list[Paper] = []
        """Questions of whole rounds."""

    async def hold(self, papers: Sequence[Paper]) -> None:
        """Ask as many rounds as fit into the time."""
        modes = [seat.mode for seat in self._seats]
        seats = {seat.mode: seat for seat in self._seats}
        for number, paper in enumerate(mode_papers(papers)):
            results: dict[Means, tuple[ExamMark, list[TimedCall]]] = {}
            for mode in rotated(modes, number):
                seat, before = seats[mode], len(seats[mode].calls)
                if time.monotonic() + self._longest > self._until:
                    return
                mark = await self._ask(seat, paper)
                if mark is None:
                    return
                self._longest = max(self._longest, mark.seconds)
                results[mode] = mark, seat.calls[before:]
            if number == 0:
                modes = [mode for mode in modes if any(call.json_mode == mode for call in results[mode][1])]
                for seat in self._seats:
                    seat.works = seat.mode in modes
            for mode in modes:
                seats[mode].marks.append(results[mode][0])
                seats[mode].counted += results[mode][1]
            self.asked.append(paper)


def mode_papers(papers: Sequence[Paper]) -> list[Paper]:
    """The questions of a comparison: real ones, without traps."""
    left, chosen = [each for each in papers if each.trap is None], list[Paper]()
    for kind in MODE_KINDS:
        found = next((each for each in left if each.question.id.kind == kind), None)
        if found is not None:
            left.remove(found)
            chosen.append(found)
    return chosen


def rotated(modes: Sequence[Means], number: int) -> list[Means]:
    """The order of the modes in a round."""
    first = number % len(modes) if modes else 0
    return [*modes[first:], *modes[:first]]


def best_mode(figures: Sequence[ModeFigures]) -> Means | None:
    """The mode to use instead of the usual one, which comes first: clearly faster, and about as usable."""
    known = [each for each in figures if each.works and each.asked >= MIN_ROUNDS]
    if not known:
        return None
    usual = best = known[0]
    for each in known[1:]:
        took, most = each.seconds_per_usable, best.seconds_per_usable
        is_faster = took is not None and (most is None or took <= FASTER_FACTOR * most)
        if is_faster and each.share >= max(usual.share - MARGIN_SHARE, USABLE_SHARE):
            best = each
    return None if best is usual else best.mode
