"""plan_day without a model: the usual day, with promises kept, small variations, and no empty hours.

Invariant: blocks are in order, every promise of the day is there at its time, meals and staffed work stay unless
something was promised, and no gap is longer than half an hour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from milkwood.chance import Stream
from milkwood.clock import hour_of, minutes_at
from milkwood.mind.gazetteer import BACK_ROOMS
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.plan_day.schema import Ask, PlannedBlock, Reply
from milkwood.questions.terms import Card, PromiseTerm, Spot
from milkwood.understudy.break_down.sorts import CLASSES, MEALS
from milkwood.understudy.language.names import call
from milkwood.understudy.plan_day.among_people import among_people, keeps_apart
from milkwood.understudy.plan_day.extras import Chooser
from milkwood.understudy.plan_day.following import cause_of, with_yesterday
from milkwood.understudy.plan_day.habit import company, family_of, slot_of
from milkwood.understudy.plan_day.ideas import can_be_done, taken_up
from milkwood.understudy.plan_day.slots import (
    FREE,
    MIN_MINUTES,
    NEED,
    PROMISE,
    WORK,
    Slot,
    cleared,
    holes,
    is_detour,
    put,
    shifted,
    within,
    without_detours,
)

WAY_MINUTES = 10
"""Time for the walk to an appointment."""
WAY_BACK_MINUTES = 5
MEAL_MINUTES = 25
MAX_GAP_MINUTES = 30
MAX_LATE_MINUTES, MAX_GUEST_LATE_MINUTES = 90, 35
"""How far past the usual bed time an own event may last, and one of others."""
FIRST_WEEKEND_DAY = 5
MAX_BLOCKS = 30
IDEA_TRIES = 8
"""Times and places tried for an idea."""
AGAIN_MINUTES = 3 * 60
"""How long before the same small activity may come again."""
THOUGHTS = {"en": "thinking about {concern}", "zh": "坐下来琢磨琢磨：{concern}"}
BED = {"en": "washing and getting ready for bed", "zh": "洗漱，准备睡觉"}
BED_MINUTES = 25
FREE_TIME = {"en": "resting for a while", "zh": "歇一会儿"}


def answer(ask: Ask, draw: Stream, _likeness: TextSimilarity) -> Reply:
    """The day's blocks."""
    card, language = ask["self"], ask["self"]["language"]
    spots = {spot["id"]: spot for spot in ask["places"]}
    rooms = _open_to(ask)
    first, bed = minutes_at(ask["wake"]), _bed(ask)
    chooser = Chooser(rooms, _friends(ask), language, card["pronoun"])
    day = [slot_of(piece, spots, ask["people"], card) for piece in ask["usual"]]
    day = within(day, first, bed)
    if ask["now"]["weekday"] >= FIRST_WEEKEND_DAY:
        day = _without_classes(day, spots, chooser, draw, language)
    day = shifted(day, lambda: 5 * draw.between(-1, 2))
    day = _varied(day, chooser, card, draw, spots)
    for promise in ask["promises"]:
        day = _honoured(day, promise, first, language, cause_of(promise, ask))
    day = _closed(day, first, bed, chooser, draw, ask)
    day = day or [_rest(first, max(bed, first + MIN_MINUTES), ask)]
    if "talks" in ask or keeps_apart(day, ask["places"]):
        day = among_people(day, ask, chooser, draw)
    day, idea, number = _with_idea(day, rooms, draw, ask)
    day = with_yesterday(day, ask, rooms, draw, [line.partition(" ")[2] for line in ask["yesterday"]])
    blocks = [_block(slot, ask) for slot in without_detours(day)[:MAX_BLOCKS]]
    reply = Reply.model_construct(blocks=blocks, sleep=hour_of(bed))
    if idea:
        reply.idea, reply.idea_of = idea, number
    return reply


def _open_to(ask: Ask) -> list[Spot]:
    """Places where the person may be: no rooms of housemates, no bathrooms, no back rooms of others."""
    given = ask["self"]["id"].partition("_")[0].capitalize()
    rooms = [(spot, spot["id"].rpartition(":")[2]) for spot in ask["places"]]
    return [
        spot
        for spot, room in rooms
        if "bathroom" not in spot["kind"]
        and (spot["mine"] or not BACK_ROOMS & set(spot["kind"].split()))
        and ("'s" not in room or given in room.replace("'s", "").split())
    ]


