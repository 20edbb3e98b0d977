"""Small changes to Python source that a test should detect: the operators behind mutants.

Knows syntax alone. Invariant: each change is in one place, and the result is Python; docstrings, annotations,
decorators, texts and imports are never changed.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
SUMS: dict[type[ast.operator], tuple[str, str]] = {ast.Add: ("+", "-"), ast.Sub: ("-", "+")}
LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Change:
    """A range of bytes of a source, and its replacement."""

    start: int
    end: int
    line: int
    old: str
    new: str

    def made_in(self, source: str) -> str:
        """The changed source."""
        raw = source.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()


def changes(source: str) -> list[Change]:
    """All changes to a source, in its order."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    found = [each for each in finder.found if _is_python(each.made_in(source))]
    return sorted(found, key=lambda each: (each.start, each.end, each.new))


def _is_python(source: str) -> bool:
    try:
        compile(source, "a mutant", "exec")
    except SyntaxError:
        return False
    return True


class _Finder(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self._raw = source.encode()
        self._lines = [0]
        for line in self._raw.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self.found: list[Change] = []

    # --- what is changed

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            self._between(left, right, *COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in SUMS and not any(_is_sequence(side) for side in (node.left, node.right)):
            self._between(node.left, node.right, *SUMS[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, *words)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, self._text(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._replace(node, str(not value))
        elif isinstance(value, int | float):
            self._replace(node, str(value + 1))
            if value not in (0, 1):
                self._replace(node, "0")

    def visit_Expr(self, node: ast.Expr) -> None:
        called = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(called, ast.Call):
            self._replace(node, "pass")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._replace(node, "return None")
        self.generic_visit(node)

    # --- what is not changed

    def visit_JoinedStr(self, _node: ast.JoinedStr) -> None:
        """Python 3.11 does not give positions inside a text with braces."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, _node: ast.arg) -> None:
        """A statement that is only an annotation."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._all([*node.body])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._all([node.args, *node.body])

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._all([node.args, *node.body])

    def _all(self, nodes: Sequence[ast.AST]) -> None:
        for each in nodes:
            self.visit(each)

    # --- places

    def _place(self, line: int, column: int) -> int:
        return self._lines[line - 1] + column

    def _text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self._span(node)
        return self._raw[start:end].decode()

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._place(node.lineno, node.col_offset), self._place(node.end_lineno, node.end_col_offset)

    def _replace(self, node: ast.expr | ast.stmt, new: str) -> None:
        start, end = self._span(node)
        self.found.append(Change(start, end, node.lineno, _shown(self._text(node)), new))

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """An operator between two expressions, outside their brackets."""
        start, end = self._span(left)[1], self._span(right)[0]
        pattern = rf"\b{old}\b".replace(" ", r"\s+") if old[0].isalpha() else re.escape(old)
        found = re.search(pattern, self._raw[start:end].decode())
        if found is not None:
            line = self._raw[:start].count(b"\n") + 1
            at = start + found.start()
            self.found.append(Change(at, at + len(found[0]), line, old, new))


def _is_sequence(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.ListComp | ast.Tuple | ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _shown(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST_SHOWN else f"{flat[:LONGEST_SHOWN]}…"
