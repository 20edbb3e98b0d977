from milkwood.ids import is_slug


def test_a_slug_is_lower_case_words_joined_by_underscores() -> None:
    assert is_slug("isabella_rodriguez")
    assert is_slug("day2")
    for text in ("", "Isabella", "a b", "a__b", "_a", "a_", "a\n", "é"):
        assert not is_slug(text), text
