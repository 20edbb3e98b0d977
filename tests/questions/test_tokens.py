from hypothesis import given
from hypothesis import strategies as st

from milkwood.questions.tokens import clip, tokens, weight, whole


def test_four_bytes_of_ascii_are_a_token_and_so_is_a_chinese_character() -> None:
    assert tokens("") == 0
    assert tokens("abcd") == 1
    assert tokens("abcde") == 2
    assert tokens("咖啡馆") == 3
    assert tokens("，。") == 2
    assert tokens("ab咖cd") == 2


@given(st.text(), st.text())
def test_weights_add_up(one: str, other: str) -> None:
    assert weight(one + other) == weight(one) + weight(other)


@given(st.text(), st.integers(2, 60))
def test_a_clipped_text_is_never_longer_than_it_may_be(text: str, most: int) -> None:
    assert tokens(clip(text, most)) <= most


def test_a_text_is_clipped_between_words() -> None:
    assert clip("the kettle is singing on the stove", 6) == "the kettle is…"
    assert clip("水壶在炉子上唱着歌", 5) == "水壶在炉…"
    assert clip("short", 6) == "short"


def test_whole_sentences_are_kept_and_half_ones_are_not() -> None:
    assert whole("One. Two is longer. Three", 21) == "One. Two is longer."
    assert whole("一句。两句！三句", 6) == "一句。两句！"
    assert whole("no end to it at all", 8) == ""
