"""What pages tell people to type is typed here: each page in a fresh home, from top to bottom, with what it shows."""

from pathlib import Path

import pytest

from tools import typed
from tools.tree import ROOT, name

MAX_SKIPPED_LINES = 9
"""Lines of all pages that no test can type; each has a reason in its page."""
FAST = {"README.md", "docs/tutorial/python.md"}
SPEAKING_CHINESE = ("README.md", "docs/how-to/use-a-model.md")
"""Pages that say how to use Chinese; `benchmarks/typed_docs.py` types all pages so."""


def _marks(page: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if page in FAST else [pytest.mark.full if page in typed.MINUTES else pytest.mark.long]


NAMES = [name(page, ROOT) for page in typed.pages()]


def _type(page: str, language: str) -> typed.Outcome:
    try:
        return typed.type_page(ROOT / page, language)
    except typed.NoData as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("page", [pytest.param(page, marks=_marks(page)) for page in NAMES])
def test_a_page_typed_from_top_to_bottom_does_and_shows_what_it_says(page: str) -> None:
    outcome = _type(page, "en")
    assert outcome.commands
    assert not outcome.faults, "\n".join(outcome.faults)


@pytest.mark.long
@pytest.mark.parametrize("page", SPEAKING_CHINESE)
def test_a_page_can_be_typed_where_commands_are_in_chinese(page: str) -> None:
    outcome = _type(page, "zh")
    assert not outcome.faults, "\n".join(outcome.faults)


def test_every_line_can_be_typed_or_has_a_reason_why_not() -> None:
    assert {"README.md", "docs/tutorial/python.md", "docs/how-to/compare.md", "docs/reference/python.md"} <= {*NAMES}
    assert [problem for page in typed.pages() for problem in typed.problems(page)] == []
    skipped = [
        line
        for page in typed.pages()
        for block in typed.blocks(page)
        if block.note("skip") is not None
        for line in block.commands
    ]
    assert len(skipped) <= MAX_SKIPPED_LINES, skipped


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("```sh\necho RUN\n```", "“RUN” cannot be typed"),
        ("```sh\necho key=…\n```", "“key=…” cannot be typed"),
        ("<!-- typed: skip -->\n```sh\necho\n```", "is not understood"),
        ("<!-- typed: skip, no -->\n```sh\necho\n```", "is not understood"),
        ("<!-- typed: twice -->\n```sh\necho\n```", "is not understood"),
        ("```sh\nfalse\n```", "ended with 1, not 0"),
        ("<!-- typed: exit 1 -->\n```sh\ntrue\n```", "ended with 0, not 1"),
        ("```sh\necho ok\n```\n\n<!-- output -->\n```\nfine\n```", "the output is now\nok"),
        ("```sh\necho ok\n```\n\n<!-- output -->\n```\n…\n```", "the output is now\nok"),
        ("```sh\necho ok\n```\n\n<!-- output -->\n```\nok\nand more\n```", "the output is now\nok"),
        ("```python\nprint(none)\n```", "NameError"),
        ("```sh\nmilkwood serve --port 99999\n```", "was not reached"),
    ],
)
def test_a_page_that_is_wrong_is_found(page: str, complaint: str, tmp_path: Path) -> None:
    (path := tmp_path / "page.md").write_text(f"# Title\n\n{page}\n", encoding="utf-8")
    assert complaint in "\n".join(typed.type_page(path).faults)


def test_a_page_is_typed_as_its_comments_say_and_gets_its_output(tmp_path: Path) -> None:
    text = """# Title

<!-- typed: file names.txt -->
```
Ada
Ben
```

<!-- typed: WORD = Ada -->
```sh
export GREETING=hello
echo "$GREETING" $PWD; grep WORD names.txt
```

<!-- output: 1 -->
```
old
```

<!-- typed: answers Cy -->
```sh
read -r name && test -t 0 && echo "$GREETING $name"
```

<!-- output -->
```
hel… Cy
```
"""
    (path := tmp_path / "page.md").write_text(text)
    outcome = typed.type_page(path)
    (fault,) = outcome.faults
    assert fault.endswith("the output is now\nhello …\n…")
    assert "```\nhello …\n…\n```\n" in outcome.text
    assert (outcome.commands, outcome.compared) == (3, 2)
    path.write_text(outcome.text)
    assert typed.type_page(path).faults == []


@pytest.mark.parametrize(
    ("shown", "real", "agrees"),
    [
        (("a", "b"), ["a", "b"], True),
        (("a", "b"), ["a", "c"], False),
        (("a",), ["a", "b"], False),
        (("a", "…"), ["a", "b", "c"], True),
        (("…", "c"), ["a", "b", "c"], True),
        (("a … c.",), ["a b b c."], True),
        (("a … c.",), ["a b b cd"], False),
    ],
)
def test_an_ellipsis_stands_for_any_text(shown: tuple[str, ...], real: list[str], agrees: bool) -> None:
    assert typed.agrees(shown, real) is agrees
