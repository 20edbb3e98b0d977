"""Reads the additional values of our exports: plan, promises, concerns, impressions.

Invariant: all values are optional; values that we would not have written are ignored.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from milkwood.ids import PersonId
from milkwood.mind.acquaintances import NO_TICK, Impression
from milkwood.mind.calendar import DECLINED, KEPT, MISSED, OPEN, Promise
from milkwood.mind.head import Head
from milkwood.mind.plan import NO_PROMISE, Block
from milkwood.plain import Json, JsonObject, items, table, text

OWN: Final = "milkwood"
KINDS = frozenset({"saw", "did", "seed", "news", "talk", "thought", "insight", "promise", "plan", "voice"})
"""Kinds of memories."""


def table_of(raw: JsonObject) -> JsonObject:
    """The value under our own key of a table, if any."""
    return table(raw.get(OWN))


def text_of(found: JsonObject, key: str) -> str:
    """A text of ours; empty if there is none."""
    return text(found.get(key))


def take_up(head: Head, raw: JsonObject, tick: int) -> None:
    """Restore a person's exported concerns, promises and impressions from before a tick."""
    ours = table_of(raw)
    morning = head.state.morning
    morning.concerns = _texts(ours, "concerns") or morning.concerns
    morning.yesterday = _texts(ours, "yesterday") or morning.yesterday
    morning.mood = text_of(ours, "mood") or morning.mood
    ids = {folk.name: person for person, folk in head.folk.items()}
    for name, kept in impressions_of(raw).items():
        if name in ids:
            head.people.take_over(ids[name], _impression(head, head.people.of(ids[name]), kept, tick))
    found = [_promise(head, number, each) for number, each in enumerate(items(ours.get("promises")))]
    if found and all(each is not None for each in found):
        head.calendar.promises = [each for each in found if each is not None]


def impressions_of(raw: JsonObject) -> dict[str, JsonObject]:
    """A person's impressions of others, by name; empty if there are none."""
    found = table(table_of(raw).get("impressions"))
    return {name: kept for name, kept in found.items() if isinstance(kept, Mapping)}


def _impression(head: Head, known: Impression, kept: JsonObject, tick: int) -> Impression:
    """An impression; at a tick before its last talk, the counts until then are kept."""
    closeness, talks = kept.get("closeness"), kept.get("talks")
    times = {key: _tick(head, kept.get(key)) for key in ("last_talk", "considered", "seen", "noted")}
    counted = isinstance(talks, int) and talks >= 0 and (times["last_talk"] or NO_TICK) < tick
    past = {key: NO_TICK if when is None else when for key, when in times.items() if when is None or when <= tick}
    return replace(
        known,
        tie=text_of(kept, "tie"),
        feeling=text_of(kept, "feeling"),
        knows=text_of(kept, "knows"),
        closeness=min(10, max(-10, closeness)) if isinstance(closeness, int) else known.closeness,
        talks=talks if isinstance(talks, int) and counted else known.talks,
        **past,
    )


def _texts(found: JsonObject, key: str) -> list[str]:
    listed = items(found.get(key))
    texts = [each for each in listed if isinstance(each, str)]
    return texts if len(texts) == len(listed) else []


def bed_of(head: Head, raw: JsonObject) -> int | None:
    """The planned bed time as a tick, if known."""
    return _tick(head, table_of(raw).get("bed"))


def plan_of(head: Head, raw: JsonObject) -> list[Block]:
    """A person's exported plan; empty if there is none, or this town lacks one of its places."""
    blocks = [_block(head, each) for each in items(table_of(raw).get("plan"))]
    return [each for each in blocks if each is not None] if all(each is not None for each in blocks) else []


def _block(head: Head, entry: Json) -> Block | None:
    if not isinstance(entry, list) or len(entry) < 4:
        return None
    start, end, what, place = _tick(head, entry[0]), _tick(head, entry[1]), entry[2], entry[3]
    if start is None or end is None or end <= start or not isinstance(what, str) or not isinstance(place, str):
        return None
    if head.places.room_of(place) is None:
        return None
    promise = entry[4] if len(entry) > 4 else NO_PROMISE
    if not isinstance(promise, int) or not 0 <= promise < len(head.calendar.promises):
        promise = NO_PROMISE
    return Block(start, end, what, place, promise)


def _promise(head: Head, number: int, entry: Json) -> Promise | None:
    if not isinstance(entry, dict):
        return None
    start, end = _tick(head, entry.get("start")), _tick(head, entry.get("end"))
    what, place, status = (text_of(entry, key) for key in ("what", "place", "status"))
    if start is None or end is None or not what or status not in (OPEN, KEPT, MISSED, DECLINED):
        return None
    ids = {folk.name: person for person, folk in head.folk.items()}
    company = sorted(ids[name] for name in items(entry.get("company")) if isinstance(name, str) and name in ids)
    host, reason = entry.get("host") is True, text_of(entry, "reason")
    return Promise(number, what, start, end, place, [PersonId(each) for each in company], host, status, reason)


def _tick(head: Head, said: Json) -> int | None:
    try:
        return int(head.hours.clock.tick_at(datetime.fromisoformat(text(said))))
    except (TypeError, ValueError):
        return None
