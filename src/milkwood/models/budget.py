"""The purse of a run: what a call may take at most is reserved on disk before it is sent, so no cap is ever exceeded.

Knows no vendor and no question. Invariants (rule B1): what is spent and what is reserved together never pass the cap,
however many calls are in flight; a call whose usage stays unknown (lost, given up, killed with the process) counts in
full; when nothing more fits, whoever asks is told so, lowest tick last.
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
"""How calls end that do not fail: with an answer, or because nobody waits for them any more."""
ASIDE: Final = frozenset({"interview"})
"""Kinds of question that nobody in a town waits for: a run does not stop for want of money for them."""
OVERHEAD_TOKENS: Final = 512
"""What endpoints put around a prompt: roles, and how they hold a model to a schema."""
_CAP = re.compile(r"\$?\s*(\d[\d_,]*(?:\.\d+)?|\.\d+)\s*([kKmM]?)\s*(tokens?|calls?|dollars?|usd)?", re.IGNORECASE)
_TIMES: Final = {"": 1, "k": 1_000, "m": 1_000_000}


class Unit(StrEnum):
    """What a budget can be counted in."""

    DOLLARS = "dollars"
    TOKENS = "tokens"
    CALLS = "calls"


@dataclass(frozen=True, slots=True)
class Sum:
    """So much money, so many tokens, so many calls."""

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
        """How much of it a sum is."""
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
        """All there was; what was reserved and never settled counts in full."""
        ...

    def reserve(self, call: Call, model: str, most: Usage) -> int:
        """Write down what a call may take; it is on disk when this returns its number."""
        ...

    def settle(self, reservation: int, outcome: str, usage: Usage, cached_tokens: int) -> None:
        """Write down how a call ended and what it is charged with."""
        ...


class NullLedger:
    """A ledger for those who leave no trace."""

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
        """How many calls did not fit any more."""
        self.paused = False
        """Whether the user wants nothing to be spent for now."""

    async def take(self, call: Call, model: str, most: Usage) -> int:
        """Reserve what a call may take; waits while others may still give something back."""
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
        """A call has ended and is charged; what it did not take is free again."""
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
                return  # whoever is under way may give something back
            else:
                self.refused += 1
                self._queue.call(self._refusal(wanted))

    def _fits(self, wanted: Sum) -> bool:
        return self.cap is None or self.cap.of(self.spent + self.reserved + wanted) <= self.cap.amount

    def _refusal(self, wanted: Sum) -> Failure:
        assert self.cap is not None  # only a cap refuses
        return used_up(self.cap, self.spent, wanted)


def used_up(cap: Cap, spent: Sum, wanted: Sum) -> Failure:
    """What whoever asks is told when nothing more fits."""
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
    return Failure("budget", what, remedy=t("Go on with a larger --budget."))


class Budgeted:
    """A model at its source whose calls are reserved before they are sent, and charged when they end."""

    def __init__(self, endpoint: Endpoint, purse: Purse) -> None:
        self._endpoint = endpoint
        self._purse = purse
        self.in_full = not endpoint.tariff.keeps_limit
        """Whether calls count in full, since it may write more than it is allowed."""

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
        """What a call may take at most: no tokenizer makes more tokens of a text than it has bytes."""
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
