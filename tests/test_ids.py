from pathlib import Path

from milkwood.ids import is_slug, typed_path


def test_a_slug_is_lower_case_words_joined_by_underscores() -> None:
    assert is_slug("isabella_rodriguez")
    assert is_slug("day2")
    for text in ("", "Isabella", "a b", "a__b", "_a", "a_", "a\n", "é"):
        assert not is_slug(text), text


def test_an_unknown_home_is_left_as_typed() -> None:
    assert typed_path("~/x") == Path.home() / "x"
    assert typed_path("~noone-of-that-name/x") == Path("~noone-of-that-name/x")
