"""The sentences of interviewed people.

Invariant: every key exists in every language, with the same fields.
"""

from milkwood.chance import Stream
from milkwood.understudy.language.phrases import sheet

FoundAnswer = tuple[str, list[int], bool]
"""An answer: its text, the memories it uses, and whether the person knows."""


class AnswerWording:
    """Sentences for one answer."""

    def __init__(self, language: str, draw: Stream) -> None:
        self.language = "zh" if language == "zh" else "en"
        self.draw = draw

    def say(self, key: str, **words: str) -> str:
        """One wording."""
        ways = sheet("milkwood.understudy.interview", "answers", self.language)[key]
        return self.draw.chosen(ways).format(**words).replace("在在", "在")

    def joined(self, parts: list[str]) -> str:
        """Several sentences as one text."""
        return ("" if self.language == "zh" else " ").join(part for part in parts if part)

    def listed(self, words: list[str]) -> str:
        """A few words in a row."""
        if self.language == "zh":
            return "、".join(words)
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""
