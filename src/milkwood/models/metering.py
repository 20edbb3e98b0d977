"""Metering: the cost of a call over all its tries, charged by the endpoint's count if that can be right.

Invariants (rule B1): a request is on disk before it is sent; one reservation serves all tries of a call; a request that
was refused or never sent costs nothing, and one whose usage is unknown (lost, given up, killed with the process) or
cannot be right counts in full, so that no charge is higher than its reservation. A reply is on disk with its charge
before it is used, and is never paid for twice.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final, cast

from milkwood.models.budget import ASIDE, PaidReply, Purse, SentPrompt, Sum
from milkwood.models.completion import Call, Category, Completion, Endpoint, Failure, Schema, TextModel, category_of
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt
from milkwood.models.tempo import counted

ANSWERED: Final = "answered"
ESTIMATED: Final = "estimated"
GIVEN_UP: Final = "given_up"
"""Outcomes of calls that do not fail: answered; answered, but counted by our own estimate, since the endpoint's count
is missing or cannot be right; given up because no caller waits any more."""
OVERHEAD_TOKENS: Final = 512
"""Tokens that endpoints add to a prompt: roles, and the schema."""
IMPLAUSIBLE_FACTOR: Final = 4
"""A count that is lower than our own by more than this factor cannot be right."""
_MAX_CALL_DOLLARS: Final = 1_000.0
"""More dollars than any call costs whose price is not known."""
_ROUNDING_FACTOR: Final = 1 + 1e-9


class Account:
    """What one call has reserved and was charged with, over all its tries."""

    def __init__(self, purse: Purse, call: Call, model: str, sent: SentPrompt, most: Callable[[], Usage]) -> None:
        self._purse = purse
        self._call = call
        self._model = model
        self._sent = sent
        self._most = most
        self._held: Usage | None = None
        """What is reserved for the next or the present request."""
        self._number: int | None = None
        """Its reservation on disk."""
        self._in_flight = False
        self.charge = Usage()
        """Of the last request: the most it can cost until it is known."""
        self.estimated = False
        """Whether an answer is charged by our own estimate."""

    async def hold(self) -> None:
        """Wait until the next request can be paid for."""
        most = self._most()  # it may have grown: what an endpoint can do is found out by trying
        if self._held is None or _larger(self._held, most) != self._held:
            self._release()
            await self._purse.hold(self._call, most)
            self._held = most

    def send(self) -> Usage:
        """Record that a request is sent, and the most it can cost."""
        self._purse.refuse_paused()
        assert self._held is not None, "nothing was reserved"
        if self._number is None:
            self._number = self._purse.ledger.reserve(self._call, self._model, self._held, self._sent)
        else:
            self._purse.ledger.resend(self._number, self._held)
        self._in_flight, self.charge = True, self._held
        return self._held

    def repeat(self, outcome: str) -> None:
        """Record a failed request; another follows, or none."""
        if self._in_flight and self._number is not None:
            self._purse.ledger.fail(self._number, outcome, self.charge)
            self._in_flight = False
            if Sum.of(self.charge).calls:
                self._release(self.charge)

    def end(self, outcome: str, cached_tokens: int = 0, reply: PaidReply | None = None) -> None:
        """Record the end of the call and free what is left of its reservation."""
        try:
            if self._in_flight and self._number is not None:
                self._purse.ledger.settle(self._number, outcome, self.charge, cached_tokens, reply)
        finally:
            self._release(self.charge if self._in_flight else Usage())
            self._in_flight = False

    def _release(self, charged: Usage = Usage()) -> None:  # noqa: B008 (frozen)
        if self._held is not None:
            held, self._held = self._held, None
            self._purse.spend(held, charged)


class Metered:
    """An endpoint whose requests are recorded before they are sent, and charged when they end."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self.in_full = not endpoint.tariff.keeps_limit
        """Whether calls are charged in full, because the endpoint may write more than its limit."""
        self.doubted = False
        """Whether a count was missing or could not be right."""

    @property
    def name(self) -> str:
        """Who answers."""
        return self._endpoint.name

    @property
    def server(self) -> str:
        """Where it is."""
        return self._endpoint.server

    def most(self, prompt: Prompt, schema: Schema, most_tokens: int) -> Usage:
        """Upper bound of a request: no tokenizer makes more tokens of a text than it has bytes."""
        tariff = self._endpoint.tariff
        asked = len(_encoded(prompt.text)) + len(json.dumps(schema)) + OVERHEAD_TOKENS
        answered = most_tokens + tariff.thinking_tokens
        return Usage(asked, answered, tariff.price(asked, answered))

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:  # noqa: ARG002
        """The model's text, and what it counts as."""
        account = call.account
        assert isinstance(account, Account), "a request without an account"
        most = account.send()
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            completion = await self._endpoint.complete(prompt, schema, most.answer_tokens, call)
        except BaseException as error:
            said = error.usage if isinstance(error, Failure) else None
            if said is None or (Sum.of(said).calls and not self._is_believed(said, most, prompt, "")):
                said = most
            account.charge = replace(said, seconds=clock() - began)
            if isinstance(error, Failure):
                error.usage = account.charge
            raise
        usage = completion.usage
        if usage is None or not self._is_believed(usage, most, prompt, completion.text):
            usage = replace(most, seconds=clock() - began)
        self.doubted |= completion.doubted or usage != completion.usage
        account.charge = _larger(usage, most) if self.in_full else usage
        account.estimated = completion.doubted or account.charge != completion.usage
        return replace(completion, usage=usage)

    def _is_believed(self, said: Usage, most: Usage, prompt: Prompt, text: str) -> bool:
        """Whether a count can be right: not above what was reserved, and not far below our own."""
        self.in_full |= said.answer_tokens > most.answer_tokens
        dearest = most.price * _ROUNDING_FACTOR if self._endpoint.tariff.known else _MAX_CALL_DOLLARS
        return (
            _is_near(said.prompt_tokens, prompt.text)
            and _is_near(said.answer_tokens, text)
            and said.prompt_tokens <= most.prompt_tokens
            and said.answer_tokens <= most.answer_tokens
            and 0.0 <= said.price <= dearest
        )


