import pytest

from milkwood.questions.case import example
from milkwood.questions.language_check import is_foreign, words_of
from milkwood.words import Language
from tests.questions.days import people


def _used() -> str:
    return "Wi-Fi 赵雯"


@pytest.mark.parametrize(
    "text", ["好啊，明天见。", "她穿了件T恤。", "店里的Wi-Fi又断了。", "学DNA的课。", "三点", "7:30起床"]
)
def test_chinese_is_chinese(text: str) -> None:
    assert not is_foreign(text, "zh", _used)


@pytest.mark.parametrize("text", ["See you.", "明天见，my friend。", "よろしく、明天见", "Okay", "明天 meeting 见"])
def test_other_text_is_foreign_to_chinese(text: str) -> None:
    assert is_foreign(text, "zh", _used)


@pytest.mark.parametrize(
    "text", ["See you tomorrow.", "Señora Lopez is at the café.", "Call 赵雯 about it.", "Boat Shed", "Ça va?"]
)
def test_english_is_english(text: str) -> None:
    assert not is_foreign(text, "en", _used)


@pytest.mark.parametrize(
    "text", ["明天见", "See you 明天", "Ich komme nicht, das ist mir zu viel und ich bin müde", "Привет, Klaus"]
)
def test_other_text_is_foreign_to_english(text: str) -> None:
    assert is_foreign(text, "en", _used)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_text_of_both_towns_is_of_its_language(language: str) -> None:
    for person, _ in people():
        texts = [person.biography, person.speech.note, *person.concerns, *(memory.text for memory in person.memories)]
        texts += [block.what for block in person.habits.day]
        for text in texts:
            assert not is_foreign(text[Language(language)], language, str), text


def test_ids_are_no_words_of_a_question() -> None:
    words = words_of(example("speak", "zh", {}))
    assert "Hobbs" not in words
    assert "klaus" not in words
    assert "霍布斯咖啡馆店堂" in words
