"""A person of a generative-agents simulation, as stored in their folder: identity, position and plan.

Invariant: what the original's loader takes is taken. Every field may be missing or odd; it then has the original's
default, and the report says so. Unknown fields are kept unchanged.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from milkwood.bridge import portrait
from milkwood.bridge.fields import OTHER_TYPE, Fields, moment, number_in, tile_in
from milkwood.bridge.reading import fault, inside, said, table_of, value_of
from milkwood.bridge.report import CHANGED, DROPPED, GUESSED, READ, ImportReport
from milkwood.clock import MINUTES_A_DAY
from milkwood.i18n import t
from milkwood.plain import Json, JsonObject, table

MEMORY = "bootstrap_memory"
MAX_AGE, USUAL_AGE = 120, 30
_MARK = re.compile(r"^🧠(?:💡|🚫)->")
"""The affordable fork marks before an emoji whether a deed was generated or came from a routine."""
_IDENTITY = ("innate", "learned", "currently", "lifestyle", "daily_plan_req", "living_area")
_KNOWN = frozenset(
    """vision_r att_bandwidth retention curr_time curr_tile name first_name last_name age concept_forget
    daily_reflection_time daily_reflection_size overlap_reflect_th kw_strg_event_reflect_th kw_strg_thought_reflect_th
    recency_w relevance_w importance_w recency_decay importance_trigger_max importance_trigger_curr importance_ele_n
    thought_count daily_req f_daily_schedule f_daily_schedule_hourly_org act_address act_start_time act_duration
    act_description act_pronunciatio act_event act_obj_description act_obj_pronunciatio act_obj_event chatting_with chat
    chatting_with_buffer chatting_end_time act_path_set planned_path relationship milkwood""".split()
) | {*_IDENTITY}
"""The fields of a scratch file."""
_NO_JSON = t("values that are no JSON (NaN, half a character), replaced")


@dataclass(frozen=True, slots=True)
class Action:
    """The current activity of a person."""

    what: str
    address: str
    emoji: str
    start: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class Persona:
    """A person as stored in their folder."""

    id: str
    name: str
    first_name: str
    age: int
    innate: str
    learned: str
    currently: str
    lifestyle: str
    daily_plan_req: str
    living_area: str
    tile: tuple[int, int] | None
    time: datetime | None
    schedule: tuple[tuple[str, int], ...]
    """Activities from midnight to midnight, with their minutes."""
    hourly: tuple[tuple[str, int], ...]
    action: Action | None
    path: tuple[tuple[int, int], ...]
    """Remaining tiles of the walk."""
    relationships: tuple[tuple[str, str, str], ...]
    """Known people: name, tie and feeling."""
    places: tuple[str, ...]
    """Known sectors."""
    vision_r: int
    att_bandwidth: int
    raw: JsonObject = field(hash=False)
    """The whole scratch file."""
    spatial: JsonObject = field(hash=False)


def slug_of(name: str, taken: Iterable[str] = ()) -> str:
    """An unused id for a name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = "_".join(re.findall(r"[a-z0-9]+", plain))[:60].strip("_") or "person"
    used, found, n = set(taken), slug, 2
    while found in used:
        found, n = f"{slug}_{n}", n + 1
    return found


def moment_of(text: str, path: Path, name: str) -> datetime:
    """A date and time in any of the original's formats."""
    found = moment(text)
    if found is None:
        raise fault(
            path, t("{text} is not a date.", text=said(text)), name, t("Write it as “February 13, 2023, 00:00:00”.")
        )
    return found


def read_persona(personas: Path, name: str, taken: Iterable[str] = (), report: ImportReport | None = None) -> Persona:
    """Read a person's folder."""
    report = ImportReport() if report is None else report
    folder = inside(personas, name, MEMORY)
    if not folder.is_dir():
        raise fault(folder, t("The folder is missing."))
    notes = ImportReport()
    odd = lambda text: notes.add(CHANGED, _NO_JSON, text)  # noqa: E731
    scratch: JsonObject = {}
    path = inside(folder, "scratch.json")
    if path.exists() or path.is_symlink():
        scratch = table_of(path, odd)
    else:
        notes.add(GUESSED, t("there is no scratch.json: nothing is known of the person but the name"))
    spatial: Json = {}
    places = folder / "spatial_memory.json"
    if places.exists() or places.is_symlink():
        spatial = value_of(inside(folder, places.name), odd)
    else:
        notes.add(GUESSED, t("there is no spatial memory: only home, work and the usual day are known places"))
    if not isinstance(spatial, dict):
        notes.add(DROPPED, t("a spatial memory that is no table"), said(spatial))
    persona = persona_of(scratch, name, table(spatial), taken, report)
    report.take(notes, persona.id)
    return persona


def persona_of(
    scratch: JsonObject, name: str, spatial: JsonObject, taken: Iterable[str], report: ImportReport | None = None
) -> Persona:
    """A person from the table of their scratch file."""
    report = ImportReport() if report is None else report
    who = slug_of(portrait.id_of(scratch) or name, taken)
    fields = Fields(scratch, report, who)
    report.names[who] = name
    if scratch:
        _tell_fields(scratch, name, who, report)
    found = Persona(
        id=who,
        name=name,
        first_name=fields.text("first_name") or name.split()[0],
        age=fields.whole("age", USUAL_AGE, 1, MAX_AGE),
        innate=fields.text("innate"),
        learned=fields.text("learned"),
        currently=fields.text("currently"),
        lifestyle=fields.text("lifestyle"),
        daily_plan_req=fields.text("daily_plan_req"),
        living_area=fields.text("living_area"),
        tile=fields.tile("curr_tile"),
        time=fields.moment("curr_time"),
        schedule=_schedule(fields, "f_daily_schedule"),
        hourly=_schedule(fields, "f_daily_schedule_hourly_org"),
        action=_action(fields),
        path=tuple(_tiles(fields)),
        relationships=_relationships(fields),
        places=_known(spatial),
        vision_r=fields.whole("vision_r", 8, 1, 64),
        att_bandwidth=fields.whole("att_bandwidth", 8, 1, 64),
        raw=scratch,
        spatial=spatial,
    )
    _tell_read(found, report)
    return found


