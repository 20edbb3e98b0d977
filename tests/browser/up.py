"""`milkwood up` as users start it: a process of its own, which can be killed and started again."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
PATIENCE = 120


def environment(home: Path) -> dict[str, str]:
    """That of a user who has nothing but a folder for runs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MILKWOOD")}
    return {**kept, "MILKWOOD_HOME": str(home), "XDG_CONFIG_HOME": str(home), "PYTHONUNBUFFERED": "1"}


def run(home: Path, *arguments: str) -> "subprocess.Popen[str]":
    """A command of ours, begun."""
    command = [sys.executable, "-m", "milkwood", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=home, env=environment(home), stdout=pipe, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )


@dataclass
class Up:
    """A server in a process."""

    home: Path
    arguments: tuple[str, ...]
    process: "subprocess.Popen[str]"
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def kill(self) -> None:
        """Gone at once, with nothing put away."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def again(self) -> None:
        """Started anew, at the same address."""
        self.process, self.port = _begun(self.home, (*self.arguments, "--port", str(self.port)))

    def end_of(self, name: str) -> int:
        """How far a run has come."""
        return int(httpx2.get(f"{self.address}api/runs/{name}", timeout=PATIENCE).json()["end"])

    def megabytes(self) -> float:
        """What the process holds of memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found, status
        return int(found[1]) / 1024


def _begun(home: Path, arguments: tuple[str, ...]) -> tuple["subprocess.Popen[str]", int]:
    process = run(home, *arguments)
    assert process.stdout
    said = ""
    for line in process.stdout:
        said += line
        if found := ADDRESS.search(line):
            return process, int(found[1])
    raise AssertionError(f"the server did not start:\n{said}")


@contextmanager
def up(home: Path, *arguments: str) -> Iterator[Up]:
    """A server until the end of the block, at a port that is free."""
    process, port = _begun(home, (*arguments, "--port", "0"))
    served = Up(home, arguments, process, port)
    try:
        yield served
    finally:
        served.process.terminate()
        served.process.wait(PATIENCE)
