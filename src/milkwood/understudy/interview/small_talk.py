"""Greetings, thanks, jokes and the weather: what is said to a person and asks for no memory.

Invariant: a remark counts only as a whole; of the weather the person says what everyone knows of the moment.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from milkwood.questions.interview.schema import Ask
from milkwood.understudy.interview.evidence import Found
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.sentences import chinese

_END = re.compile(r"[\s,，.。!！?？~～…]+$")
_PIECE = re.compile(r"[.。!！?？]+\s*|[,，]\s*")
_VOCATIVE = re.compile(r"(?:my |dear |old )?[A-Za-z]+[,.!]\s*|[㐀-鿿]{2,4}[，。！]")
"""How a person is addressed after a greeting: `Good evening, doctor.`"""
_SEASONS = {"spring": "春天", "summer": "夏天", "autumn": "秋天", "winter": "冬天"}


@cache
def _remarks(language: str) -> Mapping[str, re.Pattern[str]]:
    text = resources.files("milkwood.understudy.interview").joinpath(f"small_talk.{language}.toml").read_text("utf-8")
    rows: dict[str, list[str]] = tomllib.loads(text)
    return {name: re.compile("|".join(ways), re.IGNORECASE) for name, ways in rows.items()}


def remark(said: str, ask: Ask) -> str:
    """What kind of remark a text is; empty if it is a question."""
    bare = _END.sub("", said.strip())
    for name in (ask["self"]["name"], ask["self"]["called"]):
        bare = _END.sub("", re.sub(rf"[,，\s]*{re.escape(name)}$", "", bare))
    table = _remarks("zh" if chinese(bare) else "en")
    return next((name for name, pattern in table.items() if pattern.fullmatch(bare)), "")


def small_talk(ask: Ask, wording: AnswerWording) -> Found | None:
    """The answer to a text that has nothing but remarks, the last of which counts."""
    said = [remark(part, ask) for part in _PIECE.split(ask["question"]) if part.strip()]
    whole = remark(ask["question"], ask)
    if not whole and not (said and all(said)):
        return None
    return _answered(whole or said[-1], ask, wording)


def without_greeting(question: str, ask: Ask) -> str:
    """A question without the remarks before it: `Hello! How old are you?`"""
    parts = re.split(r"(?<=[.。!！,，])\s*", question.strip())
    while len(parts) > 1 and remark(parts[0], ask) in ("greeting", "thanked", "apologised", "ask_away", "complimented"):
        parts = parts[1:]
        if len(parts) > 1 and _VOCATIVE.fullmatch(parts[0]):
            parts = parts[1:]
    return (" " if question.isascii() else "").join(parts)


def _answered(kind: str, ask: Ask, wording: AnswerWording) -> Found:
    if kind != "weather":
        return Found(wording.say(kind))
    now = ask["now"]
    if weather := now.get("weather", ""):
        return Found(wording.say("weather_is", weather=weather))
    season = now.get("season", "")
    if not season:
        return Found(wording.say("unknown_of_me"), knows=False)
    return Found(wording.say("season_is", season=_SEASONS.get(season, season) if wording.language == "zh" else season))
