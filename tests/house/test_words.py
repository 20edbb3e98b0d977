from pathlib import Path

import pytest

from tools import words


@pytest.mark.parametrize(
    "line",
    [
        "see /" + "work/notes",
        "cp x /" + "tmp/y",
        "/" + "home/ann/town",
        "https://" + "registry.npm" + "js.org/vite",
        "https://files.python" + "hosted.org/x",
        "--index" + "-url https://example.org",
        "Co-Authored" + "-By: someone",
    ],
)
def test_a_line_that_names_a_machine_or_a_registry_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(f"fine\n{line}\n")
    problems = words.problems(tmp_path)
    assert problems
    assert all(problem.startswith("page.md:2: names ") for problem in problems)


@pytest.mark.parametrize(
    "line",
    [
        "src/work/place",
        "at /usr/bin/chromium",
        "registry.get(name)",
        "https://example.org/home/x",
        "a/tmp/b",
        "/workshop/x",
        "/home/me/x",
    ],
)
def test_an_honest_line_is_left_alone(line: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(line)
    assert words.problems(tmp_path) == []


def test_output_of_commands_may_quote_people(tmp_path: Path) -> None:
    said = "Hello, every" + "body."
    (tmp_path / "page.md").write_text(f"<!-- output: 1 -->\n```\n{said}\n```\n\n{said}\n")
    (problem,) = words.problems(tmp_path)
    assert problem.startswith("page.md:6: says")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("docs/page.md", "Ask someone or some" + "body."),
        ("Makefile", "towns: ## Draw them a" + "new"),
        ("src/town.py", "x = 1  # for every" + "body"),
        ("src/town.py", '"""Who' + 'ever comes."""'),
        ("src/town.py", 't("Any' + 'body can come.")'),
        ("web/page.ts", "const x = 1; // for every" + "body"),
        ("tests/test_town.py", "def test_some" + "body_comes() -> None: ..."),
    ],
)
def test_a_mannered_word_is_found(name: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"\n{line}\n")
    (problem,) = words.problems(tmp_path)
    assert problem.startswith(f"{name}:2: says “")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("src/town.py", 'refused("some' + 'body is using it")'),
        ("src/town.py", "def every" + "body() -> None: ..."),
        ("src/people.toml", 'voice = "Every' + 'body talks."'),
        ("docs/report.md", "“Some" + "body waved.”"),
        ("web/page.ts", 'const text = "a' + 'new";'),
        ("docs/page.md", "Everyone renewed it."),
    ],
)
def test_texts_of_people_and_plain_words_are_left_alone(name: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir()
    path.write_text(line)
    assert words.problems(tmp_path) == []


def test_a_module_named_for_nothing_is_found(tmp_path: Path) -> None:
    (tmp_path / "utils.py").touch()
    (tmp_path / "pictures.png").write_bytes(b"\x89PNG\xff")
    assert words.problems(tmp_path) == ["utils.py: name the file for what it holds, not “utils”."]
