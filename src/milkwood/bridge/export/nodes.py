"""A person's memories as nodes: numbered, typed and stored as in the original.

Invariant: nodes are numbered from 1 without gaps and refer only to existing nodes; a node's type determines our kind,
or the kind is stored beside it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from milkwood.bridge.export.people import ExportedPerson
from milkwood.bridge.export.steps import Steps, iso
from milkwood.bridge.nodes import CHAT, EVENT, THOUGHT, type_of
from milkwood.bridge.own import OWN
from milkwood.mind.port import Memory
from milkwood.plain import Json, JsonObject, items, number, table, text

SpokenLines = list[list[str]]
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


@dataclass(frozen=True, slots=True)
class NodeContext:
    """The context for writing nodes."""

    steps: Steps
    world: str
    names: Mapping[str, str]
    """Names by id."""
    talks: Mapping[str, SpokenLines]
    """Lines by talk."""
    last: int
    """The next step; there are no memories after it."""


def nodes_of(leaver: ExportedPerson, context: NodeContext) -> dict[str, JsonObject]:
    """A person's memories in the format of their file, newest first; imported ones are as they came."""
    nodes, numbers = _imported(leaver, context)
    counts, depths = dict[str, int](), dict[int, int]()
    for place, node in enumerate(nodes.values(), start=1):
        counts[text(node.get("type"))] = counts.get(text(node.get("type")), 0) + 1
        depths[place] = int(number(node.get("depth")))
    new = [each for each in leaver.memories if each[1].number not in leaver.known]
    new.sort(key=lambda each: (each[1].number, each[0]))
    numbers |= {memory.number: place for place, (_, memory) in enumerate(new, start=len(nodes) + 1)}
    for place, (tick, memory) in enumerate(new, start=len(nodes) + 1):
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


def _imported(leaver: ExportedPerson, context: NodeContext) -> tuple[dict[str, JsonObject], dict[int, int]]:
    """Imported nodes, in order, and the numbers by which memories are found among them.

    They are as they came, with what happened to them since. A gap between their numbers is closed, since the original
    cannot load one.
    """
    places = {old: place for place, old in enumerate(sorted(leaver.nodes), start=1)}
    memories = {leaver.known[memory.number]: memory for _, memory in leaver.memories if memory.number in leaver.known}
    counts: dict[str, int] = {}
    nodes: dict[str, JsonObject] = {}
    for old, place in places.items():
        node = dict(leaver.nodes[old])
        kind = text(node.get("type"))
        counts[kind] = counts.get(kind, 0) + 1
        if old != place:
            node |= {"node_count": place, "type_count": counts[kind]}
        if len(places) < max(places):
            node["filling"] = _renumbered(node.get("filling"), places)
        if old in memories:
            node |= _since(node, memories[old], leaver, context)
        nodes[f"node_{place}"] = node
    return nodes, {memory: places[old] for memory, old in leaver.known.items() if old in places}


def _since(node: JsonObject, memory: Memory, leaver: ExportedPerson, context: NodeContext) -> dict[str, Json]:
    """The values of an imported node that changed since."""
    found: dict[str, Json] = {}
    record = leaver.head.memories.find(memory.number) if leaver.head is not None else None
    if record is not None and record.importance != memory.importance:
        found["poignancy"] = record.importance
    if after := _after(memory, leaver, context):
        found[OWN] = {**table(node.get(OWN)), **after}
    return found


def _renumbered(filling: Json, numbers: Mapping[int, int]) -> Json:
    """Evidence after a change of numbers; what is not there is left out."""
    names = {f"node_{number}": f"node_{place}" for number, place in numbers.items()}
    if isinstance(filling, str):
        return names.get(filling, filling)
    if not isinstance(filling, list):
        return filling
    return [
        names.get(each, each) if isinstance(each, str) else each
        for each in filling
        if not isinstance(each, str) or each in names
    ]


def keyword_strengths(nodes: Iterable[JsonObject]) -> dict[str, dict[str, int]]:
    """The count of each keyword in events and in thoughts."""
    found: dict[str, dict[str, int]] = {"kw_strength_event": {}, "kw_strength_thought": {}}
    for node in nodes:
        if node.get("type") == CHAT:
            continue
        counts = found[f"kw_strength_{node['type']}"]
        for word in map(str, items(node.get("keywords"))):
            counts[word.lower()] = counts.get(word.lower(), 0) + 1
    return found


def _node(tick: int, memory: Memory, kind: str, leaver: ExportedPerson, context: NodeContext) -> dict[str, Json]:
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
        "secret_from": [context.names.get(each, each) for each in memory.secret_from],
        "witnesses": [context.names.get(each, each) for each in memory.witnesses],
        "certainty": memory.certainty,
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
