"""`make bench` and `make proof`: run every benchmark; proof also plants faults in the mind, writes the report, runs the
long tests and writes docs/measured.md.

Knows nothing of the measurements. The contract: every module of benchmarks/ has `main()`, which may print anything and
returns rows with name, figure, unit, bound and ok; with MILKWOOD_PROOF=1 in the environment it takes its long form.
Invariant: figures are written with the date, the commit and the machine they belong to, the bad ones too.
"""

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TypedDict

from tools import mutants
from tools.tree import ROOT

PAGE = ROOT / "docs" / "measured.md"
TESTS = "tests"
"""The section of the report and the long tests."""
LONG_TESTS = (
    *("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "-m", ""),
    *("tests/engine", "tests/story", "tests/browser", "tests/house/test_mutants.py"),
)
"""Options of pytest for them: `-m ""` takes those marked `full` and `long` as well."""
MUTANTS = "Mutants of the mind"
"""The section of faults planted in the mind."""


class Row(TypedDict):
    """One figure: name, value, unit, bound, and whether it holds."""

    name: str
    figure: float | int | str
    unit: str
    bound: str
    ok: bool


def main() -> int:
    """`bench` prints the table; `write` measures in full and writes the page. 1 when a figure is out of bounds.

    `write NAME ...` measures some sections of the page again and leaves the others unchanged.
    """
    writes = sys.argv[1:2] == ["write"]
    if writes:
        os.environ["MILKWOOD_PROOF"] = "1"
    if writes and sys.argv[2:]:
        return _write_again(sys.argv[2:])
    occasion = facts()
    tables: dict[str, list[Row]] = {}
    for name, rows in _all_tables() if writes else _measured():
        tables[name] = rows
        if writes:  # after each, so that a power cut does not lose hours of measuring
            PAGE.write_text(page(tables, occasion), encoding="utf-8")
    if writes:
        print(f"Wrote {PAGE.relative_to(ROOT)}.")
    if not tables:
        print("There are no benchmarks yet.")
    for name, rows in tables.items():
        print(f"\n{name}\n{table(rows)}")
    return 0 if all(row["ok"] for rows in tables.values() for row in rows) else 1


def _write_again(names: list[str]) -> int:
    """Measure some sections again; each says so, since the rest belongs to an earlier commit."""
    held = True
    for name in names:
        rows = _rows(name)
        PAGE.write_text(replaced(PAGE.read_text(encoding="utf-8"), name, rows, facts()), encoding="utf-8")
        print(f"\n{name}\n{table(rows)}", flush=True)
        held = held and all(row["ok"] for row in rows)
    return 0 if held else 1


def _rows(name: str) -> list[Row]:
    if name == MUTANTS:
        return _mutants()
    return [*_tests()][-1] if name == TESTS else import_module(f"benchmarks.{name}").main()


def replaced(text: str, name: str, rows: Iterable[Row], facts: dict[str, str]) -> str:
    """The page with one section measured again; a new section comes last."""
    section = f"## {name}\n\nMeasured again: {facts['Date']}, commit {facts['Commit']}.\n\n{table(rows)}"
    before, found, rest = text.partition(f"\n## {name}\n")
    after = rest.partition("\n## ")
    return f"{before}\n{section}" + (f"\n## {after[2]}" if found and after[1] else "")


def page(tables: dict[str, list[Row]], facts: dict[str, str]) -> str:
    """The whole page, from rows by benchmark and facts about the measurement."""
    opening = "# Measured\n\nWritten by `make proof`, which measures everything again. Do not edit by hand.\n"
    occasion = "\n".join(f"- {name}: {fact}" for name, fact in facts.items())
    sections = "\n".join(f"\n## {name}\n\n{table(rows)}" for name, rows in tables.items())
    return f"{opening}\n{occasion}\n{sections}"


def table(rows: Iterable[Row]) -> str:
    """Rows as a Markdown table, or a sentence when a benchmark gave none."""
    lines = [f"| {r['name']} | {figure(r['figure'])} {r['unit']} | {r['bound']} | {_verdict(r)} |" for r in rows]
    if not lines:
        return "Not measured: what this benchmark needs was not there.\n"
    return "\n".join(["| what | measured | bound | holds |", "|---|---|---|---|", *lines, ""])


def _measured() -> Iterable[tuple[str, list[Row]]]:
    for path in sorted((ROOT / "benchmarks").glob("*.py")):
        if not path.name.startswith("_"):
            print(f"── benchmarks/{path.name}", flush=True)
            yield path.stem, import_module(f"benchmarks.{path.stem}").main()


def _all_tables() -> Iterable[tuple[str, list[Row]]]:
    """The benchmarks, the mutants, then the report and the long tests."""
    yield from _measured()
    yield MUTANTS, _mutants()
    for rows in _tests():
        yield TESTS, rows


def _mutants() -> list[Row]:
    """The score; none where tests fail without mutants, which would catch everything."""
    if not mutants.sound():
        return [Row(name="tests of the mind without a fault", figure="failing", unit="", bound="all pass", ok=False)]
    return mutant_rows(_scores())


def _scores() -> Iterable[mutants.Score]:
    """The results of the mutants of the mind: those made by hand, then the sample, module by module."""
    print("── mutants of the mind", flush=True)
    for score in chain([mutants.scored(mutants.HAND, mutants.by_hand())], mutants.scores(mutants.modules())):
        print(score.say(), flush=True)
        yield score


def mutant_rows(scores: Iterable[mutants.Score]) -> list[Row]:
    """The whole score, then the mutants made by hand and each module, with the survivors."""
    scores = list(scores)
    drawn = [score for score in scores if score.name != mutants.HAND]
    percent = 100 * sum(score.caught for score in drawn) / max(1, sum(score.tried for score in drawn))
    whole = Row(
        name=f"faults caught of a sample of {sum(score.tried for score in drawn)}",
        figure=percent,
        unit="%",
        bound=f"at least {mutants.LEAST} %",
        ok=percent >= mutants.LEAST,
    )
    return [whole, *(_mutant_row(score) for score in scores)]


def _mutant_row(score: mutants.Score) -> Row:
    alive = "; ".join(score.alive).replace("|", "\\|")
    name = f"{score.name}: not caught: {alive}" if alive else score.name
    by_hand = score.name == mutants.HAND
    said = f"{score.caught} of {score.tried}"
    return Row(name=name, figure=said, unit="", bound="all" if by_hand else "", ok=not (by_hand and alive))


def _tests() -> Iterable[list[Row]]:
    """The report, then the report and the long tests."""
    with tempfile.TemporaryDirectory() as lives:
        os.environ["MILKWOOD_RUNS"] = lives  # the tests need not repeat the runs of the report
        report = _report(lives)
        yield [report]
        yield [report, _long_tests()]


def _report(lives: str) -> Row:
    """The story of both towns, measured; written to docs/report.md."""
    print("── report", flush=True)
    code = subprocess.run([sys.executable, "-m", "tools.report", lives], cwd=ROOT, check=False).returncode
    said = "all hold" if code == 0 else "failing"
    return Row(name="the measures of docs/report.md", figure=said, unit="", bound="all hold", ok=code == 0)


def _long_tests() -> Row:
    """The tests that have a long form, in that form."""
    print("── long tests", flush=True)
    code = subprocess.run([sys.executable, "-m", "pytest", *LONG_TESTS], cwd=ROOT, check=False).returncode
    said = "all pass" if code == 0 else "failing"
    return Row(name="one history and fifty deaths, in full", figure=said, unit="", bound="all pass", ok=code == 0)


def facts() -> dict[str, str]:
    """Date, commit and machine of a measurement."""
    return {
        "Date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "Commit": _commit(),
        "Machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
    }


def _commit() -> str:
    commit = _git("rev-parse", "--short=12", "HEAD") or "none"
    changed = _git("status", "--porcelain", "--", ".", ":(exclude)docs")  # the pages themselves are written meanwhile
    return f"{commit} with uncommitted changes" if changed else commit


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.is_file() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or "unknown processor"


def figure(measured: float | int | str) -> str:
    """A readable figure."""
    if isinstance(measured, str):
        return measured
    return f"{measured:,.0f}" if isinstance(measured, int) or abs(measured) >= 100 else f"{measured:.3g}"


def _verdict(row: Row) -> str:
    return "yes" if row["ok"] else "**no**"


if __name__ == "__main__":
    sys.exit(main())
