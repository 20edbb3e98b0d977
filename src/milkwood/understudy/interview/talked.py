"""Answers about talks and news: who told what and when, who else knows, with whom and how often the person talked.

Invariant: tellers and knowers come from memories and talks; the person does not guess what others know.
"""

import re
from dataclasses import replace

from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Other, PastTalk, Recalled
from milkwood.understudy.interview import days, plans
from milkwood.understudy.interview.asked_time import pieces_in, talks_in
from milkwood.understudy.interview.daily import EATING
from milkwood.understudy.interview.evidence import (
    MIN_TOPIC_SHARE,
    Found,
    about,
    distinct,
    is_own_knowledge,
    is_secret,
    quoting,
    shared_part,
    stored,
    teller_of,
    told,
    words_of_places,
)
from milkwood.understudy.interview.kin import kin_asked
from milkwood.understudy.interview.matters import matters
from milkwood.understudy.interview.nearest import SURE_SIMILARITY, ranked
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.sentences import capital, chinese, words
from milkwood.understudy.language.when import clock_named, date_named, day_named
from milkwood.understudy.language.when import when as when_in

_TOPICAL = ("seed", "news", "promise", "voice", "talk")
MAX_PROMISES = 3
_LAST = re.compile(r"\blast\b|上次|上回|最近一次|最后", re.IGNORECASE)
_FIRST = re.compile(r"\bfirst\b|第一个|头一个|(?<!最)先(?=见|碰|遇|跟|和)|第一次|头一回|最先|最早", re.IGNORECASE)
_TALKING = re.compile(
    r"\b(?:talk|spoke|speak|chat|met|meet|see|seen|saw|conversation|convers|words? with|exchange)"
    r"|说话|说过话|聊|见|碰|遇|谈|话",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"\b(?:tell|told|mention)|告诉|说起|提起|跟.{1,8}(?:说(?!话|过话|了话|几句)|讲|提)|通知", re.IGNORECASE
)
_KNOWING = re.compile(r"\bknow\b|\bacquaint|认识|认得", re.IGNORECASE)
_ME = re.compile(r"\bI\b.*\b(?:tell|told|say|said|ask)|我.{0,6}(?:告诉|跟你|对你|问)", re.IGNORECASE)
_TO_YOU = re.compile(r"\b(?:told|tell)\b.*\byou\b(?!.*\byou (?:told|tell))|(?:告诉|跟|对|和)你", re.IGNORECASE)


