"""`milkwood town random` as a user gives it."""

from pathlib import Path

import pytest

from .conftest import Run


def test_an_invented_town_is_ready_to_be_lived_in(run: Run, tmp_path: Path) -> None:
    result = run("town", "random", "--seed", 7, "--into", tmp_path)
    (folder,) = tmp_path.iterdir()
    assert (result.exit_code, f"(seed 7) is in {folder}/: 10 people" in result.output.replace("\n", "")) == (0, True)
    assert "is ready: no errors, no warnings." in run("town", "check", folder).output.replace("\n", " ")


def test_the_same_seed_gives_the_same_files(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run("town", "random", name, "--seed", 7, "--people", 4, "--into", tmp_path).exit_code == 0
    files = [file.relative_to(tmp_path / "one") for file in (tmp_path / "one").rglob("*") if file.is_file()]
    assert len(list((tmp_path / "one" / "people").iterdir())) == 4
    assert all((tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes() for file in files)


def test_a_town_without_a_seed_names_the_one_it_took(run: Run, tmp_path: Path) -> None:
    first, second = (run("town", "random", name, "--people", 3, "--into", tmp_path).output for name in ("one", "two"))
    assert "(seed " in first
    assert first.split("(seed ")[1].split(")")[0] != second.split("(seed ")[1].split(")")[0]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--seed", "seven"), "Invalid value for '--seed': a whole number is needed"),
        (("--seed", "1.5"), "Invalid value for '--seed': a whole number is needed"),
        (("--seed=-1",), "Invalid value for '--seed': it must be at least 0"),
        (("--people", "0"), "Invalid value for '--people': it must be at least 3"),
        (("--people", "10000"), "Invalid value for '--people': it must be at most 40"),
        (("--people", "ten"), "Invalid value for '--people': a whole number is needed"),
        (("--into", "nowhere"), "There is no folder “nowhere”. Create it, or name another."),
        (("Fish & Chips",), "cannot be the name of a town's folder. Use lower-case letters"),
        (("there",), "exists already. Choose another name, or move it away."),
        (("--language", "fr"), "No such option: --language"),
    ],
)
def test_bad_input_is_refused_with_what_to_do(
    words: tuple[str, ...], wanted: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    result = run("town", "random", *words)
    assert result.exit_code == 2
    assert wanted in " ".join(result.stderr.split())
    assert [found.name for found in tmp_path.iterdir()] == ["there"]


def test_a_town_is_told_in_chinese(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
    result = run("town", "random", "--seed", 7, "--into", tmp_path)
    assert "种子 7" in result.output
    assert "操办" in result.output
