"""The trial of a model: one small question before a run begins, so that a wrong set-up is seen at once.

Invariants: a wrong name, port, key, path or certificate is an error with what to do; a server that is starting is
waited for, as long as the user's patience says, with a sentence every few seconds; the question is paid for like any
other and is no part of the history.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import sentences, t
from milkwood.ids import PersonId
from milkwood.models.budget import TRIAL, Purse
from milkwood.models.completion import Call, Category, Completion, Failure, Schema
from milkwood.models.metering import Budgeted, Metered
from milkwood.models.port import QuestionId
from milkwood.models.prompt import Prompt
from milkwood.models.retry import MAX_SCHEMA_REFUSALS
from milkwood.models.secret import masked_address
from milkwood.models.spec import Spec
from milkwood.models.tempo import Tempo, counted, effort

PROMPT: Final = Prompt("Reply with JSON only.", (), 'Describe a morning in a small town in one sentence: {"say":"..."}')
SCHEMA: Final[Schema] = {
    "type": "object",
    "properties": {"say": {"type": "string"}},
    "required": ["say"],
    "additionalProperties": False,
}
MAX_TOKENS: Final = 80
SAY_SECONDS: Final = 5.0
"""The longest time without a sentence on what is waited for."""
FIRST_PAUSE_SECONDS: Final = 0.5
MAX_PAUSE_SECONDS: Final = 8.0
MIN_SIMILARITY: Final = 0.4
"""Of a name that is suggested instead of an unknown one; 1 is the same."""
MAX_NAMES: Final = 6
_REPLIED: Final[frozenset[Category]] = frozenset({"empty", "cut_off", "filter", "conflict", "rate", "budget"})
"""The endpoint was reached and knows the model, or cannot be paid: the run deals with the rest."""
_STARTING: Final[frozenset[Category]] = frozenset({"server", "timeout"})
"""It may answer later."""

Saying = Callable[[str], None]
"""Tells the user a sentence."""


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """What a trial needs of a model."""

    spec: Spec
    metered: Metered
    tempo: Tempo
    near: bool
    """A server of the user's own may still be loading its model."""
    patience_seconds: float
    """How long a server that is starting is waited for; 0 if the run stops then instead."""


async def try_out(trial: ModelTrial, purse: Purse, tick: int, say: Saying) -> None:
    """Ask a model one question; raises a SetupError if it cannot be asked at all."""
    clock, patience = asyncio.get_running_loop().time, trial.patience_seconds
    began, pause, refusals = clock(), FIRST_PAUSE_SECONDS, 0
    while True:
        asked = clock()
        try:
            completion = await _said(trial, Budgeted(trial.metered, purse), tick, say)
        except Failure as failure:
            waited = clock() - began
            if failure.category in _REPLIED:
                return
            refusals += failure.category == "schema"
            if failure.category == "schema" and refusals <= MAX_SCHEMA_REFUSALS:
                continue  # a simpler form is known now
            if failure.retryable and (trial.spec.fallback or (failure.category == "server" and not patience)):
                return  # the next model answers until it is back, or the run stops by itself
            if not _may_come(trial, failure) or waited >= patience:
                raise await set_up_error(trial.spec, failure, waited) from failure
            wanted = max(pause, failure.retry_after_seconds or 0.0)
            await _pause(min(wanted, patience - waited), failure, waited, say)
            pause = min(MAX_PAUSE_SECONDS, 2 * pause)
        else:
            written = completion.usage.answer_tokens if completion.usage else counted(completion.text)
            trial.tempo.answered(effort(counted(PROMPT.text), written), clock() - asked, 1)
            return


def _may_come(trial: ModelTrial, failure: Failure) -> bool:
    """Whether waiting may help."""
    return failure.category in _STARTING and (trial.near or failure.category != "timeout")


async def _pause(seconds: float, failure: Failure, waited: float, say: Saying) -> None:
    """Wait before the next try, with a sentence now and then."""
    until = waited + seconds
    while waited < until:
        say(t("{failure} It is waited for ({seconds:.0f} s).", failure=failure.sentence(), seconds=waited))
        part = min(SAY_SECONDS, until - waited)
        await asyncio.sleep(part)
        waited += part


async def _said(trial: ModelTrial, model: Budgeted, tick: int, say: Saying) -> Completion:
    """The answer; while it is awaited, a sentence now and then."""
    call = Call(QuestionId(PersonId(""), tick, TRIAL, 0))
    asked = asyncio.ensure_future(model.complete(PROMPT, SCHEMA, MAX_TOKENS, call))
    seconds = 0.0
    try:
        while not (await asyncio.wait({asked}, timeout=SAY_SECONDS))[0]:
            seconds += SAY_SECONDS
            say(
                t(
                    "Waiting for the first answer of {name} ({seconds:.0f} s): it may still be loading.",
                    name=trial.metered.name,
                    seconds=seconds,
                )
            )
        return asked.result()
    finally:
        asked.cancel()


async def set_up_error(spec: Spec, failure: Failure, waited: float = 0.0) -> SetupError:
    """The failure of a first question as an error of the set-up, with names that the endpoint does offer."""
    remedy = failure.remedy
    if failure.category == "missing":
        remedy = await _offered(spec) or remedy
    elif waited >= SAY_SECONDS and failure.category in _STARTING:
        remedy = sentences(t("It was waited for {seconds:.0f} s (patience_seconds).", seconds=waited), remedy)
    return SetupError(failure.what, where=failure.where, remedy=remedy)


async def _offered(spec: Spec) -> str:
    """Which models there are instead; empty if the endpoint does not say."""
    from milkwood.providers.nearby import models_at

    try:
        names = sorted(await models_at(spec))
    except MilkwoodError:
        return ""
    if not names:
        return ""
    close = get_close_matches(spec.model, names, MAX_NAMES, MIN_SIMILARITY)
    where = masked_address(spec.address) or spec.provider
    return sentences(
        t("Did you mean {name}?", name=f"“{close[0]}”") if close else "",
        t(
            "It offers {names}; `milkwood models {where}` lists all.",
            names=", ".join((close or names)[:MAX_NAMES]),
            where=where,
        ),
    )
