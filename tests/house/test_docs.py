from pathlib import Path

import pytest

from tools import docs


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder in ("src", "docs", "tools"):
        (tmp_path / folder).mkdir()
    (tmp_path / "src" / "town.py").touch()
    (tmp_path / "tools" / "lock.py").touch()
    (tmp_path / "Makefile").write_text("up: ## Open\n\ntest:\n")
    return tmp_path


def _problems(root: Path, page: str) -> list[str]:
    (root / "README.md").write_text(page, encoding="utf-8")
    return docs.problems(root, milkwood=lambda words: words[0] == "up")


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("`src/village.py`", "names src/village.py"),
        ("`src/*.toml`", "names src/*.toml"),
        ("[map](docs/map.md)", "leads to docs/map.md"),
        ("`make supper`", "no command “make supper”"),
        ("```sh\nPORT=1 make supper  # hot\n```", "no command “make supper”"),
        ("`milkwood dance`", "no command “milkwood dance”"),
        ("```console\n$ milkwood dance --wildly\n```", "no command “milkwood dance --wildly”"),
        ("`python -m tools.dance`", "no command “python -m tools.dance”"),
    ],
)
def test_missing_paths_are_found_with_their_line(page: str, complaint: str, root: Path) -> None:
    problems = _problems(root, f"# Title\n\n{page}\n")
    assert len(problems) == 1
    assert complaint in problems[0]
    assert problems[0].startswith("README.md:")


@pytest.mark.parametrize(
    "page",
    [
        "`src/town.py`, `src/*.py`, `tools/`, `people/*.toml` and `a/b` are fine",
        "[here](#title), [there](https://example.org/x), [file](src/town.py#L3)",
        "`make up`, `make test ARGS=-x`, `milkwood up the_ville`, `python -m tools.lock`",
        "```\nsrc/made/up\nmake believe\n```",
        "```toml\nmap = 'src/none'\n```",
        "`docs/measured.md` and `dist/` are made on the spot; make believe is no command",
    ],
)
def test_existing_paths_and_other_texts_are_left_alone(page: str, root: Path) -> None:
    assert _problems(root, f"# Title\n\n{page}\n") == []
