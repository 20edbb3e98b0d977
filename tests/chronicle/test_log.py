"""The log beside a chronicle: a finished commit that cannot be read is found, a write that was cut off is no fault."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from milkwood.chronicle.log import log_fault
from tests.instruments.damage import copied

PAGE = 4096
FRAME = PAGE + 24


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A file with a log of several commits, as a process that was killed leaves it."""
    path = tmp_path / "live.milkwood"
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE TABLE t (x)")
    for number in range(5):
        writer.execute("INSERT INTO t VALUES (?)", (f"{number}" * 3000,))
    place = copied(path, tmp_path / "left")
    writer.close()
    return place


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def spoil(path: Path, offset: int) -> None:
    content = bytearray(log_of(path).read_bytes())
    content[offset] ^= 1
    log_of(path).write_bytes(content)


def test_a_log_as_it_was_left_has_no_fault(left: Path) -> None:
    assert log_of(left).stat().st_size > 5 * FRAME
    assert log_fault(left) == ""


def test_no_log_has_no_fault(left: Path) -> None:
    log_of(left).unlink()
    assert log_fault(left) == ""


def test_every_part_of_a_frame_is_covered(left: Path, tmp_path: Path) -> None:
    frames = (log_of(left).stat().st_size - 32) // FRAME
    for frame in (0, 2, frames - 1):
        for part in (0, 4, 8, 12, 16, 20, 24, 2000, FRAME - 1):
            shutil.rmtree(tmp_path / "copy", ignore_errors=True)
            copy = copied(left, tmp_path / "copy")
            spoil(copy, 32 + frame * FRAME + part)
            assert f"damaged after {frame} pages" in log_fault(copy), (frame, part)


@pytest.mark.parametrize("offset", [0, 5, 9, 13, 16, 20, 24, 31])
def test_a_log_without_a_readable_head_is_lost_whole(offset: int, left: Path) -> None:
    spoil(left, offset)
    assert "cannot be read" in log_fault(left) or "damaged after 0 pages" in log_fault(left)


@pytest.mark.parametrize("missing", [1, 24, 25, PAGE, FRAME - 1])
def test_a_write_that_a_kill_cut_off_is_no_fault(missing: int, left: Path) -> None:
    """A frame is written in two parts, and its commit counts when both are there."""
    log = log_of(left)
    whole = log.read_bytes()
    torn = whole[32 + FRAME : 32 + 2 * FRAME]  # of the same log, with a commit's mark, and not fitting here
    log.write_bytes(whole + torn[: FRAME - missing])
    assert log_fault(left) == ""
    log.write_bytes(whole + torn)
    assert log_fault(left) == ""


def test_what_is_left_of_an_earlier_log_is_no_fault(left: Path) -> None:
    connection = sqlite3.connect(left, isolation_level=None)
    connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
    connection.execute("INSERT INTO t VALUES (1)")
    copy = copied(left, left.parent / "copy")
    connection.close()
    assert log_fault(copy) == ""


def test_a_long_write_that_was_rolled_back_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "live.milkwood"
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("PRAGMA cache_size = 5")
    writer.execute("CREATE TABLE t (x)")
    writer.execute("BEGIN")
    writer.executemany("INSERT INTO t VALUES (?)", [("y" * 3000,)] * 200)
    writer.execute("ROLLBACK")
    writer.execute("INSERT INTO t VALUES (1)")
    copy = copied(path, tmp_path / "copy")
    writer.close()
    assert log_of(copy).stat().st_size > 20 * FRAME
    assert log_fault(copy) == ""
