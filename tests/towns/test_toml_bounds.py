"""TOML is bounded before it is parsed: whatever is in a file, judging it is cheap."""

import time
import tomllib
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as some

from milkwood.towns import check
from milkwood.towns.folder import MAX_TOML_BYTES
from milkwood.towns.toml_bounds import MAX_TOML_DEPTH, MAX_TOML_PARTS, MAX_TOML_TEXT_CHARACTERS, bounds_fault
from tests.towns.conftest import TinyPack

DEEP, MANY = "nested too deeply", "keys and entries"
HOSTILE = {
    "one key of many parts": ("a" + ".a" * 20_000 + " = 1", DEEP),
    "quoted parts": ('"a"' + '."a"' * 20_000 + " = 1", DEEP),
    "parts with blanks": ("a" + " . a" * 20_000 + " = 1", DEEP),
    "a table of many parts": ("[a" + ".a" * 20_000 + "]", DEEP),
    "lists in lists": ("a = " + "[" * 50_000, DEEP),
    "tables in tables": ("a = " + "{a = " * 50_000, DEEP),
    "many keys": ("".join(f"k{n}=1\n" for n in range(MAX_TOML_PARTS + 1)), MANY),
    "many tables of many parts": ("".join(f"[c{n}{'.a' * (MAX_TOML_DEPTH - 1)}]\n" for n in range(20_000)), MANY),
    "a long list": ("a = [" + "1," * MAX_TOML_PARTS + "]", MANY),
    "a long text": ('a = "' + "x" * (MAX_TOML_TEXT_CHARACTERS + 1) + '"', "characters"),
    "a long text on many lines": ('a = """' + "x\n" * MAX_TOML_TEXT_CHARACTERS + '"""', "characters"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_is_too_much_is_refused_in_a_sentence_at_little_cost(tiny: TinyPack, name: str) -> None:
    text, what = HOSTILE[name]
    tiny.write("town.toml", text)
    tracemalloc.start()
    began = time.process_time()
    errors = [problem for problem in check(tiny.folder) if problem.where == "town.toml"]
    spent, peak = time.process_time() - began, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [error for error in errors if what in error.what and error.remedy], errors
    assert spent < 5
    assert peak < 100_000_000


@pytest.mark.parametrize(
    "piece",
    ['a="', "a='", '"""', "'''", "[", "{", ".", "a.", "=", "\\", '"\\', "#", "a", "\n", "a=1\n", "[[a]]\n", "a.a=[{"],
)
def test_judging_takes_time_with_the_length_alone(piece: str) -> None:
    text = (piece * MAX_TOML_BYTES)[:MAX_TOML_BYTES]
    began = time.process_time()
    bounds_fault(text)
    assert time.process_time() - began < 5


VALUES = some.recursive(
    some.integers(-9, 9) | some.text(some.characters(exclude_categories=["Cs"]), max_size=12),
    lambda inner: some.lists(inner, max_size=3),
    max_leaves=6,
)


def _spelled(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_spelled, value))}]"
    if isinstance(value, str):
        inside = "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or c in '"\\\x7f' else c for c in value)
        return f'"{inside}"'
    return str(value)


@given(
    some.dictionaries(some.text("abc", min_size=1, max_size=3), VALUES, max_size=5),
    some.sampled_from(["", " # [[[ .... = \"'"]),
)
def test_no_ordinary_file_is_refused(table: dict[str, object], comment: str) -> None:
    text = "".join(f"{key} = {_spelled(value)}{comment}\n" for key, value in table.items())
    assert tomllib.loads(text) == table
    assert bounds_fault(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * MAX_TOML_DEPTH + "]" * MAX_TOML_DEPTH,
        ".".join("a" * MAX_TOML_DEPTH) + " = 1",
        'a = "' + "[{.=" * 1000 + '"',
        "a = '" + "[{.=" * 1000 + "'",
        'a = """' + "[{.=\n" * 1000 + 'say ""yes"" \\""" and """""',
        "a = '''" + "[{.=\n" * 1000 + "it''s'''",
        "# " + "[" * 1000 + "\na = 1",
        'a = "\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["',
    ],
)
def test_what_stands_in_texts_and_comments_does_not_count(text: str) -> None:
    tomllib.loads(text)
    assert bounds_fault(text) is None
