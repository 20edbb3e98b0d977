"""The usual day of an imported person: hours of sleep and meals, work with its place and hours, and other habits.

Invariant: what is stated (`statements`) is kept; what is needed and not stated is guessed, and marked as a guess;
blocks are in order, do not overlap, and lie between waking and bed.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from milkwood.bridge.day_words import (
    COUNTER,
    DOES_NOW,
    KIN,
    LIVING,
    PHRASES,
    RESTING,
    RETIRED,
    ROLE,
    STUDYING,
    TEACHING,
    VISIT,
)
from milkwood.bridge.persona import Persona
from milkwood.bridge.places import Places
from milkwood.bridge.placing import Dweller, PlaceFinder, PlaceFound, folded
from milkwood.bridge.statements import BED, BREAKFAST, DINNER, EATING, LUNCH, WAKE, HabitStay, StatedDay, stated
from milkwood.clock import MINUTES_A_DAY, hour_of
from milkwood.i18n import t
from milkwood.questions.terms import Spot
from milkwood.understudy.break_down.matching import best
from milkwood.understudy.break_down.scene import BlockScene
from milkwood.understudy.break_down.sorts import LEISURE, MEALS
from milkwood.understudy.plan_day.habit import family_of
from milkwood.understudy.plan_day.slots import FREE, NEED, WORK, Slot, put, within

DEFAULTS = {WAKE: 7 * 60, BED: 23 * 60, LUNCH: 12 * 60 + 30, DINNER: 18 * 60 + 30}
MIN_DAY_MINUTES, MAX_DAY_MINUTES = 6 * 60, 22 * 60
"""Shortest and longest time from waking to bed."""
WAY_MINUTES = 10
_WASH_MINUTES, _BREAKFAST_MINUTES, _MEAL_MINUTES, _BREAK_MINUTES = 30, 30, 45, 30
PLEASURES = LEISURE | MEALS | {"running", "weights", "stillness"}
"""Families of activities that are no work."""
_LEISURE_MINUTES = 75
_PROJECT_MINUTES = 180
"""Longest piece of work at home without a break."""
_HOURS_OF = {"pub": (16, 22), "cafe": (8, 17), "college": (9, 15)}
_USUAL_HOURS = (9, 17)

HabitSpan: TypeAlias = tuple[int, int, HabitStay]
"""A stay from when to when."""


@dataclass(frozen=True, slots=True)
class WorkFound:
    """A person's work: its place, its hours, and the words that named it."""

    address: str
    hours: tuple[int, int] | None
    said: PlaceFound


@dataclass(frozen=True, slots=True)
class DayFinding:
    """A value of a person's day, and whether it was said in so many words."""

    what: str
    value: str
    guessed: bool


@dataclass(slots=True)
class UsualDay:
    """A usual day."""

    wake: int
    sleep: int
    """After midnight it is more than 1440."""
    blocks: list[Slot] = field(default_factory=list)
    work: WorkFound | None = None
    findings: list[DayFinding] = field(default_factory=list)


def usual_day(persona: Persona, places: Places, finder: PlaceFinder, person: Dweller, language: str) -> UsualDay:
    """A person's usual day, from their texts."""
    more = [persona.currently, persona.learned]
    said = stated(persona.daily_plan_req, persona.lifestyle, more, persona.name, finder, person)
    return _Maker(persona, places, finder, person, said, language).made()