def _block(slot: Slot, ask: Ask) -> PlannedBlock:
    start, minutes = hour_of(slot.start), slot.minutes
    block = PlannedBlock.model_construct(start=start, minutes=minutes, what=slot.what, place=slot.place)
    if people := company(slot.what, ask["people"], ask["self"]["language"]):
        block.company = people
    if slot.because:
        block.because = slot.because
    return block


def _bed(ask: Ask) -> int:
    bed = minutes_at(ask["sleep"])
    late = [
        min(_span(promise)[1] + BED_MINUTES, bed + (MAX_LATE_MINUTES if promise["host"] else MAX_GUEST_LATE_MINUTES))
        for promise in ask["promises"]
    ]
    return max([bed, *late])


def _span(promise: PromiseTerm) -> tuple[int, int]:
    start, end = minutes_at(promise["start"]), minutes_at(promise["end"])
    return start, end if end > start else end + 24 * 60


def _friends(ask: Ask) -> list[str]:
    names = {one["id"]: call(one) for one in ask["people"]}
    about = dict.fromkeys(person for memory in ask["recalled"] for person in memory["about"])
    return [names[person] for person in about if person in names]


def _without_classes(
    day: Sequence[Slot], spots: Mapping[str, Spot], chooser: Chooser, draw: Stream, language: str
) -> list[Slot]:
    """A free day without classes, with slower activities instead."""
    kept: list[Slot] = []
    home = next((spot["id"] for spot in chooser.spots if spot["mine"] and "classroom" not in spot["kind"]), "")
    for slot in day:
        if family_of(slot.what, slot.place, spots, language) not in CLASSES or slot.meal:
            kept.append(replace(slot, place=home) if home and ":classroom" in slot.place else slot)
            continue
        at = slot.start
        while slot.end - at >= MIN_MINUTES:
            found = chooser.choose(at, slot.end - at, draw, [one.what for one in kept], long=True)
            if found is None:
                break
            kept.append(found)
            at = found.end + WAY_MINUTES
    return kept


def _varied(day: list[Slot], chooser: Chooser, card: Card, draw: Stream, spots: Mapping[str, Spot]) -> list[Slot]:
    """The day with one or two small things in free time."""
    wishes = 1 + draw.happens(0.35) if draw.happens(0.8) else 0
    roomy = [slot for slot in day if slot.rank == FREE and slot.minutes >= 50]
    for slot in draw.shuffled(roomy)[:wishes]:
        start = slot.start if draw.happens(0.5) else slot.end - 45
        start = max(slot.start, start - start % 5)
        found = _thought(card, slot, start, draw, spots) if draw.happens(0.3) else None
        found = found or chooser.choose(start, slot.end - start, draw, [one.what for one in day])
        if found is not None and slot.minutes - found.minutes >= MIN_MINUTES:
            day = put(day, found)
    return day


def _thought(card: Card, slot: Slot, start: int, draw: Stream, spots: Mapping[str, Spot]) -> Slot | None:
    """Half an hour at home with a concern."""
    room = ":".join(slot.place.split(":")[:2])
    if room not in spots or not spots[room]["mine"]:
        return None
    concerns = [short for concern in card["concerns"] if (short := _short(concern, card["language"]))]
    if not concerns:
        return None
    text = THOUGHTS[card["language"]].format(concern=draw.chosen(concerns))
    return Slot(start, start + 30, text, slot.place)


def _short(concern: str, language: str) -> str:
    """A short concern that can follow “about”; otherwise empty."""
    if language == "zh":
        head = concern.split("，")[0].split("：")[0].split("；")[0]
        return head if 2 < len(head) <= 24 and not head[-1].isdigit() else ""
    head = concern.split(",")[0].split(":")[0].split(";")[0].strip()
    first = head.split(" ")[0].lower()
    wanted = first in ("the", "a", "an", "who", "how", "what", "why", "whether", "which") or first.endswith("ing")
    return head if wanted and len(head) <= 80 and not head[-1].isdigit() else ""


def _honoured(day: list[Slot], promise: PromiseTerm, first: int, language: str, cause: int) -> list[Slot]:
    """The day with a promise in it; a meal in its time moves before or after it."""
    start, end = _span(promise)
    if end <= first:
        return day
    start = max(start, first)
    usual = next((slot.place for slot in day if slot.start <= start < slot.end), day[0].place if day else "")
    fed = _is_meal(promise["what"], language)
    rest = cleared(day, start - WAY_MINUTES, end + WAY_BACK_MINUTES)
    lost = [slot for slot in day if slot.meal and not any(one.meal and one.what == slot.what for one in rest)]
    day = put(rest, Slot(start, end, promise["what"], promise["place"] or usual, PROMISE, fed, cause))
    for apart, meal in enumerate(() if fed else lost):
        day = _moved(
            day, meal, start - WAY_MINUTES - apart * MEAL_MINUTES, end + WAY_MINUTES + apart * MEAL_MINUTES, first
        )
    return day


