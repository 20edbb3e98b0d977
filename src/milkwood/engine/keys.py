"""Keys that a user presses as an avatar, one per tick, and waiting for a key until the pace clock has passed its tick.

Invariant (rule T4): at most one key per person and tick; a tick decided without a key stays without one; a replayed
tick uses the recorded keys and waits for none.
"""

import asyncio
from collections.abc import Iterable

from milkwood.engine.pace import LEASH_TICKS, Pace
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.town.acts import Key


class Keys:
    """All keys of a life, pressed or to come."""

    def __init__(self, pace: Pace | None, first: int) -> None:
        self._pace = pace
        self._first = first
        self._pressed: dict[PersonId, dict[int, Key]] = {}
        self._decided: dict[PersonId, int] = {}
        """The last tick of each avatar that waits for no key."""
        self._waiting: set[asyncio.Future[None]] = set()

    def put(self, tick: int, key: Key) -> None:
        """Add a key for a tick."""
        self._pressed.setdefault(key.person, {})[tick] = key
        self.nudge()

    def next_tick(self, person: PersonId, lowest: int) -> int:
        """The tick of the next key; raises an error if too many keys are pending."""
        latest = max(self._pressed.get(person, ()), default=-1)
        played = max(self._first - 1, lowest - 1, self._decided.get(person, -1))
        waiting = sum(tick > played for tick in self._pressed.get(person, ()))
        if waiting >= LEASH_TICKS:
            raise SetupError(
                t("{person} is {count} steps behind the keys.", person=person, count=waiting),
                remedy=t("Wait a moment, then press the key again."),
            )
        return max(latest, played) + 1

    def find(self, person: PersonId, tick: int) -> Key | None:
        """The key for a tick, if one was pressed."""
        return self._pressed.get(person, {}).get(tick)

    def is_over(self, tick: int) -> bool:
        """Whether it is too late for a key for this tick."""
        return tick < self._first or self._pace is None or self._pace.passed(tick)

    def decided(self, person: PersonId, tick: int) -> None:
        """Record that an avatar has decided a tick; later keys are for later ticks."""
        self._decided[person] = max(tick, self._decided.get(person, tick))

    async def wait(self, person: PersonId, tick: int) -> Key | None:
        """The key for a tick, or None once the pace clock has passed it."""
        while True:
            key = self.find(person, tick)
            if key is not None or self.is_over(tick):
                self.decided(person, tick)
                return key
            await self._something(tick)

    async def _something(self, tick: int) -> None:
        """Wait for a key, a change of the clock, or the end of the tick."""
        news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(news)
        try:
            seconds = self._pace.seconds_until(tick + 1) if self._pace is not None else 0.0
            await asyncio.wait({news}, timeout=seconds)
        finally:
            self._waiting.discard(news)
            news.cancel()

    def nudge(self) -> None:
        """Let all waiters look again."""
        _wake(self._waiting)


def _wake(waiting: Iterable[asyncio.Future[None]]) -> None:
    for news in list(waiting):
        if not news.done():
            news.set_result(None)
