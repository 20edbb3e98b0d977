import json

import pytest

from milkwood.engine.behaviour import BEHAVIOUR, PARTS_OFF_BEHAVIOUR
from tools.behaviour import LIVES, RECORD, TICKS, history_of

KEPT = json.loads(RECORD.read_text("utf-8"))
AGAIN = "record the new hashes with “python -m tools.behaviour”"


@pytest.mark.parametrize("life", LIVES)
def test_short_runs_have_the_history_recorded_for_todays_behaviour_number(life: str) -> None:
    assert history_of(life) == KEPT["histories"][life], (
        f"{life}: {TICKS} ticks come out otherwise than recorded. If minds, the engine or the town's rules changed what"
        f" happens, raise BEHAVIOUR in src/milkwood/engine/behaviour.py (now {BEHAVIOUR}; PARTS_OFF_BEHAVIOUR, now"
        f" {PARTS_OFF_BEHAVIOUR}, if only runs with parts switched off change) and {AGAIN}. If only the"
        f" understudy or the files of a bundled town changed, just {AGAIN}."
    )


def test_the_recorded_hashes_are_those_of_todays_behaviour_number() -> None:
    assert (KEPT["behaviour"], KEPT["ticks"]) == ([BEHAVIOUR, PARTS_OFF_BEHAVIOUR], TICKS), f"Please {AGAIN}."
