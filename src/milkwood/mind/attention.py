"""Attention: notices changes, not things that stay as they are.

Invariant: the same moment in the same head gives the same result; a person seen all day is noted from time to time, not
at every glance; queries change nothing. Writes `state.notice`.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind.head import Head
from milkwood.mind.state import OddThing
from milkwood.mind.thought import Thought
from milkwood.town.percepts import InnerVoice, InTalk, IsTold, Prevented, Reminder, SeesPerson, SeesThing
from milkwood.town.places import IDLE, WHILE_USED_TICK

NOTE_AGAIN_MINUTES = 180
"""Time until the same person is noted again."""
MAX_NOTED_PEOPLE = 2
"""Maximum number of people noted in one thought."""
REMINDER_IMPORTANCE = 6
"""Importance of memories given by the user."""


def notice(thought: Thought) -> None:
    """Take in a moment: the place, the people seen, reminders, and things that are idle again."""
    head, moment = thought.head, thought.moment
    _learn_place(head, moment.room)
    noted, wondered_about = 0, head.state.notice.things
    for percept in moment.percepts:
        if isinstance(percept, SeesThing):
            if wondered_about and percept.state == IDLE:
                wondered_about.pop(percept.thing, None)
        elif isinstance(percept, SeesPerson):
            noted += _see(thought, percept) if noted < MAX_NOTED_PEOPLE else 0
        elif isinstance(percept, Reminder):
            _know_from_before(thought, percept.texts)


def _learn_place(head: Head, room: RoomId | None) -> None:
    """Remember a place visited for the first time."""
    own = head.state.notice
    if room is not None and (sector := head.places.sector_of(room)) not in own.places:
        own.places = sorted([*own.places, sector])


def _know_from_before(thought: Thought, texts: Sequence[str]) -> None:
    """Remember texts as earlier memories; people named in them become known."""
    head = thought.head
    for text in texts:
        about = [folk.id for folk in head.folk.values() if folk.id != head.id and folk.is_named_in(text)]
        head.remember(thought.tick, "seed", text, about=about, importance=REMINDER_IMPORTANCE)
        for person in about:
            head.people.know(person)


def _see(thought: Thought, seen: SeesPerson) -> int:
    head, tick = thought.head, thought.tick
    if not head.switches.observation:
        return 0
    known = head.people.of(seen.person)
    fresh = known.noted < 0 or tick - known.noted >= head.hours.ticks(NOTE_AGAIN_MINUTES)
    if not fresh or seen.deed is None or seen.walking:
        head.people.see(seen.person, tick)
        return 0
    head.people.see(seen.person, tick, noted=True)
    who = head.people.called(seen.person)
    phrase = head.words.saw_asleep if seen.deed.asleep else head.words.saw
    room = thought.moment.room or ""
    text = head.words.seen(phrase, who, seen.deed.what)
    head.remember(tick, "saw", text, about=[seen.person], importance=1, place=room)
    return 1


def my_talk(thought: Thought) -> InTalk | None:
    """The current talk."""
    return next((percept for percept in thought.felt if isinstance(percept, InTalk)), None)


def voices(thought: Thought) -> list[str]:
    """What inner voices say."""
    return [percept.text for percept in thought.felt if isinstance(percept, InnerVoice)]


def tidings_told(thought: Thought) -> list[IsTold]:
    """What the person is told from outside the town."""
    return [percept for percept in thought.felt if isinstance(percept, IsTold)]


def hindrance(thought: Thought, tried: str) -> Prevented | None:
    """Why an intent failed."""
    found = (percept for percept in thought.felt if isinstance(percept, Prevented))
    return next((percept for percept in found if percept.tried == tried), None)


def doing_of(thought: Thought, person: PersonId) -> str:
    """What the person sees another one do."""
    for percept in thought.moment.percepts:
        if isinstance(percept, SeesPerson) and percept.person == person and percept.deed is not None:
            return percept.deed.what
    return ""


def oddity(thought: Thought) -> SeesThing | None:
    """A thing in a lasting unusual state whose change is new to the person; the most pressing first."""
    if not thought.head.switches.observation:
        return None
    known, found = thought.head.state.notice.things, None
    for percept in thought.moment.percepts:
        if not isinstance(percept, SeesThing) or percept.state == IDLE or percept.since == WHILE_USED_TICK:
            continue
        before = known.get(percept.thing)
        if before is None or before.since != percept.since:
            if percept.presses:
                return percept
            found = found or percept
    return found


def wondered(head: Head, odd: SeesThing, *, usable: bool = True) -> None:
    """Record a thing's unusual state and whether it can be used."""
    head.state.notice.things[odd.thing] = OddThing(odd.state, usable, odd.since)


def is_idle(thought: Thought, thing: ThingId) -> bool:
    """Whether a thing is seen to be as it should be."""
    seen = (percept for percept in thought.moment.percepts if isinstance(percept, SeesThing))
    return any(percept.thing == thing and percept.state == IDLE for percept in seen)


def alone_in(thought: Thought, room: str) -> bool:
    """Whether no one else is busy in the person's room; if two enter at once, the lower id stays."""
    for percept in thought.moment.percepts:
        if isinstance(percept, SeesPerson) and percept.deed is not None and percept.deed.at == room:
            return False
        if isinstance(percept, SeesPerson) and percept.deed is None and not percept.walking:
            here = thought.head.places.room_of(room)
            if here is not None and percept.away <= 1 and percept.person < thought.head.id:
                return False
    return True
