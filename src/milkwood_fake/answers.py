"""The fake's answers to our questions: sensible, deterministic, from the prompt alone.

Invariant: an answer has the fields of its question, in the language of the prompt, with names from the prompt; it
follows from the prompt and the seed.
"""

import re
from collections.abc import Callable, Mapping
from itertools import cycle
from typing import Final, TypeAlias

from milkwood.chance import Stream
from milkwood.plain import Json
from milkwood.questions.pieces import languages, minutes_between, wording
from milkwood_fake.phrases import DEEDS, EMOJI, INSIGHTS, PHRASES, RESTS, SAYINGS
from milkwood_fake.prompts import PromptQuestion

Texts: TypeAlias = tuple[str, ...]
DayPart: TypeAlias = tuple[str, str, str, str]
"""Start, end, activity and place."""
_SPAN = re.compile(r"(\d{1,2}:\d{2})-(\d{1,2}:\d{2}) (.+)")
_MEMORY = re.compile(r"#(\d+)\s*(?:\([^)]*\)|（[^）]*）)?\s*(.*)")
_CLOSE = re.compile(r"(?:closeness |亲近)(-?\d+)")
_NOTES = re.compile(r"\s*(?:\[[^\]]*\]|［[^］]*］)")
_FIRST_PERSON = re.compile(r"(?:Hello|I|I['’]\w+|My|We|You|Your)\b|[我你]")
_DEED_MINUTES: Final = 10
_HEAD_CHARACTERS: Final = 12
"""Characters by which a memory is known again: a prompt cuts the person's own lines."""
_MAX_TALK_LINES: Final = 6
_SHORTEST_REST_MINUTES: Final = 15
"""Shorter gaps in a plan are not filled."""
_MAX_PHRASE_CHARACTERS: Final = 110
"""Maximum length of a reused memory or phrase."""


def answer(asked: PromptQuestion, places: Texts, draw: Stream) -> dict[str, Json]:
    """The fake's answer to a question; `places` are the allowed names, if known."""
    return _ANSWERS[asked.kind](asked, places, draw)


def _plan_day(asked: PromptQuestion, places: Texts, draw: Stream) -> dict[str, Json]:
    offered = places or tuple(_bare_place(entry, asked.language) for entry in asked.entries("places"))
    now, sleep = asked.text("time"), asked.text("sleep")
    promised = [piece for entry in asked.entries("promises") if (piece := _piece(entry, offered))]
    usual = [piece for entry in asked.entries("usual") if (piece := _piece(entry, offered))]
    free = [piece for piece in usual if not any(_meet(piece, other) for other in promised)]
    pieces = sorted((piece for piece in (*free, *promised) if _minutes(piece[1]) > _minutes(now)), key=_begin)
    mine = [name for name in offered if name + wording(asked.language)["mine"] in asked.entries("places")]
    place_of_rest = next(iter((*mine, *offered)), "")
    blocks: Json = [
        {
            "start": max(start, now, key=_minutes),
            "minutes": max(5, min(600, _minutes(end) - max(_minutes(start), _minutes(now)))),
            "what": what,
            "place": place or (draw.chosen(offered) if offered else ""),
            "company": [],
        }
        for start, end, what, place in _without_gaps(pieces, now, sleep, asked.language, place_of_rest)
    ]
    return {"blocks": blocks, "sleep": sleep, "idea": "", "idea_of": 0}


