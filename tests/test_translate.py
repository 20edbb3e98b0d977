"""What Milkwood says can be said in Chinese; nothing that a page, the console or a command can show is left out."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import milkwood
from milkwood.errors import SetupError
from milkwood.translate import label_in, said_in, told

HOUSE = Path(milkwood.__file__).parent
PAGE = [
    *(HOUSE / "server").rglob("*.py"),
    *(HOUSE / "run").glob("*.py"),
    *(HOUSE / file for file in ("engine/inputs.py", "engine/keys.py", "models/budget.py")),
    *(HOUSE / "chronicle" / file for file in ("faults.py", "runs.py", "reader.py")),
]
"""Files whose refusals reach the page."""
CONSOLE = [
    *(HOUSE / file for file in ("clock.py", "config.py")),
    *(HOUSE / "bridge" / file for file in ("history.py",)),
    *(HOUSE / "chronicle" / file for file in ("chronicle.py", "file.py", "glimpse.py")),
    *(
        HOUSE / "cli" / file
        for file in ("choice.py", "history.py", "runner.py", "prompt/begin.py", "prompt/printing.py")
    ),
    *(HOUSE / "models" / file for file in ("network.py",)),
    *(HOUSE / "providers" / file for file in ("connect.py", "gguf.py", "presets.py", "remote.py", "sentences.py")),
    *(HOUSE / "providers" / file for file in ("weights.py", "wire.py")),
    *(HOUSE / "towns" / file for file in ("shelf.py", "pack.py")),
]
"""Files whose refusals reach the console as well."""
COMMANDS = [
    *(HOUSE / "cli").glob("*.py"),
    *(HOUSE / "bridge").glob("*.py"),
    *(HOUSE / "lab" / "comparing").glob("*.py"),
    *(HOUSE / "chronicle").glob("*.py"),
    *(HOUSE / "chronicle" / "export").glob("*.py"),
    *(HOUSE / "fake" / file for file in ("plan.py", "service.py")),
    *(HOUSE / file for file in ("providers/parcel.py", "town/address.py", "town/map.py")),
    *(HOUSE / "towns").glob("*.py"),
    *(HOUSE / "towns" / "agree").glob("*.py"),
    *(HOUSE / "towns" / "schema").glob("*.py"),
    *(HOUSE / "towns" / "survey").glob("*.py"),
    *(HOUSE / "towns" / "tiled").glob("*.py"),
]
"""Files whose refusals, and complaints about town packs, reach whoever types a command."""
HEARD = sorted({*PAGE, *CONSOLE})
SAYING = {
    *(
        "HttpError",
        "_StreamError",
        "SetupError",
        "NameTaken",
        "NoTown",
        "ForeignFile",
        "error_response",
        "Failure",
        "RefusedOut",
    ),
    *("Unreadable", "TownAuthorError", "VendorError", "fault", "error", "warn", "Problem"),
}
ELSEWHERE = {
    "The budget of 7 is used up7.",  # with why, if there is more to say: both ways have words
    "There is no run 7.",  # with the name in quotes
    "7 does not say when.",
    "There is nobody 7 in the run “7”.",
    "There is no town 7.",
    "There is neither a run nor a town 7.",
    "There is no 7 in 7, so it is no town pack.",
    "The town has no scenario 7.",
    "This run is being lived by another process7.",
    "7Write PROVIDER/MODEL (openai/gpt-4o-mini, ollama/qwen3:8b), or one of 7.",
    'Give its address in milkwood.toml (address = "https://…")7.',
    "7 each say how far to go.",
    "Write 77 into them.",
    "This is no manifest of the format 77.",
    "7: 7.",
    "There is no thing 7 in the town.",
    "Rename one 7.",
}
"""What is put together of parts that have words, or what neither says."""
SAME = (
    *(
        "Milkwood",
        "milkwood",
        "make",
        "web",
        "up",
        "runs",
        "run",
        "town",
        "check",
        "verify",
        "pip",
        "install",
        "tokens",
    ),
    *("calls", "parquet", "pyarrow", "until", "from", "protocol", "tick", "token", "Parquet", "Windows", "toml"),
    *("budget", "X-Milkwood", "api", "docs", "towns", "the_ville", "pid", "CSV", "UTF-8", "TOML", "GGUF", "HTTP"),
    *("JSON", "MODEL", "PROVIDER", "aiohttp", "keys", "models", "address", "openai", "ollama", "timeout_seconds"),
    *("http", "https", "day"),
)
"""Words that are the same in every language."""
FOREIGN = re.compile(rf"(?<![\w/.-])(?!(?:{'|'.join(SAME)})\b)[A-Za-z]{{2,}}")


ENGLISH = re.compile(
    r"(?<![\w/.-])(?:the|an|is|are|of|to|and|or|it|not|be|was|with|for|this|that|there|you)(?![\w/.-])", re.I
)
"""Words without which there is hardly an English sentence."""
_WORDS = re.compile("[A-Za-z]{2,}[^>]* [^>]*$")
"""What is no place in a file, nor made of what is open alone."""


def sentences(file: Path) -> Iterator[str]:
    """Every text that a refusal in a file is made of, with a figure in each open place."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if called in SAYING:
            told = [
                *node.args,
                *(each.value for each in node.keywords if each.arg in ("what", "remedy", "description")),
            ]
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
    untold = [text for text in sentences(file) if text not in ELSEWHERE and FOREIGN.search(said_in("zh", text))]
    assert untold == []


