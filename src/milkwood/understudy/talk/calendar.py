"""Whether a person is free at some hour, by promises and the usual day.

Invariant: a promise comes before work, work before leisure.
"""

import re
from dataclasses import dataclass

from milkwood.clock import minutes_at
from milkwood.questions.terms import PromiseTerm
from milkwood.understudy.language.doing import begins_with_doing
from milkwood.understudy.language.shift import deed_of
from milkwood.understudy.language.when import When
from milkwood.understudy.talk.hearing import Asking

_WORK = re.compile(
    r"\b(?:serving|selling|opening|minding|tending bar|keeping the bar|teaching|lecturing|leading the|attending"
    r"|classes?|prescriptions"
    r"|restocking|closing|stacking|carrying plates|fishing|lamp)\b"
    r"|招呼|卖|开店|开门营业|上.{0,4}课|讲.{0,4}学|研讨课|吧台|接待|配药|打烊|上菜|补货|端盘子|理货|跑堂|收摊|出摊|打鱼|点灯|查看灯火|关店"
)
_SHIFT = re.compile(r"(\d{1,2}:\d{2})\s*(?:[-–到至]|to|until)\s*(\d{1,2}:\d{2})")


@dataclass(frozen=True, slots=True)
class HourState:
    """The state of an hour: `free`, `promised` or `busy`, how much of it, and with what."""

    state: str
    share: float = 0.0
    what: str = ""
    until: int = 0


def at(ask: Asking, event: When, place: str = "") -> HourState:
    """The calendar at that time; an event at the workplace does not clash with work."""
    for promise in ask["promises"]:
        if (
            promise["date"] == event.date
            and _overlap(event, minutes_at(promise["start"]), minutes_at(promise["end"])) > 0
        ):
            return HourState("promised", 1.0, promise["what"])
    taken, what, until = 0, "", 0
    for piece in ask["usual"]:
        start, end = minutes_at(piece["start"]), minutes_at(piece["end"])
        inside = _overlap(event, start, end)
        if inside and _WORK.search(piece["what"]) and not (place and piece["place"].startswith(place)):
            taken += inside
            what = what or piece["what"]
            until = max(until, end)
    hours = _SHIFT.search(ask["self"]["work"])
    if hours and not (
        place and any(piece["place"].startswith(place) and _WORK.search(piece["what"]) for piece in ask["usual"])
    ):
        shift = _overlap(event, minutes_at(hours[1]), minutes_at(hours[2]))
        if shift > taken:
            taken, until = shift, minutes_at(hours[2])
            what = what or next((piece["what"] for piece in ask["usual"] if _WORK.search(piece["what"])), "")
    share = taken / max(1, event.end - event.start)
    said = deed_of(what, ask["self"]["pronoun"], ask["self"]["language"], me=True)
    return HourState("busy" if share >= 0.2 else "free", share, said, until)


def _overlap(event: When, start: int, end: int) -> int:
    return max(0, min(event.end, end) - max(event.start, start))


def going_on(ask: Asking) -> PromiseTerm | None:
    """The promise being kept here and now; None for none."""
    now, here = minutes_at(ask["now"]["time"]), ask["now"]["place"]
    for promise in ask["promises"]:
        if (
            promise["date"] == ask["now"]["date"]
            and minutes_at(promise["start"]) - EARLY_MINUTES <= now < minutes_at(promise["end"])
            and here
            and promise["place_name"].split(", ")[0] == here.split(", ")[0]
        ):
            return promise
    return None


def following(ask: Asking, within: int = 150) -> str:
    """The next activity of the day, in the first person; empty if none fits or a promise takes its time."""
    now = minutes_at(ask["now"]["time"])
    own = ask["self"]
    for piece in ask["usual"]:
        start = minutes_at(piece["start"])
        if now < start <= now + within:
            what = piece["what"]
            if (
                _UNSAID.search(what)
                or not begins_with_doing(what, own["language"])
                or _promised(ask, start)
                or (within <= SOON_MINUTES and _is_here(ask, piece["place"]))
            ):
                continue
            return deed_of(what, own["pronoun"], own["language"], me=True)
    return ""


def _promised(ask: Asking, minute: int) -> bool:
    return any(
        promise["date"] == ask["now"]["date"] and minutes_at(promise["start"]) <= minute < minutes_at(promise["end"])
        for promise in ask["promises"]
    )


def sector(ask: Asking) -> tuple[str, str]:
    """The current sector or park, as id and name; the name alone if it is unknown."""
    here = ask["now"]["place"]
    known = [place for place in ask["places"] if here.startswith(place["name"])]
    best = max(known, key=lambda place: len(place["name"]), default=None)
    return (best["id"].split(":")[0], best["name"]) if best else ("", here)


def _is_here(ask: Asking, place: str) -> bool:
    return bool(sector(ask)[0]) and place.split(":")[0] == sector(ask)[0]


SOON_MINUTES = 20
"""Time before an appointment at which it ends a talk."""
EARLY_MINUTES = 15
"""How early a person arrives."""
_UNSAID = re.compile(
    r"wash|shower|toilet|bath|bed\b|shav|brush|nap\b|doz|snooz|gargl|sleep|lying down|dress|turning in"
    r"|洗漱|冲个?澡|醒醒神|洗把脸|睡|上厕所|刮|躺|穿衣|刷牙"
)


def sayable(doing: str) -> bool:
    """Whether an activity may be mentioned: not a bath, not sleep, and not talking itself."""
    return (
        bool(doing)
        and not _UNSAID.search(doing)
        and not re.search(
            r"\btalking|chatting|idle|standing|walking to|on the way|listening|waiting|for oneself|说话|聊天"
            r"|站着|前往|走向|往.{1,20}走|听着|稍等|等|歇一会儿",
            doing,
        )
    )
