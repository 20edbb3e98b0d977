"""A run carries its town pack: changes to the folder it was started from do not affect it."""

import asyncio
import io
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

import milkwood
from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.chronicle import fork as forking
from milkwood.chronicle.migrations import FORMAT
from milkwood.chronicle.verify import verify
from milkwood.errors import MilkwoodError, SetupError
from milkwood.run import MindConfig, ModelConfig, RestoredRun, RunOptions, new_run, open_run
from milkwood.run.names import names_of
from milkwood.run.pack import folder_of, fork, pack_note, pack_of
from milkwood.towns.archive import cache_folder, pack_hash
from tests.lived import quay
from tests.old import EN, Unpack, old
from tests.towns.conftest import TinyPack, _tiny_master, tiny

__all__ = ["_tiny_master", "old", "tiny"]

HALF, END = 150, 300


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def live_on(path: Path, until: int) -> str:
    """Continue a run in the pack that belongs to it."""
    with Chronicle.read(path) as reader:
        pack = pack_of(reader)
    with open_run(pack, path, options=RunOptions(models=ModelConfig())) as run:
        asyncio.run(run.live(until))
        return run.chronicle.history_hash()


def begun(tiny: TinyPack, path: Path, until: int = HALF) -> Path:
    minds, options = MindConfig(embedding=False), RunOptions(models=ModelConfig())
    with new_run(towns.load(tiny.folder), path, path.stem, minds=minds, options=options) as run:
        asyncio.run(run.live(until))
    return path


@pytest.fixture
def lived(tiny: TinyPack, tmp_path: Path) -> Path:
    """Half a run in a town with its own folder."""
    return begun(tiny, tmp_path / "runs" / "monday.milkwood")


def look(path: Path, tick: int) -> tuple[str, str]:
    with Chronicle.read(path) as reader:
        pack = pack_of(reader)
    with asyncio.run(RestoredRun.at(path, pack, tick, models=ModelConfig())) as seen:
        return seen.note, asyncio.run(seen.interview(seen.people[0]).ask("When do you get up?")).say


def test_a_pack_that_is_edited_afterwards_changes_nothing(tiny: TinyPack, lived: Path, tmp_path: Path) -> None:
    answer = look(lived, 100)
    whole = begun(tiny, tmp_path / "whole.milkwood", END)
    with Chronicle.read(whole) as reader:
        undisturbed = reader.history_hash()
    tiny.swap("people/ada.toml", 'wake = "07:00"', 'wake = "09:00"')
    assert look(lived, 100) == answer
    assert answer[0] == ""
    assert live_on(lived, END) == undisturbed


def test_a_picture_that_is_edited_afterwards_is_not_shown(tiny: TinyPack, lived: Path) -> None:
    picture = next(iter(sorted(tiny.folder.rglob("*.png"))))
    before = picture.read_bytes()
    picture.write_bytes(b"another")
    with Chronicle.read(lived) as reader:
        assert (folder_of(reader) / picture.relative_to(tiny.folder)).read_bytes() == before


def test_a_folder_that_is_deleted_afterwards_changes_nothing(tiny: TinyPack, lived: Path, tmp_path: Path) -> None:
    whole = begun(tiny, tmp_path / "whole.milkwood", END)
    answer = look(lived, 100)
    shutil.rmtree(tiny.folder)
    assert look(lived, 100) == answer
    with Chronicle.read(lived) as reader, Chronicle.read(whole) as undisturbed:
        assert pack_of(reader).id == "tinytown"
        assert names_of(reader).names.person("ada") == "Ada Small"
        assert live_on(lived, END) == undisturbed.history_hash()


def test_a_file_alone_is_enough_on_another_machine(
    tiny: TinyPack, lived: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = tmp_path / "post" / "monday.milkwood"
    sent.parent.mkdir()
    shutil.copy(lived, sent)
    shutil.rmtree(tiny.folder)
    shutil.rmtree(lived.parent)
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "another machine"))
    run = milkwood.open(sent)
    assert (run.town.id, run.person("Ada").name) == ("tinytown", "Ada Small")
    assert run.person("Ada").ask("Who are you?").say
    assert run.fork(name="again").until(HALF + 20).tick == HALF + 20
    assert run.until(HALF + 10).tick == HALF + 10
    assert cache_folder().is_relative_to(tmp_path / "another machine")


def test_a_fork_carries_the_pack_of_its_parent(tiny: TinyPack, lived: Path) -> None:
    child = lived.with_name("child.milkwood")
    fork(lived, 100, child, "child")
    shutil.rmtree(tiny.folder)
    with Chronicle.read(lived) as parent, Chronicle.read(child) as reader:
        assert reader.pack() == parent.pack() != b""
        assert reader.header.pack_hash == parent.header.pack_hash
    assert live_on(child, HALF)


def test_a_run_of_a_bundled_town_uses_it_in_place(tmp_path: Path) -> None:
    run = milkwood.start("gull_quay", tmp_path / "quay.milkwood", embedding=False)
    with run.reader() as reader:
        assert folder_of(reader) == quay().folder
        assert reader.pack()
    assert not cache_folder().exists()


