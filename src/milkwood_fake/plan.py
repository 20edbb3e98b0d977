"""The plan of a fake: its models, its speed, and the faults of requests.

Invariant: the fault of a request follows from the plan and the number of earlier requests alone; the first matching
strike of the plan applies.
"""

import tomllib
from collections import Counter
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from milkwood.chance import stream
from milkwood.errors import SetupError, invalid
from milkwood.i18n import t
from milkwood.questions.registry import KINDS
from milkwood_fake.faults import FORMATS, SENTENCES

MODEL: Final = "fake-1"


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Strike(_Table):
    """A fault and the requests it affects; all by default."""

    fault: str
    every: int | None = Field(default=None, ge=1)
    """Every n-th request."""
    first: int | None = Field(default=None, ge=1)
    """The first n requests."""
    after: int = Field(default=0, ge=0)
    """All but the first n requests."""
    at: tuple[int, ...] = ()
    """Requests by number, from 1 on."""
    share: float | None = Field(default=None, gt=0, le=1)
    """A share of the requests, drawn by the seed."""
    steady: bool = False
    """Draw the share by the prompt: the same prompt always meets the fault, or never."""
    question: str = ""
    """Only requests with this question; they are counted separately."""
    seconds: float | None = Field(default=None, ge=0)
    """Duration of faults that take time."""
    retry_after_seconds: float | None = Field(default=None, ge=0)
    """The waiting time in a refusal."""
    headers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Further headers of a refusal, each with one or more values."""

    @field_validator("fault")
    @classmethod
    def _known(cls, name: str) -> str:
        return _one_of(name, SENTENCES, "fault")

    @field_validator("question")
    @classmethod
    def _asked(cls, name: str) -> str:
        return _one_of(name, KINDS, "question") if name else name

    @model_validator(mode="after")
    def _counts_one_way(self) -> "Strike":
        ways = (self.every, self.first, self.at or None, self.share)
        if sum(way is not None for way in ways) > 1:
            raise ValueError(t("give one of every, first, at and share"))
        if self.steady and self.share is None:
            raise ValueError(t("steady needs a share"))
        return self

    def falls(self, number: int, seed: int, prompt: str = "") -> bool:
        """Whether it affects the request with this number and prompt."""
        number -= self.after
        if number < 1:
            return False
        if self.every is not None:
            return number % self.every == 0
        if self.first is not None:
            return number <= self.first
        if self.at:
            return number in self.at
        drawn = stream(seed, "fake", self.fault, prompt if self.steady else number)
        return self.share is None or drawn.happens(self.share)


class FaultPlan(_Table):
    """The configuration of a fake."""

    seed: int = 1
    models: tuple[str, ...] = Field(default=(MODEL,), min_length=1)
    """Its models; requests for others are refused."""
    key: str = ""
    """The accepted key; any if empty."""
    latency_seconds: float = Field(default=0.0, ge=0)
    """Delay before an answer."""
    tokens_per_second: float | None = Field(default=None, gt=0)
    """Output speed; unlimited by default."""
    slots: int | None = Field(default=None, ge=1)
    """Requests that are answered side by side; more wait their turn, as at a small server. Unlimited by default."""
    schema_slowdown: float = Field(default=1.0, ge=1)
    """How many times as long an answer to a JSON schema takes."""
    context_tokens: int | None = Field(default=None, ge=1)
    """Context length; longer prompts are refused, and longer answers cut off. Unlimited by default."""
    at_once: int | None = Field(default=None, ge=1)
    """Maximum concurrent requests; more are refused with a rate limit error."""
    certificate: Path | None = None
    """A PEM file with a key and a certificate, to serve HTTPS; HTTP by default."""
    strikes: tuple[Strike, ...] = Field(default=(), alias="strike")

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class FaultSchedule:
    """Counts requests and finds the fault of each."""

    def __init__(self, plan: FaultPlan) -> None:
        self._plan = plan
        self._seen: Counter[int] = Counter()

    def next(self, question: str, response_format: str, prompt: str = "") -> Strike | None:
        """The fault of the next request, by its question, format and prompt."""
        found: Strike | None = None
        for place, strike in enumerate(self._plan.strikes):
            if strike.question not in ("", question):
                continue
            self._seen[place] += 1
            falls = strike.falls(self._seen[place], self._plan.seed, prompt) and _concerns(strike, response_format)
            found = found or (strike if falls else None)
        return found


def read(path: Path) -> FaultPlan:
    """A plan from a TOML file."""
    try:
        return FaultPlan.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(t("The plan cannot be read ({error}).", error=error), where=str(path)) from error
    except tomllib.TOMLDecodeError as error:
        raise SetupError(t("The plan is not TOML: {error}.", error=error), where=str(path)) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        what = (
            t("“{place}” is not valid: {error}.", place=place, error=invalid(first))
            if place
            else t("The plan is not valid: {error}.", error=invalid(first))
        )
        raise SetupError(what, where=str(path), remedy=t("See docs/reference/fake.md.")) from error


def _concerns(strike: Strike, response_format: str) -> bool:
    return strike.fault not in FORMATS or response_format in FORMATS[strike.fault]


def _one_of(name: str, known: Collection[str], what: str) -> str:
    if name in known:
        return name
    near = get_close_matches(name, list(known), 1)
    raise ValueError(
        t("there is no {what} “{name}”; did you mean “{near}”?", what=what, name=name, near=near[0])
        if near
        else t("there is no {what} “{name}”", what=what, name=name)
    )
