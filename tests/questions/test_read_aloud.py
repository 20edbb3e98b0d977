"""What a model reads aloud from its prompt: found in every wording there is, and nothing else."""

import re

import pytest

from milkwood.questions.pieces import languages, wording
from milkwood.questions.prompt import template
from milkwood.questions.read_aloud import label_in, mark_in, without_marks, without_name
from milkwood.questions.registry import KINDS

GOOD = {"en": "I would love to come on Friday.", "zh": "星期五我一定去。"}
NAMES = {"en": ("Eddy Lin", "Eddy", "John"), "zh": ("林艾迪", "艾迪", "约翰")}
BRACKETS = {"(": ")", "（": "）", "[": "]", "［": "］", "【": "】"}


def bracketed(language: str) -> list[str]:
    """All pieces of the wording that are a mark in brackets, with names filled in."""
    filled = (piece.replace("{}", NAMES[language][2]) for piece in wording(language).values())
    return [each.strip() for each in filled if re.fullmatch(r"\s*[\[［(（]\S.*[\]］)）]\s*", each)]


@pytest.mark.parametrize("language", languages())
def test_every_mark_of_the_wording_is_taken_out_in_any_brackets(language: str) -> None:
    marks = bracketed(language)
    assert len(marks) > 5
    for mark in marks:
        for opened, closed in BRACKETS.items():
            text = f"{GOOD[language]} {opened}{mark[1:-1]}{closed}"
            assert mark_in(text, language), text
            assert without_marks(text, language) == GOOD[language]


@pytest.mark.parametrize("language", languages())
def test_numbers_of_memories_are_taken_out_at_the_ends_and_found_within(language: str) -> None:
    good = GOOD[language]
    for text in (f"#41 {good}", f"{good} #41", f"[#41] {good}", f"{good}（#41）"):
        assert without_marks(text, language) == good
    within = good[:3] + " #41 " + good[3:]
    assert mark_in(without_marks(within, language), language) == "#41"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", languages())
def test_no_label_of_a_prompt_is_part_of_an_ordinary_line(kind: str, language: str) -> None:
    assert label_in(GOOD[language], kind, language) == ""


@pytest.mark.parametrize(
    ("language", "label"), [("en", "You also remember:"), ("en", "The talk so far:"), ("zh", "你还想起：")]
)
def test_labels_of_the_line_s_prompt_are_found(language: str, label: str) -> None:
    assert label in "\n".join("\n".join(lines) for lines in template("speak", language).values())
    assert label_in(f"{GOOD[language]} {label} 3", "speak", language)


@pytest.mark.parametrize(
    "front",
    [
        "Eddy: ",
        "Eddy Lin: ",
        "Eddy (you): ",
        "Eddy (19): ",
        "[Eddy]: ",
        "eddy (you): ",
        "Me: ",
        "You: ",
        "Assistant: ",
        "Ruth (43): ",
    ],
)
def test_a_name_or_role_in_front_is_taken_off(front: str) -> None:
    assert without_name(front + GOOD["en"], NAMES["en"]) == GOOD["en"]


@pytest.mark.parametrize(
    "front", ["艾迪：", "林艾迪：", "艾迪（你）：", "艾迪（19岁）：", "【艾迪】：", "我：", "助手：", "王姐（43岁）："]
)
def test_a_chinese_name_or_role_in_front_is_taken_off(front: str) -> None:
    assert without_name(front + GOOD["zh"], NAMES["zh"]) == GOOD["zh"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Listen: I would love to come."),
        ("en", "One thing (a small one): bring a chair."),
        ("en", "Eddy, I would love to come."),
        ("en", "The bus leaves at 10:15."),
        ("en", "Bring rolls (the round ones) and butter."),
        ("zh", "听我说：星期五我一定去。"),
        ("zh", "带点面包（圆的那种）来。"),
    ],
)
def test_ordinary_colons_and_brackets_stay(language: str, text: str) -> None:
    assert without_name(text, NAMES[language]) == without_marks(text, language) == text
    assert not mark_in(text, language)
