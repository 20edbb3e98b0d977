"""Events of which no table knows the kind: whether a text is of being at one, what is done there, and its mood.

Invariant: follows from the text alone, in the language of the run.
"""

import re
from functools import lru_cache

from milkwood.understudy.language.doing import is_gerund

_HOSTS = {
    "en": re.compile(
        r"^(?:hosting|chairing|convening|presiding over|holding (?:the|an?|her|his|their|\w+['’]s))\b", re.IGNORECASE
    ),
    "zh": re.compile(r"^(?:主持|举办|操办|召集|召开|筹办|办(?!公|事|理|完|好|案|货|证|手续|入住)(?=.{3}))"),
}
_ATTENDS = {
    "en": re.compile(
        r"^(?:attending|taking part in|being (?:a guest )?at|coming to|joining(?: in)?|helping at)"
        r" (?:the|an?|this|her|his|their|\w+['’]s)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^(?:去|赶去|来)?(?:参加|出席|观摩)|^去(?:看|听|瞧)[^看听瞧一，]{3,}(?<![店馆园])$"),
}
_GOES = {
    "en": re.compile(
        r"^going to (?P<event>(?:the|an?|this|that|his|her|their|\w+['’]s) (?P<first>\w+)(?: (?P<rest>.+))?)$",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^去(?P<event>[^，。]{1,8}的(?P<first>[^，。的]{2,10}))(?P<rest>)$"),
}
_OF = re.compile(r"^(?:\S+ ){0,3}?(?P<doing>\w+ing) of (?P<what>.+)$", re.IGNORECASE)
"""`the counting of the trunks`."""
_EVENT = re.compile(
    r"^(?:hosting|holding|chairing|convening|presiding over|attending|taking part in"
    r"|being (?:a guest )?at|coming to|joining(?: in)?|helping at|enjoying|going to) (?P<event>.+)$",
    re.IGNORECASE,
)
_ZH_EVENT = re.compile(r"^(?:去|赶去|来)?(?:参加|出席|观摩|看|听|瞧|主持|举办|操办|召集|召开|筹办|办)(?P<event>.+)$")
_PARTY = {
    "en": re.compile(
        r"\b(?:part(?:y|ies)|birthdays?|\w+warming|anniversary|jubilee|celebration|festival|carnival|reunion|get-together"
        r"|reception|engagement|new year\S*|masked|masquerade|name day)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("派对|聚会|生日|庆祝|庆功|联欢|乔迁|寿宴|团圆|订婚|过年|狂欢|周年"),
}
_SOBER = {
    "en": re.compile(
        r"\b(?:funeral|burial|bury(?:ing)?|wake (?:for|of)|memorial|requiem|vigil|remembrance|remembering (?:the|those)"
        r"|mourning|mourners?|last respects|ashes|cremation|interment|graveside|the late|inquest"
        r"|for the (?:dead|drowned|fallen|lost|victims|missing)|of the (?:dead|drowned|fallen)|minute of silence)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "葬|丧|追悼|悼念|告别会|告别仪式|守灵|祭奠|扫墓|头七|忌日|遗体|骨灰|默哀|出殡|吊唁|亡|遇难|逝|牺牲|溺水者"
    ),
}
MERRY = frozenset("🎉🥂💃😂😄😋😆🎊🎁👏🏆📣🎶🎵🪙🎪🍻🎈🎂💝😊🎀🍷🤵😮")
"""Emoji of deeds that do not belong to a sober event."""
SOBER_EMOJI = "🕯️"
"""Instead of a merry one, for a sober event's own text."""


def hosts(text: str, language: str) -> bool:
    """Whether a text is of holding an event."""
    return _HOSTS[language].search(text) is not None


@lru_cache(maxsize=1024)
def is_event(text: str, language: str, place: str) -> bool:
    """Whether a text is of being at an event, whatever its kind; `place` is where: going to a library is no event."""
    if hosts(text, language) or _ATTENDS[language].search(text) is not None:
        return True
    goes = _GOES[language].search(text)
    if goes is None:
        return False
    named = goes["event"].lower()
    return not any(word in place.lower() for word in (*named.split(), named) if len(word) > 3 or language == "zh")


def is_party(text: str, language: str) -> bool:
    """Whether an event is one to enjoy with drinks and presents."""
    return _PARTY[language].search(text) is not None and not is_sober(text, language)


@lru_cache(maxsize=1024)
def is_sober(text: str, language: str) -> bool:
    """Whether an event is sad or solemn."""
    return _SOBER[language].search(text) is not None


def doing_at(text: str, language: str) -> str:
    """What is done at an event that is named for it: counting the trunks, at their counting; empty if none."""
    found = (_ZH_EVENT if language == "zh" else _EVENT).search(text)
    if found is None:
        return ""
    if language == "zh":
        return found["event"]
    named = _OF.search(found["event"])
    return (
        f"{named['doing'].lower()} {named['what']}" if named is not None and is_gerund(named["doing"].lower()) else ""
    )