def source(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """Who told the person of something."""
    near: list[Recalled] = []
    if query.topic and not query.quoted:
        whole = replace(query, people=(), text=_WHO_TOLD.sub("", query.text))
        near = [one for score, one in ranked(whole, likeness)[:1] if score >= SURE_SIMILARITY and one["id"]]
    return traced(query, wording, near)


def traced(query: Query, wording: AnswerWording, near: list[Recalled]) -> Found | None:
    """Who told the person what a question names or quotes; `near` is what may be meant if no memory has its words."""
    tellers = {each["id"] for each in query.people}
    topical = [one for one in _topical(query) if one["kind"] in ("news", "seed", "voice", "promise")] or near
    if not topical:
        return Found(wording.say("heard_nothing"), knows=False) if query.topic or query.people else None
    news = sorted((each for each in topical if each["kind"] == "news"), key=lambda each: is_secret(each, query))
    one = (news or topical)[0]
    if is_own_knowledge(one, query):
        origin = "going_round" if one.get("certainty") in ("rumour", "denied") else "know_myself"
        return Found(wording.joined([wording.say(origin), told(one, query, wording)]), (one["id"],))
    names = list(dict.fromkeys(teller_of(each, query) for each in topical if not is_own_knowledge(each, query)))
    key = "teller_then" if one["when"] else "teller"
    said = wording.say(key, name=wording.listed(names[:1]), when=one["when"])
    people = tuple(tellers | {one["source"]})
    return Found(wording.joined([said, capital(one["text"])]), (one["id"],), True, people, tuple(names[1:]))


_WHO_TOLD = re.compile(
    r"\b(?:who(?:m)?|from whom|where) (?:did|has|have)? ?(?:you )?(?:told?|heard?|learn\w*|say|said)(?: you)?"
    r"(?: that| of| about| from)?\b"
    r"|(?:是)?(?:听)?谁(?:跟|和|对|向)?(?:你)?(?:告诉|说起|说|提起|讲)(?:过|了)?你?的?",
    re.IGNORECASE,
)
"""What a question for a teller has beside what was told."""


def _topical(query: Query) -> list[Recalled]:
    """Memories on the topic; a named person may be the subject or only part of the question."""
    found = about(query, _TOPICAL)
    if found or not query.topic:
        return found
    return [one for one in stored(query) if shared_part(query.topic, one["text"]) >= 0.75 and one["kind"] in _TOPICAL]


_SOMEBODY = re.compile(r"\b(?:any|some)(?:body|one) (?:who|that)\b|谁|哪", re.IGNORECASE)
_OF_HEARING = words("anything something news tell story bell ring aware matter affair business much little bit")


def heard(query: Query, wording: AnswerWording) -> Found | None:
    """Whether the person has heard of something, and what; a thing that no memory names was not heard of."""
    topic = query.topic - _OF_HEARING
    if query.people and not topic and not query.quoted and query.span is None:
        return _of_person(query, wording)
    if (_SOMEBODY.search(query.text) or all(chinese(word) and len(word) == 1 for word in topic)) and not query.quoted:
        return None
    if not topic - words_of_places(query) and not query.quoted:
        return _on_the_day(query, topic, wording)
    named = [one for one in _naming(query, topic) if one["kind"] not in _OWN_THOUGHTS]
    asks_whether = not re.search(r"^(?:what|how)\b|什么|怎么|哪", query.text, re.IGNORECASE)
    if not named and query.people and _SAID_OF.search(query.text):
        return _of_person(query, wording)
    if not named and not asks_whether:
        return None
    if not named and query.people and _TRUE.search(query.text):
        return None
    if not named:
        return _said_in_talk(query, topic, wording) or Found(wording.say("heard_nothing"), knows=False)
    one = min(named, key=lambda one: (_TELLING_FIRST.index(one["kind"]), -one["importance"], one["id"]))
    said = wording.say("heard_so") if asks_whether else ""
    people = tuple(each["id"] for each in query.people)
    return Found(wording.joined([said, told(one, query, wording)]), (one["id"],), True, people)


_SAID_OF = re.compile(
    r"\b(?:people|they|folks|others|neighbours) (?:say|said|saying|talk\w*|whisper\w*)\b", re.IGNORECASE
)
_TRUE = re.compile(r"\btrue\b|真", re.IGNORECASE)


def _of_person(query: Query, wording: AnswerWording) -> Found | None:
    """What the person was told of another, or has heard said; None if nothing."""
    ids = [each["id"] for each in query.people]
    told_of = [
        one
        for one in stored(query)
        if (
            one["kind"] == "news"
            or one.get("certainty") in ("rumour", "denied", "told")
            or (len(ids) > 1 and one["kind"] == "seed")
        )
        and all(each in one["about"] for each in ids)
    ]
    best = list(distinct(sorted(told_of, key=lambda one: (-one["importance"], -one["id"]))))[:2]
    if not best:
        return None
    return Found(
        wording.joined([told(one, query, wording) for one in best]), tuple(one["id"] for one in best), True, tuple(ids)
    )


_WHEN = re.compile(r"\b(?:when|what (?:time|day)|which day)\b|什么时候|几点|哪天", re.IGNORECASE)
_WHERE = re.compile(r"\b(?:where|which place)\b|哪(?!天)|什么地方", re.IGNORECASE)


def thing(query: Query, wording: AnswerWording) -> Found | None:
    """When or where a thing is: a memory that names the thing and says that of it."""
    if query.people or not (_WHEN.search(query.text) or _WHERE.search(query.text)):
        return None
    if all(chinese(word) and len(word) == 1 for word in query.topic):
        return None
    named = [one for one in _naming(query, query.topic) if one["kind"] in ("news", "seed", "promise", "voice", "talk")]
    fitting = [one for one in named if _says_it(one["text"], query)]
    if not fitting:
        return None
    one = min(fitting, key=lambda one: (_TELLING_FIRST.index(one["kind"]), -one["importance"], one["id"]))
    return Found(told(one, query, wording), (one["id"],))


def _says_it(text: str, query: Query) -> bool:
    """Whether a text has what is asked of a thing: a time or a place."""
    if _WHEN.search(query.text):
        return clock_named(text) is not None or bool(date_named(text, query.ask["now"]["date"]))
    return any(place["name"] in text for place in query.ask["places"]) or bool(re.search(r"\bat [A-Z]|在", text))


def _on_the_day(query: Query, topic: frozenset[str], wording: AnswerWording) -> Found | None:
    """What a memory says of a place on the day that is asked about."""
    today = query.ask["now"]["date"]
    day = day_named(query.text, today)
    for one in stored(query) if day and topic else ():
        time = when_in(one["text"], today, "00:00")
        if one["kind"] in _TELLING_FIRST and time and time.date == day and shared_part(topic, one["text"]) > 0:
            return Found(wording.joined([wording.say("heard_so"), told(one, query, wording)]), (one["id"],))
    return None


def _said_in_talk(query: Query, topic: frozenset[str], wording: AnswerWording) -> Found | None:
    """Who spoke of a thing that left no memory of its own."""
    me = query.ask["self"]["id"]
    for talk in reversed(query.ask.get("talks", ())):
        for line in talk["lines"]:
            if line["by"] != me and shared_part(topic, line["text"]) >= 1:
                said = wording.say(
                    "spoke_of_it",
                    name=query.named(line["by"]),
                    when=days.when(talk["date"], talk["start"], query, wording),
                )
                return Found(wording.joined([wording.say("heard_so"), capital(said)]), people=(line["by"],))
    return None


_TELLING_FIRST = ("news", "seed", "promise", "voice", "talk", "did", "saw", "card", "concern")
_OWN_THOUGHTS = ("insight", "thought", "plan")


def _naming(query: Query, topic: frozenset[str]) -> list[Recalled]:
    """Memories that name a thing: with all its words, or most of many."""
    if same := quoting(query):
        return same
    enough = 1.0 if len(topic) <= 2 else MIN_TOPIC_SHARE
    return [
        one
        for one in stored(query)
        if shared_part(topic, one["text"]) >= enough
        and all(each["id"] in one["about"] or each["called"] in one["text"] for each in query.people)
    ]


def knowers(query: Query, wording: AnswerWording) -> Found | None:
    """Who knows of something, as far as the person knows."""
    topical = _topical(query)
    if not topical:
        return Found(wording.say("heard_nothing"), knows=False) if query.topic else None
    ids = known_to(topical, query)
    one = topical[0]
    if not ids and one["kind"] == "seed" and not is_secret(one, query):
        ids = [each for each in one["about"] if each != query.ask["self"]["id"]]
    names = [query.named(each) for each in ids]
    if not names:
        key = "nobody_knows" if one["private"] or is_own_knowledge(one, query) else "knowers_unknown"
        return Found(wording.say(key), (one["id"],), key == "nobody_knows")
    said = wording.say("knowers", names=wording.listed(names))
    return Found(said, (one["id"],), True, tuple(ids), tuple(names))


def known_to(topical: list[Recalled], query: Query) -> list[str]:
    """People known to know it: who told the person, who was told, who was there."""
    me = query.ask["self"]["id"]
    best = topical[0]["text"]
    same = [one for one in topical if one["text"] in best or best in one["text"] or one["kind"] == "talk"]
    ids: dict[str, None] = {}
    for one in same:
        involved = one["about"] if one["kind"] == "talk" else []
        for each in (one["source"], *one["known_to"], *one.get("witnesses", []), *involved):
            if each not in ("", "me", me):
                ids[each] = None
    return list(ids)


def knows_it(query: Query, wording: AnswerWording) -> Found | None:
    """Whether another person knows of something."""
    if not query.people:
        return None
    whom, topic = query.people[0], query.topic
    topical = [
        one for one in stored(query) if topic and shared_part(topic, one["text"]) >= 0.6 and one["kind"] != "plan"
    ]
    return whether_knows(whom, topical, query, wording) if topical else None


def whether_knows(whom: Other, topical: list[Recalled], query: Query, wording: AnswerWording) -> Found:
    """Whether another person knows what some memories tell, as far as the person knows."""
    if any(whom["id"] in (one.get("secret_from") or ()) for one in topical):
        one = next(each for each in topical if whom["id"] in (each.get("secret_from") or ()))
        parts = [wording.say("no_they_do_not", name=whom["called"]), told(one, query, wording)]
        return Found(wording.joined(parts), (one["id"],), True, (whom["id"],))
    if whom["id"] in known_to(topical, query) or any(
        whom["id"] in one["known_to"] or whom["id"] == one["source"] for one in topical
    ):
        teller = any(one["source"] == whom["id"] for one in topical)
        said = wording.say("knows_told_me" if teller else "knows_it", name=whom["called"])
        return Found(said, (topical[0]["id"],), True, (whom["id"],))
    return Found(wording.say("unsure_knows", name=whom["called"]), (topical[0]["id"],), False, (whom["id"],))


# --- talks


def _with(query: Query, talks: list[PastTalk]) -> list[PastTalk]:
    return [talk for talk in talks if all(each["id"] in talk["company"] for each in query.people)]


def count(query: Query, wording: AnswerWording) -> Found | None:
    """How many people or talks."""
    ask = query.ask
    text = query.text
    if not query.people and not _TALKING.search(text) and (kin := kin_asked(text, ask)):
        called = wording.listed([each["called"] for each in kin])
        said = wording.say("count_kin", count=str(len(kin)), names=called)
        return Found(capital(said), people=tuple(each["id"] for each in kin))
    if not query.people and query.span is None and _OWN_CHILDREN.search(text) and not _TALKING.search(text):
        if any(
            one["kind"] in ("seed", "concern") and "children" in matters(one["text"], "told") for one in stored(query)
        ):
            return None
        return Found(wording.say("no_such_kin"))
    if _KNOWING.search(text) and not query.people and not query.topic and not re.search(r"说|聊|talk|spoke", text):
        names = [other["called"] for other in ask["others"]]
        return Found(wording.say("count_known", count=str(len(names)), names=wording.listed(names)), people=())
    if _TELLING.search(text) and query.topic:
        return _tellers(query, wording)
    talks = _with(query, talks_in(query.span, ask))
    if not _TALKING.search(text):
        return _visits(query, wording) or (_times_done(query, wording) if _HOW_OFTEN.search(text) else None)
    if (
        re.search(
            r"\b(?:people|persons?|different|neighbou?rs?|folks?|souls?)\b|几个人|多少人|多少个人|几个不同|几位|人.{0,3}(?:多少|几(?:个|位))",
            text,
        )
        and not query.people
    ):
        ids = list(dict.fromkeys(each for talk in talks for each in talk["company"]))
        names = [query.named(each) for each in ids]
        if not names:
            return Found(wording.say("count_nobody"))
        key = "count_one" if len(names) == 1 else "count_people"
        return Found(wording.say(key, count=str(len(names)), names=wording.listed(names)), people=tuple(ids))
    key = "count_none" if not talks else "count_once" if len(talks) == 1 else "count_talks"
    parts = [wording.say(key, count=str(len(talks)))]
    if talks:
        parts.append(wording.say("last_was", when=days.place_of_talk(talks[-1], query, wording)))
    people = tuple(each["id"] for each in query.people)
    return Found(wording.joined(parts), people=people)


_OWN_CHILDREN = re.compile(
    r"\bhow many (?:children|kids|sons|daughters) (?:do|have) you\b|你有?(?:几|多少)个?(?:孩子|儿子|女儿|娃)",
    re.IGNORECASE,
)
_HOW_OFTEN = re.compile(r"\bhow often\b|\btimes\b|[几多少]+(?:次|回|趟|遍|顿|场)", re.IGNORECASE)


def _tellers(query: Query, wording: AnswerWording) -> Found | None:
    """How many people told of something."""
    topical = [one for one in _topical(query) if one["kind"] == "news" and not is_own_knowledge(one, query)]
    ids = list(dict.fromkeys(one["source"] for one in topical))
    if not ids:
        return Found(wording.say("heard_nothing"), knows=False)
    names = [query.named(each) for each in ids]
    key = "count_one" if len(names) == 1 else "count_people"
    said = wording.say(key, count=str(len(names)), names=wording.listed(names))
    return Found(said, tuple(one["id"] for one in topical[:2]), people=tuple(ids))


def _times_done(query: Query, wording: AnswerWording) -> Found | None:
    """How often the person did something."""
    eating = EATING.search(query.text) is not None
    pieces = pieces_in(query.span, query.ask) if query.span is not None else list(query.ask.get("pieces", ()))
    done = [each for each in pieces if EATING.search(each["plan"])] if eating else days.done(query, strict=True)
    times = {(each["date"], each["plan"] or each["what"], each["place"]) for each in done}
    if not times:
        return None
    return Found(wording.say("count_once" if len(times) == 1 else "count_talks", count=str(len(times))), piece=done[-1])


def _visits(query: Query, wording: AnswerWording) -> Found | None:
    """How often the person was at a place, or did something."""
    place = next((each for each in query.ask["places"] if each["name"] in query.text), None)
    pieces = pieces_in(query.span, query.ask) if query.span is not None else list(query.ask.get("pieces", ()))
    if place is None:
        return None
    sector, visits, inside = place["id"].partition(":")[0], 0, False
    for piece in pieces:
        if piece["act"] not in ("deed", "sleep") or not piece["place"]:
            continue
        here = piece["place"].partition(":")[0] == sector
        visits += here and not inside
        inside = here
    key = "visits_none" if not visits else "visits_one" if visits == 1 else "visits"
    return Found(wording.say(key, count=str(visits), place=place["name"]))


def when(query: Query, wording: AnswerWording) -> Found | None:
    """When the person talked, told or heard something, or did it."""
    text = query.text
    if _ME.search(text):
        return Found(wording.say("you_told_nothing"), knows=False)
    if query.people and _TELLING.search(text):
        return _when_told(query, wording)
    if query.people and _TALKING.search(text):
        talks = _with(query, talks_in(query.span, query.ask))
        people = tuple(each["id"] for each in query.people)
        if not talks:
            return Found(wording.say("never_talked", name=query.people[0]["called"]), people=people)
        talk = talks[0] if _FIRST.search(text) else talks[-1]
        names = wording.listed([query.named(each) for each in talk["company"]])
        said = wording.say("talk_was", when=days.place_of_talk(talk, query, wording), names=names)
        return Found(capital(said), people=people)
    if re.search(
        r"\b(?:get up|got up|wake|woke|go to (?:bed|sleep)|fall asleep)\b|起的?床|起来的|睡的|上床|睡觉|醒", text
    ):
        return _sleep(query, wording)
    return _shift(query, wording) or days.past_of(query, wording)


_SHIFT = re.compile(
    r"\b(?P<start>start|begin|began|get to|got to|arrive at|arrived at|open)\b.*\b(?:work|shop|shift|office|job)\b"
    r"|\b(?:finish|stop|leave|left|end|close)\b.*\b(?:work|shop|shift|office|job)\b"
    r"|\b(?:knock|clock|knocked|clocked) off\b"
    r"|(?P<zh>上(?:的)?班|开(?:的)?[工门]|开始(?:干活|工作))|下(?:的)?班|收(?:的)?工|关(?:的)?门",
    re.IGNORECASE,
)


def _shift(query: Query, wording: AnswerWording) -> Found | None:
    """When the person began or finished work on a day; None if they did not work."""
    asked = _SHIFT.search(query.text)
    work = query.ask["self"]["work"]
    lived = query.span is not None or days._PAST.search(query.text)
    if asked is None or not work or query.people or not lived:
        return None
    span = query.span or days._today(query)
    at_work = [
        piece
        for piece in pieces_in(span, query.ask)
        if piece["act"] == "deed" and piece["place_name"] and piece["place_name"].split(", ")[0].split("的")[0] in work
    ]
    if not at_work:
        return None
    began = asked["start"] or asked["zh"]
    piece = at_work[0 if began else -1]
    said = days.when(piece["date"], piece["start" if began else "end"], query, wording)
    return Found(capital(wording.say("it_was_then", when=said)), piece=piece)


def _sleep(query: Query, wording: AnswerWording) -> Found | None:
    if re.search(r"usually|normally|平常|平时|一般", query.text, re.IGNORECASE):
        return None
    span = query.span or days._today(query)
    pieces = [each for each in pieces_in(span, query.ask) if each["act"] == "sleep"]
    if not pieces or not re.search(r"\bdid\b|了|的", query.text):
        return None
    if re.search(r"up|wake|woke|起|醒", query.text):
        piece = pieces[0]
        return Found(
            capital(wording.say("got_up", when=days.when(piece["date"], piece["end"], query, wording))), piece=piece
        )
    piece = pieces[-1]
    return Found(
        capital(wording.say("went_to_bed", when=days.when(piece["date"], piece["start"], query, wording))), piece=piece
    )


def _when_told(query: Query, wording: AnswerWording) -> Found | None:
    by_them = bool(_TO_YOU.search(query.text)) and not re.search(
        r"\byou (?:tell|told)\b|你(?:什么时候|几点|哪天).{0,4}(?:跟|告诉)", query.text
    )
    whom = query.people[0]
    if by_them:
        heard = [one for one in about(query, ("news",)) if one["source"] == whom["id"] and one["when"]]
        if not heard:
            return Found(wording.say("told_me_nothing", name=whom["called"]), knows=False)
        one = heard[0]
        return Found(
            wording.say("was_told_then", name=whom["called"], when=one["when"]), (one["id"],), True, (whom["id"],)
        )
    me = query.ask["self"]["id"]
    for talk in _with(query, list(query.ask.get("talks", ()))):
        mine = " ".join(line["text"] for line in talk["lines"] if line["by"] == me)
        if not query.topic or shared_part(query.topic, mine) >= 0.6:
            said = wording.say("i_told_then", name=whom["called"], when=days.place_of_talk(talk, query, wording))
            return Found(capital(said), (), True, (whom["id"],))
    return Found(wording.say("i_told_nothing", name=whom["called"]), knows=False, people=(whom["id"],))


_LATELY = re.compile(r"\bjust now\b|刚才|刚刚", re.IGNORECASE)
_ABOUT_WHAT = re.compile(r"\b(?:about what|what about)\b|(?:聊|说|谈)(?:了|的|些|过)*(?:什么|啥)", re.IGNORECASE)


def talked_to(query: Query, wording: AnswerWording) -> Found | None:
    """With whom the person talked in a time."""
    if query.people or query.topic - {"town", "镇上"}:
        return None
    lately = _LATELY.search(query.text) is not None
    talks = talks_in(None if lately else query.span, query.ask)
    ids = list(dict.fromkeys(each for talk in talks for each in talk["company"]))
    if talks and (lately or (_LAST.search(query.text) and query.span is None)):
        ids = list(talks[-1]["company"])
    if not ids:
        return Found(wording.say("count_nobody"))
    names = [query.named(each) for each in ids]
    said = wording.say("talked_with", names=wording.listed(names))
    if _ABOUT_WHAT.search(query.text):
        people = tuple(each for each in query.ask["others"] if each["id"] in ids[-1:])
        gist = talked_about(replace(query, people=people, topic=frozenset()), wording)
        said = wording.joined([said, gist.say]) if gist else said
    return Found(said, people=tuple(ids), more=tuple(names))


def met_ends(query: Query, wording: AnswerWording) -> Found | None:
    """The first or last person the person talked to."""
    talks = talks_in(query.span, query.ask)
    if not talks:
        return Found(wording.say("count_nobody"))
    talk = talks[0] if _FIRST.search(query.text) else talks[-1]
    names = wording.listed([query.named(each) for each in talk["company"]])
    said = wording.say("talk_was", when=days.place_of_talk(talk, query, wording), names=names)
    return Found(capital(said), people=tuple(talk["company"]))


_OWN_WORDS = re.compile(
    r"\b(?:do|would|will|could|should) you (?:say|tell|mention)\b|你(?:会|要|该|准备|打算)(?:怎么)?(?:说|讲)",
    re.IGNORECASE,
)


_NAME = re.compile(r"\bNn\b|某君")
_NAMED_SAYS = re.compile(
    r"\bNn\b.{0,20}\b(?:tell|told|say|said|mention\w*|report\w*|bring|brought)\b|\b(?:from|by) Nn\b"
    r"|某君(?!的?时候|.{0,12}的时候).{0,12}(?:跟|对|和|向|告诉|说|讲|提)"
)


def told_by(query: Query, wording: AnswerWording) -> Found | None:
    """What another person told."""
    if not query.people or _OWN_WORDS.search(query.text):
        return None
    if _NAME.search(query.shape) and not _NAMED_SAYS.search(query.shape):
        return None
    whom = query.people[0]
    rest = query.people[1:]
    heard = [
        one
        for one in stored(query)
        if one["kind"] == "news"
        and one["source"] == whom["id"]
        and all(each["called"] in one["text"] for each in rest)
        and (not query.topic or shared_part(query.topic, one["text"]) > 0)
    ]
    if not heard:
        talks = _with(query, list(query.ask.get("talks", ())))
        key = "told_me_nothing" if not talks else "only_small_talk"
        return Found(wording.say(key, name=whom["called"]), knows=bool(talks), people=(whom["id"],))
    best = list(distinct(sorted(heard, key=lambda one: (-one["importance"], -one["id"]))))[:2]
    said = [wording.say("heard_from", name=whom["called"]), *(capital(_stopped(one["text"], wording)) for one in best)]
    return Found(wording.joined(said), tuple(one["id"] for one in best), True, (whom["id"],))


def any_talk(query: Query, wording: AnswerWording) -> Found | None:
    """Whether the person talked with anyone."""
    if query.people or not _TALKING.search(query.text):
        return None
    found = talked_to(replace(query, topic=frozenset()), wording)
    return replace(found, say=wording.joined([wording.say("so"), found.say])) if found and found.people else found


def talked_about(query: Query, wording: AnswerWording) -> Found | None:
    """What a talk was about: with the people named, meant, or talked to last."""
    if not query.people:
        last = query.ask.get("talks", ())[-1:]
        met = [one for one in query.ask["others"] for talk in last if one["id"] in talk["company"]]
        query = replace(query, people=query.meant[:1] or tuple(met))
    if not query.people:
        return None
    talks = _with(query, talks_in(query.span, query.ask))
    whom = query.people[0]
    people = tuple(each["id"] for each in query.people)
    if not talks:
        return Found(wording.say("never_talked", name=whom["called"]), people=people)
    of_talks = [one for one in stored(query) if one["kind"] == "talk" and whom["id"] in one["about"]]
    weighty = [one for one in of_talks if not re.search(r"few words|说了几句", one["text"])] or of_talks
    if not weighty:
        said = wording.say("talk_was", when=days.place_of_talk(talks[-1], query, wording), names=whom["called"])
        return Found(capital(said), people=people)
    best = weighty[-2:]
    return Found(
        wording.joined([capital(_stopped(one["text"], wording)) for one in best]),
        tuple(one["id"] for one in best),
        True,
        people,
    )


def _stopped(text: str, wording: AnswerWording) -> str:
    return text if text[-1:] in ".!?。！？”" else text + ("。" if wording.language == "zh" else ".")


def invited(query: Query, wording: AnswerWording) -> Found | None:
    """Whom the person invited."""
    me = query.ask["self"]["id"]
    ids: dict[str, None] = {}
    for promise in query.ask["promises"]:
        if promise["host"]:
            ids |= dict.fromkeys(promise["company"])
    hosted = {one["text"] for one in stored(query) if one["kind"] == "seed" and one["importance"] >= 8}
    for talk in query.ask.get("talks", ()):
        mine = " ".join(line["text"] for line in talk["lines"] if line["by"] == me)
        if query.topic and shared_part(query.topic, mine) >= 0.6 and hosted:
            ids |= dict.fromkeys(talk["company"])
    if not ids:
        return None
    names = [query.named(each) for each in ids]
    return Found(wording.say("invited_them", names=wording.listed(names)), (), True, tuple(ids), tuple(names))


_BARE_PROMISE = re.compile(
    r"(?:那)?你?(?:答应|同意)了(?:没有?|吗)[？?]*|did you (?:agree|promise|accept)\W*", re.IGNORECASE
)
"""A question whether something was accepted that the question before named."""


def promised(query: Query, wording: AnswerWording) -> Found | None:
    """What the person promised, kept or not."""
    if query.ask["before"] and not query.people and _BARE_PROMISE.fullmatch(query.text):
        return None
    ahead = list(query.ask["promises"])
    made = [one for one in stored(query) if one["kind"] == "promise"]
    if query.people:
        ids = {each["id"] for each in query.people}
        ahead = [one for one in ahead if ids & set(one["company"])]
        made = [one for one in made if ids & set(one["about"])]
    if query.span is not None or days.FUTURE.search(query.text):
        return None
    if not ahead and not made:
        return Found(wording.say("nothing_promised"))
    if ahead:
        return Found(wording.joined([plans.kept(one, query.ask, wording) for one in ahead[:MAX_PROMISES]]))
    best = made[-2:]
    return Found(wording.joined([told(one, query, wording) for one in best]), tuple(one["id"] for one in best))
