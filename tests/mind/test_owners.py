"""Each part of a mind's state is written by its owner alone: found in the syntax of the mind's modules.

A part is recognised by its path (`head.state.day`), by a name bound to it or to one of its fields, and by the type of a
parameter. Names count for the whole function they are bound in.
"""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import TypeAlias

import pytest

from milkwood import mind
from milkwood.mind.state import State
from milkwood.mind.state.parts import OWNERS

FOLDER = Path(mind.__file__).parent
CHANGES = {"append", "extend", "insert", "pop", "clear", "remove", "sort", "reverse", "update", "setdefault", "popitem"}
"""Calls that change a list or a table in place."""
ALL = "all parts"
PART_OF = {type(getattr(State(), name)).__name__: name for name in OWNERS}
"""Parts by the names of their types."""
Names: TypeAlias = dict[str, str]
"""What names refer to: a part, or `ALL` for the whole state."""
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def writes(source: str) -> list[tuple[int, str]]:
    """Where a module writes a part of state, and which part."""
    return sorted(_writes(ast.parse(source), {}))


def _writes(scope: ast.AST, outer: Names) -> Iterator[tuple[int, str]]:
    nodes = list(_own(scope))
    names = outer | dict(_parameters(scope))
    for _ in range(2):  # a name may refer to a name that is bound further down
        names |= {name: part for node in nodes for name, part in _bound(node, names)}
    for node in nodes:
        if isinstance(node, Function):
            yield from _writes(node, names)
        for part in _written(node, names):
            yield node.lineno, part  # type: ignore[attr-defined]


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope: nested functions without their bodies."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, Function):
            yield from _own(node)


def _parameters(scope: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(scope, Function):
        for each in (*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs):
            if isinstance(each.annotation, ast.Name) and each.annotation.id in PART_OF:
                yield each.arg, PART_OF[each.annotation.id]


def _bound(node: ast.AST, names: Names) -> Iterator[tuple[str, str]]:
    """The names that a statement or expression binds to a part."""
    for target, value in _assigned(node):
        if isinstance(target, ast.Name) and value is not None and (part := _part(value, names)):
            yield target.id, part


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Assignments of a value to a name; None where the value is unknown."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _pairs(target, node.value)
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
        yield node.target, node.value
    elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
        yield from _pairs(node.target, None)
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield from _pairs(node.optional_vars, None)
    elif isinstance(node, ast.Delete):
        yield from ((target, None) for target in node.targets)


def _pairs(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    if not isinstance(target, ast.Tuple | ast.List):
        yield target, value
        return
    known = value.elts if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts) else None
    for place, each in enumerate(target.elts):
        yield from _pairs(each.value if isinstance(each, ast.Starred) else each, known[place] if known else None)


def _part(value: ast.expr, names: Names) -> str:
    """The part to which an expression refers; `ALL` for the state; empty for anything else."""
    if isinstance(value, ast.Name):
        return names.get(value.id, "")
    if isinstance(value, ast.Subscript):
        return _part(value.value, names)
    if not isinstance(value, ast.Attribute):
        return ""
    holder = _part(value.value, names)
    if holder == ALL:
        return value.attr if value.attr in OWNERS else ""
    return ALL if not holder and value.attr == "state" else holder


def _written(node: ast.AST, names: Names) -> Iterator[str]:
    """The parts that a statement or call writes."""
    for target, value in _assigned(node):
        in_place = isinstance(node, ast.AugAssign) and isinstance(value, ast.List | ast.ListComp)
        if (in_place or isinstance(target, ast.Attribute | ast.Subscript)) and (part := _part(target, names)):
            yield part
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            changed = _part(node.func.value, names)
        elif isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr"):
            changed = _part(node.args[0], names)
        else:
            return
        if changed:
            yield changed


def _modules() -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.py"))}


def test_each_part_is_written_by_its_owner_alone() -> None:
    wrong = [
        f"{module}.py:{line} writes {part}, which {OWNERS.get(part, 'head')}.py owns"
        for module, source in _modules().items()
        for line, part in writes(source)
        if module != OWNERS.get(part, "head")
    ]
    assert wrong == []


def test_every_part_has_an_owner_that_writes_it() -> None:
    assert set(OWNERS) == {each.name for each in fields(State)}
    sources = _modules()
    assert [part for part, owner in OWNERS.items() if part not in {found for _, found in writes(sources[owner])}] == []


@pytest.mark.parametrize(
    "body",
    [
        "head.state.day.block = 3",
        "thought.head.state.day.block += 1",
        "head.state.day.plan[0] = block",
        "head.state.day.plan[0:1] = []",
        "del head.state.day.plan[0]",
        "head.state.day.done.append(text)",
        "self.head.state.day.done.clear()",
        "head.state.day = DayState()",
        "own = head.state.day\n    own.bed = 4",
        "head, own = thought.head, thought.head.state.day\n    own.awake, own.bed = True, 4",
        "state = head.state\n    state.day.plan.sort()",
        "state = head.state\n    own = state.day\n    own.plan.pop()",
        "plan = head.state.day.plan\n    plan.insert(0, block)",
        "plan = head.state.day.plan\n    plan += [block]",
        "noted, plan = 0, head.state.day.plan\n    plan[-1] = block",
        "if (own := head.state.day).awake:\n        own.awake = False",
        "for head.state.day.block in range(3):\n        pass",
        "own: DayState = head.state.day\n    own.bed = 4",
        "own = head.state.day\n    def later():\n        own.bed = 4",
        "own = head.state.day\n    later = lambda: own.plan.pop()",
        "setattr(head.state.day, name, 4)",
        "first, *head.state.day.plan = blocks",
        "day.bed = 4",
    ],
)
def test_a_write_is_found_in_every_form(body: str) -> None:
    found = writes(f"async def planted(head, thought, *, day: DayState):\n    {body}\n")
    assert [part for _, part in found][:1] == ["day"]
    assert {part for _, part in found} == {"day"}


def test_putting_another_state_in_its_place_is_a_write_of_all_parts() -> None:
    assert writes("head.state = State()") == [(1, ALL)]


@pytest.mark.parametrize(
    "body",
    [
        "own = head.state.day\n    plan = [*own.plan, block]\n    plan.append(block)",
        "bed = head.state.day.bed\n    bed += 1",
        "percept.state.strip()",
        "own = head.memories\n    own.last = head.state.day.bed",
        "found = sorted(head.state.day.plan)\n    found.pop()",
        "own = head.state.day\n    note(own.done)\n\ndef other(own):\n    own.bed = 4",
    ],
)
def test_reading_a_part_is_no_write(body: str) -> None:
    assert writes(f"def reading(head, percept):\n    {body}\n") == []
