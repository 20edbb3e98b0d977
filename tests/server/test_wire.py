"""The wire has two ends; both must name the same fields."""

import re
from pathlib import Path

import pytest

from milkwood.server import wire

MIRROR = Path(__file__).parents[2] / "web" / "src" / "api" / "wire.ts"
PAIRS = {
    "TownEntry": wire.TownEntryOut,
    "TownList": wire.TownListOut,
    "Deed": wire.DeedOut,
    "Tie": wire.TieOut,
    "Work": wire.WorkOut,
    "Person": wire.PersonOut,
    "Thing": wire.ThingOut,
    "Room": wire.RoomOut,
    "Sector": wire.SectorOut,
    "Story": wire.StoryOut,
    "Scenario": wire.ScenarioOut,
    "Town": wire.TownOut,
}


def fields_in_typescript(name: str) -> set[str]:
    text = MIRROR.read_text(encoding="utf-8")
    found = re.search(rf"interface {name}(?: extends (\w+))? \{{(.*?)\n\}}", text, re.DOTALL)
    assert found, name
    own = set(re.findall(r"^  readonly (\w+):", found[2], re.MULTILINE))
    return own | (fields_in_typescript(found[1]) if found[1] else set())


@pytest.mark.parametrize("name", PAIRS)
def test_both_ends_of_the_wire_name_the_same_fields(name: str) -> None:
    assert fields_in_typescript(name) == set(PAIRS[name].model_fields)
