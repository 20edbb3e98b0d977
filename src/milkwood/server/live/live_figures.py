"""Figures of a living run for its machine room: notes, waiting questions, budget.

Invariant: read on the run's loop with a short time-out; a busy run is not waited for.
"""

import asyncio
from concurrent.futures import CancelledError
from dataclasses import replace

from milkwood.run import LiveRun
from milkwood.server.live.run_thread import RunStopped, RunThread
from milkwood.server.views.machine import LiveFigures
from milkwood.server.wire.machine import BudgetOut, WaitingOut

FIGURES_TIMEOUT_SECONDS = 2.0
"""Time-out of a read; the page asks again soon."""


def live_figures(thread: RunThread | None) -> LiveFigures:
    """The figures of a run, from its thread if it has one."""
    if thread is None:
        return LiveFigures()
    try:
        return replace(thread.call(_figures).result(FIGURES_TIMEOUT_SECONDS), still=thread.status.still)
    except (RunStopped, TimeoutError, CancelledError):
        return LiveFigures(notes=thread.status.notes, still=thread.status.still)


def _figures(run: LiveRun) -> LiveFigures:
    clock = asyncio.get_running_loop().time()
    waiting = [
        WaitingOut(person=question.person, kind=question.kind, seconds=round(max(0.0, clock - since), 1))
        for question, since in sorted(run.life.waiting_for(), key=lambda each: each[1])
    ]
    return LiveFigures(tuple(run.notes()), tuple(waiting), budget=_budget(run), spending_paused=run.spending_paused)


def _budget(run: LiveRun) -> BudgetOut | None:
    if run.stack is None or run.stack.purse.cap is None:
        return None
    purse = run.stack.purse
    cap = run.stack.purse.cap
    return BudgetOut(
        cap=cap.amount,
        unit=cap.unit.value,
        spent=cap.of(purse.spent),
        reserved=cap.of(purse.reserved),
        at_cap=run.stack.config.at_cap,
    )
