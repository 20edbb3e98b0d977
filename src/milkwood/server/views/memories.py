"""The memories of a person at a tick: by kind, by person, or recalled for a text.

Invariant: a text uses the mind's own recall, with its scores, and leaves no trace; without a text, all recorded
memories are listed, newest first.
"""

from dataclasses import dataclass

from milkwood.chronicle import Reader
from milkwood.errors import MilkwoodError
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.mind.port import Memory
from milkwood.server.views.look_cache import LookCache
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.person import MemoriesOut, MemoryOut, ScoresOut

MAX_RANKED_MEMORIES = 400
"""Memories ranked for a text when the result is filtered."""


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """A query of memories."""

    tick: int
    kind: str = ""
    words: str = ""
    about: str = ""
    limit: int = 50
    before: int | None = None
    """Only those with a smaller number."""

    def fits(self, memory: Memory) -> bool:
        """Whether a memory is wanted, whatever its number."""
        return (not self.kind or memory.kind == self.kind) and (
            not self.about or self.about in (*memory.about, memory.source)
        )


def memories_page(
    recording: OpenRun, looks: LookCache, reader: Reader, person: PersonId, wanted: MemoryQuery
) -> MemoriesOut:
    """A page of a person's memories."""
    written = [(tick, memory) for tick, _, memory in reader.memories(until=wanted.tick, person=person)]
    kinds = sorted({memory.kind for _, memory in written})
    fitting = [(tick, memory) for tick, memory in written if wanted.fits(memory)]
    try:
        with looks.at(recording, wanted.tick) as look:
            head = look.head(person)
            if wanted.words.strip():
                return MemoriesOut(
                    memories=_recalled(head, look.tick, fitting, wanted), kinds=kinds, total=len(fitting)
                )
            weights = {record.number: record.importance for record in head.memories.all()}
    except MilkwoodError:
        weights = {}
    if wanted.words.strip():
        sought = wanted.words.casefold()
        fitting = [(tick, memory) for tick, memory in fitting if sought in memory.text.casefold()]
    shown = [each for each in reversed(fitting) if wanted.before is None or each[1].number < wanted.before]
    memories = [memory_out(tick, memory, weights.get(memory.number)) for tick, memory in shown[: wanted.limit]]
    return MemoriesOut(memories=memories, kinds=kinds, total=len(fitting))


def _recalled(head: Head, tick: int, fitting: list[tuple[int, Memory]], wanted: MemoryQuery) -> list[MemoryOut]:
    by_number = {memory.number: (written, memory) for written, memory in fitting}
    plain = not wanted.kind and not wanted.about
    found = head.recall(tick, [wanted.words], n=wanted.limit if plain else MAX_RANKED_MEMORIES)
    out: list[MemoryOut] = []
    for each in found:
        if each.number in by_number and len(out) < wanted.limit:
            record = head.memories.find(each.number)
            scores = scores_out(tuple(each.scores()))
            out.append(memory_out(*by_number[each.number], record.importance if record else None, scores))
    return out


def scores_out(scores: tuple[float, ...]) -> ScoresOut:
    """Recency, importance, relevance, word match and their sum."""
    recency, importance, relevance, words, total = (*scores, 0.0, 0.0, 0.0, 0.0, 0.0)[:5]
    return ScoresOut(recency=recency, importance=importance, relevance=relevance, words=words, total=total)


def memory_out(tick: int, memory: Memory, weighed: int | None, scores: ScoresOut | None = None) -> MemoryOut:
    """A memory as a wire model, with its importance as weighed later, if it was."""
    return MemoryOut(
        number=memory.number,
        tick=tick,
        kind=memory.kind,
        text=memory.text,
        importance=memory.importance if weighed is None else weighed,
        about=list(memory.about),
        source=memory.source or None,
        talk=memory.talk or None,
        place=memory.place or None,
        evidence=list(memory.evidence),
        private=memory.private,
        scores=scores,
    )
