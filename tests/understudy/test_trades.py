"""The deeds of a trade are those of its own kind: a ferrywoman delivers no letters, and a miller fries no onions."""

import pytest

from milkwood.understudy.break_down.families import family, template, work_of
from milkwood.understudy.break_down.matching import _known_by_words, trade_of

TRADES = (
    ("ferrywoman", "渡船船长", "ferrying"),
    ("pilot of the ferry", "摆渡的", "ferrying"),
    ("boatman", "船夫", "ferrying"),
    ("postman", "邮递员", "carrying"),
    ("carter", "车夫", "carrying"),
    ("miller", "磨坊主", "milling"),
    ("brewer", "酿酒师傅", "brewing"),
    ("distiller", "烧酒师傅", "brewing"),
    ("cheesemaker", "做奶酪的师傅", "dairy"),
    ("candle maker", "做蜡烛的", "moulding"),
    ("soap maker", "做肥皂的", "moulding"),
    ("cook at the inn", "客栈厨子", "kitchen_craft"),
    ("butcher", "屠夫", "kitchen_craft"),
)


@pytest.mark.parametrize(("english", "chinese", "name"), TRADES)
def test_a_trade_has_its_own_family(english: str, chinese: str, name: str) -> None:
    for title, language in ((english, "en"), (chinese, "zh")):
        found = trade_of(title, language)
        assert found is not None
        assert found.name == name


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("feeding the millstones", "en", "milling"),
        ("waiting for passengers", "en", "ferrying"),
        ("mending a costume", "en", "mending_clothes"),
        ("cutting peat", "en", "turf"),
        ("carving a spoon", "en", "whittling"),
        ("雕一只鸟", "zh", "whittling"),
        ("缝面袋口", "zh", "milling"),
        ("分拣打上来的鱼", "zh", "catch"),
    ],
)
def test_work_is_known_by_what_is_worked_on(text: str, language: str, name: str) -> None:
    assert name in {one.name for one, _, _ in _known_by_words(text, language)}


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [("carrying water to the field", "en", "carrying"), ("writing up the charts", "en", "map_making")],
)
def test_a_common_verb_or_noun_is_no_trade(text: str, language: str, name: str) -> None:
    assert name not in {one.name for one, _, _ in _known_by_words(text, language)}


def test_raking_salt_is_no_cleaning() -> None:
    found = work_of("raking salt", "en")
    assert found is not None
    assert found.name == "tending_work"


def test_what_a_deed_names_in_either_language_must_be_there() -> None:
    made = template({"en": "looking the bed over", "zh": "把花圃看一遍"}, "🌷", ())
    assert any("garden" in rule.kinds or "outdoors" in rule.needs for rule in made.rules)
    assert family("gardening").middle
