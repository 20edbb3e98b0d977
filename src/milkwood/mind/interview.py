"""What an interview is made of: a question from outside, and what it brings to a person's mind; leaves no trace.

Knows the head, asks nothing itself. Invariant (rule C5): nothing in the head changes.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from milkwood.clock import MINUTES_A_DAY
from milkwood.ids import PersonId
from milkwood.mind.calendar import KEPT, Promise
from milkwood.mind.head import Head
from milkwood.mind.hours import hour_of
from milkwood.mind.plan import Block
from milkwood.mind.stream import Record
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Line, Other, Piece
from milkwood.understudy.interview.attending import asked_who_came
from milkwood.understudy.interview.sorting import sort_of
from milkwood.understudy.language.sentences import words

MOST_RECALLED = 12
MOST_OTHERS = 6
MOST_LATELY = 3
MINUTES_EARLY = 15
"""So long before something begins people who come to it are there already."""
_LIVED = ("talk", "did", "insight")
_MET = ("saw", "talk")
_NAME = re.compile(r"\b[A-Z][a-z]+(?:[ ][A-Z][a-z]+)+\b")


def interview(head: Head, tick: int, question: str, before: Sequence[Line] = ()) -> Ask:
    """The question as it is put to whoever answers for a person."""
    named = [person for person in head.folk.values() if person.is_named_in(question)]
    found = head.recall(tick, [question], [person.id for person in named], MOST_RECALLED)
    there = _there(head, question)
    known = [person.id for person in named if person.id != head.id and head.people.knows(person.id)]
    met = [person for each in there or () for person in map(PersonId, each.about) if head.people.knows(person)]
    closest = [person for person in head.people.acquainted() if person not in known]
    most = max(MOST_OTHERS, len({*known, *met}))
    others: list[Other] = [head.people.other(each) for each in list(dict.fromkeys((*known, *met, *closest)))[:most]]
    strangers = [person.name for person in named if person.id != head.id and person.id not in known]
    besides = _lately(head, tick, question) if there is None else there
    come = {each.number for each in found}
    ask = Ask(
        self=head.card(),
        now=head.at(tick),
        question=question,
        before=list(before),
        recalled=[*head.recalled(found), *(head.as_recalled(each) for each in besides if each.number not in come)],
        promises=head.engagements(tick),
        today=_today(head),
        others=others,
        unknown_names=[*strangers, *_nobody(head, question)],
        places=head.known_places([question]),
    )
    return ask if there is None else Ask(**ask, there=[each.number for each in there])


def _there(head: Head, question: str) -> list[Record] | None:
    """In which memories somebody meets others at what is asked about, one for each; None if they were not there."""
    event = _attended(head, asked_who_came(question))
    room = None if event is None else head.places.room_of(event.place)
    if event is None or room is None:
        return None
    sector, since = head.places.sector_of(room), event.start - head.hours.ticks(MINUTES_EARLY)
    met: dict[str, Record] = {}
    for each in head.memories.all():
        at = head.places.room_of(each.place) if each.kind in _MET and since <= each.tick < event.end else None
        if at is not None and head.places.sector_of(at) == sector:
            met = {**dict.fromkeys(each.about, each), **met}
    return [each for each in head.memories.all() if any(each is one for one in met.values())]


def _attended(head: Head, what: str) -> Promise | None:
    """The promise somebody kept by being at what is meant; where it was does not tell it from other things there."""
    named = [place["name"] for place in head.known_places([what]) if place["name"] in what]
    wanted = words(what) - frozenset(word for name in named for word in words(name))
    kept = [each for each in head.calendar.promises if each.status == KEPT and wanted & words(each.what)]
    return max(kept, key=lambda each: (len(wanted & words(each.what)), each.start), default=None)


def _lately(head: Head, tick: int, question: str) -> list[Record]:
    """What one lived through lately, when that is what is asked for: the last talks, and the best of yesterday."""
    if sort_of(question, head.character.language) != "recent":
        return []
    midnight = head.hours.midnight(tick)
    lived = [each for each in head.memories.all() if each.kind in _LIVED and 0 <= each.tick <= tick]
    talks = [each for each in lived if each.kind == "talk"][-MOST_LATELY:]
    before = [each for each in lived if head.hours.at(midnight, -MINUTES_A_DAY) <= each.tick < midnight]
    best = sorted(before, key=lambda each: (-each.importance, each.number))[:MOST_LATELY]
    return [*talks, *best]


def _nobody(head: Head, question: str) -> list[str]:
    """Names of people in the question that belong to nobody in town and to no place."""
    places = [place["name"] for place in head.known_places()]
    everybody = [person.name for person in head.folk.values()]
    return [
        name
        for name in dict.fromkeys(_NAME.findall(question))
        if not any(name in known or known in name for known in (*everybody, *places))
    ]


def _today(head: Head) -> list[Piece]:
    blocks: list[Block] = []
    for block in head.state.day.plan:
        if blocks and (blocks[-1].what, blocks[-1].place) == (block.what, block.place):
            blocks[-1] = replace(blocks[-1], end=block.end)
        else:
            blocks.append(block)
    midnight = head.state.day.midnight
    return [
        Piece(
            start=hour_of(head.hours.minute(block.start, midnight)),
            end=hour_of(head.hours.minute(block.end, midnight)),
            what=block.what,
            place=block.place,
        )
        for block in blocks
    ]
