"""Answers from the days as they were lived: what the person did at an hour, where, with whom, how long and why.

Invariant: only what the record of the person's own days has; what it does not have was not done.
"""

import re
from collections.abc import Sequence
from datetime import date

from milkwood.clock import MINUTES_A_DAY, hour_of, minutes_at
from milkwood.questions.terms import LivedPiece, PastTalk, Recalled
from milkwood.understudy.interview import plans
from milkwood.understudy.interview.asked_time import AskedSpan, blocks, is_lived, pieces_in, talks_in
from milkwood.understudy.interview.daily import EATING, MEALS
from milkwood.understudy.interview.evidence import (
    MIN_TOPIC_SHARE,
    Found,
    about,
    denies,
    is_own_knowledge,
    shared_part,
    stored,
    told,
)
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.sorting import sort_of
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.hours import said_day
from milkwood.understudy.language.sentences import bare, capital, words
from milkwood.understudy.language.shift import of_oneself

FUTURE = re.compile(
    r"\bwill\b|\bgoing to\b|\bplan(?:ning|ned)?\b|\btomorrow\b|明天|后天|打算|准备|将|会(?:在)?(?:做|干)", re.IGNORECASE
)
_PAST = re.compile(r"\b(?:did|were|was|had|have)\b|了|过|刚才|吃的", re.IGNORECASE)
_STOPPING = re.compile(r"\b(?:stop|stopped|quit|cease[d]?|give up|gave up|no longer)\b|不再|戒", re.IGNORECASE)
_SUPPOSES = re.compile(
    r"^(?:what|who|how) did\b.*\bwhen you\b|你.*的时候.*(?:什么|谁|怎么|哪)|"
    r"^(?:and |so )?(?:why|when|where|how) (?:did|were|was|had|could|have) (?:you|it feel)\b|你(?!.*(?:什么样"
    r"|怎么样|哪些)).*"
    r"(?:为什么|为何|怎么|什么时候|哪|什么滋味|什么感觉)|(?:为什么|为何|怎么|什么时候).*你",
    re.IGNORECASE,
)
"""Questions that suppose that the person did something."""
_REASON = re.compile(r"的[？?]?$|为什么|为何|不再|(?:滋味|感觉|心情)[？?]*$|(?:什么时候|哪天|几点).{0,12}的")
MAX_PARTS = 5
"""Maximum of parts of a day that are told at once."""


_DOING = words(
    "do doing busy occupied occupy spend place spot part side town exact describe walk take engaged engage activity"
    " account moment first last thing find found have time hour keep kept work worked happening going be"
    " whereabouts located location"
    " recall day was is body hands full middle yourself physically precisely roughly"
) | frozenset("发生 情况 事情 过的 度过 位置 具体".split())
_OTHERWISE = re.compile(
    r"\b(?:who|whom|how many|how often|how long|talk|talked|talking|speak|spoke|spoken|say|said|tell|told|hear|heard"
    r"|eat|ate|eaten|meet|met|old|age)\b|谁|几个|多少|多久|多大|几岁|年纪|年龄|说|聊|听|吃|见|告诉|碰",
    re.IGNORECASE,
)


_ENDS = re.compile(
    r"\bfirst (?:thing|of all)|\b(?P<last>last thing|lastly)|第一件|头一件|(?P<zhlast>最后(?:一?件|(?=做|干|忙)))",
    re.IGNORECASE,
)


def hours(query: Query, wording: AnswerWording) -> Found | None:
    """What the person did in a stretch of time; None for other questions."""
    span = query.span or _today(query)
    if FUTURE.search(query.text) or not is_lived(span, query.ask) or not query.ask.get("pieces"):
        return None
    if query.span is None and not _PAST.search(query.text):
        return None
    if query.topic - _DOING or query.people or _OTHERWISE.search(query.text):
        return None
    if span.date < query.ask["pieces"][0]["date"]:
        return Found(wording.say("before_memory"), knows=False)
    found = pieces_in(span, query.ask)
    if end := _ENDS.search(query.text):
        waking = [piece for piece in blocks(found) if piece["act"] == "deed"]
        if waking:
            piece = waking[-1 if (end["last"] or end["zhlast"]) else 0]
            said = when(piece["date"], piece["start"], query, wording)
            return Found(capital(_sentence(piece, said, wording, query)), piece=piece)
    if span.is_instant:
        return _instant(found, span, query, wording)
    return _through(found, span, query, wording)


