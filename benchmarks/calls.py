"""Model calls of a day of the bundled towns: calls and tokens by kind of question, and the longest chain of them.

Two days of each town are run with the understudy, by words alone, with the tokens of the prompts and answers that a
language model would have read and written; and the first half hour with several seeds. Time is virtual: every call
takes a second, or every token of an answer does, so the time taken is the chain of calls, or of tokens, that nothing
can shorten. `python -m benchmarks.calls write` writes the figures that `milkwood estimate` uses; as a benchmark the
smaller town is run again, and must still match them.
"""

import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from milkwood import towns
from milkwood.clock import TownClock
from milkwood.models.port import Answer, Model, Question
from milkwood.models.wording import WordOverlap
from milkwood.questions.registry import KINDS
from milkwood.run import DEFAULT_SEED, MindConfig, RunOptions, new_run
from milkwood.run.figures import FILE, HOURS_PER_DAY, figures
from milkwood.towns import Pack
from milkwood.towns.shelf import bundled, find
from milkwood.understudy.model import Understudy
from milkwood.words import Language
from tests.instruments.counting import Counting
from tests.instruments.latent import Latent
from tests.instruments.virtual import run_virtually
from tools.proof import Row

DAYS = 2
FIRST_MINUTES = 30
SEEDS = 5
AT_ONCE = 100_000
TOWN, LANGUAGE = "gull_quay", Language("en")
DRIFT_PERCENT = 25.0
"""The largest drift of the figures before they must be rewritten."""


@dataclass(slots=True)
class Noted:
    """The cost of a kind of question on a day."""

    calls: int = 0
    prompt: int = 0
    answer: int = 0


@dataclass(slots=True)
class Days:
    """The cost of a town."""

    people: int
    by: dict[tuple[int, str], Noted] = field(default_factory=lambda: defaultdict(Noted))
    """By day and kind of question."""
    hours: dict[int, Noted] = field(default_factory=lambda: defaultdict(Noted))
    """By hour since the start."""
    first_half_hour: Counter[str] = field(default_factory=Counter)
    """Calls by kind of question."""
    chain: float = 0.0


