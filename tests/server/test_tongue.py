"""What the server says is said in the language of whoever listens; nothing it can say is left out."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Scope

import milkwood
from milkwood.server.tongue import in_both, language_of, said_in

HOUSE = Path(milkwood.__file__).parent
HEARD = sorted(
    [
        *(HOUSE / "server").glob("*.py"),
        HOUSE / "engine" / "inputs.py",
        HOUSE / "engine" / "keys.py",
        HOUSE / "looking.py",
        HOUSE / "models" / "budget.py",
        HOUSE / "chronicle" / "faults.py",
        HOUSE / "chronicle" / "runs.py",
        HOUSE / "chronicle" / "reader.py",
    ]
)
"""Files whose refusals reach the page."""
SAYING = {"Refused", "_No", "SetupError", "answer", "Failure", "RefusedOut"}
TERMINAL = {
    "“7” does not say when.",
    "Write “7@day 2 18:00” or “7@1200”.",
    "There is no run “7”.",
    "There is no run 7.",
    "7 does not say when.",
    "The budget of 7 is used up7.",  # with why, if there is more to say: both ways have words
}
"""What only the command line says, or is put together of parts."""
FOREIGN = re.compile(
    r"(?<![\w/.-])(?!Milkwood|milkwood|make|web|up|runs|run|town|check|verify|pip|install|tokens|calls|parquet|pyarrow"
    r"|until|from|protocol|tick|token|Parquet|Windows|toml|budget|X-|api|docs|towns|the_ville|pid|a-z|d)[A-Za-z]{2,}"
)


def sentences(file: Path) -> Iterator[str]:
    """Every text that a refusal in a file is made of, with a figure in each open place."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if called in SAYING:
            told = [*node.args, *(each.value for each in node.keywords if each.arg in ("what", "remedy"))]
            yield from filter(None, map(_text, told))


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text if " " in text else ""
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts)
        case _:
            return ""


@pytest.mark.parametrize("file", HEARD, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_every_refusal_can_be_said_in_chinese(file: Path) -> None:
    untold = [text for text in sentences(file) if text not in TERMINAL and FOREIGN.search(said_in("zh", text))]
    assert untold == []


def test_refusals_are_looked_for_where_they_are() -> None:
    assert sum(len(list(sentences(file))) for file in HEARD) > 90


def test_what_is_open_in_a_sentence_is_carried_over() -> None:
    assert said_in("zh", "There is no run “{x} % monday” here.") == "这里没有名为“{x} % monday”的记录。"
    assert said_in("en", "There is no run “monday” here.") == "There is no run “monday” here."


def test_sentences_one_after_the_other_are_each_put_into_the_other_language() -> None:
    said = "fake: http://127.0.0.1:1: Nobody answers at this address. Start the server. Meanwhile understudy answers."
    assert said_in("zh", said) == "fake：http://127.0.0.1:1：这个地址没有人应答。请启动服务器。其间由替身回答。"


def test_what_nobody_foresaw_is_said_as_it_is() -> None:
    assert in_both("Quite another thing.") == {"en": "Quite another thing.", "zh": "Quite another thing."}
    assert in_both("") == {}


@given(st.text(max_size=300))
def test_any_text_at_all_can_be_said(text: str) -> None:
    assert said_in("en", text) == text
    assert isinstance(said_in("zh", text), str)


def scope(header: str = "", query: str = "") -> Scope:
    return {"type": "http", "headers": [(b"accept-language", header.encode())], "query_string": query.encode()}


@pytest.mark.parametrize(
    ("header", "query", "language"),
    [
        ("", "", "en"),
        ("zh", "", "zh"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "", "zh"),
        ("de-DE, en-GB;q=0.5, zh;q=0.7", "", "zh"),
        ("zh;q=0, en;q=0.1", "", "en"),
        ("*", "", "en"),
        ("zh;q=much", "", "zh"),
        ("zh", "lang=en", "en"),
        ("en", "tick=1&lang=zh", "zh"),
        ("en", "lang=xx", "en"),
    ],
)
def test_a_language_is_asked_for_by_address_or_header(header: str, query: str, language: str) -> None:
    assert language_of(scope(header, query)) == language
