"""Servers as hobbyists run them: slow, with one slot, without schemas, with a small context, restarted.

Twenty times as fast as the servers they stand for, with time-outs to match.
"""

import asyncio
import threading
from collections import Counter
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.run import LiveRun
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood_fake import Fake, FaultPlan, Strike
from tests.models.faulty import begun, soon, wanted

__all__ = ["soon"]
pytestmark = [pytest.mark.usefixtures("soon"), pytest.mark.slow]
FASTER = 20
TOKENS_PER_SECOND = 6.0 * FASTER
TIMEOUT = 60.0 / FASTER
HALF_AN_HOUR, HOUR, MORNING = 180, 360, 1440
REQUESTS_BEFORE = 4
"""Requests that are answered before a restart."""


def lived(path: Path, address: str, until: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """Outcomes of calls, answers by model, and all that the user was told."""
    told: list[str] = []

    async def go(run: LiveRun) -> None:
        run.default_model  # noqa: B018 (connects)
        await run.try_models(told.append)
        living = asyncio.ensure_future(run.live(until))
        while not living.done():
            await asyncio.wait({living}, timeout=0.1)
            told.extend(note for note in run.notes() if note not in told)
        await living

    with begun(path, wanted(address, {"timeout_seconds": TIMEOUT})) as run:
        asyncio.run(go(run))
        assert run.halted is None
    with Chronicle.read(path) as reader:
        assert reader.settled == until
        outcomes = Counter({each.outcome: each.calls for each in reader.outcomes()})
        return outcomes, Counter(each.answer.by for each in reader.questions()), told


@pytest.mark.parametrize("until", [HALF_AN_HOUR, pytest.param(HOUR, marks=pytest.mark.long)])
def test_a_slow_server_with_one_slot_lives_a_town_of_three_without_a_time_out(until: int, tmp_path: Path) -> None:
    with Fake(FaultPlan(tokens_per_second=TOKENS_PER_SECOND, slots=1)) as fake:
        outcomes, by, told = lived(tmp_path / "slow.milkwood", fake.address, until)
        assert fake.server.most_in_flight <= 4
    assert outcomes["timeout"] == 0
    assert by[UNDERSTUDY] == 0
    assert not [note for note in told if "asked again" in note]


def test_a_server_without_schemas_is_asked_in_plain_json(tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="no_format"),))) as fake:
        outcomes, by, _ = lived(tmp_path / "plain.milkwood", fake.address, HALF_AN_HOUR)
    assert outcomes["answered"] + outcomes["estimated"] >= sum(by.values())
    assert by[UNDERSTUDY] == 0


def test_with_a_small_context_the_run_goes_on_and_the_user_is_told(tmp_path: Path) -> None:
    with Fake(FaultPlan(context_tokens=700)) as fake:
        outcomes, by, _ = lived(tmp_path / "small.milkwood", fake.address, HALF_AN_HOUR)
    assert outcomes["too_large"] > 0
    assert by[UNDERSTUDY] > 0
    assert by["custom/fake-1"] > 0, "what fits is asked"


def test_a_server_that_is_restarted_is_waited_for_and_nothing_is_left_to_the_understudy(tmp_path: Path) -> None:
    first = Fake(FaultPlan(latency_seconds=0.2))
    back: list[Fake] = []
    with first:
        port, pause = first.port, threading.Event()

        def restart() -> None:
            while first.server.asked.total() < REQUESTS_BEFORE:
                pause.wait(0.01)
            first.stop()
            pause.wait(0.3)
            back.append(Fake(FaultPlan(), port=port).__enter__())

        restarting = threading.Thread(target=restart)
        restarting.start()
        try:
            outcomes, by, told = lived(tmp_path / "restarted.milkwood", first.address, MORNING)
        finally:
            restarting.join()
            for each in back:
                each.stop()
    assert outcomes["connection"] > 0, "it was away meanwhile"
    assert back[0].server.asked.total() > REQUESTS_BEFORE
    assert by[UNDERSTUDY] == 0
    assert sum("custom/fake-1" in note and "asked again" in note for note in told) <= 1, "told once"
