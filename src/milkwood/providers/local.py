"""A small model as a mind's adviser: it answers what it can carry, the understudy everything else.

What it carries, in English: closed choices by likelihood (which of the understudy's days suits the person, which thing
a deed is done at, whether to talk, how much a memory matters) and short lines behind a filter; no hours, no order of a
day, no lists, no Chinese. Invariants: the answer is one the understudy could have given or a line that passed the
filter; an answer says who gave it and how many choices and lines were the model's, or why none was.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from milkwood.chance import stream
from milkwood.models.completion import category_of
from milkwood.models.port import Answer, Content, Model, Question, Usage
from milkwood.providers.gguf import GgufWeights
from milkwood.providers.judging import Judge
from milkwood.providers.phrasing import GRAMMAR, MAX_LINE_TOKENS, SHOTS, Phrasing, tidied
from milkwood.questions.speak import KIND as SPEAK
from milkwood.understudy.talk.turn import Turn

ALTERNATIVES: Final = {"plan_day": 3, "react": 8}
"""Answers of the understudy to choose from, by question."""
ID_STRIDE: Final = 1000
"""Distance of the ids for asking the understudy again: its random stream depends on the id."""
MAX_JUDGED_DEEDS: Final = 5
MAX_THINGS: Final = 4
HABIT_LOG_ODDS: Final = 2.0
"""How much likelier another thing must be than the understudy's choice."""
OPINION_WEIGHT, MAX_OPINION_LOG_ODDS = 1.5, 0.7
"""How far the model's opinion moves the odds of a talk; it is only slightly better than chance."""
HEATS: Final = (0.0, 0.4, 0.7)
"""Temperatures of successive attempts at a wording."""
MAX_SAID_CHARACTERS: Final = 400
_APART: Final = frozenset({"bed", "toilet", "shower", "bathtub", "behind_counter", "podium"})
"""Things that are not chosen merely because they would fit."""


@dataclass(slots=True)
class Lent:
    """The model's contributions to an answer."""

    content: Content
    choices: int = 0
    lines: int = 0
    refused: tuple[str, ...] = ()


