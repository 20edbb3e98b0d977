"""What a clean text is, whatever it was made of."""

import json
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from milkwood.clean import clean, clean_all, is_clean
from tests.borders import NASTY, foul

KEPT = [
    "👨‍👩‍👧‍👦 👩🏽‍❤️‍💋‍👨 🏳️‍🌈 🐻‍❄️ 🧑‍🍳 #️⃣ 🇩🇪",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "می‌خواهم",
    "क्‍ष",
    "שָׁלוֹם",
    "العربية ۝",
    "霍布斯咖啡馆　你好，世界。",
    "葛\U000e0100飾",
    "“naïve café” — …",
    "\U0001fae9 a sign newer than this Python",
]


@pytest.mark.parametrize("text", KEPT)
def test_letters_and_emoji_of_every_script_stay_as_they_are(text: str) -> None:
    assert clean(text) == text
    assert clean(f"a\x1b[31m{text}\u202e") == f"a{text}"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b[31mred\x1b[0m\x07 bell\x08\x7f", "red bell"),
        ("a\x1b]0;title\x07b\x1b]8;;http://x\x1b\\c\x9b2Jd\x90q\x9ce", "abcde"),
        ("\x1b]52;no end, so the words stay", "52;no end, so the words stay"),
        ("\u202egnp.exe\u2066 \u200bz\ufeff\u200f", "gnp.exe z"),
        ("one\r\ntwo\u2028three\x85four\rfive\x0bsix\tseven", "one two three four five six seven"),
        ("half \ud83d a pair, both \ud83d\ude00", "half � a pair, both 😀"),
        ("\ufdd0\U0001ffff", "��"),
        ("hidden\U000e0068\U000e0069 words\ufe01\ufe02\ufe03", "hidden words\ufe01"),
        ("s\u200dp\u200cl\u200di\u200dt \u200d", "split "),
    ],
)
def test_what_acts_on_a_terminal_or_hides_goes(text: str, left: str) -> None:
    assert clean(text) == left


def test_lines_and_tabs_stay_where_lines_are_allowed() -> None:
    assert clean("a\tb\r\nc\u2029d", lines=True) == "a\tb\nc\nd"


@settings(max_examples=400)
@given(NASTY)
def test_a_cleaned_text_is_clean_can_be_written_and_stays_so(text: str) -> None:
    for lines in (False, True):
        cleaned = clean(text, lines=lines)
        assert not foul(cleaned, lines=lines)
        assert is_clean(cleaned, lines=lines)
        cleaned.encode()


@given(some.text(some.characters(categories=["L", "Nd", "Po", "Sm"])))
def test_plain_words_are_not_changed(text: str) -> None:
    assert clean(unicodedata.normalize("NFC", text)) == unicodedata.normalize("NFC", text)


@settings(max_examples=50)
@given(
    some.recursive(
        NASTY | some.integers() | some.none(), lambda each: some.lists(each) | some.dictionaries(NASTY, each)
    )
)
def test_everything_inside_data_is_cleaned_and_can_be_written(plain: object) -> None:
    written = json.dumps(clean_all(plain), ensure_ascii=False)
    written.encode()
    assert not re.search(r"\\u00(?:0[0-8bcef]|1|7f)", written)
    assert not foul(written, lines=True)