def test_an_old_run_without_a_pack_uses_the_bundled_town_and_its_fork_carries_it(old: Unpack) -> None:
    path = old(EN)
    with Chronicle.read(path) as reader:
        assert reader.pack() == b""
        assert folder_of(reader) == quay().folder
    child = path.with_name("child.milkwood")
    fork(path, 900, child, "child")
    with Chronicle.read(child) as reader:
        assert reader.pack()
        assert (reader.header.pack_hash, reader.header.town) == (pack_hash(quay().folder), "gull_quay")
    assert live_on(child, 730)


def test_an_old_run_is_read_where_nothing_can_be_written(old: Unpack, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old(EN)
    before = path.read_bytes()

    def refuse(*_: object, **__: object) -> None:
        raise SetupError("The file is read-only, so the run cannot continue.")

    monkeypatch.setattr("milkwood.chronicle.chronicle.connect_to_write", refuse)
    with Chronicle.read(path) as reader:
        assert (reader.header.format, reader.end, reader.pack()) == (4, 900, b"")
    child = path.with_name("child.milkwood")
    assert fork(path, 900, child, "child").format == FORMAT
    assert path.read_bytes() == before


# --- another pack on purpose


def test_another_pack_is_used_when_named_and_reported(tiny: TinyPack, lived: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "tinytown"
    shutil.copytree(tiny.folder, other)
    with Chronicle.read(lived) as reader:
        assert pack_note(reader.header, pack_of(reader, other)) == ""
        (other / "people" / "ada.toml").write_text(
            (other / "people" / "ada.toml").read_text("utf-8").replace("Ada Small", "Ada Tall"), "utf-8"
        )
        pack = pack_of(reader, str(other))
        note = f"The town pack in {other} has changed since the run “monday” was started."
        assert pack_note(reader.header, pack) == note
    with asyncio.run(RestoredRun.at(lived, pack, 100, models=ModelConfig())) as seen:
        assert seen.note.startswith("The town's files have changed since the run “monday” was started: ")
    with pytest.raises(SetupError, match=r"milkwood fork \S+monday\.milkwood@0 monday-from-0 --pack \S+tinytown$"):
        open_run(pack, lived)
    child = lived.with_name("child.milkwood")
    made = fork(lived, HALF, child, "child", pack)
    assert made.parent is not None
    assert (made.parent.tick, made.pack_hash) == (0, pack_hash(other))
    shutil.rmtree(other)
    assert live_on(child, 50)
    assert milkwood.open(child).person("Ada").name == "Ada Tall"
    assert milkwood.open(lived, pack=tiny.folder).town.pack.folder == tiny.folder


# --- untrusted packs


def spoilt(path: Path, content: bytes | str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE packs SET content = ?", (content,))


def bomb() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as written:
        written.writestr("../../town.toml", b"0" * 10_000_000)
    return made.getvalue()


@pytest.mark.parametrize("content", [b"", b"no archive", "a text", bomb()])
def test_a_damaged_pack_is_reported_and_affects_only_what_needs_it(
    content: bytes | str, tiny: TinyPack, lived: Path, tmp_path: Path
) -> None:
    spoilt(lived, content)
    shutil.rmtree(tiny.folder)
    with Chronicle.read(lived) as reader:
        with pytest.raises(MilkwoodError) as refused:
            pack_of(reader)
        assert "pack" in refused.value.sentence()
        assert reader.happenings()
        assert reader.talks() is not None
        assert "Names are ids: " in names_of(reader).complaint
    assert verify(lived).faults == ("the town pack is damaged",)
    forking.fork(lived, 100, lived.with_name("child.milkwood"), "child")
    assert not list(tmp_path.rglob("town.toml"))


def test_a_damaged_pack_does_no_harm_while_the_town_lies_where_it_did(tiny: TinyPack, lived: Path) -> None:
    spoilt(lived, b"no archive")
    with Chronicle.read(lived) as reader:
        assert folder_of(reader) == tiny.folder
    tiny.swap("people/ada.toml", 'wake = "07:00"', 'wake = "09:00"')
    with Chronicle.read(lived) as reader, pytest.raises(SetupError, match="carries cannot be used: it is damaged"):
        folder_of(reader)


DEEDS = """
[[activity]]
words = { en = ["making breakfast", "weeding"], zh = ["做早饭", "除草"] }
[[activity.deeds]]
what = { en = "counting to nine", zh = "数到九" }
emoji = "🔢"
"""


def test_deeds_of_a_pack_are_done_by_its_people_and_carried_by_the_run(tiny: TinyPack, tmp_path: Path) -> None:
    tiny.write("deeds.toml", DEEDS)
    path = begun(tiny, tmp_path / "runs" / "nine.milkwood")
    shutil.rmtree(tiny.folder)
    with Chronicle.read(path) as reader:
        asked = [each for each in reader.questions(kinds=("break_down",)) if each.question.content.get("customs")]
        assert pack_of(reader).activities[0].deeds[0].emoji == "🔢"
    assert any(deed["what"] == "counting to nine" for each in asked for deed in each.answer.content["deeds"])
