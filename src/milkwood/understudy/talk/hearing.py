"""Understanding of a talk from its text alone: questions, invitations, answers to them, goodbyes.

Invariant: handles our own phrases and free text; anything else is a plain statement.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from milkwood.questions.after_talk.schema import Ask as AfterTalk
from milkwood.questions.speak.schema import Ask as Speak
from milkwood.questions.terms import SpokenLine
from milkwood.understudy.language.joining import parted
from milkwood.understudy.language.names import listed, mentioned, place_named
from milkwood.understudy.language.phrases import act_of
from milkwood.understudy.language.sentences import asks, chinese, content, leans, split
from milkwood.understudy.language.shift import is_own
from milkwood.understudy.language.when import When, when

GREETINGS = frozenset(
    {
        "greet_morning",
        "greet_day",
        "greet_evening",
        "greet_again",
        "greet_again_back",
        "greet_cool",
        "greet_home",
        "greet_stranger",
        "greet_all",
        "reply_name",
    }
)
STAYING = frozenset(
    {
        "bye_home",
        "bye_home_back",
        "bye_kin",
        "bye_kin_back",
        "bye_night",
        "bye_solemn",
        "bye_here",
        "bye_here_host",
        "bye_here_back",
        "bye_pair",
        "bye_pair_back",
    }
)
"""Ends of talks without a real goodbye: at home, at a party or a funeral, over a coffee, among housemates."""
FAREWELLS = frozenset({"bye", "bye_next", "bye_event", "bye_back", "bye_cool"}) | STAYING
ACCEPTS = frozenset({"accept", "accept_late", "accept_host", "accept_after_all"})
DECLINES = frozenset({"decline_busy", "decline_promise", "decline_dislike", "decline_shy", "decline_small"})
SMALL = frozenset({"lunch", "coffee", "drink", "walk", "supper"})
_FREE = {
    "en": (
        (
            "bye",
            r"^see you(?:, [A-Z]\w+)?[,.!]|\bmind how you go\b"
            r"|\b(?:good ?bye|bye|farewell|see you (?:later|soon|around|there|then|tomorrow)|take care|talk"
            r" (?:to you )?later"
            r"|have a (?:good|nice|great|lovely) (?:day|evening|one|night|afternoon)|i(?:'ve| have) got to"
            r" (?:go|run))\b",
        ),
        (
            "decline_busy",
            r"\b(?:can(?:'|no)t (?:come|make it|join|go)|won't (?:come|be able|make it)|unable to|not be able to"
            r"|don't think i(?:'ll| will| can)|rather not|not (?:really )?my (?:thing|scene)|have other plans)\b",
        ),
        (
            "accept",
            r"\b(?:i(?:'d| would) (?:love|like|be (?:glad|happy|delighted)) to(?! know)|count me in|i(?:'ll|"
            r" will| shall)"
            r" (?:definitely |certainly |gladly |surely )?(?:be there|come|join|stop by)|i(?:'m| am) in\b|wouldn't miss"
            r"|looking forward|see you there|sounds (?:great|good|lovely|wonderful|fun|like fun|perfect)|i(?:'m"
            r"| am) coming)",
        ),
        (
            "greet_stranger",
            r"\bwe (?:have not|haven't)(?: \w+)? met\b"
            r"|\bdon't (?:think|believe) (?:we have|we've)(?: ever)? (?:met|talked)\b"
            r"|\ballow me to introduce\b|\b(?:my name is|my name's|the name's) [A-Z]",
        ),
        (
            "greet_day",
            r"^(?:oh,? )?(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|morning|evening)\b[^.!?]{0,30}[.!?]?$",
        ),
        ("ask_how", r"\bhow (?:are you|have you been|is it going|are things|do you do|is your day|'s it going)|how's "),
        (
            "ask_new",
            r"\bwhat (?:are you (?:doing|up to|working on)|have you been up to|brings you|'s new|is new)|anything new",
        ),
    ),
    "zh": (
        ("bye", r"再见|回头见|拜拜|回见|再会|改天见|明天见|先走了|保重"),
        ("decline_busy", r"来不了|去不了|不能来|不能去|没空|没时间|不来了|不去了|有约了|恐怕不行|走不开"),
        (
            "accept",
            r"我(?:一定|肯定|会|准|很乐意|当然)?(?:来|到|去)(?:的?(?:[！。!，]|$))|算我一个|一定到|没问题|(?<![上午晚安你您们挺真多])好[啊呀]|不见不散|乐意",
        ),
        (
            "greet_stranger",
            r"我叫[^，。！他她你它人]{1,8}[，。！]|没(?:见过面|打过招呼)|认识一下|怎么称呼|还没请教|头一回见",
        ),
        (
            "greet_day",
            r"^(?:[哟哎啊嗨嘿嗯]，?)?(?:[^，。？！]{1,8}，)?(?:你好|您好|早上好|早安|早|嗨|嘿|下午好|晚上好)[^？?]{0,8}[。！!，]?$",
        ),
        ("ask_how", r"你好吗|怎么样[？?]|还好吗|好不好[？?]$|近来可好|最近好吗"),
        ("ask_new", r"忙什么|在做什么|干什么呢|在干嘛|有什么新"),
    ),
}
_FREE_PATTERNS = {
    language: tuple((act, re.compile(pattern, re.IGNORECASE)) for act, pattern in rows)
    for language, rows in _FREE.items()
}
_OPEN = re.compile(
    r"\b(?:every(?:one|body)\b.{0,40}\bwelcome|all (?:are )?welcome|invit|party|gathering|celebrat|join (?:me"
    r"|us)|come (?:to|by|along|over|and)"
    r"|(?:would|will|can|could|won't) you|shall we|let's|care to|have you over|holding|hosting|throwing|giving a)"
    r"|欢迎|邀请|请你|请大家|派对|聚会|一起|一块儿|来吗|来不来|好不好|行吗|怎么样|要办|举办|来吧",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\b(?:(?:would|will|can|could|won't) you|shall we|let's|join (?:me|us)|care to|come (?:to|by|along|over)"
    r"|invit|you should come|hope you)"
    r"|请你|来吗|来不来|好不好|行吗|怎么样|一起|一块儿|邀请你|欢迎你",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[,;，]?\s*(?:(?:so|and|but)\s+)?(?:would|will|can|could|do|are|won't|want to|care to|should)\s+you\b.*$"
    r"|[，,][^，,]*(?:来吗|来不来|好不好|怎么样|行吗|好吗)[？?].*$",
    re.IGNORECASE,
)
_EVENT_NAME = re.compile(
    r"\b(?:giving|hosting|holding|having|throwing|organi[sz]ing|planning|putting on)\s+(?:an?\s+|the\s+|my\s+"
    r"|our\s+|his\s+|her\s+)?"
    r"(?P<name>[A-Za-z'’ -]{3,40}?)(?=\s+(?:at|on|in|from|this|tomorrow|tonight|today|next|for|with)\b|[,.!?;]|$)"
)
_EVENT_NAME_CHINESE = re.compile(
    r"(?:办|举办|举行|开|主持|搞)(?:一?[场个次])?(?P<name>[^，。！？；\s]{2,12}?)(?=[，。！？；]|$)"
)
_NOUN = re.compile(
    r"\b((?:[A-Z][\w'’]+ )*(?:[Pp]arty|[Cc]oncert|[Ff]estival|[Dd]inner|[Mm]eeting|[Gg]athering|[Nn]ight"
    r"|[Ll]unch|[Cc]offee|[Ww]alk))\b"
)


Asking: TypeAlias = Speak | AfterTalk
"""The act of a question."""


@dataclass(frozen=True, slots=True)
class HeardSentence:
    """A sentence of a talk."""

    by: str
    text: str
    act: str
    line: int


@dataclass(frozen=True, slots=True)
class DatedOffer:
    """A dated offer in a talk."""

    text: str
    when: When
    place: str
    by: str
    host: str
    """The speaker, or the host they named."""
    small: bool
    """An outing of the speakers: a lunch, a coffee."""
    asked: bool
    line: int
    name: str


@lru_cache(maxsize=20_000)
def act(sentence: str, language: str) -> str:
    """The act of a sentence; empty for a plain statement or a question of fact."""
    found = act_of(sentence, language)
    if found:
        return found
    for name, pattern in _FREE_PATTERNS["zh" if language == "zh" else "en"]:
        if pattern.search(sentence):
            return name
    return ""


def sentences(lines: Sequence[SpokenLine], language: str) -> list[HeardSentence]:
    """All sentences of a talk."""
    return [
        HeardSentence(line["by"], sentence, act(sentence, language), at)
        for at, line in enumerate(lines)
        for sentence in whole(line["text"], language)
    ]


@lru_cache(maxsize=5_000)
def whole(text: str, language: str) -> tuple[str, ...]:
    """The sentences of a line; a dependent statement (`He is a coward.`) is joined to the one before."""
    made: list[str] = []
    for sentence in (part for one in split(text) for part in parted(one, language)):
        if (
            made
            and leans(sentence)
            and not asks(made[-1])
            and not act(sentence, language)
            and not act(made[-1], language)
        ):
            made[-1] += sentence if chinese(sentence) else f" {sentence}"
        else:
            made.append(sentence)
    return tuple(made)


_MANY_WORDS = 8
"""Number of words from which a sentence says more than names."""
_GLANCE = re.compile(r"^(?:Ooh, )?[A-Z][a-z]+ing\b(?! (?:is|was|has|will|would|can|makes?|takes?|keeps?)\b)")
"""A remark on a visible activity: `Polishing glasses, I see.`"""


def substance(sentence: str, ask: Asking) -> bool:
    """Whether a statement has content to discuss or keep."""
    if ask["self"]["language"] != "zh" and _GLANCE.match(sentence):
        return False
    return bool(said_beyond_names(sentence, ask))


def said_beyond_names(sentence: str, ask: Asking) -> frozenset[str]:
    """The content of a sentence beyond pleasantries and names of people and places."""
    found = content(sentence)
    if not found or len(found) > _MANY_WORDS:
        return found
    people = [name for one in (ask["self"], *ask["others"]) for name in (one["name"], one["called"])]
    names = [*people, *(one["name"] for one in (*ask["people"], *ask["places"]))]
    return found - frozenset[str]().union(*map(content, names))


def statement(sentence: str) -> str:
    """A sentence without its trailing question: `I am giving a party at five, would you come?`"""
    if not asks(sentence):
        return sentence
    cut = _TAIL.sub("", sentence).strip()
    if cut == sentence.strip() or len(cut) < 8:
        return ""
    return cut.rstrip(",;，") + ("。" if re.search(r"[㐀-鿿]", cut) else ".")


def events(lines: Sequence[SpokenLine], ask: Asking) -> list[DatedOffer]:
    """All offers, in order, without repetitions."""
    language = ask["self"]["language"]
    today, now = ask["now"]["date"], ask["now"]["time"]
    people = listed(ask["people"])
    found: list[DatedOffer] = []
    for at, line in enumerate(lines):
        parts = whole(line["text"], language)
        asking = any(
            act(part, language) in ("invite_ask", "invite_pass") or (asks(part) and _ASKING.search(part))
            for part in parts
        )
        for part in parts:
            time = when(part, today, now)
            said = act(part, language)
            if time is None or not _OPEN.search(part) or (said and said not in SMALL):
                continue
            small = act(part, language) in SMALL or bool(
                _SMALL_TALK.search(part) and asks(part) and not _EVENT_NAME.search(part)
            )
            told = [person for person in mentioned(part, people) if person != line["by"]]
            host = line["by"] if small or is_own(part, language) or not told else told[0]
            event = DatedOffer(
                part,
                time,
                place_named(part, ask["places"]),
                line["by"],
                host,
                small,
                asking or small,
                at,
                _name(part, language),
            )
            if not any(other.when == event.when for other in found):
                found.append(event)
    return found


_SMALL_TALK = re.compile(
    r"shall we|would you|let's|join me|with me|let me|一起|跟我|我请你|陪我|到.{1,12}(?:坐坐|喝一杯|吃)", re.IGNORECASE
)


def _name(text: str, language: str) -> str:
    if language == "zh":
        found = _EVENT_NAME_CHINESE.search(text)
        return found["name"] if found else ""
    found = _EVENT_NAME.search(text)
    if found:
        return found["name"].strip()
    noun = _NOUN.search(text)
    return noun[1] if noun else ""


def answer_to(event: DatedOffer, said: Sequence[HeardSentence], person: str) -> str:
    """Whether a person accepted (`accept`), declined (`decline`), or said neither (empty)."""
    verdict = ""
    for one in said:
        if one.by == person and one.line > event.line:
            if one.act in ACCEPTS:
                verdict = "accept"
            elif one.act in DECLINES:
                verdict = "decline"
    return verdict
