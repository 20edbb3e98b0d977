"""What an interview is made of: a question from outside, and what it brings to a person's mind; leaves no trace.

Knows the head, asks nothing itself. Invariant (rule C5): nothing in the head changes.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from milkwood.clock import MINUTES_A_DAY
from milkwood.mind.head import Head
from milkwood.mind.hours import hour_of
from milkwood.mind.plan import Block
from milkwood.questions.interview.schema import Ask
from milkwood.questions.interview.sorting import sort_of
from milkwood.questions.terms import Line, Other, Piece, Recalled

MOST_RECALLED = 12
MOST_OTHERS = 6
MOST_LATELY = 3
_LIVED = ("talk", "did", "insight")
_NAME = re.compile(r"\b[A-Z][a-z]+(?:[ ][A-Z][a-z]+)+\b")


def interview(head: Head, tick: int, question: str, before: Sequence[Line] = ()) -> Ask:
    """The question as it is put to whoever answers for a person."""
    named = [person for person in head.folk.values() if person.is_named_in(question)]
    found = head.recall(tick, [question], [person.id for person in named], MOST_RECALLED, trace=False)
    known = [person.id for person in named if person.id != head.id and head.people.knows(person.id)]
    closest = [person for person in head.people.acquainted() if person not in known]
    others: list[Other] = [head.people.other(person) for person in (*known, *closest)[:MOST_OTHERS]]
    strangers = [person.name for person in named if person.id != head.id and person.id not in known]
    return Ask(
        self=head.card(),
        now=head.at(tick),
        question=question,
        before=list(before),
        recalled=[*head.recalled(found), *_lately(head, tick, question, {each.number for each in found})],
        promises=head.engagements(tick),
        today=_today(head),
        others=others,
        unknown_names=[*strangers, *_nobody(head, question)],
        places=head.known_places([question]),
    )


def _lately(head: Head, tick: int, question: str, known: set[int]) -> list[Recalled]:
    """What one lived through lately, when that is what is asked for: the last talks, and the best of yesterday."""
    if sort_of(question, head.character.language) != "recent":
        return []
    midnight = head.hours.midnight(tick)
    lived = [each for each in head.memories.all() if each.kind in _LIVED and 0 <= each.tick <= tick]
    talks = [each for each in lived if each.kind == "talk"][-MOST_LATELY:]
    before = [each for each in lived if head.hours.at(midnight, -MINUTES_A_DAY) <= each.tick < midnight]
    best = sorted(before, key=lambda each: (-each.importance, each.number))[:MOST_LATELY]
    return [head.as_recalled(each) for each in (*talks, *best) if each.number not in known]


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
    for block in (Block(*each) for each in head.state.plan):
        if blocks and (blocks[-1].what, blocks[-1].place) == (block.what, block.place):
            blocks[-1] = replace(blocks[-1], end=block.end)
        else:
            blocks.append(block)
    midnight = head.state.midnight
    return [
        Piece(
            start=hour_of(head.hours.minute(block.start, midnight)),
            end=hour_of(head.hours.minute(block.end, midnight)),
            what=block.what,
            place=block.place,
        )
        for block in blocks
    ]
