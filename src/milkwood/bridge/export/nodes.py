"""A person's memories as nodes: numbered, typed and stored as in the original.

Invariant: nodes are numbered from 1 without gaps and refer only to existing nodes; a node's type determines our kind,
or the kind is stored beside it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypedDict

from milkwood.bridge.export.people import ExportedPerson
from milkwood.bridge.export.steps import Steps, iso
from milkwood.bridge.nodes import CHAT, EVENT, THOUGHT, type_of
from milkwood.bridge.own import OWN
from milkwood.mind.port import Memory
from milkwood.plain import Json, JsonObject, items

Lines = list[list[str]]
"""The lines of a talk: speaker's name and text."""
_EXPIRES = timedelta(days=30)
_VERBS = {
    "seed": "remembers",
    "news": "heard",
    "thought": "thinks",
    "insight": "concludes",
    "promise": "promised",
    "voice": "wonders",
}


class _Thing(TypedDict):
    """The fields of a node about its content."""

    created: str
    expiration: str | None
    subject: str
    predicate: str
    object: str
    description: str
    embedding_key: str
    poignancy: int
    keywords: list[str]


class OutgoingNode(_Thing):
    """A memory in the format of the file."""

    node_count: int
    type_count: int
    type: str
    depth: int
    filling: Sequence[Json] | None
    milkwood: JsonObject


@dataclass(frozen=True, slots=True)
class NodeContext:
    """The context for writing nodes."""

    steps: Steps
    world: str
    names: Mapping[str, str]
    """Names by id."""
    talks: Mapping[str, Lines]
    """Lines by talk."""
    last: int
    """The next step; there are no memories after it."""


def nodes_of(leaver: ExportedPerson, context: NodeContext) -> dict[str, OutgoingNode]:
    """A person's memories in the format of their file, newest first."""
    ordered = sorted(leaver.memories, key=lambda each: (each[1].number, each[0]))
    numbers = {memory.number: place for place, (_, memory) in enumerate(ordered, start=1)}
    counts: dict[str, int] = {}
    depths: dict[int, int] = {}
    nodes: dict[str, OutgoingNode] = {}
    for place, (tick, memory) in enumerate(ordered, start=1):
        kind = type_of(memory.kind)
        counts[kind] = counts.get(kind, 0) + 1
        evidence = [numbers[each] for each in memory.evidence if each in numbers and numbers[each] != place]
        depths[place] = 1 + max((depths.get(each, 0) for each in evidence), default=0) if kind == THOUGHT else 0
        nodes[f"node_{place}"] = {
            "node_count": place,
            "type_count": counts[kind],
            "type": kind,
            "depth": depths[place],
            **_node(tick, memory, kind, leaver, context),
            "filling": _filling(memory, kind, evidence, leaver, context),
            OWN: {**_own(memory, context), **_after(memory, leaver, context)},
        }
    return dict(reversed(nodes.items()))


def keyword_strengths(nodes: Mapping[str, OutgoingNode]) -> dict[str, dict[str, int]]:
    """The count of each keyword in events and in thoughts."""
    found: dict[str, dict[str, int]] = {"kw_strength_event": {}, "kw_strength_thought": {}}
    for node in reversed(list(nodes.values())):
        if node["type"] == CHAT:
            continue
        counts = found[f"kw_strength_{node['type']}"]
        for word in node["keywords"]:
            counts[word.lower()] = counts.get(word.lower(), 0) + 1
    return found


def _node(tick: int, memory: Memory, kind: str, leaver: ExportedPerson, context: NodeContext) -> _Thing:
    created = context.steps.moment(min(context.steps.step(tick), context.last))
    triple = _triple(tick, memory, leaver, context)
    if memory.kind == "plan":
        keywords = ["plan"]
    elif kind == THOUGHT:
        keywords = list(dict.fromkeys(triple))
    else:
        keywords = list(dict.fromkeys(each.split(":")[-1] for each in (triple[0], triple[2])))
    record = leaver.head.memories.find(memory.number) if leaver.head is not None else None
    return {
        "created": iso(created),
        "expiration": iso(created + _EXPIRES) if kind == THOUGHT else None,
        "subject": triple[0],
        "predicate": triple[1],
        "object": triple[2],
        "description": memory.text,
        "embedding_key": memory.text,
        "poignancy": min(10, max(1, record.importance if record is not None else memory.importance)),
        "keywords": keywords,
    }


def _triple(tick: int, memory: Memory, leaver: ExportedPerson, context: NodeContext) -> tuple[str, str, str]:
    """Subject, predicate and object, as far as known."""
    others = [context.names.get(each, each) for each in memory.about if each != leaver.id]
    room = memory.place.split(":")[-1]
    match memory.kind:
        case "did":
            return leaver.name, "was at", room or "home"
        case "saw":
            seen = others[0] if others else f"{context.world}:{memory.place}" if memory.place else context.world
            return seen, "was seen at", room or context.world
        case "talk":
            return leaver.name, "chat with", others[0] if others else leaver.name
        case "plan":
            return leaver.name, "plan", context.steps.day(context.steps.step(tick))
    return leaver.name, _VERBS.get(memory.kind, "thinks"), others[0] if others else leaver.name


def _filling(
    memory: Memory, kind: str, evidence: list[int], leaver: ExportedPerson, context: NodeContext
) -> Sequence[Json] | None:
    if kind == CHAT:
        return context.talks.get(memory.talk) or items(leaver.chats.get(str(memory.number)))
    rests_on = [f"node_{each}" for each in evidence]
    return rests_on if rests_on or kind == EVENT else None


def _own(memory: Memory, context: NodeContext) -> dict[str, Json]:
    return {
        "kind": memory.kind,
        "about": [context.names.get(each, each) for each in memory.about],
        "place": memory.place,
        "source": context.names.get(memory.source, memory.source),
        "private": memory.private,
    }


def _after(memory: Memory, leaver: ExportedPerson, context: NodeContext) -> dict[str, Json]:
    """What happened to a memory: last recall, people known to know it, or that it is forgotten."""
    if leaver.head is None:
        return {}
    record = leaver.head.memories.find(memory.number)
    if record is None:
        return {"forgotten": True}
    found: dict[str, Json] = {}
    if record.recalled:
        found["recalled"] = iso(context.steps.clock.moment(record.last_recalled))
    if record.known_to:
        found["known_to"] = sorted(context.names.get(each, each) for each in record.known_to)
    return found
