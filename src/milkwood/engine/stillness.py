"""Why nothing moves, in one sentence (rule O2).

Knows a life and its pace, no screen. Invariant: whenever a life that is being lived does nothing, exactly one reason is
given; what is said is true at the moment it is asked for, and costs nothing while nobody asks.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from milkwood.clock import TownClock
from milkwood.engine.life import Life
from milkwood.ids import PersonId
from milkwood.models.port import QuestionId
from milkwood.words import CHINESE, ENGLISH, Language

_DOING = {
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
_DOING_IN_CHINESE = {
    "plan_day": "安排一天",
    "break_down": "想接下来怎么做",
    "weigh": "掂量发生过的事",
    "react": "决定要不要搭话",
    "speak": "想说什么",
    "after_talk": "回想一次谈话",
    "reflect": "反思",
    "new_self": "看待新的一天",
    "whisper": "听一个声音",
}


@dataclass(frozen=True, slots=True)
class Moving:
    """Nothing holds the town."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """The run was told to stop."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The user holds the town."""


@dataclass(frozen=True, slots=True)
class AwaitsAnswer:
    """Somebody at the lowest tick waits for an answer."""

    question: QuestionId
    seconds: float
    others: int
    """How many more are waited for."""


@dataclass(frozen=True, slots=True)
class AwaitsPace:
    """Everybody has lived as far as the pace clock allows; somebody is to live on at a tick."""

    tick: int


Stillness: TypeAlias = Moving | Stopping | Paused | AwaitsAnswer | AwaitsPace


def stillness(life: Life) -> Stillness:
    """What holds a life now; to be asked on its event loop."""
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


def sentence(why: Stillness, name: Callable[[PersonId], str], clock: TownClock, language: Language = ENGLISH) -> str:
    """The reason in words; empty while the town moves."""
    return _in_chinese(why, name, clock) if language == CHINESE else _in_english(why, name, clock)


def _in_english(why: Stillness, name: Callable[[PersonId], str], clock: TownClock) -> str:
    match why:
        case Moving():
            return ""
        case Stopping():
            return "The run is stopping."
        case Paused():
            return "The town is paused."
        case AwaitsPace(tick):
            return f"Everybody has lived up to the pace; somebody goes on at {when(clock, tick)}."
        case AwaitsAnswer(question, seconds, others):
            more = "" if not others else " (and one more)" if others == 1 else f" (and {others} more)"
            who, moment = f"{name(question.person)} {doing(question.kind)}", when(clock, question.tick)
            return f"Waiting {seconds:.0f} s for an answer: {who} at {moment}{more}."


def _in_chinese(why: Stillness, name: Callable[[PersonId], str], clock: TownClock) -> str:
    match why:
        case Moving():
            return ""
        case Stopping():
            return "这段生活正在停下。"
        case Paused():
            return "小镇已暂停。"
        case AwaitsPace(tick):
            return f"大家都已走到时钟前面；{when(clock, tick, CHINESE)}有人继续。"
        case AwaitsAnswer(question, seconds, others):
            more = f"（另有 {others} 个）" if others else ""
            does, moment = doing(question.kind, CHINESE), when(clock, question.tick, CHINESE)
            return f"等一个回答已有 {seconds:.0f} 秒：{name(question.person)}在{moment} {does}{more}。"


def doing(kind: str, language: Language = ENGLISH) -> str:
    """What somebody does while a question of this kind is answered."""
    if language == CHINESE:
        return _DOING_IN_CHINESE.get(kind, f"问“{kind}”")
    return _DOING.get(kind, f"asks “{kind}”")


def when(clock: TownClock, tick: int, language: Language = ENGLISH) -> str:
    """A tick as people say it: `day 1 07:12`."""
    if language == CHINESE:
        return f"第 {clock.day(tick)} 天 {clock.moment(tick):%H:%M}"
    return f"day {clock.day(tick)} {clock.moment(tick):%H:%M}"
