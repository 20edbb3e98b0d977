"""Is a day plausible? Waking and sleeping, meals, work, shops, bathrooms, deeds and their emoji."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from milkwood.ids import PersonId, RoomId, SectorId
from milkwood.mind.calendar import DECLINED
from milkwood.mind.gazetteer import BATHROOM
from milkwood.models.wording import words_of
from milkwood.towns import Person
from tests.story.emoji import misfits
from tests.story.measures import Life, Measure, Span, at_least, at_most, none_of, share, told

NEAR_MINUTES = 45
"""The allowed deviation from the usual waking and bed times."""
MEAL_GAP_MINUTES = 75
"""Meals this far apart are two meals."""
SHORTEST, LONGEST = 4.5, 16.0
"""Minutes of a deed, with the effect of a walk or a last tick."""
LONGEST_EVER = 30
"""Minutes: the length of a deed with a talk or two in the middle."""
SHORT = 2.0
IDLE_MINUTES = 5
WORK_LEAST = 0.75
WAY_MINUTES = 15

_FOOD = re.compile(
    r"\b(breakfast|lunch|dinner|supper|eat|eats|eating|ate|meal|toast|porridge|oatmeal|soup|stew|sandwich|noodles?"
    r"|omelette|egg|eggs|roll|rolls|salad|curry|rice|pasta|pie|cereal|snack|leftovers|bread|fish and|plate|bowl|tasting"
    r"|spoonful|mouthful|bite|chewing|crust|butter|jam|cheese)\b|[吃饭餐粥汤菜]|(?<![里外上下前后表方对见桌地台水海路店门封反案板墙脸])面(?![粉袋团包前对子积貌目料熟])|面包|包子|馒头|三明治|点心|喝完|一口",
    re.IGNORECASE,
)
_HANDLES = re.compile(
    r"\b(?:serv|cook|ladl|carry|sell|bak|clear|wash|slic|stack|fetch|chalk|peel|mix|knead|stir|pour|rins|wrap|fill|weigh"
    r"|cutting|setting|telling|counting|shelv|order|restock|chopp|simmer|boil|drying|wip|scrap)\w*"
    r"|[做煮炖炒烤切洗削盛端上卖招收摆添加撇挑称装擦煨]|灶|菜单|大锅|黑板",
    re.IGNORECASE,
)
_MEAL_EMOJI = frozenset("🍳🥣🍞🥪🍲🍜🍽🥗🍚🍛🍝🥘🥖🥐🍕🥞🧀🍎🍲🥟🍤🐟🥧🥚🫖🍪🧇🍵🥄🍴🥔🍅🍌🥯🍰🥛🧈🍯🥕")


def measures(life: Life) -> list[Measure]:
    """All measures of a day."""
    return [
        *sleep(life),
        *meals(life),
        *work(life),
        *_ground(life),
        *_bathrooms(life),
        *_hours(life),
        *_deeds(life),
    ]


# --- sleep


def sleep(life: Life) -> Iterator[Measure]:
    late_up, late_down, nights, mornings = [], [], 0, 0
    for person in life.pack.people.values():
        asleep = life.tracks[person.id].asleep
        for day in life.days:
            wake, bed = life.tick_of(day, person.habits.wake), life.tick_of(day, life.bed_minute(person.id))
            if wake > 0:
                mornings += 1
                found = _turn(asleep, wake, wakes=True)
                late_up += _off(life, person, wake, found, "wakes")
            if bed < life.settled:
                nights += 1
                found = _turn(asleep, bed, wakes=False)
                late_down += _off(life, person, bed, found, "goes to sleep")
    near = f"within {NEAR_MINUTES} min of habit"
    yield at_least(f"mornings on which people wake {near}", share(mornings - len(late_up), mornings), 98, "%", late_up)
    yield at_least(f"nights on which people sleep {near}", share(nights - len(late_down), nights), 95, "%", late_down)


def _turn(asleep: np.ndarray, near: int, *, wakes: bool) -> int | None:
    """The nearest tick at which a person wakes or falls asleep."""
    changes = np.flatnonzero(asleep[1:] != asleep[:-1]) + 1
    turns = [int(tick) for tick in changes if bool(asleep[tick]) is not wakes]
    return min(turns, key=lambda tick: abs(tick - near), default=None)


def _off(life: Life, person: Person, wanted: int, found: int | None, what: str) -> list[str]:
    if found is None:
        return [f"{person.id} never {what} (wanted {life.at(wanted)})"]
    if life.minutes(abs(found - wanted)) <= NEAR_MINUTES:
        return []
    return [f"{person.id} {what} {life.at(found)}, by habit {life.at(wanted)}"]


# --- meals


def is_meal(span: Span) -> bool:
    """Whether a person eats; cooking, selling or serving food does not count."""
    if _HANDLES.search(span.deed.what):
        return False
    return bool(_FOOD.search(span.deed.what)) or any(mark in _MEAL_EMOJI for mark in span.deed.emoji)


def meals(life: Life, days: Sequence[int] | None = None) -> Iterator[Measure]:
    """Of some days; by default of those that were lived from the night on."""
    hungry, counts = [], []
    gap = MEAL_GAP_MINUTES * 60 // life.header.clock.seconds_per_tick
    for person, track in life.tracks.items():
        for day in life.whole_days() if days is None else days:
            meals, last = 0, -gap
            for span in track.awake_deeds():
                if life.header.clock.day(span.start) == day and is_meal(span):
                    meals += span.start - last >= gap
                    last = span.end
            counts.append(meals)
            if meals < 2:
                hungry.append(f"{person} eats {meals} times on day {day}")
    if counts:
        yield none_of("people who eat less than twice on a whole day", hungry)
        yield at_least("meals a person and day, mean", float(np.mean(counts)), 2.5)


# --- work


def work(life: Life) -> Iterator[Measure]:
    shares, lazy = [], []
    for person, day, start, end, sector in _shifts(life):
        rooms = [life.tracks[person].rooms[tick] for tick in range(start, end) if not _promised(life, person, tick)]
        if not rooms:
            continue
        there = sum(room is not None and life.pack.town_map.rooms[room].sector == sector for room in rooms)
        shares.append(there / len(rooms))
        if shares[-1] < WORK_LEAST:
            lazy.append(f"{person} is at work {100 * shares[-1]:.0f} % of the hours of day {day}")
    if shares:
        name = "working hours, those promised to others apart, spent at one's place of work, mean"
        yield at_least(name, 100 * float(np.mean(shares)), 85, "%")
        yield at_most(
            f"working days of which less than {100 * WORK_LEAST:.0f} % is", share(len(lazy), len(shares)), 10, "%", lazy
        )
    yield from _staff(life)


def _staff(life: Life) -> Iterator[Measure]:
    for sector in life.pack.town_map.sectors.values():
        staff = [person.id for person in life.pack.people.values() if _works_in(person, sector.id)]
        if sector.hours is None or not staff:
            continue
        open_ticks = staffed = 0
        for day in life.days:
            start, end = life.tick_of(day, sector.hours.opens), life.tick_of(day, sector.hours.closes)
            for tick in range(max(0, start), min(end, life.settled)):
                open_ticks += 1
                staffed += any(_is_in(life, person, tick, sector.id) for person in staff)
        name = sector.name.in_language(life.language)
        yield at_least(f"{name}: open hours with staff", share(staffed, open_ticks), 85, "%")


def _works_in(person: Person, sector: SectorId) -> bool:
    return person.work is not None and person.work.hours is not None and person.work.at.sector_id == sector


def _is_in(life: Life, person: PersonId, tick: int, sector: SectorId) -> bool:
    room = life.tracks[person].rooms[tick]
    return room is not None and life.pack.town_map.rooms[room].sector == sector


def _promised(life: Life, person: PersonId, tick: int) -> bool:
    """Whether a person had a promise for that time, the way there and back included."""
    way = life.header.clock.ticks_in_minutes(WAY_MINUTES)
    return any(
        promise["start"] - way <= tick < promise["end"] + way
        for promise in life.minds[person]["calendar"]
        if promise["status"] != DECLINED
    )


def _shifts(life: Life) -> Iterator[tuple[PersonId, int, int, int, SectorId]]:
    """Working hours: those of the job, or the parts of a usual day that are spent at the workplace."""
    for person in life.pack.people.values():
        if person.work is None:
            continue
        sector = person.work.at.sector_id
        for day in life.days:
            if person.work.hours is not None:
                hours = [(person.work.hours.opens, person.work.hours.closes)]
            else:
                hours = [(block.start, block.end) for block in person.habits.day if block.where == person.work.at]
            for opens, closes in hours:
                start, end = life.tick_of(day, opens), life.tick_of(day, closes)
                if start >= 0 and end <= life.settled and start < end:
                    yield person.id, day, start, end, sector


# --- ground and bathrooms


def _ground(life: Life) -> Iterator[Measure]:
    jumps = []
    for person, track in life.tracks.items():
        steps = np.abs(np.diff(track.tiles, axis=0)).sum(axis=1)
        jumps += [f"{person} jumps {steps[tick]} tiles at tick {tick}" for tick in np.flatnonzero(steps > 1)]
    yield none_of("ticks at which a person moves by more than a tile", jumps)


def _bathrooms(life: Life) -> Iterator[Measure]:
    rooms = {room.id for room in life.pack.town_map.rooms.values() if room.kind == BATHROOM}
    used: dict[RoomId, list[tuple[int, int, PersonId]]] = {room: [] for room in rooms}
    for person, track in life.tracks.items():
        for span in track.deeds:
            if span.deed.at in used:
                used[span.deed.at].append((span.start, span.end, person))
    shared = []
    for room, spans in used.items():
        spans.sort()
        for one, other in pairwise(spans):
            if other[0] < one[1] and one[2] != other[2]:
                shared.append(f"{one[2]} and {other[2]} in {room}, {life.at(other[0])}")
    yield none_of("times two people use one bathroom", shared)


# --- hours and deeds


def _hours(life: Life) -> Iterator[Measure]:
    idle_ticks = awake_ticks = 0
    longest, empty = 0, []
    for person, track in life.tracks.items():
        idle = ~track.busy & ~track.asleep
        idle_ticks += int(idle.sum())
        awake_ticks += int((~track.asleep).sum())
        edges = np.flatnonzero(np.diff(np.concatenate([[False], idle, [False]]).astype(int)))
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            longest = max(longest, end - start)
            if life.minutes(end - start) > IDLE_MINUTES:
                empty.append(f"{person} does nothing from {life.at(start)} to {life.at(end)}")
    yield at_most("waking time without deed, walk or talk", share(idle_ticks, awake_ticks), 1, "%", empty)
    yield at_most("the longest such time", life.minutes(longest), IDLE_MINUTES, "min", empty)


def _deeds(life: Life) -> Iterator[Measure]:
    lengths, bare, again, twins, odd, total = [], [], [], [], [], 0
    texts: Counter[str] = Counter()
    for person, track in life.tracks.items():
        before = ""
        for span in track.awake_deeds():
            total += 1
            if span.end < life.settled:
                lengths.append(life.minutes(span.end - span.start))
            texts[span.deed.what] += 1
            where = f"{person} {life.at(span.start)} {span.deed.emoji} {span.deed.what}"
            bare += [] if span.deed.emoji else [where]
            again += [where] if span.deed.what == before else []
            twins += [f"{where}, after {before}"] if _are_twins(before, span.deed.what) else []
            odd += [where] if misfits(span.deed.emoji, span.deed.what, _kind(life, span.deed.at)) else []
            before = span.deed.what
    right = sum(SHORTEST <= length <= LONGEST for length in lengths)
    yield told("deeds a person and day", total / len(life.tracks) / max(1, len(life.days)))
    yield at_least("deeds of 5 to 15 minutes", share(right, len(lengths)), 85, "%")
    short = sum(length < SHORT for length in lengths)
    yield at_most(f"deeds of less than {SHORT:g} minutes", share(short, len(lengths)), 5, "%")
    yield at_most("the longest deed", max(lengths, default=0), LONGEST_EVER, "min")
    yield none_of("deeds without an emoji", bare)
    yield at_most("deeds whose emoji speaks of something else", share(len(odd), total), 1, "%", odd)
    yield at_most("deeds that are the same as the one before", share(len(again), total), 1, "%", again)
    yield at_most("deeds that differ from the one before in a word or two", share(len(twins), total), 2, "%", twins)
    yield at_least("distinct deeds among all", share(len(texts), total), 25, "%")


def _are_twins(one: str, other: str) -> bool:
    mine, theirs = words_of(one), words_of(other)
    return one != other and len(mine & theirs) > 0.6 * max(len(mine), len(theirs), 1)


def _kind(life: Life, room: RoomId | None) -> str:
    if room is None:
        return ""
    found = life.pack.town_map.rooms[room]
    return f"{life.pack.town_map.sectors[found.sector].kind} {found.kind}"
