"""What is learnt from a talk: sentences of others that are worth keeping, as they will be repeated.

Invariant: third person or a quotation; no small talk; hearsay stays hearsay, and what is known is only confirmed or
denied.
"""

import re
from dataclasses import dataclass
from typing import Final, cast

from milkwood.questions.after_talk.schema import Ask, News, SaidCertainty
from milkwood.understudy.language.certainty import (
    confirms,
    contradicts,
    denies,
    is_hearsay,
    said_to_be_there,
    what_is_asked,
    what_is_denied,
    without_hearsay,
)
from milkwood.understudy.language.hours import dated
from milkwood.understudy.language.names import call, called, listed, mentioned
from milkwood.understudy.language.secrecy import only_asks_for_secrecy, secrecy
from milkwood.understudy.language.sentences import alike, asks, capital, cut, same
from milkwood.understudy.language.shift import is_own, quoted, told_on
from milkwood.understudy.talk.hearing import HeardSentence, said_beyond_names, statement, substance
from milkwood.understudy.talk.liking import weight
from milkwood.understudy.talk.telling import retells

MAX_LEARNED_NEWS = 8
HEARSAY_IMPORTANCE = 6
"""Minimum weight of hearsay and of its denial: people pass it on."""
_ENOUGH = {"en": 2, "zh": 3}
"""Minimum of words (en) or characters (zh) of a statement without a person."""
_SURE_OF: Final = {"lead_rumour": "rumour", "lead_denial": "denied"}
_DENIALS: Final = frozenset({"deny", "rumour_false"})
_VERDICTS: Final = _DENIALS | {"confirm", "rumour_true"}
_TO_YOU = re.compile(r"\b(?:you|your|yours|we should|let's|let us)\b|[你您]|咱", re.IGNORECASE)
_OF_TALK = re.compile(
    r"^(?:I (?:see|know|think so|agree|guess|understand|hope so|am glad|'m glad|am sorry|'m sorry)|(?:oh|well"
    r"|yes|no|thank|thanks|sure|of course)\b[^,;]{0,24}$)"
    r"|^(?:是啊|好的|好啊|谢谢|没错|当然|对啊|嗯)",
    re.IGNORECASE,
)
_OF_SPEAKER = re.compile(r"\b(?:I|me|my|mine|myself)\b|我(?!们)|自己")
_QUOTATION = re.compile(r"^[^“]{1,40}(?: says: |说：)“.*”$")
"""Quotations are passed on as they are, not quoted again."""
_NAMES_SOMEBODY = re.compile(
    r"^(?!(?:The|This|That|These|Those|There|It|In|On|At|For|From|When|While|If|No|Nobody|Every|Most|Some|Last|After|Before|A|An|And|But|So|What|As)\b)"
    r"[A-Z][a-z]+(?:'s)? (?:[A-Z][a-z]+ )?(?:is|has|was|and|does|will|would|can|says|[a-z]+s|[a-z]+ed)\b"
)


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a talk taught."""

    new: list[News]
    again: list[News]
    """Known news that was confirmed or denied, in its known words."""


def learnt(ask: Ask, said: list[HeardSentence]) -> Learnt:
    """New facts in the order in which they were said, and news of known ones; the least important are dropped if there
    are too many."""
    listener = _Listener(ask)
    for one in said:
        listener.hear(one)
    found = listener.new
    if len(found) > MAX_LEARNED_NEWS:
        least = sorted(found, key=lambda one: -one.importance)[:MAX_LEARNED_NEWS]
        found = [one for one in found if one in least]
    return Learnt(found, listener.again[: MAX_LEARNED_NEWS - len(found)])


class _Listener:
    """Hears a talk sentence by sentence."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.people = listed(ask["people"])
        self.new: list[News] = []
        self.again: list[News] = []
        self._own = ""
        """The last statement of the person themselves."""
        self._asked = ""
        """The rumour of which a person asked last whether it is true."""
        self._last: News | None = None
        self._lead = ("", -1)
        """The last introduction that says how sure something is, and its line."""

    def hear(self, one: HeardSentence) -> None:
        """Take in a sentence."""
        if asked := what_is_asked(self.ask["lines"][one.line]["text"]):
            self._asked = next((each for each in self.ask.get("doubtful", ()) if _is_asked(each, asked)), "")
        if one.by == self.ask["self"]["id"]:
            self._own = one.text if not one.act and not asks(one.text) else self._own
        elif one.act in _SURE_OF:
            self._lead = (_SURE_OF[one.act], one.line)
        elif one.act == "hush" or only_asks_for_secrecy(one.text, self.people):
            self._keep_secret(one)
        elif one.act in _DENIALS and self._leads_on(one):
            self._lead = ("denied", one.line)
        elif one.act in _VERDICTS or (not one.act and (denies(one.text) or confirms(one.text))):
            self._judge(one)
        elif not one.act:
            self._state(one)

    def _leads_on(self, one: HeardSentence) -> bool:
        """Whether what it denies follows after a colon: “没这回事：……”."""
        said = self.ask["lines"][one.line]["text"].partition(one.text.rstrip("。.！!"))[2]
        return said.startswith((":", "："))

    def _state(self, one: HeardSentence) -> None:
        text = _unaddressed(statement(one.text) if asks(one.text) else one.text, self.ask["self"]["called"])
        certainty = self._lead[0] if self._lead[1] == one.line else ""
        denied = what_is_denied(text)
        if denied:
            text, certainty = denied, "denied"
        elif is_hearsay(text):
            text, certainty = without_hearsay(text) or text, certainty or "rumour"
        hidden = secrecy(text, self.people)
        if not _worth(text, self.ask, self.people):
            return
        kept = _kept(text, one.by, self.ask, self.people, plain=bool(certainty))
        if not kept:
            return
        about = mentioned(kept, self.people)[:6] if certainty else _about(kept, one.by, self.people)
        news = News.model_construct(text=kept, by=one.by, about=about, importance=weight(kept))
        if certainty:
            news.importance = max(news.importance, HEARSAY_IMPORTANCE)
            news.certainty = cast(SaidCertainty, certainty)
        if hidden:
            news.private = hidden.private
            news.secret_from = [person for person in hidden.secret_from if person != self.ask["self"]["id"]]
        if there := said_to_be_there(text, self.people):
            news.witnesses = list(there)
        doubtful = next((each for each in self.ask.get("doubtful", ()) if retells(kept, each, self.people)), "")
        known = (*self.ask["known"], *(each.text for each in self.new))
        if doubtful and contradicts(kept, doubtful):
            denial = News.model_construct(text=doubtful, by=one.by, about=news.about, importance=news.importance)
            denial.certainty = "denied"
            self.again.append(denial)
            doubtful = ""
        if doubtful and certainty != "rumour":
            news.text = doubtful
            self.again.append(news)
        elif not doubtful and not any(same(kept, each) for each in known):
            self.new.append(news)
            self._last = news

    def _keep_secret(self, one: HeardSentence) -> None:
        """A request for secrecy is about what its speaker said last."""
        if self._last is not None and self._last.by == one.by:
            asked = secrecy(one.text, self.people)
            self._last.private = self._last.private or asked.private
            self._last.secret_from = [*dict.fromkeys((*self._last.secret_from, *asked.secret_from))]

    def _judge(self, one: HeardSentence) -> None:
        """A denial or confirmation is of the rumour that a person asked about, or that the person told last."""
        doubtful = self.ask.get("doubtful", ())
        told = next((each for each in doubtful if self._own and retells(each, self._own, self.people)), "")
        if known := self._asked or told:
            sure: SaidCertainty = "denied" if one.act in _DENIALS or denies(one.text) else "told"
            about = _about(known, one.by, self.people)
            self.again.append(
                News.model_construct(text=known, by=one.by, about=about, importance=weight(known), certainty=sure)
            )


