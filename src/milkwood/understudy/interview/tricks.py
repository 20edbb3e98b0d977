"""Answers to what is no question to a person of the town: insults, orders to a machine, the clock.

Invariant: nothing of such a text is carried out; the person stays who they are.
"""

from milkwood.clock import minutes_at
from milkwood.understudy.interview.evidence import Found
from milkwood.understudy.interview.person import work_of
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.hours import said_hour
from milkwood.understudy.language.sentences import bare

_DAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期天"),
}


def trick(query: Query, wording: AnswerWording) -> Found:
    """An order to a machine, or a question whether the person is one."""
    own = query.ask["self"]
    work = work_of(bare(own["work"]), wording.language, bare_title=True) if own["work"] else ""
    said = wording.say("not_understood_order")
    who = wording.say("i_am_work", name=own["name"], work=work) if work else wording.say("i_am", name=own["name"])
    return Found(wording.joined([said, who]), knows=False)


def insult(query: Query, wording: AnswerWording) -> Found | None:
    """A rude remark."""
    if query.people:
        return None
    return Found(wording.say("rude"))


def clock(query: Query, wording: AnswerWording) -> Found:
    """The hour."""
    return Found(
        wording.say(
            "time_is",
            time=query.ask["now"]["time"],
            hour=said_hour(minutes_at(query.ask["now"]["time"]), wording.language),
        )
    )


def calendar(query: Query, wording: AnswerWording) -> Found:
    """The day."""
    now = query.ask["now"]
    return Found(wording.say("day_is", day=_DAYS[wording.language][now["weekday"]], date=now["date"]))
