"""Sentences of libraries are found by their templates; unknown ones stay as they are."""

import errno
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.i18n import Finished, in_language, t


def test_quoted_messages_of_libraries_are_translated() -> None:
    error = OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    assert in_language(t("It cannot be opened ({error}).", error=error), "zh") == "无法打开（没有这个文件或文件夹）。"
    assert in_language(Finished("No such command 'rnu'."), "zh") == "没有“rnu”这个命令。"


def test_a_name_in_quotes_stays_a_name() -> None:
    assert in_language(Finished("There is no run “Permission denied” here."), "zh").count("Permission denied") == 1


def test_unknown_text_stays_unchanged() -> None:
    assert in_language(Finished("Quite another thing."), "zh") == "Quite another thing."
    assert in_language(Finished("Permission denied"), "en") == "Permission denied"


@given(st.text(max_size=300))
def test_any_text_can_be_looked_for(text: str) -> None:
    assert isinstance(in_language(Finished(text), "zh"), str)


@pytest.mark.parametrize("piece", ["a. ", "a: ", "“a” or ", "line 1: ", "x, and 2 more "])
def test_an_endless_text_is_returned_unchanged(piece: str) -> None:
    for longest in (990, 3900):
        assert in_language(Finished(piece * (longest // len(piece))), "zh")
