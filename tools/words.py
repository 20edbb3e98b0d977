"""The word rule: no file names a machine or a package registry, no module has an empty name, and English is plain.

Knows nothing of the purpose of the files. Invariant: the patterns are written so that they do not match themselves.
"""

import ast
import re
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from tools import tree

FORBIDDEN: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "a path on one machine",
        re.compile(r"(?<![\w.~/*)}\]-])/(?:(?:work|tmp|root|opt|mnt)/|(?:home|Users)/(?!me\b))\w"),
    ),
    (
        "a package registry",
        re.compile(r"(?:registry|index|files|pypi|npm)\.(?:npmjs|yarnpkg|pypi|pythonhosted)\.", re.I),
    ),
    ("a package registry", re.compile(r"\bpypi\.(?:org|python)|\b(?:npmjs|yarnpkg|pythonhosted)\.(?:com|org)", re.I)),
    ("an index setting", re.compile(r"--(?:(?:extra-)?index-url|find-links|trusted-host)\b")),
    ("a note on how the text was made", re.compile(r"Co-Authored[-]By:|Generated (?:with|by) \[", re.I)),
)
RAGBAGS = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc", "v2"}
CODE = (".py", ".ts", ".tsx", ".js", ".mjs")

MANNERED = re.compile(r"(?<![a-z])(?:whoever|anew|(?:some|every|any)body|[a-z]+-manieth)(?![a-z])", re.I)
_COMMENT = re.compile(r"(?:^\s*/?\*|//).*")
PLAIN = {"src", "tests", "tools", "benchmarks", "docs", "blueprints", "examples", ".ci", "web"}
"""Folders in which these words are found, besides the files of the root."""
QUOTING = {"docs/report.md", "docs/real-talks.md"}
"""Pages that quote people of a town."""
_OUTPUT = re.compile(r"(?<=<!-- output).*?-->\n```.*?\n```", re.DOTALL)
"""Output of commands in a page, which quotes people too."""


def problems(root: Path) -> list[str]:
    """Every line with a forbidden or mannered word, and every module whose name says nothing."""
    found: list[str] = []
    for path in tree.files(root):
        where = tree.name(path, root)
        if path.suffix in CODE and path.stem.lower() in RAGBAGS:
            found.append(f"{where}: name the file for what it holds, not “{path.stem}”.")
        text = tree.text(path) or ""
        for number, line in enumerate(text.splitlines(), start=1):
            found += [f"{where}:{number}: names {what}." for what, pattern in FORBIDDEN if pattern.search(line)]
        top, _, below = where.partition("/")
        if MANNERED.search(text) and (top in PLAIN or not below) and where not in QUOTING:
            found += [
                f"{where}:{number}: says “{word.group()}”; use a plain word (person, everyone, again, …)."
                for number, prose in _prose(path, text, names=top != "src")
                for word in MANNERED.finditer(prose)
            ]
    return found


def _prose(path: Path, text: str, *, names: bool) -> Iterator[tuple[int, str]]:
    """The lines of a page, without output of commands; comments, docstrings, messages and perhaps names of a module."""
    lines = enumerate(_OUTPUT.sub(lambda block: "\n" * block[0].count("\n"), text).splitlines(), start=1)
    if path.suffix in {".md", ""}:
        yield from lines
    if path.suffix in {".ts", ".tsx"}:
        yield from ((number, found[0]) for number, line in lines if (found := _COMMENT.search(line)))
    if path.suffix != ".py":
        return
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(prose))):
                yield node.lineno, prose
            case ast.Call(func=ast.Name(id="t" | "tn"), args=[ast.Constant(value=str(prose)), *_]):
                yield node.lineno, prose
            case ast.FunctionDef(name=prose) | ast.AsyncFunctionDef(name=prose) | ast.ClassDef(name=prose) if names:
                yield node.lineno, prose
