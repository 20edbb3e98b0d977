"""Checks the names of numeric constants in src: they end in a unit or a noun, and one public name has one value.

Parses the code and imports nothing of it. Only assignments of a module are read; a number inside a table is not.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools import tree

NOUNS = frozenset(
    "AGE BEHAVIOUR BLOCK CHANCE CHANGE CLOSENESS CODE COSINE COUNT DAY DEPTH FACTOR FLAG FORMAT HOUR HUE ID IMPORTANCE"
    " INCREMENT LEVEL MASK MINUTE MODE NUMBER PEOPLE PORT PROBABILITY QUANTILE ROW SEED SHARE SIMILARITY SPEED STRIDE"
    " TEMPERATURE TICK VERSION WEIGHT ZONE".split()
)
"""Last words of good names; so is every plural (SECONDS, TILES, MEMORIES)."""
WHOLE_NAMES = frozenset("BEFORE_TIME BEHAVIOUR EAST FREE NEED NEVER NORTH PROMISE SOUTH WEST WORK".split())
"""Points in time, directions and ranks: named values, not measures."""
_TAIL = re.compile(r"_(A|BEFORE|PER|TO|WITH|WITHOUT)_.*")
_PLURAL = re.compile(r"\w+[^S]S\Z")


def problems(root: Path) -> list[str]:
    """Constants whose names do not tell what they count, and public names with several values."""
    found, values = [], defaultdict[str, dict[str, str]](dict)
    for path in tree.files(root / "src", ".py"):
        for line, name, value in _constants(ast.parse(tree.text(path) or "")):
            where = f"{tree.name(path, root)}:{line}"
            if not _tells(name.lstrip("_")):
                found.append(f"{where}: {name} does not end in a unit or a noun (see tools/constants.py).")
            if not name.startswith("_"):
                values[name].setdefault(value, where)
    several = ((name, places) for name, places in values.items() if len(places) > 1)
    return [
        *found,
        *(f"{name} has several values ({', '.join(places.values())}); rename one." for name, places in several),
    ]


def _tells(name: str) -> bool:
    *first, last = _TAIL.sub("", name).split("_")
    if name in WHOLE_NAMES or first[:1] == ["NO"]:
        return True
    alone = last == name or first == ["A"]
    return not alone and "MOST" not in first and (last in NOUNS or bool(_PLURAL.match(last)))


def _constants(module: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, name and value of each numeric constant."""
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for name, value in pairs:
                if isinstance(name, ast.Name) and name.id.isupper() and _is_number(value):
                    yield node.lineno, name.id, ast.unparse(value)


def _is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) or _is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)
