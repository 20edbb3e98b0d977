"""A cache of looks into people's minds; each takes up to a second to make.

Invariant (rule C5): a look changes nothing; one thread at a time uses a look.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import t
from milkwood.run import RestoredRun
from milkwood.server.views.open_runs import OpenRun

log = logging.getLogger(__name__)

MAX_LOOKS = 4
"""Looks kept."""
LOOK_INTERVAL_MINUTES = 1
"""Looks are made at whole minutes of town time; minds hardly change within one."""


class LookCache:
    """The last looks; thread-safe."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, int], tuple[RestoredRun | MilkwoodError, Lock]] = OrderedDict()
        self._making = Lock()

    @contextmanager
    def at(self, recording: OpenRun, tick: int) -> Iterator[RestoredRun]:
        """The minds of all people around a tick, for the duration of the block."""
        look, turn = self._found(recording, _rounded(recording, tick))
        if isinstance(look, MilkwoodError):
            raise look
        with turn:
            yield look

    def _found(self, recording: OpenRun, tick: int) -> tuple[RestoredRun | MilkwoodError, Lock]:
        key = (recording, tick)
        with self._making:  # parallel looks would slow each other down
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            self._kept[key] = made = (_made(recording, tick), Lock())
            while len(self._kept) > MAX_LOOKS:
                self._kept.popitem(last=False)  # a thread that still uses it keeps it alive
            return made

    def close(self) -> None:
        """Drop all looks."""
        with self._making:
            self._kept.clear()


def _made(recording: OpenRun, tick: int) -> RestoredRun | MilkwoodError:
    """A look, or the error that prevents it; both are kept."""
    try:
        return asyncio.run(RestoredRun.at(recording.path, recording.pack, tick, models=recording.wanted))
    except MilkwoodError as error:
        return error
    except (KeyError, TypeError, ValueError) as error:  # the file holds minds that cannot be decoded
        log.warning("minds of %s at tick %s cannot be read: %r", recording.name, tick, error)
        return SetupError(t("The minds of people in this run cannot be read."))


def _rounded(recording: OpenRun, tick: int) -> int:
    minute = max(1, recording.header.clock.ticks_in_minutes(LOOK_INTERVAL_MINUTES))
    return tick // minute * minute
