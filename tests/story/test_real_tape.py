"""Rule C3 with the answers of a real model: one of its mornings, kept as a tape, is lived again exactly.

`python -m tools.real_tape RUN` records it, before a release and when the behaviour number has changed.
"""

from pathlib import Path

import pytest

from tests.instruments.reliving import relive
from tools.real_tape import load, pack_of_tape, unusable

_WHY = unusable()


@pytest.mark.skipif(bool(_WHY), reason=_WHY)
@pytest.mark.parametrize("schedule", ["lockstep", "outoforder"])
def test_the_answers_of_a_real_morning_give_its_history_again(schedule: str, tmp_path: Path) -> None:
    tape = load()
    lived = relive(tape, pack_of_tape(tape), tmp_path / "again.milkwood", schedule)
    assert len(tape.hashes) > 1
    assert lived.hashes == tape.hashes
