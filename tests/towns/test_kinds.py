"""Kinds of sectors and rooms: all that the code knows are listed and documented."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from milkwood.mind.gazetteer import BACK_ROOMS, BATHROOM
from milkwood.towns.kinds import KINDS, misspelt
from milkwood.understudy import plan_day
from milkwood.understudy.break_down.families import families
from milkwood.understudy.plan_day.extras import ANYWHERE

DOCS = Path("docs/reference/town-pack.md")
WEB = Path("web/src/panels/places.tsx")


def kinds_in(table: Any) -> set[str]:
    """The values of all keys `kinds`."""
    if isinstance(table, dict):
        own = set(table.get("kinds", ())) - {ANYWHERE}
        return own.union(*(kinds_in(value) for key, value in table.items() if key != "kinds"))
    return set().union(*map(kinds_in, table)) if isinstance(table, list) else set()


def known_to_the_code() -> set[str]:
    """Kinds of places in the tables of the understudy, the signs of the page, and the rules of minds."""
    known = {BATHROOM, "bedroom", "kitchen", "common_room", "living_room", "garden"} | BACK_ROOMS
    for family in families():
        known |= family.at
    for file in Path(plan_day.__path__[0]).glob("*.toml"):
        known |= kinds_in(tomllib.loads(file.read_text("utf-8")))
    signs = re.search(r"KIND_SIGNS[^{]*\{(.*?)\}", WEB.read_text("utf-8"), re.DOTALL)
    assert signs is not None
    return known | set(re.findall(r"(\w+):", signs[1]))


def test_every_kind_that_has_an_effect_is_listed() -> None:
    assert known_to_the_code() == KINDS


def test_every_kind_is_documented() -> None:
    _, _, section = DOCS.read_text("utf-8").partition("### Kinds of sectors and rooms")
    rows = [line for line in section.partition("\n### ")[0].splitlines() if line.startswith("| `")]
    assert sorted(kind for row in rows for kind in re.findall(r"`(\w+)`", row.split("|")[1])) == sorted(KINDS)


@pytest.mark.parametrize(
    ("kind", "known"), [("bathrom", "bathroom"), ("Living room", "living_room"), ("stores", "store"), ("Cafe", "cafe")]
)
def test_near_misses_are_named(kind: str, known: str) -> None:
    assert f"“{known}”" in misspelt(kind)


@pytest.mark.parametrize("kind", ["cafe", "hospital", "ward", "church", "stable", "monastery", "warehouse", "", "厨房"])
def test_known_kinds_and_free_words_are_left_alone(kind: str) -> None:
    assert misspelt(kind) == ""
