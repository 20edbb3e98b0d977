"""Why the town is not moving, in one sentence (rule O2).

Invariant: whenever a live run does nothing, there is exactly one reason; it is true when asked for and costs nothing
until then.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from milkwood.clock import TownClock
from milkwood.engine.life import Life
from milkwood.i18n.phrasebook import Phrasebook
from milkwood.ids import PersonId
from milkwood.models.port import QuestionId
from milkwood.words import ENGLISH


class StillnessPhrases(Phrasebook, context="stillness"):
    """The words for it."""

    stopping = "The run is stopping."
    paused = "The town is paused."
    ahead = "Everyone has reached the pace; the next person continues at {when}."
    waits = "Waiting {seconds:.0f} s for an answer: {who} {doing} at {when}{more}."
    one_more = " (and one more)"
    more = " (and {others} more)"
    asks = "asks “{kind}”"
    moment = "day {day} {time}"
    kinds: Mapping[str, str] = {
        "plan_day": "plans the day",
        "break_down": "works out what to do next",
        "weigh": "weighs what has happened",
        "react": "decides whether to talk",
        "speak": "decides what to say",
        "after_talk": "thinks over a talk",
        "reflect": "reflects",
        "new_self": "looks at a new day",
        "whisper": "listens to a voice",
    }


@dataclass(frozen=True, slots=True)
class Moving:
    """Nothing holds the town."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """The run is stopping."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The user paused the town."""


@dataclass(frozen=True, slots=True)
class AwaitsAnswer:
    """A person at the lowest tick waits for an answer."""

    question: QuestionId
    seconds: float
    others: int
    """Number of other answers awaited."""


@dataclass(frozen=True, slots=True)
class AwaitsPace:
    """Everyone has lived as far as the pace clock allows; the next person continues at `tick`."""

    tick: int


Stillness: TypeAlias = Moving | Stopping | Paused | AwaitsAnswer | AwaitsPace


def stillness(life: Life) -> Stillness:
    """What holds a life now; call on its event loop."""
    pace = life.inbox.pace
    if life.stopping:
        return Stopping()
    if pace is not None and pace.held and not pace.stepping:
        return Paused()
    asked = sorted(life.waiting_for(), key=lambda each: (each[0].tick, each[1], each[0]))
    if asked:
        question, since = asked[0]
        return AwaitsAnswer(question, max(0.0, asyncio.get_running_loop().time() - since), len(asked) - 1)
    if pace is not None and pace.held:
        return Paused()
    if pace is not None and not pace.unlimited and life.lowest >= pace.now:
        return AwaitsPace(life.lowest)
    return Moving()


def sentence(why: Stillness, name: Callable[[PersonId], str], clock: TownClock, language: str = ENGLISH) -> str:
    """The reason in words; empty while the town moves."""
    words = StillnessPhrases.of(language)
    match why:
        case Moving():
            return ""
        case Stopping():
            return words.stopping
        case Paused():
            return words.paused
        case AwaitsPace(tick):
            return words.ahead.format(when=when(clock, tick, language))
        case AwaitsAnswer(question, seconds, others):
            more = "" if not others else words.one_more if others == 1 else words.more.format(others=others)
            who, does, moment = (
                name(question.person),
                doing(question.kind, language),
                when(clock, question.tick, language),
            )
            return words.waits.format(seconds=seconds, who=who, doing=does, when=moment, more=more)


def doing(kind: str, language: str = ENGLISH) -> str:
    """What a person does while a question of this kind is answered."""
    words = StillnessPhrases.of(language)
    return words.kinds.get(kind) or words.asks.format(kind=kind)


def when(clock: TownClock, tick: int, language: str = ENGLISH) -> str:
    """A tick in words: `day 1 07:12`."""
    return StillnessPhrases.of(language).moment.format(day=clock.day(tick), time=f"{clock.moment(tick):%H:%M}")
