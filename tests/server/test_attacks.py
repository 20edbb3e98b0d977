"""Whatever a viewer sends, nothing changes and nothing but the table is answered.

A sample of the attacks; all of them are sent by `benchmarks/viewer_attacks.py`.
"""

from pathlib import Path

import pytest

from milkwood.server import access
from milkwood.server.permissions import LOOKING
from tests.instruments.attacks import HEADERS, METHODS, NAMES, SPELLINGS, attacked, attacks


def test_a_viewer_changes_nothing_and_is_answered_by_the_table_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    outcome = attacked(tmp_path, full=False)
    assert outcome.let_through == []
    assert outcome.failures == []
    assert outcome.changed == []
    assert outcome.tried > 300
    assert outcome.statuses[403] > outcome.tried / 3
    assert outcome.statuses[200] > 0


def test_the_short_form_takes_something_of_everything() -> None:
    tried = list(attacks(full=False))
    assert {attack.method for attack in tried} == {*METHODS}
    assert {tuple(attack.headers) for attack in tried} == {("X-Milkwood", *each) for each in HEADERS.values()}
    targets = {attack.target for attack in tried}
    paths = [path for path in targets if path.startswith("/api/runs/") and path.isascii()]
    assert all(any(spelling(path) in targets for path in paths) for spelling in SPELLINGS.values())
    assert all(any(f"/{name}" in attack.target for attack in tried) for name in NAMES)


@pytest.mark.long
def test_a_hole_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(access, "LOOKING", LOOKING | {("DELETE", "/api/runs/{run}")})
    outcome = attacked(tmp_path, full=False)
    assert "DELETE /api/runs/ask: 200" in outcome.let_through
    assert "home/runs/ask.milkwood" in outcome.changed
