"""A message is an English text that can be translated later, however it is passed on until then."""

import copy
import pickle

import pytest

from milkwood.errors import SetupError
from milkwood.i18n import Finished, Text, in_language, join, languages, looked_up, sentences, t, tn


def test_a_message_is_its_english() -> None:
    text = t("There is no run “{name}” here.", name="monday")
    assert text == "There is no run “monday” here."
    assert in_language(text, "en") == text == in_language(text, "fr")


def test_a_message_in_another_language_keeps_its_values() -> None:
    assert (
        in_language(t("There is no run “{name}” here.", name="{x} % file"), "zh") == "这里没有名为“{x} % file”的记录。"
    )
    assert in_language(t("Choose another name."), "zh") == "请换一个名字。"


def test_other_text_stays_unchanged() -> None:
    assert in_language("There is no run “a” here.", "zh") == "There is no run “a” here."
    assert in_language(t("Quite another thing."), "zh") == "Quite another thing."


def test_a_message_within_a_message_is_translated_with_it() -> None:
    clauses = [
        t("its seed is {one}, not {other}", one=1, other=5),
        t("its language is {one}, not {other}", one="en", other="zh"),
    ]
    text = t(
        "The run “{name}” was started with other options: {differences}.",
        name="a",
        differences=join(t("; ", context="clauses"), clauses),
    )
    assert text.endswith("its seed is 1, not 5; its language is en, not zh.")
    assert "它的种子是 1，不是 5；它的语言是 en，不是 zh" in in_language(text, "zh")


@pytest.mark.parametrize("travel", [copy.copy, copy.deepcopy, lambda text: pickle.loads(pickle.dumps(text)), str])
def test_a_message_survives_copying_and_pickling(travel: "type[str]") -> None:
    text = travel(tn("{count} problem to fix.", "{count} problems to fix.", count=2))
    assert text == "2 problems to fix."
    assert in_language(text, "zh") == "有 2 处要改。"


def test_a_plural_is_that_of_the_count() -> None:
    assert tn("{count:,} token", "{count:,} tokens", count=1) == "1 token"
    assert tn("{count:,} token", "{count:,} tokens", count=0) == "0 tokens"
    assert in_language(tn("{count:,} token", "{count:,} tokens", count=1), "zh") == "1 个词元"
    assert in_language(tn("{count} nail", "{count} nails", count=3), "zh") == "3 nails"


def test_an_error_is_put_together_of_its_parts() -> None:
    error = SetupError(t("Nothing answers at this address."), where="fake", remedy=t("Choose another name."))
    assert str(error) == "fake: Nothing answers at this address. Choose another name."
    assert in_language(str(error), "zh") == "fake：这个地址没有应答。请换一个名字。"
    wrapped = t("Names are ids: {why}", why=error)
    assert in_language(wrapped, "zh").endswith("fake：这个地址没有应答。请换一个名字。")


def test_sentences_follow_one_another_as_a_language_does() -> None:
    assert sentences() == ""
    assert sentences(t("Choose another name."), "", "Two.") == "Choose another name. Two."
    assert in_language(sentences(t("Choose another name."), "Two."), "zh") == "请换一个名字。Two."


def test_texts_in_a_message_can_be_changed() -> None:
    text = t("“{file}” cannot be read ({error}).", file="runs/a", error=Finished("Permission denied"))
    changed = text.mapped(lambda each: each.replace("runs/", ""))
    assert isinstance(changed, Text)
    assert changed.startswith("“a” ")


def test_a_label_is_found_by_its_context() -> None:
    assert looked_up("file", "zh", "label") == "文件"
    assert looked_up("file", "zh") == "file"
    assert looked_up("file", "en", "label") == "file"


def test_english_comes_first() -> None:
    assert languages()[0] == "en"
    assert "zh" in languages()
