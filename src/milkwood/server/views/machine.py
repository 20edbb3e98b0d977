"""The machine room of a run: models, tokens, prices, failures, waiting questions and an estimate.

Invariant: figures add up; no key, vendor address or path is shown.
"""

import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from milkwood.chronicle import Reader
from milkwood.chronicle.acts import Reuse
from milkwood.chronicle.metrics import Figure, Metrics
from milkwood.chronicle.seek import asked_aside, asked_between
from milkwood.chronicle.shares import UNSENT
from milkwood.clock import MINUTES_A_DAY
from milkwood.questions.advice import advice
from milkwood.questions.why import remedy_of
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.usage import UsageTotals, with_interviews
from milkwood.server.wire import machine as wire
from milkwood.server.wire.language import in_all_languages
from milkwood.server.wire.stream import StillOut
from milkwood.understudy.model import NAME as UNDERSTUDY

LOOK_BACK_MINUTES = 6 * 60
"""The town time that an estimate is based on."""
MAX_MINUTES = 2880
"""Minutes in the chart of questions; of a longer run the last ones."""
MAX_FALLBACKS = 50
MAX_FAILURE_REASONS = 5
"""Failure reasons listed per question, person or mind."""
_METER_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class LiveFigures:
    """Figures known only to the thread of a living run; empty for any other run."""

    notes: tuple[str, ...] = ()
    waiting: tuple[wire.WaitingOut, ...] = ()
    still: StillOut | None = None
    budget: wire.BudgetOut | None = None
    spending_paused: bool = False


class SpeedMeter:
    """The speed of runs, measured between requests."""

    def __init__(self) -> None:
        self._seen: dict[str, deque[tuple[float, int]]] = defaultdict(deque)

    def speed(self, name: str, tick: int, now: float) -> float:
        """Recent ticks per second."""
        seen = self._seen[name]
        while seen and (now - seen[0][0] > _METER_SECONDS or seen[-1][1] > tick):
            seen.popleft()
        seen.append((now, tick))
        first, from_tick = seen[0]
        return round((tick - from_tick) / (now - first), 2) if now > first else 0.0


def machine(recording: OpenRun, reader: Reader, meter: SpeedMeter, now: LiveFigures) -> wire.MachineOut:
    """All figures, now."""
    with reader.held():
        books = recording.account.books(reader)
        metrics = with_interviews(books.metrics, asked_aside(reader))
        models = list(_models(metrics))
        return wire.MachineOut(
            mind=wire.MindOut(name=_main(models), models=models),
            total=wire.SpentOut(**_figures(metrics.total)),
            notes=[in_all_languages(note) for note in now.notes],
            per_minute=_per_minute(recording, metrics),
            waiting=list(now.waiting),
            still=now.still,
            fallbacks=[
                wire.FallbackOut(kind=kind, why=why, count=count)
                for (kind, why), count in metrics.fallbacks.most_common(MAX_FALLBACKS)
            ],
            advice=in_all_languages(advice(metrics.total.answers, metrics.total.failures)),
            limits=[wire.LimitOut(name=name, count=count) for name, count in books.limits.most_common()],
            by_person=_by_person(metrics, books),
            by_question=[wire.KindSpentOut(kind=kind, **_figures(entry)) for kind, entry in _dearest(metrics.by_kind)],
            by_outcome=_outcomes(reader),
            reuse=wire.ReuseOut(**_reuse(books.reuse)),
            reuse_by_day=[
                wire.DayReuseOut(day=day, **_reuse(each)) for day, each in sorted(books.reuse_by_day.items())
            ],
            budget=now.budget,
            spending_paused=now.spending_paused,
            estimate=_estimate(recording, reader),
            speed=wire.SpeedOut(ticks_per_second=meter.speed(recording.name, reader.end, time.monotonic())),
        )


def _models(metrics: Metrics) -> Iterator[wire.ModelOut]:
    for name, figure in sorted(metrics.by_mind.items()):
        what = {UNDERSTUDY: UNDERSTUDY, UNSENT: "unsent"}.get(name, "model")
        yield wire.ModelOut(name=name, what=what, kinds=sorted(metrics.kinds_of.get(name, ())), **_figures(figure))


def _main(models: list[wire.ModelOut]) -> str:
    """The most frequent answerer; by default the understudy."""
    answering = [each for each in models if each.answers]
    return max(answering, key=lambda each: (each.what != UNDERSTUDY, each.answers)).name if answering else UNDERSTUDY


def _figures(figure: Figure) -> dict[str, Any]:
    return {
        "answers": figure.answers,
        "tokens": figure.tokens,
        "price": figure.price,
        "seconds": figure.seconds,
        "failed": figure.failed,
        "failures": [
            wire.FailureOut(why=why, count=count, remedy=in_all_languages(remedy_of(why)))
            for why, count in figure.failures.most_common(MAX_FAILURE_REASONS)
        ],
    }


def _dearest(figures: Mapping[str, Figure]) -> list[tuple[str, Figure]]:
    return sorted(figures.items(), key=lambda each: (-each[1].price, -each[1].tokens, -each[1].answers, each[0]))


def _by_person(metrics: Metrics, books: UsageTotals) -> list[wire.PersonSpentOut]:
    reuse = books.reuse_by_person
    return [
        wire.PersonSpentOut(person=who, **_reuse(reuse.get(who, Reuse())), **_figures(figure))
        for who, figure in _dearest(metrics.by_person)
    ]


def _reuse(reuse: Reuse) -> dict[str, Any]:
    return {"blocks": reuse.blocks, "reused": reuse.reused}


def _outcomes(reader: Reader) -> list[wire.OutcomeOut]:
    return [
        wire.OutcomeOut(
            model=each.model,
            outcome=each.outcome,
            count=each.calls,
            tokens=each.prompt_tokens + each.answer_tokens,
            price=each.price,
            seconds=each.seconds,
        )
        for each in reader.outcomes()
    ]


def _per_minute(recording: OpenRun, metrics: Metrics) -> list[tuple[int, int]]:
    ticks = max(1, recording.header.clock.ticks_in_minutes(1))
    minutes: Counter[int] = Counter()
    for tick, count in metrics.ticks.items():
        minutes[max(0, tick) // ticks] += count
    return sorted(minutes.items())[-MAX_MINUTES:]


def _estimate(recording: OpenRun, reader: Reader) -> wire.EstimateOut | None:
    """The cost of the rest of the day at the recent rate; None if nothing was asked recently."""
    clock, end = recording.header.clock, reader.end
    back = min(end, clock.ticks_in_minutes(LOOK_BACK_MINUTES))
    if not back:
        return None
    answers, tokens, price = asked_between(reader, end - back, end)
    moment = clock.moment(end)
    left = clock.ticks_in_minutes(MINUTES_A_DAY - moment.hour * 60 - moment.minute)
    if not answers:
        return None
    share = left / back
    return wire.EstimateOut(calls=round(answers * share), tokens=round(tokens * share), price=round(price * share, 6))
