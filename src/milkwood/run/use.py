"""What the models of a run use, against the estimate: told once, and kept for later estimates.

Invariants: a question counts for the tick it was asked at, so no schedule changes a figure; what was used in one part
of a run is compared with the measured days in the same hours, since days are not even; use that the models did not
choose (a budget, a pause, a server that was away, a shared cache) is not kept.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from math import ceil
from typing import Any, Final

from milkwood.chronicle import Chronicle
from milkwood.chronicle.glimpse import Glimpse
from milkwood.i18n import t
from milkwood.models.speed import Range
from milkwood.models.tempo import effort
from milkwood.providers.profile import UseRecord
from milkwood.questions.routing import SPENDING_PAUSED
from milkwood.questions.why import FAILED
from milkwood.run.estimate import Terms, estimate_first_half_hour, factors_of, not_asked
from milkwood.run.figures import UseFigures, nearest
from milkwood.run.mind_config import MindConfig
from milkwood.run.model_stack import ModelStack
from milkwood.words import Language

FIRST_MINUTES: Final = 30
LONG_SECONDS: Final = 90.0
"""From here on a time is told in minutes."""
MIN_TOWN_HOURS: Final = 3.0
"""A shorter part of a run says little about a day."""
MIN_EXPECTED_CALLS: Final = 30.0
_MAX_FAILED_SHARE: Final = 0.05
"""Of questions that a model did not get, in a run whose use is kept."""
_SECONDS_PER_HOUR: Final = 3600.0
_SECONDS_PER_MINUTE: Final = 60.0


class RunUse:
    """The use of a run since it was started or continued."""

    def __init__(self, chronicle: Chronicle | Glimpse, stack: ModelStack) -> None:
        self._chronicle = chronicle
        self._header = chronicle.header
        self._stack = stack
        self._since = chronicle.settled
        self._first_ticks = self._header.clock.ticks_in_minutes(FIRST_MINUTES)
        self._compares = bool(stack.branches) and self._since < self._first_ticks and self._header.parent is None
        self._town, self._figures = nearest(self._header.town, Language(self._header.language), len(self._header.cast))
        self.note = ""
        """How the first half hour compares with the estimate, once it is over."""

    def reached(self, tick: int) -> None:
        """Everyone has lived all ticks before this one; compare the use when it is time."""
        if self._compares and tick >= self._first_ticks:
            self._compares = False
            used = _total(self._chronicle.used(0, self._first_ticks))
            if used.calls and not self._stack.purse.refused:
                self.note = self._compared(used)

    def hour(self) -> str:
        """How long the next town hour will take, by the first answer and the profile; empty if they do not say."""
        branch = self._stack.branches.get(self._stack.config.usual)
        speed = branch.tempo.speed() if branch is not None else None
        if branch is None or speed is None:
            return ""
        began = max(0, self._since) * self._header.seconds_per_tick / _SECONDS_PER_HOUR
        ahead, people = self._figures.between(began, began + 1), len(self._header.cast)
        fit = self._stack.fitting.fits.get(self._stack.config.usual)
        profile = fit.profile if fit is not None else None
        use, known = factors_of(branch.spec, profile, self._header.town), profile.latest_speed if profile else None
        together = (known.tokens_per_second_together if known is not None else None) or 0.0
        tokens = Range(
            people * effort(ahead.prompt_tokens * use.prompt_tokens.low, ahead.answer_tokens * use.answer_tokens.low),
            people * effort(ahead.prompt_tokens * use.prompt_tokens.high, ahead.answer_tokens * use.answer_tokens.high),
        )
        least = tokens.low / max(together, speed * min(branch.spec.at_once, people))
        most = tokens.high / max(together, speed)
        values: dict[str, Any] = {"name": branch.endpoint.name, "speed": speed}
        if most < LONG_SECONDS:
            return t(
                "{name} writes about {speed:.0f} tokens a second: the next town hour will take {least:.0f} to "
                "{most:.0f} s.",
                least=least,
                most=ceil(most),
                **values,
            )
        return t(
            "{name} writes about {speed:.0f} tokens a second: the next town hour will take {least:.0f} to "
            "{most:.0f} min.",
            least=least / _SECONDS_PER_MINUTE,
            most=ceil(most / _SECONDS_PER_MINUTE),
            **values,
        )

    def records(self) -> dict[str, UseRecord]:
        """What the model has used since the start, for its profile, by name; empty if that says nothing about it."""
        header, until = self._header, self._chronicle.settled
        hours = [tick * header.seconds_per_tick / _SECONDS_PER_HOUR for tick in (self._since, until)]
        expected = self._figures.between(*hours)
        people = len(header.cast)
        enough = hours[1] - hours[0] >= MIN_TOWN_HOURS and expected.calls * people >= MIN_EXPECTED_CALLS
        if not (enough and self._is_typical(until)):
            return {}
        ((name, branch),) = self._stack.branches.items()
        used = _total([row for row in self._chronicle.used(self._since, until) if row[0] == branch.endpoint.name])
        record = UseRecord(
            f"{datetime.now(UTC):%Y-%m-%d}",
            header.town,
            people,
            round(hours[1] - hours[0], 1),
            round(used.calls / (expected.calls * people), 3),
            round(used.prompt_tokens / (expected.prompt_tokens * people), 3),
            round(used.answer_tokens / (expected.answer_tokens * people), 3),
        )
        return {name: record}

    def _is_typical(self, until: int) -> bool:
        """Whether one model was asked everything, by ordinary minds, and could answer."""
        config, minds = self._stack.config, MindConfig.from_header(self._header.settings)
        alone = len(self._stack.branches) == 1 and not config.routing and config.cache is None
        if not alone or self._stack.purse.refused or minds != MindConfig(embedding=minds.embedding):
            return False
        query = "SELECT count(*), total(why LIKE ? OR why = ?) FROM questions WHERE tick >= ? AND tick < ?"
        ((asked, failed),) = self._chronicle.select(query, (f"%{FAILED}:%", SPENDING_PAUSED, self._since, until))
        return bool(failed <= _MAX_FAILED_SHARE * asked)

    def _compared(self, used: UseFigures) -> str:
        config = self._stack.config
        spec, terms = config.specs.get(config.usual), Terms(None, None)
        if spec is not None:
            fit = self._stack.fitting.fits.get(config.usual)
            profile = fit.profile if fit else None
            use = factors_of(spec, profile, self._header.town)
            terms = Terms(None, None, None, use, not_asked(spec, profile, use, trusted=config.trust_all))
        estimate = estimate_first_half_hour(self._figures, len(self._header.cast), terms)
        calls, most = estimate.calls, estimate.prompt_tokens + estimate.answer_tokens
        tokens = used.prompt_tokens + used.answer_tokens
        values: dict[str, Any] = {
            "minutes": FIRST_MINUTES,
            "calls": round(used.calls),
            "tokens": round(tokens),
            "estimate": t(
                "{least:,.0f} to {most:,.0f} calls, {least_tokens:,.0f} to {most_tokens:,.0f} tokens",
                least=calls.low,
                most=calls.high,
                least_tokens=most.low,
                most_tokens=most.high,
            ),
        }
        if used.calls > calls.high or tokens > most.high:
            return t(
                "The first {minutes} town minutes took {calls:,} calls and {tokens:,} tokens, more than estimated "
                "({estimate}); the days may cost {times:.1f} times the upper estimate.",
                times=max(used.calls / calls.high, tokens / most.high),
                **values,
            )
        if used.calls < calls.low and tokens < most.low:
            return t(
                "The first {minutes} town minutes took {calls:,} calls and {tokens:,} tokens, less than estimated "
                "({estimate}).",
                **values,
            )
        return t(
            "The first {minutes} town minutes took {calls:,} calls and {tokens:,} tokens, about as estimated "
            "({estimate}).",
            **values,
        )


def _total(rows: Sequence[tuple[str, int, int, int]]) -> UseFigures:
    """The sum of rows of `Reader.used`."""
    total = UseFigures()
    for _, calls, prompt, answer in rows:
        total = total.plus(UseFigures(calls, prompt, answer))
    return total
