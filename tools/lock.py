"""Rewrites the locked requirements: `make lock`, after a change to pyproject.toml or requirements/*.in.

Does not install anything. Invariant: every package has a version and its hashes, for every platform and every
Python we support, and no line names an index or a host (tests/house/test_locks.py).
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Later locks use the versions of the earlier ones, so that one environment can take them all.
LOCKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("run.txt", ("pyproject.toml",)),
    ("build.txt", ("requirements/build.in", "--constraint=requirements/run.txt")),
    (
        "dev.txt",
        (
            "pyproject.toml",
            "--all-extras",
            "--constraint=requirements/run.txt",
            "--constraint=requirements/build.txt",
        ),
    ),
    ("node.txt", ("requirements/node.in",)),
    ("uv.txt", ("requirements/uv.in",)),
)


def command(name: str, sources: tuple[str, ...], *extra: str) -> list[str]:
    """The command line for one lock."""
    uv = Path(sys.executable).parent / "uv"
    return [
        str(uv) if uv.exists() else "uv",
        "pip",
        "compile",
        "--universal",
        "--generate-hashes",
        "--no-header",
        "--quiet",
        "--python-version=3.11",
        "--output-file",
        f"requirements/{name}",
        *sources,
        *extra,
    ]


def main() -> int:
    """Write all locks; arguments go to `uv pip compile` (such as `--upgrade`)."""
    for name, sources in LOCKS:
        print(f"requirements/{name}")
        done = subprocess.run(command(name, sources, *sys.argv[1:]), cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