def _is_meal(what: str, language: str) -> bool:
    return family_of(what, "", {}, language) in MEALS


def _moved(day: list[Slot], meal: Slot, before: int, after: int, first: int) -> list[Slot]:
    """A meal moved to just before or after a range of time, whichever is nearer to its hour."""
    early, late = (before - MEAL_MINUTES, before), (after, after + MEAL_MINUTES)
    chosen = early if meal.start - early[0] <= late[0] - meal.start and early[0] >= first else late
    if any(slot.rank == PROMISE and slot.start < chosen[1] and slot.end > chosen[0] for slot in day):
        chosen = late if chosen is early else early
    return put(day, replace(meal, start=chosen[0], end=chosen[1], rank=NEED))


def _closed(day: list[Slot], first: int, bed: int, chooser: Chooser, draw: Stream, ask: Ask) -> list[Slot]:
    """No gap longer than half an hour, and bed at the end."""
    day = _to_bed(within(day, first, bed), bed, ask)
    for start, end in holes(day, first, bed, MAX_GAP_MINUTES):
        before = next((slot for slot in reversed(day) if slot.end <= start), None)
        if before is not None and before.rank in (FREE, WORK) and end - start <= 60:
            day = [replace(slot, end=end - WAY_MINUTES) if slot is before else slot for slot in day]
            continue
        at = start
        while end - at > MAX_GAP_MINUTES:
            near = [slot.what for slot in day if abs(slot.start - at) < AGAIN_MINUTES]
            found = chooser.choose(at, end - at, draw, near) or _rest(at, end, ask)
            day = put(day, found)
            at = found.end
    day.sort(key=lambda slot: slot.start)
    if day and 0 < bed - day[-1].end <= MAX_GAP_MINUTES:
        if day[-1].rank == PROMISE:  # a promise is not extended
            return [*day, _washing(day[-1].end, bed, ask)]
        day[-1] = replace(day[-1], end=bed)
    return day


def _with_idea(day: list[Slot], rooms: Sequence[Spot], draw: Stream, ask: Ask) -> tuple[list[Slot], str, int]:
    """The day with an idea of the night in free time, if there is any; when, and what."""
    avoid = [slot.what for slot in day] + [line.partition(" ")[2] for line in ask["yesterday"]]
    free = [slot for slot in day if slot.is_free]
    for idea in filter(can_be_done, ask.get("extras", ())):
        for _ in range(IDEA_TRIES):
            found = taken_up(idea, ask, free, rooms, draw, avoid)
            if found is not None and not is_detour(put(day, found), found):
                return put(day, replace(found, because=idea["id"])), hour_of(found.start), idea["id"]
    return day, "", 0


def _rest(start: int, end: int, ask: Ask) -> Slot:
    language = ask["self"]["language"]
    rooms = [spot["id"] for spot in _open_to(ask) if spot["mine"]]
    home = rooms[0] if rooms else ask["usual"][0]["place"] if ask["usual"] else ""
    return Slot(start, min(end, start + 60), FREE_TIME[language], home)


def _to_bed(day: list[Slot], bed: int, ask: Ask) -> list[Slot]:
    """A night owl's last block lasts until it is time to wash."""
    if not day or bed - day[-1].end <= MAX_GAP_MINUTES:
        return day
    last = day[-1]
    if last.rank not in (FREE, WORK) or last.minutes + bed - last.end > 600:
        return day
    bath = _bathroom(ask)
    until = bed - BED_MINUTES if bath else bed
    day = [*day[:-1], replace(last, end=until)]
    return [*day, _washing(until, bed, ask)] if bath else day


def _bathroom(ask: Ask) -> str:
    rooms = (":".join(piece["place"].split(":")[:2]) for piece in ask["usual"])
    return next((room for room in rooms if "bathroom" in room), "")


def _washing(start: int, bed: int, ask: Ask) -> Slot:
    """The last minutes of a day; free time for a person without a bathroom."""
    bath = _bathroom(ask)
    return Slot(start, bed, BED[ask["self"]["language"]], bath, NEED) if bath else _rest(start, bed, ask)
