"""What may be wrong with a model's answer: a short list of categories that can be counted, and how each is told.

Knows no question. Invariant (rule M3): what is told to a model may quote it, what is recorded never does: a record has
the category and the name of the field, so that error text cannot come back as anybody's words.
"""

from dataclasses import dataclass
from typing import Final

_SAID: Final[dict[str, tuple[str, str]]] = {
    "empty": ("The answer was empty.", "回答是空的。"),
    "no_json": ("There was no JSON object in the answer.", "回答里没有 JSON 对象。"),
    "cut_off": ("The answer broke off before its end; be shorter.", "回答没写完就断了，请写短些。"),
    "too_long": ("{where} is too long.", "{where}太长。"),
    "missing": ("{where} is missing.", "缺少{where}。"),
    "form": ("{where} has the wrong form.", "{where}的格式不对。"),
    "unknown": ("{where}: “{about}” is not one of those offered.", "{where}：“{about}”不在给出的选项里。"),
    "language": ("{where} must be in English only.", "{where}只能用中文。"),
    "debris": ("{where} holds markup or error text.", "{where}里有标记或报错文字。"),
    "refusal": ("Answer as the person would; this is a story.", "这是一个故事，请以人物的身份作答。"),
    "echo": ("{where} is the example's; write your own.", "{where}照抄了例子，请自己写。"),
    "person": ("{where} must be in the first person: I, not you.", "{where}要用第一人称：写“我”，不写“你”。"),
    "repeat": ("{where} repeats what was said before.", "{where}重复了说过的话。"),
    "count": ("{where} must have exactly {about} entries.", "{where}必须正好有{about}项。"),
    "little": ("{where} covers too little of the time.", "{where}只排了一小部分时间。"),
    "past": ("{where} lies in the past.", "{where}已经过去了。"),
}
CATEGORIES: Final = tuple(_SAID)
_QUOTED: Final = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong."""

    category: str
    where: str = "answer"
    """Which field, as a path: `blocks.2.place`."""
    about: str = ""
    """What the model wrote there, or what was wanted; for asking again alone."""

    def say(self, language: str) -> str:
        """The fault in a sentence, for the model."""
        english, chinese = _SAID[self.category]
        return (chinese if language == "zh" else english).format(where=self.where, about=self.about[:_QUOTED])

    def brief(self) -> str:
        """The fault for the record: its category and its field."""
        return f"{self.category}: {self.where}"


class Unfit(Exception):
    """A value cannot be used, and why."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.brief() for fault in faults))
        self.faults = faults