def _tell_fields(scratch: JsonObject, name: str, who: str, report: ImportReport) -> None:
    """Report names of fields: missing ones, unknown ones, and a name that is another's."""
    if missing := sorted(_KNOWN - scratch.keys() - {"relationship", "milkwood"}):
        report.add(GUESSED, t("missing fields, taken to be usual"), ", ".join(missing), person=who, count=len(missing))
    if unknown := sorted(scratch.keys() - _KNOWN):
        report.add(READ, t("unknown fields, kept for an export"), ", ".join(unknown), person=who, count=len(unknown))
    if scratch.get("age") is None:
        report.add(GUESSED, t("age"), str(USUAL_AGE), person=who)
    other = scratch.get("name")
    if isinstance(other, str) and other.strip() not in ("", name):
        report.add(CHANGED, t("a name other than that of the folder"), f"{other.strip()} → {name}", person=who)


def _tell_read(person: Persona, report: ImportReport) -> None:
    """Report how much there is of a person."""
    told = [key for key in _IDENTITY if person.raw.get(key)]
    for topic, count, detail in (
        (t("texts"), len(told), ", ".join(told)),
        (t("known places"), len(person.places), ", ".join(person.places)),
        (t("entries of the plan"), len(person.schedule), ""),
        (t("entries of the hourly plan"), len(person.hourly), ""),
        (t("a current action"), int(person.action is not None), person.action.what if person.action else ""),
        (t("relationships"), len(person.relationships), ""),
    ):
        if count:
            report.add(READ, topic, detail, person=person.id, count=count)
    if person.spatial:
        report.add(CHANGED, t("knowledge of single rooms and things: people here know whole places"))


def _schedule(fields: Fields, key: str) -> tuple[tuple[str, int], ...]:
    """The entries of a plan with their minutes, as the original reads it: a time once past does not come again.

    An entry of negative minutes, which the original itself writes, therefore only shortens what follows.
    """
    entries: list[tuple[str, int]] = []
    elapsed, reached = 0.0, 0
    listed = fields.items(key)
    for place, entry in enumerate(listed):
        name = f"{key} > {place}"
        pair: Sequence[Json] = entry if isinstance(entry, list) else ()
        minutes = number_in(pair[1]) if len(pair) >= 2 else None
        if minutes is None or abs(minutes) > 10 * MINUTES_A_DAY:
            fields.odd(DROPPED, t("entries of a plan that are no deed with its minutes"), name, entry)
            continue
        if len(pair) > 2 or not isinstance(pair[0], str) or not isinstance(pair[1], int | float):
            fields.odd(CHANGED, OTHER_TYPE, name, entry, f"{pair[0]}, {minutes:g}")
        if minutes < 0:
            fields.odd(
                CHANGED, t("minutes below zero in a plan: later entries begin earlier"), name, f"{pair[0]}, {minutes:g}"
            )
        elapsed += minutes
        if round(elapsed) > reached:
            entries.append((str(pair[0]).strip(), round(elapsed) - reached))
            reached = round(elapsed)
    if listed and round(elapsed) != MINUTES_A_DAY:
        topic = t("plans that are not 24 hours long: what is missing is free time, what is too much is cut off")
        fields.odd(CHANGED, topic, key, f"{elapsed:g} min")
    return tuple(entries)


def _action(fields: Fields) -> Action | None:
    what, address, start = fields.text("act_description"), fields.text("act_address"), fields.moment("act_start_time")
    if not what or not address or start is None:
        return None
    minutes = fields.number("act_duration", 0, 0, 10 * MINUTES_A_DAY)
    return Action(what, address, plain_emoji(fields.text("act_pronunciatio")), start, round(minutes))


def plain_emoji(text: str) -> str:
    """An emoji without the affordable fork's mark."""
    return _MARK.sub("", text.strip()).strip()


def _tiles(fields: Fields) -> Iterable[tuple[int, int]]:
    for place, entry in enumerate(fields.items("planned_path")):
        tile = tile_in(entry)
        if tile is not None:
            yield tile
        else:
            fields.odd(DROPPED, t("tiles of a way that are none"), f"planned_path > {place}", entry)


def _relationships(fields: Fields) -> tuple[tuple[str, str, str], ...]:
    found = []
    for name, entry in fields.table("relationship").items():
        if entry is not None and not isinstance(entry, str | dict):
            fields.odd(DROPPED, t("relationships that are none"), f"relationship > {name}", entry)
            continue
        tie = entry if isinstance(entry, str) else table(entry).get("relationship")
        feeling = table(entry).get("feeling")
        found.append(
            (name, tie.strip() if isinstance(tie, str) else "", feeling.strip() if isinstance(feeling, str) else "")
        )
    return tuple(found)


def _known(spatial: JsonObject) -> tuple[str, ...]:
    """The sectors in a tree of places."""
    sectors = (sector for world in spatial.values() for sector in table(world))
    return tuple(dict.fromkeys(str(sector).strip() for sector in sectors))