def _today(query: Query) -> AskedSpan:
    now = query.ask["now"]
    return AskedSpan(now["date"], 0, minutes_at(now["time"]))


def _instant(found: Sequence[LivedPiece], span: AskedSpan, query: Query, wording: AnswerWording) -> Found:
    if not found:
        begun = [
            each
            for each in query.ask.get("pieces", ())
            if (each["date"], minutes_at(each["start"])) <= (span.date, span.start)
        ]
        found = begun[-1:]
    if not found:
        return Found(wording.say("blank"), knows=False)
    said = when(span.date, hour_of(span.start), query, wording)
    talks = [piece for piece in found if piece["act"] == "talk"]
    rest = [piece for piece in found if piece["act"] != "talk"]
    parts, people = [], []
    main = rest[-1] if rest else talks[-1]
    if rest:
        parts.append(_sentence(rest[-1], said, wording, query))
    if talks:
        company = _company(talks[-1], query)
        people = company
        names = wording.listed([query.named(each) for each in company])
        parts.append(wording.say("was_talking_too" if rest else "was_talking", when=said, names=names))
    if query.wants_why:
        parts.append(reason(talks[-1] if talks and not rest else main, query, wording))
    return Found(wording.joined([capital(part) for part in parts]), people=tuple(people), piece=main)


def _sentence(piece: LivedPiece, said: str, wording: AnswerWording, query: Query) -> str:
    if piece["act"] == "sleep":
        return wording.say("was_asleep", when=said)
    if piece["act"] == "walk":
        return wording.say(
            "was_walking" if piece["place_name"] else "was_on_foot", when=said, place=piece["place_name"]
        )
    what = deed(piece, query)
    key = "was_doing_there" if piece["place_name"] else "was_doing"
    return wording.say(key, when=said, what=what, place=piece["place_name"])


def deed(piece: LivedPiece, query: Query) -> str:
    """What a piece was, in the first person, with the plan it was part of."""
    what = _mine(piece["what"], query)
    plan = _mine(piece["plan"], query)
    if plan and bare(plan).lower() not in what.lower():
        return f"{plan}（{what}）" if query.language == "zh" else f"{plan} ({what})"
    return what


def _mine(what: str, query: Query) -> str:
    own = query.ask["self"]
    said = bare(what) if query.language == "zh" else plans.say_deed(what, query.ask)
    return of_oneself(said, own["pronoun"], own["language"]) if what else ""


def _company(piece: LivedPiece, query: Query) -> list[str]:
    for talk in query.ask.get("talks", ()):
        if talk["date"] == piece["date"] and abs(minutes_at(talk["start"]) - minutes_at(piece["start"])) <= 1:
            return talk["company"]
    return []


def company_then(query: Query, wording: AnswerWording) -> Found | None:
    """With whom the person was in a stretch of time: people met at an event, or talked to."""
    if query.span is None or not query.ask.get("pieces"):
        return None
    found = pieces_in(query.span, query.ask)
    promised = {piece["promise"] for piece in found if piece["promise"]}
    met = [one["id"] for event in query.ask["attended"] if event["what"] in promised for one in event["company"]]
    ids = list(dict.fromkeys([*met, *(each for talk in talks_in(query.span, query.ask) for each in talk["company"])]))
    if not ids:
        return Found(wording.say("alone_then"), piece=found[-1] if found else None)
    names = wording.listed([query.named(each) for each in ids])
    return Found(wording.say("met_then", names=names), people=tuple(ids), piece=found[-1] if found else None)


def reason(piece: LivedPiece, query: Query, wording: AnswerWording) -> str:
    """Why a piece was as it was: a promise, an own reason, the plan, or the need to sleep."""
    if piece["act"] == "sleep":
        return wording.say("why_asleep")
    if piece["promise"]:
        return wording.say("why_promised", what=_mine(piece["promise"], query))
    if piece["because"]:
        return wording.say("why_because", because=piece["because"])
    if piece["plan"]:
        return wording.say("why_planned", what=_mine(piece["plan"], query))
    return wording.say("why_nothing")


