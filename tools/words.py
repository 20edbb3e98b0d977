"""The word rule: nothing in the house names somebody's machine or a package registry, and no file is a ragbag.

Knows nothing of what the files are for. Invariant: the patterns are written so that they do not match themselves.
"""

import re
from pathlib import Path

from tools import tree

FORBIDDEN: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "a path on somebody's machine",
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


def problems(root: Path) -> list[str]:
    """Every line with a forbidden word, and every module whose name says nothing."""
    found: list[str] = []
    for path in tree.files(root):
        where = tree.name(path, root)
        if path.suffix in CODE and path.stem.lower() in RAGBAGS:
            found.append(f"{where}: name the file for what it holds, not “{path.stem}”.")
        for number, line in enumerate((tree.text(path) or "").splitlines(), start=1):
            found += [f"{where}:{number}: names {what}." for what, pattern in FORBIDDEN if pattern.search(line)]
    return found
