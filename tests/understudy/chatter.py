"""A day of talks between the people of a bundled town, on the understudy alone. For tests."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from milkwood.chance import Stream, stream
from milkwood.questions.after_talk.schema import Reply
from milkwood.understudy.after_talk.answer import answer as after_talk
from milkwood.understudy.language.sentences import shared
from milkwood.understudy.speak.answer import answer as speak
from tests.understudy.bounds import bounded
from tests.understudy.townsfolk import Townsfolk, Unlike, recalled

MAX_LINES = 16


@dataclass
class Talk:
    """The lines, and what both people kept of them."""

    lines: list[dict[str, str]]
    kept: dict[str, Reply]


@dataclass
class Chatter:
    """All memories and promises while talks go on."""

    folk: Townsfolk
    seed: int
    memories: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    promises: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    known: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    said: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    told: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for person in self.folk.people:
            self.memories[person] = self.folk.memories(person)
            self.promises[person] = self.folk.promises(person)

    def talk(self, one: str, other: str, hour: str, number: int) -> Talk:
        """Let two people talk until they are done."""
        lines: list[dict[str, str]] = []
        for n in range(MAX_LINES):
            me, you = (one, other) if n % 2 == 0 else (other, one)
            draw = stream(self.seed, me, number, n)
            question = self.asked(me, you, hour, lines, MAX_LINES - n, draw)
            reply = bounded(speak(question, draw, Unlike()))  # type: ignore[arg-type]
            for memory in reply.tells:
                self.known[me, memory].add(you)
                self.told.append((me, next(m for m in self.memories[me] if m["id"] == memory)))
            lines = [*lines, {"by": me, "text": reply.say}]
            self.said[me].append(reply.say)
            if reply.over:
                break
        kept = {me: self.keep(me, you, hour, lines, number) for me, you in ((one, other), (other, one))}
        return Talk(lines, kept)

    def asked(
        self, me: str, you: str, hour: str, lines: list[dict[str, str]], left: int, draw: Stream | None = None
    ) -> dict[str, Any]:
        """The question `speak`."""
        return {
            **self._moment(me, you, hour, lines),
            "reason": "",
            "recalled": self.recall(me, you, lines, draw),
            "said_before": self.said[me][-40:],
            "left": left,
            "lasting": 0,
        }

    def _moment(self, me: str, you: str, hour: str, lines: list[dict[str, str]]) -> dict[str, Any]:
        date = self.folk.pack.scenario.start.date().isoformat()
        places = self.folk.places()
        return {
            "self": self.folk.card(me),
            "now": {
                "date": date,
                "weekday": 0,
                "time": hour,
                "place": places[0]["name"],
                "doing": self.folk.doing(me, hour),
            },
            "others": [self.folk.other(me, you, self.folk.doing(you, hour))],
            "lines": lines,
            "promises": self.promises[me],
            "usual": self.folk.usual(me),
            "people": self.folk.named(),
            "places": places,
        }

    def recall(self, me: str, you: str, lines: list[dict[str, str]], draw: Stream | None) -> list[dict[str, Any]]:
        """What comes to mind: by weight, by person, by the last words."""
        said = " ".join(line["text"] for line in lines[-2:])
        goals = " ".join(self.folk.card(me)["goals"])

        def score(one: dict[str, Any]) -> float:
            near = (1.0 if you in one["about"] else 0.0) + min(3, shared(one["text"], said)) * 0.5
            aim = 1.0 if shared(one["text"], goals) >= 2 else 0.0
            return float(one["importance"] / 10 + near + aim + (0.5 if one["kind"] == "news" else 0.0)) + (
                draw.unit() * 0.5 if draw else 0.0
            )

        best = sorted(self.memories[me], key=lambda one: -score(one))[:8]
        return [dict(one, known_to=sorted(self.known[me, one["id"]] & {you})) for one in best]

    def keep(self, me: str, you: str, hour: str, lines: list[dict[str, str]], number: int) -> Reply:
        """The result of `after_talk`, applied."""
        question = {**self._moment(me, you, hour, lines), "known": [one["text"] for one in self.memories[me]]}
        kept = bounded(after_talk(question, stream(self.seed, me, number, "after"), Unlike()))  # type: ignore[arg-type]
        for news in kept.news:
            number = len(self.memories[me]) + 1
            more = {"kind": "news", "about": news.about, "importance": news.importance, "source": news.by}
            self.memories[me].append(recalled(number, news.text, **more))
        for one in kept.commitments:
            if one.accepted:
                more = {"id": 500 + len(self.promises[me]), "place_name": "", "host": False}
                self.promises[me].append({**one.model_dump(), **more})
        return kept


@cache
def day(town: str, scenario: str, language: str, count: int, seed: int = 1) -> tuple[Chatter, list[Talk]]:
    """A day with a number of talks, mostly between people who know each other."""
    chatter = Chatter(Townsfolk(town, scenario, language), seed)
    people = list(chatter.folk.people)
    draw = stream(seed, "day")
    talks = []
    for number in range(count):
        hour = f"{7 + number * 15 // count:02d}:{draw.below(60):02d}"
        one = draw.chosen(people)
        friends = [tie.person for tie in chatter.folk.person(one).knows if tie.person in chatter.folk.people]
        strangers = [person for person in people if person != one]
        other = draw.chosen(friends) if friends and draw.happens(0.75) else draw.chosen(strangers)
        talks.append(chatter.talk(str(one), str(other), hour, number))
    return chatter, talks
