"""Ties between people at a tick: closeness and talks.

Invariant: closeness is that of the latest snapshot, at most an hour old; talks are counted up to the tick.
"""

from collections import defaultdict
from itertools import combinations

from milkwood.chronicle import Reader, Transcript
from milkwood.ids import PersonId
from milkwood.mind.state.versions import brought_up
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.run_town import EdgeOut, TiesOut

Feelings = dict[PersonId, dict[PersonId, int]]
"""Closeness by person and acquaintance."""


def ties(recording: OpenRun, reader: Reader, tick: int) -> TiesOut:
    """All ties between people at a tick."""
    since, close = _feelings(recording, reader, tick)
    met = _met(recording.talks.until(reader, tick))
    here = {each.id for each in recording.people(reader)}
    pairs = {*met, *(_pair(one, other) for one, known in close.items() for other in known if other in here)}
    edges = []
    for a, b in sorted(pairs):
        talks = met.get((a, b), [])
        mutual = (close.get(a, {}).get(b, 0), close.get(b, {}).get(a, 0))
        if talks or any(mutual):
            edges.append(EdgeOut(a=a, b=b, closeness=mutual, talks=len(talks), last=max(talks) if talks else None))
    return TiesOut(tick=since, edges=edges)


def _feelings(recording: OpenRun, reader: Reader, tick: int) -> tuple[int, Feelings]:
    """The closeness of people, and its tick; before the first snapshot, as in the pack."""
    snapshot = reader.snapshot_before(tick)
    if snapshot is None:
        people = recording.pack.people.values()
        return 0, {person.id: {tie.person: tie.closeness for tie in person.knows} for person in people}
    found: Feelings = {}
    for person, kept in snapshot.minds.items():
        mind = kept.get("mind", {})
        known = brought_up(mind)["people"] if "people" in mind else {}
        found[person] = {PersonId(other): facts["closeness"] for other, facts in known.items()}
    return snapshot.tick, found


def _met(talks: list[Transcript]) -> dict[tuple[PersonId, PersonId], list[int]]:
    """The first ticks of talks, by pair of people."""
    met: dict[tuple[PersonId, PersonId], list[int]] = defaultdict(list)
    for talk in talks:
        for one, other in combinations(sorted(talk.members), 2):
            met[one, other].append(talk.began)
    return met


def _pair(one: PersonId, other: PersonId) -> tuple[PersonId, PersonId]:
    return (one, other) if one < other else (other, one)