@pytest.mark.parametrize("file", sorted(set(COMMANDS)), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_every_refusal_of_a_command_can_be_said_in_chinese(file: Path) -> None:
    said = {text: said_in("zh", text) for text in sentences(file) if text not in ELSEWHERE and _WORDS.search(text)}
    assert [text for text, chinese in said.items() if chinese == text or ENGLISH.search(chinese)] == []


def test_refusals_are_looked_for_where_they_are() -> None:
    assert sum(len(list(sentences(file))) for file in {*HEARD, *COMMANDS}) > 500


def test_what_is_open_in_a_sentence_is_carried_over() -> None:
    assert said_in("zh", "There is no run “{x} % monday” here.") == "这里没有名为“{x} % monday”的记录。"
    assert said_in("en", "There is no run “monday” here.") == "There is no run “monday” here."


def test_sentences_one_after_the_other_are_each_put_into_the_other_language() -> None:
    said = "fake: http://127.0.0.1:1: Nobody answers at this address. Start the server. Meanwhile understudy answers."
    assert said_in("zh", said) == "fake：http://127.0.0.1:1：这个地址没有人应答。请启动服务器。其间由替身回答。"


def test_what_nobody_foresaw_is_said_as_it_is() -> None:
    assert said_in("zh", "Quite another thing.") == "Quite another thing."


def test_lines_are_each_put_into_the_other_language_and_keep_their_indent() -> None:
    said = "Nothing was taken in:\n  line 2: There is nobody “Zoe” in the run “a”. There are: x, y.\n  line 3: Oh?\n"
    wanted = "一行也没有收进来：\n  第 2 行：“a”里没有叫“Zoe”的人。现有：x, y。\n  第 3 行：Oh?\n"
    assert said_in("zh", said) == wanted


def test_an_error_is_told_part_by_part() -> None:
    remedy = "Choose another name, or give the path of a file that ends in “.milkwood”."
    error = SetupError("“a/b” cannot be the name of a run: “/” may not be in it.", where="here", remedy=remedy)
    assert told("zh", error) == (
        "here：“a/b”不能作为记录的名字：其中不能有“/”。请换一个名字，或给出一个以“.milkwood”结尾的文件路径。"
    )
    assert told("en", error) == error.sentence()
    assert told("zh", SetupError("Choose another name.", where="model “fast”")) == "模型“fast”：请换一个名字。"


@given(st.text(max_size=300))
def test_any_text_at_all_can_be_said(text: str) -> None:
    assert said_in("en", text) == text
    assert isinstance(said_in("zh", text), str)


@pytest.mark.parametrize("piece", ["a. ", "a: ", "“a” or ", "Choose another name. ", "line 1: ", "x, and 2 more "])
def test_a_text_that_never_ends_is_said_all_the_same(piece: str) -> None:
    for longest in (990, 3900):
        text = piece * (longest // len(piece))
        assert len(said_in("zh", text)) > len(text) // 4


def test_a_name_that_is_a_heading_elsewhere_stays_a_name() -> None:
    assert label_in("zh", "file") == "文件"
    assert label_in("zh", "quite another") == "quite another"
    assert label_in("en", "file") == "file"
    assert said_in("zh", "There is no run “file” here.") == "这里没有名为“file”的记录。"


def test_what_is_said_in_more_words_is_not_taken_for_something_vaguer() -> None:
    assert said_in("zh", "Write “a@day 2 18:00” or “a@1200”.") == "请写成“a@day 2 18:00”或“a@1200”。"


def test_what_is_quoted_is_somebodys_name_for_something_and_stays() -> None:
    assert said_in("zh", "There is no run “understudy” here.") == "这里没有名为“understudy”的记录。"
    assert said_in("zh", "There is no run “” here.") == "这里没有名为“”的记录。"


def test_where_something_stands_is_not_taken_for_a_part_of_the_sentence() -> None:
    said = "map.tmj > ground: 192 cells have no ground, the first at 0, 0. Fill every cell."
    assert said_in("zh", said) == "map.tmj > ground：有 192 格没有地面，第一格在 0, 0。请填满每一格。"
    said = "town.toml, line 4, column 2: This is not valid TOML: invalid value. Mend that line."
    assert said_in("zh", said) == "town.toml，第 4 行第 2 列：这不是有效的 TOML：值不对。请改正那一行。"


def test_a_sentence_does_not_swallow_the_next_one() -> None:
    said = "Use one of: en, zh. Choose another name."
    assert said_in("zh", said) == "请用其中之一：en, zh。请换一个名字。"


def test_clauses_are_each_put_into_the_other_language() -> None:
    said = "The run “a” was begun otherwise: its seed is 1, not 5; its language is en, not zh."
    assert said_in("zh", said) == "“a”开始时不是这样：它的种子是 1，不是 5；它的语言是 en，不是 zh。"


def test_every_pattern_carries_all_that_it_leaves_open() -> None:
    for file in (HOUSE / "zh").glob("*.toml"):
        for english, chinese in tomllib.loads(file.read_text("utf-8")).items():
            assert _fields(english) == _fields(chinese), english


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_no_sentence_has_two_translations() -> None:
    files = [file for file in (HOUSE / "zh").glob("*.toml") if file.name != "labels.toml"]
    told = [english for file in files for english in tomllib.loads(file.read_text("utf-8"))]
    assert len(told) == len(set(told))
