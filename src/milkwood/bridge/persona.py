"""A person of a generative-agents simulation, as stored in their folder: identity, position and plan.

Invariant: every field may be missing and has the original's default; a field of the wrong type is refused by name;
unknown fields are kept unchanged.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from milkwood.bridge import portrait
from milkwood.bridge.reading import LIST, TABLE, checked, fault, inside, said, table_of
from milkwood.bridge.reading import field as value
from milkwood.i18n import t
from milkwood.plain import Json, JsonObject

MEMORY = "bootstrap_memory"
_LONG, _DATE, _ISO = "%B %d, %Y, %H:%M:%S", "%B %d, %Y", "%Y-%m-%d %H:%M:%S"
_FORMS = (_LONG, _ISO, _DATE, "%B %d, %Y, %H:%M", "%b %d, %Y, %H:%M:%S", "%b %d, %Y")
_MARK = re.compile(r"^🧠(?:💡|🚫)->")
"""The affordable fork marks before an emoji whether a deed was generated or came from a routine."""


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
    for form in _FORMS:
        try:
            return datetime.strptime(text.strip(), form)
        except ValueError:
            continue
    try:
        return datetime.fromisoformat(text.strip()).replace(tzinfo=None, microsecond=0)
    except ValueError:
        pass
    raise fault(
        path, t("{text} is not a date.", text=said(text)), name, t("Write it as “February 13, 2023, 00:00:00”.")
    )


def read_persona(personas: Path, name: str, taken: Iterable[str] = ()) -> Persona:
    """Read a person's folder."""
    folder = inside(personas, name, MEMORY)
    path = inside(folder, "scratch.json")
    scratch = table_of(path)
    spatial_path = folder / "spatial_memory.json"
    spatial = table_of(inside(folder, "spatial_memory.json")) if spatial_path.exists() else {}
    return persona_of(scratch, name, path, spatial, taken)


def persona_of(scratch: JsonObject, name: str, path: Path, spatial: JsonObject, taken: Iterable[str]) -> Persona:
    """A person from the table of their scratch file."""

    def text(key: str, default: str = "") -> str:
        found = scratch.get(key)
        if isinstance(found, list) and all(isinstance(each, str) for each in found):
            return ", ".join(found)
        return value(scratch, key, str, path, default).strip()

    words = name.split()
    age = value(scratch, "age", int, path, 30)
    return Persona(
        id=slug_of(portrait.id_of(scratch) or name, taken),
        name=name,
        first_name=text("first_name") or words[0],
        age=min(120, max(1, age)),
        innate=text("innate"),
        learned=text("learned"),
        currently=text("currently"),
        lifestyle=text("lifestyle"),
        daily_plan_req=text("daily_plan_req"),
        living_area=text("living_area"),
        tile=_tile(scratch.get("curr_tile"), path, "curr_tile"),
        time=moment_of(text("curr_time"), path, "curr_time") if text("curr_time") else None,
        schedule=_schedule(scratch, "f_daily_schedule", path),
        hourly=_schedule(scratch, "f_daily_schedule_hourly_org", path),
        action=_action(scratch, path),
        path=tuple(_tiles(scratch, path)),
        relationships=_relationships(scratch, path),
        places=_known(spatial),
        vision_r=value(scratch, "vision_r", int, path, 8),
        att_bandwidth=value(scratch, "att_bandwidth", int, path, 8),
        raw=scratch,
        spatial=spatial,
    )


def _schedule(scratch: JsonObject, key: str, path: Path) -> tuple[tuple[str, int], ...]:
    entries = []
    for place, entry in enumerate(value(scratch, key, LIST, path, [])):
        name = f"{key} > {place}"
        if not isinstance(entry, list) or len(entry) != 2:
            raise fault(path, t("It is {value}, not a deed with its minutes.", value=said(entry)), name)
        minutes = checked(entry[1], float, path, name)
        if not 0 <= minutes <= 10 * 1440:
            raise fault(path, t("{minutes:g} minutes is not a valid part of a day.", minutes=minutes), name)
        entries.append((checked(entry[0], str, path, name).strip(), round(minutes)))
    return tuple(entries)


def _action(scratch: JsonObject, path: Path) -> Action | None:
    what, address = scratch.get("act_description"), scratch.get("act_address")
    start = scratch.get("act_start_time")
    if not what or not address or not start:
        return None
    minutes = value(scratch, "act_duration", float, path, 0.0)
    return Action(
        checked(what, str, path, "act_description").strip(),
        checked(address, str, path, "act_address").strip(),
        plain_emoji(value(scratch, "act_pronunciatio", str, path, "")),
        moment_of(checked(start, str, path, "act_start_time"), path, "act_start_time"),
        max(0, min(10 * 1440, round(minutes))),
    )


def plain_emoji(text: str) -> str:
    """An emoji without the affordable fork's mark."""
    return _MARK.sub("", text.strip()).strip()


def _tile(found: Json, path: Path, name: str) -> tuple[int, int] | None:
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != 2:
        raise fault(path, t("It is {value}, not a tile.", value=said(found)), name)
    return checked(found[0], int, path, name), checked(found[1], int, path, name)


def _tiles(scratch: JsonObject, path: Path) -> Iterable[tuple[int, int]]:
    for place, entry in enumerate(value(scratch, "planned_path", LIST, path, [])):
        tile = _tile(entry, path, f"planned_path > {place}")
        if tile is not None:
            yield tile


def _relationships(scratch: JsonObject, path: Path) -> tuple[tuple[str, str, str], ...]:
    found = []
    for name, entry in value(scratch, "relationship", TABLE, path, {}).items():
        if entry is None or isinstance(entry, str):
            entry = {"relationship": entry}
        table = checked(entry, TABLE, path, f"relationship > {name}")
        tie, feeling = (value(table, key, str, path, "").strip() for key in ("relationship", "feeling"))
        found.append((name, tie, feeling))
    return tuple(found)


def _known(spatial: JsonObject) -> tuple[str, ...]:
    """The sectors in a tree of places."""
    sectors = (sector for world in spatial.values() if isinstance(world, dict) for sector in world)
    return tuple(dict.fromkeys(str(sector).strip() for sector in sectors))