def _through(found: Sequence[LivedPiece], span: AskedSpan, query: Query, wording: AnswerWording) -> Found:
    merged = [piece for piece in blocks(list(found)) if piece["act"] == "deed"]
    longest = sorted(merged, key=lambda piece: minutes_at(piece["start"]) - minutes_at(piece["end"]))[:MAX_PARTS]
    told_of = [piece for piece in merged if piece in longest]
    if not told_of:
        asleep = any(piece["act"] == "sleep" for piece in found)
        said = _day_said(span, query, wording)
        return Found(capital(wording.say("was_asleep", when=said)) if asleep else wording.say("blank"), knows=asleep)
    parts = [_sentence(piece, when(piece["date"], piece["start"], query, wording), wording, query) for piece in told_of]
    company = list(dict.fromkeys(each for talk in talks_in(span, query.ask) for each in talk["company"]))
    if company:
        names = [query.named(each) for each in company]
        parts.append(wording.say("talked_then", names=wording.listed(names)))
    if query.wants_why:
        parts.append(reason(told_of[-1], query, wording))
    return Found(wording.joined([capital(part) for part in parts]), people=tuple(company), piece=told_of[-1])


def _day_said(span: AskedSpan, query: Query, wording: AnswerWording) -> str:
    return said_day(span.date, query.ask["now"]["date"], wording.language)


def when(day: str, hour: str, query: Query, wording: AnswerWording) -> str:
    """A past day and hour: `yesterday at 15:00`."""
    ahead = (date.fromisoformat(day) - date.fromisoformat(query.ask["now"]["date"])).days
    minutes = minutes_at(hour)
    if minutes >= MINUTES_A_DAY:
        day = date.fromordinal(date.fromisoformat(day).toordinal() + 1).isoformat()
        ahead, hour = ahead + 1, hour_of(minutes - MINUTES_A_DAY)
    said = said_day(day, query.ask["now"]["date"], wording.language) if ahead else ""
    if wording.language == "zh":
        return f"{said or '今天'}{hour}"
    return f"{said} at {hour}" if said else f"today at {hour}"


def next_after(piece: LivedPiece, query: Query, wording: AnswerWording) -> Found:
    """What came after a piece."""
    pieces = blocks(list(query.ask.get("pieces", ())))
    begun = (piece["date"], minutes_at(piece["start"]))
    later = [
        each
        for each in pieces
        if (each["date"], minutes_at(each["start"])) > begun
        and each["act"] in ("deed", "sleep")
        and (each["plan"], each["place"]) != (piece["plan"], piece["place"])
    ]
    if not later:
        return Found(wording.say("nothing_since"))
    following = later[0]
    said = when(following["date"], following["start"], query, wording)
    return Found(capital(_sentence(following, said, wording, query)), piece=following)


def meal(query: Query, wording: AnswerWording) -> Found | None:
    """What the person ate, and where."""
    if not _PAST.search(query.text) or not query.ask.get("pieces"):
        return None
    named = next(((low, high) for pattern, low, high in MEALS[:-1] if pattern.search(query.text)), None)
    evening = re.search(r"dinner|supper|evening|晚", query.text, re.IGNORECASE)
    first, last = named or ((MEALS[-1][1], MEALS[-1][2]) if evening else (0, MINUTES_A_DAY))
    now = query.ask["now"]
    span = AskedSpan(query.span.date if query.span else now["date"], first, last)
    eaten = [
        piece
        for piece in pieces_in(span, query.ask)
        if piece["act"] == "deed" and EATING.search(f"{piece['what']} {piece['plan']}")
    ]
    if not eaten:
        if not is_lived(span, query.ask):
            return None
        known = bool(pieces_in(span, query.ask))
        return Found(wording.say("ate_nothing" if known else "blank"), knows=known)
    piece = next((each for each in eaten if each["plan"] and EATING.search(each["plan"])), eaten[0])
    said = when(piece["date"], piece["start"], query, wording)
    return Found(capital(_sentence(piece, said, wording, query)), piece=piece)


# --- deeds by where, before or after what they were


_LAST_TIME = re.compile(r"\blast\b(?! (?:night|week|month|year))|上(?:一)?次|上回|最近一次|最后一次", re.IGNORECASE)


