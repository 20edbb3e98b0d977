"""The feed: the latest happenings of a town, newest first, each with a sentence and its place.

Invariant: reads backwards by the hour until there is enough, so the cost does not grow with the run; the answer says
where to continue.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from milkwood.chronicle import Reader
from milkwood.engine.keeper import OUTSIDE
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.server.views.location import room_of
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.sentences import Narrator
from milkwood.server.views.tick_range import happenings
from milkwood.server.wire.run_town import FeedItemOut, FeedOut
from milkwood.town.town import BEFORE_TIME

MAX_HOURS = 96
"""Maximum range of one answer."""
_QUIET = frozenset({"deed_ended", "left", "joined"})
"""Shown only if asked for by name."""


@dataclass(frozen=True, slots=True)
class FeedQuery:
    """A query of the feed."""

    until: int
    kinds: Collection[str] = ()
    """The kinds wanted; empty: all but the quiet ones."""
    person: str = ""
    limit: int = 100

    def fits(self, told: Mapping[str, Any]) -> bool:
        """Whether a happening is wanted."""
        kind = told["k"]
        heard = kind == "told" and not told.get("by")  # every person hears a notice; the feed has it once
        if (self.kinds and kind not in self.kinds) or (not self.kinds and (kind in _QUIET or heard)):
            return False
        return not self.person or self.person in (
            told["who"],
            told.get("partner"),
            told.get("whom"),
            told.get("person"),
        )


def feed(recording: OpenRun, reader: Reader, wanted: FeedQuery) -> FeedOut:
    """What happened before a tick, newest first."""
    names = recording.names(reader)
    narrator = Narrator(names, recording.words)
    items: list[FeedItemOut] = []
    reached = wanted.until
    for since, told in _back(recording, reader, wanted):
        items += [_item(recording, reader, narrator, each) for each in told]
        reached = since
        if len(items) >= wanted.limit:
            break
    if len(items) > wanted.limit:
        last = items[wanted.limit - 1].t
        # A tick is never split, so that the next page can start there.
        items = [item for item in items if item.t >= last]
        reached = last
    return FeedOut(items=items, before=reached if reached > 0 else None)


def _back(recording: OpenRun, reader: Reader, wanted: FeedQuery) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Each hour, the last one first: its first tick, and the wanted happenings, newest first."""
    hour = recording.header.clock.ticks_in_minutes(60)
    until = wanted.until
    for _ in range(MAX_HOURS):
        since = max(BEFORE_TIME + 1, (until - 1) // hour * hour)
        if until <= since:
            return
        told = [each for each in happenings(reader, since, until) if wanted.fits(each)]
        yield since, told[::-1]
        until = since


def _item(recording: OpenRun, reader: Reader, narrator: Narrator, told: dict[str, Any]) -> FeedItemOut:
    place = _place(recording, reader, told)
    return FeedItemOut.model_validate({**told, "sentence": narrator.say(told), "place": place})


def _place(recording: OpenRun, reader: Reader, told: Mapping[str, Any]) -> RoomId | None:
    if told.get("place"):
        return RoomId(str(told["place"]))
    deed = told.get("deed")
    if deed:
        return RoomId(deed["at"]) if deed.get("at") else None
    thing = recording.pack.town_map.things.get(ThingId(str(told.get("thing", ""))))
    if thing is not None:
        return thing.room
    if told["who"] == OUTSIDE or told["k"] in ("reflected", "planned", "noted"):
        return None
    return room_of(reader, recording.pack.town_map, PersonId(str(told["who"])), int(told["t"]))
