"""What a recorded page carries of minds: plans, promises, memories, reasons, ties and events of the whole run.

Invariant: without secrets, no text that tells one, and nothing that rests on one, is carried; what calls cost is never
carried.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from milkwood.chronicle import Reader
from milkwood.chronicle.names import Names
from milkwood.chronicle.rumour import MIN_SHARED_WORD_SHARE, Fact
from milkwood.chronicle.seek import left_at
from milkwood.chronicle.why import Why, decisions
from milkwood.clock import MINUTES_A_DAY
from milkwood.errors import MilkwoodError
from milkwood.i18n import in_language
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.models.wording import EMPTY_CHARACTERS, EMPTY_WORDS
from milkwood.server.views.action_log import log
from milkwood.server.views.look_cache import LookCache
from milkwood.server.views.memories import memory_out
from milkwood.server.views.news import stories
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.person_card import PersonMind, did_until, mind_of
from milkwood.server.views.reasons import routine_out, sentence
from milkwood.server.views.ties import ties
from milkwood.server.views.town_events import guests, town_events
from milkwood.server.wire.person import MemoryOut, PlanItemOut, PromiseOut, TieNowOut
from milkwood.server.wire.replay import CarriedDayOut, CarriedPersonOut, CarriedReasonOut, MindsOut
from milkwood.server.wire.run_town import TownEventOut

T = TypeVar("T")


class Discretion:
    """What one person keeps to themselves: their private memories, and what they concluded from them."""

    def __init__(self, memories: Iterable[Memory], *, secrets: bool) -> None:
        self._hidden: set[int] = set()
        self._facts: list[Fact] = []
        self._known: dict[str, bool] = {}
        for memory in () if secrets else memories:
            if memory.private or self._hidden.intersection(memory.evidence):
                self._hidden.add(memory.number)
                self._facts.append(Fact((memory.text,)))

    def hides(self, number: int) -> bool:
        """Whether a memory is left out."""
        return number in self._hidden

    def tells(self, text: str) -> bool:
        """Whether a text says what is left out."""
        if text not in self._known:
            self._known[text] = any(fact.is_in(text) for fact in self._facts)
        return self._known[text]

    def said(self, text: str) -> str:
        """A text, or nothing if it tells a secret."""
        return "" if self.tells(text) else text


def minds_out(recording: OpenRun, reader: Reader, *, secrets: bool) -> MindsOut:
    """The minds of a run; without `secrets`, as others may see them."""
    hours = [*range(0, reader.end, recording.header.clock.ticks_in_minutes(60)), reader.end]
    kept = {
        each.id: Discretion((memory for _, _, memory in reader.memories(person=each.id)), secrets=secrets)
        for each in recording.people(reader)
    }
    looks = LookCache()
    minds: dict[PersonId, list[tuple[int, PersonMind]]] = {person: [] for person in kept}
    for tick in hours:
        for person in kept:
            minds[person].append((tick, mind_of(recording, looks, person, tick)))
    weights = {person: _weights(recording, looks, person, reader.end) for person in kept}
    looks.close()
    events = _changes((tick, town_events(recording, reader, tick)) for tick in hours)
    return MindsOut(
        people={
            person: _person(recording, reader, person, discretion, minds[person], weights[person])
            for person, discretion in kept.items()
        },
        ties=_changes(
            (tick, [(edge.a, edge.b, *edge.closeness) for edge in ties(recording, reader, tick).edges])
            for tick in hours
        ),
        events=events,
        came=_came(recording, reader, events),
        stories=list(stories(recording)),
        empty_words=sorted(EMPTY_WORDS),
        empty_characters="".join(sorted(EMPTY_CHARACTERS)),
        shared_word_share=MIN_SHARED_WORD_SHARE,
    )


def _person(
    recording: OpenRun,
    reader: Reader,
    person: PersonId,
    kept: Discretion,
    minds: Sequence[tuple[int, PersonMind]],
    weights: dict[int, int],
) -> CarriedPersonOut:
    last, names = minds[-1][1], recording.names(reader)
    return CarriedPersonOut(
        left=left_at(reader, person, reader.end),
        missing=in_language(last.missing, recording.header.language),
        mood=_changes((tick, kept.said(mind.mood)) for tick, mind in minds),
        plan=_changes((tick, list(_plan(mind, kept))) for tick, mind in minds),
        promises=_changes((tick, list(_promises(mind, kept))) for tick, mind in minds),
        concerns=_changes((tick, [text for text in mind.concerns if not kept.tells(text)]) for tick, mind in minds),
        ties=_changes((tick, list(_ties(mind, kept))) for tick, mind in minds),
        memories=list(_memories(reader, person, kept, weights)),
        days=list(_days(recording, reader, person)),
        reasons=[_reason(recording, names, each, kept) for each in decisions(reader, person)],
    )


def _changes(values: Iterable[tuple[int, T]]) -> list[tuple[int, T]]:
    """Values with their ticks, without those that are as before."""
    found: list[tuple[int, T]] = []
    for tick, value in values:
        if not found or found[-1][1] != value:
            found.append((tick, value))
    return found


def _plan(mind: PersonMind, kept: Discretion) -> Iterator[PlanItemOut]:
    for item in mind.plan:
        if not kept.tells(item.what):
            yield item.model_copy(update={"now": False})


def _promises(mind: PersonMind, kept: Discretion) -> Iterator[PromiseOut]:
    for promise in mind.promises:
        if not kept.tells(promise.what):
            yield promise.model_copy(update={"because": kept.said(promise.because)})


def _ties(mind: PersonMind, kept: Discretion) -> Iterator[TieNowOut]:
    for tie in mind.ties:
        knows, told = ([text for text in texts if not kept.tells(text)] for texts in (tie.knows, tie.told))
        yield tie.model_copy(update={"feeling": kept.said(tie.feeling), "knows": knows, "told": told})


def _weights(recording: OpenRun, looks: LookCache, person: PersonId, tick: int) -> dict[int, int]:
    """The importance of memories as weighed by the person, by number."""
    try:
        with looks.at(recording, tick) as look:
            return {record.number: record.importance for record in look.head(person).memories.all()}
    except MilkwoodError:
        return {}


def _memories(reader: Reader, person: PersonId, kept: Discretion, weights: dict[int, int]) -> Iterator[MemoryOut]:
    for tick, _, memory in reader.memories(person=person):
        if not kept.hides(memory.number):
            yield memory_out(tick, memory, weights.get(memory.number))


def _days(recording: OpenRun, reader: Reader, person: PersonId) -> Iterator[CarriedDayOut]:
    clock = recording.header.clock
    day = clock.ticks_in_minutes(MINUTES_A_DAY)
    since, until = 0, day - clock.ticks_in_minutes(clock.minute_of_day(0))
    while since < reader.end:
        last = min(until, reader.end)
        # The moment before midnight, since at midnight another day begins.
        shown = last if last < until else last - 1
        yield CarriedDayOut(
            since=since,
            until=last,
            did=did_until(recording, reader, person, shown),
            acts=log(recording, reader, person, since, last).acts,
        )
        since, until = until, until + day


def _reason(recording: OpenRun, names: Names, why: Why, kept: Discretion) -> CarriedReasonOut:
    return CarriedReasonOut(
        decided=why.decided,
        act=why.act,
        deed=why.deed,
        plan=kept.said(why.plan),
        promise=kept.said(why.promise),
        percept=kept.said(why.percept),
        choice=why.choice,
        because=kept.said(why.because),
        sentence=kept.said(sentence(why, names, recording.words)),
        recalled=[
            (each.number, each.recency, each.importance, each.relevance, each.words, each.score)
            for each in why.recalled
            if not kept.hides(each.number)
        ],
        asked=[(each.question.id.kind, each.question.id.tick, each.answer.by, each.answer.why) for each in why.asked],
        routine=routine_out(why),
        wandering=kept.said(why.wandering),
        limit=why.limit,
    )


def _came(
    recording: OpenRun, reader: Reader, events: list[tuple[int, list[TownEventOut]]]
) -> dict[str, list[tuple[str, int]]]:
    known = {event.id: event for _, listed in events for event in listed if event.start < reader.end}
    return {name: list(guests(recording, reader, event, reader.end).items()) for name, event in known.items()}
