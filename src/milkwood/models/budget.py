"""The budget of a run: what is spent, what is reserved, and the cap on both together.

Invariants (rule B1): spent and reserved amounts together never exceed the cap, however many calls wait or are in
flight; when nothing more fits, the caller gets a Failure, lowest tick last.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

from milkwood.errors import SetupError
from milkwood.i18n import t, tn
from milkwood.models.completion import Call, Failure
from milkwood.models.port import QuestionId, Usage
from milkwood.models.queue import Queue

INTERVIEW: Final = "interview"
TRIAL: Final = "trial"
"""The question with which a model is tried before a run begins."""
ASIDE: Final = frozenset({INTERVIEW, TRIAL})
"""Kinds of question that no person in the town waits for: a run does not stop when they cannot be paid."""
_CAP = re.compile(r"\$?\s*(\d[\d_,]*(?:\.\d+)?|\.\d+)\s*([kKmM]?)\s*(tokens?|calls?|dollars?|usd)?", re.IGNORECASE)
_TIMES: Final = {"": 1, "k": 1_000, "m": 1_000_000}


class Unit(StrEnum):
    """What a budget can be counted in."""

    DOLLARS = "dollars"
    TOKENS = "tokens"
    CALLS = "calls"


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount of money, tokens and calls."""

    price: float = 0.0
    tokens: int = 0
    calls: int = 0

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(self.price + other.price, self.tokens + other.tokens, self.calls + other.calls)

    def __sub__(self, other: "Sum") -> "Sum":
        return Sum(self.price - other.price, self.tokens - other.tokens, self.calls - other.calls)

    @classmethod
    def of(cls, usage: Usage) -> "Sum":
        """One request; it is no call if it was refused, or never reached the endpoint, and so took nothing."""
        tokens = usage.prompt_tokens + usage.answer_tokens
        return cls(usage.price, tokens, 1 if tokens else 0)


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that a run may take."""

    amount: float
    unit: Unit

    @classmethod
    def parse(cls, text: str) -> "Cap":
        """A budget as a user writes it: `2.00`, `50000tokens`, `300calls`."""
        found = _CAP.fullmatch(text.strip())
        if found is None:
            raise SetupError(
                t("“{text}” is not a budget.", text=text),
                remedy=t("Write for example 2.00 (dollars), 50000tokens or 300calls."),
            )
        amount = float(found[1].replace("_", "").replace(",", "")) * _TIMES[found[2].lower()]
        word = (found[3] or "").lower()
        unit = Unit.TOKENS if word.startswith("token") else Unit.CALLS if word.startswith("call") else Unit.DOLLARS
        return cls(amount, unit)

    def of(self, spent: Sum) -> float:
        """A sum in the unit of the cap."""
        return {Unit.DOLLARS: spent.price, Unit.TOKENS: spent.tokens, Unit.CALLS: spent.calls}[self.unit]

    def say(self, amount: float | None = None) -> str:
        """An amount in this unit, or the cap itself, for people."""
        amount = self.amount if amount is None else amount
        if self.unit is Unit.DOLLARS:
            return f"${amount:.2f}" if amount >= 0.1 or not amount else f"${amount:.4f}"
        if self.unit is Unit.TOKENS:
            return tn("{count:,} token", "{count:,} tokens", count=round(amount))
        return tn("{count:,} call", "{count:,} calls", count=round(amount))


@dataclass(frozen=True, slots=True)
class PaidReply:
    """The end of a call that was paid for."""

    question: QuestionId
    prompt_hash: bytes
    text: str | None
    """What the model wrote; None if the call failed."""
    cut_off: bool = False
    outcome: str = ""
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class SentPrompt:
    """What is recorded of a prompt when it is sent."""

    prompt_hash: bytes
    server: str = ""
    """Host and port of the endpoint; empty if unknown."""


LeftReplies: TypeAlias = dict[tuple[Call, str], list[PaidReply]]
"""Replies by call and model, in the order in which they came."""


class CallLedger(Protocol):
    """Where reservations are kept; the chronicle is one."""

    def spent(self) -> Sum:
        """Everything spent; reservations of requests that never ended count in full."""
        ...

    def replies(self) -> LeftReplies:
        """Replies that were paid for and not used yet."""
        ...

    def reserve(self, call: Call, model: str, most: Usage, sent: SentPrompt | None = None) -> int:
        """Record the most a call can cost, and what it sends; it is on disk when this returns its number."""
        ...

    def resend(self, reservation: int, most: Usage) -> None:
        """Record that a call is sent again; it is on disk when this returns."""
        ...

    def forget(self, question: QuestionId) -> None:
        """Do not use the replies to a question that have come so far: it is asked again."""
        ...

    def fail(self, reservation: int, outcome: str, usage: Usage) -> None:
        """Record a failed request of a call that goes on, and its charge."""
        ...

    def settle(
        self, reservation: int, outcome: str, usage: Usage, cached_tokens: int, reply: PaidReply | None = None
    ) -> None:
        """Record the end of a call, the charge of its last request, and its reply, all at once."""
        ...


class NullLedger:
    """A ledger that records nothing."""

    def spent(self) -> Sum:
        """Nothing so far."""
        return Sum()

    def replies(self) -> LeftReplies:
        """None were kept."""
        return {}

    def reserve(self, call: Call, model: str, most: Usage, sent: SentPrompt | None = None) -> int:  # noqa: ARG002
        """Kept nowhere."""
        return 0

    def resend(self, reservation: int, most: Usage) -> None:
        """Kept nowhere."""

    def forget(self, question: QuestionId) -> None:
        """None were kept."""

    def fail(self, reservation: int, outcome: str, usage: Usage) -> None:
        """Kept nowhere."""

    def settle(
        self, reservation: int, outcome: str, usage: Usage, cached_tokens: int, reply: PaidReply | None = None
    ) -> None:
        """Kept nowhere."""


class Purse:
    """What a run has spent, has reserved, and may spend."""

    def __init__(
        self, ledger: CallLedger, cap: Cap | None = None, at_cap: Callable[[Failure], None] | None = None
    ) -> None:
        self.ledger = ledger
        self._at_cap = at_cap
        self._queue: Queue[Sum] = Queue()
        self.cap = cap
        self.spent = ledger.spent()
        self._replies = ledger.replies()
        self.reserved = Sum()
        self.refused = 0
        """Calls that no longer fitted."""
        self.paused = False
        """Whether the user has paused spending."""

    def refuse_paused(self) -> None:
        """Raise a Failure while the user wants nothing to be spent."""
        if self.paused:
            raise Failure("budget", t("Spending is paused."), remedy=t("Let the models answer again."))

    def left_reply(self, call: Call, model: str) -> PaidReply | None:
        """A reply that was paid for and not used before this purse was opened; each is given once."""
        left = self._replies.get((call, model))
        return left.pop(0) if left else None

    async def hold(self, call: Call, most: Usage) -> None:
        """Reserve the most a request can cost; waits while other calls may still return something."""
        turn = self._queue.join(call.question, Sum.of(most))
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.spend(most, Usage())
            raise
        except Failure as failure:
            if self._at_cap is not None and call.question.kind not in ASIDE:
                self._at_cap(failure)
                raise asyncio.CancelledError from None
            raise

    def spend(self, most: Usage, charged: Usage) -> None:
        """Charge a request that has ended and free the rest of what was reserved for it."""
        self.reserved = self.reserved - Sum.of(most)
        if not self.reserved.calls:
            self.reserved = Sum()  # so that rounding does not add up
        self.spent = self.spent + Sum.of(charged)
        self._let_in()

    def _let_in(self) -> None:
        while (wanted := self._queue.first()) is not None:
            if self._fits(wanted):
                self.reserved = self.reserved + wanted
                self._queue.call()
            elif self.reserved.calls:
                return  # a call in flight may return part of its reservation
            else:
                self.refused += 1
                self._queue.call(self._refusal(wanted))

    def _fits(self, wanted: Sum) -> bool:
        return self.cap is None or self.cap.of(self.spent + self.reserved + wanted) <= self.cap.amount

    def _refusal(self, wanted: Sum) -> Failure:
        assert self.cap is not None  # only a cap refuses
        return used_up(self.cap, self.spent, wanted)


def used_up(cap: Cap, spent: Sum, wanted: Sum) -> Failure:
    """The failure of a call that no longer fits."""
    what = (
        t("The budget of {cap} is used up.", cap=cap.say())
        if cap.unit is Unit.CALLS
        else t(
            "The budget of {cap} is used up: {spent} spent, and the next call may take {needed}.",
            cap=cap.say(),
            spent=cap.say(cap.of(spent)),
            needed=cap.say(cap.of(wanted)),
        )
    )
    return Failure("budget", what, remedy=t("Continue with a larger --budget."))
