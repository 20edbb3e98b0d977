"""Labels around answers and reasons, in each language."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from milkwood.cli.voice import said
from milkwood.i18n.phrasebook import Phrasebook
from milkwood.questions.why import FILLED, attempts, failures, in_words, remedy_of

if TYPE_CHECKING:
    from milkwood.clock import TownClock


class Labels(Phrasebook, context="reasons"):
    """All labels in one language."""

    rests_on = "based on"
    rests_on_nothing = "based on no memory"
    answered_by = "answered by"
    fell_back = "instead of the model ({why})"
    asked_again = "after failed attempts ({why})"
    understudy = "the understudy"
    heard_from = "{kind}, from {name}"
    from_before = "from before"
    moment = "day {day} {time}"
    does = "does"
    since = "decided"
    plan = "plan"
    promise = "promised"
    routine = "by habit"
    routine_said = "as on {when}, when it was “{what}” ({score:.0%} the same)"
    routine_of = "as in the run “{of}”, when it was “{what}” ({score:.0%} the same)"
    wandering = "crossed their mind"
    limit = "limit reached"
    percept = "noticed"
    because = "reason"
    choice = "chose"
    question = "question"
    asked_at = "asked {when}"
    came_to_mind = "came to mind"
    scores = ("score", "recency", "importance", "relevance", "words")
    nothing_decided = "Nothing has been decided yet: a run begins with everyone in bed."
    has_left = "Has left the town: {when} (tick {tick})."
    meanwhile = "since then"
    at_tick = "{when} (tick {tick})"
    colon = ": "
    comma = ", "
    choices: Mapping[str, str] = {
        "ignore": "to let it pass",
        "talk": "to talk",
        "avoid": "to keep away",
        "wait": "to wait",
        "change": "to do something else",
    }
    limits: Mapping[str, str] = {
        "questions_per_day": "questions a day",
        "questions_per_hour": "questions an hour",
        "tokens_per_day": "tokens a day",
        "break_down": "blocks planned a day",
        "react": "reactions a day",
        "speak": "lines spoken a day",
        "after_talk": "talks thought over a day",
        "reflect": "reflections a day",
        "weigh": "times memories are weighed a day",
        "reactions_per_thing": "reactions to one thing a day",
        "reactions_per_partner": "reactions to one person a day",
        "talks_begun": "talks begun a day",
        "talks_joined": "talks joined a day",
        "talks_per_partner": "talks with one person a day",
        "plan_changes": "changes of plan a day",
    }
    """Names of limits for people."""
    kinds: Mapping[str, str] = {
        "plan_day": "the plan of the day",
        "break_down": "the next hour, deed by deed",
        "weigh": "the importance of memories",
        "react": "how to react to an observation",
        "speak": "what to say",
        "after_talk": "the result of a talk",
        "reflect": "a reflection on recent memories",
        "new_self": "what matters on the new day",
        "interview": "an interview",
        "trial": "the first question to a model",
        "whisper": "how to take an inner voice",
    }
    """Names of questions for people."""
    memories: Mapping[str, str] = {
        "saw": "seen",
        "did": "done",
        "seed": "known before",
        "news": "news",
        "talk": "talk",
        "thought": "thought",
        "insight": "insight",
        "promise": "promise",
        "plan": "plan",
        "voice": "inner voice",
    }
    """Names of kinds of memories for people."""

    def line(self, label: str, text: str) -> str:
        """A label and its value."""
        return f"{label}{self.colon}{text}"

    def at(self, whose: str, when: str, tick: int) -> str:
        """A person and a moment."""
        return f"{whose}{self.comma}{self.at_tick.format(when=when, tick=tick)}"

    def when(self, clock: "TownClock", tick: int) -> str:
        """A tick as a day and an hour; ticks before the first are “before”."""
        if tick < 0:
            return self.from_before
        return self.moment.format(day=clock.day(tick), time=f"{clock.moment(tick):%H:%M}")

    def answerer(self, by: str, why: str) -> str:
        """Who answered, why not another or at once, and what to do about it."""
        parts = [self.line(self.answered_by, self.who(by))]
        filled = [each for each in attempts(why) if each.startswith(f"{FILLED}: ")]
        before = "; ".join(each for each in attempts(why) if each not in filled)
        if failures(before):
            after = self.fell_back if by == "understudy" else self.asked_again
            parts.append(after.format(why=said(in_words(before))))
        elif before:
            parts.append(said(in_words(before)))
        parts += [said(in_words(each)) for each in filled]
        remedy = said(remedy_of(why))
        return f"{self.comma.join(parts)}. {remedy}" if remedy else self.comma.join(parts)

    def who(self, by: str) -> str:
        """The name of the model that answered."""
        return self.understudy if by == "understudy" else by
