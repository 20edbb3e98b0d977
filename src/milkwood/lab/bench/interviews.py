"""Interview questions for a bench: runs do not record any, so everyone is asked as of the end of the run.

Invariant: the run is only read; what is heard are the questions as a model would get them, and no answer counts.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from milkwood.chronicle import Chronicle
from milkwood.models.port import Answer, Question
from milkwood.run import RestoredRun
from milkwood.run.pack import pack_of
from milkwood.towns import Pack

QUESTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        "What have you done today?",
        "Who did you talk with last, and what about?",
        "What are you going to do tomorrow?",
        "Who matters most to you here, and why?",
        "What is new in town?",
    ),
    "zh": (
        "你今天都做了些什么？",
        "你上一次跟谁聊天？聊了什么？",
        "你明天打算做什么？",
        "这里谁对你最要紧？为什么？",
        "镇上最近有什么新鲜事？",
    ),
}
"""What everyone is asked, by language."""


class _Hearing:
    """Hears one question after the other."""

    def __init__(self) -> None:
        self.heard: list[Question] = []

    async def answer(self, question: Question) -> Answer:
        """An answer that nobody uses."""
        self.heard.append(question)
        return Answer({"say": "", "used": [], "knows": False}, "")


def interviews_of(path: Path) -> list[Question]:
    """The questions that everyone is asked, each in an interview of its own."""
    with Chronicle.read(path) as reader:
        pack, end, language = pack_of(reader), reader.end, reader.header.language
    return asyncio.run(_heard(path, pack, end, QUESTIONS.get(language, QUESTIONS["en"])))


async def _heard(path: Path, pack: Pack, end: int, texts: tuple[str, ...]) -> list[Question]:
    hearing = _Hearing()
    with await RestoredRun.at(path, pack, end, hearing) as restored:
        for person in restored.people:
            for text in texts:
                await restored.interview(person).ask(text)
    return hearing.heard
