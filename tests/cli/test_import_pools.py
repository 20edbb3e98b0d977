"""Habits of people of the affordable fork, used here: its pools become routines."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.mind.routines import Routine
from milkwood.run.routines import routines_of
from milkwood.towns.shelf import find
from tests.bridge.little import NAMES, WORLD, write_base, write_json, write_saved
from tests.cli.conftest import Run
from tests.cli.imports import home, lived_on, made, there

__all__ = ["home", "there"]

ADA = PersonId("ada_reed")
NOON = 7200
BREAD = [("baking bread (kneading the dough)", 30), ("baking bread (setting the table)", 15), ("nothing", 0)]


def write_pools(storage: Path, policies: dict[str, Any], deeds: dict[str, Any], name: str = NAMES[0]) -> None:
    write_json(storage / "public" / "policy_pool" / f"{name}.json", policies)
    write_json(storage / "public" / "sub_task_pool" / f"{name}.json", deeds)


def routines(path: Path) -> list[Routine]:
    with Chronicle.read(path) as reader:
        people = reader.header.routines.get("people", {})
    return [Routine.of_plain(block) for block in people.get(ADA, {}).get("blocks", [])]


def asked(path: Path) -> int:
    """The number of times a person had to think out the deeds of a block."""
    with Chronicle.read(path) as reader:
        return int(reader.select("SELECT count(*) FROM questions WHERE kind = ?", ("break_down",))[0][0])


def pooled(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Ada's deeds in a run, as the fork would have stored them."""
    policies: dict[str, Any] = {}
    deeds: dict[str, Any] = {}
    for block in asyncio.run(routines_of(path))["people"][ADA]["blocks"]:
        routine = Routine.of_plain(block)
        if routine.piece.begun or routine.piece.goes_on:
            continue
        parts = []
        for step in routine.steps:
            text = f"{routine.piece.what} ({step.what})"
            parts.append([text, step.minutes])
            deeds[text] = {"new_address": f"{WORLD}:{step.thing or step.room}", "act_pron": f"🧠💡->{step.emoji}"}
        policies[routine.piece.what] = {"duration": routine.piece.minutes, "decomp": parts, "embedding": [0.5] * 8}
    return policies, deeds


def test_people_of_a_base_live_by_their_habits(run: Run, there: Path, tmp_path: Path) -> None:
    base = write_base(there)
    made(run, base, "--name", "before")
    plain, lived = tmp_path / "plain.milkwood", tmp_path / "lived.milkwood"
    lived_on("before", "plain", NOON, plain)
    policies, deeds = pooled(plain)
    assert policies, "at least one person has habits"
    write_pools(base.parent, policies, deeds)
    said = made(run, base, "--name", "after")
    assert "be used here." in said
    lived_on("after", "lived", NOON, lived)
    assert {routine.piece.what for routine in routines(lived)} == set(policies)
    with Chronicle.read(lived) as reader:
        reasons = [found[1] for tick in range(0, NOON, 60) if (found := reader.reason_of(ADA, tick))]
    assert any(reason.get("routine", {}).get("of") == "base_littleton" for reason in reasons)
    assert asked(lived) < asked(plain)


def test_deeds_keep_their_places_and_emoji_and_fit_the_time(run: Run, there: Path) -> None:
    saved = write_saved(there)
    write_pools(
        saved.parent,
        {
            "baking bread": {"duration": 45, "decomp": BREAD},
            "sweep": {"duration": 30},
            "idle": {"decomp": [["idle", 2]]},
        },
        {BREAD[0][0]: {"new_address": f"{WORLD}:Plum Cafe:cafe:piano", "act_pron": "🧠🚫->🥖"}},
    )
    said = made(run, saved)
    assert "3 routines of one person from the fork's pools: kept." in said
    assert "One of these routines can be used here." in said
    (routine,) = routines(path_for("little-1"))
    assert (routine.piece.what, routine.piece.room, routine.piece.minutes) == ("baking bread", "Plum Cafe:cafe", 45)
    steps = routine.steps
    assert sum(step.minutes for step in steps) == 45
    assert all(5 <= step.minutes <= 15 for step in steps)
    assert (steps[0].what, steps[0].emoji) == ("kneading the dough", "🥖")
    assert (steps[0].room, steps[0].thing) == ("Plum Cafe:cafe", "Plum Cafe:cafe:piano")
    assert lived_on("little_1", "little-1", 4000)["DeedBegan"] > 5
    assert run("verify", "little-1").exit_code == 0


@pytest.mark.parametrize("spoilt", ["", "[]", '{"language": "en", "people": {"ada_reed": {"blocks": [[1]]}}}'])
def test_routines_of_a_town_that_cannot_be_read_are_named(run: Run, there: Path, tmp_path: Path, spoilt: str) -> None:
    base = write_base(there)
    write_pools(base.parent, {"baking bread": {"duration": 45, "decomp": BREAD}}, {})
    made(run, base)
    file = find("base_littleton").folder / "routines.json"
    assert json.loads(file.read_text(encoding="utf-8"))["of"] == "base_littleton"
    file.write_text(spoilt, encoding="utf-8")
    with pytest.raises(SetupError, match=r"routines\.json.*cannot be read.*remove this file"):
        lived_on("base_littleton", "day", 10, tmp_path / "day.milkwood")
    assert not (tmp_path / "day.milkwood").exists()
