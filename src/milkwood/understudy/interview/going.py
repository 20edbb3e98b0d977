"""Answers to whether the person goes to an event: a party, a lunch, an evening.

Invariant: promises, refusals and visits are told as they are; a person who heard of it without answering says so; an
unknown event has no answer here.
"""

import re

from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import PromiseTerm, Recalled
from milkwood.understudy.interview.attending import asked_who_came
from milkwood.understudy.interview.plans import kept
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.names import called
from milkwood.understudy.language.sentences import capital, words
from milkwood.understudy.language.when import past, when

_GOING = re.compile(
    r"\b(?:do you (?:mean|want|intend|plan|hope|expect) to|are you (?:going|planning|meaning) to|will you|would you)"
    r" (?:go to|come to|be at|attend|join|see|watch|listen to) (?P<meant>[^,;?!]+)"
    r"|\bare you (?:going|coming) to (?P<named>(?:the|a|an|this|that|his|her|their|\w+['’]s)\b [^,;?!]+)"
    r"|(?:打算|准备|想|要|会|能)(?:不(?:打算|准备|想|要|会|能))?(?:去|来|参加|出席)(?P<chinese>[^？?，,。吗]+)"
    r"|(?P<event>[^，,？?]{2,14}?)你(?:去|来)(?:不(?:去|来))?(?:听|看|参加|玩)?(?:吗|不|么)"
    r"|去不去(?P<whether>[^？?，,。]+)",
    re.IGNORECASE,
)
_WENT = re.compile(
    r"\b(?:did you (?:go to|come to|attend|join|like)|were you at|have you been (?:at|to)"
    r"|do you like|how (?:was|is)|how did you (?:like|find)) (?P<went>[^,;?!]+)"
    r"|(?:去了|来了|参加了|去没去|去过|参加过)(?P<chinese>[^？?，,。吗没]+)|去(?P<been>[^？?，,。吗没]+)了(?:吗|没)"
    r"|(?P<liked>[^？?，,。]*(?:派对|聚会|之夜|晚会))(?:怎么样|好玩吗|热闹吗|如何)",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"\b(?:party|festival|night|gathering|celebration|evening|concert|dinner|lunch)\b|派对|聚会|之夜|晚会|午饭|晚饭",
    re.IGNORECASE,
)
_NO = re.compile(r"^(?:I will not be there: |我去不了：)[^.。]*[.。] ?")
_SMALL = re.compile(r"^(?:那|这)(?:一)?(?:个|场|次)?|\b(?:and|or) why\b.*$")
_HEARD = ("news", "seed", "talk")


def going(ask: Ask, wording: AnswerWording) -> FoundAnswer | None:
    """Whether the person goes, and what they have said about it; None for other questions or unknown events."""
    asked = _GOING.search(ask["question"])
    if asked is None:
        return _went(ask, wording)
    wanted = _wanted(ask, next(part for part in asked.groups() if part is not None))
    about = [one for one in ask["recalled"] if _is_of(one["text"], wanted, ask)]
    mine = [one for one in about if one["source"] == "me"]
    said = [one for one in mine if one["kind"] == "promise"]
    meant = [one for one in ask["promises"] if _is_of(one["what"], wanted, ask)]
    promise = max(meant, key=lambda one: (one["host"], len(wanted & words(one["what"])), -one["id"]), default=None)
    if promise is not None and _is_on(promise, ask):
        return wording.say("there_now"), _ids(said[:1]), True
    if promise is not None:
        return wording.joined([wording.say("going"), kept(promise, ask, wording)]), _ids(said[:1]), True
    done = [one for one in mine if one["kind"] == "did"]
    if done or said:
        latest = max(done or said, key=lambda one: one["id"])
        return _whole(latest["text"]), [latest["id"]], True
    heard = [one for one in about if one["kind"] in _HEARD and when(one["text"], ask["now"]["date"], "00:00")]
    if not heard:
        return None
    news = min(heard, key=lambda one: (_HEARD.index(one["kind"]), one["id"]))
    return wording.say("undecided", fact=_whole(news["text"])), [news["id"]], True


def _went(ask: Ask, wording: AnswerWording) -> FoundAnswer | None:
    """Whether the person was there, and how it is or was; None for other questions or unknown events."""
    who, asked = asked_who_came(ask["question"]), _WENT.search(ask["question"])
    what = who or (next(part for part in asked.groups() if part is not None) if asked else "")
    if not what or not _EVENT.search(ask["question"]):
        return None
    wanted = _wanted(ask, what)
    about = [one for one in ask["recalled"] if _is_of(one["text"], wanted, ask)]
    meant = [one for one in ask["promises"] if _is_of(one["what"], wanted, ask)]
    if any(_is_on(one, ask) for one in meant):
        return wording.say("there_now"), [], True
    if meant:
        return wording.joined([wording.say("still_to_come"), kept(meant[0], ask, wording)]), [], True
    mine = [one for one in about if one["source"] == "me"]
    done = max((one for one in mine if one["kind"] == "did"), key=lambda one: one["id"], default=None)
    if done is not None and not who:
        return wording.joined([wording.say("was_there"), _whole(done["text"])]), [done["id"]], True
    refused = next((one for one in mine if one["kind"] == "promise" and _NO.search(one["text"])), None)
    if refused is not None:
        return wording.say("stayed_away", reason=_whole(_NO.sub("", refused["text"]))), [refused["id"]], True
    heard = [one for one in about if one["kind"] in _HEARD and when(one["text"], ask["now"]["date"], "00:00")]
    if not heard:
        return None
    over = past(heard[0]["text"], ask["now"]["date"], ask["now"]["time"])
    said = wording.say("only_heard") if over else wording.say("still_to_come")
    return wording.joined([said, _whole(heard[0]["text"])]), [heard[0]["id"]], True


def _is_on(promise: PromiseTerm, ask: Ask) -> bool:
    now = ask["now"]
    return promise["date"] == now["date"] and promise["start"] <= now["time"] < promise["end"]


def _wanted(ask: Ask, what: str) -> frozenset[str]:
    """The words that identify the event, without its place."""
    wanted = words(_SMALL.sub("", _plain(what.strip())))
    places = frozenset(word for place in ask["places"] if place["name"] in what for word in words(place["name"]))
    return wanted - places


def _is_of(text: str, wanted: frozenset[str], ask: Ask) -> bool:
    """Whether a text is about this event; another host's party is another event."""
    names = [called(name) for name in ask["unknown_names"]]
    names += [other["called"] for other in ask["others"] if other["called"] in ask["question"]]
    return bool(wanted & words(_plain(text))) and all(name in text for name in names)


def _plain(text: str) -> str:
    """Synonyms count as one word; pairs of characters would miss some of them."""
    return text.replace("聚会", "派对")


def _whole(text: str) -> str:
    return capital(text if text[-1] in ".!?。！？" else f"{text}{'.' if text.isascii() else '。'}")


def _ids(memories: list[Recalled]) -> list[int]:
    return [one["id"] for one in memories]
