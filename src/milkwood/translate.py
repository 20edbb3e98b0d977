"""What Milkwood says to its users, in another language: sentences are found by their English pattern.

Knows the files of patterns beside it; knows nothing of what is said, nor to whom. Invariants: whatever has no pattern
is said in English, as it is; what a pattern leaves open (names, times, figures) is carried over, and is itself put into
the other language where it is a sentence of ours, unless it is quoted; single words are looked up only where somebody
asks for a label, so that a run called “file” keeps its name.
"""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from string import Formatter
from typing import NamedTuple

from milkwood.errors import MilkwoodError
from milkwood.words import CHINESE

_MOST = 4000
"""A text of more characters is no sentence of ours."""
_MOST_A_LINE = 1000
_MOST_PARTS = 20
"""So many sentences, one after or within the other, are looked for; whoever names a run may write any number."""
_END = re.compile(r"(?<=[.!?…]) ")
_LABELS = "labels.toml"
_BEYOND = re.compile(r": |; |[.!?…] [A-Z“`]")
"""Where a sentence ends, or another begins."""
_SHAPES = {"lines": "(?s:.+?)", "line": r"\d+", "column": r"\d+"}
_QUOTED = re.compile(r"“\{(\w+)\}”")


class _Pattern(NamedTuple):
    """A sentence of ours."""

    words: str
    """The longest of its words that never change: what does not hold them is another sentence."""
    shape: str
    quoted: frozenset[str]
    """Open places within quotation marks: somebody's name for something."""
    chinese: str


def said_in(language: str, text: str) -> str:
    """A sentence, or several one after the other or one a line, in a language."""
    return _carried(text) if language == CHINESE and len(text) <= _MOST else text


def label_in(language: str, word: str) -> str:
    """A heading, or another word or two that stand alone, in a language."""
    return _labels().get(word, word) if language == CHINESE else word


def told(language: str, error: MilkwoodError) -> str:
    """What went wrong, where, and what to do, in a language."""
    if language != CHINESE:
        return error.sentence()
    place = f"{said_in(language, error.where)}：" if error.where else ""
    return f"{place}{said_in(language, error.what)}{said_in(language, error.remedy)}"


def _carried(text: str, deep: int = 0) -> str:
    """A text in Chinese, as a whole or line by line; what has no pattern stays as it is, and every indent does."""
    return _found(text, deep) or "\n".join(
        _indent(line) + (_found(line.lstrip(), deep) or line.lstrip()) for line in text.split("\n")
    )


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


@lru_cache(maxsize=512)
def _found(text: str, deep: int) -> str:
    """A text in Chinese: as one pattern, or sentence by sentence; empty when there is no pattern for any of it."""
    if deep > _MOST_PARTS or (len(text) > _MOST_A_LINE and "\n" not in text):
        return ""
    told = _wholly(text, deep) or _one(text, deep)
    if told:
        return told
    where, colon, rest = text.partition(": ")
    if "\n" in text:
        told = _one(rest, deep) if colon and "\n" not in where else ""  # lines are one sentence, or each its own
        return f"{where}：{told}" if told else ""
    for end in islice(_END.finditer(text), _MOST_PARTS):
        first, last = _one(text[: end.start()], deep), text[end.end() :]
        if first:
            return first + (_found(last, deep + 1) or last)
    told = _found(rest, deep + 1) if colon else ""
    return f"{where}：{told}" if told else ""


@lru_cache(maxsize=512)
def _wholly(text: str, deep: int) -> str:
    """A text of sentences that all have a pattern, none of which reaches into another; empty when one has none."""
    if deep > _MOST_PARTS or "\n" in text:
        return ""
    told = _one(text, deep, within=True)
    if told:
        return told
    for end in islice(_END.finditer(text), _MOST_PARTS):
        first = _one(text[: end.start()], deep, within=True)
        rest = _wholly(text[end.end() :], deep + 1) if first else ""
        if rest:
            return first + rest
    clauses = [_one(clause, deep, within=True) for clause in text.split("; ", _MOST_PARTS)]
    if len(clauses) > 1 and all(clauses):
        return "；".join(clauses)
    where, colon, rest = text.partition(": ")  # whose, or where, may stand before a sentence
    told = _wholly(rest, deep + 1) if colon else ""
    return f"{_one(where, deep, within=True) or where}：{told}" if told else ""


def _one(text: str, deep: int, *, within: bool = False) -> str:
    """A text as one pattern; `within` when what is open in it must be a part of a sentence, or sentences of ours."""
    for each in _patterns():
        found = _compiled(each.shape).fullmatch(text) if each.words in text else None
        values = found.groupdict().items() if found else ()
        if found and (not within or all(_fits(value, deep) for _, value in values)):
            told = {name: value if name in each.quoted else _carried(value, deep + 1) for name, value in values}
            return each.chinese.format_map(told)
    return ""


def _fits(value: str, deep: int) -> bool:
    return not _BEYOND.search(value) or bool(_wholly(value, deep + 1))


@cache
def _labels() -> dict[str, str]:
    return tomllib.loads(files(__package__).joinpath("zh", _LABELS).read_text("utf-8"))


@cache
def _patterns() -> tuple[_Pattern, ...]:
    """All there are.

    Those that say most themselves first, so that what is said exactly is not taken for something vaguer.
    """
    made: list[tuple[int, _Pattern]] = []
    for file in files(__package__).joinpath("zh").iterdir():
        if file.name.endswith(".toml") and file.name != _LABELS:
            told: dict[str, str] = tomllib.loads(file.read_text("utf-8"))
            made += [_pattern(english, chinese) for english, chinese in told.items()]
    return tuple(pattern for _, pattern in sorted(made))


def _pattern(english: str, chinese: str) -> tuple[int, _Pattern]:
    """A sentence, and its place among others."""
    parts = [(literal, name) for literal, name, _, _ in Formatter().parse(english)]
    quoted = frozenset(_QUOTED.findall(english))
    shape = "".join(re.escape(literal) + (_open(name, quoted) if name else "") for literal, name in parts)
    literals = [literal for literal, _ in parts]
    return -sum(map(len, literals)), _Pattern(max(literals, key=len), shape, quoted, chinese)


_compiled = cache(re.compile)
"""Most patterns are never tried, and compiling them all would cost more than all the rest."""


def _open(name: str, quoted: frozenset[str]) -> str:
    """What may stand in an open place: anything in one line, in quotes nothing too, unless its name says more."""
    return f"(?P<{name}>{_SHAPES.get(name, '.*?' if name in quoted else '.+?')})"
