"""Size warnings: modules over 500 lines, function bodies over 60. They never fail a check.

Knows nothing of what the code does. Invariant: counts lines as an editor shows them, docstrings and blanks included,
so that the figure can be checked by eye; what a function is given (a command's options) is not its body.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools import tree

MODULE_LINES = 500
FUNCTION_LINES = 60
CODE = (".py", ".ts", ".tsx", ".css")
GENERATED = ".gen.ts"
"""Written by a tool of ours, not for readers."""


def warnings(root: Path) -> list[str]:
    """Every module and function that is unusually long."""
    found: list[str] = []
    for path in tree.files(root, *CODE):
        if path.name.endswith(GENERATED):
            continue
        source = tree.text(path) or ""
        where = tree.name(path, root)
        lines = len(source.splitlines())
        if lines > MODULE_LINES:
            found.append(f"{where}: {lines} lines (usual: up to {MODULE_LINES}).")
        if path.suffix == ".py":
            found += [f"{where}:{complaint}" for complaint in _long_functions(source)]
    return found


def _long_functions(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.body[0].lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{node.lineno}: {node.name} has {lines} lines (usual: up to {FUNCTION_LINES})."
