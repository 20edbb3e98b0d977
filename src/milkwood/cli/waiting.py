"""Says what a command waits for, when nothing has been said for a while.

Invariant: it prints from its own thread, so the work never waits for a screen; nothing is printed by a quick command.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from milkwood.cli.voice import say
from milkwood.i18n import t

SAY_SECONDS: Final = 5.0
"""The longest time without a sentence."""
_LOOK_SECONDS: Final = 0.1


class Waited:
    """When something was said last."""

    def __init__(self) -> None:
        self.began = self.said = time.monotonic()

    def moved(self) -> None:
        """Something was printed, or has happened."""
        self.began = self.said = time.monotonic()


@contextmanager
def waiting_for(what: str, *, quiet: bool = False) -> Iterator[Waited]:
    """A block that may take long; `what` is waited for, such as “an answer of fast”."""
    waited, ended = Waited(), threading.Event()

    def watch() -> None:
        while not ended.wait(_LOOK_SECONDS):
            now = time.monotonic()
            if now - waited.said >= SAY_SECONDS:
                waited.said = now
                say(t("Waiting for {what} ({seconds:.0f} s).", what=what, seconds=now - waited.began), err=True)

    thread = threading.Thread(target=watch, name="waiting", daemon=True)
    if not quiet:
        thread.start()
    try:
        yield waited
    finally:
        ended.set()
        if not quiet:
            thread.join()