def _break_down(asked: PromptQuestion, _places: Texts, draw: Stream) -> dict[str, Json]:
    whole = int(asked.text("minutes") or _DEED_MINUTES)
    count = max(1, min(12, round(whole / _DEED_MINUTES)))
    what, tool = asked.text("what")[:_MAX_PHRASE_CHARACTERS], asked.text("main_tool")
    manners = [DEEDS[asked.language][0], *draw.shuffled(DEEDS[asked.language][1:])]
    deeds: Json = [
        {
            "what": manners[n % len(manners)].format(what),
            "minutes": max(1, min(60, whole * (n + 1) // count - whole * n // count)),
            "emoji": draw.chosen(EMOJI),
            **({"tool": tool} if tool else {}),
        }
        for n in range(count)
    ]
    return {"deeds": deeds}


def _weigh(asked: PromptQuestion, _places: Texts, draw: Stream) -> dict[str, Json]:
    return {"weights": [min(10, draw.between(1, 4) + draw.between(0, 4)) for _ in asked.entries("numbered")]}


def _react(asked: PromptQuestion, _places: Texts, draw: Stream) -> dict[str, Json]:
    near = _CLOSE.search(asked.text("other"))
    lately = asked.text("since_talk_minutes")[:1].isdigit()
    eager = 0.0 if near is None else (0.3 if lately else 0.7) + int(near[1]) / 20
    talks = "talk" in asked.entries("options") and draw.happens(eager)
    words = PHRASES[asked.language]
    choice, reason = ("talk", words["to_talk"]) if talks else ("ignore", words["to_go_on"])
    return {"choice": choice, "reason": reason}


def _speak(asked: PromptQuestion, _places: Texts, draw: Stream) -> dict[str, Json]:
    words, lines = PHRASES[asked.language], asked.entries("lines")
    last = wording(asked.language)["last_line"] in asked.text("closing") or len(lines) >= _MAX_TALK_LINES
    said = "\n".join(lines)
    sayings = [saying for saying in draw.shuffled(SAYINGS[asked.language]) if saying not in said]
    # Two at a time: a line from another day is not in the prompt and yet must not be repeated.
    fresh = wording(asked.language)["gap"].join(sayings[-2:] if asked.again else sayings[:2])
    if last:
        return _line(words["bye"].format(asked.text("company"), fresh), over=True)
    known = re.compile(re.escape(wording(asked.language)["known"].strip()).replace(r"\{\}", r"[^\]］]+"))
    offered = (*asked.entries("on_mind"), *asked.entries("recalled"))
    memories = _memories(tuple(entry for entry in offered if not known.search(entry)))
    untold = [(number, text) for number, text in memories if text[:_HEAD_CHARACTERS] not in said and len(text) < 160]
    if untold and not asked.again and draw.happens(0.5):
        number, text = untold[0]
        return _line(words["tell"].format(text.rstrip(".。"), fresh), number)
    greeting = words["hello"].format(asked.text("company")) if not lines else ""
    return _line(greeting + fresh)


def _line(say: str, *tells: int, over: bool = False) -> dict[str, Json]:
    return {"say": say, "small_talk": False, "over": over, "tells": tells, "invites": []}


def _after_talk(asked: PromptQuestion, _places: Texts, draw: Stream) -> dict[str, Json]:
    words, colon = PHRASES[asked.language], wording(asked.language)["colon"]
    names = [entry.split(colon)[0] for entry in asked.entries("others")]
    mine = wording(asked.language)["you"]
    heard = [line.partition(colon)[::2] for line in asked.entries("lines")]
    told = [(by, text) for by, text in heard if not by.endswith(mine) and _can_be_told(text)]
    impressions: Json = [
        {
            "person": name,
            "knows": words["knows"],
            "feeling": words["feeling"],
            "closeness": min(10, int(near[1]) + 1) if (near := _CLOSE.search(entry)) else 3,
        }
        for name, entry in zip(names, asked.entries("others"), strict=True)
    ]
    news: Json = [{"text": text, "by": by, "about": [by], "importance": draw.between(3, 7)} for by, text in told[:2]]
    company = wording(asked.language)["comma"].join(names)
    return {
        "summary": words["summary"].format(company),
        "thought": words["thought"].format(company),
        "news": news,
        "commitments": [],
        "impressions": impressions,
    }


def _reflect(asked: PromptQuestion, _places: Texts, draw: Stream) -> dict[str, Json]:
    memories = _memories((*asked.entries("recent"), *asked.entries("recalled")))
    before = asked.entries("insights")
    rests_on = draw.shuffled(memories)[:2]
    manner = next((one for one in draw.shuffled(INSIGHTS[asked.language]) if one not in before), "")
    evidence = sorted(number for number, _ in rests_on)
    return {"insights": [{"text": manner or INSIGHTS[asked.language][0], "evidence": evidence, "importance": 6}]}


def _new_self(asked: PromptQuestion, _places: Texts, draw: Stream) -> dict[str, Json]:
    words = PHRASES[asked.language]
    promised = [found[3] for entry in asked.entries("promises") if (found := _SPAN.search(entry))]
    remembered = [words["concern"].format(text.rstrip(".。")) for _, text in _memories(asked.entries("recalled"))]
    concerns = [one[:_MAX_PHRASE_CHARACTERS] for one in (*promised[:2], *draw.shuffled(remembered)[:1], words["day"])]
    return {"concerns": concerns, "mood": words["mood"], "low": False}


def _interview(asked: PromptQuestion, _places: Texts, _draw: Stream) -> dict[str, Json]:
    words, memories = PHRASES[asked.language], _memories(asked.entries("recalled"))
    if asked.entries("unknown_names") or not memories:
        return {"say": words["unknown"], "used": [], "knows": False}
    number, text = memories[0]
    return {"say": words["recall"].format(text.rstrip(".。")), "used": [number], "knows": True}


def _whisper(asked: PromptQuestion, _places: Texts, _draw: Stream) -> dict[str, Json]:
    thought = PHRASES[asked.language]["voice"].format(asked.text("voice").rstrip(".。"))
    return {"thought": thought, "importance": 7, "about": [], "change": False, "commitment": None}


_ANSWERS: Final[Mapping[str, Callable[[PromptQuestion, Texts, Stream], dict[str, Json]]]] = {
    "plan_day": _plan_day,
    "break_down": _break_down,
    "weigh": _weigh,
    "react": _react,
    "speak": _speak,
    "after_talk": _after_talk,
    "reflect": _reflect,
    "new_self": _new_self,
    "interview": _interview,
    "whisper": _whisper,
}


def _piece(entry: str, offered: Texts) -> DayPart | None:
    found = _SPAN.search(entry)
    if found is None:
        return None
    start, end, what = found.groups()
    inside = [name for name in offered if name and name in what]
    place = max(inside, key=len, default="")
    bare = re.split(r"[(（]", what.replace(place, "") if place else what)[0].strip(" ,，")
    return start, end, (bare or what)[:_MAX_PHRASE_CHARACTERS], place


def _without_gaps(pieces: list[DayPart], now: str, sleep: str, language: str, place: str) -> list[DayPart]:
    filled: list[DayPart] = []
    rests, free = cycle(RESTS[language]), now
    for piece in (*pieces, (sleep, sleep, "", "")):
        if _minutes(piece[0]) - _minutes(free) >= _SHORTEST_REST_MINUTES:
            filled.append((free, piece[0], next(rests), place))
        if piece[2]:
            filled.append(piece)
        free = max(free, piece[1], key=_minutes)
    return filled


def _meet(one: DayPart, other: DayPart) -> bool:
    return _minutes(one[0]) < _minutes(other[1]) and _minutes(other[0]) < _minutes(one[1])


def _begin(piece: DayPart) -> int:
    return _minutes(piece[0])


def _minutes(hour: str) -> int:
    return minutes_between("00:00", hour) if hour else 0


def _bare_place(entry: str, language: str) -> str:
    """A place's name without hours and owner."""
    return re.sub(r" \d{2}:\d{2}-\d{2}:\d{2}$", "", entry.removesuffix(wording(language)["mine"]))


def _memories(entries: Texts) -> list[tuple[int, str]]:
    """Numbers and texts of the memories that may be told."""
    private = {wording(language)["private"].strip() for language in languages()}
    found = [_MEMORY.match(entry) for entry in entries if not any(mark in entry for mark in private)]
    return [(int(one[1]), _NOTES.sub("", one[2])) for one in found if one]


def _can_be_told(text: str) -> bool:
    """Whether a line says something in the third person and greets nobody."""
    return len(text) > 20 and text[-1] not in "?？" and not _FIRST_PERSON.search(text)
