"""What is learnt from a talk: sentences of others that are worth keeping, as they will be repeated.

Invariant: third person or a quotation; no known facts, no small talk.
"""

import re

from milkwood.questions.after_talk.schema import Ask, News
from milkwood.understudy.language.hours import dated
from milkwood.understudy.language.names import call, called, listed, mentioned
from milkwood.understudy.language.sentences import asks, capital, cut, same
from milkwood.understudy.language.shift import is_own, quoted, told_on
from milkwood.understudy.talk.hearing import HeardSentence, said_beyond_names, statement, substance
from milkwood.understudy.talk.liking import weight

MAX_LEARNED_NEWS = 8
_ENOUGH = {"en": 2, "zh": 3}
"""Minimum of words (en) or characters (zh) of a statement without a person."""
_TO_YOU = re.compile(r"\b(?:you|your|yours|we should|let's|let us)\b|[你您]|咱", re.IGNORECASE)
_OF_TALK = re.compile(
    r"^(?:I (?:see|know|think so|agree|guess|understand|hope so|am glad|'m glad|am sorry|'m sorry)|(?:oh|well"
    r"|yes|no|thank|thanks|sure|of course)\b[^,;]{0,24}$)"
    r"|^(?:是啊|好的|好啊|谢谢|没错|当然|对啊|嗯)",
    re.IGNORECASE,
)
_QUOTATION = re.compile(r"^[^“]{1,40}(?: says: |说：)“.*”$")
"""Quotations are passed on as they are, not quoted again."""
_NAMES_SOMEBODY = re.compile(
    r"^(?!(?:The|This|That|These|Those|There|It|In|On|At|For|From|When|While|If|No|Nobody|Every|Most|Some|Last|After|Before|A|An|And|But|So|What|As)\b)"
    r"[A-Z][a-z]+(?:'s)? (?:[A-Z][a-z]+ )?(?:is|has|was|and|does|will|would|can|says|[a-z]+s|[a-z]+ed)\b"
)


def news(ask: Ask, said: list[HeardSentence]) -> list[News]:
    """New facts in the order in which they were said; the least important are dropped if there are too many."""
    found: list[News] = []
    people = listed(ask["people"])
    for one in said:
        if one.by == ask["self"]["id"] or one.act:
            continue
        text = _unaddressed(statement(one.text) if asks(one.text) else one.text, ask["self"]["called"])
        if not _worth(text, ask, people):
            continue
        kept = _kept(text, one.by, ask, people)
        if kept and not any(same(kept, known) for known in (*ask["known"], *(other.text for other in found))):
            about = _about(kept, one.by, people)
            found.append(News.model_construct(text=kept, by=one.by, about=about, importance=weight(kept)))
    if len(found) > MAX_LEARNED_NEWS:
        least = sorted(found, key=lambda one: -one.importance)[:MAX_LEARNED_NEWS]
        found = [one for one in found if one in least]
    return found


def _unaddressed(text: str, me: str) -> str:
    """A statement without the listener's name, if it is only an address."""
    name = re.escape(me)
    return capital(re.sub(rf"^{name}\s*[,，!！:：]\s*|\s*[,，]\s*{name}(?=[.!?。！？…]*$)", "", text))


def _worth(text: str, ask: Ask, people: tuple[tuple[str, str], ...]) -> bool:
    language = ask["self"]["language"]
    if not substance(text, ask) or _TO_YOU.search(re.sub("“[^”]*”", "", text)) or _OF_TALK.match(text):
        return False
    named = mentioned(text, people)
    return ask["self"]["id"] not in named and (
        bool(named) or is_own(text, language) or len(said_beyond_names(text, ask)) >= _ENOUGH[language]
    )


def _kept(text: str, by: str, ask: Ask, people: tuple[tuple[str, str], ...]) -> str:
    language = ask["self"]["language"]
    speaker = next((other for other in ask["others"] if other["id"] == by), None)
    name = speaker["called"] if speaker else next((call(one) for one in ask["people"] if one["id"] == by), "")
    if not name:
        return ""
    if _QUOTATION.match(text):
        return cut(text, 300)
    text = dated(text, ask["now"]["date"], language)
    others = [part for person, whole in people if person != by for part in (whole, called(whole))]
    made = told_on(text, name, speaker["pronoun"] if speaker else "they", language, others)
    if made == text and not mentioned(text, people) and not _NAMES_SOMEBODY.match(text):
        made = quoted(text, name, language)
    return cut(made, 300)


def _about(text: str, by: str, people: tuple[tuple[str, str], ...]) -> list[str]:
    named = mentioned(text, people)
    return (named or [by])[:6]
