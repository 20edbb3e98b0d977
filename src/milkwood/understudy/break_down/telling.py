"""Deeds in words: choices made, tokens filled in, tools found, repetitions avoided.

Invariant: no two deeds in a row have the same text; a text is repeated only if nothing else is left.
"""

import re
from dataclasses import replace

from milkwood.chance import Stream
from milkwood.questions.break_down import schema
from milkwood.understudy.break_down.families import CHOICE, DeedTemplate, Family
from milkwood.understudy.break_down.scene import BlockScene
from milkwood.understudy.react.signs import says

MAX_WORDING_TRIES = 4
_NAMED = tuple(
    (re.compile(pattern), emoji)
    for pattern, emoji in (
        (r"\b(?:porridge|oatmeal|cereal|muesli)\b|粥|麦片", "🥣"),
        (r"\b(?:toast|bread|rolls?|loaf|bagel)\b|吐司|面包", "🍞"),
        (r"\beggs?\b|鸡蛋|煎蛋", "🍳"),
        (r"\b(?:soup|stew|chowder)\b|汤|炖菜", "🍲"),
        (r"\bnoodles?\b|面条|汤面|拌面", "🍜"),
        (r"\bsandwich(?:es)?\b|三明治", "🥪"),
        (r"\bdumplings?\b|饺子|包子", "🥟"),
        (r"\bcoffee\b|咖啡(?!馆)", "☕"),
        (r"\btea\b|喝茶|沏茶", "🍵"),
        (r"\b(?:descriptions?|writing)\b|写", "✍️"),
    )
)
_GENERAL = frozenset("🥣 🥗 🍽️ 🍴 📷".split())
"""Emoji of general families; the emoji of the text's own words is used instead."""


class Teller:
    """Collects the deeds of one block."""

    def __init__(self, scene: BlockScene, draw: Stream, lately: set[str]) -> None:
        self._scene = scene
        self._draw = draw
        self._said = lately
        self._what = ""
        self.told: list[schema.PlannedDeed] = []
        """Deeds without their lengths."""
        self.brief: list[bool] = []
        """For each deed, whether it is short."""

    def able(self, deeds: tuple[DeedTemplate, ...]) -> list[DeedTemplate]:
        """Deeds whose things are there."""
        return [deed for deed in deeds if self._scene.tool(deed) is not None]

    def own(self, text: str, family: Family) -> None:
        """The block's own text as a deed, with an emoji for its words."""
        self._what = text
        if family.own is not None:
            self.tell(text, replace(family.own, emoji=_emoji_of(text, family.own.emoji)))

    def words(self, deed: DeedTemplate) -> str:
        """A wording of a deed that was not used recently, then reserved; empty if there is none."""
        if "{what}" in deed.texts["en"] and not self._what:
            return ""
        for _ in range(MAX_WORDING_TRIES):
            text = self._word(deed)
            if text not in self._said:
                self._said.add(text)
                return text
        return ""

    def fill(self, family: Family, count: int) -> None:
        """Add deeds when all wordings are used up, the least recent first."""
        able = self.able(family.middle or family.begin or family.end)
        texts = [(self._word(deed), deed) for deed in self._draw.shuffled(able)]
        for index in range(count):
            later = [pair for pair in texts[index % max(len(texts), 1) :] + texts if self._fresh(pair[0])]
            if later:
                self.tell(*later[0])
            elif family.own is not None and self._what and self._fresh(self._what):
                self.tell(self._what, family.own)

    def _fresh(self, text: str) -> bool:
        return not self.told or self.told[-1].what != text

    def _word(self, deed: DeedTemplate) -> str:
        parts = CHOICE.split(deed.texts[self._scene.language])
        parts[1::2] = [self._draw.chosen(group.split("/")) for group in parts[1::2]]
        text = "".join(parts).replace("{what}", self._what)
        for token, word in self._scene.pronouns.items():
            text = text.replace(f"{{{token}}}", word)
        return text

    def tell(self, text: str, deed: DeedTemplate, brief: bool = False) -> None:
        """Add a deed in these words."""
        tool, meant = self._scene.tool(deed) or ("", False)
        effect, note = (self._scene.effect(tool, deed.state), deed.notes) if tool and meant else ("", {})
        self._said.add(text)
        self.brief.append(brief)
        busy = any(says(sign, text, self._scene.language) for sign in ("pressing", "private"))
        told = schema.PlannedDeed.model_construct(what=text, tool=tool, emoji=deed.emoji, effect=effect)
        if note:
            told.note = note[self._scene.language]
        if busy:
            told.busy = True
        self.told.append(told)


def _emoji_of(text: str, emoji: str) -> str:
    """The emoji of the first known word of a text, if its family's own is general."""
    if emoji not in _GENERAL:
        return emoji
    found = [(match.start(), mark) for pattern, mark in _NAMED if (match := pattern.search(text)) is not None]
    return min(found)[1] if found else emoji
