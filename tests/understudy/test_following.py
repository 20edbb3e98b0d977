"""What follows from yesterday in the understudy's plan: each block cites its memory and names whom it is about."""

import re
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.understudy.language.names import call
from milkwood.understudy.plan_day import answer as understudy
from tests.questions import days
from tests.understudy.bounds import bounded


def memory(number: int, kind: str, text: str, about: list[str], source: str = "me", **more: Any) -> dict[str, Any]:
    told = {"id": number, "kind": kind, "text": text, "when": "", "about": about, "importance": 5, "source": source}
    return {**told, "known_to": [], "private": False, "scores": [], **more}


def an_ask(language: str, place: int = 0) -> tuple[dict[str, Any], list[str]]:
    person, town = list(days.people())[place]
    ask = dict(days.plan_day(person, town, language, 1))
    return ask, [one["id"] for one in ask["people"] if one["id"] != person.id]


def citing(ask: dict[str, Any]) -> list[Any]:
    """The blocks that cite a memory, over several days."""
    plans = [bounded(understudy.answer(ask, stream(seed, "x"), days.Words())) for seed in range(6)]  # type: ignore[arg-type]
    return [block for plan in plans for block in plan.blocks if block.because]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("place", [0, 3, 5])
def test_a_block_names_whom_its_memory_is_about(language: str, place: int) -> None:
    ask, others = an_ask(language, place)
    ask["happened"] = [
        memory(41, "news", "Someone has sold the mill.", [others[0]], others[1]),
        memory(42, "insight", "There is more to them than I knew.", [others[2]]),
    ]
    names = {one["id"]: call(one) for one in ask["people"]}
    about = {41: {names[others[0]], names[others[1]]}, 42: {names[others[2]]}}
    blocks = citing(ask)
    assert {block.because for block in blocks} == {41, 42}
    for block in blocks:
        assert any(name in block.what for name in about[block.because]) or "news" in block.what, block.what
        assert "mill" not in block.what
        assert not re.search("[{}]", block.what)
        assert bool(re.search("[A-Za-z]", block.what)) is (language == "en")


@pytest.mark.parametrize("hidden", [{"private": True}, {"secret_from": ["x"]}])
def test_nothing_follows_from_a_secret(hidden: dict[str, Any]) -> None:
    ask, others = an_ask("en")
    ask["happened"] = [memory(41, "news", "Someone has sold the mill.", [others[0]], others[1], **hidden)]
    assert citing(ask) == []


def test_nobody_is_sought_because_of_a_quarrel_or_an_enemy() -> None:
    ask, others = an_ask("en")
    ask["happened"] = [memory(41, "insight", "There is more to them than I knew.", [others[0]])]
    ask["people"] = [{**one, "closeness": -5} if one["id"] == others[0] else one for one in ask["people"]]
    mine = {spot["id"] for spot in ask["places"] if spot["mine"]}
    blocks = citing(ask)
    assert blocks
    assert {block.place for block in blocks} <= mine


def test_a_promise_that_is_kept_today_cites_its_memory() -> None:
    ask, _ = an_ask("en")
    place = ask["places"][0]["id"]
    promise = {"id": 3, "what": "going for a walk with Ann", "date": ask["now"]["date"], "start": "17:00"}
    ask["promises"] = [{**promise, "end": "18:00", "place": place, "place_name": "", "company": [], "host": False}]
    text = "I have promised: going for a walk with Ann, Monday at 17:00."
    ask["happened"] = [memory(41, "promise", text, [])]
    assert {(block.what, block.because) for block in citing(ask)} == {("going for a walk with Ann", 41)}


def test_without_memories_of_yesterday_nothing_follows() -> None:
    ask, _ = an_ask("en")
    assert citing(ask) == []
