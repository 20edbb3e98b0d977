"""Why the town is not moving, in one sentence per language (rule O2)."""

from collections.abc import Callable, Mapping

from milkwood.clock import TownClock
from milkwood.engine.stillness import AwaitsAnswer, AwaitsPace, Moving, Paused, Stillness, Stopping
from milkwood.i18n.phrasebook import Phrasebook
from milkwood.ids import PersonId
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
