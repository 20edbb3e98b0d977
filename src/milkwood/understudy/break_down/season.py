"""Place and time as conditions of a deed: outdoors or in, day or night, the season.

Invariant: follows from the question alone; where it carries no season or daylight, both follow from date and hour.
"""

from collections.abc import Sequence

from milkwood.clock import minutes_at
from milkwood.questions.terms import Now

OUTDOORS = frozenset(
    "outdoors park green quay harbour garden street square field fields orchard yard courtyard pasture meadow farm"
    " beach coast river lake pond forest wood woods mountain hill pass road path bridge terrace plaza vineyard apiary"
    " well graveyard cemetery playground pier market_square paddock".split()
)
"""Kinds of places under the open sky."""
NEAR_MINUTES = 45
_SEASON_MONTHS = (
    ("winter", "winter", "spring", "spring", "spring", "summer", "summer", "summer") + ("autumn",) * 3 + ("winter",)
)
_LIGHT = {
    "winter": (8 * 60, 16 * 60 + 30),
    "spring": (6 * 60 + 30, 19 * 60),
    "summer": (5 * 60 + 15, 21 * 60),
    "autumn": (7 * 60, 17 * 60 + 30),
}
"""First and last light by season, where the question does not say."""
_SURE = {
    "winter": (5 * 60 + 30, 8 * 60 + 30, 15 * 60, 18 * 60 + 30),
    "spring": (4 * 60, 7 * 60 + 15, 16 * 60 + 30, 20 * 60 + 30),
    "summer": (2 * 60 + 30, 6 * 60, 17 * 60, 21 * 60 + 30),
    "autumn": (4 * 60 + 30, 7 * 60 + 45, 15 * 60, 19 * 60 + 30),
}
"""Until when it is dark, from and until when a block may count on the sun, and from when it is dark again."""
_HOURS = {"early": (4 * 60, 8 * 60 + 30), "noon": (11 * 60 + 30, 14 * 60), "late": (20 * 60, 24 * 60)}
_WEATHER = {
    "snow": {"en": ("snow", "blizzard", "sleet"), "zh": ("雪",)},
    "rain": {"en": ("rain", "drizzle", "shower", "storm", "sleet"), "zh": ("雨", "雷")},
    "wind": {"en": ("wind", "storm", "gale"), "zh": ("风",)},
    "fog": {"en": ("fog", "mist"), "zh": ("雾",)},
}


def conditions(now: Now, start: int, kinds: Sequence[str], language: str) -> frozenset[str]:
    """The conditions that hold at a place, for a block that starts at a minute of the day."""
    season = now.get("season") or _SEASON_MONTHS[int(now["date"][5:7]) - 1]
    weather = now.get("weather", "").lower()
    found = {season, "day" if _is_light(now, season, start) else "night"}
    found |= _sure(season, start % (24 * 60)) - ({"dark"} if "day" in found else {"bright"})
    found.add("indoors" if OUTDOORS.isdisjoint(kinds) else "outdoors")
    found |= {name for name, words in _WEATHER.items() if any(word in weather for word in words[language])}
    snows = "snow" in found
    if season in ("spring", "summer") and not snows:
        found.add("growing")
    found |= {name for name, (first, last) in _HOURS.items() if first <= start % (24 * 60) < last}
    found.add("cold" if season == "winter" or snows else "warm" if season == "summer" else "mild")
    return frozenset(found)


def _sure(season: str, minute: int) -> set[str]:
    """`dark` with the stars out, `bright` with the sun up, or neither at dusk."""
    night, morning, evening, late = _SURE[season]
    if minute < night or minute >= late:
        return {"dark"}
    return {"bright"} if morning <= minute < evening else set()


def _is_light(now: Now, season: str, start: int) -> bool:
    daylight = now.get("daylight")
    minute = start % (24 * 60)
    if daylight is not None and abs(minutes_at(now["time"]) - minute) <= NEAR_MINUTES:
        return daylight
    first, last = _LIGHT[season]
    return first <= minute < last
