"""Imported people as tables of our packs, derived from their own texts.

Invariant: nothing is invented except looks, which follow from the name; the same texts give the same table.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from milkwood.bridge import own, portrait
from milkwood.bridge.persona import Persona
from milkwood.bridge.places import Places
from milkwood.bridge.placing import Dweller, PlaceFinder
from milkwood.bridge.usual_day import DayFinding, UsualDay, WorkFound, usual_day
from milkwood.chance import stream
from milkwood.clock import MINUTES_A_DAY
from milkwood.plain import Json, JsonObject
from milkwood.town import looks

MAX_PERSON_TEXT_CHARACTERS = 3900
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+")
_IS_A = re.compile(r"\bis (an? [^.;]*?)(?= who\b| that\b|,|\.|;|$)", re.IGNORECASE)
_STYLES = (
    ("warm", ("friendly", "kind", "warm", "outgoing", "caring", "welcoming", "hospitable", "sociable", "gentle")),
    ("shy", ("shy", "quiet", "reserved", "introvert")),
    ("thoughtful", ("curious", "inquisitive", "thoughtful", "analytical", "wise", "philosophical", "patient")),
    ("cheerful", ("energetic", "enthusiastic", "cheerful", "optimistic", "funny", "humorous")),
    ("formal", ("organized", "responsible", "disciplined", "loyal", "logical")),
    ("theatrical", ("expressive", "dramatic", "creative", "artistic", "imaginative")),
    ("blunt", ("rude", "aggressive", "blunt", "direct", "easygoing")),
)
_SHE = re.compile(r"\b(?:she|her|herself)\b|她", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|his|him|himself)\b|他(?!们|人)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PriorMemory:
    """A memory from before the run, with the people it is about."""

    text: str
    importance: int
    about: tuple[str, ...] = ()

    def table(self, language: str) -> JsonObject:
        """As a table of a person's file."""
        about = {"about": list(self.about)} if self.about else {}
        return {"text": {language: self.text}, "importance": self.importance, **about}


@dataclass(frozen=True)
class Household:
    """What all people of a town share: its places, its language, and each other."""

    places: Places
    everybody: Sequence[Persona]
    language: str

    @cached_property
    def finder(self) -> PlaceFinder:
        """Finds places in texts."""
        return PlaceFinder(self.places, [person.name for person in self.everybody])

    def dweller(self, persona: Persona, bed: str, work: str = "") -> Dweller:
        """A person, as the finder of places knows them."""
        return Dweller(bed, persona.places, pronoun_of(persona), work)


def table_of(
    persona: Persona, bed: str, home: Household, memories: Iterable[PriorMemory]
) -> tuple[dict[str, Json], list[DayFinding]]:
    """The table of a person's file, and what was read or guessed of their day."""
    places, language = home.places, home.language

    def words(text: str) -> dict[str, str]:
        return {language: clean(text)}

    traits = [part.strip(" .") for part in persona.innate.split(",") if part.strip(" .")] or ["ordinary"]
    day = usual_day(persona, places, home.finder, home.dweller(persona, bed), language)
    table: dict[str, Json] = {
        "id": persona.id,
        "name": words(persona.name),
        "called": words(persona.first_name),
        "age": persona.age,
        "pronoun": pronoun_of(persona),
        "traits": {language: [clean(trait) for trait in traits]},
        "biography": words(persona.learned or f"{persona.name} lives here."),
        "concerns": {language: _concerns(persona)},
        "speech": {
            "style": _style(traits),
            language: f"Talks the way somebody does who is {clean(', '.join(traits))}.",
        },
        "bed": bed,
        "places": [name for name in persona.places if any(spot.sector == name for spot in places.spots)],
    }
    if day.work is not None:
        table["work"] = _work(persona, day.work, language)
    wake, sleep = portrait.hours_of(persona.raw) or (day.wake, day.sleep)
    blocks = portrait.day_of(persona.raw, places, language) or _day(persona, day, bed, home)
    table["habits"] = {"wake": _clock(wake), "sleep": _clock(sleep), **({"day": blocks} if blocks else {})}
    table["knows"] = _ties(persona, home.everybody, language)
    table["memories"] = [each.table(language) for each in memories]
    table["looks"] = looks_of(persona.name, pronoun_of(persona), persona.age)
    own = portrait.parts_of(persona.raw, places, language)
    findings = [] if portrait.portrait_of(persona.raw) else day.findings
    return {key: value for key, value in (table | own).items() if value not in ([], {})}, findings


def clean(text: str) -> str:
    """A text valid in a pack: on one line and not too long."""
    return " ".join(text.split())[:MAX_PERSON_TEXT_CHARACTERS] or "…"


def sentences_of(text: str) -> list[str]:
    """The sentences of a text."""
    return [clean(part) for part in _SENTENCE.split(text.strip()) if part.strip()]


def pronoun_of(persona: Persona) -> str:
    """The pronoun of a person, if the texts say it."""
    text = " ".join((persona.learned, persona.currently, persona.lifestyle, persona.daily_plan_req))
    she, he = len(_SHE.findall(text)), len(_HE.findall(text))
    return "they" if she == he else "she" if she > he else "he"


def _concerns(persona: Persona) -> list[str]:
    found = [clean(text) for text in (persona.currently, persona.daily_plan_req) if text]
    return found or [f"{persona.first_name} goes about the day."]


def _style(traits: Sequence[str]) -> str:
    for trait in traits:
        for style, listed in _STYLES:
            if any(word in trait.casefold() for word in listed):
                return style
    return "warm"


