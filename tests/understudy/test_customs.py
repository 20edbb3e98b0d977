"""Deeds that a town's pack brings, told by the understudy."""

from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.understudy.break_down import answer as understudy
from tests.questions import days
from tests.understudy.bounds import bounded

SHELF = {"id": "Farm:garden:hive", "name": "hive", "kind": "shelf", "states": {"open": "open"}}
OWN = ["opening the hive", *(f"counting the bees on comb {n}" for n in range(8)), "closing the hive"]


def customs(words: list[str]) -> list[dict[str, Any]]:
    parts = ["begin", *["middle"] * 8, "end"]
    deeds = [
        {"what": what, "emoji": "🐝", "things": [], "state": "", "part": part}
        for what, part in zip(OWN, parts, strict=True)
    ]
    deeds[1] |= {"what": "lifting {their} hand to {thing}", "things": ["shelf"], "state": "open"}
    return [{"words": words, "deeds": deeds}]


def told(what: str, words: list[str], **changes: Any) -> list[Any]:
    _, ask = next(pair for pair in days.blocks("en") if pair[0].id == "isabella_rodriguez")
    ask = {**ask, "what": what, "minutes": 60, "main_tool": "", "tools": [SHELF], "room_kind": "farm garden"}
    ask |= {"customs": customs(words), "lately": [], **changes}
    return bounded(understudy.answer(ask, stream(1, what), days.Words())).deeds  # type: ignore[arg-type]


def test_an_activity_that_the_block_names_is_told_in_the_towns_deeds() -> None:
    found = told("tending the bees", ["tending the bees"])
    assert found[0].what == OWN[0]
    assert found[-1].what == OWN[-1]
    besides = {deed.what for deed in found} - {"tending the bees", "lifting her hand to the hive", *OWN}
    assert len(besides) <= len(found) / 3
    lifting = next((deed for deed in found if deed.what.startswith("lifting")), None)
    assert lifting is None or (lifting.tool, lifting.effect) == (SHELF["id"], "open")


def test_it_goes_to_its_own_part_of_a_block() -> None:
    found = [deed.what for deed in told("reading a book and tending the bees", ["tending the bees"])]
    assert found.index("reading a book") < found.index("tending the bees")
    assert all(found.index(what) > found.index("reading a book") for what in OWN if what in found)


@pytest.mark.parametrize("what", ["having lunch", "washing and getting dressed"])
def test_a_trade_does_not_enter_meals_and_washing(what: str) -> None:
    assert not {deed.what for deed in told(what, [])} & {*OWN}


def test_a_trade_explains_work_that_no_table_knows() -> None:
    found = {deed.what for deed in told("zorbing the frumps", [])}
    assert len(found & {*OWN}) >= 3
