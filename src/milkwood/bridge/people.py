"""Imported people as tables of our packs, derived from their own texts.

Invariant: nothing is invented except looks, which follow from the name; the same texts give the same table.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from milkwood.bridge import own, portrait
from milkwood.bridge.persona import Persona
from milkwood.bridge.places import Places
from milkwood.chance import stream
from milkwood.clock import MINUTES_A_DAY
from milkwood.plain import Json, JsonObject
from milkwood.town import looks

MAX_PERSON_TEXT_CHARACTERS = 3900
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+")
_TIME = r"(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m"
_BED = re.compile(rf"(?:bed|asleep|sleep)[^.;,]*?{_TIME}", re.IGNORECASE)
_WAKE = re.compile(rf"(?:wake|awake|gets? up|rises?)[^.;,]*?{_TIME}", re.IGNORECASE)
_ANY_TIME = re.compile(_TIME, re.IGNORECASE)
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
_SHE, _HE = re.compile(r"\b(she|her|herself)\b", re.IGNORECASE), re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
_WORK_WORDS = re.compile(
    r"\b(owner|own|owns|works?|working|runs?|professor|teach\w*|student|studying|shop ?keeper|keeper|bartender|"
    r"pharmacist|barista|cook|clerk|manager)\b",
    re.IGNORECASE,
)


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


def table_of(
    persona: Persona,
    places: Places,
    bed: str,
    everybody: Sequence[Persona],
    memories: Iterable[PriorMemory],
    language: str,
) -> dict[str, Json]:
    """The table of a person's file."""

    def words(text: str) -> dict[str, str]:
        return {language: clean(text)}

    traits = [part.strip(" .") for part in persona.innate.split(",") if part.strip(" .")] or ["ordinary"]
    wake, sleep = hours_of(persona)
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
    work = _work(persona, places, language)
    if work:
        table["work"] = work
    day = portrait.day_of(persona.raw, places, language) or _day(persona, places, bed, wake, sleep, language)
    table["habits"] = {"wake": _clock(wake), "sleep": _clock(sleep), **({"day": day} if day else {})}
    table["knows"] = _ties(persona, everybody, language)
    table["memories"] = [each.table(language) for each in memories]
    table["looks"] = looks_of(persona.name, pronoun_of(persona), persona.age)
    table |= portrait.parts_of(persona.raw, places, language)
    return {key: value for key, value in table.items() if value not in ([], {})}


def clean(text: str) -> str:
    """A text valid in a pack: printable and not too long."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(plain.split())[:MAX_PERSON_TEXT_CHARACTERS] or "…"


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


def _minutes(found: re.Match[str]) -> int:
    hour, minute = int(found[1]) % 12, int(found[2] or 0)
    return min(MINUTES_A_DAY - 1, (hour + (12 if found[3].lower() == "p" else 0)) * 60 + min(59, minute))


def hours_of(persona: Persona) -> tuple[int, int]:
    """Wake and bed time of a person, in minutes of the day.

    From an export of ours, or else from their plan, their habits, or defaults.
    """
    said = portrait.hours_of(persona.raw)
    if said is not None:
        return said
    bed, wake = _BED.search(persona.lifestyle), _WAKE.search(persona.lifestyle)
    rises = _minutes(wake) if wake else 7 * 60
    plan = persona.schedule or persona.hourly
    if plan and "sleep" in plan[0][0].casefold() and 120 <= plan[0][1] <= 15 * 60:
        rises = plan[0][1]
    retires = _minutes(bed) if bed else 23 * 60
    return rises, retires if retires != rises else (rises + 16 * 60) % MINUTES_A_DAY


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def _work(persona: Persona, places: Places, language: str) -> dict[str, Json] | None:
    """Work at a public place, if the person's texts name it."""
    text = " ".join((persona.learned, persona.currently, persona.daily_plan_req))
    named = [spot for spot in places.spots if spot.public and spot.sector.casefold() in text.casefold()]
    said = [each for each in sentences_of(text) for spot in named if spot.sector in each and _WORK_WORDS.search(each)]
    if not said or not named:
        return None
    spot = next(each for each in named if each.sector in said[0])
    is_a = _IS_A.search(persona.learned)
    title = clean(is_a[1]) if is_a else f"works at {spot.sector}"
    times = [_minutes(found) for found in _ANY_TIME.finditer(persona.daily_plan_req)]
    table: dict[str, Json] = {"title": {language: title}, "at": spot.address}
    if len(times) >= 2 and times[0] < times[1]:
        table["hours"] = f"{_clock(times[0])}-{_clock(times[1])}"
    return table


def _day(persona: Persona, places: Places, bed: str, wake: int, sleep: int, language: str) -> list[dict[str, Json]]:
    """A usual day: the planned day, or a default one."""
    late = sleep if sleep > wake else sleep + MINUTES_A_DAY
    end = min(late, MINUTES_A_DAY)
    planned = blocks_of(persona.schedule or persona.hourly)
    blocks = [
        (max(start, wake), min(stop, end), what)
        for start, stop, what in planned
        if "sleep" not in what.casefold() and min(stop, end) - max(start, wake) >= 5
    ] or _plain_day(wake, end)
    return [
        {
            "from": _clock(start),
            "to": "24:00" if stop == MINUTES_A_DAY else _clock(stop),
            "what": {language: clean(what)},
            "where": places.for_deed(what, bed, persona.places),
        }
        for start, stop, what in blocks
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


def _plain_day(wake: int, end: int) -> list[tuple[int, int, str]]:
    routine = (
        (wake, wake + 40, "washing and getting dressed"),
        (wake + 40, wake + 80, "having breakfast at home"),
        (18 * 60, 19 * 60, "having dinner at home"),
    )
    return [each for each in routine if each[1] <= end and (each[0] >= wake + 80 or each[0] < wake + 80 <= 18 * 60)]


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
            "closeness": min(10, max(0, closeness)),
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
