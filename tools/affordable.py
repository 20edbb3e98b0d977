"""docs/affordable.md: cost and benefit of each part of a mind, as the benchmark `affordable` measured them.

Writes the page; runs and measures nothing. Invariant: every figure stands beside its bound, the bad ones too.
"""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

from milkwood.lab.comparing.condition import PRESETS
from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.interval import Interval
from milkwood.lab.comparing.page import number
from milkwood.lab.comparing.summary import Cell, MeasureRow
from milkwood.lab.comparing.summary import rows as measures
from milkwood.lab.comparing.words import ComparisonPhrases
from milkwood.lab.measures import ACTIVITIES, CALLS, PLANNED, REUSE, TALKS, TOKENS, Figures
from milkwood.words import ENGLISH
from tools.proof import Row, facts, table
from tools.tree import ROOT

__all__ = ["EFFECTS", "Figures", "page", "write"]

PAGE = ROOT / "docs" / "affordable.md"
EFFECTS: Final = {
    TOKENS: "tokens a person and day",
    CALLS: "calls a person and day",
    REUSE: "blocks lived by a routine, %",
    ACTIVITIES: "distinct activities a person",
    PLANNED: "distinct blocks in a person's plans",
    TALKS: "talks a person and day",
}
"""The measures that show the effect of a switch."""
_OPENING = """# Cost and benefit of each part

Written by `make proof` (benchmark `affordable`). Do not edit by hand. The 25 people of the Ville run on the
understudy, without a language model. Tokens are an estimate of the prompts and answers that a language model would
have used: four bytes of ASCII, or one other character, count as a token. A day goes from midnight to midnight; the
first starts at seven in the morning. To run your own comparison, use `milkwood compare`:
[compare](how-to/compare.md).
"""


def write(
    bounds: Sequence[Row],
    few: Sequence[TrialOutcome],
    many: Sequence[TrialOutcome],
    warm: Sequence[TrialOutcome],
) -> None:
    """Write the page."""
    PAGE.write_text(page(bounds, few, many, warm), encoding="utf-8")


def page(
    bounds: Sequence[Row],
    few: Sequence[TrialOutcome],
    many: Sequence[TrialOutcome],
    warm: Sequence[TrialOutcome],
) -> str:
    """The whole page."""
    parts = [
        _OPENING,
        "\n".join(f"- {name}: {fact}" for name, fact in facts().items()),
        "\n## What must hold\n",
        table(bounds),
        *_switches(few),
        *_days(many),
        *_kinds([*few, *warm]),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _switches(few: Sequence[TrialOutcome]) -> Iterator[str]:
    found = [row for row in measures(few) if row.kind in EFFECTS or row.kind in ("pairs", "knows", "came")]
    seeds = len({each.trial.seed for each in few})
    yield "## The effect of each switch, two days\n"
    yield (
        f"Mean of {seeds} seeds ± half of its 95 % interval (Student's t); in brackets the difference from everything"
        " on, seed by seed, with its interval; bold where the interval does not contain 0.\n"
    )
    names = list(dict.fromkeys(cell.condition for row in found for cell in row.cells))
    yield f"| what | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}"
    yield from (_line(row, names) for row in found)
    yield ""
    for each in PRESETS["affordable"]:
        if each.off:
            yield f"- {each.name}: `--off {'` and `--off '.join(each.off)}`"
    yield ""


def _line(row: MeasureRow, names: Sequence[str]) -> str:
    cells = {cell.condition: _cell(cell) for cell in row.cells}
    measure = ComparisonPhrases.of(ENGLISH).named(row.measure, {})
    return f"| {measure} | {' | '.join(cells.get(name, '') for name in names)} |"


def _cell(cell: Cell) -> str:
    shown = number(cell.found.mean) + _half(cell.found)
    if cell.against is None:
        return shown
    difference = f"{'+' if cell.against.mean > 0 else ''}{number(cell.against.mean)}{_half(cell.against)}"
    return f"{shown} ({f'**{difference}**' if cell.against.is_sure else difference})"


def _half(found: Interval) -> str:
    return "" if found.half is None else f" ± {number(found.half)}"


def _days(many: Sequence[TrialOutcome]) -> Iterator[str]:
    lived = {name: _of(many, name) for name in dict.fromkeys(each.trial.condition.name for each in many)}
    days = max(len(each.tokens_by_day) for figures in lived.values() for each in figures)
    yield f"## Tokens per person, day by day over {days} days\n"
    yield f"| day | {' | '.join(lived)} |\n|{'---|' * (len(lived) + 1)}"
    for day in range(days):
        told = [f"{fmean(each.tokens_by_day[day] for each in figures):,.0f}" for figures in lived.values()]
        yield f"| {day + 1} | {' | '.join(told)} |"
    yield ""
    for measure, what in ((ACTIVITIES, "Distinct activities per person"), (REUSE, "Blocks with a routine, %")):
        told = [f"{name} {fmean(each.values[measure] for each in figures):.1f}" for name, figures in lived.items()]
        yield f"{what}, over all {days} days: {'; '.join(told)}.\n"


def _kinds(lived: Sequence[TrialOutcome]) -> Iterator[str]:
    """By question: the first day of runs that begin with routines, and two days of the others."""
    names = list(dict.fromkeys(each.trial.condition.name for each in lived))
    kinds = dict.fromkeys(kind for each in lived if each.figures for kind in each.figures.tokens_by_kind)
    yield "## Tokens per person and day, by question (two days; with routines of an earlier run, the first)\n"
    yield f"| question | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}"
    for kind in kinds:
        told = [f"{fmean(each.tokens_by_kind.get(kind, 0.0) for each in _of(lived, name)):,.0f}" for name in names]
        yield f"| {kind} | {' | '.join(told)} |"
    totals = [f"{fmean(each.values[TOKENS] for each in _of(lived, name)):,.0f}" for name in names]
    yield f"| all | {' | '.join(totals)} |\n"


def _of(outcomes: Sequence[TrialOutcome], condition: str) -> list[Figures]:
    return [each.figures for each in outcomes if each.trial.condition.name == condition and each.figures is not None]
