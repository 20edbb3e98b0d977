"""What invented towns are made of: names, trades, places, ties and happenings, as pairs of English and Chinese.

Invariant: every text has both languages; nothing here knows the bundled towns.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

StockTable = dict[str, Any]


class Pair(NamedTuple):
    """One text, written in both languages."""

    en: str
    zh: str

    def text(self) -> dict[str, str]:
        """As a pack writes it."""
        return {"en": self.en, "zh": self.zh}


@cache
def stock(name: str) -> StockTable:
    """One of the tables, such as `trades`."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def pairs(listed: list[list[str]]) -> list[Pair]:
    """Pairs of a table."""
    return [Pair(*entry) for entry in listed]
