"""What was agreed in a talk: dated commitments, accepted or not.

Invariant: the person's own words decide; without any, the person comes only if invited, free and fond of the host.
"""

from milkwood.chance import Stream
from milkwood.clock import minutes_at
from milkwood.questions.after_talk.schema import Ask, Commitment
from milkwood.questions.terms import PromiseTerm
from milkwood.understudy.language.names import call
from milkwood.understudy.language.sentences import bare, cut, shared
from milkwood.understudy.talk import calendar, hearing
from milkwood.understudy.talk.hearing import DECLINES, DatedOffer, HeardSentence, answer_to
from milkwood.understudy.talk.liking import stance_of

_OUTINGS = {
    "lunch": ("having lunch", "吃午饭"),
    "coffee": ("having coffee", "喝咖啡"),
    "drink": ("having a drink", "喝一杯"),
    "walk": ("going for a walk", "散步"),
    "supper": ("having dinner", "吃晚饭"),
}
_WORDS = (
    ("lunch", "lunch", "午饭"),
    ("coffee", "coffee", "咖啡"),
    ("drink", "drink", "喝一杯"),
    ("walk", "walk", "走走"),
    ("supper", "dinner", "晚饭"),
)


def commitments(ask: Ask, said: list[HeardSentence], draw: Stream) -> list[Commitment]:
    """Accepted and declined events."""
    found: list[Commitment] = []
    for event in hearing.events(ask["lines"], ask):
        if _promised(ask["promises"], event):
            continue
        accepted = _accepted(ask, event, said, draw)
        if accepted is not None:
            found.append(_commitment(ask, event, said, accepted))
    return found[:4]


def guests(ask: Ask, said: list[HeardSentence]) -> list[Commitment]:
    """Who of those present comes to the person's own events, and who does not."""
    events = [(event, _own_event(ask["promises"], event)) for event in hearing.events(ask["lines"], ask)]
    return [each for event, own in events if own is not None for each in _guests(ask, own, event, said)]


def _own_event(promises: list[PromiseTerm], event: DatedOffer) -> PromiseTerm | None:
    """The person's own event that an offer is of."""
    at = (event.when.date, event.when.start_hour)
    return next((each for each in promises if each["host"] and (each["date"], each["start"]) == at), None)


def _guests(ask: Ask, own: PromiseTerm, event: DatedOffer, said: list[HeardSentence]) -> list[Commitment]:
    """Those present who said that they come to the person's own event, and those who do not."""
    answers = {other["id"]: answer_to(event, said, other["id"]) for other in ask["others"]}
    return [
        Commitment.model_construct(
            what=cut(own["what"], 120),
            date=own["date"],
            start=own["start"],
            end=own["end"],
            place=own["place"],
            company=company,
            accepted=accepted,
        )
        for accepted, verdict in ((True, "accept"), (False, "decline"))
        if (company := [person for person, answer in answers.items() if answer == verdict])
    ]


def _promised(promises: list[PromiseTerm], event: DatedOffer) -> bool:
    return any(
        promise["date"] == event.when.date
        and (
            promise["start"] == event.when.start_hour
            or (promise["host"] and _overlaps(promise, event) and shared(promise["what"], event.text) >= 1)
        )
        for promise in promises
    )


def _overlaps(promise: PromiseTerm, event: DatedOffer) -> bool:
    return minutes_at(promise["start"]) < event.when.end and event.when.start < minutes_at(promise["end"])


def _accepted(ask: Ask, event: DatedOffer, said: list[HeardSentence], draw: Stream) -> bool | None:
    """True for yes, False for no, None for nothing to keep."""
    me = ask["self"]["id"]
    if event.by == me:
        if not event.small:
            return None
        answers = [answer_to(event, said, other["id"]) for other in ask["others"]]
        return True if "accept" in answers else None
    verdict = answer_to(event, said, me)
    if verdict:
        return verdict == "accept"
    if not event.asked:
        return None
    host = next((other for other in ask["others"] if other["id"] == event.host), None)
    if host is None or calendar.at(ask, event.when, event.place).state != "free":
        return None
    return True if stance_of(host) in ("neutral", "friend") and host["closeness"] >= 3 and draw.happens(0.7) else None


def _commitment(ask: Ask, event: DatedOffer, said: list[HeardSentence], accepted: bool) -> Commitment:
    me = ask["self"]["id"]
    takers = [other["id"] for other in ask["others"] if answer_to(event, said, other["id"]) == "accept"]
    company = (takers if event.by == me else [event.by]) if event.small else [event.host]
    reason = "" if accepted else _reason(said, me, event, ask["self"]["language"])
    return Commitment.model_construct(
        what=cut(_what(ask, event, company[0]), 120),
        date=event.when.date,
        start=event.when.start_hour,
        end=event.when.end_hour,
        place=event.place,
        company=[person for person in company if person and person != me],
        accepted=accepted,
        reason=cut(reason, 160),
    )


def _reason(said: list[HeardSentence], me: str, event: DatedOffer, language: str) -> str:
    parts = [one.text for one in said if one.by == me and one.line > event.line and one.act in DECLINES]
    return bare(("" if language == "zh" else " ").join(parts))


def _what(ask: Ask, event: DatedOffer, partner: str) -> str:
    language = ask["self"]["language"]
    name = next((call(one) for one in ask["people"] if one["id"] == partner), "")
    if event.small:
        kind = next(
            (kind for kind, english, chinese in _WORDS if english in event.text.lower() or chinese in event.text), ""
        )
        doing, chinese_doing = _OUTINGS.get(kind, ("meeting", "见面"))
        if language == "zh":
            return f"和{name}{chinese_doing}" if name else chinese_doing
        return f"{doing} with {name}" if name and kind else f"meeting {name}" if name else doing
    if language == "zh":
        return f"去参加{name}的{event.name or '聚会'}" if name else f"去参加{event.name or '聚会'}"
    title = event.name or "gathering"
    whose = f"{name}'s {title}" if (name and title[0].islower()) or ("party" in title.lower() and name) else title
    return f"going to {whose}"