class Noting:
    """A model that records the cost of each day."""

    def __init__(self, model: Model, days: Days, clock: TownClock) -> None:
        self._model = model
        self._days = days
        self._clock = clock

    async def answer(self, question: Question) -> Answer:
        answer = await self._model.answer(question)
        days, tick, clock = self._days, question.id.tick, self._clock
        parts = [days.by[tick // clock.ticks_per_day, question.id.kind], days.hours[tick // clock.ticks_in_minutes(60)]]
        if tick < clock.ticks_in_minutes(FIRST_MINUTES):
            days.first_half_hour[question.id.kind] += 1
        for noted in parts:
            noted.calls += 1
            noted.prompt += answer.usage.prompt_tokens
            noted.answer += answer.usage.answer_tokens
        return answer


def lived(
    pack: Pack, language: Language, ticks: int, call_seconds: float, token_seconds: float, seed: int = DEFAULT_SEED
) -> Days:
    """A life of a town in which only questions take time."""
    told = Days(len(pack.people))
    model = Noting(Latent(Counting(Understudy(seed, WordOverlap())), call_seconds, token_seconds), told, pack.clock)
    minds, options = MindConfig(embedding=False), RunOptions(model=model, at_once=AT_ONCE)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "day.milkwood"
        with new_run(pack, path, "day", seed=seed, language=language, options=options, minds=minds) as run:
            _, told.chain = run_virtually(run.live(ticks))
    return told


def main() -> list[Row]:
    """The difference between the shipped figures and today's."""
    pack = towns.load(find(TOWN).folder)
    told = lived(pack, LANGUAGE, DAYS * pack.clock.ticks_per_day, 1.0, 0.0)
    shipped = figures()[TOWN, LANGUAGE]
    person_days = told.people * DAYS
    calls = sum(noted.calls for noted in told.by.values()) / person_days
    prompt = sum(noted.prompt for noted in told.by.values()) / person_days
    answer = sum(noted.answer for noted in told.by.values()) / person_days
    pairs = {
        "calls": (calls, sum(kind.calls for kind in shipped.kinds.values())),
        "prompt tokens": (prompt, sum(kind.calls * kind.prompt_tokens for kind in shipped.kinds.values())),
        "answer tokens": (answer, sum(kind.calls * kind.answer_tokens for kind in shipped.kinds.values())),
        "longest chain of calls": (told.chain / DAYS, shipped.chain_calls),
    }
    rows = []
    for name, (now, then) in pairs.items():
        drift = 100 * abs(now / then - 1)
        rows.append(Row(name=f"{TOWN}, a person's day: {name}", figure=now, unit="", bound="", ok=True))
        bound = f"at most {DRIFT_PERCENT:g} %"
        what = f"{TOWN}: {name} against what `milkwood estimate` goes by"
        rows.append(Row(name=what, figure=drift, unit="%", bound=bound, ok=drift <= DRIFT_PERCENT))
    return rows


def write() -> None:
    """Measure everything again."""
    lines = [
        "# What a day of a town asks of a model, as measured by `python -m benchmarks.calls write`: do not edit.",
        "# calls: a person's a day, the mean, the least and the most of the days lived; tokens: of a call.",
        "# chain_calls, chain_tokens: the longest row of calls, or of answers' tokens, that must follow each other.",
        "# hours: calls, prompt tokens and answer tokens of a person in each hour from the start of the run.",
        f"# first_least, first_most: a person's calls in the first {FIRST_MINUTES} minutes, of {SEEDS} seeds.",
        "",
        f"date = {datetime.now(UTC):%Y-%m-%d}",
    ]
    for town in bundled():
        pack = towns.load(town.folder)
        for language in pack.languages:
            lines += _section(pack, language)
            print(f"{town.id} {language}: done", file=sys.stderr)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


def _section(pack: Pack, language: Language) -> list[str]:
    ticks = DAYS * pack.clock.ticks_per_day
    told = lived(pack, language, ticks, 1.0, 0.0)
    tokens = lived(pack, language, ticks, 0.0, 1.0)
    hours = ", ".join(_use(told.hours[hour], told.people) for hour in range(DAYS * HOURS_PER_DAY))
    lines = [
        "",
        f"[{pack.id}.{language}]",
        f"people = {told.people}",
        f"days = {DAYS}",
        f"chain_calls = {told.chain / DAYS:.0f}",
        f"chain_tokens = {tokens.chain / DAYS:.0f}",
        f"hours = [{hours}]",
    ]
    starts = _starts(pack, language)
    for kind in KINDS:
        noted = [told.by.get((day, kind), Noted()) for day in range(DAYS)]
        calls = sum(each.calls for each in noted)
        if calls:
            a_day = [each.calls / told.people for each in noted]
            first = [start[kind] / told.people for start in starts]
            lines.append(
                f"kinds.{kind} = {{ calls = {sum(a_day) / DAYS:.2f}, least = {min(a_day):.2f}, most = {max(a_day):.2f},"
                f" first_least = {min(first):.2f}, first_most = {max(first):.2f},"
                f" prompt_tokens = {sum(each.prompt for each in noted) / calls:.0f},"
                f" answer_tokens = {sum(each.answer for each in noted) / calls:.0f} }}"
            )
    return lines


def _starts(pack: Pack, language: Language) -> list[Counter[str]]:
    """Calls of the first half hour by kind of question, of each seed."""
    ticks = pack.clock.ticks_in_minutes(FIRST_MINUTES)
    return [lived(pack, language, ticks, 1.0, 0.0, seed).first_half_hour for seed in range(1, SEEDS + 1)]


def _use(noted: Noted, people: int) -> str:
    return f"[{noted.calls / people:.2f}, {noted.prompt / people:.0f}, {noted.answer / people:.0f}]"


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        write()
    else:
        from tools.proof import table

        print(table(main()))
