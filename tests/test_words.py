import pytest

from milkwood.words import ENGLISH, Language, Words

CHINESE = Language("zh")


def test_a_text_is_read_in_the_language_asked_for() -> None:
    words = Words({"en": "cafe", "zh": "咖啡馆"})
    assert words.in_language(CHINESE) == "咖啡馆"
    assert words[ENGLISH] == "cafe"
    assert list(words) == ["en", "zh"]


def test_a_missing_language_falls_back_to_the_first() -> None:
    assert Words.plain("cafe").in_language(Language("ja")) == "cafe"


def test_texts_are_values() -> None:
    assert Words({"en": "a"}) == Words.plain("a")
    assert len({Words.plain("a"), Words.plain("a"), Words.plain("b")}) == 2
    with pytest.raises(ValueError, match="at least one language"):
        Words({})
