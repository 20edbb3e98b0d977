"""What becomes of a small town when its model's server fails, in every way of the table, and when it is killed.

`tests/instruments/bad_endpoints.py` has the table; one of each kind by default, all of it with MILKWOOD_PROOF=1. The
kills (SIGKILL at random moments) are those of `tests/instruments/paid_deaths.py`.
"""

import os
import tempfile
from pathlib import Path

from tests.instruments import paid_deaths
from tests.instruments.bad_endpoints import GROUPS, MOST_REQUESTS, SHORT, WAIT_SECONDS, Mode, Verdict, lived
from tools.proof import Row

_LONG = bool(os.environ.get("MILKWOOD_PROOF"))
_LIVES, _DEATHS = (6, 10) if _LONG else (1, 3)


def main() -> list[Row]:
    """The figures, group by group; what does not hold is named."""
    rows: list[Row] = []
    for name, modes in GROUPS.items():
        verdicts = [_lived(mode) for mode in modes if _LONG or mode.name in SHORT]
        if verdicts:
            rows += _group(name, verdicts)
    return [*rows, *_killed()]


def _lived(mode: Mode) -> Verdict:
    with tempfile.TemporaryDirectory() as folder:
        verdict = lived(mode, Path(folder))
    print(f"{mode.name}: {'; '.join(verdict.wrong) or 'holds'} ({verdict.seconds:.1f} s)", flush=True)
    return verdict


def _group(name: str, verdicts: list[Verdict]) -> list[Row]:
    broken = [each for each in verdicts if each.wrong]
    named = "".join(f"; {each.mode.name}: {', '.join(each.wrong)}" for each in broken).replace("|", "\\|")
    count = len(verdicts)
    rows = [_row(f"{name}: every promise holds{named}", f"{count - len(broken)} of {count}", "", "all", not broken)]
    waiting = [each for each in verdicts if each.mode.ends == "waits"]
    if waiting:
        most, bound = max(each.requests for each in waiting), MOST_REQUESTS["waits"]
        what = f"{name}: requests in {WAIT_SECONDS:g} s while it is waited for, most of {len(waiting)} forms"
        rows.append(_row(what, most, "", f"at most {bound}", most <= bound))
        used = max(each.share for each in waiting)
        rows.append(_row(f"{name}: share of the budget used up by waiting", 100 * used, "%", "0 %", not used))
    others = [each for each in verdicts if each.mode.ends != "waits"]
    if others:
        slowest = max(each.seconds for each in others)
        rows.append(_row(f"{name}: until the last tick, with time-outs of 1 s, slowest", slowest, "s"))
    share, true = max(each.share for each in verdicts), max(each.true_share for each in verdicts)
    if true:
        rows.append(_row(f"{name}: highest share of a cap, as counted", 100 * share, "%", "at most 100 %", share <= 1))
        rows.append(
            _row(f"{name}: highest share of a cap, as really used", 100 * true, "%", "at most 100 %", true <= 1)
        )
    return rows


def _killed() -> list[Row]:
    deaths = left = again = differing = 0
    with tempfile.TemporaryDirectory() as folder:
        _, expected = paid_deaths.lived(Path(folder))
        for seed in range(_LIVES):
            life, history = paid_deaths.killed(Path(folder), paid_deaths.random_moments(_DEATHS, seed), seed)
            deaths, left, again = deaths + life.deaths, left + life.left, again + len(life.paid_again())
            differing += history != expected
    what = f"{deaths} kills of {_LIVES} runs that pay"
    return [
        _row(f"{what}: replies that lay paid for and unused at a kill", left, ""),
        _row(f"{what}: calls paid for twice", again, "", "0", not again),
        _row(f"{what}: histories that differ from the undisturbed one", differing, "", "0", not differing),
    ]


def _row(name: str, figure: float | str, unit: str, bound: str = "", ok: bool = True) -> Row:
    return Row(name=name, figure=figure, unit=unit, bound=bound, ok=ok)


if __name__ == "__main__":
    for row in main():
        print(f"{row['name']}: {row['figure']} {row['unit']} ({row['bound']}, {'ok' if row['ok'] else 'NOT OK'})")
