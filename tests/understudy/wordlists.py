"""The texts of the understudy's tables and modules in one language, as lists of alternatives. For tests.

An array, the branches of a regular expression or of a phrase, {one/of/these} in a deed, and words in a row are lists.
A text that stands alone, and a sentence among others, are lists of one.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MAX_ITEM_WORDS, MAX_ITEM_CHARACTERS = 3, 6
"""A longer item is a sentence; the second is of Chinese."""
_HAN = re.compile("[\u4e00-\u9fff]")
_ESCAPE = re.compile(r"\\[A-Za-z]|\[[^\]]*\]")
_CHOICE = re.compile(r"\{([^{}]*/[^{}]*)\}")
_BRANCH = re.compile(r"[|()]+")
_ROW = re.compile(r"[\w*'-]+(?:\s+[\w*'-]+){5,}")
_SENTENCE = re.compile(r"\b(?:an?|the|of|to|in|with)\b")


def is_sentence(item: str, language: str) -> bool:
    """Whether an item is longer than an alternative of a list."""
    if language == "zh":
        return len(_HAN.findall(item)) > MAX_ITEM_CHARACTERS
    return len(item.split()) > MAX_ITEM_WORDS


def lists_of_tables(path: Path, language: str) -> Iterator[list[str]]:
    """All lists of a TOML file in a language."""
    yield from _of_value(tomllib.loads(path.read_text("utf-8")), language)


def _of_value(value: Any, language: str) -> Iterator[list[str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("en", "zh") or key == language:
                yield from _of_value(inner, language)
    elif isinstance(value, list):
        yield from lists_of([text for text in value if isinstance(text, str)], language)
        for inner in value:
            if not isinstance(inner, str):
                yield from _of_value(inner, language)
    elif isinstance(value, str):
        yield from lists_of([value], language)


def lists_of_module(path: Path, language: str) -> Iterator[list[str]]:
    """All lists of a Python module: what one statement says, docstrings left out."""
    for statement in _statements(ast.parse(path.read_text("utf-8"))):
        found = [node.value for node in ast.walk(statement) if isinstance(node, ast.Constant)]
        yield from lists_of([text for text in found if isinstance(text, str)], language)


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt) and not any(
            isinstance(child, ast.stmt) for child in ast.iter_child_nodes(inner)
        ):
            if not (isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant)):
                yield inner
        else:
            yield from _statements(inner)


def lists_of(texts: list[str], language: str = "en") -> Iterator[list[str]]:
    """The lists in texts that are alternatives to each other."""
    together: list[str] = []
    for line in "\n".join(texts).splitlines():
        said = _in_language(line, language)
        for choice in _CHOICE.findall(said):
            yield choice.split("/")
        alone = _CHOICE.sub(" ", said)
        for item in _items(alone, language):
            if is_sentence(item, language):
                yield [item]
            elif item.strip():
                together.append(item)
    if together:
        yield together


def _in_language(line: str, language: str) -> str:
    """What a line says in a language; a row of a table says it in both."""
    cells = line.split(" | ")
    if language == "zh":
        return next((cell for cell in cells if _HAN.search(cell)), "")
    return cells[0] if _HAN.search(line) else line


def _items(text: str, language: str) -> list[str]:
    plain = _ESCAPE.sub(" ", text)
    if language == "zh":
        return [word for item in _BRANCH.split(plain) for word in item.split()]
    if _ROW.fullmatch(plain.strip()) and not _SENTENCE.search(plain):
        return plain.split()
    return _BRANCH.split(plain)
