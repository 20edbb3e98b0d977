"""How sure a statement is, by its own words, in both languages."""

import pytest

from milkwood.understudy.language.certainty import (
    confirms,
    denies,
    is_hearsay,
    said_to_be_there,
    what_is_denied,
    without_hearsay,
)

PEOPLE = (("vesna", "Vesna Ilic"), ("anselm", "Anselm Kern"), ("vesna", "维斯娜"), ("anselm", "安瑟姆"))


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("I heard that the pass will close in March.", "The pass will close in March."),
        ("I heard Vesna is leaving the ward.", "Vesna is leaving the ward."),
        ("They say the well is poisoned.", "The well is poisoned."),
        ("Rumour has it that Anselm sold a bell.", "Anselm sold a bell."),
        ("Anselm sold a bell, but I do not know if it is true.", "Anselm sold a bell."),
        ("I heard something, and I do not know if it is true.", ""),
        ("听说山口三月要封。", "山口三月要封。"),
        ("安瑟姆卖了一口钟，不知是真是假。", "安瑟姆卖了一口钟。"),
        ("有人说，井水有毒。", "井水有毒。"),
        ("不知道是不是真的。", ""),
    ],
)
def test_hearsay_is_known_and_what_it_says_can_be_repeated(text: str, rest: str) -> None:
    assert is_hearsay(text)
    assert without_hearsay(text) == rest


@pytest.mark.parametrize(
    "text", ["The pass will close in March.", "I heard the bell at six.", "山口三月要封。", "我听见钟响。"]
)
def test_plain_statements_are_no_hearsay(text: str) -> None:
    assert not is_hearsay(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("It is not true that Anselm sold a bell.", "Anselm sold a bell."),
        ("They say the pass will close, but that is not true.", "The pass will close."),
        ("没有这回事：安瑟姆卖了一口钟。", "安瑟姆卖了一口钟。"),
        ("听说山口要封，这话不是真的。", "山口要封。"),
        ("Anselm sold a bell.", ""),
        ("安瑟姆卖了一口钟。", ""),
    ],
)
def test_a_denial_says_what_is_not_so(text: str, what: str) -> None:
    assert what_is_denied(text) == what


@pytest.mark.parametrize(
    ("text", "denial", "confirmation"),
    [
        ("That is not true.", True, False),
        ("Oh no, that's a lie!", True, False),
        ("没有这回事。", True, False),
        ("这话不是真的。", True, False),
        ("It is true.", False, True),
        ("I saw it myself.", False, True),
        ("是真的。", False, True),
        ("我亲眼看见的。", False, True),
        ("That is a pity.", False, False),
        ("真好。", False, False),
    ],
)
def test_answers_deny_or_confirm(text: str, denial: bool, confirmation: bool) -> None:
    assert (denies(text), confirms(text)) == (denial, confirmation)


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("The wall fell in the night; Vesna was there.", ["vesna"]),
        ("The mule fell, and Anselm saw it.", ["anselm"]),
        ("He shouted in front of Vesna and Anselm.", ["vesna", "anselm"]),
        ("墙塌的时候，维斯娜也在场。", ["vesna"]),
        ("他当着维斯娜的面发了火。", ["vesna"]),
        ("Vesna is leaving the ward.", []),
    ],
)
def test_people_who_were_there_are_found(text: str, who: list[str]) -> None:
    assert list(said_to_be_there(text, PEOPLE)) == who
