"""Mutants of the mind: faults planted in `src/milkwood/mind`, which the fast tests of the mind must catch.

Knows Python's syntax, nothing of what a mind does. Faults come from two places: a table of faults made by hand, and a
sample, drawn by a seed, of small changes that the operators below find. Each mutant has a process of its own that
imports the changed modules from memory and runs tests until one fails; one that reaches a time limit is caught.
Invariant: no file is ever changed; the same sources and seed give the same mutants.

`python -m tools.mutants [MODULE ...]` prints the score of some modules, or of all. Why this is not a library:
docs/decisions/0022-mutants-of-the-mind.md.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from tools.operators import changes
from tools.tree import ROOT

MIND = ROOT / "src" / "milkwood" / "mind"
TESTS = ROOT / "tests" / "mind"
SEED = 1
EACH = 12
"""The number of mutants per module."""
CPU_SECONDS = 120
"""A mutant that keeps the tests busy for this long counts as caught: without a mutant they take half of it."""
WALL_SECONDS = 300
"""And a mutant that makes them wait this long: a machine may be busy with other work."""
AT_A_TIME = 2
HAND = "made by hand"
LEAST = 80
"""The minimum score of the sample in percent."""
WHOLE_LIVES = ("interview", "notices", "townsperson", "wandering")
"""Modules whose tests live whole days: these run only on mutants of these modules."""

BY_HAND: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "people who talked begin another talk at once": [
        ("meeting", "COOL_DOWN_MINUTES = 100", "COOL_DOWN_MINUTES = 0"),
    ],
    "people are spoken to from 40 tiles away": [
        ("meeting", "EARSHOT_TILES = 4", "EARSHOT_TILES = 40"),
    ],
    "there is no quiet spell after a talk": [
        ("meeting", "if quiet or head.places", "if head.places"),
    ],
    "who tells news is not noted as knowing it": [
        ("stream", "known = {*known_to, memory.source}", "known = {*known_to}"),
        ("talk_outcome", "head.memories.told(number, person)", "pass"),
    ],
    "a rumour is confirmed by anyone": [
        ("talk_outcome", "return person in record.about or person in record.witnesses", "return True"),
    ],
    "impressions are never updated": [
        ("talk_outcome", "if person in partners or worse:", "if False:"),
    ],
    "a declined invitation is kept as accepted": [
        ("talk_outcome", "declined=not accepted", "declined=False"),
    ],
    "that one declined never comes to mind": [
        ("talking", "if not spoken:", "if True:"),
    ],
    "a line is said again": [
        ("talking", "if not text or any(_same(text, line.text) for line in own.lines):", "if not text:"),
    ],
    "the host forgets whom they asked": [
        ("talking", "head.calendar.ask_to(event, partners)", "pass"),
    ],
}
"""The fault, and the changes that plant it: module, original text, changed text."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """Changed sources by module of the mind, and a description of the change."""

    module: str
    """The module whose tests come first."""
    what: str
    sources: Mapping[str, str]


# --- making


def modules() -> list[str]:
    """The modules of the mind: `day`, `state.parts` ..."""
    paths = sorted(path.relative_to(MIND).with_suffix("") for path in MIND.rglob("*.py"))
    return [".".join(path.parts) for path in paths if path.name != "__init__"]


def path_of(module: str) -> Path:
    """The file of a module of the mind."""
    return MIND.joinpath(*module.split(".")).with_suffix(".py")


def by_hand() -> list[Mutant]:
    """The mutants made by hand; each change must match exactly once."""
    return [_planted(what, planted) for what, planted in BY_HAND.items()]


def _planted(what: str, planted: Sequence[tuple[str, str, str]]) -> Mutant:
    sources: dict[str, str] = {}
    for module, old, new in planted:
        source = path_of(module).read_text(encoding="utf-8")
        if source.count(old) != 1:
            raise ValueError(f"“{what}”: {module}.py has “{old}” {source.count(old)} times, not once")
        sources[module] = source.replace(old, new)
    return Mutant(planted[-1][0], what, sources)


def sample(module: str, most: int = EACH, seed: int = SEED) -> list[Mutant]:
    """Some mutants of a module, always the same, in the order of their lines."""
    source = path_of(module).read_text(encoding="utf-8")
    found = changes(source)
    drawn = random.Random(f"{seed} {module}").sample(range(len(found)), min(most, len(found)))
    chosen = [found[place] for place in sorted(drawn)]
    return [Mutant(module, f"{each.line}: {each.old} → {each.new}", {module: each.made_in(source)}) for each in chosen]


# --- running


def tests_of(module: str) -> tuple[list[Path], list[Path]]:
    """The tests that a surviving mutant of a module must pass: its own, then all fast ones."""
    *folders, name = module.split(".")
    folder = TESTS.joinpath(*folders)
    own = [*sorted(folder.glob(f"test_{name}_*.py")), *folder.glob(f"test_{name}.py")]
    apart = {*own, *(TESTS / f"test_{each}.py" for each in WHOLE_LIVES)}
    return own, [path for path in sorted(TESTS.rglob("test_*.py")) if path not in apart]


def lives(mutant: Mutant) -> bool:
    """Whether all tests pass with the mutant in place of the mind."""
    line = [sys.executable, "-m", "tools.mutants", "--live"]
    # Without third-party plug-ins, which take longer to load than most tests run.
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    env.pop("MILKWOOD_PROOF", None)  # repetitions are not needed here
    sources = {f"milkwood.mind.{module}": source for module, source in mutant.sources.items()}
    tests = [[str(path) for path in paths] for paths in tests_of(mutant.module) if paths]
    told = json.dumps({"sources": sources, "tests": tests})
    try:
        done = subprocess.run(
            line,
            cwd=ROOT,
            env=env,
            input=told,
            capture_output=True,
            timeout=WALL_SECONDS,
            check=False,
            encoding="utf-8",
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def alive(mutants: Iterable[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant with whether it survives, some at a time, in their order."""
    mutants = list(mutants)
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        yield from zip(mutants, pool.map(lives, mutants), strict=True)


