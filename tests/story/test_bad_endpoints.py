"""Rules B1, O2 and M3 against bad endpoints: one of each kind here, the whole table in `make proof` (benchmarks/)."""

from pathlib import Path

import pytest

from tests.instruments.bad_endpoints import GROUPS, SHORT, lived

MODES = {mode.name: mode for modes in GROUPS.values() for mode in modes}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_a_town_lives_with_a_bad_endpoint_and_every_promise_holds(name: str, tmp_path: Path) -> None:
    verdict = lived(MODES[name], tmp_path)
    assert verdict.wrong == (), verdict