def _clock(minutes: int, *, end: bool = False) -> str:
    midnight = end and minutes == MINUTES_A_DAY
    return "24:00" if midnight else f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def _work(persona: Persona, work: WorkFound, language: str) -> dict[str, Json]:
    """The table of a person's work."""
    is_a = _IS_A.search(persona.learned)
    title = clean(is_a[1]) if is_a else f"works at {work.address.split(':')[0]}"
    table: dict[str, Json] = {"title": {language: title}, "at": work.address}
    if work.hours is not None:
        table["hours"] = "-".join(_clock(each) for each in work.hours)
    return table


def _day(persona: Persona, usual: UsualDay, bed: str, home: Household) -> list[dict[str, Json]]:
    """A usual day: the planned day of a saved run, or what the texts say."""
    wake, end = usual.wake, usual.sleep
    at_work = home.dweller(persona, bed, usual.work.address if usual.work is not None else "")
    planned = [
        (max(start, wake), min(stop, end), what, home.finder.for_deed(what, at_work))
        for start, stop, what in blocks_of(persona.schedule or persona.hourly)
        if "sleep" not in what.casefold() and min(stop, end) - max(start, wake) >= 5
    ]
    blocks = planned or [(slot.start, slot.end, slot.what, slot.place) for slot in usual.blocks]
    return [
        {"from": _clock(start), "to": _clock(stop, end=True), "what": {home.language: clean(what)}, "where": where}
        for start, stop, what, where in blocks
    ]


def blocks_of(schedule: Sequence[tuple[str, int]]) -> list[tuple[int, int, str]]:
    """A schedule as blocks of the day (minutes since midnight), with the pieces of one task joined."""
    blocks: list[tuple[int, int, str]] = []
    now = 0
    for what, minutes in schedule:
        task = what.split(" (")[0].strip() or what
        if minutes > 0 and now < MINUTES_A_DAY:
            stop = min(MINUTES_A_DAY, now + minutes)
            if blocks and blocks[-1][2] == task:
                blocks[-1] = (blocks[-1][0], stop, task)
            else:
                blocks.append((now, stop, task))
        now += minutes
    return blocks


def _ties(persona: Persona, everybody: Sequence[Persona], language: str) -> list[dict[str, Json]]:
    """People a person knows: from relationships, names in their texts, or a shared home."""
    said = {name: (tie, feeling) for name, tie, feeling in persona.relationships}
    texts = sentences_of(" ".join((persona.learned, persona.currently, persona.daily_plan_req)))
    found, kept = [], own.impressions_of(persona.raw)
    for other in everybody:
        if other.id == persona.id:
            continue
        if kept:
            # An export of ours lists everyone; texts need not be searched.
            found += _tie(other, kept.get(other.name, {}), language)
            continue
        tie, feeling = said.get(other.name, ("", ""))
        mention = next((text for text in texts if other.name in text), "")
        home = persona.living_area.rpartition(":")[0]
        together = bool(home) and home == other.living_area.rpartition(":")[0]
        known = tie and tie.casefold() != "unknown"
        if not (known or mention or together):
            continue
        closeness = 6 if known or mention else 4
        told = tie if known else mention or "lives under the same roof"
        felt = feeling if feeling and feeling.casefold() != "unknown" else "at ease with them"
        found.append(
            {
                "person": other.id,
                "tie": {language: clean(told)},
                "feeling": {language: clean(felt)},
                "closeness": min(10, closeness + (2 if together else 0)),
            }
        )
    return found


def _tie(other: Persona, kept: JsonObject, language: str) -> list[dict[str, Json]]:
    """The tie to a person as an export of ours has it; None for strangers."""
    tie, feeling, closeness = kept.get("tie"), kept.get("feeling"), kept.get("closeness")
    if not isinstance(tie, str) or not tie or not isinstance(closeness, int):
        return []
    return [
        {
            "person": other.id,
            "tie": {language: clean(tie)},
            "feeling": {language: clean(feeling if isinstance(feeling, str) else "")},
            "closeness": min(10, max(-10, closeness)),
        }
    ]


def recollections(persona: Persona, everybody: Sequence[Persona]) -> list[PriorMemory]:
    """A person's own texts as memories, sentence by sentence."""
    texts = (persona.learned, persona.currently, persona.daily_plan_req, persona.lifestyle)
    told = dict.fromkeys(sentence for text in texts for sentence in sentences_of(text))
    return [recollection(text, 5, everybody, persona.id) for text in told]


def recollection(text: str, importance: int, everybody: Sequence[Persona], own: str) -> PriorMemory:
    """A text as a memory, with the people it is about."""
    about = tuple(other.id for other in everybody if other.id != own and other.name in text)
    return PriorMemory(clean(text), importance, about)


def looks_of(name: str, pronoun: str, age: int) -> dict[str, Json]:
    """Looks that follow from the name alone."""
    draw = stream(1, "looks", name)
    hair = [each for each in looks.HAIRS if each not in ("pink", "blue", "grey", "white")]
    styles = [each for each in looks.HAIR_STYLES if each != "bald"]
    if pronoun == "he":
        styles = [each for each in styles if each in ("short", "crop", "curly", "afro", "undercut")]
    elif pronoun == "she":
        styles = [each for each in styles if each in ("long", "bob", "ponytail", "bun", "curly", "braids", "wavy")]
    outfits = [each for each in looks.OUTFITS if each != "dress" or pronoun == "she"]
    return {
        "skin": draw.chosen(looks.SKINS),
        "hair": "grey" if age >= 60 else draw.chosen(hair),
        "hair_style": draw.chosen(styles),
        "outfit": draw.chosen(outfits),
        "top": draw.chosen(looks.COLOURS),
        "bottom": draw.chosen(looks.COLOURS),
        "beard": draw.chosen(looks.BEARDS) if pronoun == "he" and draw.happens(0.35) else "none",
    }
