"""Deeds in words: choices made, tokens filled in, tools found, repetitions avoided.

Invariant: no two deeds in a row have the same text; a text is repeated only if nothing else is left.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from zlib import crc32

from milkwood.chance import Stream
from milkwood.questions.break_down import schema
from milkwood.understudy.break_down.emoji import emoji_for
from milkwood.understudy.break_down.families import CHOICE, DeedTemplate, Family
from milkwood.understudy.break_down.presence import rules_for
from milkwood.understudy.break_down.scene import BlockScene
from milkwood.understudy.language.events import MERRY, SOBER_EMOJI
from milkwood.understudy.react.signs import says

DAY_PARTS, TURN_MINUTES = 3, 60
"""Blocks are told apart from each other: those of one day say less of the same if each part has wordings of its own."""
MAX_WORDING_DAYS = 2


class Teller:
    """Collects the deeds of one block.

    The wordings of a family are shared out to two turns of days, half and half, and to parts of a day.
    """

    def __init__(self, scene: BlockScene, draw: Stream, lately: set[str], turn: int) -> None:
        self._turn = turn
        self._scene = scene
        self._draw = draw
        self._said = lately
        self._what = ""
        self.told: list[schema.PlannedDeed] = []
        """Deeds without their lengths."""
        self.brief: list[bool] = []
        """For each deed, whether it is short."""
        self._slots: dict[str, str] = {}

    def has_said(self, text: str) -> bool:
        """Whether a text was used recently."""
        return text in self._said

    def able(self, deeds: tuple[DeedTemplate, ...]) -> list[DeedTemplate]:
        """Deeds whose things are there, and which befit a sober event if it is one."""
        sober = self._scene.sober
        return [
            deed
            for deed in deeds
            if self._scene.tool(deed) is not None
            and self._scene.permits(deed.rules)
            and not (sober and deed.emoji in MERRY)
        ]

    def own(self, text: str, family: Family) -> bool:
        """Add the block's own text as a deed, with an emoji for its words; False if the last deed said it."""
        self.speak_of(text)
        if family.own is None or not self._fresh(text):
            return False
        emoji = emoji_for(text, family, self._scene.language)
        self.tell(text, replace(family.own, emoji=SOBER_EMOJI if self._scene.sober and emoji in MERRY else emoji))
        return True

    def speak_of(self, text: str) -> None:
        """Take an activity's own text as what the next deeds are about."""
        self._what = text
        self._slots = {"what": text, "it": self._scene.object_of(text), "event": self._scene.event_of(text)}

    def words(self, deed: DeedTemplate, near: int) -> str:
        """A wording of a deed that was not used recently, then reserved; empty if there is none.

        At 0 it is one of this part of this day, at 1 one of this day, at 2 any, those of this day first.
        """
        later = ""
        for text, number in self._wordings(deed):
            if not text or text in self._said:
                continue
            if self.has_turn(number) and (near > 0 or self._is_of_this_part(text)):
                self._said.add(text)
                return text
            later = later or text
        if near == MAX_WORDING_DAYS and later:
            self._said.add(later)
            return later
        return ""

    def has_turn(self, number: int) -> bool:
        """Whether what has this number, a deed or a wording, belongs to this day."""
        return number % 2 == self._turn

    def _is_of_this_part(self, text: str) -> bool:
        return crc32(text.encode()) % DAY_PARTS == self._scene.minute // TURN_MINUTES % DAY_PARTS

    def first_of(self, deeds: list[DeedTemplate]) -> bool:
        """Add the first deed with a wording that was not used recently, and take it off the list; False for none."""
        while deeds:
            deed = deeds.pop(0)
            if text := self.words(deed, 0):
                self.tell(text, deed)
                return True
        return False

    def fill(self, family: Family, count: int) -> None:
        """Add deeds when all wordings are used up, the least recent first."""
        able = self.able(family.middle or family.begin or family.end)
        texts = [(text, deed) for deed in self._draw.shuffled(able) if (text := self._word(deed))]
        for index in range(count):
            later = [pair for pair in texts[index % max(len(texts), 1) :] + texts if self._fresh(pair[0])]
            if later:
                text, deed = later[0]
                self.tell(text, deed)
            elif family.own is not None and self._what and self._fresh(self._what):
                self.tell(self._what, family.own)

    def _fresh(self, text: str) -> bool:
        return not self.told or self.told[-1].what != text

    def _word(self, deed: DeedTemplate) -> str:
        """Any wording; empty for none."""
        return next((text for text, _ in self._wordings(deed)), "")

    def _wordings(self, deed: DeedTemplate) -> Iterator[tuple[str, int]]:
        """All wordings in random order, each with its number: neighbours differ by one.

        None where a token has no words, or every option of a choice names what is not there.
        """
        parts = CHOICE.split(deed.texts[self._scene.language])
        needed = deed.options.get(self._scene.language, ())
        options = [
            [
                (number, option)
                for number, option in enumerate(group.split("/"))
                if place >= len(needed) or self._scene.permits(needed[place][number])
            ]
            for place, group in enumerate(parts[1::2])
        ]
        fillings = [list(enumerate(self._fillings(slot, deed))) for slot in deed.slots]
        for chosen in self._draw.shuffled(list(product(*options, *fillings))):
            words = [word for _, word in chosen]
            parts[1::2] = words[: len(options)]
            text = "".join(parts)
            for slot, word in zip(deed.slots, words[len(options) :], strict=True):
                text = text.replace(f"{{{slot}}}", word)
            for token, word in self._scene.pronouns.items():
                text = text.replace(f"{{{token}}}", word)
            yield text, deed.place + sum(number for number, _ in chosen)

    def _fillings(self, slot: str, deed: DeedTemplate) -> Sequence[str]:
        """What can stand for a token; empty for nothing."""
        if slot == "concern":
            return self._scene.concerns
        if slot == "thing":
            tool, meant = self._scene.tool(deed) or ("", False)
            word = self._scene.name_of(tool) if meant else ""
        elif slot == "later":
            word = self._scene.later if self._scene.permits(rules_for(self._scene.later)) else ""
        else:
            word = self._slots.get(slot, "")
        return (word,) if word else ()

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
