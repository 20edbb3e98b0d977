"""The budget of a run: the maximum cost of a call is reserved on disk before it is sent, so no cap is ever exceeded.

Invariants (rule B1): spent and reserved amounts together never exceed the cap, however many calls are in flight; a
call whose usage stays unknown (lost, cancelled, killed with the process) is charged in full; when nothing more fits,
the caller gets a Failure, lowest tick last.
"""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Protocol

from milkwood.errors import SetupError
from milkwood.i18n import t, tn
from milkwood.models.completion import Call, Completion, Endpoint, Failure, Schema, category_of
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt
from milkwood.models.queue import Queue

ANSWERED: Final = "answered"
GIVEN_UP: Final = "given_up"
"""Outcomes of calls that do not fail: answered, or given up because no caller waits any more."""
ASIDE: Final = frozenset({"interview"})
"""Kinds of question that no person in the town waits for: a run does not stop when they cannot be paid."""
OVERHEAD_TOKENS: Final = 512
"""Tokens that endpoints add to a prompt: roles, and the schema."""
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
        """One call."""
        return cls(usage.price, usage.prompt_tokens + usage.answer_tokens, 1)


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


class CallLedger(Protocol):
    """Where reservations are kept; the chronicle is one."""

    def spent(self) -> Sum:
        """Everything spent; reservations that were never settled count in full."""
        ...

    def reserve(self, call: Call, model: str, most: Usage) -> int:
        """Record the most a call can cost; it is on disk when this returns its number."""
        ...

    def settle(self, reservation: int, outcome: str, usage: Usage, cached_tokens: int) -> None:
        """Record the outcome of a call and its charge."""
        ...


class NullLedger:
    """A ledger that records nothing."""

    def spent(self) -> Sum:
        """Nothing so far."""
        return Sum()

    def reserve(self, call: Call, model: str, most: Usage) -> int:  # noqa: ARG002
        """Kept nowhere."""
        return 0

    def settle(self, reservation: int, outcome: str, usage: Usage, cached_tokens: int) -> None:
        """Kept nowhere."""


class Purse:
    """What a run has spent, has reserved, and may spend."""

    def __init__(
        self, ledger: CallLedger, cap: Cap | None = None, at_cap: Callable[[Failure], None] | None = None
    ) -> None:
        self._ledger = ledger
        self._at_cap = at_cap
        self._queue: Queue[Sum] = Queue()
        self.cap = cap
        self.spent = ledger.spent()
        self.reserved = Sum()
        self.refused = 0
        """Calls that no longer fitted."""
        self.paused = False
        """Whether the user has paused spending."""

    async def take(self, call: Call, model: str, most: Usage) -> int:
        """Reserve the most a call can cost; waits while calls in flight may still return something."""
        if self.paused:
            raise Failure("budget", t("Spending is paused."), remedy=t("Let the models answer again."))
        turn = self._queue.join(call.question, Sum.of(most))
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._give_back(most, Sum())
            raise
        except Failure as failure:
            if self._at_cap is not None and call.question.kind not in ASIDE:
                self._at_cap(failure)
                raise asyncio.CancelledError from None
            raise
        try:
            return self._ledger.reserve(call, model, most)
        except BaseException:
            self._give_back(most, Sum())
            raise

    def settle(self, reservation: int, most: Usage, outcome: str, charged: Usage, cached_tokens: int = 0) -> None:
        """Charge a call that has ended and free the rest of its reservation."""
        self._ledger.settle(reservation, outcome, charged, cached_tokens)
        self._give_back(most, Sum.of(charged))

    def _give_back(self, most: Usage, charged: Sum) -> None:
        self.reserved = self.reserved - Sum.of(most)
        if not self.reserved.calls:
            self.reserved = Sum()  # so that rounding does not add up
        self.spent = self.spent + charged
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


class Budgeted:
    """An endpoint whose calls are reserved before they are sent, and charged when they end."""

    def __init__(self, endpoint: Endpoint, purse: Purse) -> None:
        self._endpoint = endpoint
        self._purse = purse
        self.in_full = not endpoint.tariff.keeps_limit
        """Whether calls are charged in full, because the endpoint may write more than its limit."""

    @property
    def name(self) -> str:
        """Who answers."""
        return self._endpoint.name

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """The model's text, when it can be paid for."""
        most = self._most(prompt, schema, most_tokens)
        reservation = await self._purse.take(call, self.name, most)
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            completion = await self._endpoint.complete(prompt, schema, most.answer_tokens, call)
        except BaseException as error:
            known = error.usage if isinstance(error, Failure) else None
            charged = replace(most if known is None else known, seconds=clock() - began)
            outcome = category_of(error) if isinstance(error, Exception) else GIVEN_UP
            self._purse.settle(reservation, most, outcome, charged)
            if isinstance(error, Failure):
                error.usage = charged
            raise
        usage = completion.usage or replace(most, seconds=clock() - began)
        self.in_full |= usage.answer_tokens > most.answer_tokens
        charged = _larger(usage, most) if self.in_full else usage
        self._purse.settle(reservation, most, ANSWERED, charged, completion.cached_tokens)
        return completion if completion.usage else replace(completion, usage=usage)

    def _most(self, prompt: Prompt, schema: Schema, most_tokens: int) -> Usage:
        """Upper bound of a call: no tokenizer makes more tokens of a text than it has bytes."""
        tariff = self._endpoint.tariff
        asked = len(prompt.text.encode()) + len(json.dumps(schema)) + OVERHEAD_TOKENS
        answered = most_tokens + tariff.thinking_tokens
        return Usage(asked, answered, tariff.price(asked, answered))


def _larger(one: Usage, other: Usage) -> Usage:
    return Usage(
        max(one.prompt_tokens, other.prompt_tokens),
        max(one.answer_tokens, other.answer_tokens),
        max(one.price, other.price),
        one.seconds,
    )
