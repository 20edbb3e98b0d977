"""Usage and failures of a question by model: of the one that was paid, or that failed, not of the one that answered.

Invariants: the shares of a question add up to its usage; the understudy has no tokens and no price.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from milkwood.questions.answering import MAX_ANSWER_TRIES
from milkwood.questions.why import FAILED, failures
from milkwood.understudy.model import NAME as UNDERSTUDY

UNSENT: Final = ""
"""Stands for a model that is not recorded: the call was never sent, or belongs to the parent of a fork."""
_NEVER_SENT: Final = frozenset({f"{FAILED}: budget", f"{FAILED}: network_off", "spending is paused"})


class Share(NamedTuple):
    """The usage of one model."""

    prompt_tokens: int = 0
    answer_tokens: int = 0
    price: float = 0.0
    seconds: float = 0.0


Charges: TypeAlias = Mapping[str, Share]
"""What each model was charged for a question, in the order in which they were called."""
FailedRow: TypeAlias = tuple[int, str, float, float, float, float]
"""Number of the question, model, prompt tokens, answer tokens, price, seconds."""


def charges_of(rows: Iterable[FailedRow]) -> dict[int, Charges]:
    """Charges by number of question, from the rows of `calls.failed_rows`."""
    return {
        number: {
            model: Share(int(prompt), int(answer), price, seconds) for _, model, prompt, answer, price, seconds in each
        }
        for number, each in groupby(rows, key=lambda row: row[0])
    }


def shares_of(by: str, usage: Share, charges: Charges) -> dict[str, Share]:
    """The usage of a question by model; the answerer is always there."""
    shares = {by: usage}
    for model, charge in charges.items():
        if model != by:
            _move(shares, by, model, charge)
    if by == UNDERSTUDY and shares[by][:3] != (0, 0, 0.0):
        payer = next((model for model in reversed([*charges]) if model != by), UNSENT)
        _move(shares, by, payer, shares[by]._replace(seconds=0.0))
    return shares


def _move(shares: dict[str, Share], by: str, model: str, most: Share) -> None:
    """Move a share of the answerer to another model, as far as there is one."""
    left, had = shares[by], shares.get(model, Share())
    part = [max(min(wanted, there), 0) for wanted, there in zip(most, left, strict=True)]
    shares[model] = Share(*(one + more for one, more in zip(had, part, strict=True)))  # type: ignore[arg-type]
    shares[by] = Share(*(one - less for one, less in zip(left, part, strict=True)))  # type: ignore[arg-type]


def failures_of(by: str, why: str, charges: Charges) -> Iterator[tuple[str, list[str]]]:
    """The failed attempts of a question by model."""
    mine = own_failures(why)
    ended = list(_by_model(failures(why)))[: -1 if mine else None]
    models = [model for model in charges if model != by]
    unsent = len(ended) - len(models)
    for each in ended:
        if unsent > 0 and each[-1] in _NEVER_SENT:
            unsent -= 1
            yield UNSENT, each
        else:
            yield models.pop(0) if models else UNSENT, each
    if mine:
        yield by if by != UNDERSTUDY else models[0] if models else UNSENT, mine


def own_failures(why: str) -> list[str]:
    """Failed attempts of the model that answered in the end."""
    ended = list(_by_model(failures(why)))
    return [] if not ended or _is_over(ended[-1]) else ended[-1]


def _by_model(attempts: Sequence[str]) -> Iterator[list[str]]:
    """Attempts, divided where the next model was asked."""
    mine: list[str] = []
    for each in attempts:
        mine.append(each)
        if _is_over(mine):
            yield mine
            mine = []
    if mine:
        yield mine


def _is_over(attempts: Sequence[str]) -> bool:
    """Whether a model is not asked again after these attempts."""
    last = attempts[-1]
    return len(attempts) >= MAX_ANSWER_TRIES or last.startswith(f"{FAILED}:") or last in _NEVER_SENT
