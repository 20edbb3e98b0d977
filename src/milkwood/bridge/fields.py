"""Reads the fields of a table that another program wrote, whatever they hold: odd values are reported and replaced.

Invariant: never refuses; a value that is not what it should be is read as well as it goes or replaced by the default,
and the report says so with the field and both values.
"""

import math
import re
from collections.abc import Sequence
from datetime import datetime

from milkwood.bridge.reading import said
from milkwood.bridge.report import CHANGED, DROPPED, ImportReport
from milkwood.i18n import t
from milkwood.plain import Json, JsonObject

_LONG, _DATE, _ISO = "%B %d, %Y, %H:%M:%S", "%B %d, %Y", "%Y-%m-%d %H:%M:%S"
_FORMS = (_LONG, _ISO, _DATE, "%B %d, %Y, %H:%M", "%b %d, %Y, %H:%M:%S", "%b %d, %Y")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_SPACE = re.compile(r"\s+")

OTHER_TYPE = t("values of another type, read as well as they go")
UNUSABLE = t("values that cannot be used, replaced by the usual ones")
OUT_OF_RANGE = t("numbers out of range, brought into it")
NO_DATE = t("dates that cannot be read")


def moment(text: str) -> datetime | None:
    """A date and time in any of the original's formats; None for any other text."""
    plain = _SPACE.sub(" ", text.strip())
    for form in _FORMS:
        try:
            return datetime.strptime(plain, form)
        except ValueError:
            continue
    try:
        return datetime.fromisoformat(plain).replace(tzinfo=None, microsecond=0)
    except ValueError:
        return None


def number_in(value: Json) -> float | None:
    """A finite number, also in quotes; None for anything else."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


class Fields:
    """The fields of one table."""

    def __init__(self, table: JsonObject, report: ImportReport, person: str = "", where: str = "") -> None:
        self._table, self._report, self._person, self._where = table, report, person, where

    def odd(self, sort: str, topic: str, key: str, value: Json, used: object = "") -> None:
        """Report a field."""
        shown = said(value)
        detail = f"{self._where}{key}: {shown}" + (f" → {used}" if str(used) else "")
        self._report.add(sort, topic, detail, person=self._person)

    def text(self, key: str, default: str = "", *, as_is: bool = False) -> str:
        """A text, without spaces around it unless wanted as it is; a list is joined, a number is written out."""
        value = self._table.get(key)
        if value is None or isinstance(value, str):
            return default if value is None else value if as_is else value.strip()
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            joined = ", ".join(str(each).strip() for each in value)
            self.odd(CHANGED, OTHER_TYPE, key, value, joined)
            return joined
        if isinstance(value, int | float):
            self.odd(CHANGED, OTHER_TYPE, key, value, str(value))
            return str(value)
        self.odd(DROPPED, UNUSABLE, key, value, default)
        return default

    def number(self, key: str, default: float, least: float = -math.inf, most: float = math.inf) -> float:
        """A number within bounds."""
        value = self._table.get(key)
        if value is None:
            return default
        found = number_in(value)
        if found is None:
            self.odd(DROPPED, UNUSABLE, key, value, default)
            return default
        if not isinstance(value, int | float):
            self.odd(CHANGED, OTHER_TYPE, key, value, f"{found:g}")
        bounded = min(most, max(least, found))
        if bounded != found:
            self.odd(CHANGED, OUT_OF_RANGE, key, value, f"{bounded:g}")
        return bounded

    def whole(self, key: str, default: int, least: float = -math.inf, most: float = math.inf) -> int:
        """A whole number within bounds."""
        found = self.number(key, default, least, most)
        if found != int(found):
            self.odd(CHANGED, OTHER_TYPE, key, self._table.get(key), round(found))
        return round(found)

    def moment(self, key: str) -> datetime | None:
        """A date and time, if there is one."""
        value = self._table.get(key)
        if not value:
            return None
        found = moment(value) if isinstance(value, str) else None
        if found is None:
            self.odd(DROPPED, NO_DATE, key, value)
        return found

    def tile(self, key: str) -> tuple[int, int] | None:
        """A tile, if there is one."""
        value = self._table.get(key)
        if value is None:
            return None
        found = tile_in(value)
        if found is None:
            self.odd(DROPPED, UNUSABLE, key, value)
        return found

    def items(self, key: str) -> Sequence[Json]:
        """A list; empty if there is none."""
        value = self._table.get(key)
        if value is None or isinstance(value, list):
            return value or []
        self.odd(DROPPED, UNUSABLE, key, value)
        return []

    def table(self, key: str) -> JsonObject:
        """A table; empty if there is none."""
        value = self._table.get(key)
        if value is None or isinstance(value, dict):
            return value or {}
        self.odd(DROPPED, UNUSABLE, key, value)
        return {}


def tile_in(value: Json) -> tuple[int, int] | None:
    """A tile from a pair of numbers; None for anything else."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = (number_in(each) for each in value)
    if x is None or y is None or max(abs(x), abs(y)) > 1e9:
        return None
    return round(x), round(y)
