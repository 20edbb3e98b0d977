"""A memory that came up in the night becomes a small activity in free time, read from `ideas.toml`.

Invariant: it lies within free time, at a known place that is open then, and mentions only the subject and the person of
the memory, so that it reads well in every language.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from milkwood.chance import Stream
from milkwood.clock import minutes_at
from milkwood.questions.plan_day.schema import Ask
from milkwood.questions.terms import Recalled, Spot
from milkwood.understudy.language import english, verbs
from milkwood.understudy.language.names import call, listed, mentioned
from milkwood.understudy.language.sentences import bare, chinese
from milkwood.understudy.plan_day.extras import Extra, PlaceHours
from milkwood.understudy.plan_day.slots import Slot
from milkwood.understudy.talk.liking import heavy, is_cold

MIN_IDEA_MINUTES, USUAL_IDEA_MINUTES, MAX_IDEA_MINUTES = 20, 30, 45
"""Its minutes."""
STEP_MINUTES = 5
MAX_CHARACTERS = {"en": 90, "zh": 30}
PRONOUNS = {
    "she": {"she": "she", "their": "her", "them": "her", "themself": "herself"},
    "he": {"she": "he", "their": "his", "them": "him", "themself": "himself"},
    "they": {"she": "they", "their": "their", "them": "them", "themself": "themself"},
}
MIN_NAME_CHARACTERS = 3
"""From which on the beginning of a Chinese name stands for the name."""
_PROPER_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+|\b[A-Z][a-z]+(?: (?:and |of |the )?[A-Z][a-z]+)+")
"""English words with capitals: within a sentence, or several in a row."""
_WISH = re.compile(r"^\S+ (?:wishes|wants|hopes|longs|means) to (?P<verb>[a-z]+)(?P<rest> [^.;:,“]*)")
_WISH_CHINESE = re.compile(r"^我?(?:真想|想|盼着|希望|真盼着)(?P<wish>[^，。；：“]{4,24})$")
_WISHING = {"en": ("thinking how to {base}{rest}", "dreaming of {doing}{rest}"), "zh": ("盘算着{wish}", "想象着{wish}")}

WaysByPlace = Mapping[str, tuple[dict[str, str], ...]]
"""Activities in every language, by place."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject of memories."""

    words: re.Pattern[str]
    matter: dict[str, str]
    gift: dict[str, str]
    """What a person who has to do with it is glad of; empty for none."""
    ways: WaysByPlace


@dataclass(frozen=True, slots=True)
class IdeaTable:
    """All ideas that memories can lead to."""

    at: Mapping[str, Extra]
    """Places and times of activities."""
    topics: tuple[Topic, ...]
    about: WaysByPlace
    told: WaysByPlace
    plain: WaysByPlace
    anything: WaysByPlace


_DATED = re.compile(
    r"\b\d{1,2}:\d{2}\b|\b(?:to(?:day|morrow|night)|yesterday|this (?:week|month|morning|evening)|o'clock)\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|今[天晚早日]|明[天晚早日]|昨[天晚]|星期[一二三四五六日天]|周[一二三四五六日末]|\d+月\d+[日号]|[0-9一二三四五六七八九十两]点",
    re.IGNORECASE,
)
"""Dated memories are for the calendar."""


@cache
def sheet() -> IdeaTable:
    """The table of the file."""
    table = tomllib.loads(files(__package__).joinpath("ideas.toml").read_text(encoding="utf-8"))
    rows: dict[str, dict[str, str]] = table["topics"]
    people: dict[str, dict[str, str]] = table["people"]
    places: dict[str, PlaceHours] = table["at"]
    topics = tuple(
        Topic(
            re.compile(row["words"], re.IGNORECASE), _said(row["matter"]), _said(row.get("gift", " | ")), ways_of(row)
        )
        for row in rows.values()
    )
    about, told, plain = (ways_of(people[name]) for name in ("about", "told", "plain"))
    at = {name: _where(row) for name, row in places.items()}
    return IdeaTable(at, topics, about, told, plain, ways_of(table["anything"]["plain"]))


def _where(row: PlaceHours) -> Extra:
    return Extra(
        {},
        frozenset(row["kinds"]),
        MIN_IDEA_MINUTES,
        MAX_IDEA_MINUTES,
        minutes_at(row["from"]),
        minutes_at(row["to"]),
        row.get("mine", False),
        long=False,
    )


def ways_of(row: Mapping[str, str]) -> WaysByPlace:
    """The activities of a row of a table."""
    return {
        place: tuple(_said(line) for line in lines.strip().split("\n"))
        for place, lines in row.items()
        if place not in ("words", "matter", "gift")
    }


def _said(line: str) -> dict[str, str]:
    return dict(zip(("en", "zh"), (part.strip() for part in line.split(" | ")), strict=True))


