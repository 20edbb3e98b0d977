"""Answers about the recent past: the last talk, a day.

Invariant: only the person's own experience counts, and of a day only what was on that day.
"""

import re
from datetime import date

from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.sentences import capital

_YESTERDAY = re.compile(r"yesterday|last night|昨", re.IGNORECASE)
_TALK = re.compile(r"speak|spoke|talk|conversation|chat|说|聊", re.IGNORECASE)
_WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期天"),
}
_LIVED = ("talk", "did", "news", "insight", "thought", "promise")


def recent(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """What happened to the person lately, or on the day asked for."""
    yesterday = bool(_YESTERDAY.search(ask["question"]))
    today = date.fromisoformat(ask["now"]["date"]).weekday()
    day = _WEEKDAYS[wording.language][today - 1 if yesterday else today]
    lived = [one for one in ask["recalled"] if one["kind"] in _LIVED and not one["private"] and one["when"]]
    if _TALK.search(ask["question"]):
        talks = [one for one in lived if one["kind"] == "talk" and (not yesterday or one["when"].startswith(day))]
        return _told(max(talks, key=lambda one: one["id"], default=None), "last_talk", wording)
    of_day = [one for one in lived if one["when"].startswith(day)]
    best = max(of_day, key=lambda one: (one["kind"] in ("did", "talk"), one["importance"], -one["id"]), default=None)
    return _told(best, "of_day", wording)


def _told(one: Recalled | None, key: str, wording: AnswerWording) -> FoundAnswer:
    if one is None:
        return wording.say("unknown"), [], False
    return wording.say(key, fact=capital(one["text"])), [one["id"]], True
