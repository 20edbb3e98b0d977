"""Names of runs, and which run a user means by a name."""

from pathlib import Path

import pytest

from milkwood.chronicle import runs
from milkwood.errors import SetupError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "my home"))
    (tmp_path / "my home" / "runs").mkdir(parents=True)
    return tmp_path / "my home" / "runs"


def begin(home: Path, *names: str) -> None:
    for name in names:
        (home / f"{name}.milkwood").touch()


def test_runs_live_where_the_user_says_or_where_the_system_keeps_data(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runs.folder() == home
    monkeypatch.delenv("MILKWOOD_HOME")
    assert runs.folder().parts[-2:] == ("milkwood", "runs")
    monkeypatch.setenv("MILKWOOD_HOME", "~/towns")
    assert runs.folder() == Path("~/towns").expanduser() / "runs"


@pytest.mark.parametrize("name", ["monday", "a day in spring", "情人节", "party 🎉", "👩‍🌾", "v1.2", "a'b", "x" * 200])
def test_good_names_become_files(name: str, home: Path) -> None:
    assert runs.path_for(name) == home / f"{name}.milkwood"
    runs.path_for(name).touch()
    assert runs.find(name) == runs.path_for(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "it is empty"),
        ("   ", "it is empty"),
        ("a/b", "it contains “/”"),
        ("..\\up", r"it contains “\\”"),
        ("a:b", "it contains “:”"),
        ("monday@7", "it contains “@”"),
        ("x" * 300, r"too long \(300 bytes; the maximum is 200\)"),
        ("情" * 100, r"too long \(300 bytes"),
        (".hidden", "begins with “.”"),
        ("-rf", "begins with “-”"),
        ("end.", "ends with a full stop"),
        (" a", "begins or ends with a space"),
        ("con", "Windows reserves that name"),
        ("Nul.txt", "Windows reserves that name"),
        ("COM1", "Windows reserves that name"),
        ("a\nb", "cannot be shown"),
        ("a\0b", "cannot be shown"),
        ("a\udcff", "cannot be shown"),
    ],
)
def test_bad_names_are_explained(name: str, why: str) -> None:
    with pytest.raises(SetupError, match=why):
        runs.path_for(name)
    with pytest.raises(SetupError):
        runs.new_path(name)
    with pytest.raises(SetupError):
        runs.find(name)


def test_a_name_typed_on_another_system_is_the_same_name(home: Path) -> None:
    begin(home, "caf\u00e9")
    assert runs.find("cafe\u0301") == home / "caf\u00e9.milkwood"


def test_a_run_is_found_by_the_path_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "some where" / "x.milkwood"
    file.parent.mkdir()
    file.touch()
    assert runs.find(str(file)) == file
    assert runs.new_path(str(tmp_path / "new.milkwood")) == (tmp_path / "new.milkwood", "new")


def test_similar_names_are_offered_for_an_unknown_name(home: Path) -> None:
    with pytest.raises(SetupError, match="There are no runs yet"):
        runs.find("monday")
    begin(home, "monday", "valentine")
    with pytest.raises(SetupError, match=r"no run “mondya”\. Did you mean “monday”"):
        runs.find("mondya")
    with pytest.raises(SetupError, match="There are: monday, valentine"):
        runs.find("zzz")
    with pytest.raises(SetupError, match="There is no run “/no/where”"):
        runs.find("/no/where")


def test_a_moment_is_a_run_and_a_time(home: Path, tmp_path: Path) -> None:
    begin(home, "monday", "a day")
    assert runs.find_moment("monday") == (home / "monday.milkwood", None)
    assert runs.find_moment("monday@1200") == (home / "monday.milkwood", "1200")
    assert runs.find_moment("a day@day 2 18:00") == (home / "a day.milkwood", "day 2 18:00")
    odd = tmp_path / "me@work" / "x.milkwood"
    odd.parent.mkdir()
    odd.touch()
    assert runs.find_moment(str(odd)) == (odd, None)
    assert runs.find_moment(f"{odd}@7") == (odd, "7")
    with pytest.raises(SetupError, match="has no time"):
        runs.find_moment("monday@")
    with pytest.raises(SetupError, match="no run “tuesday”"):
        runs.find_moment("tuesday@7")


def test_runs_are_listed_by_name_without_what_lies_beside_them(home: Path) -> None:
    begin(home, "b", "a", "a-2")
    for stray in (".a.milkwood.lock", ".c.milkwood", "a.milkwood-wal", "notes.txt"):
        (home / stray).touch()
    assert [path.name for path in runs.listed()] == ["a.milkwood", "a-2.milkwood", "b.milkwood"]


def test_no_folder_means_no_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "nothing here"))
    assert runs.listed() == []


def test_an_unreadable_folder_is_not_taken_for_an_empty_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "runs").touch()
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path))
    with pytest.raises(SetupError, match="runs: It cannot be opened"):
        runs.listed()
