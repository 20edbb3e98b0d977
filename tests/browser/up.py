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
    """The environment of a user who has only a folder for runs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MILKWOOD")}
    return {**kept, "MILKWOOD_HOME": str(home), "XDG_CONFIG_HOME": str(home), "PYTHONUNBUFFERED": "1"}


def run(home: Path, *arguments: str) -> "subprocess.Popen[str]":
    """A `milkwood` command, started."""
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
        """Killed at once, without cleaning up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def again(self) -> None:
        """Restarted at the same address."""
        self.process, self.port = _begun(self.home, (*self.arguments, "--port", str(self.port)))

    def end_of(self, name: str) -> int:
        """The last tick of a run."""
        return int(httpx2.get(f"{self.address}api/runs/{name}", timeout=PATIENCE).json()["end"])

    def megabytes(self) -> float:
        """The memory of the process."""
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
    """A server until the end of the block, at a free port."""
    process, port = _begun(home, (*arguments, "--port", "0"))
    served = Up(home, arguments, process, port)
    try:
        yield served
    finally:
        served.process.terminate()
        served.process.wait(PATIENCE)
