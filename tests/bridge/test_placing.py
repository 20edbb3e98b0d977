import pytest

from milkwood.bridge.placing import PlaceFinder
from tests.bridge.living import PLACES, dweller

FINDER = PlaceFinder(PLACES, ["Ada Reed", "Tom Plum"])


@pytest.mark.parametrize(
    ("text", "sectors"),
    [
        ("works at The Gulls Bakery and Grill", ["The Gulls Bakery and Grill"]),
        ("works at the gull bakery", ["The Gulls Bakery and Grill"]),
        ("works at THE GULLS' BAKERY & GRILL", ["The Gulls Bakery and Grill"]),
        ("works at the Gulls Bakry and Gril", ["The Gulls Bakery and Grill"]),
        ("goes to plum café, then to the Anchor", ["Plum Cafe", "The Anchor Pub"]),
        ("is called Tom Plum", []),
        ("is called Ada Reed and likes plums", []),
        ("lives in Ada Reed's house", ["Ada Reed's house"]),
        ("walks in Reed Park", ["Reed Park"]),
        ("a bakery, a grill and a college", []),
    ],
)
def test_a_sector_is_found_by_its_name_however_it_is_written(text: str, sectors: list[str]) -> None:
    assert [each.sector for each in FINDER.sectors(text)] == sectors


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("studies at the library of Cliff College", "Cliff College:library"),
        ("goes to cliff college to take classes", "Cliff College:classroom"),
        ("reads at the library", "Cliff College:library"),
        ("has a drink at the bar", "The Anchor Pub:pub"),
        ("sits in the local park", "Reed Park:park"),
        ("owns a parking lot", None),
        ("plays the piano at Plum Cafe", "Plum Cafe:cafe"),
        ("在图书馆看书", "Cliff College:library"),
        ("去公园散步", "Reed Park:park"),
    ],
)
def test_a_room_is_found_by_its_name_its_sector_or_a_general_word(text: str, address: str | None) -> None:
    found = FINDER.find(text, dweller())
    assert (found and found.address) == address


@pytest.mark.parametrize(
    ("what", "address"),
    [
        ("sleeping", "Ada Reed's house:main room:bed"),
        ("taking a shower", "Ada Reed's house:bathroom"),
        ("having breakfast at home", "Ada Reed's house:kitchen"),
        ("creating a poster", "Ada Reed's house:main room"),
        ("going for a run", "Reed Park:park"),
        ("teaching", "Cliff College:classroom"),
        ("having lunch at plum cafe", "Plum Cafe:cafe"),
        ("在家吃晚饭", "Ada Reed's house:kitchen"),
    ],
)
def test_a_deed_has_a_place(what: str, address: str) -> None:
    assert FINDER.for_deed(what, dweller()) == address
