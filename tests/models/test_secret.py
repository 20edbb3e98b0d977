import json
import pickle

import pytest

from milkwood.models.secret import Secret

KEY = "sk-test-0123456789abcdefWXYZ"


def test_a_key_is_shown_only_when_revealed() -> None:
    secret = Secret(KEY)
    shown = [str(secret), repr(secret), f"{secret}", f"{secret!r}", f"{[secret]}", "%s" % secret]  # noqa: UP031
    assert all(KEY not in text and "0123" not in text for text in shown)
    assert secret.reveal() == KEY


def test_a_long_key_can_be_told_from_another_and_a_short_one_shows_nothing() -> None:
    assert Secret(KEY).masked() == "…WXYZ"
    assert Secret("short").masked() == "…"


def test_a_key_is_not_written_anywhere() -> None:
    with pytest.raises(TypeError):
        json.dumps({"key": Secret(KEY)})
    with pytest.raises(TypeError, match="not to be written"):
        pickle.dumps(Secret(KEY))


def test_keys_compare_by_what_they_are() -> None:
    assert Secret(KEY) == Secret(KEY)
    assert len({Secret(KEY), Secret(KEY), Secret("other")}) == 2
    assert Secret(KEY) != KEY
    assert not Secret("")