def _is_asked(rumour: str, asked: str) -> bool:
    """Whether a question, to the person it is about, is about a rumour: it has most of its words but their name."""
    common, all_of = alike(asked, rumour)
    return common * 3 >= all_of * 2 > 0


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


def _kept(text: str, by: str, ask: Ask, people: tuple[tuple[str, str], ...], plain: bool = False) -> str:
    """A statement as it will be repeated; a `plain` one, such as hearsay, is nobody's own words."""
    language = ask["self"]["language"]
    speaker = next((other for other in ask["others"] if other["id"] == by), None)
    name = speaker["called"] if speaker else next((call(one) for one in ask["people"] if one["id"] == by), "")
    if not name:
        return ""
    if _QUOTATION.match(text):
        return cut(text, 300)
    text = dated(text, ask["now"]["date"], language)
    others = [part for person, whole in people if person != by for part in (whole, called(whole))]
    if plain and not _OF_SPEAKER.search(text):
        return cut(text, 300)  # what is said of “all of us” is so for the one who tells it
    made = told_on(text, name, speaker["pronoun"] if speaker else "they", language, others)
    if not plain and made == text and not mentioned(text, people) and not _NAMES_SOMEBODY.match(text):
        made = quoted(text, name, language)
    return cut(made, 300)


def _about(text: str, by: str, people: tuple[tuple[str, str], ...]) -> list[str]:
    named = mentioned(text, people)
    return (named or [by])[:6]
