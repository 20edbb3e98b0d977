"""Rule C3: a run with a model that fails in every way is re-run from its tape, with the network off."""

import asyncio
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.models import network
from milkwood.models.tape import Recorded, TapeOnly
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.run.options import SCHEDULES
from milkwood_fake import Fake, FaultPlan, Strike
from tests.cases import long_unless
from tests.models.faulty import DAY, live, soon, wanted
from tests.story.lives import pack_of

__all__ = ["soon"]
pytestmark = [pytest.mark.usefixtures("soon"), pytest.mark.slow]
STRIKES = (
    Strike(fault="prose", every=5),
    Strike(fault="error", every=6),
    Strike(fault="filter", every=7),
    Strike(fault="rate", every=11),
    Strike(fault="cut_off", every=13),
)


@pytest.mark.parametrize("schedule", long_unless(["outoforder"], SCHEDULES))
def test_a_life_is_replayed_from_its_tape_with_the_network_off(schedule: str, tmp_path: Path) -> None:
    path = tmp_path / "three.milkwood"
    with Fake(FaultPlan(strike=STRIKES)) as fake:
        lived = live(path, wanted(fake.address), DAY)
    assert all(fake.done[strike.fault] for strike in STRIKES)
    assert len(lived.by) == 2, "the model answered, and the understudy stood in"
    network.turn_off()
    with Chronicle.open(path) as tape:
        options = RunOptions(schedule=schedule, model=Recorded(TapeOnly(), tape))
        pack, again = pack_of("the_ville", "three"), tmp_path / "again.milkwood"
        with new_run(pack, again, "again", minds=MindConfig(embedding=False), options=options) as run:
            asyncio.run(run.live(DAY))
            assert run.chronicle.settled == DAY
            assert run.chronicle.history_hash() == lived.hash
            assert run.chronicle.spent().calls == 0
