"""The contents of an interview: a question from outside and what it brings to mind; leaves no trace.

Invariant (rule C5): nothing in the head changes; the contents depend on the names in a question and what they bring to
mind, not on its wording.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from milkwood.clock import MINUTES_A_DAY, hour_of
from milkwood.ids import PersonId, RoomId
from milkwood.mind.calendar import KEPT, Promise
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.stream import Record
from milkwood.questions.after_talk import KIND as AFTER_TALK
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Attended, DayPiece, Other, SpokenLine

MAX_RECALLED_MEMORIES = 12
MAX_CANDIDATES = 40
"""Maximum of memories of which the nearest to the question are offered, whatever their age and importance."""
MAX_RECENT_MEMORIES = 3
"""Maximum number of recent talks, and of yesterday's memories."""
MAX_ATTENDED_EVENTS = 3
"""Maximum number of events attended."""
ARRIVE_EARLY_MINUTES = 15
"""How early people arrive at an event."""
_LIVED = ("talk", "did", "insight")
_MET = ("saw", "talk")
_PASSING = ("plan", "did")
"""Kinds that the record of the days tells better."""


def interview(
    head: Head, tick: int, question: str, before: Sequence[SpokenLine] = (), also: Collection[PersonId] = ()
) -> Ask:
    """The interview question for a person; `also` are people whom it names in another form than theirs here."""
    named = [person for person in head.folk.values() if person.id in also or person.is_named_in(question)]
    found = sorted(
        head.recall(tick, [question], [person.id for person in named], MAX_CANDIDATES),
        key=lambda each: (-each.relevance - each.words, -each.score, each.number),
    )[:MAX_RECALLED_MEMORIES]
    of_old = {person for each in head.memories.all() if each.kind == "seed" for person in each.about}
    known = [
        person.id for person in named if person.id != head.id and (person.id in of_old or head.people.knows(person.id))
    ]
    closest = [person for person in head.people.acquainted() if person not in known]
    others: list[Other] = [head.people.other(each) for each in (*known, *closest)]
    everyone = list(head.folk)
    ask = Ask(
        self=head.card(),
        now=head.at(tick),
        question=question,
        before=list(before),
        recalled=head.recalled(tick, found),
        promises=head.engagements(tick),
        today=_today(head),
        others=others,
        unknown_names=[person.name for person in named if person.id != head.id and person.id not in known],
        places=[{**each, "kind": head.places.kind(RoomId(each["id"]))} for each in head.known_places([question])],
        lived=[head.as_recalled(tick, each) for each in _lived(head, tick, [*known, *_visitors(head, question)])],
        attended=_attended(head, tick),
        stored=[
            head.as_recalled(tick, each, (), everyone) for each in head.memories.all() if each.kind not in _PASSING
        ],
    )
    if just_said := _just_said(head):
        ask["just_said"] = just_said
    return ask


def _just_said(head: Head) -> list[SpokenLine]:
    """Lines of talks whose outcome is not noted yet, so that no memory tells of them."""
    waiting = [each.asked for each in head.state.pending.entries if each.asked.kind == AFTER_TALK.name]
    return [SpokenLine(by=line["by"], text=line["text"]) for asked in waiting for line in asked.content["lines"]]


def _attended(head: Head, tick: int) -> list[Attended]:
    """Events the person attended by promise, newest first, with the people met there."""
    now = {each.id for each in head.calendar.now(tick)}
    kept = [each for each in head.calendar.promises if (each.status == KEPT or each.id in now) and each.start <= tick]
    newest = sorted(kept, key=lambda each: (-each.start, each.id))[:MAX_ATTENDED_EVENTS]
    return [_event(head, tick, each) for each in newest]


def _event(head: Head, tick: int, event: Promise) -> Attended:
    met = _met(head, event)
    people = [PersonId(person) for each in met for person in each.about]
    return Attended(
        what=event.what,
        when=head.when(event.start),
        place_name=head.places.name(event.place),
        company=[head.named(person) for person in dict.fromkeys(people) if head.people.knows(person)],
        met=[head.as_recalled(tick, each) for each in met],
    )


def _met(head: Head, event: Promise) -> list[Record]:
    """Memories of meeting others at an event, one per person, oldest first."""
    room = head.places.room_of(event.place)
    if room is None:
        return []
    sector, since = head.places.sector_of(room), event.start - head.hours.ticks(ARRIVE_EARLY_MINUTES)
    met: dict[str, Record] = {}
    for each in head.memories.all():
        at = head.places.room_of(each.place) if each.kind in _MET and since <= each.tick < event.end else None
        if at is not None and head.places.sector_of(at) == sector:
            met = {**dict.fromkeys(each.about, each), **met}
    return [each for each in head.memories.all() if any(each is one for one in met.values())]


def _visitors(head: Head, question: str) -> list[str]:
    """Visitors who only came to say something, known by the name they gave and named in the question."""
    sources = {each.source for each in head.memories.news() if each.source and each.source not in head.folk}
    return sorted(source for source in sources if source in question)


def _lived(head: Head, tick: int, named: Sequence[str]) -> list[Record]:
    """Recent memories: last talks, last news, about the people named, the best of yesterday."""
    midnight = head.hours.midnight(tick)
    lived = [each for each in head.memories.all() if each.kind in _LIVED and 0 <= each.tick <= tick]
    talks = [each for each in lived if each.kind == "talk"][-MAX_RECENT_MEMORIES:]
    news = [each for each in head.memories.news() if 0 <= each.tick <= tick][-MAX_RECENT_MEMORIES:]
    told = [each for person in named for each in head.memories.about(person) if each.kind == "news"][
        -MAX_RECENT_MEMORIES:
    ]
    before = [each for each in lived if head.hours.at(midnight, -MINUTES_A_DAY) <= each.tick < midnight]
    best = sorted(before, key=lambda each: (-each.importance, each.number))[:MAX_RECENT_MEMORIES]
    return list({each.number: each for each in (*told, *talks, *news, *best)}.values())


def _today(head: Head) -> list[DayPiece]:
    blocks: list[Block] = []
    for block in head.state.day.plan:
        if blocks and (blocks[-1].what, blocks[-1].place) == (block.what, block.place):
            blocks[-1] = replace(blocks[-1], end=block.end)
        else:
            blocks.append(block)
    midnight = head.state.day.midnight
    return [
        DayPiece(
            start=hour_of(head.hours.minute(block.start, midnight)),
            end=hour_of(head.hours.minute(block.end, midnight)),
            what=block.what,
            place=block.place,
        )
        for block in blocks
    ]
