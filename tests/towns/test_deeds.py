"""deeds.toml: read, checked, and every fault told with its place and a remedy."""

import pytest

from milkwood.towns import load
from milkwood.towns.archive import pack_hash
from milkwood.words import Language
from tests.towns.conftest import TinyPack

ACTIVITY = """
[[activity]]
words = { en = ["weeding"], zh = ["除草"] }
trades = { en = ["gardener"], zh = ["园丁"] }
rooms = ["garden"]
seasons = ["spring", "summer"]
hours = "08:00-18:00"
"""
DEED = """
[[activity.deeds]]
what = { en = "warming {their} hands at {thing}", zh = "在{thing}边暖手" }
emoji = "🔥"
things = ["cooking_area"]
state = "on"
part = "begin"
"""


def with_deeds(tiny: TinyPack, text: str) -> None:
    tiny.write("deeds.toml", text)


def test_a_pack_without_deeds_has_none(tiny: TinyPack) -> None:
    assert load(tiny.folder).activities == ()


def test_deeds_are_read(tiny: TinyPack) -> None:
    with_deeds(tiny, ACTIVITY.replace('rooms = ["garden"]', "") + DEED)
    assert tiny.problems() == []
    (activity,) = load(tiny.folder).activities
    assert [words[Language("zh")] for words in activity.words] == ["除草"]
    assert (activity.seasons, activity.hours is not None, activity.rooms) == (("spring", "summer"), True, ())
    (deed,) = activity.deeds
    assert (deed.emoji, deed.things, deed.state, deed.part) == ("🔥", ("cooking_area",), "on", "begin")


def test_deeds_change_the_hash_of_a_pack(tiny: TinyPack) -> None:
    before = pack_hash(tiny.folder)
    with_deeds(tiny, ACTIVITY + DEED)
    assert pack_hash(tiny.folder) != before


@pytest.mark.parametrize(
    ("swap", "where", "said"),
    [
        (("activity]]\nwords", "activity]]\nword"), "deeds.toml > activity #1:", "Did you mean “words”"),
        (('trades = { en = ["gardener"]', "trades = { en = []"), "deeds.toml > activity #1 > trades", "empty"),
        (('"spring", "summer"', '"sommer"'), "deeds.toml > activity #1 > seasons #1", "“sommer” is not valid here"),
        (("08:00-18:00", "8 to 18"), "deeds.toml > activity #1 > hours", "is not a span of time"),
        (("{their}", "{there}"), "deeds.toml > activity #1 > deeds #1 > what", "“{there}” in en"),
        (("{thing}边", "{thing边"), "deeds.toml > activity #1 > deeds #1 > what", "in zh is no word"),
        (("🔥", "fire"), "deeds.toml > activity #1 > deeds #1 > emoji", "“fire” is not an emoji"),
        (('emoji = "🔥"', ""), "deeds.toml > activity #1 > deeds #1:", "“emoji” is missing. Add an emoji"),
        (('["cooking_area"]', '["cooking_aera"]'), "deeds.toml > activity #1 > deeds #1 > things", "cooking_area"),
        (('things = ["cooking_area"]', ""), "deeds.toml > activity #1 > deeds #1 > what", "“{thing}” needs things"),
        (('state = "on"', 'state = "om"'), "deeds.toml > activity #1 > deeds #1 > state", "There are: on."),
        (
            ('part = "begin"', 'part = "start"'),
            "deeds.toml > activity #1 > deeds #1 > part",
            '"begin", "middle" or "end"',
        ),
        (
            ("warming {their} hands", "warming " + "x" * 80),
            "deeds.toml > activity #1 > deeds #1 > what",
            "longer than 80",
        ),
        (("[[activity.deeds]]", "[[activity.deed]]"), "deeds.toml > activity #1", "“deeds” is missing"),
        (("[[activity.deeds]]", "[[activity.deeds]"), "deeds.toml, line", "not valid TOML"),
        (("[[activity", "[activity"), "deeds.toml", ""),
    ],
)
def test_a_fault_is_told_with_its_place(tiny: TinyPack, swap: tuple[str, str], where: str, said: str) -> None:
    text = ACTIVITY + DEED
    assert swap[0] in text
    with_deeds(tiny, text.replace(*swap))
    errors = tiny.errors()
    assert errors
    assert any(where in error and said in error for error in errors), errors


def test_an_activity_belongs_to_something(tiny: TinyPack) -> None:
    with_deeds(tiny, "[[activity]]" + DEED)
    assert tiny.errors() == [
        "deeds.toml > activity #1: It does not say to what it belongs. Add words, trades or rooms."
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ACTIVITY.replace("garden", "gardens") + DEED, "deeds.toml > activity #1 > rooms: The map has no “gardens”"),
        (ACTIVITY + DEED.replace("cooking_area", "piano").replace('state = "on"', ""), "The map has no “piano”"),
        (ACTIVITY + DEED + DEED, "deeds #2 > what > en: “warming {their} hands at {thing}” is there twice"),
        (ACTIVITY + DEED.replace(', zh = "在{thing}边暖手"', ""), "missing in zh: deeds.toml > activity #1"),
    ],
)
def test_what_has_no_effect_is_a_warning(tiny: TinyPack, text: str, said: str) -> None:
    with_deeds(tiny, text)
    assert tiny.errors() == []
    assert any(said in warning for warning in tiny.warnings()), tiny.warnings()
