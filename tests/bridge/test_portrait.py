from typing import Any

import pytest

from milkwood.bridge import portrait
from milkwood.bridge.places import Places, RoomSummary
from milkwood.towns.schema.person import STYLES

PLACES = Places(
    [
        RoomSummary("Plum Cafe", "cafe", "cafe", "cafe", True, (("counter", "counter", 1),)),
        RoomSummary("Ada's house", "main room", "bedroom", "house", False, (("bed", "bed", 2),)),
    ]
)
LOOKS = {"skin": "tan", "hair": "brown", "hair_style": "bob", "outfit": "shirt", "top": "teal", "bottom": "navy"}
SELF: dict[str, Any] = {
    "id": "ada",
    "pronoun": "she",
    "traits": ["kind, in her way", "quick"],
    "style": "dry",
    "manner": "Few words.",
    "bed": "Ada's house:main room:bed",
    "wake": "06:15",
    "sleep": "25:30",
    "work": {"title": "baker", "at": "Plum Cafe:cafe", "hours": "08:00-17:00"},
    "usual": [["06:15", "07:00", "washing", "Ada's house:main room"], ["24:00", "25:00", "reading", "Plum Cafe:cafe"]],
    "looks": LOOKS,
}


def said(**changed: Any) -> dict[str, Any]:
    return {"milkwood": {"self": {**SELF, **changed}}}


def parts(**changed: Any) -> dict[str, Any]:
    return portrait.parts_of(said(**changed), PLACES, "en")


def test_every_style_of_a_pack_comes_back() -> None:
    assert set(STYLES) == portrait.STYLES


def test_a_description_of_a_person_is_read_back() -> None:
    assert portrait.id_of(said()) == "ada"
    assert portrait.hours_of(said()) == (375, 90)
    assert parts() == {
        "pronoun": "she",
        "traits": {"en": ["kind, in her way", "quick"]},
        "speech": {"style": "dry", "en": "Few words."},
        "work": {"title": {"en": "baker"}, "at": "Plum Cafe:cafe", "hours": "08:00-17:00"},
        "looks": LOOKS,
    }
    day = portrait.day_of(said(), PLACES, "en")
    assert [(block["from"], block["to"]) for block in day] == [("06:15", "07:00"), ("00:00", "01:00")]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pronoun", "xe"),
        ("pronoun", 3),
        ("traits", "kind"),
        ("traits", []),
        ("style", "loud"),
        ("work", {"title": "baker", "at": "Nowhere:cafe"}),
        ("work", "baker"),
        ("looks", {**LOOKS, "hair": "made of light"}),
        ("looks", {**LOOKS, "extras": 3}),
        ("looks", {"wings": "two"}),
    ],
)
def test_text_that_we_would_not_write_is_skipped(field: str, value: Any) -> None:
    key = "speech" if field == "style" else field
    assert key not in parts(**{field: value})


@pytest.mark.parametrize("hours", [{"wake": "late"}, {"wake": "06:75"}, {"sleep": None}, {"sleep": "06:15"}])
def test_invalid_hours_are_skipped(hours: dict[str, Any]) -> None:
    assert portrait.hours_of(said(**hours)) is None


@pytest.mark.parametrize(
    "block", [["06:00", "07:00", "washing", "Nowhere:room"], ["07:00", "06:00", "x", "Plum Cafe:cafe"], ["06:00"], 3]
)
def test_a_usual_day_with_an_odd_entry_is_skipped(block: Any) -> None:
    assert portrait.day_of(said(usual=[*SELF["usual"], block]), PLACES, "en") == []


@pytest.mark.parametrize("found", ["..", "Ada Reed", "", 7, "a" * 100])
def test_an_invalid_id_is_skipped(found: Any) -> None:
    assert portrait.id_of(said(id=found)) == ""


def test_without_a_portrait_there_is_nothing() -> None:
    nothing: tuple[dict[str, Any], ...] = ({}, {"milkwood": 3}, {"milkwood": {"self": []}})
    for raw in nothing:
        assert portrait.parts_of(raw, PLACES, "en") == {}
        assert portrait.day_of(raw, PLACES, "en") == []
        assert portrait.hours_of(raw) is None
