"""An imported person as a mind of ours, in the middle of their day: memories, plan, deed, acquaintances.

Invariant: the result is a mind snapshot that can continue as any other; nothing is decided here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from milkwood.bridge import own
from milkwood.bridge.persona import Persona
from milkwood.bridge.places import Places
from milkwood.bridge.placing import Dweller, PlaceFinder
from milkwood.clock import MINUTES_A_DAY
from milkwood.ids import PersonId, SectorId
from milkwood.mind.day import MAX_TODAY_ACTIVITIES, bed_time, wake_tick
from milkwood.mind.deeds import MAX_DEED_MINUTES, Step
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.port import Kept, Memory
from milkwood.town.body import Deed

DatedMemory = tuple[int, Memory]
MIN_TALK_CLOSENESS = 2
"""Minimum closeness of people who have talked."""


@dataclass(frozen=True, slots=True)
class Afterlife:
    """What happened to a memory after it was recorded."""

    recalled: int = -1
    """The tick it was last recalled; negative if never."""
    known_to: tuple[str, ...] = ()
    """Ids of people who are known to know it."""
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """A mind snapshot, and its wake-up tick."""

    mind: Kept
    wake: int


def settled(
    head: Head,
    persona: Persona,
    places: Places,
    tick: int,
    deed: Deed | None,
    memories: Sequence[DatedMemory],
    afterlife: Mapping[int, Afterlife] = MappingProxyType({}),
) -> Settled:
    """A person's mind at a tick, from their current deed, their memories and what happened to those."""
    _acquaint(head, memories)
    own.take_up(head, persona.raw, tick)
    day, notice = head.state.day, head.state.notice
    notice.places = sorted({*notice.places, *(SectorId(name) for name in persona.places if places.address(name))})
    day.midnight = head.hours.midnight(tick)
    head.state.reflection.extra = since_reflection(persona)
    if deed is not None and deed.asleep:
        day.awake, day.wake = False, _rises(head, persona, tick)
        wake = day.wake
    elif persona.schedule or persona.hourly:
        wake = _in_the_day(head, persona, places, tick, deed)
    else:
        # Without a plan the day starts now, with planning.
        day.awake, day.wake, wake = False, tick, tick
    return Settled({**head.keep(), "memories": kept_memories(memories, tick, afterlife)}, wake)


def kept_memories(
    memories: Sequence[DatedMemory], tick: int = 0, afterlife: Mapping[int, Afterlife] = MappingProxyType({})
) -> Kept:
    """The state of memories besides their recorded texts."""
    after = {number: each for number, each in afterlife.items() if each.recalled <= tick}
    numbers = [memory.number for _, memory in memories]
    rows = sorted(
        (memory.number, memory.importance)
        for _, memory in memories
        if memory.number not in after or not after[memory.number].forgotten
    )
    runs: list[list[int]] = []
    for number, _ in rows:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return {
        "next": max(numbers, default=0) + 1,
        "moved": 0,
        "numbers": runs,
        "importance": [importance for _, importance in rows],
        "recalled": {str(number): each.recalled for number, each in after.items() if each.recalled >= 0},
        "known_to": {str(number): list(each.known_to) for number, each in after.items() if each.known_to},
        "secret_from": {str(each.number): list(each.secret_from) for _, each in memories if each.secret_from},
        "certainty": {str(each.number): each.certainty for _, each in memories if each.certainty != "known"},
    }


def _acquaint(head: Head, memories: Sequence[DatedMemory]) -> None:
    """Make people who have talked know each other."""
    for tick, memory in memories:
        if memory.kind != "talk":
            continue
        for person in memory.about:
            known, last = head.people.of(PersonId(person)), max(head.people.of(PersonId(person)).last_talk, tick)
            closeness = known.closeness if known.closeness < 0 else max(known.closeness, MIN_TALK_CLOSENESS)
            met = replace(known, talks=known.talks + 1, last_talk=last, considered=last, closeness=closeness)
            head.people.take_over(PersonId(person), met)


