"""Reactions to people and things: whether to talk to a person, what to do about a thing in an odd state.

Invariant: looking for a person to talk to changes nothing; a person considered once is not considered again for a
while; habit decides only in ordinary cases. Writes `state.meeting`.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId, TalkId
from milkwood.mind import attention, doing, limits, news_sharing, topics
from milkwood.mind.breakdown import home_room
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.port import Decision
from milkwood.mind.recall import Recollection
from milkwood.mind.thought import Thought
from milkwood.questions import terms
from milkwood.questions.react import KIND as REACT
from milkwood.questions.react.schema import MAX_REACTION_MINUTES
from milkwood.questions.react.schema import Ask as React
from milkwood.questions.react.schema import Reply as Reaction
from milkwood.questions.speak import KIND as SPEAK
from milkwood.town.intents import Approach, Intent, Join, Stay, TalkTo
from milkwood.town.percepts import SeesPerson, SeesThing
from milkwood.town.resolve import TALK_TILES

EARSHOT_TILES = 4
"""Maximum distance of a person who is spoken to; someone who has talked with nobody today speaks to anyone in view."""
COOL_DOWN_MINUTES = 100
"""Minimum time between two talks of the same people."""
NOTHING_NEW_MINUTES = 240
"""The same if there is nothing new to tell."""
CONSIDER_MINUTES = 35
"""Minimum time until the same person is considered again."""
AVOID_MINUTES = 120
"""The same after they were avoided, and for enemies."""
AVOIDING_MINUTES = 5
"""How long a person keeps out of sight."""
FEW_TALKS = 4
"""With fewer talks today a person is lonely: considers talking more readily, and again sooner."""
LONGING_CHANCE = 0.5
ALONE_HOURS, ALONE_TALKS = 3, 2
"""After so many hours without a talk, with fewer talks today, a person considers everyone in view; so does one who has
not talked today. Both wait for those who walk by."""
LONELY_MINUTES = 20
BREATHER_MINUTES = 6
"""Minimum time after a talk before the person begins another."""
ENOUGH_TALKS = 7
"""After so many talks a day the person begins no more; interest falls as the number grows."""
FRIEND_CLOSENESS = 5
"""Closeness from which a person counts as a friend."""
MAX_APPROACH_TICKS = 12
"""Maximum time to walk up to a person."""
FREE_MINUTES = 120
"""Free time that counts as plenty."""
WAIT_FOR_THING_MINUTES = 10
"""Longest wait for a thing to be as it should be."""
MENDING_EMOJI, WAITING_EMOJI, AVOIDING_EMOJI = "🔧", "⏳", "🚶"


# --- people


def candidate(thought: Thought) -> tuple[SeesPerson | None, list[PersonId]]:
    """A person who is near, free and worth considering now; and everyone considered before them."""
    head, tick = thought.head, thought.tick
    quiet = tick - head.state.talk.ended < head.hours.ticks(BREATHER_MINUTES)
    if quiet or head.places.is_bathroom(thought.moment.room):
        return None, []
    thought_of: list[PersonId] = []
    seen = [each for each in thought.moment.percepts if isinstance(each, SeesPerson)]
    far = [each for each in seen if each.away > EARSHOT_TILES] if _longs(head, tick) else []
    for each in (*(each for each in seen if each.away <= EARSHOT_TILES), *far):
        if _can_be_thought_of(thought, each):
            thought_of.append(each.person)
            if _worth_it(thought, each):
                return each, thought_of
    return None, thought_of


def think_of(head: Head, people: Sequence[PersonId], tick: int) -> None:
    """Record that these people were considered."""
    for person in people:
        head.people.consider(person, tick)


def talks_today(head: Head) -> int:
    """Number of talks today."""
    talk = head.state.talk
    return talk.talks if talk.day == head.state.day.number else 0


def alone_hours(head: Head, tick: int) -> int:
    """Hours since the last talk; since waking, if that was later and yesterday had enough talks. None after enough
    talks today."""
    if talks_today(head) >= ALONE_TALKS:
        return 0
    talk, day = head.state.talk, head.state.day
    lonely_yesterday = talk.day == day.number - 1 and talk.talks < ALONE_TALKS and talk.ended >= 0
    since = talk.ended if lonely_yesterday else max(talk.ended, day.wake)
    return head.hours.minutes(tick - since) // 60 if 0 <= since <= tick else 0


def _longs(head: Head, tick: int) -> bool:
    return not talks_today(head) or alone_hours(head, tick) >= ALONE_HOURS


def _loneliness(head: Head) -> float:
    return max(0, FEW_TALKS - talks_today(head)) / FEW_TALKS


def _can_be_thought_of(thought: Thought, seen: SeesPerson) -> bool:
    """Whether enough time has passed to consider a person."""
    head, tick = thought.head, thought.tick
    if seen.person not in head.folk or (seen.deed is not None and seen.deed.asleep):
        return False
    known = head.people.of(seen.person)
    if known.last_talk >= 0 and tick - known.last_talk < head.hours.ticks(COOL_DOWN_MINUTES):
        return False
    again = LONELY_MINUTES if _loneliness(head) else CONSIDER_MINUTES
    if known.closeness < 0 or head.manners.met(_shunned(seen.person)):
        again = AVOID_MINUTES
    return known.considered < 0 or tick - known.considered >= head.hours.ticks(again)


def _worth_it(thought: Thought, seen: SeesPerson) -> bool:
    """Whether talking to a person is of interest, by chance."""
    head, tick = thought.head, thought.tick
    known = head.people.of(seen.person)
    alone = alone_hours(head, tick) >= ALONE_HOURS
    lately = not alone and tick - known.last_talk < head.hours.ticks(NOTHING_NEW_MINUTES)
    if lately and topics.nothing_new(thought, seen.person):
        return False
    if seen.talk is not None and known.closeness < 3:
        return False
    if known.closeness < 0 or alone or _came_for(head, seen.person):
        return True
    interest = 0.12 + 0.05 * known.closeness + LONGING_CHANCE * _loneliness(head)
    interest += 0.35 if news_sharing.has_something_for(head, seen.person) else 0.0
    interest += 0.1 if not head.people.knows(seen.person) else 0.0
    interest *= max(0.0, 1 - talks_today(head) / ENOUGH_TALKS)
    return head.draw(tick, "notice", seen.person).happens(min(0.9, interest))


def _came_for(head: Head, person: PersonId) -> bool:
    """Whether the person is there to see another: what they do names them."""
    block = head.state.day.current
    return block is not None and head.people.called(person) in block.what


async def consider(thought: Thought, seen: SeesPerson) -> Decision | None:
    """Ask whether to talk to a person; None if not."""
    head, tick = thought.head, thought.tick
    talks = limits.TALKS if seen.talk is None else limits.TALKS_JOINED
    if limits.reached(thought, talks, f"{limits.TALKS_WITH}:{seen.person}", SPEAK.name):
        return None
    known = head.people.of(seen.person)
    called, deed = head.people.called(seen.person), seen.deed.what if seen.deed else ""
    noticed = head.words.seen(head.words.saw, called, deed) if deed else head.words.saw_walking.format(who=called)
    case = _case(thought, seen) if head.switches.routines else ""
    usual = head.manners.usually(case, head.draw(tick, "as usual")) if case else None
    if usual is not None:
        thought.because(percept=noticed, habit={"case": case, "met": head.manners.met(case)})
        return _turn_to(thought, seen, "") if usual else None
    if limits.reached(thought, REACT.name, f"{limits.PARTNER}:{seen.person}"):
        return None
    limits.count(thought, f"{limits.PARTNER}:{seen.person}")
    found = head.bring_to_mind(tick, [noticed], [seen.person], n=4)
    since = head.hours.minutes(tick - known.last_talk) if known.last_talk >= 0 else -1
    reply = await thought.ask(REACT, _reaction(thought, found, noticed, head.people.other(seen.person, deed), since))
    thought.because(percept=noticed, recalled=_scores(found), because=reply.reason)
    if case:
        head.manners.decided(case, reply.choice == "talk")
    if reply.choice == "avoid":
        head.manners.decided(_shunned(seen.person), did=True)
        _step_aside(thought, called)
    if reply.choice != "talk":
        thought.because(choice=reply.choice)
        return None
    return _turn_to(thought, seen, reply.reason)


def _shunned(person: PersonId) -> str:
    """The case of a person who was avoided: they are always considered, never met by habit."""
    return f"avoid/{person}"


def _step_aside(thought: Thought, called: str) -> None:
    """Go to another room of a public house for a while, if nothing keeps the person here."""
    head, moment, places = thought.head, thought.moment, thought.head.places
    block = head.state.day.current
    held = moment.walking or block is None or block.fixed or (moment.deed is not None and moment.deed.busy)
    if moment.room is None or held or not places.is_public(moment.room):
        return
    sector, work = places.sector_of(moment.room), head.character.work_room
    if work is not None and places.sector_of(work) == sector:
        return
    rooms = [room for room in places.rooms_of(sector) if room != moment.room and places.is_for_guests(room)]
    if rooms:
        what = head.words.avoiding.format(who=called)
        doing.react(thought, Step(what, AVOIDING_MINUTES, rooms[0], None, AVOIDING_EMOJI, ""))


def _turn_to(thought: Thought, seen: SeesPerson, reason: str) -> Decision:
    own = thought.head.state.meeting
    own.reason = reason
    thought.because(act="talk")
    limits.count(thought, limits.TALKS if seen.talk is None else limits.TALKS_JOINED)
    if seen.away > TALK_TILES:
        own.whom, own.until = seen.person, thought.tick + MAX_APPROACH_TICKS
        return thought.decide(Approach(seen.person), own.until)
    return thought.decide(_address(seen), thought.tick + 1)


def _address(seen: SeesPerson) -> Intent:
    return Join(TalkId(seen.talk)) if seen.talk is not None else TalkTo(seen.person)


def walk_up(thought: Thought) -> Decision:
    """Walk up to a person and begin the talk (rule T2); give up after a while."""
    head, own, tick = thought.head, thought.head.state.meeting, thought.tick
    seen = next((p for p in thought.moment.percepts if isinstance(p, SeesPerson) and p.person == own.whom), None)
    barred = attention.hindrance(thought, "Approach") is not None
    waits = _longs(head, tick) and seen is not None and (seen.walking or thought.moment.walking)
    if seen is None or tick >= own.until or (barred and not waits):
        met(head)
        return doing.take_up(thought)
    if seen.away <= TALK_TILES:
        return thought.decide(_address(seen), tick + 1)
    if waits:  # one of the two walks: they may pass each other
        return thought.decide(Stay() if barred or thought.moment.walking else Approach(seen.person), tick + 1)
    return thought.decide(Stay() if thought.moment.walking else Approach(seen.person), own.until)


def met(head: Head) -> None:
    """Record that a talk began or was given up."""
    head.state.meeting.whom = ""


def _case(thought: Thought, seen: SeesPerson) -> str:
    """The kind of meeting as habits know it; empty if it has to be considered."""
    head, known = thought.head, thought.head.people.of(seen.person)
    if known.closeness < 0 or head.manners.met(_shunned(seen.person)) or _came_for(head, seen.person):
        return ""
    if known.tie and not known.talks and known.closeness < FRIEND_CLOSENESS:
        return ""  # the first meeting shows on what terms they are
    hosts = any(each.host and seen.person not in each.company for each in head.calendar.ahead(thought.tick))
    if hosts or seen.talk or any(deed is not None and deed.busy for deed in (thought.moment.deed, seen.deed)):
        return ""
    bond = "close" if known.closeness >= FRIEND_CLOSENESS else "known" if head.people.knows(seen.person) else "stranger"
    bond = f"{bond}/alone" if alone_hours(head, thought.tick) >= ALONE_HOURS else bond
    return f"{bond}/news" if news_sharing.has_something_for(head, seen.person) else bond


def _reaction(
    thought: Thought, found: Sequence[Recollection], noticed: str, other: terms.Other | None, since: int
) -> React:
    head = thought.head
    block = head.state.day.current
    ahead = head.calendar.ahead(thought.tick)
    free = head.hours.minutes(ahead[0].start - thought.tick) if ahead else FREE_MINUTES
    ask = React(
        self=head.card(),
        now=head.now(thought.moment),
        other=other,
        thing="",
        state="",
        noticed=noticed,
        recalled=head.recalled(thought.tick, found, [other["id"]] if other else []),
        block=block.what if block else "",
        promises=head.promises(thought.tick, 3),
        minutes_free=max(0, min(free, FREE_MINUTES)),
        since_talk_minutes=since,
        options=["ignore", "talk", *(["avoid"] if other and _may_be_avoided(head, PersonId(other["id"])) else [])],
    )
    if other and (alone := alone_hours(head, thought.tick)) >= ALONE_HOURS:
        ask["alone"] = alone
    return ask


def _may_be_avoided(head: Head, person: PersonId) -> bool:
    return head.people.knows(person) and head.people.of(person).closeness < FRIEND_CLOSENESS


def _scores(found: Sequence[Recollection]) -> list[list[float]]:
    return [[each.number, *each.scores()] for each in found]


# --- things


async def wonder(thought: Thought, odd: SeesThing) -> None:
    """Notice a thing in an odd state, and ask what to do about it."""
    head, tick = thought.head, thought.tick
    attention.wondered(head, odd)
    of_thing = f"{limits.THING}:{odd.thing}"
    if limits.reached(thought, of_thing, REACT.name):
        return
    limits.count(thought, of_thing)
    thing, (state, mend) = head.places.thing_name(odd.thing), head.places.state(odd.thing, odd.state)
    noticed = head.words.saw_thing.format(thing=thing, place=head.places.name(odd.thing), state=state)
    head.remember(tick, "saw", noticed, importance=3, place=head.places.room_of(odd.thing) or "")
    case = f"{odd.thing}/{odd.state}"
    usual = head.switches.routines and not odd.presses
    if usual and head.manners.lets_be(case, head.draw(tick, "as usual", odd.thing)):
        return
    found = head.bring_to_mind(tick, [noticed], n=3)
    content = _reaction(thought, found, noticed, None, -1)
    content["thing"], content["state"], content["options"] = thing, state, ["ignore", "wait", "change"]
    content["presses"], content["mend"] = odd.presses, mend
    reply = await thought.ask(REACT, content)
    thought.because(percept=noticed, recalled=_scores(found), because=reply.reason)
    if head.switches.routines:
        head.manners.decided(case, reply.choice != "ignore")
    attention.wondered(head, odd, usable=reply.usable)
    acts = reply.choice == "wait" or (reply.choice == "change" and reply.what)
    if acts and not limits.reached(thought, limits.CHANGES):
        limits.count(thought, limits.CHANGES)
        doing.react(thought, _deed_about(head, odd, reply))


def _deed_about(head: Head, odd: SeesThing, reply: Reaction) -> Step:
    """The one deed of a reaction: setting a thing right, or waiting for it."""
    room = head.places.room_of(odd.thing) or home_room(head)
    if reply.choice == "change":
        minutes = max(1, min(MAX_REACTION_MINUTES, reply.minutes))
        return Step(reply.what, minutes, room, odd.thing, MENDING_EMOJI, "", busy=odd.presses, mends=odd.thing)
    what = head.words.waiting_thing.format(thing=head.places.thing_name(odd.thing))
    return Step(what, WAIT_FOR_THING_MINUTES, room, None, WAITING_EMOJI, "", awaits=odd.thing)
