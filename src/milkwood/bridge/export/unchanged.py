"""Values of an imported person that have not changed since are exported as they came.

Invariant: a value that is the same in our export at the end of the import and now is the source's; groups of values
that belong together change together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from milkwood.bridge.export.ending import full_minute, is_seen
from milkwood.bridge.export.steps import Steps
from milkwood.bridge.own import OWN
from milkwood.bridge.persona import moment_of
from milkwood.bridge.reading import Unreadable
from milkwood.plain import Json, JsonObject, number, table, text

HOURLY, _RELATIONSHIP, _BUFFER = "f_daily_schedule_hourly_org", "relationship", "chatting_with_buffer"
_PLAN = {HOURLY, "daily_req"}
"""Fields of the day's plan that the original does not change during the day."""
_OPTIONAL = {_RELATIONSHIP, OWN}
"""Fields that the original's loader does not need."""
_MOVED = {"curr_time", "curr_tile", "act_path_set", "planned_path"}
"""Fields that change with every step."""
_DEED = {
    "act_address",
    "act_start_time",
    "act_duration",
    "act_description",
    "act_pronunciatio",
    "act_event",
    "act_obj_description",
    "act_obj_pronunciatio",
    "act_obj_event",
    "chatting_with",
    "chat",
    "chatting_end_time",
}
"""Fields of the current deed, which change together."""
_IDENTITY = {
    "vision_r",
    "att_bandwidth",
    "daily_plan_req",
    "name",
    "first_name",
    "last_name",
    "age",
    "innate",
    "learned",
    "lifestyle",
    "living_area",
}
"""Fields that no life changes."""


@dataclass(frozen=True, slots=True)
class SinceImport:
    """The time lived since an import."""

    steps: Steps
    then: int
    """The first tick that was not imported."""
    now: int

    @property
    def ticks(self) -> int:
        """Number of ticks."""
        return self.now - self.then

    @property
    def is_same_day(self) -> bool:
        """Whether the last step of the import and the last one of all are on one day."""
        return self._last(self.then).date() == self._last(self.now).date()

    def _last(self, tick: int) -> datetime:
        return self.steps.moment(self.steps.step(tick) - 1)


def scratch_since(
    source: JsonObject, then: JsonObject, now: JsonObject, since: SinceImport, *, plan_holds: bool
) -> dict[str, Json]:
    """A scratch file in which everything unchanged is the source's; `plan_holds` if no day was planned since."""
    if not since.ticks:
        return {**source, **{key: value for key, value in now.items() if key not in {*source, *_OPTIONAL}}}
    changed = {key for key, value in now.items() if key in _MOVED or value != then.get(key)}
    if plan_holds:
        changed -= _PLAN
    if changed & _DEED or not _ends(source, since):
        changed |= _DEED
    found = {**source, **{key: value for key, value in now.items() if key in changed or key not in source}}
    buffers, felt = ([table(each.get(key)) for each in (source, then, now)] for key in (_BUFFER, _RELATIONSHIP))
    found[_BUFFER] = _buffers(since.ticks, *buffers)
    found[_RELATIONSHIP] = _by_name(*felt)
    return found


def scratch_of_before(source: JsonObject, now: JsonObject) -> dict[str, Json]:
    """A scratch file of a moment before the end of the import: identity and unknown fields are the source's."""
    kept = {key: value for key, value in source.items() if key in _IDENTITY or key not in {*now, *_OPTIONAL}}
    return {**now, **kept}


def _ends(source: JsonObject, since: SinceImport) -> bool:
    """Whether the source's deed still ends in the original."""
    if not source.get("act_address"):
        return True
    now = since.steps.moment(since.steps.step(since.now))
    try:
        if source.get("chatting_with"):
            end = _moment(source, "chatting_end_time")
        else:
            minutes = timedelta(minutes=number(source.get("act_duration")))
            end = full_minute(_moment(source, "act_start_time")) + minutes
    except Unreadable:
        return False
    return is_seen(since.steps, end, now)


def _moment(source: JsonObject, key: str) -> datetime:
    return moment_of(text(source.get(key)), Path(key), key)


def _buffers(ticks: int, source: JsonObject, then: JsonObject, now: JsonObject) -> dict[str, Json]:
    """Steps until people may talk again: counted on from the source's where there was no talk since."""

    def left(value: Json) -> int:
        return value if isinstance(value, int) else 0

    found: dict[str, Json] = {**now}
    for name, value in source.items():
        if name not in now or left(now[name]) == max(0, left(then.get(name)) - ticks):
            found[name] = left(value) - ticks
    return found


def _by_name(source: JsonObject, then: JsonObject, now: JsonObject) -> dict[str, Json]:
    unchanged = {name: value for name, value in source.items() if now.get(name) == then.get(name)}
    return {**now, **unchanged}


def places_since(source: JsonObject, then: JsonObject, now: JsonObject) -> JsonObject:
    """Known places: the source's, and all that is new since."""
    if not source:
        return now
    found = dict(source)
    for world, sectors in now.items():
        new = {sector: rooms for sector, rooms in table(sectors).items() if sector not in table(then.get(world))}
        if new:
            found[world] = {**new, **table(source.get(world))}
    return found


def strengths_since(source: Mapping[str, Json], new: Mapping[str, Mapping[str, int]]) -> dict[str, Json]:
    """Counts of keywords: the source's and those of new memories."""
    found: dict[str, Json] = dict(source)
    for kind, counts in new.items():
        told = dict(table(source.get(kind)))
        for word, count in counts.items():
            before = told.get(word)
            told[word] = (before if isinstance(before, int) else 0) + count
        found[kind] = told
    return found