def _entries(persona: Persona) -> list[tuple[int, int, str]]:
    """The entries of the day's plan, in minutes since midnight."""
    found, now = [], 0
    for what, minutes in persona.schedule or persona.hourly:
        if minutes > 0:
            found.append((now, now + minutes, what))
        now += minutes
    return found


def _rises(head: Head, persona: Persona, tick: int) -> int:
    """When a sleeping person gets up: by their plan, at their usual time, or now if that has passed."""
    midnight = head.hours.midnight(tick)
    minute = head.hours.minute(tick, midnight)
    for start, end, what in _entries(persona):
        if start <= minute < end and "sleep" in what.casefold() and end < MINUTES_A_DAY:
            return max(tick + 1, head.hours.at(midnight, end))
    return wake_tick(head, tick) if bed_time(head, tick) else tick + 1


def _in_the_day(head: Head, persona: Persona, places: Places, tick: int, deed: Deed | None) -> int:
    """Set an awake person's plan for the rest of the day; returns the wake-up tick."""
    day, hours = head.state.day, head.hours
    if hours.minute(tick, day.midnight) < head.character.sleep - MINUTES_A_DAY:
        day.midnight = hours.at(day.midnight, -MINUTES_A_DAY)
    day.awake, day.number = True, 1
    day.wake = hours.at(day.midnight, head.character.wake)
    day.bed = hours.at(day.midnight, head.character.sleep)
    day.bed = own.bed_of(head, persona.raw) or day.bed
    blocks = own.plan_of(head, persona.raw) or _blocks(head, persona, places)
    past = [block for block in blocks if block.end <= tick]
    day.plan, day.block = blocks, len(past)
    day.done = [f"{hours.say(block.start)} {block.what}" for block in past][-MAX_TODAY_ACTIVITIES:]
    if day.block >= len(blocks) or blocks[day.block].start > tick:
        return _before_the_block(head, tick)
    return _in_the_deed(head, persona, places, tick, deed, blocks[day.block])


def _before_the_block(head: Head, tick: int) -> int:
    head.state.day.block -= 1
    head.state.doing.until = tick
    return tick


def _blocks(head: Head, persona: Persona, places: Places) -> list[Block]:
    """The plan in ticks, one block per entry, up to bed time; the current block has its place."""
    day, bed = head.state.day, head.character.bed
    action, finder = persona.action, PlaceFinder(places)
    dweller = Dweller(bed, persona.places, head.character.folk.pronoun, head.character.work_room or "")
    blocks = []
    for start, end, what in _entries(persona):
        first, last = (head.hours.at(day.midnight, minute) for minute in (start, end))
        if "sleep" in what.casefold() or first >= day.bed:
            continue
        known = places.address(action.address) if action is not None and action.what == what else ""
        place = known if known.count(":") >= 1 else finder.for_deed(what, dweller)
        blocks.append(Block(first, min(last, day.bed), what, place))
    return blocks


def _in_the_deed(head: Head, persona: Persona, places: Places, tick: int, deed: Deed | None, block: Block) -> int:
    """Continue the current deed to its end, or the walk to its place."""
    doing, action = head.state.doing, persona.action
    if action is None or deed is None:
        return _before_the_block(head, tick)
    ends = int(head.hours.clock.tick_at(action.start)) + head.hours.ticks(max(1, action.minutes))
    until = min(max(ends, tick + 1), block.end)
    address = places.address(action.address)
    room = head.places.room_of(address) if address.count(":") >= 1 else deed.at
    if room is None:
        return _before_the_block(head, tick)
    thing = head.places.thing_at(address)
    minutes = max(1, min(MAX_DEED_MINUTES, head.hours.minutes(until - tick)))
    step = Step(deed.what, minutes, room, thing, deed.emoji, "")
    if deed.at == room:
        doing.current, doing.until = step, until
        return until
    doing.steps, doing.until = [step], tick
    return tick


def since_reflection(persona: Persona) -> int:
    """The sum of importance since the last reflection."""
    most, left = persona.raw.get("importance_trigger_max"), persona.raw.get("importance_trigger_curr")
    return max(0, most - left) if isinstance(most, int) and isinstance(left, int) else 0
