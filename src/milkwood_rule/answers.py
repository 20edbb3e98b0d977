"""Answers to the questions of a rule mind, without a model: the same question always gets the same answer.

Invariant: an answer is a function of the question alone (so every schedule gives one history), with about as many
tokens as a language model would need for it.
"""

from milkwood.chance import Stream, stream
from milkwood.models.port import Answer, Content, Question, Usage

MAX_TALK_LINES = 6
GREETINGS = ("Good to see you.", "How is your day going?", "Lovely weather today.", "I have been busy all morning.")
REPLIES = ("Same to you.", "It goes well, thank you.", "Let us talk again soon.", "I should get on. Take care!")


class RuleAnswers:
    """The model behind a rule mind."""

    name = "rule"

    async def answer(self, question: Question) -> Answer:
        """The answer, at once."""
        draw = stream(11, question.id.say(), question.text())
        content, tokens = _ANSWERS[question.id.kind](question.content, draw)
        return Answer(content, by=self.name, usage=Usage(len(question.text()) // 4, tokens))


def _plan_day(content: Content, _draw: Stream) -> tuple[Content, int]:
    return {"blocks": content["blocks"]}, 320


def _break_down(content: Content, draw: Stream) -> tuple[Content, int]:
    left, deeds = int(content["minutes"]), []
    while left > 0:
        minutes = left if left <= 15 else min(draw.between(10, 15), left)
        deeds.append([content["what"], minutes])
        left -= minutes
    return {"deeds": deeds}, 25 * len(deeds)


def _react(_content: Content, draw: Stream) -> tuple[Content, int]:
    return {"talk": draw.happens(0.45)}, 40


def _speak(content: Content, draw: Stream) -> tuple[Content, int]:
    said = len(content["lines"])
    text = draw.chosen(GREETINGS if said % 2 == 0 else REPLIES)
    return {"say": text, "last": said + 1 >= MAX_TALK_LINES or (said >= 3 and draw.happens(0.4))}, 30


def _after_talk(content: Content, _draw: Stream) -> tuple[Content, int]:
    return {"memory": f"talked with {', '.join(content['with'])}: {len(content['lines'])} lines"}, 120


def _weigh(content: Content, draw: Stream) -> tuple[Content, int]:
    return {"weights": [draw.between(1, 10) for _ in range(content["count"])]}, 30


def _reflect(content: Content, _draw: Stream) -> tuple[Content, int]:
    met = content["met"]
    return {"insights": [f"saw {len(met)} people today, {met[-1]} last"] if met else []}, 180


_ANSWERS = {
    "plan_day": _plan_day,
    "break_down": _break_down,
    "react": _react,
    "speak": _speak,
    "after_talk": _after_talk,
    "weigh": _weigh,
    "reflect": _reflect,
}
