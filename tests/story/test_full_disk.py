"""A full disk: a small separate file system, where the system allows it."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.verify import verify
from milkwood.errors import SetupError
from milkwood.run import LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.run.mind_config import RULE
from milkwood.town.acts import Whisper
from tests.instruments.virtual import run_virtually
from tests.story.lives import live, pack_of

TOWN, TICKS = "gull_quay", 400
ADA = sorted(pack_of(TOWN).people)[0]
PAGE = 4096


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    try:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1m", "milkwood-test", str(place)], capture_output=True, check=False
        )
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if done.returncode != 0:
        pytest.skip("a small disk needs the right to mount one (be root)")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def fill(disk: Path, leave: int) -> Path:
    """Fill the disk except for the given number of bytes; the file to remove to make room again."""
    ballast, spare = disk / "ballast", disk / "spare"
    spare.write_bytes(bytes(leave))
    with ballast.open("wb", buffering=0) as file, suppress(OSError):  # until there is no room left
        while True:
            file.write(bytes(PAGE))
    spare.unlink(missing_ok=True)
    return ballast


def begun(path: Path) -> LiveRun:
    return new_run(pack_of(TOWN), path, "small", options=RunOptions(), minds=MindConfig(RULE))


def opened(path: Path) -> LiveRun:
    return open_run(pack_of(TOWN), path)


@pytest.mark.parametrize("leave", [0, 10 * PAGE, 40 * PAGE])
def test_a_run_on_a_full_disk_stops_with_a_sentence_and_continues_when_there_is_room(
    leave: int, disk: Path, tmp_path: Path
) -> None:
    path = disk / "small.milkwood"
    live(begun(path), 60)
    ballast = fill(disk, leave)
    with pytest.raises(SetupError) as error:
        live(opened(path), TICKS)
    assert "Everything recorded before is safe" in error.value.sentence()
    assert "full" in error.value.sentence()
    with Chronicle.read(path) as reader:
        reached = reader.settled
        assert 60 <= reached < TICKS
    ballast.unlink()
    assert verify(path).sound
    lived = live(opened(path), TICKS)
    undisturbed = live(begun(tmp_path / "elsewhere.milkwood"), TICKS)
    assert (lived.settled, lived.hash) == (TICKS, undisturbed.hash)


def _fits(run: LiveRun, text: str) -> bool:
    try:
        run.give(Whisper(ADA, text))
    except SetupError as error:
        return "Everything recorded before is safe" not in error.sentence()
    return True


def test_an_act_that_does_not_fit_on_the_disk_is_refused_and_leaves_no_trace(disk: Path) -> None:
    path = disk / "small.milkwood"
    live(begun(path), 60)

    async def use(run: LiveRun) -> int:
        ballast = fill(disk, 0)
        number = 0
        while _fits(run, f"{number}: {'x' * 3000}"):
            number += 1
        assert run.chronicle.count("inputs") == number < 200
        ballast.unlink()
        run.give(Whisper(ADA, "room again"))
        return number

    with opened(path) as run:
        number, _ = run_virtually(use(run))
        asyncio.run(run.live(70))
    assert verify(path).sound
    with Chronicle.read(path) as reader:
        heard = [each.event.text for each in reader.happenings(kinds=["whispered"])]  # type: ignore[union-attr]
    assert len(heard) == number + 1
    assert heard[-1] == "room again"


def test_a_run_that_does_not_fit_on_the_disk_is_not_begun(disk: Path) -> None:
    ballast = fill(disk, 3 * PAGE)
    path = disk / "small.milkwood"
    with pytest.raises(SetupError):
        begun(path)
    assert not path.exists()
    ballast.unlink()
    assert live(begun(path), 5).settled == 5
