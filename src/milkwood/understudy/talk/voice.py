"""A person's habits of speech, from their card: what the free sentence about their speech and their manners ask for.

Only what is understood has an effect; the rest is chance that depends on the person alone.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from milkwood.questions.terms import Card
from milkwood.understudy.language.joining import JOINTS

SILENT = "silent"
_QUOTE = r"[“\"‘']([^”\"’']{1,24})[”\"’']"
_NOT = r"(?:never|no|not|hardly|seldom|rarely|few|little|不|没|少|难得|从不|很少)"
_SHORT = re.compile(
    r"\bshort\b|\bfew words|\bbrief|laconic|clipped|terse|says (?:very )?little|man of few|woman of few|to the point"
    r"|curt"
    r"|话(?:不长|不多|少|很少|极少)|短句|句子短|简短|寡言|惜字|三言两语|干脆",
    re.IGNORECASE,
)
_LONG = re.compile(
    r"talks? (?:a lot|too much|without)|chatty|talkative|long sentences|rambl|never stops|wordy|long-winded"
    r"|goes on and on"
    r"|话多|啰嗦|唠叨|滔滔|健谈|话痨|长句|说个没完|絮叨",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"asks? (?:many|a lot|questions)|full of questions|curious|answers? with (?:a )?questions?|always asking"
    r"|爱问|问题多|问个不停|问这问那|反问|好奇|爱打听",
    re.IGNORECASE,
)
_CALM = re.compile(
    r"few exclamation|no exclamation|never raises|quiet(?:ly)?\b|soft(?:ly)?\b|calm|understate|难得用一个感叹|轻声"
    r"|小声|平静|慢条斯理|温吞|不紧不慢",
    re.IGNORECASE,
)
_PROVERBS = re.compile(r"proverb|sayings?\b|old saws|俗话|谚语|老话|歇后语|俗语", re.IGNORECASE)
_CALLS = re.compile(
    rf"\b(?:calls?|addresses)\b[^.“\"‘']{{0,30}}{_QUOTE}|(?:叫|称呼?|喊)[^“。]{{0,8}}“([^”]{{1,8}})”"
    rf"|\bcalls? (?:everyone|everybody|people|all|anyone) (\w+)",
    re.IGNORECASE,
)
_STUTTERS = re.compile(r"stutter|stammer|starts? sentences twice|结巴|口吃|磕磕巴巴|起两次头", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SpeechHabits:
    """What a person does with every line."""

    short: bool
    long: bool
    asks: bool
    calm: bool
    proverbs: bool
    stutters: bool
    silent: bool
    address: str
    """What they call people instead of their names."""
    joint: str
    joins: float
    """The probability that two short sentences become one."""
    leads: float
    """The probability of an introduction to what they tell."""
    names: float
    """The probability that they use a person's name in passing."""


def style_of(card: Card) -> str:
    """The style of speech, with the manners that change it."""
    manners = card.get("manners", ())
    rough = card["style"] in ("gruff", "blunt")
    return "formal" if "formal" in manners or ("polite" in manners and rough) else card["style"]


def habits_of(card: Card) -> SpeechHabits:
    """The habits of the person asked."""
    return _read(card["id"], card["manner"], card["style"], card["language"], tuple(card.get("manners", ())))


@lru_cache(maxsize=2_000)
def _read(person: str, manner: str, style: str, language: str, manners: tuple[str, ...]) -> SpeechHabits:
    short = bool(_positive(_SHORT, manner)) or "laconic" in manners
    long = not short and (bool(_positive(_LONG, manner)) or "talkative" in manners)
    named = _CALLS.search(manner)
    joints = JOINTS["zh" if language == "zh" else "en"]
    return SpeechHabits(
        short=short or style == "gruff",
        long=long,
        asks=bool(_positive(_ASKS, manner)),
        calm=bool(_CALM.search(manner)) or style in ("dry", "formal"),
        proverbs=bool(_positive(_PROVERBS, manner)),
        stutters=bool(_STUTTERS.search(manner)) or "stutters" in manners,
        silent=SILENT in manners,
        address=next((one for one in named.groups() if one), "") if named else "",
        joint=joints[_share(person, "joint", len(joints))],
        joins=0.25 if short or style == "gruff" else 0.9 if long else 0.5 + 0.1 * _share(person, "joins", 4),
        leads=0.3 if short else 0.75 if long else 0.4 + 0.1 * _share(person, "leads", 4),
        names=0.15 + 0.2 * _share(person, "names", 4),
    )


def _positive(pattern: re.Pattern[str], manner: str) -> bool:
    """Whether a manner is named, and not denied: `never asks questions`."""
    found = pattern.search(manner)
    return found is not None and not re.search(rf"{_NOT}\s*(?:\w+\s)?$", manner[: found.start()], re.IGNORECASE)


def _share(person: str, purpose: str, parts: int) -> int:
    return crc32(f"{person}|{purpose}".encode()) % parts