class _Maker:
    """Puts one day together."""

    def __init__(
        self, persona: Persona, places: Places, finder: PlaceFinder, person: Dweller, said: StatedDay, language: str
    ) -> None:
        self._persona, self._places, self._finder, self._person, self._said = persona, places, finder, person, said
        self._language = language if language in PHRASES else "en"
        self._words = PHRASES[self._language]
        self._spots = {spot.address: spot for spot in places.spots}
        self._findings: list[DayFinding] = []
        self._wake, self._bed = self._sleep()
        self._dinner = self._hour(DINNER)
        self._day: list[Slot] = []

    def made(self) -> UsualDay:
        """The day."""
        work = self._work_place()
        if work is not None:
            self._person = replace(self._person, work=work.address)
        timed = [
            stay
            for stay in self._said.stays
            if not stay.meal and (stay.start is not None or stay.end is not None or stay.after)
        ]
        spans = self._spans(timed)
        hours = self._work_hours(work, spans)
        for start, end, stay in spans:
            self._stay(start, end, stay)
        if work is not None and hours is not None and not any(self._is_at(slot, work) for slot in self._day):
            self._stay(*hours, HabitStay("", work.said))
        self._meals()
        self._untimed()
        blocks = [slot for slot in within(self._day, self._wake, self._bed) if slot.minutes >= 5]
        if work is not None:
            work = replace(work, address=self._work_thing(blocks, work), hours=hours)
        return UsualDay(self._wake, self._bed, blocks, work, self._findings)

    # --- hours

    def _sleep(self) -> tuple[int, int]:
        wake, bed = self._hour(WAKE), self._hour(BED)
        plan = self._persona.schedule or self._persona.hourly
        if plan and "sleep" in plan[0][0].casefold() and 2 * 60 <= plan[0][1] <= 15 * 60:
            wake = plan[0][1]
            self._note(t("wake time"), hour_of(wake), guessed=False)
        bed += MINUTES_A_DAY if bed <= wake else 0
        if not MIN_DAY_MINUTES <= bed - wake <= MAX_DAY_MINUTES:
            bed = wake + 16 * 60
            self._note(t("bed time"), hour_of(bed % MINUTES_A_DAY), guessed=True)
        return wake, bed

    def _hour(self, habit: str) -> int:
        found = self._said.hours.get(habit)
        names = {WAKE: t("wake time"), BED: t("bed time"), DINNER: t("dinner")}
        value = DEFAULTS[habit] if found is None else found
        self._note(names[habit], hour_of(value % MINUTES_A_DAY), guessed=found is None or habit in self._said.vague)
        return value

    def _note(self, what: str, value: str, *, guessed: bool) -> None:
        self._findings = [each for each in self._findings if each.what != what] + [DayFinding(what, value, guessed)]

    # --- work

    def _work_place(self) -> WorkFound | None:
        """The place of work: where a role in their texts places them, or where they work by their day."""
        roles = self._roles()
        stays = [stay for stay in self._said.stays if stay.place is not None and not stay.meal]
        for stay in stays:
            if stay.place is not None and stay.place.address.split(":")[0] in roles:
                return self._found(stay.place)
        for stay in stays:
            if stay.place is not None and stay.start is not None and not self._is_leisure(stay):
                return self._found(stay.place)
        return self._found(next(iter(roles.values()))) if roles else None

    def _found(self, place: PlaceFound) -> WorkFound:
        sector = place.address.split(":")[0]
        self._note(t("work place"), sector if place.exact else f"{place.said} → {sector}", guessed=not place.exact)
        return WorkFound(place.address, None, place)

    def _roles(self) -> dict[str, PlaceFound]:
        """The sectors in which a person has a role by their texts: “is a clerk at …”, “runs …”."""
        found: dict[str, PlaceFound] = {}
        texts = (self._persona.learned, self._persona.currently)
        for sentence in (each for text in texts for each in re.split(r"(?<=[.!?。！？])\s*|;", text)):
            if RETIRED.search(folded(sentence)):
                return {}
            place = self._finder.find(sentence, self._person)
            if place is None or place.address.split(":")[0] == self._person.home:
                continue
            before = folded(sentence[: max(0, sentence.find(place.said))] + place.said)
            if ROLE.search(folded(sentence)) and not KIN.search(before) and not VISIT.search(before):
                found.setdefault(place.address.split(":")[0], place)
        return found

    def _work_hours(self, work: WorkFound | None, spans: Sequence[HabitSpan]) -> tuple[int, int] | None:
        """The hours at the place of work: as stated, or those usual for such a place."""
        if work is None:
            return None
        sector = work.address.split(":")[0]
        at = [(start, end) for start, end, stay in spans if stay.place and stay.place.address.split(":")[0] == sector]
        if at:
            hours = at[0]
            sure = any(stay.start is not None and not stay.part and stay.end is not None for _, _, stay in spans)
            self._note(t("working hours"), _span(*hours), guessed=not sure)
            return hours
        busy = any(stay.start is not None or stay.minutes for stay in self._said.stays)
        if busy or RETIRED.search(folded(self._persona.learned)):
            return None
        first, last = _HOURS_OF.get(self._spots[self._room(work.address)].sector_kind, _USUAL_HOURS)
        hours = max(first * 60, self._wake + 75), min(last * 60, self._bed - 60)
        if hours[1] - hours[0] < 60:
            return None
        self._note(t("working hours"), _span(*hours), guessed=True)
        return hours

    def _is_at(self, slot: Slot, work: WorkFound) -> bool:
        return slot.place.split(":")[0] == work.address.split(":")[0]

    def _work_thing(self, blocks: Iterable[Slot], work: WorkFound) -> str:
        at = [slot for slot in blocks if self._is_at(slot, work) and not slot.meal]
        return max(at, key=lambda slot: slot.minutes).place if at else work.address

    # --- stays

    def _spans(self, stays: Sequence[HabitStay]) -> list[HabitSpan]:
        """Stays with their beginnings and ends."""
        found: list[HabitSpan] = []
        for place, stay in enumerate(stays):
            before = found[-1][1] if found else None
            start = self._start(stay, before)
            after = [each.start for each in stays[place + 1 :] if each.start is not None and each.start > start]
            end = self._end(stay, start, min(after, default=None))
            if stay.place is None and not stay.home and stay.after and found:
                stay = replace(stay, place=found[-1][2].place, home=found[-1][2].home)
            if end - start >= 15:
                found.append((start, end, stay))
        return found

    def _start(self, stay: HabitStay, before: int | None) -> int:
        if stay.after and before is not None and (stay.start is None or stay.part):
            return before
        if stay.start is None:
            return max(self._wake + 75, min(9 * 60, (stay.end or 9 * 60) - 120))
        if stay.part and stay.start <= 8 * 60:
            return self._wake + 60  # the morning begins when one is up
        if stay.part:
            latest = self._bed - _LEISURE_MINUTES - 30
            return max(self._wake + 60, min(stay.start, latest))
        return stay.start

    def _end(self, stay: HabitStay, start: int, following: int | None) -> int:
        if stay.minutes:
            return start + stay.minutes
        if stay.to_dinner or (stay.end is None and self._is_work(stay)):
            dinner = self._dinner if self._dinner >= start + 60 else start + 8 * 60
            return min(dinner, following or dinner) if not stay.to_dinner else dinner
        if stay.end is None or (stay.part and self._is_leisure(stay)):
            return min(start + _LEISURE_MINUTES, following or MINUTES_A_DAY + start, self._bed)
        before_dinner = stay.part and start < self._dinner - 60 and stay.end <= 17 * 60
        end = min(stay.end, self._dinner) if before_dinner else stay.end
        return end if end > start else start + _LEISURE_MINUTES

    def _is_work(self, stay: HabitStay) -> bool:
        return not self._is_leisure(stay)

    def _is_leisure(self, stay: HabitStay) -> bool:
        """Whether a stay is spent for pleasure, by its words or its place."""
        room = stay.place.address if stay.place is not None else ""
        at_work = bool(room) and room.split(":")[0] == self._person.work.split(":")[0]
        if not stay.what:
            return not at_work
        if STUDYING.search(folded(stay.what)) and not re.search(r"\bread", stay.what):
            return False
        family = family_of(stay.what, room, self._kinds(room), self._language)
        return family in PLEASURES or RESTING.search(folded(stay.what)) is not None

    def _kinds(self, room: str) -> dict[str, Spot]:
        spot = self._spots.get(room)
        if spot is None:
            return {}
        return {room: Spot(id=room, name=room, kind=f"{spot.sector_kind} {spot.kind}", mine=False, hours="")}

    def _stay(self, start: int, end: int, stay: HabitStay) -> None:
        """Put a stay into the day where nothing stands yet."""
        where = self._where(stay)
        rank = WORK if self._is_work(stay) or where.split(":")[0] == self._person.work.split(":")[0] else FREE
        for first, last in self._gaps(start, end):
            if last - first < 15:
                continue
            what = self._text(stay, where)
            if stay.opening and stay.opening != stay.what and last - first >= 120 and first == start:
                self._day = put(self._day, Slot(first, first + 30, stay.opening, where, rank))
                first += 30
            self._day = put(self._day, Slot(first, last, what, where, rank))

    def _gaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """The free parts of a span."""
        edges = [start]
        for slot in self._day:
            if slot.start < end and slot.end > start:
                edges += [max(start, slot.start), min(end, slot.end)]
        edges.append(end)
        return [(edges[at], edges[at + 1]) for at in range(0, len(edges), 2) if edges[at + 1] > edges[at]]

    def _room(self, address: str) -> str:
        return self._places.room(address)

    def _where(self, stay: HabitStay) -> str:
        """The place of a stay: as said, implied by what is done, the place of work, or home."""
        what = f"{stay.opening} {stay.what}"
        if stay.place is None:
            work = self._person.work
            earnest = STUDYING.search(folded(what)) or ROLE.search(folded(what))
            if work and earnest and not stay.home and self._is_work(stay):
                return self._at_work(self._room(work), what)
            implied = "" if stay.home else self._finder.implied(what, self._person)
            return implied or self._finder.at_home(what, self._person)
        return self._at_work(stay.place.address, what)

    def _at_work(self, room: str, what: str) -> str:
        """The thing at which a person works in a room, or the room that suits the work."""
        texts = folded(f"{what} {self._persona.learned} {self._persona.daily_plan_req}")
        own = room.split(":")[0] == self._person.work.split(":")[0]
        if own and STUDYING.search(folded(what)) and self._spots[room].kind == "classroom":
            rooms = (spot for spot in self._places.spots if spot.sector == room.split(":")[0])
            return next((spot.address for spot in rooms if spot.kind == "library"), room)
        kinds: tuple[str, ...] = ()
        if own and TEACHING.search(texts) and self._spots[room].kind == "classroom":
            kinds = ("podium",)
        elif own and COUNTER.search(texts):
            kinds = ("behind_counter",)
        elif self._spots[room].kind == "classroom":
            kinds = ("student_seat",)
        return (self._finder.thing_in(room, texts, kinds) if kinds else "") or room

    def _text(self, stay: HabitStay, where: str) -> str:
        """What is done, in words that people of ours live by."""
        sector, thing = where.split(":")[0], where.split(":")[2] if where.count(":") > 1 else ""
        if thing.startswith("behind"):
            spot = self._spots[self._room(where)]
            counter = self._words["serve"].format(counter=thing.removeprefix("behind the "))
            kinds = frozenset((spot.sector_kind, spot.kind))
            scene = BlockScene(self._language, kinds, "", "behind_counter", (), mine=True, pronouns={})
            known = (what for what in (stay.what, counter) if what and best(what, scene)[0] is not None)
            return next(known, self._words["mind"])
        if stay.what:
            return stay.what
        own = sector == self._person.work.split(":")[0]
        studies = self._spots[self._room(where)].sector_kind == "college"
        student = own and studies and not TEACHING.search(folded(self._persona.learned))
        return self._words["study"] if student else self._words["work" if own else "stay"].format(place=sector)

    # --- meals and the rest

    def _meals(self) -> None:
        bathroom, washed = self._finder.at_home("washing", self._person), self._wake + _WASH_MINUTES
        wash = Slot(self._wake, washed, self._words["wash"], bathroom, NEED)
        first = min((slot.start for slot in self._day), default=self._bed)
        if first - self._wake >= 20:
            self._day = put(self._day, replace(wash, end=min(wash.end, first - WAY_MINUTES)))
        table = self._finder.at_home("breakfast", self._person)
        start = self._said.hours.get(BREAKFAST, wash.end)
        end = min(start + _BREAKFAST_MINUTES, first - WAY_MINUTES) if start < first else start + _BREAKFAST_MINUTES
        if end - start >= 15:
            self._eat(start, end, self._words[BREAKFAST], table)
        out = next((stay for stay in self._said.stays if stay.meal and stay.place is not None), None)
        if self._wake <= 10 * 60 + 30:
            self._lunch(out, table)
        self._dine(table)

    def _eat(self, start: int, end: int, what: str, where: str) -> None:
        self._day = put(self._day, Slot(start, end, what, where, NEED, meal=True))

    def _at(self, minute: int) -> Slot | None:
        """The work or stay at a minute."""
        return next((slot for slot in self._day if slot.start <= minute < slot.end and not slot.meal), None)

    def _lunch(self, out: HabitStay | None, table: str) -> None:
        start = self._said.hours.get(LUNCH, DEFAULTS[LUNCH])
        start = max(start, self._wake + 120)
        if any(EATING.search(slot.what) and abs(slot.start - start) <= 60 for slot in self._day):
            return  # it is part of what they do then
        if out is not None and out.place is not None and DINNER not in folded(out.what):
            self._eat(start, start + _MEAL_MINUTES, out.what, out.place.address)
            return
        busy = self._shift(start)
        if busy is None:
            self._eat(start, start + _MEAL_MINUTES, self._words[LUNCH], table)
        elif busy[1] <= 14 * 60 + 15 and LUNCH not in self._said.hours:
            self._eat(busy[1] + WAY_MINUTES, busy[1] + WAY_MINUTES + 35, self._words[LUNCH], table)
        elif busy[0] >= start - 45 and LUNCH not in self._said.hours:
            self._eat(max(self._wake + 60, busy[0] - 45), busy[0] - WAY_MINUTES, self._words[LUNCH], table)
        else:
            self._eat(start, start + _BREAK_MINUTES, self._words["at_work"], self._seat(start))

    def _shift(self, minute: int) -> tuple[int, int] | None:
        """The unbroken time away from home around a minute."""
        slot = self._at(minute)
        if slot is None or slot.place.split(":")[0] == self._person.home:
            return None
        together = [each for each in self._day if each.place.split(":")[0] == slot.place.split(":")[0]]
        start, end = slot.start, slot.end
        for each in [*together, *reversed(together)]:
            if each.end >= start - 5 and each.start <= end + 5:
                start, end = min(start, each.start), max(end, each.end)
        return start, end

    def _seat(self, minute: int) -> str:
        """Where one eats at work: in the same room."""
        slot = self._at(minute)
        return self._room(slot.place) if slot is not None else self._room(self._person.bed)

    def _dine(self, table: str) -> None:
        sure = DINNER in self._said.hours
        start = min(self._dinner, self._bed - 60)
        busy = self._shift(start)
        soon = busy is not None and (busy[1] - start <= 30 or not sure)
        if busy is not None and soon and self._bed - busy[1] >= 75 and busy[1] <= 21 * 60:
            start, busy = busy[1] + WAY_MINUTES, None
        elif busy is not None and not sure and busy[0] >= 16 * 60:
            start, busy = busy[0] - _MEAL_MINUTES - WAY_MINUTES, None
        if busy is not None:
            self._eat(start, start + _BREAK_MINUTES, self._words["late_at_work"], self._seat(start))
        else:
            self._eat(start, start + _MEAL_MINUTES, self._words[DINNER], table)

    def _untimed(self) -> None:
        """Put what has no hour into free time: habits first, then what the person is working on at home."""
        for stay in self._said.stays:
            if stay.meal or stay.start is not None or stay.end is not None or stay.after:
                continue
            left = stay.minutes or _LEISURE_MINUTES
            for start, end in self._free():
                length = min(left, end - start, _PROJECT_MINUTES)
                if length >= 30 and left > 0:
                    self._stay(start, start + length, stay)
                    left -= length
        busy = any(slot.rank == WORK for slot in self._day)
        for what in () if busy or RETIRED.search(folded(self._persona.learned)) else self._projects()[:1]:
            for start, end in self._free()[:2]:
                length = min(end - start, _PROJECT_MINUTES)
                if length >= 60:
                    self._stay(start, start + length, HabitStay(what, home=True))

    def _free(self) -> list[tuple[int, int]]:
        """The free hours of the day, with time for the way."""
        first, last = self._wake + 75, min(self._bed - 60, 21 * 60 if self._bed <= MINUTES_A_DAY else 23 * 60)
        return [(start + WAY_MINUTES, end - WAY_MINUTES) for start, end in self._gaps(first, last) if end - start >= 50]

    def _projects(self) -> list[str]:
        """What a person is working on these days, by their texts."""
        texts = (self._persona.currently, self._persona.learned)
        found = [each["what"].strip(" ,.") for text in texts for each in DOES_NOW[self._language].finditer(text)]
        known = [each for each in found if not LIVING.match(each) and len(each) <= 110]
        return known or ([] if RETIRED.search(folded(self._persona.learned)) else [self._words["project"]])


def _span(start: int, end: int) -> str:
    return f"{hour_of(start % MINUTES_A_DAY)}-{hour_of(end % MINUTES_A_DAY or MINUTES_A_DAY)}"
