"""The understudy's ideas from a memory that came up in the night: something to do in free time, in both languages."""

import re
from itertools import pairwise
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.clock import minutes_at
from milkwood.questions.plan_day.schema import PlannedBlock
from milkwood.understudy.plan_day import answer as understudy
from milkwood.understudy.plan_day.habit import slot_of
from milkwood.understudy.plan_day.ideas import WaysByPlace, sheet, topics_of
from milkwood.understudy.plan_day.slots import NEED, WORK
from tests.questions import days
from tests.understudy.bounds import bounded

MEMORIES = {
    "en": (
        "I wish to sail my own boat out past the light one morning.",
        "Every rose in the park is named after a ship.",
        "I once dropped my wedding ring into the dough.",
        "There is a word for that, and I have forgotten it.",
    ),
    "zh": (
        "我想有天在广场边开间小事务所。",
        "公园里每株玫瑰都拿军舰起了名。",
        "有一回我把结婚戒指掉进了面团里。",
        "这种事有个说法，我给忘了。",
    ),
}


def asks(language: str) -> list[dict[str, Any]]:
    """All people of both towns, each with a memory that came up."""
    found = []
    for place, (person, town) in enumerate(days.people()):
        ask = days.plan_day(person, town, language, 1)
        others = [one["id"] for one in ask["people"] if one["id"] != ask["self"]["id"]]
        text = MEMORIES[language][place % len(MEMORIES[language])]
        ask["extras"] = [memory(text, others[: place % 2], others[0] if place % 3 == 0 else "me")]
        found.append(ask)
    return found


def memory(text: str, about: list[str], source: str) -> dict[str, Any]:
    told = {"id": 41, "kind": "seed", "text": text, "when": "", "about": about, "importance": 3, "source": source}
    return {**told, "known_to": [], "private": False, "scores": []}


def answered(ask: dict[str, Any], seed: int) -> tuple[list[PlannedBlock], PlannedBlock | None]:
    """The blocks of a plan, and the one that takes up the idea."""
    answer = bounded(understudy.answer(ask, stream(seed, ask["self"]["id"]), days.Words()))  # type: ignore[arg-type]
    taken = [block for block in answer.blocks if block.start == answer.idea]
    assert len(taken) == bool(answer.idea)
    return answer.blocks, taken[0] if taken else None


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("seed", [1, 2])
def test_it_lies_in_free_time_and_costs_neither_work_nor_meals(language: str, seed: int) -> None:
    taken_up = 0
    for ask in asks(language):
        spots = {spot["id"]: spot for spot in ask["places"]}
        blocks, taken = answered(ask, seed)
        spans = [(minutes_at(block.start), minutes_at(block.start) + block.minutes) for block in blocks]
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
        planned = {block.what for block in blocks}
        for piece in ask["usual"]:
            slot = slot_of(piece, spots, ask["people"], ask["self"])
            assert slot.what in planned or slot.rank not in (NEED, WORK), (ask["self"]["id"], slot.what)
        if taken is not None:
            taken_up += 1
            assert taken.place in spots
            assert 20 <= taken.minutes <= 45
    assert taken_up > 0.7 * len(asks(language))


def test_ideas_differ_and_are_in_their_language() -> None:
    for language in ("en", "zh"):
        texts = [taken.what for ask in asks(language) for seed in (1, 2, 3) if (taken := answered(ask, seed)[1])]
        assert len(set(texts)) > len(texts) / 3
        assert not any("{" in text for text in texts)
        if language == "zh":
            assert not any(re.search("[A-Za-z]", text) for text in texts)
        else:
            assert all(re.match(r"[a-z]+ing\b", text) for text in texts), texts


def test_a_wish_is_described_in_the_third_person() -> None:
    ask = next(one for one in asks("en") if one["self"]["pronoun"] == "she")
    ask["extras"] = [memory("I wish to sail my own boat out past the light one morning.", [], "me")]
    texts = {taken.what for seed in range(40) if (taken := answered(ask, seed)[1])}
    assert "thinking how to sail her own boat out past the light one morning" in texts
    assert not any(re.search(r"\bmy\b|\bI\b", text) for text in texts)


def test_a_name_is_no_topic() -> None:
    ask = next(one for one in asks("zh") if any(each["name"].startswith("海莉") for each in one["people"]))
    ask["extras"] = [memory("海莉信得过我，我得对得起这份信任。", [], "me")]
    texts = {taken.what for seed in range(20) if (taken := answered(ask, seed)[1])}
    assert texts
    assert not any("远方" in text or "写作" in text for text in texts)


def test_no_memory_no_idea() -> None:
    without: list[dict[str, Any]] = [{}, {"extras": []}]
    for extras in without:
        ask = {**days.plan_day(*next(iter(days.people())), "en", 1), **extras}
        assert understudy.answer(ask, stream(1, "x"), days.Words()).idea == ""  # type: ignore[arg-type]


def lines(ways: WaysByPlace) -> list[tuple[str, dict[str, str]]]:
    return [(where, line) for where, texts in ways.items() for line in texts]


def test_every_line_has_its_place_and_says_the_same_in_both_languages() -> None:
    all_of = sheet()
    every = [all_of.about, all_of.told, all_of.plain, all_of.anything, *(topic.ways for topic in all_of.topics)]
    for where, line in (each for ways in every for each in lines(ways)):
        assert where in all_of.at
        people = [set(re.findall(r"\{(friend|teller|matter)\}", line[language])) for language in ("en", "zh")]
        assert people[0] == people[1], line
        assert len(line["en"]) < 90
        assert len(line["zh"]) < 26


def topics(text: str, *names: str) -> set[str]:
    return {topic.matter["en"] for topic in topics_of(text, names)}


def test_names_of_places_and_people_are_no_topics() -> None:
    assert topics("I drank tea at the Rose and Crown with Robin.", "Robin") == set()
    assert topics("The Old Harbour Inn was full.") == set()
    assert topics("Rose is late.", "Rose") == set()
    assert topics("我在玫瑰街等他。", "玫瑰街十二号") == set()
    assert topics("A rose grows beside the harbour.") == {"boats", "flowers"}
    assert topics("码头边种了花。", "玫瑰街十二号") == {"boats", "flowers"}
