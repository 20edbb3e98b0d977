"""The original's scratch file of a person: identity, plan, current activity and talk.

Invariant: every field that the original's loader needs is present; unknown fields of an imported file are written back
unchanged.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from milkwood.bridge.export import schedule
from milkwood.bridge.export.ending import minutes_until
from milkwood.bridge.export.nodes import SpokenLines
from milkwood.bridge.export.people import ExportedPerson
from milkwood.bridge.export.portrait import impressions_of, portrait_of
from milkwood.bridge.export.shown import TALKING
from milkwood.bridge.export.steps import Steps, iso, twelve_hours
from milkwood.bridge.own import OWN
from milkwood.clock import MINUTES_A_DAY
from milkwood.ids import RoomId
from milkwood.mind.character import Character
from milkwood.mind.head import Head
from milkwood.mind.reflection import moved_since
from milkwood.plain import Json, JsonObject
from milkwood.town.body import Body, Deed, Walking
from milkwood.town.map import TownMap
from milkwood.town.places import Room
from milkwood.town.tile import Tile

BUFFER_STEPS = 800
"""Steps after a talk before the same two people may talk again, in the original."""
_UNKNOWN = "unknown"
_LEGACY: JsonObject = {
    "retention": 8,
    "concept_forget": 100,
    "daily_reflection_time": 180,
    "daily_reflection_size": 5,
    "overlap_reflect_th": 4,
    "kw_strg_event_reflect_th": 10,
    "kw_strg_thought_reflect_th": 9,
    "recency_w": 1,
    "relevance_w": 1,
    "importance_w": 1,
    "recency_decay": 0.995,
    "importance_trigger_max": 150,
    "thought_count": 5,
}
"""Defaults of the original's files; they have no effect here."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A person in the last step of a run."""

    tick: int
    """The end of the run as a tick."""
    steps: Steps
    town_map: TownMap
    names: Mapping[str, str]
    view_radius: int
    attention: int
    body: Body | None
    """None if they are not in town."""
    began: int
    """The start tick of their deed."""
    chat: SpokenLines | None
    """The lines of their current talk so far."""
    company: tuple[str, ...] = ()
    """The names of those who take part in it."""
    visiting: str = "visiting"
    """The activity of a visitor."""
    talking: str = "talking with {name}"
    """The activity of a person who does nothing but talk."""


def scratch_of(leaver: ExportedPerson, now: Situation) -> dict[str, Json]:
    """A person's scratch file."""
    before = leaver.before
    legacy = {key: before.get(key, usual) for key, usual in _LEGACY.items()}
    lived = now.tick > 0
    step = now.steps.step(now.tick)
    tile = now.body.tile(max(0, now.tick - 1)) if now.body is not None and lived else None
    return {
        "vision_r": now.view_radius,
        "att_bandwidth": now.attention,
        "retention": legacy.pop("retention"),
        "curr_time": now.steps.long(step - 1) if lived else None,
        "curr_tile": [tile.x, tile.y] if tile is not None else None,
        **_identity(leaver, now),
        **legacy,
        **_importance(leaver, legacy["importance_trigger_max"]),
        **_plans(leaver, now),
        **_action(leaver, now),
        **_talk(leaver, now),
        "relationship": _relationships(leaver, now),
        **_own(leaver, now),
    }


def spatial_of(leaver: ExportedPerson, town_map: TownMap) -> dict[str, Json]:
    """The known places of a person: sectors, rooms and things."""
    if leaver.head is not None:
        known = set(leaver.head.state.notice.places)
    elif leaver.character is not None:
        known = {leaver.character.home, *leaver.character.places}
    else:
        known = {_lodging(town_map, leaver.entrance).sector}
    tree: dict[str, Json] = {}
    for sector in town_map.sectors:
        if sector in known:
            tree[sector] = {
                room.id.split(":")[-1]: [thing.id.split(":")[-1] for thing in town_map.things_in_room(room.id)]
                for room in town_map.rooms_of(sector)
            }
    return {town_map.name: tree}


# --- who


