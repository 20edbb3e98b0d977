"""`make check`: every check of form that a machine can make, in sections, each with its result.

Runs inside the environment. Invariant: one failing section does not keep the others from being run, and the exit
code is zero only when all hold. The same command runs here and in CI.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools import constants, dead, docs, front, house, locks, packages, sizes, words
from tools.tree import ROOT

BIN = Path(sys.executable).parent
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def main() -> int:
    """Run all sections; 1 when one fails."""
    sections: list[tuple[str, Callable[[], bool]]] = [
        ("Formatting (ruff format)", lambda: _runs([BIN / "ruff", "format", "--check", "--quiet", "."])),
        ("Lint (ruff check)", lambda: _runs([BIN / "ruff", "check", "--quiet", "."])),
        ("Types (mypy --strict)", lambda: _runs([BIN / "mypy", "--no-error-summary"])),
        ("Rooms and circles (import-linter)", lambda: _silent_when_good([BIN / "lint-imports", "--no-cache"])),
        ("Dead code (vulture)", lambda: _holds(dead.problems)),
        ("Repeated type names, and the house in numbers", lambda: _holds(house.problems)),
        ("Names of constants", lambda: _holds(constants.problems)),
        ("Sizes (warnings only)", lambda: _warns(sizes.warnings)),
        ("Words", lambda: _holds(words.problems)),
        ("Locks", lambda: _holds(locks.problems)),
        ("Documents", lambda: _holds(docs.problems)),
        ("Front end (npm run check)", _front_end),
    ]
    failed = [title for title, section in sections if not _judge(title, section)]
    print(f"\n{'All sections hold.' if not failed else 'Not in order: ' + ', '.join(failed) + '.'}")
    return 1 if failed else 0


def _judge(title: str, section: Callable[[], bool]) -> bool:
    print(f"── {title}", flush=True)
    began = time.monotonic()
    good = section()
    print(f"   {'in order' if good else 'NOT IN ORDER'} ({time.monotonic() - began:.1f} s)", flush=True)
    return good


def _runs(line: list[str | Path]) -> bool:
    return subprocess.run([os.fspath(word) for word in line], cwd=ROOT, check=False).returncode == 0


def _holds(rule: Callable[[Path], list[str]]) -> bool:
    found = rule(ROOT)
    for problem in found:
        print(f"   {problem}")
    return not found


def _warns(rule: Callable[[Path], list[str]]) -> bool:
    """Print what a rule finds; it never fails."""
    for warning in rule(ROOT):
        print(f"   warning: {warning}")
    return True


def _silent_when_good(line: list[str | Path], cwd: Path = ROOT, env: dict[str, str] | None = None) -> bool:
    """Run a verbose tool; its output is shown, without colours, only when it fails."""
    done = subprocess.run(
        [os.fspath(word) for word in line],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        print(COLOURS.sub("", done.stdout))
    return done.returncode == 0


def _front_end() -> bool:
    if not front.has_sources(ROOT):
        return True
    package = packages.node_package()
    node = front.node_on_path() or (front.node_of_wheel(package) if package else None)
    if node is None:
        print("   No Node here; `make check` fetches one.")
        return False
    line: list[str | Path] = [*node.npm, "run", "--silent", "check"]
    return _silent_when_good(line, cwd=ROOT / "web", env=node.environment())


if __name__ == "__main__":
    sys.exit(main())
