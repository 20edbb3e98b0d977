"""Describes the package: sizes, imports between packages, repeated class names, longest functions, largest files.

Parses the package and imports nothing of it. `python -m tools.house` writes docs/house.md and shortens
tools/repeated.txt. Invariant: that list of repeated public class names can only shrink; `problems` names new ones.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

from tools import tree
from tools.tree import ROOT

PACKAGE = "src/milkwood"
PAGE = "docs/house.md"
ALLOWED = "tools/repeated.txt"
LONGEST = 15
BY_PROTOCOL = {"questions/*/schema.py": {"Ask", "Reply"}}
"""Every question defines these: they share one name on purpose."""


@dataclass(frozen=True)
class Module:
    """One parsed file: its path in the package, its dotted name and its syntax tree."""

    path: str
    name: str
    lines: int
    parsed: ast.Module

    @cached_property
    def package(self) -> str:
        """The package or the module directly under milkwood."""
        return self.name.split(".")[1] if "." in self.name else self.name


def problems(root: Path) -> list[str]:
    """Public class names that are defined more often than the list allows, and entries that are no longer needed."""
    allowed = _allowed(root)
    found = _repeated(_modules(root))
    new = [
        f"{name} is defined {len(places)} times ({', '.join(places)}); give the new class a name of its own."
        for name, places in found.items()
        if len(places) > allowed.get(name, 1)
    ]
    idle = [name for name, count in allowed.items() if len(found.get(name, [])) < count]
    return [*new, *(f"{ALLOWED}: {name} is repeated less often now; run `python -m tools.house`." for name in idle)]


def main() -> None:
    """Write the page, and remove names from the list that are no longer repeated."""
    modules = list(_modules(ROOT))
    repeated = _repeated(modules)
    (ROOT / PAGE).write_text(page(modules), encoding="utf-8")
    kept = {name: min(count, len(repeated.get(name, []))) for name, count in _allowed(ROOT).items()}
    lines = [f"{name} {count}\n" for name, count in sorted(kept.items()) if count > 1]
    (ROOT / ALLOWED).write_text("".join(lines), encoding="utf-8")


def page(modules: list[Module]) -> str:
    """The whole page."""
    functions = sorted(_functions(modules), reverse=True)[:LONGEST]
    files = sorted(((module.lines, module.path) for module in modules), reverse=True)[:LONGEST]
    repeated = sorted(_repeated(modules).items(), key=lambda item: (-len(item[1]), item[0]))
    sections = [
        "# The house in numbers\n\nWritten by `python -m tools.house`; do not edit. Lines are those an editor shows.\n",
        "## Packages\n",
        _table(("package", "files", "lines", "largest file"), _sizes(modules)),
        "## Imports between packages\n\nA row imports a column; a number counts module pairs.\n",
        _matrix(modules),
        "## Public class names defined more than once\n\n"
        f"`{ALLOWED}` lists them; `make check` fails on new ones. `Ask` and `Reply` of questions are not counted.\n",
        _table(("name", "times", "files"), ((name, len(at), ", ".join(at)) for name, at in repeated)),
        "## Longest functions\n",
        _table(("lines", "function", "file"), functions),
        "## Largest files\n",
        _table(("lines", "file"), files),
    ]
    return "\n".join(sections)


def _modules(root: Path) -> Iterator[Module]:
    package = root / PACKAGE
    for path in tree.files(package, ".py"):
        source = tree.text(path) or ""
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield Module(tree.name(path, package), name, len(source.splitlines()), ast.parse(source))


def _allowed(root: Path) -> dict[str, int]:
    path = root / ALLOWED
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return {name: int(count) for name, count in (line.split() for line in lines)}


def _repeated(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Files of each public class name that has several, by name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules:
        excused = {name for rule, names in BY_PROTOCOL.items() if fnmatch(module.path, rule) for name in names}
        for node in module.parsed.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in excused:
                found[node.name].append(module.path)
    return {name: places for name, places in sorted(found.items()) if len(places) > 1}


def _functions(modules: Iterable[Module]) -> Iterator[tuple[int, str, str]]:
    """Lines of the body, name and file."""
    for module in modules:
        for node in ast.walk(module.parsed):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield (node.end_lineno or node.lineno) - node.body[0].lineno + 1, node.name, module.path


def _sizes(modules: list[Module]) -> Iterator[tuple[object, ...]]:
    packages: defaultdict[str, list[Module]] = defaultdict(list)
    for module in modules:
        packages[module.package].append(module)
    sizes = {name: sum(module.lines for module in inside) for name, inside in packages.items()}
    for name in sorted(sizes, key=lambda each: (-sizes[each], each)):
        largest = max(packages[name], key=lambda module: module.lines)
        yield name, len(packages[name]), sizes[name], f"{largest.path} ({largest.lines})"
    yield "all", len(modules), sum(sizes.values()), ""


def _matrix(modules: list[Module]) -> str:
    counts = _imports(modules)
    rows, columns = (sorted({pair[at] for pair in counts}) for at in (0, 1))
    short = {name: f"{number}" for number, name in enumerate(columns, start=1)}
    legend = ", ".join(f"{number} {name}" for name, number in short.items())
    body = ((row, *(counts.get((row, column)) or "" for column in columns)) for row in rows)
    return f"Columns: {legend}.\n\n{_table(('package', *short.values()), body)}"


def _imports(modules: list[Module]) -> Mapping[tuple[str, str], int]:
    """The number of pairs of modules between each two packages."""
    packages = {module.name: module.package for module in modules}
    pairs = {(module.name, target) for module in modules for target in _targets(module.parsed, packages)}
    counts = Counter((packages[source], packages[target]) for source, target in pairs)
    return {pair: count for pair, count in counts.items() if pair[0] != pair[1]}


def _targets(parsed: ast.Module, known: Mapping[str, str]) -> Iterator[str]:
    """Our modules that a module imports."""
    for node in ast.walk(parsed):
        if isinstance(node, ast.ImportFrom) and node.module and node.module in known:
            for each in node.names:
                inner = f"{node.module}.{each.name}"
                yield inner if inner in known else node.module
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)


def _table(heads: tuple[str, ...], rows: Iterable[Iterable[object]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(str(cell) for cell in line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
