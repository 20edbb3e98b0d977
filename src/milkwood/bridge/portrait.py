"""Reads the portraits of our exports as parts of a person's table.

Invariant: all values are optional; values that we would not have written, or that name a missing place, are ignored.
"""

from milkwood.bridge.own import table_of, text_of
from milkwood.bridge.places import Places
from milkwood.clock import MINUTES_A_DAY, hour_of
from milkwood.errors import TownAuthorError
from milkwood.ids import is_slug
from milkwood.mind.hours import minutes_in
from milkwood.plain import Json, JsonObject, items, table
from milkwood.town.looks import Looks

STYLES = frozenset(
    "warm shy formal blunt cheerful thoughtful dry gruff youthful theatrical northeastern".split()
)  # fmt: skip
_PRONOUNS = ("she", "he", "they")
_LOOKS = frozenset(Looks.__dataclass_fields__)


def portrait_of(raw: JsonObject) -> JsonObject:
    """The portrait in a person's scratch file; empty if there is none."""
    return table(table_of(raw).get("self"))


def id_of(raw: JsonObject) -> str:
    """The person's former id; empty if unknown."""
    found = text_of(portrait_of(raw), "id")
    return found if is_slug(found) and len(found) <= 80 else ""


def bed_of(raw: JsonObject) -> str:
    """The person's former bed; empty if unknown."""
    return text_of(portrait_of(raw), "bed")


def hours_of(raw: JsonObject) -> tuple[int, int] | None:
    """Usual wake and bed time, in minutes of the day."""
    found = portrait_of(raw)
    wake, sleep = (minutes_in(text_of(found, key)) for key in ("wake", "sleep"))
    if wake is None or sleep is None or wake % MINUTES_A_DAY == sleep % MINUTES_A_DAY:
        return None
    return wake % MINUTES_A_DAY, sleep % MINUTES_A_DAY


def parts_of(raw: JsonObject, places: Places, language: str) -> dict[str, Json]:
    """The parts of a person's table that the portrait has."""
    found = portrait_of(raw)
    parts = {
        "pronoun": text_of(found, "pronoun") if text_of(found, "pronoun") in _PRONOUNS else None,
        "traits": _traits(found, language),
        "speech": _speech(found, language),
        "work": _work(found.get("work"), places, language),
        "looks": _looks(found.get("looks")),
    }
    return {key: part for key, part in parts.items() if part}


def day_of(raw: JsonObject, places: Places, language: str) -> list[dict[str, Json]]:
    """A usual day; empty if unknown."""
    blocks = [_block(each, places, language) for each in items(portrait_of(raw).get("usual"))]
    return [each for each in blocks if each is not None] if all(each is not None for each in blocks) else []


def _block(entry: Json, places: Places, language: str) -> dict[str, Json] | None:
    if not isinstance(entry, list) or len(entry) != 4 or not all(isinstance(each, str) and each for each in entry):
        return None
    start, end = minutes_in(entry[0]), minutes_in(entry[1])
    if start is None or end is None or end <= start or not _is_in(places, entry[3]):
        return None
    late = (end - 1) % MINUTES_A_DAY + 1  # midnight is the end of a day here
    return {
        "from": hour_of(start % MINUTES_A_DAY),
        "to": hour_of(late),
        "what": {language: entry[2]},
        "where": entry[3],
    }


def _is_in(places: Places, address: str) -> bool:
    return address.count(":") >= 1 and places.address(address) == address


def _traits(found: JsonObject, language: str) -> dict[str, list[str]] | None:
    listed = found.get("traits")
    if not isinstance(listed, list) or not listed or not all(isinstance(each, str) and each for each in listed):
        return None
    return {language: listed}


def _speech(found: JsonObject, language: str) -> dict[str, str] | None:
    style, manner = text_of(found, "style"), text_of(found, "manner")
    return {"style": style, language: manner} if style in STYLES and manner else None


def _work(found: Json, places: Places, language: str) -> dict[str, Json] | None:
    if not isinstance(found, dict):
        return None
    title, at, hours = (text_of(found, key) for key in ("title", "at", "hours"))
    if not title or not _is_in(places, at):
        return None
    times = [minutes_in(each) for each in hours.split("-")] if hours else []
    said = len(times) == 2 and all(each is not None and each <= MINUTES_A_DAY for each in times)
    return {"title": {language: title}, "at": at, **({"hours": hours} if said else {})}


def _looks(found: Json) -> dict[str, Json] | None:
    if not isinstance(found, dict) or not set(found) <= _LOOKS:
        return None
    try:
        Looks(**{**found, "extras": tuple(found.get("extras", ()))})
    except (TownAuthorError, TypeError):
        return None
    return found
