"""The rule against dead code: code that nothing in the packages uses is removed, even if a test uses it.

Knows names, no types. Vulture finds names that nothing reads; names at the top of a module are looked at once more, by
module, since another of the same name hides them from it. Invariant: every exception stands here with its file, and one
that is no longer needed is a problem, too.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from tools import tree

SOURCE = "src"
DECORATORS = ("@app.*", "@routes.*", "@model_validator")
"""Decorators that register a function with its caller."""
NAMES = ("__*__", "model_config")
"""Called by Python, or read by Pydantic."""
EXCEPTIONS: dict[str, str] = {
    # Chosen by value, from a map.
    # Texts of phrasebooks and tables, found by name.
    "milkwood/cli/voice.py": "LABELS",
    "milkwood/lab/comparing/words.py": "repeat_how tokens_over_days",
    "milkwood/server/live/newcomers.py": "breakfast lunch",
    "milkwood/understudy/language/tone.py": "toward_phrases",
    # Called or read by a library.
    "milkwood/cli/prompt/asking.py": "complete_event get_completions",
    "milkwood_fake/server.py": "streamed",
    "milkwood/towns/archive.py": "external_attr",
    "milkwood/providers/gguf.py": "api_keys cache_ram_mib endpoint_slots n_ctx n_parallel n_threads offline ui"
    " verbosity warmup",
    # Named in annotations that are texts.
    "milkwood/providers/prices.py": "ConditionalPrice ModelPrice",
    # Found by the name of its folder.
    "milkwood/understudy/*/answer.py": "answer",
    # Shipped with the questions, for people who change them: cases, and the bounds of answers.
    "milkwood/questions/case.py": "gives lacks",
    "milkwood/questions/faults.py": "CATEGORIES",
    # Used by tests on purpose; the facts of an invented town are what its measures know to be true.
    "milkwood/invention/facts.py": "bonds keep_from",
    "milkwood/invention/inventing.py": "bonds",
    "milkwood/understudy/break_down/filler.py": "is_filler",
    "milkwood/mind/state/parts.py": "OWNERS",
}
_FOUND = re.compile(rf"{SOURCE}/(?P<where>.+?):(?P<line>\d+): (?P<what>.+) \(\d+% confidence\)")
_UNUSED = re.compile(r"unused (?P<kind>\w+) '(?P<name>.+)'")
_DEAD_CODE = 3
"""The exit status of vulture when it found something."""


def problems(root: Path) -> list[str]:
    """All dead code, and unneeded exceptions."""
    found: dict[tuple[str, str], str] = {}
    needed: set[tuple[str, str]] = set()
    for where, line, kind, name in (*_by_name(root), *_by_module(root)):
        rule = next(
            (rule for rule, names in EXCEPTIONS.items() if fnmatch(where, rule) and name in names.split()), None
        )
        if rule is not None:
            needed.add((rule, name))
        elif not _is_read_elsewhere(root, where, kind, name):
            found.setdefault((where, name), f"{SOURCE}/{where}:{line}: the {kind} {name} is not used; remove it.")
    listed = {(rule, name) for rule, names in EXCEPTIONS.items() if _is_here(root, rule) for name in names.split()}
    idle = [f"tools/dead.py: {name} of {rule} needs no exception." for rule, name in sorted(listed - needed)]
    return [*found.values(), *idle]


def _is_here(root: Path, rule: str) -> bool:
    return any((root / SOURCE).glob(rule))


def _by_name(root: Path) -> Iterator[tuple[str, int, str, str]]:
    """File, line, kind and name of everything vulture finds."""
    line = [sys.executable, "-m", "vulture", SOURCE]
    line += ["--ignore-decorators", ",".join(DECORATORS), "--ignore-names", ",".join(NAMES)]
    done = subprocess.run(line, cwd=root, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, _DEAD_CODE):
        raise RuntimeError(f"vulture: {done.stderr.strip() or done.stdout.strip()}")
    for said in done.stdout.splitlines():
        found = _FOUND.fullmatch(said)
        unused = _UNUSED.fullmatch(found["what"]) if found else None
        if found and unused:
            yield found["where"], int(found["line"]), unused["kind"], unused["name"]
        elif found:
            yield found["where"], int(found["line"]), "statement", found["what"]


def _by_module(root: Path) -> Iterator[tuple[str, int, str, str]]:
    """Names at the top of a module that neither it nor a module that imports them reads."""
    source = root / SOURCE
    trees = {path: ast.parse(tree.text(path) or "") for path in tree.files(source, ".py")}
    modules = {_module(path, source): path for path in trees}
    read = {each for parsed in trees.values() for each in _reads(parsed, modules)}
    for module, path in modules.items():
        own = _loads(trees[path])
        for node in trees[path].body:
            for name in _binds(node):
                dunder = name.startswith("__")
                if not dunder and (module, name) not in read and own[name] == _loads(node)[name]:
                    yield path.relative_to(source).as_posix(), node.lineno, "name", name


def _module(path: Path, source: Path) -> str:
    parts = path.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _reads(parsed: ast.Module, modules: dict[str, Path]) -> Iterator[tuple[str, str]]:
    """Imported names, and names read from imported modules."""
    known: dict[str, str] = {}
    for node in ast.walk(parsed):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                yield node.module, each.name
                if f"{node.module}.{each.name}" in modules:
                    known[each.asname or each.name] = f"{node.module}.{each.name}"
    for node in ast.walk(parsed):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in known:
            yield known[node.value.id], node.attr


def _loads(parsed: ast.AST) -> Counter[str]:
    names = (node for node in ast.walk(parsed) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return Counter(node.id for node in names)


def _binds(node: ast.stmt) -> list[str]:
    """The names in a statement, unless a decorator registers it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        said = [f"@{ast.unparse(each).partition('(')[0]}" for each in node.decorator_list]
        return [] if any(fnmatch(each, rule) for each in said for rule in DECORATORS) else [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _is_read_elsewhere(root: Path, where: str, kind: str, name: str) -> bool:
    """Fields on the wire are read by the page, those of questions and formats as keys, the notebook by its users.

    The table of the command line names commands by module and function; users choose the values of options.
    """
    if kind == "variable" and where.startswith("milkwood/cli/"):
        text = tree.text(root / SOURCE / where) or ""
        return re.search(rf"^    {name} = \"", text, re.MULTILINE) is not None and name.isupper()
    if where.startswith("milkwood/cli/") and f'"{Path(where).stem}:{name}"' in _source(root):
        return True
    if kind == "variable" and where.startswith("milkwood/server/wire"):
        return re.search(rf"\b{name.rstrip('_')}\b", _page(root)) is not None
    if kind == "variable" and where.startswith("milkwood/questions/"):
        return re.search(rf"[\"'{{]{name}\b", _source(root)) is not None
    if kind == "variable" and where.startswith("milkwood/bridge/export/"):
        return re.search(rf"\b{name}=|[\"']{name}\b", _source(root)) is not None
    return where.startswith("milkwood/notebook/") and not name.startswith("_")


@cache
def _page(root: Path) -> str:
    sources = tree.files(root / "web" / "src", ".ts", ".tsx")
    return "\n".join(tree.text(path) or "" for path in sources if not path.name.endswith(".gen.ts"))


@cache
def _source(root: Path) -> str:
    return "\n".join(tree.text(path) or "" for path in tree.files(root / SOURCE, ".py", ".txt"))
