import pytest

from milkwood.plain import JsonObject
from milkwood.questions.case import example
from milkwood.questions.offer import offer

EN = offer(example("speak", "en", {}))
ZH = offer(example("speak", "zh", {}))


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("Hobbs Cafe:cafe", "Hobbs Cafe:cafe"),
        ("Hobbs Cafe: cafe", "Hobbs Cafe:cafe"),
        ("the hobbs cafe", "Hobbs Cafe:cafe"),
        ("Hobs Cafe: cafe", "Hobbs Cafe:cafe"),
        ("Hobbs Cafe:cafe:piano", "Hobbs Cafe:cafe"),
        ("in the library", "Oak Hill College:library"),
        ("Johnson Park", "Johnson Park:park"),
        ("the corner of Hobbs Cafe: cafe by the window", "Hobbs Cafe:cafe"),
        ("", ""),
        ("none", ""),
        ("the Moon", None),
        ("ca" * 400, None),
    ],
)
def test_a_place_matches_an_offered_one_or_nothing(said: str, place: str | None) -> None:
    assert EN.find("places", said) == place


@pytest.mark.parametrize(
    ("said", "place"), [("霍布斯咖啡馆", "Hobbs Cafe:cafe"), ("图书馆", "Oak Hill College:library")]
)
def test_chinese_names_of_places_are_matched(said: str, place: str) -> None:
    assert ZH.find("places", said) == place


@pytest.mark.parametrize(
    ("said", "person"),
    [
        ("Klaus", "klaus_mueller"),
        ("klaus mueller", "klaus_mueller"),
        ("Maria", "maria_lopez"),
        ("me", "isabella_rodriguez"),
        ("isabella_rodriguez", "isabella_rodriguez"),
        ("Klaus Müller", "klaus_mueller"),
        ("Napoleon", None),
    ],
)
def test_a_person_is_known_by_any_of_their_names(said: str, person: str | None) -> None:
    assert EN.find("people", said) == person


def test_a_person_is_known_by_their_chinese_names() -> None:
    assert ZH.find("people", "克劳斯") == "klaus_mueller"
    assert ZH.find("people", "玛丽亚") == "maria_lopez"
    assert ZH.find("people", "我") == "isabella_rodriguez"


def test_a_name_that_fits_several_places_of_different_houses_is_refused() -> None:
    places = [{"id": f"{house}:bathroom", "name": f"{house}: bathroom"} for house in ("Lin house", "Moore house")]
    assert offer(example("speak", "en", {"places": places})).find("places", "bathroom") is None


def test_the_second_of_two_things_with_one_name_is_numbered() -> None:
    tools: list[JsonObject] = [
        {"id": f"House:room {n}:bed", "name": "bed", "kind": "bed", "states": {}} for n in (1, 2)
    ]
    own: JsonObject = {
        "what": "resting",
        "start": "13:00",
        "minutes": 30,
        "place": "House",
        "room_kind": "",
        "main_tool": "",
    }
    found = offer(example("break_down", "en", {**own, "tools": tools}))
    assert found.ids("tools") == ("bed", "bed 2")
    assert found.find("tools", "bed") == "House:room 1:bed"
    assert found.find("tools", "bed 2") == "House:room 2:bed"


def test_memories_are_known_by_number_alone() -> None:
    assert EN.find("memories", "#3") == 3
    assert EN.find("memories", "memory 17") == 17
    assert EN.find("memories", 99) is None


def test_an_id_in_an_answer_of_ours_may_be_a_usual_place() -> None:
    assert EN.find("places", "Hobbs Cafe:cafe:behind the cafe counter") == "Hobbs Cafe:cafe:behind the cafe counter"
