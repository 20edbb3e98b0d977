"""Faults of files and disks: a clear message, and the file unharmed."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle import file as files
from milkwood.chronicle.export import export
from milkwood.chronicle.faults import Damaged, ForeignFile
from milkwood.chronicle.names import Names
from milkwood.chronicle.verify import verify
from milkwood.errors import SetupError
from tests.chronicle.conftest import ELSEWHERE, tell
from tests.chronicle.story import Story, asked, make_header

NOBODY = 65534

Opening = Callable[[Path], object]
OPENINGS = [Chronicle.open, Chronicle.read, verify]


@contextmanager
def powerless() -> Iterator[None]:
    """As a user to whom file permissions apply."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that others may enter (pytest's own is closed to them)."""
    with tempfile.TemporaryDirectory() as folder:
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        yield Path(folder)


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_missing_run_is_reported(opening: Opening, path: Path) -> None:
    with pytest.raises(SetupError, match="no such run"):
        opening(path)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_folder_is_not_a_chronicle(opening: Opening, path: Path) -> None:
    path.mkdir()
    with pytest.raises(ForeignFile, match="This is a folder"):
        opening(path)


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("content", [b"", b"hello", b"name,age\n" * 99, b"\x89PNG" + bytes(500)])
def test_a_file_of_another_kind_is_left_alone(opening: Opening, content: bytes, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(ForeignFile, match="not a chronicle"):
        opening(path)
    assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_database_of_another_program_is_left_alone(opening: Opening, path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE events (tick)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(ForeignFile, match="database of another program"):
        opening(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_newer_format_is_left_alone(opening: Opening, told: Path) -> None:
    connection = sqlite3.connect(told)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = told.read_bytes()
    with pytest.raises(ForeignFile, match=r"newer Milkwood \(format 99; this one reads up to \d.*Install the newest"):
        opening(told)
    assert told.read_bytes() == before


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("part", [0.0001, 0.001, 0.3, 0.6, 0.99])
def test_a_truncated_file_is_distinguished_from_a_complete_file(opening: Opening, part: float, told: Path) -> None:
    content = told.read_bytes()
    cut = content[: max(7, int(len(content) * part))]
    told.write_bytes(cut)
    with pytest.raises(Damaged, match=r"cut off.*The record was not changed"):
        opening(told)
    assert told.read_bytes() == cut


def test_a_log_that_is_written_out_just_now_is_no_sign_of_damage(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = told.read_bytes()
    told.write_bytes(content[: len(content) // 2])

    def written_out(_path: Path) -> bool:
        told.write_bytes(content)
        return False

    monkeypatch.setattr(files, "_has_log", written_out)
    Chronicle.read(told).close()


def test_a_corrupt_page_is_found_and_reported(told: Path) -> None:
    content = bytearray(told.read_bytes())
    for offset in range(3 * 4096, len(content) - 4096, 4096):
        content[offset : offset + 2048] = b"\xa5" * 2048
    told.write_bytes(content)
    with pytest.raises(Damaged, match="damaged"):
        verify(told)
    assert told.read_bytes() == bytes(content)


def test_without_a_writer_the_file_alone_is_a_complete_copy_even_while_it_is_read(
    path: Path, story: Story, tmp_path: Path
) -> None:
    with Chronicle.create(path, make_header("monday")) as chronicle:
        pieces = list(story.pieces(50))
        chronicle.record(*pieces[0])
        reader = Chronicle.read(path)
        for piece in pieces[1:]:
            chronicle.record(*piece)
        whole = chronicle.settled, chronicle.history_hash()
    copy = Path(shutil.copyfile(path, tmp_path / "copy.milkwood"))
    with reader, Chronicle.read(copy) as copied:
        assert (copied.settled, copied.history_hash()) == whole


def test_damaged_text_is_reported_as_damage_to_the_reader(told: Path, tmp_path: Path) -> None:
    for spoilt, why in (
        ("'{\"a'", "an event cannot be read"),
        ("CAST(x'7bff7d' AS TEXT)", "a text in it is not valid"),
    ):
        connection = sqlite3.connect(told)
        connection.execute(f"UPDATE events SET content = {spoilt}")
        connection.commit()
        connection.close()
        with Chronicle.read(told) as reader, pytest.raises(Damaged, match=why):
            export(reader, "csv", tmp_path / "out", Names(), overwrite=True)


def test_an_unreadable_row_is_reported_as_damage(told: Path) -> None:
    connection = sqlite3.connect(told)
    connection.execute("UPDATE events SET content = '{}' WHERE kind = 'set_off'")
    connection.commit()
    with Chronicle.read(told) as reader, pytest.raises(Damaged, match="an event cannot be read"):
        reader.happenings()
    connection.execute("DELETE FROM header")
    connection.commit()
    with pytest.raises(Damaged, match="header cannot be read"):
        Chronicle.read(told)


@pytest.mark.parametrize("damage", ["DELETE FROM header", "UPDATE header SET value = '{'", "DELETE FROM progress"])
def test_a_damaged_run_that_cannot_continue_is_left_unchanged(damage: str, told: Path) -> None:
    connection = sqlite3.connect(told)
    connection.execute(damage)
    connection.commit()
    before = connection.execute("PRAGMA data_version").fetchone()
    with pytest.raises(Damaged, match="The record was not changed"):
        Chronicle.open(told)
    assert connection.execute("PRAGMA data_version").fetchone() == before, "it was written to"
    connection.close()


# --- a disk that fails


def fill(chronicle: Chronicle) -> None:
    for tick in range(10_000):
        chronicle.keep_answer(*asked("ben", tick))


def test_a_full_disk_loses_nothing_and_the_run_continues_when_there_is_room(path: Path, story: Story) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        chronicle.record(50, *story.before(50))
        chronicle.keep_answer(*asked("ada", 3))
        full = chronicle._connection.execute("PRAGMA page_count").fetchone()[0]
        chronicle._connection.execute(f"PRAGMA max_page_count = {full}")
        with pytest.raises(SetupError, match=r"The disk is full\. Everything recorded before is safe"):
            chronicle.record(400, *story.between(50, 400))
        with pytest.raises(SetupError, match="Free some space"):
            fill(chronicle)
        with pytest.raises(SetupError, match="disk is full"):
            chronicle.keep_snapshot(
                50, story.scene(50), {person: {"x": list(range(9999))} for person in story.people}, {}
            )
        assert chronicle.settled == 50
        assert verify(path).sound
        chronicle._connection.execute("PRAGMA max_page_count = 1000000")
        chronicle.record(400, *story.between(50, 400))
    assert verify(path).sound
    with Chronicle.read(path) as reader:
        assert len(reader.happenings()) == len(story.happenings)
        assert reader.find_answer(asked("ada", 3)[0].id) is not None


def test_a_file_that_may_not_grow_is_explained_and_stays_whole(path: Path) -> None:
    """The system itself refuses to write: what SQLite calls an I/O error."""
    code = f"""
import resource
from pathlib import Path
from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from tests.chronicle.story import asked, make_header
chronicle = Chronicle.create(Path({str(path)!r}), make_header())
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
kept = 0
try:
    while kept < 10_000:
        chronicle.keep_answer(*asked("ada", kept))
        kept += 1
except SetupError as error:
    print(kept, error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=ELSEWHERE,
        check=False,
    )
    assert "Everything recorded before is safe" in done.stdout, done.stderr
    assert verify(path).sound
    with Chronicle.read(path) as reader:
        assert len(reader.questions()) == int(done.stdout.split()[0])


def test_a_run_that_cannot_be_created_leaves_nothing_behind(path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, before[1]))
    try:
        with pytest.raises(SetupError):
            Chronicle.create(path, make_header())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [each.name for each in path.parent.iterdir() if not each.name.endswith(".lock")] == []
    Chronicle.create(path, make_header()).close()


def test_a_file_made_read_only_can_be_read_but_not_continued(shelf: Path, story: Story) -> None:
    with powerless():
        path = tell(shelf / "monday.milkwood", story)
        path.chmod(0o444)
        before = path.read_bytes()
        with pytest.raises(SetupError, match="read-only"):
            Chronicle.open(path)
        assert verify(path).sound
        assert path.read_bytes() == before


def test_a_run_in_a_folder_that_may_only_be_read_is_read(shelf: Path, story: Story) -> None:
    """Such as on a memory stick or a shared drive."""
    with powerless():
        path = tell(shelf / "monday.milkwood", story)
        shelf.chmod(0o555)
        try:
            assert verify(path).sound
            with pytest.raises(SetupError, match=r"(?i)read-only|cannot be opened"):
                Chronicle.open(path)
            with pytest.raises(SetupError, match="cannot be opened"):
                Chronicle.create(shelf / "other.milkwood", make_header())
        finally:
            shelf.chmod(0o755)


def test_a_file_that_becomes_read_only_while_it_is_lived_is_explained(path: Path, story: Story) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        chronicle.record(50, *story.before(50))
        chronicle._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(SetupError, match=r"read-only\. Everything recorded before is safe"):
            chronicle.record(100, *story.between(50, 100))
        chronicle._connection.execute("PRAGMA query_only = OFF")
        chronicle.record(100, *story.between(50, 100))
    assert verify(path).sound


# --- killed


def test_the_log_of_a_killed_writer_is_used_by_readers_and_the_next_writer(
    path: Path, story: Story, tmp_path: Path
) -> None:
    writer = Chronicle.create(path, make_header())
    writer.record(200, *story.before(200))
    writer.keep_answer(*asked("ada", 3))
    crash = tmp_path / "crash"
    crash.mkdir()
    for file in path.parent.glob("monday.milkwood*"):  # the contents of the disk at this moment
        shutil.copy(file, crash)
    writer.close()
    left = crash / path.name
    assert (crash / f"{path.name}-wal").stat().st_size > 0
    with Chronicle.read(left) as reader:
        assert (reader.settled, len(reader.questions())) == (200, 1)
    with Chronicle.open(left) as chronicle:
        chronicle.record(400, *story.between(200, 400))
    assert verify(left).sound
    assert Chronicle.read(left).history_hash() == Chronicle.read(tell(tmp_path / "w.milkwood", story)).history_hash()


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_loses_no_finished_stretch(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId
from milkwood.town.events import Happening, Whispered
from tests.chronicle.story import asked, make_header
path = Path(sys.argv[1])
chronicle = Chronicle.open(path) if path.exists() else Chronicle.create(path, make_header())
for tick in range(chronicle.settled, chronicle.settled + 100_000):
    if tick % 3:
        chronicle.keep_answer(*asked("ada", tick, n=chronicle.count("questions")))
    chronicle.record(tick + 1, [Happening(tick, PersonId("ada"), 0, Whispered("psst"))], [])
    print(tick + 1, flush=True)
"""
    path = tmp_path / "killed.milkwood"
    for strokes in (0, 1, 40, 700, 1500):
        writer = subprocess.Popen(
            [sys.executable, "-c", code, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env=ELSEWHERE,
        )
        assert writer.stdout is not None
        finished = 0
        for _ in range(strokes):
            finished = int(writer.stdout.readline())
        writer.kill()
        finished = max([finished, *(int(line) for line in writer.stdout.read().splitlines() if line)])
        writer.wait()
        if path.exists():
            assert verify(path).sound
            with Chronicle.read(path) as reader:
                assert reader.settled >= finished
