"""The memories of a person of a generative-agents simulation: nodes, their evidence and their vectors.

Invariant: every node is read once, in any order of the file, and keeps its number, so that evidence stays valid.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import numpy as np

from milkwood.bridge import own
from milkwood.bridge.minds import Afterlife
from milkwood.bridge.persona import MEMORY, moment_of
from milkwood.bridge.reading import LIST, TABLE, checked, fault, inside, members, said, table_of
from milkwood.bridge.reading import field as value
from milkwood.i18n import t
from milkwood.mind.port import Memory
from milkwood.plain import Json, JsonObject

EVENT, THOUGHT, CHAT = "event", "thought", "chat"
_KEY = re.compile(r"node_(\d{1,9})\Z")
_MODELS = {1536: "text-embedding-ada-002", 384: "all-MiniLM-L6-v2", 768: "embedding-001"}
"""The model of vectors by their length; the files do not name it."""
MAX_VECTOR_NUMBERS = 20_000
_SHORT, _LONG = "float32", "float64"
_FORMS = {_SHORT: "<f4", _LONG: "<f8"}
"""Number formats of vectors."""


@dataclass(frozen=True, slots=True)
class Node:
    """One memory in the other program's format."""

    number: int
    type: str
    created: datetime
    subject: str
    predicate: str
    object: str
    text: str
    key: str
    """The text of its vector."""
    importance: int
    evidence: tuple[int, ...]
    lines: tuple[tuple[str, str], ...]
    """The lines of a chat."""
    raw: JsonObject = field(default_factory=dict, hash=False)
    """Its entry of the file."""

    @property
    def own(self) -> JsonObject:
        """Additional values of an export of ours."""
        return own.table_of(self.raw)

    @property
    def place(self) -> str:
        """Its address; empty if it has none."""
        return own.text_of(self.own, "place")


def nodes_of(folder: Path, name: str) -> Iterator[Node]:
    """A person's memories, in the order of the file."""
    path = inside(folder, name, MEMORY, "associative_memory", "nodes.json")
    seen: set[int] = set()
    for key, entry in members(path):
        found = _KEY.match(key)
        if found is None:
            raise fault(path, t("This is not the name of a node, such as “node_1”."), key)
        node = _node(int(found[1]), checked(entry, TABLE, path, key), path, key)
        if node.number in seen:
            raise fault(path, t("There are two nodes with this number."), key)
        seen.add(node.number)
        yield node


def of_base(folder: Path, name: str) -> Iterator[Node]:
    """The memories of a person of a base simulation, in order; the file may be missing."""
    path = folder / name / MEMORY / "associative_memory" / "nodes.json"
    yield from sorted(nodes_of(folder, name), key=lambda node: node.number) if path.exists() else ()


def _node(number: int, table: JsonObject, path: Path, key: str) -> Node:
    kind = value(table, "type", str, path)
    if kind not in (EVENT, THOUGHT, CHAT):
        raise fault(path, t("{kind} is not event, thought or chat.", kind=said(kind)), f"{key} > type")
    text = value(table, "description", str, path)
    importance = round(value(table, "poignancy", float, path, 1.0))
    return Node(
        number=number,
        type=kind,
        created=moment_of(value(table, "created", str, path), path, f"{key} > created"),
        subject=value(table, "subject", str, path, ""),
        predicate=value(table, "predicate", str, path, ""),
        object=value(table, "object", str, path, ""),
        text=text,
        key=value(table, "embedding_key", str, path, text),
        importance=min(10, max(1, importance)),
        evidence=_evidence(table.get("filling"), kind),
        lines=_lines(table.get("filling"), path, key) if kind == CHAT else (),
        raw=table,
    )


def _evidence(filling: Json, kind: str) -> tuple[int, ...]:
    """The evidence of a node: a list of names, one name, or nothing."""
    listed = [filling] if isinstance(filling, str) else filling if isinstance(filling, list) else []
    if kind == CHAT:
        return ()
    found = [_KEY.match(each) for each in listed if isinstance(each, str)]
    return tuple(dict.fromkeys(int(each[1]) for each in found if each))


def _lines(filling: Json, path: Path, key: str) -> tuple[tuple[str, str], ...]:
    lines = []
    for line in filling if isinstance(filling, list) else ():
        if not isinstance(line, list) or len(line) < 2:
            raise fault(path, t("It is {value}, not a speaker with a line.", value=said(line)), f"{key} > filling")
        lines.append((str(line[0]), str(line[1])))
    return tuple(lines)