class Budgeted:
    """A metered endpoint that is asked when it can be paid for."""

    def __init__(self, metered: Metered, purse: Purse, model: TextModel | None = None) -> None:
        self._purse = purse
        self._metered = metered
        self._model = model or metered
        """The endpoint with retries and a pace around each request."""

    @property
    def name(self) -> str:
        """Who answers."""
        return self._metered.name

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """The model's text, when it can be paid for; or what an earlier process paid for and did not use."""
        sent = SentPrompt(prompt.hash, self._metered.server)
        paid = self._purse.left_reply(call, self.name)
        if paid is not None and paid.prompt_hash == sent.prompt_hash:
            return _played_back(paid)
        account = Account(self._purse, call, self.name, sent, lambda: self._metered.most(prompt, schema, most_tokens))
        try:
            await account.hold()
            completion = await self._model.complete(prompt, schema, most_tokens, replace(call, account=account))
        except BaseException as error:
            failed = isinstance(error, Failure) and _is_kept(call, account)
            outcome = category_of(error) if isinstance(error, Exception) else GIVEN_UP
            account.end(outcome, reply=PaidReply(call.question, sent.prompt_hash, None) if failed else None)
            raise
        reply = PaidReply(call.question, sent.prompt_hash, completion.text, completion.cut_off)
        account.end(
            ESTIMATED if account.estimated else ANSWERED,
            completion.cached_tokens,
            reply if _is_kept(call, account) else None,
        )
        return completion


def _is_kept(call: Call, account: Account) -> bool:
    """Whether a reply is kept until it is used: it was paid for, and its question is asked again after a crash."""
    return bool(Sum.of(account.charge).calls) and call.question.kind not in ASIDE


def _played_back(paid: PaidReply) -> Completion:
    """A reply that was paid for before; the failure, if it was one."""
    if paid.text is None:
        raise Failure(cast(Category, paid.outcome), "", usage=paid.usage)
    return Completion(paid.text, paid.usage, paid.cut_off)


def _is_near(tokens: int, text: str) -> bool:
    return tokens * IMPLAUSIBLE_FACTOR >= counted(text)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _larger(one: Usage, other: Usage) -> Usage:
    return Usage(
        max(one.prompt_tokens, other.prompt_tokens),
        max(one.answer_tokens, other.answer_tokens),
        max(one.price, other.price),
        one.seconds,
    )
