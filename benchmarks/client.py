"""The cost of a call to a language model in this process, and whether a thousand of them leave the event loop free.

A vendor on this machine answers after a while, in a separate process. CPU milliseconds of this process alone, the best
of a few rounds, since machines are noisy: for the bare endpoint, and with everything a run wraps around it (budget,
pace, retries). The lag is how late a timer fires while calls are in flight: all at once at first, then steadily as
answers come in. With MILKWOOD_PROOF=1 more calls.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from milkwood.ids import PersonId
from milkwood.models.budget import NullLedger, Purse
from milkwood.models.completion import Call, Schema, TextModel
from milkwood.models.metering import Budgeted, Metered
from milkwood.models.pace import Paced
from milkwood.models.port import QuestionId
from milkwood.models.prompt import Prompt
from milkwood.models.retry import Retrying
from milkwood.models.spec import Spec
from milkwood.providers.connect import connect
from milkwood.questions.case import cases
from milkwood.questions.offer import offer
from milkwood.questions.prompt import render
from milkwood.questions.registry import KINDS
from milkwood.questions.shape import narrowed, shape_of
from tools.proof import Row

KIND = KINDS["react"]
MAX_CPU_MS = 2.0
MAX_LAG_MS = 100.0
_LONG = bool(os.environ.get("MILKWOOD_PROOF"))
_ROUNDS = 5 if _LONG else 3
_CALLS = 4_000 if _LONG else 1_500
_TICK_SECONDS = 0.005


def main() -> list[Row]:
    """The figures."""
    rows = []
    for wrapped, name in ((False, "the endpoint alone"), (True, "with budget, pace and retries")):
        taken = min(asyncio.run(_round(200, _CALLS, 0.2, wrapped))[0] for _ in range(_ROUNDS))
        rows.append(_row(f"a call, 200 in flight, {name}: CPU, best of {_ROUNDS}", taken, MAX_CPU_MS))
    lag = min(asyncio.run(_round(1_000, 2 * _CALLS, 2.0, True))[1] for _ in range(_ROUNDS))
    rows.append(_row(f"event loop's lag, 1,000 in flight: p99, best of {_ROUNDS}", lag, MAX_LAG_MS))
    return rows


async def _round(at_once: int, calls: int, seconds: float, wrapped: bool) -> tuple[float, float]:
    """CPU milliseconds a call, and the 99th percentile of the lag in milliseconds."""
    prompt, schema = _question()
    with _vendor(seconds) as port, tempfile.TemporaryDirectory() as folder:
        spec = Spec("fast", "vllm", "some-model", address=f"http://127.0.0.1:{port}/v1", at_once=at_once)
        endpoint = connect(spec, Path(folder))
        model: TextModel = endpoint
        if wrapped:
            metered = Metered(endpoint)
            model = Budgeted(metered, Purse(NullLedger()), Retrying(Paced(metered, at_once)))
        numbers = iter(range(calls))

        async def asker() -> None:
            for number in numbers:
                await model.complete(prompt, schema, 300, Call(QuestionId(PersonId("ann"), number, KIND.name)))

        await model.complete(prompt, schema, 300, Call(QuestionId(PersonId("ann"), 0, KIND.name)))
        lags: list[float] = []
        watch = asyncio.create_task(_watched(lags))
        began = time.process_time()
        await asyncio.gather(*(asker() for _ in range(at_once)))
        taken = time.process_time() - began
        watch.cancel()
        await endpoint.close()
    lags.sort()
    return taken / calls * 1_000, lags[int(len(lags) * 0.99)] * 1_000


async def _watched(lags: list[float]) -> None:
    clock = asyncio.get_running_loop().time
    while True:
        began = clock()
        await asyncio.sleep(_TICK_SECONDS)
        lags.append(clock() - began - _TICK_SECONDS)


def _question() -> tuple[Prompt, Schema]:
    """A question as it is asked in a town."""
    ask = next(iter(cases(KIND.name))).ask
    offered = offer(ask)
    return render(KIND, ask, offered), narrowed(shape_of(KIND.reply), offered)


@contextmanager
def _vendor(seconds: float) -> Iterator[int]:
    command = [sys.executable, "-m", "benchmarks._vendor", str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.stdin.close()
            process.terminate()


def _row(name: str, figure: float, most: float) -> Row:
    return Row(name=name, figure=round(figure, 2), unit="ms", bound=f"at most {most:g} ms", ok=figure <= most)


if __name__ == "__main__":
    for row in main():
        print(f"{row['name']}: {row['figure']} {row['unit']} ({row['bound']}, {'ok' if row['ok'] else 'NOT OK'})")