def been_at(query: Query, wording: AnswerWording) -> Found | None:
    """Whether, when or why the person was at a place, or what they did there."""
    at_work = _TO_WORK.search(query.text) is not None
    place = next(
        (
            each
            for each in query.ask["places"]
            if each["name"] in query.text or (at_work and each["name"] in query.ask["self"]["work"])
        ),
        None,
    )
    if place is None or query.people or not query.ask.get("pieces"):
        return None
    left = query.topic - words(place["name"]) - _DOING - _GOING - _AT_WORK
    if (left and not (at_work and query.language == "zh")) or FUTURE.search(query.text):
        return None
    if query.span is None and not _PAST.search(query.text):
        return None
    pieces = pieces_in(query.span, query.ask) if query.span is not None else list(query.ask["pieces"])
    sector = place["id"].partition(":")[0]
    there = [each for each in pieces if each["act"] == "deed" and each["place"].partition(":")[0] == sector]
    if not there:
        return Found(capital(wording.say("not_there", place=place["name"])))
    parts = (
        [wording.say("so")]
        if re.match(
            r"(?:(?:today|yesterday),? )?(?:did|have|had|were|was)\b|.*(?:(?:吗|没有?)[？?]*$|有没有|是否"
            r"|([㐀-鿿])[不没]\1)",
            query.text,
            re.IGNORECASE,
        )
        else []
    )
    told_of = blocks(there)[: 1 if parts or query.wants_why else MAX_PARTS]
    if _LAST_TIME.search(query.text):
        told_of = blocks(there)[-1:]
    parts += [
        capital(_sentence(each, when(each["date"], each["start"], query, wording), wording, query)) for each in told_of
    ]
    if query.wants_why:
        parts.append(reason(told_of[0], query, wording))
    return Found(wording.joined(parts), piece=told_of[0])


_TO_WORK = re.compile(r"\b(?:to|at) (?:work|school)\b|上(?:班|学|课|工)", re.IGNORECASE)
_AT_WORK = words("work school")
_GOING = words("go goes went gone going been visit visited come came stop drop pass set foot arrive reach time"
    " exactly") | {
    "去过", "待过", "来过", "到过", "去了"
}  # fmt: skip


def around(query: Query, wording: AnswerWording) -> Found | None:
    """What the person did before or after something else they did."""
    found = next((match for pattern in _AROUND if (match := pattern.search(query.text))), None)
    if found is None or query.people or FUTURE.search(query.text) or not query.ask.get("pieces"):
        return None
    deed = found["deed"] or ""
    topic = words(deed) - _DOING
    pieces = blocks(pieces_in(query.span or _today(query), query.ask))
    meal_hours = next(((low, high) for pattern, low, high in MEALS[:-1] if pattern.search(deed)), None)
    if meal_hours is None and re.search(r"dinner|supper|晚[饭餐]", deed):
        meal_hours = MEALS[-1][1:]
    anchors = [
        at
        for at, each in enumerate(pieces)
        if (meal_hours and EATING.search(each["plan"]) and meal_hours[0] <= minutes_at(each["start"]) <= meal_hours[1])
        or (not meal_hours and topic and shared_part(topic, f"{each['plan']} {each['what']}") >= 0.5)
    ]
    if not anchors and query.span is None and meal_hours is None:
        return None
    if not anchors:
        return Found(wording.say("blank"), knows=False)
    before = found["side"] in ("before", "以前", "之前", "前")
    others = pieces[: anchors[0]][::-1] if before else pieces[anchors[-1] + 1 :]
    piece = next((each for each in others if each["act"] in ("deed", "sleep")), None)
    if piece is None:
        return Found(wording.say("nothing_since"))
    said = when(piece["date"], piece["start"], query, wording)
    return Found(capital(_sentence(piece, said, wording, query)), piece=piece)


_AROUND = (
    re.compile(
        r"\b(?P<side>before|after) (?:you (?:had |were )?|your |the |having |that )?(?P<deed>[\w' -]{3,40})\W*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:你|^)(?:今天|昨天)?(?P<deed>[一-鿿]{2,12}?)(?P<side>以前|之前|以后|之后|前|后)，?你?(?:又|都|在|先|去)*(?:做|干|忙)"
    ),
)


# --- deeds by what they were


def done(query: Query, strict: bool = False) -> list[LivedPiece]:
    """Pieces that were what the question is about, within its time; `strict` if it takes them for granted."""
    if not any(len(word) > 1 for word in query.topic):
        return []
    span = query.span
    pieces = pieces_in(span, query.ask) if span is not None else query.ask.get("pieces", ())
    fits = 0.5 if query.language == "zh" and not strict else 1.0 if len(query.topic) <= 3 else 0.75
    return [
        piece
        for piece in pieces
        if piece["act"] != "talk"
        and shared_part(query.topic, f"{piece['what']} {piece['plan']} {piece['promise']}") >= fits
    ]


