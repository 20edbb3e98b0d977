"""A real terminal with the command line in it: input goes in as keys, output comes out as text."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self

SECONDS = 60.0
"""The maximum wait for output."""
ROWS, COLUMNS = 50, 200
_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x07]*\x07|\x1b[=>]|\x1b[()][0-9A-Za-z]|[\x00-\x08\x0e-\x1f]")
_WHERE = b"\x1b[6n"


class Terminal:
    """`milkwood` with some arguments, in its own terminal."""

    def __init__(self, *words: str, folder: Path, **environment: str) -> None:
        self._raw = b""
        self._seen = 0
        pid, self._line = pty.fork()
        if not pid:  # pragma: no cover (this is the other process)
            os.chdir(folder)
            os.environ.update({"TERM": "xterm", **environment})
            os.execv(sys.executable, [sys.executable, "-m", "milkwood", *words])
        fcntl.ioctl(self._line, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._pid = pid
        self.code: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.code is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._line)

    @property
    def text(self) -> str:
        """All output, without cursor movements and colours."""
        return _CONTROLS.sub("", self._raw.decode("utf-8", "replace"))

    def type(self, text: str, end: str = "\r") -> None:
        """Press keys."""
        self._seen = len(self.text)
        os.write(self._line, (text + end).encode())

    def expect(self, *wanted: str) -> str:
        """Wait until all of it was shown since the last input; returns the output."""
        deadline = time.monotonic() + SECONDS
        while True:
            shown = self.text[self._seen :]
            if all(each in shown for each in wanted):
                return shown
            if time.monotonic() > deadline or not self._read():
                missing = [each for each in wanted if each not in shown]
                raise AssertionError(f"{missing} did not appear; this did:\n{shown}")

    def say(self, text: str, *wanted: str) -> str:
        """Type a line and wait for its result."""
        self.type(text)
        return self.expect(*wanted)

    def end(self) -> int:
        """Wait until the command is over; returns its exit code."""
        while self._read():
            pass
        self.code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return self.code

    def _read(self) -> bool:
        """Read more output; whether there will be any more."""
        if not select.select([self._line], [], [], SECONDS)[0]:
            return False
        try:
            more = os.read(self._line, 65536)
        except OSError:
            return False
        if _WHERE in more:
            os.write(self._line, b"\x1b[1;1R")  # a terminal that is asked for its cursor position reports it
        self._raw += more
        return bool(more)
