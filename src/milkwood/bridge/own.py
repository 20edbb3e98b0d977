"""What an export of ours says besides the original's fields, read back: plan, promises, concerns, impressions.

Knows heads and plain values, no files. Invariant: nothing here is needed, since the original's fields say the rest;
what is not as we would have written it is passed over.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from milkwood.ids import PersonId
from milkwood.mind.acquaintances import NEVER, Impression
from milkwood.mind.calendar import DECLINED, KEPT, MISSED, OPEN, Promise
from milkwood.mind.head import Head
from milkwood.mind.plan import NO_PROMISE, Block

OWN = "milkwood"
KINDS = frozenset({"saw", "did", "seed", "news", "talk", "thought", "insight", "promise", "plan", "voice"})
"""Kinds of memories there are."""


def table_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What stands under our own key of a table, if anything does."""
    found = raw.get(OWN)
    return found if isinstance(found, dict) else {}


def text_of(table: Mapping[str, Any], key: str) -> str:
    """A text of ours; empty when there is none."""
    found = table.get(key)
    return found if isinstance(found, str) else ""


def take_up(head: Head, raw: Mapping[str, Any], tick: int) -> None:
    """Let somebody have the concerns, promises and impressions they left with, as far as they lie before a tick."""
    table = table_of(raw)
    morning = head.state.morning
    morning.concerns = _texts(table, "concerns") or morning.concerns
    morning.yesterday = _texts(table, "yesterday") or morning.yesterday
    morning.mood = text_of(table, "mood") or morning.mood
    ids = {folk.name: person for person, folk in head.folk.items()}
    for name, kept in impressions_of(raw).items():
        if name in ids:
            head.people.take_over(ids[name], _impression(head, head.people.of(ids[name]), kept, tick))
    promises = table.get("promises")
    found = [_promise(head, number, each) for number, each in enumerate(promises if isinstance(promises, list) else ())]
    if found and all(each is not None for each in found):
        head.calendar.promises = [each for each in found if each is not None]


def impressions_of(raw: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """What somebody made of others, by name; empty when it is not said."""
    found = table_of(raw).get("impressions")
    return {name: kept for name, kept in found.items() if isinstance(kept, dict)} if isinstance(found, dict) else {}


def _impression(head: Head, known: Impression, kept: Mapping[str, Any], tick: int) -> Impression:
    """An impression as it was; at a tick before its last talk, what was counted until then stays."""
    closeness, talks = kept.get("closeness"), kept.get("talks")
    times = {key: _tick(head, kept.get(key)) for key in ("last_talk", "considered", "seen", "noted")}
    counted = isinstance(talks, int) and talks >= 0 and (times["last_talk"] or NEVER) < tick
    past = {key: NEVER if when is None else when for key, when in times.items() if when is None or when <= tick}
    return replace(
        known,
        tie=text_of(kept, "tie"),
        feeling=text_of(kept, "feeling"),
        knows=text_of(kept, "knows"),
        closeness=min(10, max(0, closeness)) if isinstance(closeness, int) else known.closeness,
        talks=talks if isinstance(talks, int) and counted else known.talks,
        **past,
    )


def _texts(table: Mapping[str, Any], key: str) -> list[str]:
    found = table.get(key)
    return list(found) if isinstance(found, list) and all(isinstance(each, str) for each in found) else []


def bed_of(head: Head, raw: Mapping[str, Any]) -> int | None:
    """The tick at which somebody means to go to bed, if it is said."""
    return _tick(head, table_of(raw).get("bed"))


def plan_of(head: Head, raw: Mapping[str, Any]) -> list[Block]:
    """The plan somebody left with; empty when there is none, or one of its places is not in this town."""
    plan = table_of(raw).get("plan")
    blocks = [_block(head, each) for each in (plan if isinstance(plan, list) else ())]
    return [each for each in blocks if each is not None] if all(each is not None for each in blocks) else []


def _block(head: Head, entry: Any) -> Block | None:
    if not isinstance(entry, list) or len(entry) < 4:
        return None
    start, end, what, place = _tick(head, entry[0]), _tick(head, entry[1]), entry[2], entry[3]
    if start is None or end is None or end <= start or not isinstance(what, str) or not isinstance(place, str):
        return None
    if head.places.room_of(place) is None:
        return None
    promise = entry[4] if len(entry) > 4 else NO_PROMISE
    known = isinstance(promise, int) and 0 <= promise < len(head.calendar.promises)
    return Block(start, end, what, place, promise if known else NO_PROMISE)


def _promise(head: Head, number: int, entry: Any) -> Promise | None:
    if not isinstance(entry, dict):
        return None
    start, end = _tick(head, entry.get("start")), _tick(head, entry.get("end"))
    what, place, status = (text_of(entry, key) for key in ("what", "place", "status"))
    if start is None or end is None or not what or status not in (OPEN, KEPT, MISSED, DECLINED):
        return None
    ids = {folk.name: person for person, folk in head.folk.items()}
    listed = entry.get("company")
    company = sorted(ids[name] for name in (listed if isinstance(listed, list) else ()) if name in ids)
    host, reason = entry.get("host") is True, text_of(entry, "reason")
    return Promise(number, what, start, end, place, [PersonId(each) for each in company], host, status, reason)


def _tick(head: Head, said: Any) -> int | None:
    try:
        return int(head.hours.clock.tick_at(datetime.fromisoformat(said)))
    except (TypeError, ValueError):
        return None
