"""People who promised to come and did not: what a person sees of it, and what is open between them until they talk.

Invariant (rule M1): only what the person saw counts. At the end of an event that the person was at, those not in view
since its beginning did not come if the person overlooks the room; otherwise they were only not seen, which costs
nothing. A promise that was not kept is the person's own fact, with what they did instead. Writes the calendar, memories
and impressions.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId
from milkwood.mind.calendar import KEPT, MISSED, Promise
from milkwood.mind.head import Head
from milkwood.questions import terms
from milkwood.town.percepts import Moment

ABSENCE_IMPORTANCE = 5
MISSED_CLOSENESS = 1
"""What it costs in closeness not to come as promised."""


def note_absent(head: Head, promise: Promise, moment: Moment) -> None:
    """Note at the end of an event who had promised to come and was not seen there."""
    if promise.status != KEPT or not head.switches.observation:
        return
    sure = head.places.overlooks(moment.tile, promise.place)
    for person in map(PersonId, promise.coming):
        known = head.people.of(person)
        if person not in head.folk or known.seen >= promise.start:
            continue
        if not sure:
            promise.unseen = [*promise.unseen, person]
            continue
        promise.absent = [*promise.absent, person]
        text = head.words.not_come.format(who=head.people.called(person), what=promise.what)
        head.remember(moment.tick, "thought", text, about=[person], importance=ABSENCE_IMPORTANCE, place=promise.place)
        head.people.update(person, "", "", known.closeness - MISSED_CLOSENESS)
    promise.coming = []


def note_missed(head: Head, tick: int) -> None:
    """Note promises that passed without being kept, and what the person did instead."""
    for promise in head.calendar.pass_by(tick):
        blocks = [each for each in head.state.day.plan if each.start <= promise.start < each.end]
        promise.instead = next((each.what for each in blocks if each.promise != promise.id), "")
        if promise.coming:
            text = head.words.missed.format(what=promise.what)
            about = list(promise.coming)
            head.remember(tick, "thought", text, about=about, importance=ABSENCE_IMPORTANCE, place=promise.place)


def missed(head: Head, others: Sequence[PersonId]) -> list[terms.Missed]:
    """What is open between the person and others: promises to come that either did not keep."""
    found = []
    for promise in head.calendar.promises:
        for person in others:
            if person in (*promise.absent, *promise.unseen):
                found.append(_missed(head, promise, person, person))
            elif promise.status == MISSED and person in promise.coming:
                found.append(_missed(head, promise, head.id, person))
    return found


def settle(head: Head, others: Sequence[PersonId]) -> None:
    """After a talk with them nothing is open any more."""
    for promise in head.calendar.promises:
        if promise.absent or promise.unseen or promise.status == MISSED:
            promise.absent = [person for person in promise.absent if person not in others]
            promise.unseen = [person for person in promise.unseen if person not in others]
            promise.coming = [person for person in promise.coming if person not in others]


def _missed(head: Head, promise: Promise, who: PersonId, other: PersonId) -> terms.Missed:
    return terms.Missed(
        who=who,
        other=other,
        what=promise.what,
        date=head.hours.date(promise.start),
        start=head.hours.say(promise.start),
        place_name=head.places.name(promise.place),
        instead=promise.instead,
        sure=who not in promise.unseen,
    )