def why_did(query: Query, wording: AnswerWording) -> Found | None:
    """Why the person did something; if they never did, that they did not."""
    if query.span is not None and not query.topic:
        return hours(query, wording)
    return past_of(query, wording)


def past_of(query: Query, wording: AnswerWording) -> Found | None:
    """When, where or why the person did something; a thing never done is denied."""
    if not query.topic or not (_PAST.search(query.text) or _REASON.search(query.text)):
        return None
    if _STOPPING.search(query.text):
        return Found(wording.say("never_did"), knows=False)
    pieces = done(query, strict=True)
    if pieces:
        first = pieces[0]
        parts = [_sentence(first, when(first["date"], first["start"], query, wording), wording, query)]
        if query.wants_why:
            parts.append(reason(first, query, wording))
        return Found(wording.joined([capital(part) for part in parts]), piece=first)
    told_of = about(query, ("seed", "news", "promise", "talk", "voice", "card"))
    memories = [one for one in told_of if shared_part(query.topic, one["text"]) >= MIN_TOPIC_SHARE]
    if memories:
        return Found(told(memories[0], query, wording), (memories[0]["id"],), not denies(memories[0]["text"]) or True)
    if sort_of(query.shape, query.language) in ("calling", "struck", "reflection") and not query.people:
        return None
    is_how = re.match(r"how\b|.*怎么", query.text, re.IGNORECASE) is not None
    if query.span is None and (one := _in_part(query)) is not None:
        used = (one["id"],) if one["id"] else ()
        return Found(wording.joined([wording.say("all_i_know"), told(one, query, wording)]), used, knows=False)
    if _SUPPOSES.search(query.text) and len(query.topic) > is_how:
        if len(query.topic) == 1 and query.span is None and query.language == "en":
            return Found(wording.say("unknown_of_me"), knows=False)
        return Found(wording.say("never_did"), knows=False)
    return None


def _in_part(query: Query) -> Recalled | None:
    """An own memory of the people asked for with half of what a question takes for granted."""
    if len(query.topic) < 2:
        return None
    own = [
        one
        for one in stored(query)
        if one["kind"] in ("seed", "card")
        and is_own_knowledge(one, query)
        and not (one["kind"] == "card" and one["about"])
        and all(each["id"] in one["about"] or each["called"] in one["text"] for each in query.people)
    ]
    best = max(
        own, key=lambda one: (shared_part(query.topic, one["text"]), one["importance"], -one["id"]), default=None
    )
    return best if best is not None and shared_part(query.topic, best["text"]) >= 0.5 else None


_LATELY = re.compile(
    r"\b(?:lately|recently|these days|usually|normally|so far)\b"
    r"|最近|近来|多久没|平时|平常|[久年]了(?:吧|呢)?[？?]?$|^how long have you",
    re.IGNORECASE,
)


_HOW_LONG = re.compile(r"\bhow (?:long|much)\b|\blast night\b|多久|多长|几个|多少", re.IGNORECASE)


def duration(query: Query, wording: AnswerWording) -> Found | None:
    """How long the person did something."""
    if query.span is None and (_LATELY.search(query.text) or not _HOW_LONG.search(query.text)):
        return None
    pieces = done(query, strict=True)
    if re.search(r"\bsle(?:ep|pt)\b|睡", query.text):
        pieces = [
            each
            for each in (pieces_in(query.span, query.ask) if query.span else query.ask.get("pieces", ()))
            if each["act"] == "sleep"
        ][-1:]
    if not pieces:
        return None
    total = sum(max(0, minutes_at(each["end"]) - minutes_at(each["start"])) for each in pieces)
    return Found(wording.say("lasted", minutes=_length(total, wording)), piece=pieces[0])


def _length(minutes: int, wording: AnswerWording) -> str:
    whole, rest = divmod(minutes, 60)
    if wording.language == "zh":
        return (f"{whole}个小时" if whole else "") + (f"{rest}分钟" if rest or not whole else "")
    parts = [f"{whole} hour{'s' if whole != 1 else ''}"] if whole else []
    return " and ".join([*parts, *([f"{rest} minutes"] if rest or not whole else [])])


def place_of_talk(talk: PastTalk, query: Query, wording: AnswerWording) -> str:
    """When and where a talk was."""
    said = when(talk["date"], talk["start"], query, wording)
    return wording.say("then_at", when=said, place=talk["place_name"]) if talk["place_name"] else said
