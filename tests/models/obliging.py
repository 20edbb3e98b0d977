"""A fast model for tests of whole runs: it answers every question acceptably, from its content and chance alone."""

from typing import Any

from milkwood.chance import Stream, stream
from milkwood.models.port import Answer, Content, Question

Reply = dict[str, Any]


class Obliging:
    """Answers any question of a mind; its texts are recognisable as its own."""

    def __init__(self, name: str = "obliging", talks: float = 0.7) -> None:
        self.name = name
        self.asked: list[Question] = []
        self._talks = talks

    async def answer(self, question: Question) -> Answer:
        self.asked.append(question)
        asked, content = question.id, question.content
        draw = stream(7, asked.person, asked.tick, asked.kind, asked.n)
        reply: Reply = getattr(self, f"_{asked.kind}")(content, draw)
        return Answer(reply, self.name)

    def _plan_day(self, content: Content, draw: Stream) -> Reply:
        blocks = [
            {
                "start": each["start"],
                "minutes": _minutes(each["end"]) - _minutes(each["start"]),
                "what": each["what"],
                "place": each["place"],
            }
            for each in content["usual"]
        ]
        return {"blocks": blocks, "sleep": content["sleep"]}

    def _break_down(self, content: Content, draw: Stream) -> Reply:
        deeds = [
            {"what": f"{content['what']} {n}", "minutes": draw.between(5, 15), "tool": content["main_tool"]}
            for n in range(8)
        ]
        return {"deeds": [{**deed, "emoji": "🙂", "effect": ""} for deed in deeds]}

    def _weigh(self, content: Content, draw: Stream) -> Reply:
        return {"weights": [draw.between(1, 9) for _ in content["memories"]]}

    def _react(self, content: Content, draw: Stream) -> Reply:
        talks = "talk" in content["options"] and draw.happens(self._talks)
        return {"choice": "talk" if talks else "ignore", "reason": "It is a fine day."}

    def _speak(self, content: Content, draw: Stream) -> Reply:
        lines = len(content["lines"])
        tells = [each["id"] for each in content["recalled"][:1]]
        return {"say": f"Line {lines}, number {draw.between(1, 10_000)}.", "over": lines >= 4, "tells": tells}

    def _after_talk(self, content: Content, draw: Stream) -> Reply:
        other = content["others"][0]["id"]
        fact = f"Fact {draw.between(1, 50)} is true."
        return {
            "summary": f"We talked about {draw.between(1, 10_000)} things.",
            "news": [{"text": fact, "by": other, "about": [], "importance": 5}],
            "commitments": [],
            "impressions": [{"person": other, "knows": "talks in numbers", "feeling": "amused", "closeness": 5}],
        }

    def _reflect(self, content: Content, draw: Stream) -> Reply:
        return {
            "insights": [{"text": f"I think of {draw.between(1, 10_000)}.", "evidence": [content["recent"][0]["id"]]}]
        }

    def _new_self(self, content: Content, draw: Stream) -> Reply:
        return {"concerns": content["self"]["concerns"]}

    def _whisper(self, content: Content, draw: Stream) -> Reply:
        return {"thought": content["voice"]}

    def _interview(self, content: Content, draw: Stream) -> Reply:
        used = [each["id"] for each in content["recalled"][:2]]
        name, now, before = content["self"]["name"], content["now"]["time"], len(content["before"]) // 2
        told = f"I am {name}, it is {now}, asked {before} before."
        return {"say": told, "used": [*used, 99_999], "knows": True}


def _minutes(hour: str) -> int:
    hours, _, minutes = hour.partition(":")
    return int(hours) * 60 + int(minutes)