def _identity(leaver: ExportedPerson, now: Situation) -> dict[str, Json]:
    character, head = leaver.character, leaver.head
    words = leaver.name.split()
    who = {"name": leaver.name, "first_name": words[0], "last_name": words[-1]}
    if character is None:
        texts = ("innate", "learned", "currently", "lifestyle")
        lodging = f"{now.town_map.name}:{_lodging(now.town_map, leaver.entrance).id}"
        return {"daily_plan_req": "", **who, "age": 30, **dict.fromkeys(texts, ""), "living_area": lodging}
    concerns = head.state.morning.concerns if head is not None else character.concerns
    home = now.town_map.things[character.bed].room
    return {
        "daily_plan_req": leaver.before.get("daily_plan_req") or _usual_day(character),
        **who,
        "first_name": character.folk.called,
        "age": character.age,
        "innate": ", ".join(character.traits),
        "learned": character.biography,
        "currently": "; ".join(concerns),
        "lifestyle": (
            f"{leaver.name} wakes up around {twelve_hours(character.wake)}, "
            f"goes to bed around {twelve_hours(character.sleep)}."
        ),
        "living_area": f"{now.town_map.name}:{home}",
    }


def _lodging(town_map: TownMap, entrance: Tile) -> Room:
    """The home of a visitor: where they entered, or near it; the original needs a home for everyone."""

    def away(room: Room) -> int:
        return min(abs(tile.x - entrance.x) + abs(tile.y - entrance.y) for tile in room.tiles)

    return town_map.room_at(entrance) or min(town_map.rooms.values(), key=away)


def _usual_day(character: Character) -> str:
    return "; ".join(f"{twelve_hours(each.start)} {each.what}" for each in character.usual)


# --- what matters, and what is planned


def _importance(leaver: ExportedPerson, most: Json) -> dict[str, Json]:
    since = moved_since(leaver.head) if leaver.head is not None else 0
    fresh = 0
    for _, memory in reversed(leaver.memories):
        if memory.kind == "insight":
            break
        fresh += memory.kind in ("saw", "did")
    return {
        "importance_trigger_curr": (most if isinstance(most, int) else 150) - since,
        "importance_ele_n": fresh,
    }


def _plans(leaver: ExportedPerson, now: Situation) -> dict[str, Json]:
    head, character = leaver.head, leaver.character
    if now.tick <= 0:
        return {"daily_req": [], "f_daily_schedule": [], "f_daily_schedule_hourly_org": []}
    if head is None:
        day = schedule.habitual(character) if character is not None else [(now.visiting, MINUTES_A_DAY)]
        entries: Json = [list[Json](entry) for entry in day]
        return {"daily_req": [], "f_daily_schedule": entries, "f_daily_schedule_hourly_org": entries}
    return {
        "daily_req": [f"{what} at {twelve_hours(minute)}" for minute, what in schedule.strokes(head, now.tick)],
        "f_daily_schedule": [list(entry) for entry in schedule.detailed(head, now.tick)],
        "f_daily_schedule_hourly_org": [list(entry) for entry in schedule.hourly(head, now.tick)],
    }


# --- what is done now


def _action(leaver: ExportedPerson, now: Situation) -> dict[str, Json]:
    deed, partner = _deed(now), _partner(leaver, now)
    if deed is None and partner is None:
        nothing = ("act_address", "act_start_time", "act_duration", "act_description", "act_pronunciatio")
        return {
            **dict.fromkeys(nothing),
            "act_event": [leaver.name, None, None],
            "act_obj_description": None,
            "act_obj_pronunciatio": None,
            "act_obj_event": [None, None, None],
        }
    began = max(0, now.began) if deed is not None else now.tick - 1
    deed = deed or Deed(now.talking.format(name=partner), TALKING)
    thing = deed.thing.split(":")[-1] if deed.thing else None
    state = deed.note or deed.effect or None if thing else None
    what = ["chat with", partner] if partner is not None else ["is", deed.what]
    return {
        "act_address": f"{now.town_map.name}:{deed.thing or deed.at or _room_near(now)}",
        "act_start_time": now.steps.long(now.steps.step(began)),
        "act_duration": _minutes(leaver.head, deed, began, now),
        "act_description": deed.what,
        "act_pronunciatio": deed.emoji,
        "act_event": [leaver.name, *what],
        "act_obj_description": state,
        "act_obj_pronunciatio": deed.emoji if state else None,
        "act_obj_event": [thing, "is", state] if state else [thing, None, None],
    }


