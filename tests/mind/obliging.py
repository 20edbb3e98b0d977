"""A model that answers every question plainly and in the same way, except for answers that a test prepares."""

from collections.abc import Callable, Mapping
from typing import Any

from milkwood.chance import Stream, stream
from milkwood.models.port import Answer, Question, Usage

Answers = Callable[[Mapping[str, Any], Stream], dict[str, Any]]


def _minutes(hour: str) -> int:
    hours, minutes = hour.split(":")
    return int(hours) * 60 + int(minutes)


def plan_day(ask: Mapping[str, Any], _draw: Stream) -> dict[str, Any]:
    blocks = [
        {
            "start": piece["start"],
            "minutes": _minutes(piece["end"]) - _minutes(piece["start"]),
            "what": piece["what"],
            "place": piece["place"],
        }
        for piece in ask["usual"]
    ]
    return {"blocks": blocks, "sleep": ask["sleep"]}


def break_down(ask: Mapping[str, Any], draw: Stream) -> dict[str, Any]:
    deeds = [
        {"what": f"{ask['what']} ({n})", "minutes": draw.between(5, 15), "tool": ask["main_tool"], "emoji": "🙂"}
        for n in range(6)
    ]
    return {"deeds": deeds}


def react(ask: Mapping[str, Any], draw: Stream) -> dict[str, Any]:
    wants = "talk" in ask["options"] and draw.happens(0.7)
    return {"choice": "talk" if wants else "ignore", "reason": "It is a nice day."}


def speak(ask: Mapping[str, Any], draw: Stream) -> dict[str, Any]:
    said = len(ask["lines"])
    return {"say": f"Line {said} of {draw.below(1 << 30)}.", "over": said >= 4, "tells": []}


def after_talk(ask: Mapping[str, Any], draw: Stream) -> dict[str, Any]:
    other = ask["others"][0]["id"]
    return {
        "summary": f"We talked of {draw.below(1 << 30)}.",
        "news": [{"text": f"It is said that {draw.below(40)} geese came.", "by": other, "about": [], "importance": 5}],
        "impressions": [{"person": other, "knows": "They like geese.", "feeling": "", "closeness": 6}],
    }


PLAIN: dict[str, Answers] = {
    "plan_day": plan_day,
    "break_down": break_down,
    "weigh": lambda ask, draw: {"weights": [draw.between(1, 9) for _ in ask["memories"]]},
    "react": react,
    "speak": speak,
    "after_talk": after_talk,
    "reflect": lambda ask, draw: {
        "insights": [{"text": f"I see {draw.below(1 << 30)} things.", "evidence": [ask["recent"][0]["id"]]}]
    },
    "new_self": lambda ask, _draw: {"concerns": ask["self"]["concerns"]},
    "whisper": lambda ask, _draw: {"thought": f"I think: {ask['voice']}"},
}


class Obliging:
    """Answers plainly, except where told otherwise; counts the questions."""

    def __init__(self, **otherwise: Answers) -> None:
        self._answers = PLAIN | otherwise
        self.asked: list[Question] = []

    async def answer(self, question: Question) -> Answer:
        self.asked.append(question)
        asked = question.id
        draw = stream(1, asked.person, asked.tick, asked.kind, asked.n)
        return Answer(self._answers[asked.kind](question.content, draw), "obliging", usage=Usage(0, 20))

    def kinds(self) -> set[str]:
        return {question.id.kind for question in self.asked}
