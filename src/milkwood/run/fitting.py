"""What a run takes from the profiles of its models, and gives back to them.

It leaves kinds of question that a model cannot answer to the next one, asks in the JSON mode that suits the model, and
measures what the models do. Invariants: without a shelf nothing is known, measured or kept; a run never changes how it
treats a question that has been answered (rule E4); what a user must know is a note.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from milkwood.i18n import join, t
from milkwood.models.port import Answer, Model, Question
from milkwood.models.spec import Spec
from milkwood.models.speed import SPREAD_FACTORS, Range, measured_speed
from milkwood.providers.profile import ModelProfile, ModelSpeed, ProfileShelf, UseRecord
from milkwood.questions.aptitude import Aptitude, KindRecord, Referring
from milkwood.understudy.model import NAME as UNDERSTUDY

ENOUGH_CALLS: Final = 30
"""Calls of a run on which a speed rests."""
_REMEMBERED_CALLS: Final = 500


class AnswerMeter:
    """Measures the answers of a model in a run."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._calls: deque[tuple[float, float]] = deque(maxlen=_REMEMBERED_CALLS)
        self._answers = self._tokens = 0
        self._busy_seconds = self._since = 0.0
        self._in_flight = 0

    def begin(self) -> None:
        """A question is put to the model."""
        if not self._in_flight:
            self._since = self._clock()
        self._in_flight += 1

    def end(self) -> None:
        """It has its answer, or none."""
        self._in_flight -= 1
        if not self._in_flight:
            self._busy_seconds += self._clock() - self._since

    def note(self, answer: Answer) -> None:
        """Count a usable answer; one without a time or a count of tokens says nothing."""
        usage = answer.usage
        if usage.seconds > 0 and usage.answer_tokens > 0:
            self._answers += 1
            self._tokens += usage.answer_tokens
            self._calls.append((float(usage.answer_tokens), usage.seconds))

    def measured(self, date: str) -> ModelSpeed | None:
        """The speed, if it rests on enough calls."""
        busy = self._busy_seconds + (self._clock() - self._since if self._in_flight else 0.0)
        if self._answers < ENOUGH_CALLS or busy <= 0:
            return None
        a_second = self._answers / busy
        speed = measured_speed(self._calls, Range(*(a_second * each for each in SPREAD_FACTORS)))
        alone = sum(tokens for tokens, _ in self._calls) / sum(seconds for _, seconds in self._calls)
        return ModelSpeed(date, self._answers, speed, round(alone, 1), round(self._tokens / busy, 1))


class ModelFit:
    """One model of a run, with what is known of it."""

    def __init__(
        self, spec: Spec, profile: ModelProfile | None, *, trusted: bool, own_prompts: Collection[str] = ()
    ) -> None:
        self.profile = profile
        self.spec = spec
        """As it is connected to: in its own JSON mode, or in that of its profile."""
        if profile is not None and profile.json_mode and not spec.json_mode:
            self.spec = replace(spec, json_mode=profile.json_mode)
        known = {kind: each for kind, each in (profile.kinds if profile else {}).items() if kind not in own_prompts}
        self.aptitude = Aptitude(known, trusted=trusted)
        self.meter = AnswerMeter()
        self.name = spec.name

    def around(self, model: Model, next_model: Model, name: str) -> Model:
        """The model as it is asked: only what it can answer, and measured."""
        self.name = name
        return Referring(_Measured(model, self.meter), next_model, name, self.aptitude, self.meter.note)

    def notes(self) -> list[str]:
        """One sentence for the kinds that it is not asked from the start, and one for those since then."""
        routed = dict(self.aptitude.routed)
        start = {kind: record for kind, record in routed.items() if kind in self.aptitude.from_start}
        since = {kind: record for kind, record in routed.items() if kind not in start}
        next_name = self.spec.fallback[0] if self.spec.fallback else UNDERSTUDY
        answerer = t("the understudy") if next_name == UNDERSTUDY else next_name
        said: list[str] = []
        if start and self.profile is not None:
            what = t(
                "According to its profile of {date}, {name} cannot answer {kinds}; {next} answers instead. "
                "--trust-all asks it anyway.",
                date=self.profile.date,
                name=self.name,
                kinds=_listed(start),
                next=answerer,
            )
            said.append(what)
        if since:
            what = t(
                "{name} cannot answer {kinds}; from now on {next} answers instead. --trust-all asks it anyway.",
                name=self.name,
                kinds=_listed(since),
                next=answerer,
            )
            said.append(what)
        return said


class _Measured:
    """A model whose time under way is measured."""

    def __init__(self, model: Model, meter: AnswerMeter) -> None:
        self._model = model
        self._meter = meter

    async def answer(self, question: Question) -> Answer:
        self._meter.begin()
        try:
            return await self._model.answer(question)
        finally:
            self._meter.end()


class Fitting:
    """All models of a run."""

    def __init__(
        self,
        specs: Mapping[str, Spec],
        shelf: ProfileShelf | None,
        language: str,
        *,
        trusted: bool = False,
        own_prompts: Collection[str] = (),
    ) -> None:
        self._shelf = shelf
        self._language = language
        self._specs = specs
        found = {name: shelf.find(spec, language) for name, spec in specs.items()} if shelf else {}
        self._own_prompts = own_prompts
        """Kinds that are asked in the user's own words: profiles say nothing about them, and learn nothing of them."""
        self.fits = {
            name: ModelFit(specs[name], profile, trusted=trusted, own_prompts=own_prompts)
            for name, profile in found.items()
        }
        """By name; empty without a shelf."""

    def spec(self, name: str) -> Spec:
        """A model as it is connected to."""
        return self.fits[name].spec if name in self.fits else self._specs[name]

    def around(self, name: str, model: Model, next_model: Model, answerer: str) -> Model:
        """A model as it is asked; its answers are signed by `answerer`."""
        return self.fits[name].around(model, next_model, answerer) if name in self.fits else model

    def routed(self) -> dict[str, list[str]]:
        """Kinds of question that models are not asked from the start, by model."""
        kinds = {name: sorted(fit.aptitude.from_start) for name, fit in self.fits.items()}
        return {name: each for name, each in kinds.items() if each}

    def notes(self) -> list[str]:
        """What a user should know about them."""
        return [note for fit in list(self.fits.values()) for note in fit.notes()]

    def keep(self, use: Mapping[str, UseRecord] | None = None) -> None:
        """Store what was seen since the start, after what others have stored meanwhile; call it once."""
        today = f"{datetime.now(UTC):%Y-%m-%d}"
        for name, fit in self.fits.items():
            spec, speed, record = self._specs[name], fit.meter.measured(today), (use or {}).get(name)
            seen = {kind: each for kind, each in fit.aptitude.seen.items() if kind not in self._own_prompts}
            if self._shelf is None or not (seen or speed or record):
                continue
            known = self._shelf.find(spec, self._language) or self._shelf.blank(spec, self._language, today)
            profile = known.with_answers(seen, today)
            profile = replace(profile, lived=speed or profile.lived)
            self._shelf.keep(spec, profile if record is None else profile.with_use(record))


def _listed(kinds: Mapping[str, KindRecord]) -> str:
    """Kinds of question, each with its usable answers."""
    said = (
        t("{kind} ({usable:.0f} of {asked:.0f} usable)", kind=kind, usable=record.usable, asked=record.asked)
        for kind, record in sorted(kinds.items())
    )
    return join(t(", ", context="why"), said)
