"""What is worth noticing: changes, not things that stay as they are.

Knows percepts and the head, no plans. Invariant: the same moment in the same head is noticed in the same way; who is
seen all day is noted now and then, not at every glance.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId, ThingId
from milkwood.mind.thought import Thought
from milkwood.town.percepts import Hears, InnerVoice, InTalk, IsTold, Prevented, Reminder, SeesPerson, SeesThing
from milkwood.town.places import IDLE

NOTE_AGAIN_MINUTES = 180
"""How long somebody is seen about before one makes a note of it again."""
MOST_NOTED = 2
"""How many people are noted in one thought."""
FROM_BEFORE = 6
"""How important it is what one is told to have always known."""


def notice(thought: Thought) -> None:
    """Take in a moment: whom one sees doing what, what was said, what was prevented."""
    head, moment = thought.head, thought.moment
    head.learn_place(moment.room)
    noted = 0
    for percept in moment.percepts:
        match percept:
            case SeesPerson():
                noted += _see(thought, percept) if noted < MOST_NOTED else 0
            case Hears(_, speaker, text):
                head.state.lines.append([speaker, text])
            case Prevented(tried, _):
                head.state.without = head.state.without or tried == "Do"
            case Reminder(texts):
                _know_from_before(thought, texts)
            case _:
                pass


def _know_from_before(thought: Thought, texts: Sequence[str]) -> None:
    """Remember what one is told to have always known; who is named in it is no stranger. Not thought over as news."""
    head = thought.head
    thought_over = head.state.since_reflection
    for text in texts:
        about = [folk.id for folk in head.folk.values() if folk.id != head.id and folk.is_named_in(text)]
        head.remember(thought.tick, "seed", text, about=about, importance=FROM_BEFORE)
        for person in about:
            known = head.people.of(person)
            known.closeness = max(1, known.closeness)
    head.state.since_reflection = thought_over


def _see(thought: Thought, seen: SeesPerson) -> int:
    head, tick = thought.head, thought.tick
    known = head.people.of(seen.person)
    known.seen = tick
    fresh = known.noted < 0 or tick - known.noted >= head.hours.ticks(NOTE_AGAIN_MINUTES)
    if not fresh or not head.switches.observation or seen.deed is None or seen.walking:
        return 0
    known.noted = tick
    who = head.people.called(seen.person)
    phrase = head.words.saw_asleep if seen.deed.asleep else head.words.saw
    room = thought.moment.room or ""
    head.remember(
        tick, "saw", phrase.format(who=who, what=seen.deed.what), about=[seen.person], importance=1, place=room
    )
    return 1


def my_talk(thought: Thought) -> InTalk | None:
    """The talk one is in."""
    return next((percept for percept in thought.moment.percepts if isinstance(percept, InTalk)), None)


def voices(thought: Thought) -> list[str]:
    """What a voice from outside says."""
    return [percept.text for percept in thought.moment.percepts if isinstance(percept, InnerVoice)]


def tidings_told(thought: Thought) -> list[IsTold]:
    """What somebody from outside the town tells one."""
    return [percept for percept in thought.moment.percepts if isinstance(percept, IsTold)]


def hindrance(thought: Thought, tried: str) -> Prevented | None:
    """Why what was tried did not happen."""
    found = (percept for percept in thought.moment.percepts if isinstance(percept, Prevented))
    return next((percept for percept in found if percept.tried == tried), None)


def doing_of(thought: Thought, person: PersonId) -> str:
    """What one sees somebody do."""
    for percept in thought.moment.percepts:
        if isinstance(percept, SeesPerson) and percept.person == person and percept.deed is not None:
            return percept.deed.what
    return ""


def oddity(thought: Thought) -> SeesThing | None:
    """A thing in a state that one has not seen it in and that nobody about accounts for."""
    head, moment = thought.head, thought.moment
    if not head.switches.observation:
        return None
    things = head.state.things
    for percept in moment.percepts:
        if not isinstance(percept, SeesThing):
            continue
        if percept.state == IDLE:
            things.pop(percept.thing, None)
        elif things.get(percept.thing) != percept.state and not accounted(thought, percept.thing, percept.state):
            things[percept.thing] = percept.state
            return percept
    return None


def accounted(thought: Thought, thing: ThingId, state: str) -> bool:
    """Whether what somebody does with a thing, oneself or anyone in view, is why it is as it is."""
    deeds = [thought.moment.deed]
    deeds += [percept.deed for percept in thought.moment.percepts if isinstance(percept, SeesPerson)]
    return any(deed is not None and deed.thing == thing and deed.effect == state for deed in deeds)


def alone_in(thought: Thought, room: str) -> bool:
    """Whether nobody else is busy in a room one stands in; of two who come in at once the first by id stays."""
    for percept in thought.moment.percepts:
        if isinstance(percept, SeesPerson) and percept.deed is not None and percept.deed.at == room:
            return False
        if isinstance(percept, SeesPerson) and percept.deed is None and not percept.walking:
            here = thought.head.places.room_of(room)
            if here is not None and percept.away <= 1 and percept.person < thought.head.id:
                return False
    return True
