"""The marks of a whole run: talks, reflections, plans, acts of the user.

Invariant: what was read once is not read again.
"""

from threading import Lock

from milkwood.chronicle import Reader
from milkwood.chronicle.seek import inputs_but, insights, planned
from milkwood.server.views.talks import Talks
from milkwood.server.wire.playback import MarksOut
from milkwood.town.town import BEFORE_TIME


class Marks:
    """The marks of one run, read incrementally; thread-safe."""

    def __init__(self) -> None:
        self._read = BEFORE_TIME
        self._reflections: list[tuple[int, str]] = []
        self._plans: list[tuple[int, str]] = []
        self._lock = Lock()

    def all(self, reader: Reader, talks: Talks) -> MarksOut:
        """All marks so far."""
        end = reader.settled
        with self._lock:
            if self._read < end:
                self._read_on(reader, end)
            reflections, plans = list(self._reflections), list(self._plans)
        told = talks.until(reader, end)
        return MarksOut(
            talks=[(talk.began, end if talk.ended is None else talk.ended, list(talk.members)) for talk in told],
            reflections=reflections,
            plans=plans,
            inputs=[(given.tick, given.kind, given.person or "") for given in inputs_but(reader, 0, end, KEYS)],
        )

    def _read_on(self, reader: Reader, end: int) -> None:
        since = self._read
        self._reflections += dict.fromkeys((tick, person) for tick, person, _ in insights(reader, since, end))
        self._plans += dict.fromkeys((tick, person) for tick, person, _ in planned(reader, since, end))
        self._read = end


KEYS = frozenset({"move", "stand", "speak", "pause"})
"""Inputs that are not marks: an avatar's keys, and pausing."""
