"""Set-up: provides what a target of the Makefile needs, and nothing twice.

    python -m tools.prepare run          the environment with what milkwood needs
    python -m tools.prepare dev          … and what its tests and checks need
    python -m tools.prepare web          the built front end (fetches Node where the machine has none)
    python -m tools.prepare npm          the packages of the front end, not built
    python -m tools.prepare browser      a Chromium for the browser tests, where that is possible

Runs on any Python 3.11 or newer, on the standard library only. Invariant: when everything exists it does nothing and
takes no time; two set-ups of one folder wait for each other.
"""

import fcntl
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

from tools import browser, front, packages
from tools.packages import ROOT
from tools.stamp import Failure


def run() -> None:
    """The environment with what milkwood needs."""
    packages.ensure(["run"])


def dev() -> None:
    """The environment with what tests and checks need."""
    packages.ensure(["dev"])


def npm() -> None:
    """The packages of the front end."""
    if front.has_sources(ROOT):
        front.fetch(ROOT, node())


def web() -> None:
    """The built front end."""
    if front.has_sources(ROOT) and not front.is_built(ROOT):
        front.build(ROOT, node())


def node() -> front.Node:
    """The machine's Node, or else the one from the locked wheel."""
    if found := front.node_on_path():
        return found
    packages.ensure(["node"])
    package = packages.node_package()
    if package is None:
        raise Failure("Node was installed but is not where it should be. Run: make clean, then the same again.")
    return front.node_of_wheel(package)


NEEDS: dict[str, Callable[[], None]] = {"run": run, "dev": dev, "npm": npm, "web": web, "browser": browser.ensure}


def main() -> int:
    """Provide the needs named on the command line, in order."""
    signal.signal(signal.SIGTERM, _interrupt)
    began = time.monotonic()
    lock = ROOT / ".milkwood-setup" / "lock"
    lock.parent.mkdir(exist_ok=True)
    try:
        with lock.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            for need in sys.argv[1:]:
                NEEDS[need]()
    except Failure as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSet-up was stopped; the same command begins it again.", file=sys.stderr)
        return 130
    if (took := time.monotonic() - began) > 2:
        print(f"  Set-up took {took:.0f} s; next time it is skipped.", flush=True)
    return 0


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
