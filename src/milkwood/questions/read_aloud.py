"""Marks of a prompt in a text, and the speaker's name in front of a line: what a model reads aloud from its question.

Knows the wording of prompts (`pieces.toml`, the templates). Invariant: the marks are derived from that wording, so that
a new one is found as well; ordinary brackets stay.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from milkwood.questions.pieces import wording
from milkwood.questions.prompt import SLOT, template

_SLOTS = re.compile(r"\{[a-z_]*\*?\}")
_BRACKETED = re.compile(r"\s*[\[［【(（](?P<inside>.*)[\]］】)）]\s*\Z")
_OPEN: Final = r"\s*[\[［【(（]\s*"
_CLOSE: Final = r"\s*[\]］】)）]"
_MAX_FIELD_CHARACTERS: Final = 60
"""Characters of a filled field in a mark."""
_NUMBER: Final = r"#\d{1,5}\b"
_AT_AN_END = re.compile(
    rf"^\s*[\[［【(（]?{_NUMBER}[\]］】)）]?[\s:：,，.]*|\s*[\[［【(（]?{_NUMBER}[\]］】)）]?(?=[.。!！?？]?\s*$)"
)
_HEAD = re.compile(r"^([^:：]*[^:：\s])\s*[:：]\s*\{[a-z_]*\*?\}$")
"""The label of a line that a list follows."""
_LABEL_WORDS: Final = 2
_LABEL_CHARACTERS: Final = 4
"""Length from which on a label of a template cannot be a person's own words."""
_ROLES: Final = (
    "me|you|i|assistant|user|system|speaker|narrator|character|person|human|npc|bot|ai|answer|reply|response|line|say|"
    "我|你|助手|用户|系统|旁白|回答|回复|台词|角色"
)
_IN_BRACKETS: Final = r"\s*[(（\[［][^()（）\[\]［］]{1,40}[)）\]］]"
"""What stands after a name in a prompt: “(you)”, an age."""
_ANY_NAMED = re.compile(
    r"^(?:[A-ZÀ-Þ][\w'’.-]*(?:\s[A-ZÀ-Þ][\w'’.-]*){0,2}|[\u3400-\u9fff·]{1,12})"
    r"\s*[(（\[［](?:you|你|\d{1,3}(?: years old|岁)?)[)）\]］]\s*[:：]\s*"
)
"""A name that the question may not know, as a card or a line of the prompt writes it."""


def without_name(line: str, names: Iterable[str]) -> str:
    """A line without a name or role in front, in any form that a prompt or a script has."""
    known = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True))
    named = rf"(?i:{known + '|' if known else ''}{_ROLES})(?:{_IN_BRACKETS})?"
    in_front = rf"^[\[［【\s]*{named}[\]］】\s]*[:：]\s*"
    for _ in range(2):
        line = _ANY_NAMED.sub("", re.sub(in_front, "", line))
    return line


def without_marks(text: str, language: str) -> str:
    """A text without the marks of a prompt that stand apart: in brackets, or a number in front or at the end."""
    for mark in _marks(language):
        text = mark.sub("", text)
    return _AT_AN_END.sub("", text).strip()


def mark_in(text: str, language: str) -> str:
    """A mark of the prompt within a text; empty for none."""
    found = re.search(_NUMBER, text) or next((at for mark in _marks(language) if (at := mark.search(text))), None)
    return found[0].strip() if found else ""


def label_in(text: str, kind: str, language: str) -> str:
    """A label of the kind's prompt that a text repeats: “Lines left: 3”; empty for none."""
    return next((at[0].strip() for label in _labels(kind, language) if (at := label.search(text))), "")


@cache
def _marks(language: str) -> tuple[re.Pattern[str], ...]:
    """Bracketed pieces of the wording, with any of the usual brackets, and pieces that count something."""
    found = []
    for piece in wording(language).values():
        inside = _BRACKETED.match(piece)
        if inside and _SLOTS.sub("", inside["inside"]).strip():
            found.append(_OPEN + _filled(inside["inside"]) + _CLOSE)
        elif re.search(r"\d", piece) and "{" in piece:
            found.append(_filled(piece.strip()))
    return tuple(re.compile(each, re.IGNORECASE) for each in dict.fromkeys(found))


@cache
def _labels(kind: str, language: str) -> tuple[re.Pattern[str], ...]:
    """What stands before a slot and ends with a colon or is closed by the slot's sentence."""
    found = []
    alone = []
    for name, lines in template(kind, language).items():
        for line in lines if name != "rules" else ():
            found += [each for each in _pieces_of(line) if _is_label(each)]
            alone += [_filled(head) for head in _HEAD.findall(line) if _is_label(_SLOTS.sub("", head))]
    texts = [rf"(?:^|(?<=[.。;；!！?？\n]))\s*{re.escape(each)}" for each in dict.fromkeys(found)]
    return tuple(re.compile(each, re.IGNORECASE) for each in (*texts, *(rf"^\s*{each}[.。]?\s*$" for each in alone)))


def _pieces_of(line: str) -> list[str]:
    """The labels of a template's line: each text before a slot, from the last sentence on."""
    texts = SLOT.split(line)[::3]  # between texts stand each slot's name and its asterisk
    return [re.split(r"[.。，,]\s*", text)[-1].strip() for text in texts if text.rstrip().endswith((":", "："))]


def _is_label(text: str) -> bool:
    han = len(re.findall(r"[\u3400-\u9fff]", text))
    return han >= _LABEL_CHARACTERS if han else len(text.split()) >= _LABEL_WORDS


def _filled(piece: str) -> str:
    """A pattern of a piece with its fields filled in."""
    return rf".{{1,{_MAX_FIELD_CHARACTERS}}}?".join(re.escape(text) for text in _SLOTS.split(piece))