class Local:
    """A small model with an understudy; one question at a time."""

    def __init__(self, weights: GgufWeights, next_model: Model, seed: int) -> None:
        self.name = weights.name
        self._weights = weights
        self._judge = Judge(weights)
        self._next = next_model
        self._seed = seed
        self._ways: dict[str, Callable[[Question, Sequence[Content]], Lent]] = {
            "plan_day": self._day,
            "break_down": self._things,
            "react": self._talk,
            "weigh": self._matter,
            "speak": self._line,
        }

    async def close(self) -> None:
        """Release the weights."""
        await self._weights.close()

    async def answer(self, question: Question) -> Answer:
        """The understudy's answer, with the model's choices and words."""
        first = await self._next.answer(question)
        way = self._ways.get(question.id.kind)
        if way is None or question.content["self"]["language"] != "en":
            return replace(first, why=_joined("not_carried", first.why))
        alternatives = [first.content]
        for more in range(1, ALTERNATIVES.get(question.id.kind, 1)):
            again = replace(question, id=replace(question.id, n=question.id.n + ID_STRIDE * more))
            alternatives.append((await self._next.answer(again)).content)
        began = time.perf_counter()
        try:
            lent, taken = await self._weights.run(lambda: self._weights.metered(lambda: way(question, alternatives)))
        except Exception as error:  # the town continues even if the weights fail (rule M3)
            return replace(first, why=_joined(f"failed: {category_of(error)}", first.why))
        usage = replace(taken, seconds=round(time.perf_counter() - began, 3))
        return self._told(first, lent, usage)

    def _told(self, first: Answer, lent: Lent, usage: Usage) -> Answer:
        both = f"{self.name}+{first.by}"
        if lent.choices or lent.lines:
            return Answer(lent.content, both, f"choices: {lent.choices}; lines: {lent.lines}", usage)
        why = f"refused: {', '.join(lent.refused)}" if lent.refused else "no_choice"
        asked = usage.prompt_tokens + usage.answer_tokens > 0
        return replace(first, by=both if asked else first.by, why=_joined(why, first.why), usage=usage)

    # --- questions, on the weights' thread

    def _day(self, question: Question, alternatives: Sequence[Content]) -> Lent:
        """Of several plans of the understudy, the one that suits the person best."""
        ask = question.content
        usual = {piece["what"] for piece in ask["usual"]} | {promise["what"] for promise in ask["promises"]}
        fresh = [[b["what"] for b in day["blocks"] if b["what"] not in usual][:3] for day in alternatives]
        if len({tuple(sorted(each)) for each in fresh}) < 2:
            return Lent(dict(alternatives[0]))
        card = ask["self"]
        who = f"{card['called']}, {card['work'].split(',')[0] or 'a neighbour'}, {' and '.join(card['traits'][:2])},"
        texts = list(dict.fromkeys(text for each in fresh for text in each))
        scores = dict(zip(texts, self._judge.suits(who, texts), strict=True))
        means = [sum(scores[text] for text in each) / len(each) if each else 0.0 for each in fresh]
        return Lent(dict(alternatives[means.index(max(means))]), choices=1)

    def _things(self, question: Question, alternatives: Sequence[Content]) -> Lent:
        """The thing in the room for a deed; the understudy's own choice has an advantage."""
        ask, deeds = question.content, [dict(deed) for deed in alternatives[0]["deeds"]]
        tools = {tool["id"]: tool for tool in ask["tools"]}
        judged = 0
        for deed in deeds:
            own = deed.get("tool", "")
            if judged == MAX_JUDGED_DEEDS or own not in tools or deed.get("effect") or tools[own]["kind"] in _APART:
                continue
            room = own.rpartition(":")[0]
            near = [one for one in tools if one != own and one.rpartition(":")[0] == room]
            names = {tools[own]["name"]: own}
            for one in near:
                if tools[one]["kind"] not in _APART and len(names) < MAX_THINGS:
                    names.setdefault(tools[one]["name"], one)
            if len(names) < 2:
                continue
            scores = self._judge.fits(deed["what"], [f"At the {name.removeprefix('the ')}" for name in names])
            scores[0] += HABIT_LOG_ODDS
            deed["tool"] = list(names.values())[scores.index(max(scores))]
            judged += 1
        return Lent({"deeds": deeds}, choices=judged)

    def _talk(self, question: Question, alternatives: Sequence[Content]) -> Lent:
        """Whether to talk: the understudy's odds, moved by the model's opinion."""
        ask, other = question.content, question.content["other"]
        talks = [one for one in alternatives if one["choice"] == "talk"]
        others = [one for one in alternatives if one["choice"] != "talk"]
        if other is None or not talks or not others:
            return Lent(dict(alternatives[0]))
        tie = other["tie"].split(",")[0].split(";")[0].removeprefix("my ") or "a stranger"
        doing = f" {other['called']} is {other['doing']}." if other["doing"] else ""
        opinion = self._judge.would_talk(f"{ask['self']['called']} meets {other['called']}, {tie}.{doing}")
        shift = min(MAX_OPINION_LOG_ODDS, max(-MAX_OPINION_LOG_ODDS, OPINION_WEIGHT * opinion))
        odds = math.log(len(talks) / len(others)) + shift
        asked = question.id
        draw = stream(self._seed, asked.person, asked.tick, asked.kind, asked.n, "local")
        chosen = talks if draw.happens(1 / (1 + math.exp(-odds))) else others
        return Lent(dict(chosen[0]), choices=1)

    def _matter(self, question: Question, alternatives: Sequence[Content]) -> Lent:
        """The importance of memories: a step from the understudy's number towards the model's."""
        given = alternatives[0]["weights"]
        grades = self._judge.matter(question.content["memories"])
        weights = [
            min(10, max(1, own + max(-1, min(1, round((grade - own) / 2)))))
            for own, grade in zip(given, grades, strict=True)
        ]
        return Lent({"weights": weights}, choices=len(weights))

    def _line(self, question: Question, alternatives: Sequence[Content]) -> Lent:
        """A part of the line in the model's own words, if they pass."""
        ask, meant = SPEAK.ask_of(question.content), alternatives[0]
        asked = question.id
        draw = stream(self._seed, asked.person, asked.tick, asked.kind, asked.n, "local")
        line = Phrasing(ask, meant["say"], Turn(ask, draw))
        refused: list[str] = []
        for part in line.parts():
            for heat in HEATS:
                seed = draw.below(1 << 31)
                written = self._weights.write(SHOTS[part.kind] + part.context, GRAMMAR, MAX_LINE_TOKENS, heat, seed)
                worded = tidied(written.text)
                wrong = line.refusal(part, worded) if written.ended else "unfinished"
                said = line.put(part, worded)
                if not wrong and len(said) <= MAX_SAID_CHARACTERS:
                    return Lent({**meant, "say": said}, lines=1)
                refused.append(wrong or "long")
        return Lent(dict(meant), refused=tuple(dict.fromkeys(refused)))


def lent(why: str) -> tuple[int, int]:
    """The number of choices and lines of a model, from the answer's own record."""
    if not why.startswith("choices: "):
        return 0, 0
    choices, _, lines = why.removeprefix("choices: ").partition("; lines: ")
    return int(choices), int(lines)


def _joined(one: str, other: str) -> str:
    return f"{one}; {other}" if other else one
