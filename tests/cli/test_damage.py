"""What commands say of a damaged run, and that what they offer works."""

import re
import shlex
import sqlite3
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.verify import verify
from tests.cli.conftest import Run
from tests.lived import TICKS, _morning, friday

__all__ = ["_morning", "friday"]

NEWEST = "hash = (SELECT value FROM snapshots, json_each(snapshots.minds) WHERE key = 'petra_marsh' ORDER BY tick DESC)"
END = str(TICKS + 30)


@pytest.fixture
def damaged(friday: Path) -> Path:
    """The newest kept mind of one person has a flipped bit."""
    connection = sqlite3.connect(friday)
    (content,) = connection.execute(f"SELECT content FROM minds WHERE {NEWEST}").fetchone()
    flipped = content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]
    connection.execute(f"UPDATE minds SET content = ? WHERE {NEWEST}", (flipped,))
    connection.commit()
    connection.close()
    return friday


def test_verify_says_what_is_damaged_what_still_works_and_what_to_do(run: Run, damaged: Path) -> None:
    result = run("verify", "friday")
    assert result.exit_code == 1
    assert "friday: a saved mind (petra_marsh, day 1 11:00) is damaged" in result.output
    assert "The history is intact up to its end (day 1 11:10): it can be shown, exported and forked." in result.output
    assert "To continue from there in a fork: milkwood run -o friday@1500" in result.output


@pytest.mark.parametrize(
    "words", [("run", "gull_quay", "--name", "friday", "--ticks", END, "--quiet"), ("ask", "friday", "Petra", "Hello?")]
)
def test_commands_that_need_it_say_the_same(words: tuple[str, ...], run: Run, damaged: Path) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "The chronicle is damaged: a saved mind (petra_marsh, day 1 11:00) is damaged." in result.output
    assert "milkwood run -o friday@1500" in result.output


@pytest.mark.parametrize("words", [("show", "friday"), ("bill", "friday"), ("export", "friday", "--format", "jsonl")])
def test_commands_that_do_not_need_it_work(
    words: tuple[str, ...], run: Run, damaged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*words).exit_code == 0


def test_the_offered_command_goes_on_with_the_same_history(run: Run, damaged: Path) -> None:
    said = run("verify", "friday").output
    offered = re.search(r"milkwood (run -o \S+)", said)
    assert offered is not None
    result = run(*shlex.split(offered[1]), "-t", "mended", "-s", "30", "--quiet")
    assert result.exit_code == 0, result.output
    mended = damaged.with_name("mended.milkwood")
    assert verify(mended).sound
    with Chronicle.read(mended) as reader, Chronicle.read(damaged) as before:
        assert reader.end == TICKS + 30
        assert reader.history_hash(TICKS) == before.history_hash(TICKS)


def test_damage_to_the_past_leaves_what_was_before_it(run: Run, friday: Path) -> None:
    connection = sqlite3.connect(friday)
    (tick,) = connection.execute("SELECT min(tick) FROM events WHERE tick > 1000").fetchone()
    connection.execute("UPDATE events SET content = replace(content, '{', '{{') WHERE tick = ?", (tick,))
    connection.commit()
    connection.close()
    late = run("fork", f"friday@{tick + 50}", "late")
    assert late.exit_code == 2
    assert "Everything before day 1 09:4" in late.output
    assert f"milkwood run -o friday@{tick}" in late.output
    assert run("show", "friday", "--at", str(tick + 5)).exit_code == 2
    assert run("show", "friday", "--at", str(tick)).exit_code == 0
    assert run("fork", f"friday@{tick}", "early").exit_code == 0
    assert run("verify", "early").exit_code == 0