def kind_of(node: Node, own_name: str) -> str:
    """Our kind of memory for a node; the inverse of `type_of`."""
    said = own.text_of(node.own, "kind")
    if said in own.KINDS and type_of(said) == node.type:
        return said
    if node.type == EVENT:
        return "did" if node.subject == own_name else "saw"
    if node.type == CHAT:
        return "talk"
    if node.predicate == "plan":
        return "plan"
    return "insight" if node.evidence else "thought"


def type_of(kind: str) -> str:
    """The type of node for our kind of memory."""
    return EVENT if kind in ("did", "saw") else CHAT if kind == "talk" else THOUGHT


def memory_of(node: Node, own_name: str, ids: Mapping[str, str], room: str, known: frozenset[int]) -> Memory:
    """A node as a memory of ours; `known` are the existing numbers, `ids` the ids by name."""
    spoken = {speaker for speaker, _ in node.lines}
    said_in = f"{node.subject}\n{node.object}\n{node.text}"
    about = [who for name, who in ids.items() if name != own_name and (name in said_in or name in spoken)]
    listed = node.own.get("about")
    if isinstance(listed, list):
        about = [ids.get(name, name) for name in listed if isinstance(name, str)]
    evidence = tuple(number for number in node.evidence if number in known and number != node.number)
    return Memory(
        kind_of(node, own_name),
        node.text,
        tuple(about),
        node.importance,
        node.number,
        room,
        source=ids.get(own.text_of(node.own, "source"), ""),
        evidence=evidence,
        private=node.own.get("private") is True,
    )


def afterlife_of(node: Node, ids: Mapping[str, str], tick_of: Callable[[datetime], int]) -> Afterlife:
    """What happened to a memory, from an export of ours."""
    recalled, listed = own.text_of(node.own, "recalled"), node.own.get("known_to")
    try:
        tick = tick_of(datetime.fromisoformat(recalled)) if recalled else -1
    except ValueError:
        tick = -1
    known = (
        ids[each] for each in (listed if isinstance(listed, list) else ()) if isinstance(each, str) and each in ids
    )
    return Afterlife(tick, tuple(sorted(known)), node.own.get("forgotten") is True)


# --- keywords and vectors


def strengths_of(folder: Path, name: str) -> JsonObject | None:
    """The counts of a person's keywords, as the file has them; None if there is none."""
    path = inside(folder, name, MEMORY, "associative_memory", "kw_strength.json")
    return table_of(path) if path.exists() else None


def vectors_of(folder: Path, name: str) -> Iterator[tuple[str, str, bytes]]:
    """The vectors of a person's texts: the model's name, the text, and the numbers; without both if there is none."""
    path = folder / name / MEMORY / "associative_memory" / "embeddings.json"
    if not path.exists():
        return
    inside(folder, name, MEMORY, "associative_memory", "embeddings.json")
    for text, numbers in members(path):
        if numbers is None:
            yield "", text, b""  # the fork got no vector for it
            continue
        listed = checked(numbers, LIST, path, text[:60])
        if not 0 < len(listed) <= MAX_VECTOR_NUMBERS:
            raise fault(path, t("A vector cannot have {count} numbers.", count=len(listed)), text[:60])
        if not all(type(each) in (int, float) for each in listed):
            raise fault(path, t("It contains something that is not a number."), text[:60])
        form, vector = _packed(listed)
        yield f"{_MODELS.get(len(listed), f'unknown of {len(listed)}')}/{form}", text, vector


def _packed(numbers: Sequence[Json]) -> tuple[str, bytes]:
    """A vector and its number format: the shorter one if nothing is lost by it."""
    exact = np.array(numbers, _FORMS[_LONG])
    with np.errstate(over="ignore"):
        short = exact.astype(_FORMS[_SHORT])
    return (_SHORT, short.tobytes()) if np.array_equal(short, exact) else (_LONG, exact.tobytes())


def numbers_of(model: str, vector: bytes) -> list[float]:
    """The numbers of a vector that was kept under the name of a model."""
    return [float(each) for each in np.frombuffer(vector, _FORMS[model.split("/")[1]]).tolist()]
