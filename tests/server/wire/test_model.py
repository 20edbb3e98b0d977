"""Every message is clean and can be serialised."""

import json

import pytest
from hypothesis import given
from pydantic import ValidationError

from milkwood.i18n import in_language, t
from milkwood.server.wire.acts import WhisperIn
from milkwood.server.wire.model import RefusalOut, page_json
from milkwood.server.wire.runs import ForkIn
from tests.borders import NASTY, SPOILED, foul


@given(NASTY)
def test_every_text_on_the_wire_is_clean(text: str) -> None:
    told = page_json({"say": [text, 7], text: {"what": text}})
    assert not foul(json.loads(told)["say"][0], lines=True)
    assert not foul(told)
    told.encode()
    assert not foul(RefusalOut(what=text, remedy="").what, lines=True)


def test_a_message_with_words_of_others_in_it_is_clean_in_every_language() -> None:
    refused = RefusalOut(what=t("There is no run “{name}” here.", name=SPOILED), remedy="")
    assert not foul(refused.what, lines=True)
    assert "这里没有" in in_language(refused.what, "zh")
    assert not foul(in_language(refused.what, "zh"), lines=True)


def test_words_that_come_in_are_cleaned_and_names_of_runs_are_left_to_be_refused() -> None:
    assert WhisperIn(tick=None, kind="whisper", person="ada", text="a\x1b[31mb").text == "ab"
    assert ForkIn(tick=0, name="a\u202eb").name == "a\u202eb"
    with pytest.raises(ValidationError):
        WhisperIn(tick=None, kind="whisper", person="ada", text="\u200b\u202e")
