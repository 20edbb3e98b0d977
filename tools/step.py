"""One visible step of set-up: a sentence, the time it took, and the command's output only when it fails.

Knows nothing of what the commands do. Invariant: a failing step ends in a Failure that carries the last lines of the
command's output and what to do next; output of steps that succeed is not shown.
"""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.stamp import Failure

LAST_LINES = 25


def succeeds(command: Sequence[str | Path], cwd: Path | None = None, env: Mapping[str, str] | None = None) -> bool:
    """Run a command silently; whether it could be run and succeeded."""
    return _run(command, cwd, env)[0] == 0


def answer(command: Sequence[str | Path]) -> str:
    """The output of a command, or nothing when it fails."""
    code, output = _run(command, None, None)
    return "" if code else output.strip()


def step(
    sentence: str,
    command: Sequence[str | Path],
    *,
    remedy: str,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> None:
    """Run a command that must succeed."""
    print(f"  {sentence} …", flush=True)
    began = time.monotonic()
    code, output = _run(command, cwd, env)
    if code:
        tail = "\n".join(output.splitlines()[-LAST_LINES:])
        raise Failure(f"{tail}\n\nThis step failed: {sentence}.\n{remedy}")
    print(f"  {sentence}: done in {time.monotonic() - began:.1f} s", flush=True)


def _run(command: Sequence[str | Path], cwd: Path | None, env: Mapping[str, str] | None) -> tuple[int, str]:
    try:
        done = subprocess.run(
            [os.fspath(word) for word in command],
            cwd=cwd,
            env=None if env is None else dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stdout
