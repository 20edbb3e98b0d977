"""What Milkwood says to its users, in another language: sentences are found by their English pattern.

Knows the files of patterns beside it; knows nothing of what is said, nor to whom. Invariants: whatever has no pattern
is said in English, as it is; what a pattern leaves open (names, times, figures) is carried over, and is itself put into
the other language where it is a sentence of ours; single words are looked up only where somebody asks for a label, so
that a run called “file” keeps its name.
"""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from string import Formatter

from milkwood.errors import MilkwoodError
from milkwood.words import CHINESE

_MOST = 4000
"""A text of more characters is no sentence of ours."""
_MOST_A_LINE = 1000
_MOST_PARTS = 20
"""So many sentences, one after or within the other, are looked for; whoever names a run may write any number."""
_END = re.compile(r"(?<=[.!?…]) ")
_LABELS = "labels.toml"
_OPEN = {"lines": "(?s:.+?)", "clause": "[^;]+?"}


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
    whole = _one(text, deep)
    if whole:
        return whole
    where, colon, rest = text.partition(": ")  # whose, or where, may stand before a sentence
    if "\n" in text:
        told = _one(rest, deep) if colon and "\n" not in where else ""  # lines are one sentence, or each its own
        return f"{where}：{told}" if told else ""
    for end in islice(_END.finditer(text), _MOST_PARTS):
        first, last = _one(text[: end.start()], deep), text[end.end() :]
        if first:
            return first + (_found(last, deep + 1) or last)
    clauses = [_one(clause, deep) for clause in text.split("; ", _MOST_PARTS)]
    if len(clauses) > 1 and all(clauses):
        return "；".join(clauses)
    told = _found(rest, deep + 1) if colon else ""
    return f"{where}：{told}" if told else ""


def _one(text: str, deep: int) -> str:
    for literal, pattern, chinese in _patterns():
        found = _compiled(pattern).fullmatch(text) if literal in text else None
        if found:
            return chinese.format_map({name: _carried(value, deep + 1) for name, value in found.groupdict().items()})
    return ""


@cache
def _labels() -> dict[str, str]:
    return tomllib.loads(files(__package__).joinpath("zh", _LABELS).read_text("utf-8"))


@cache
def _patterns() -> tuple[tuple[str, str, str], ...]:
    """The longest words of each, its pattern and its Chinese.

    Those that say most themselves first, so that what is said exactly is not taken for something vaguer.
    """
    made: list[tuple[int, str, str, str]] = []
    for file in files(__package__).joinpath("zh").iterdir():
        if file.name.endswith(".toml") and file.name != _LABELS:
            told: dict[str, str] = tomllib.loads(file.read_text("utf-8"))
            made += [(*_pattern(english), chinese) for english, chinese in told.items()]
    return tuple((literal, pattern, chinese) for _, literal, pattern, chinese in sorted(made))


def _pattern(english: str) -> tuple[int, str, str]:
    """The place of a sentence among others, its longest words, and what it looks like."""
    parts = [(literal, name) for literal, name, _, _ in Formatter().parse(english)]
    pattern = "".join(re.escape(literal) + (_open(name) if name else "") for literal, name in parts)
    literals = [literal for literal, _ in parts]
    return -sum(map(len, literals)), max(literals, key=len), pattern


_compiled = cache(re.compile)
"""Most patterns are never tried, and compiling them all would cost more than all the rest."""


def _open(name: str) -> str:
    """What may stand in an open place: one line; any number, or a part of one, where it is called so."""
    return f"(?P<{name}>{_OPEN.get(name.rstrip('12'), '.+?')})"