def sound() -> bool:
    """Whether the tests pass without any mutant; otherwise all mutants would count as caught."""
    return all(lived for _, lived in alive(Mutant(module, "nothing", {}) for module in ("", *WHOLE_LIVES)))


class _Changed(SourceFileLoader):
    """A module whose source is not in a file."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.get_filename(fullname), "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds the changed modules before Python finds their files."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        source = self._sources.get(fullname)
        found = None if source is None else PathFinder.find_spec(fullname, path, target)
        if source is not None and found is not None and found.origin is not None:
            found.loader = _Changed(fullname, found.origin, source)
        return found


def _live() -> int:
    """In a separate process: run the tests, with the changed sources, that standard input gives."""
    import resource  # not on Windows

    import pytest

    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    told = json.load(sys.stdin)
    sys.meta_path.insert(0, _Finder(told["sources"]))
    options = ["-x", "-q", "--tb=no", "--no-header", "-p", "no:cacheprovider", "-m", "not full and not slow"]
    return next((1 for tests in told["tests"] if pytest.main([*options, *tests]) != pytest.ExitCode.OK), 0)


# --- counting


@dataclass(frozen=True, slots=True)
class Score:
    """The number of tried mutants of one kind, and the survivors."""

    name: str
    tried: int
    alive: tuple[str, ...]

    @property
    def caught(self) -> int:
        """The number of caught mutants."""
        return self.tried - len(self.alive)

    def say(self) -> str:
        """The score in a line, and the survivors."""
        return "\n".join(
            [f"{self.name}: {self.caught} of {self.tried} caught", *(f"    {each}" for each in self.alive)]
        )


def scored(name: str, mutants: Iterable[Mutant]) -> Score:
    """The score of some mutants."""
    found = list(alive(mutants))
    return Score(name, len(found), tuple(mutant.what for mutant, lived in found if lived))


def scores(names: Sequence[str]) -> Iterator[Score]:
    """The score of each module that can be changed."""
    for name in names:
        if mutants := sample(name):
            yield scored(name, mutants)


def main(words: Sequence[str]) -> int:
    """Print the score of some modules, or of all and of the mutants made by hand; 1 when one of those survives."""
    if words[:1] == ["--live"]:
        return _live()
    if not sound():
        print("The tests of the mind fail without any mutant. Run them first: make test ARGS=tests/mind")
        return 1
    hand = scored(HAND, [] if words else by_hand())
    tried = caught = 0
    for score in scores(words or modules()):
        print(score.say(), flush=True)
        tried, caught = tried + score.tried, caught + score.caught
    print(f"{hand.say()}\nsample: {caught} of {tried} caught, {100 * caught / max(1, tried):.0f} %")
    return 1 if hand.alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
