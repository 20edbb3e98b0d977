"""Draws the house: sizes, imports between packages, repeated type names, the longest functions and largest files.

Parses the packages of src and imports nothing of them. `python -m tools.house` writes docs/house.md and shortens
tools/repeated.txt. Invariants: that list of repeated public classes and type aliases can only shrink; a page that no
longer shows the house is reported, but not every line of code makes it stale.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

from tools import tree
from tools.tree import ROOT

SOURCES = "src"
MAIN = "milkwood"
PAGE = "docs/house.md"
ALLOWED = "tools/repeated.txt"
LISTED_COUNT = 15
CHECKED_COUNT = 5
"""As many of the longest functions and largest files must be on the page."""
_CAMEL = re.compile(r"[A-Z]\w*[a-z]")
_NUMBER = re.compile(r"\d+")
BY_PROTOCOL = {"questions/*/schema.py": {"Ask", "Reply"}}
"""Every question defines these: they share one name on purpose."""


@dataclass(frozen=True)
class Module:
    """One parsed file: its path (in milkwood, or in src), its dotted name and its syntax tree."""

    path: str
    name: str
    lines: int
    parsed: ast.Module

    @cached_property
    def package(self) -> str:
        """The package or the module directly under milkwood, or another package of src."""
        first, *inner = self.name.split(".")
        return inner[0] if inner and first == MAIN else first


def problems(root: Path) -> list[str]:
    """Public type names defined more often than the list allows, entries no longer needed, and a page that is stale."""
    allowed = _allowed(root)
    modules = list(_modules(root))
    found = _repeated(modules)
    new = [
        f"{name} is defined {len(places)} times ({', '.join(places)}); give the new one a name of its own."
        for name, places in found.items()
        if len(places) > allowed.get(name, 1)
    ]
    idle = [name for name, count in allowed.items() if len(found.get(name, [])) < count]
    less = [f"{ALLOWED}: {name} is repeated less often now; run `python -m tools.house`." for name in idle]
    return [*new, *less, *(f"{PAGE}: {change}; run `python -m tools.house`." for change in _changes(root, modules))]


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
    sections = [
        _structure(modules),
        "## Longest functions\n",
        _table(("lines", "function", "file"), _functions(modules)),
        "## Largest files\n",
        _table(("lines", "file"), _files(modules)),
    ]
    return "\n".join(sections)


def _structure(modules: list[Module]) -> str:
    """The part of the page that a change of a few lines does not alter, apart from its numbers."""
    repeated = sorted(_repeated(modules).items(), key=lambda item: (-len(item[1]), item[0]))
    sections = [
        "# The house in numbers\n\nWritten by `python -m tools.house`; do not edit. Lines are those an editor shows;"
        " `make check` fails when a\npackage is more than a tenth and 100 lines off, or when packages, imports or names"
        " differ.\n",
        "## Packages\n",
        _table(("package", "files", "lines"), _sizes(modules)),
        "## Imports between packages\n\nA row imports a column; a number counts module pairs.\n",
        _matrix(modules),
        "## Public classes and type aliases with the same name\n\n"
        f"`{ALLOWED}` lists them; `make check` fails on new ones. `Ask` and `Reply` of questions are not counted.\n",
        _table(("name", "times", "files"), ((name, len(at), ", ".join(at)) for name, at in repeated)),
    ]
    return "\n".join(sections)


def _changes(root: Path, modules: list[Module]) -> Iterator[str]:
    """How the page differs from the house, beyond what ordinary work on a file changes."""
    written = (root / PAGE).read_text(encoding="utf-8") if (root / PAGE).is_file() else ""
    drawn = _structure(modules)
    old, new = written[: written.find("\n## Longest functions")], drawn.rstrip("\n") + "\n"
    if _NUMBER.sub("0", old) != _NUMBER.sub("0", new):
        yield "packages, imports or repeated names have changed"
        return
    pairs = zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=True)
    if any(abs(int(one) - int(other)) > 100 + int(one) / 10 for one, other in pairs):
        yield "sizes have changed by more than a tenth"
    for _, *row in [*_functions(modules)[:CHECKED_COUNT], *_files(modules)[:CHECKED_COUNT]]:
        if f" | {' | '.join(map(str, row))} |" not in written:
            yield f"{' of '.join(map(str, row))} is missing"


def _modules(root: Path) -> Iterator[Module]:
    for path in tree.files(root / SOURCES, ".py"):
        source = tree.text(path) or ""
        parts = path.relative_to(root / SOURCES).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        short = tree.name(path, root / SOURCES).removeprefix(f"{MAIN}/")
        yield Module(short, name, len(source.splitlines()), ast.parse(source))


def _allowed(root: Path) -> dict[str, int]:
    path = root / ALLOWED
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return {name: int(count) for name, count in (line.split() for line in lines)}


def _repeated(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Files of each public class or type alias that has several, by name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules:
        excused = {name for rule, names in BY_PROTOCOL.items() if fnmatch(module.path, rule) for name in names}
        for name in (*_classes(module.parsed), *_aliases(module.parsed)):
            if not name.startswith("_") and name not in excused:
                found[name].append(module.path)
    return {name: places for name, places in sorted(found.items()) if len(places) > 1}


def _classes(parsed: ast.Module) -> Iterator[str]:
    """Classes of a module, with those inside functions and other classes."""
    return (node.name for node in ast.walk(parsed) if isinstance(node, ast.ClassDef))


def _aliases(parsed: ast.Module) -> Iterator[str]:
    """Types that a module names by assignment, without type variables: `Cell = tuple[int, int]`."""
    for node in parsed.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            if name.isidentifier() and _CAMEL.match(name) and not ast.unparse(node.value).startswith("TypeVar("):
                yield name


def _functions(modules: Iterable[Module]) -> list[tuple[int, str, str]]:
    """Lines of the body, name and file of the longest."""
    found = [
        ((node.end_lineno or node.lineno) - node.body[0].lineno + 1, node.name, module.path)
        for module in modules
        for node in ast.walk(module.parsed)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return sorted(found, reverse=True)[:LISTED_COUNT]


def _files(modules: Iterable[Module]) -> list[tuple[int, str]]:
    return sorted(((module.lines, module.path) for module in modules), reverse=True)[:LISTED_COUNT]


def _sizes(modules: list[Module]) -> Iterator[tuple[object, ...]]:
    packages: defaultdict[str, list[int]] = defaultdict(list)
    for module in modules:
        packages[module.package].append(module.lines)
    for name, lines in sorted(packages.items()):
        yield name, len(lines), sum(lines)
    yield "all", len(modules), sum(module.lines for module in modules)


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