def topics_of(text: str, names: Iterable[str]) -> list[Topic]:
    """The topics of a text. The name of a person or place is none, whatever words it is made of."""
    for name in names:
        if chinese(name):
            text = text.replace(_part_named(text, name), " ")
        else:
            text = re.sub(rf"\b{re.escape(name)}\b", " ", text)
    text = _PROPER_NAME.sub(" ", text)
    return [topic for topic in sheet().topics if topic.words.search(text)]


def _part_named(text: str, name: str) -> str:
    """As much of the beginning of a Chinese name as the text has; the name itself for less than a few characters."""
    sizes = range(len(name), min(MIN_NAME_CHARACTERS, len(name)) - 1, -1)
    return next((name[:size] for size in sizes if name[:size] in text), name)


def can_be_done(idea: Recalled) -> bool:
    """Whether a memory can lead to an activity: not dated, sad, hostile or a mere heading."""
    text = idea["text"]
    if heavy(text) or is_cold(text) or _DATED.search(text):
        return False
    return idea["kind"] != "insight" or (bool(idea["about"]) and not re.search("[:：]", text))


def taken_up(
    idea: Recalled, ask: Ask, free: Sequence[Slot], spots: Sequence[Spot], draw: Stream, avoid: Sequence[str]
) -> Slot | None:
    """A block of free time with an idea; None without time or place."""
    times = [slot for slot in free if slot.minutes >= MIN_IDEA_MINUTES]
    for ways in _wordings(idea, ask):
        options = [(where, text) for where, texts in ways for text in texts if text not in avoid]
        for where, text in draw.shuffled(options):
            found = _placed(sheet().at[where], text, draw.shuffled(times), draw.shuffled(list(spots)), draw)
            if found is not None:
                return found
    return None


def _placed(where: Extra, text: str, times: Sequence[Slot], spots: Sequence[Spot], draw: Stream) -> Slot | None:
    for slot in times:
        length = min(MAX_IDEA_MINUTES if draw.happens(0.5) else USUAL_IDEA_MINUTES, slot.minutes)
        latest = slot.end - length
        start = slot.start + STEP_MINUTES * draw.below(max(1, (latest - slot.start) // STEP_MINUTES + 1))
        for spot in spots:
            if where.fits(start, length, spot):
                return Slot(start, start + length, text, spot["id"])
    return None


# --- in words


def _wordings(idea: Recalled, ask: Ask) -> Iterator[list[tuple[str, list[str]]]]:
    """Possible activities, the most specific first: texts by place."""
    card, all_of = ask["self"], sheet()
    language = "zh" if card["language"] == "zh" else "en"
    people = {one["id"]: call(one) for one in ask["people"]}
    named = mentioned(idea["text"], listed(ask["people"]))
    others = [people[one] for one in (*named, *idea["about"]) if one in people and one != card["id"]]
    fields = {
        **PRONOUNS.get(card["pronoun"], PRONOUNS["they"]),
        "friend": others[0] if others else "",
        "teller": people.get(idea["source"], ""),
        "matter": "",
    }
    topics = topics_of(idea["text"], [*people.values(), *(spot["name"] for spot in ask["places"])])
    wishes = _wish(idea["text"], ask, language)
    first = [("home", wishes), ("out", wishes)] if wishes else []
    for topic in topics:
        given = {**fields, "matter": topic.matter[language]}
        first += filled(topic.ways, given, language)
        first += filled(all_of.about, given, language) if given["friend"] else []
        first += filled(all_of.told, given, language) if given["teller"] else []
    yield first
    yield filled(all_of.plain, fields, language) if fields["friend"] else []
    yield filled(all_of.anything, fields, language)


def filled(ways: WaysByPlace, fields: Mapping[str, str], language: str) -> list[tuple[str, list[str]]]:
    """Activities with their tokens filled in."""
    return [(where, [line[language].format(**fields) for line in lines]) for where, lines in ways.items()]


def _wish(text: str, ask: Ask, language: str) -> list[str]:
    """The person's own wish as a subject; empty if the grammar does not allow it."""
    card = ask["self"]
    if language == "zh":
        found = _WISH_CHINESE.match(bare(text))
        if found is None or re.search("[我你他她]", found["wish"]):
            return []
        said = [way.format(wish=found["wish"]) for way in _WISHING["zh"]]
    else:
        told = english.third(text, card["called"], card["pronoun"], [one["name"] for one in ask["people"]])
        found = _WISH.match(told or "") if text.startswith("I ") else None
        if found is None:
            return []
        base, rest = found["verb"], found["rest"].rstrip()
        ways = _WISHING["en"] if base in verbs.BASE else _WISHING["en"][:1]
        said = [way.format(base=base, doing=verbs.gerund(base), rest=rest) for way in ways]
    return [one for one in said if len(one) <= MAX_CHARACTERS[language]]
