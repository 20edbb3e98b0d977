"""A pack in one file: packed, unpacked, and attacks by a hostile archive."""

import io
import shutil
import zipfile
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.towns import archive
from milkwood.towns.archive import BrokenArchive, cache_folder, pack_hash, packed, unpacked
from milkwood.towns.shelf import bundled
from tests.towns.conftest import TinyPack

TOML = b"name = 1"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def zipped(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as written:
        for name, content in files:
            written.writestr(zipfile.ZipInfo(name), content, method)
    return made.getvalue()


@pytest.mark.parametrize("town", bundled(), ids=lambda town: str(town.id))
def test_a_bundled_pack_comes_back_file_by_file_and_can_be_lived_in(town: towns.shelf.InstalledPack) -> None:
    content = packed(town.folder)
    folder = unpacked(content, pack_hash(town.folder), town.id)
    assert everything(folder) == everything(town.folder)
    assert towns.load(folder).id == town.id
    assert folder.is_relative_to(cache_folder())
    assert len(content) < 500_000


def test_the_same_files_give_the_same_bytes_wherever_they_lie(tiny: TinyPack, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere"
    shutil.copytree(tiny.folder, copy)
    assert packed(copy) == packed(tiny.folder)


def test_a_folder_with_identical_files_is_used_in_place(tiny: TinyPack, home: Path) -> None:
    content, number = packed(tiny.folder), pack_hash(tiny.folder)
    assert unpacked(content, number, "tinytown", tiny.folder) == tiny.folder
    assert not home.exists()
    tiny.swap("people/ada.toml", 'wake = "07:00"', 'wake = "06:00"')
    assert unpacked(content, number, "tinytown", tiny.folder) != tiny.folder


def test_cached_packs_are_reused_and_repaired_when_changed(tiny: TinyPack) -> None:
    content, number = packed(tiny.folder), pack_hash(tiny.folder)
    folder = unpacked(content, number, "tinytown")
    whole = everything(folder)
    before = (folder / "town.toml").stat().st_ino
    assert unpacked(content, number, "tinytown") == folder
    assert (folder / "town.toml").stat().st_ino == before
    (folder / "people" / "ada.toml").write_text("")
    (folder / "people" / "zoe.toml").write_text("")
    assert everything(unpacked(content, number, "tinytown")) == whole
    assert [path.name for path in folder.parent.parent.iterdir()] == [folder.parent.name]


def test_foreign_files_are_left_out(tiny: TinyPack, tmp_path: Path) -> None:
    (tiny.folder / "notes.psd").write_bytes(b"x" * 1000)
    (tiny.folder / "LICENSE").write_text("CC0")
    (tmp_path / "secret.png").write_bytes(b"secret")
    (tiny.folder / "link.png").symlink_to(tmp_path / "secret.png")
    names = zipfile.ZipFile(io.BytesIO(packed(tiny.folder))).namelist()
    assert "LICENSE" in names
    assert "town.toml" in names
    assert not {"notes.psd", "link.png"} & set(names)


def test_a_pack_that_is_too_large_is_not_carried(tiny: TinyPack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    assert packed(tiny.folder) == b""
    monkeypatch.undo()
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 100)
    assert packed(tiny.folder) == b""


@pytest.mark.parametrize(
    "name",
    [
        *("../town.toml", "/town.toml", "a/../../town.toml", "C:/town.toml", "..\\town.toml", "people//ada.toml"),
        *("town.exe", "town", ".bashrc", "a/./town.toml", "people/", "a\nb.toml", "x/" * 20 + "a.toml"),
        "a" * 300 + ".toml",
    ],
)
def test_names_outside_the_pack_and_foreign_names_are_refused(name: str, home: Path, tmp_path: Path) -> None:
    with pytest.raises(BrokenArchive, match="is not a file of a town pack"):
        unpacked(zipped(("town.toml", TOML), (name, TOML)), "any", "tinytown")
    assert list(tmp_path.rglob("*.toml")) == []


def test_two_files_of_one_name_are_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        content = zipped(("town.toml", TOML), ("town.toml", b""))
    with pytest.raises(BrokenArchive, match="is not a file of a town pack"):
        unpacked(content, "any", "tinytown")


def test_what_grows_when_it_is_unpacked_is_refused_before_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 10_000)
    with pytest.raises(BrokenArchive, match="too large"):
        unpacked(zipped(("town.toml", b"0" * 20_000)), "any", "tinytown")
    small = zipped(("town.toml", b"0" * 20_000))
    lying = small.replace((20_000).to_bytes(4, "little"), (90).to_bytes(4, "little"))
    with pytest.raises(BrokenArchive, match="damaged"):
        unpacked(lying, "any", "tinytown")


@pytest.mark.parametrize("content", [b"", b"no archive", zipped(("town.toml", TOML))[:-30]])
def test_an_invalid_archive_is_refused(content: bytes) -> None:
    with pytest.raises(BrokenArchive, match="damaged"):
        unpacked(content, "any", "tinytown")


def test_files_with_another_hash_are_refused(tiny: TinyPack, home: Path) -> None:
    with pytest.raises(BrokenArchive, match="have changed since the run was started"):
        unpacked(packed(tiny.folder), "blake2b-160:00", "tinytown")
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_a_changed_byte_is_noticed(tiny: TinyPack) -> None:
    content = bytearray(packed(tiny.folder))
    content[200] ^= 0xFF
    with pytest.raises(BrokenArchive):
        unpacked(bytes(content), pack_hash(tiny.folder), "tinytown")


@pytest.mark.parametrize("town", ["../../evil", "", "Über", "a/b", "tiny town"])
def test_a_town_of_an_odd_name_is_unpacked_under_a_plain_one(town: str, tiny: TinyPack) -> None:
    assert unpacked(packed(tiny.folder), pack_hash(tiny.folder), town).name == "town"


def test_an_unwritable_cache_is_reported(tiny: TinyPack, home: Path) -> None:
    home.mkdir()
    (home / "cache").write_text("a file")
    with pytest.raises(BrokenArchive, match="cannot be unpacked to"):
        unpacked(packed(tiny.folder), pack_hash(tiny.folder), "tinytown")