def _deed(now: Situation) -> Deed | None:
    return now.body.deed if now.body is not None and now.tick > 0 else None


def _room_near(now: Situation) -> RoomId:
    """The place of a deed that has none of its own: the original needs one that is on its map."""
    tile = now.body.tile(now.tick) if now.body is not None else Tile(0, 0)
    return _lodging(now.town_map, tile).id


def _minutes(head: Head | None, deed: Deed, began: int, now: Situation) -> int:
    until = now.tick + 1
    if head is not None:
        until = max(until, head.state.day.wake if deed.asleep else head.state.doing.until)
    start, end, clock = (now.steps.moment(now.steps.step(tick)) for tick in (began, until, now.tick))
    return minutes_until(now.steps, start, end, clock)


def _talk(leaver: ExportedPerson, now: Situation) -> dict[str, Json]:
    partner = _partner(leaver, now)
    path = []
    if now.body is not None and isinstance(now.body.motion, Walking):
        path = [
            [tile.x, tile.y] for tile in now.body.motion.route.tiles[max(0, now.tick - now.body.motion.since) + 1 :]
        ]
    end = now.steps.step(now.tick) + max(2, now.steps.clock.ticks_in_minutes(1))
    return {
        "chatting_with": partner,
        "chat": (now.chat or []) if partner is not None else None,
        "chatting_with_buffer": buffers(leaver.head, now.tick, now.names) if leaver.head is not None else {},
        "chatting_end_time": now.steps.long(end) if partner is not None else None,
        "act_path_set": now.tick > 0,
        "planned_path": path,
    }


def _partner(leaver: ExportedPerson, now: Situation) -> str | None:
    """The name of the person they talk with, if any."""
    talks = now.body is not None and now.body.talk is not None and now.tick > 0
    return next((name for name in now.company if name != leaver.name), None) if talks else None


def buffers(head: Head, tick: int, names: Mapping[str, str]) -> dict[str, int]:
    """The steps until a person may talk again with each earlier partner, in the original."""
    talked = {person: head.people.of(person).last_talk for person in head.people.acquainted()}
    return {
        names[person]: max(0, BUFFER_STEPS - (tick - last))
        for person, last in talked.items()
        if last >= 0 and person in names
    }


def _relationships(leaver: ExportedPerson, now: Situation) -> dict[str, dict[str, str]]:
    if leaver.head is None:
        return {}
    found = {}
    for person in leaver.head.people.acquainted():
        if person in now.names:
            known = leaver.head.people.of(person)
            found[now.names[person]] = {"relationship": known.tie or _UNKNOWN, "feeling": known.feeling or _UNKNOWN}
    return found


def _own(leaver: ExportedPerson, now: Situation) -> dict[str, Json]:
    """The values that the original has no field for."""
    head = leaver.head
    if head is None:
        return {OWN: {"self": portrait_of(leaver)}} if leaver.character is not None else {}
    clock = now.steps.clock
    plan: Json = [
        [iso(clock.moment(block.start)), iso(clock.moment(block.end)), block.what, block.place, block.promise]
        for block in schedule.blocks(head, now.tick)
    ]
    promises: Json = [
        {
            "what": each.what,
            "start": iso(clock.moment(each.start)),
            "end": iso(clock.moment(each.end)),
            "place": each.place,
            "company": [now.names.get(person, person) for person in each.company],
            "host": each.host,
            "status": each.status,
            "reason": each.reason,
        }
        for each in head.calendar.promises
    ]
    bed = iso(clock.moment(head.state.day.bed)) if head.state.day.awake else None
    return {
        OWN: {
            "self": portrait_of(leaver),
            "concerns": list(head.state.morning.concerns),
            "mood": head.state.morning.mood,
            "yesterday": list(head.state.morning.yesterday),
            "bed": bed,
            "plan": plan,
            "promises": promises,
            "impressions": impressions_of(head, now.names, lambda tick: iso(clock.moment(tick))),
        }
    }
