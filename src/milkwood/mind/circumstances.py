"""Whether a routine can be used now: objections that this mind can know of.

Invariant (rule M1): uses only percepts, memories and public opening hours; the same moment in the same head gives the
same result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind import attention
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.plan import NO_PROMISE, Block
from milkwood.mind.thought import Thought
from milkwood.town.percepts import SeesPerson, SeesThing

UPSET_MINUTES = 90
"""After something important, no routine is used for this long."""
UPSETTING_IMPORTANCE = 9
"""Importance of such a memory; inner voices always count."""
GONE_MINUTES = 24 * 60
"""A person not seen for this long is not expected to be there."""


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection to a routine: kind, sentence, and the thing in the way, if any."""

    kind: str
    said: str = ""
    thing: ThingId | None = None


def against(thought: Thought, block: Block, steps: Sequence[Step]) -> Objection | None:
    """The objection to living a block by routine, at its start; None if there is none."""
    head = thought.head
    found = by_plan(head, block) or _by_mood(thought, block)
    if found is not None:
        return found
    for person in block.company:
        seen = head.people.of(person).seen
        if not _in_view(thought, person) and (seen < 0 or thought.tick - seen > head.hours.ticks(GONE_MINUTES)):
            return _away(head, person)
    for step in steps:
        found = _room_taken(thought, step.room) or _thing(thought, step.thing)
        if found is not None:
            return found
    return None


def by_plan(head: Head, block: Block) -> Objection | None:
    """Objections known in advance: a promise, guests coming next, a closed place."""
    if block.promise != NO_PROMISE:
        return Objection("promise")
    following = next((each for each in head.state.day.plan if each.start == block.end), None)
    if following is not None and following.fixed and head.calendar.promises[following.promise].host:
        return Objection("promise")
    room = head.places.room_of(block.place)
    if room is None or head.places.sector_of(room) not in head.state.notice.places:
        return Objection("unknown")
    if not _is_mine(head, room) and not _open(head, room, block):
        return Objection("closed", head.words.closed.format(place=head.places.name(room)))
    return None


def hindered(thought: Thought, step: Step, block: Block, *, first: bool) -> Objection | None:
    """An obstacle to the next deed of a routine, found on the spot."""
    head = thought.head
    if head.state.doing.without:
        wanted = head.state.doing.current.thing if head.state.doing.current else None
        return _taken(head, wanted) if wanted else Objection("taken")
    if thought.moment.room != step.room or thought.moment.walking:
        return None
    found = _room_taken(thought, step.room) or _thing(thought, step.thing)
    if found is not None or not first:
        return found
    away = next((each for each in block.company if not _in_view(thought, each)), None)
    return None if away is None else _away(head, away)


def _open(head: Head, room: RoomId, block: Block) -> bool:
    minutes = (head.hours.minute(tick, head.state.day.midnight) for tick in (block.start, block.end - 1))
    return all(head.places.open_at(room, minute) for minute in minutes)


def _is_mine(head: Head, room: RoomId) -> bool:
    """Home and workplace have no opening hours for people who belong there."""
    work = head.character.work_room
    mine = {head.character.home, *([head.places.sector_of(work)] if work else [])}
    return head.places.sector_of(room) in mine


def _by_mood(thought: Thought, block: Block) -> Objection | None:
    """No routine after a voice or anything important; on a bad day only work is done by routine."""
    head = thought.head
    since = thought.tick - head.hours.ticks(UPSET_MINUTES)
    for record in head.memories.recent(16, ("voice", "saw", "news", "talk", "thought")):
        if record.tick >= since and (record.kind == "voice" or record.importance >= UPSETTING_IMPORTANCE):
            return Objection("upset", record.text)
    works = head.character.work_room is not None and head.places.room_of(block.place) == head.character.work_room
    if not works and head.state.morning.low:
        return Objection("mood", head.state.morning.mood)
    return None


def _room_taken(thought: Thought, room: RoomId) -> Objection | None:
    """Whether a bathroom is taken; a user is seen only from inside, or when they go about it."""
    head = thought.head
    if not head.places.is_bathroom(room):
        return None
    inside = thought.moment.room == room
    taken = any(each.deed is not None and each.deed.at == room for each in _people(thought))
    if taken or (inside and not attention.alone_in(thought, room)):
        return Objection("taken", head.words.bath_taken)
    return None


def _thing(thought: Thought, thing: ThingId | None) -> Objection | None:
    """A thing that is taken or was found unusable, as seen now or last."""
    if thing is None:
        return None
    head = thought.head
    users = sum(each.deed is not None and each.deed.thing == thing for each in _people(thought))
    if 0 < head.places.seats(thing) <= users:
        return _taken(head, thing)
    seen = next((p.state for p in thought.moment.percepts if isinstance(p, SeesThing) and p.thing == thing), None)
    known = head.state.notice.things.get(thing)
    if known is None or known.usable or seen not in (None, known.state):
        return None
    said = head.words.thing_state.format(thing=head.places.thing_name(thing), state=known.state)
    return Objection("state", said, thing)


def _taken(head: Head, thing: ThingId) -> Objection:
    return Objection("taken", head.words.thing_taken.format(thing=head.places.thing_name(thing)), thing)


def _away(head: Head, person: PersonId) -> Objection:
    return Objection("away", head.words.not_there.format(who=head.people.called(person)))


def _people(thought: Thought) -> Iterable[SeesPerson]:
    return (percept for percept in thought.moment.percepts if isinstance(percept, SeesPerson))


def _in_view(thought: Thought, person: PersonId) -> bool:
    return any(each.person == person for each in _people(thought))
