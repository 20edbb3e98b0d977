"""The memories of a person of a generative-agents simulation: nodes, their evidence and their vectors.

Invariant: what the original's loader takes is taken: every node is read once, in any order of the file, and keeps its
number, so that evidence stays valid; what is odd or cannot be used is reported.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import numpy as np

from milkwood.bridge import own
from milkwood.bridge.fields import Fields
from milkwood.bridge.minds import Afterlife
from milkwood.bridge.persona import MEMORY
from milkwood.bridge.reading import fault, inside, members, said, table_of
from milkwood.bridge.report import CHANGED, DROPPED, GUESSED, READ, ImportReport
from milkwood.i18n import t
from milkwood.mind.port import Memory
from milkwood.plain import Json, JsonObject, items, table
from milkwood.questions.terms import CERTAINTIES, Certainty

EVENT, THOUGHT, CHAT = "event", "thought", "chat"
_KINDS = {EVENT: t("memories of events"), THOUGHT: t("memories of thoughts"), CHAT: t("memories of talks")}
_MAX_GAPS = 1_000_000
_MAX_NAMED_NODES = 8
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


@dataclass(frozen=True, slots=True)
class MemoryFiles:
    """The folder of the memory files of one person, and the report on them."""

    folder: Path
    person: str = ""
    """The person's id."""
    report: ImportReport = field(default_factory=ImportReport, hash=False)

    def path(self, name: str) -> Path:
        """A file."""
        return inside(self.folder, f"{name}.json")

    def add(self, sort: str, topic: str, detail: object = "", count: int = 1) -> None:
        """Report something."""
        self.report.add(sort, topic, detail, person=self.person, count=count)

    def odd(self, text: str) -> None:
        """Report a value that is no JSON."""
        self.add(CHANGED, t("values that are no JSON (NaN, half a character), replaced"), text)


def nodes_of(personas: Path, name: str, person: str = "", report: ImportReport | None = None) -> list[Node]:
    """The memories of a person of a simulation, in the order of the file."""
    return _nodes(_files(personas, name, person, report))


def of_base(personas: Path, name: str, person: str = "", report: ImportReport | None = None) -> list[Node]:
    """The memories of a person of a base simulation, in order; the file may be missing."""
    files = _files(personas, name, person, report)
    if files.path("nodes").exists():
        return sorted(_nodes(files), key=lambda node: node.number)
    files.add(GUESSED, t("there is no file of memories"))
    return []


def _files(personas: Path, name: str, person: str, report: ImportReport | None) -> MemoryFiles:
    folder = inside(personas, name, MEMORY, "associative_memory")
    return MemoryFiles(folder, person, ImportReport() if report is None else report)


def _nodes(files: MemoryFiles) -> list[Node]:
    path = files.path("nodes")
    found: dict[int, Node] = {}
    numbers: set[int] = set()
    for key, entry in members(path, files.odd):
        named = _KEY.match(key)
        if named is None:
            raise fault(path, t("This is not the name of a node, such as “node_1”."), key)
        number = int(named[1])
        if number in numbers:
            files.add(CHANGED, t("two memories of one number: the last counts"), key)
            found.pop(number, None)
        numbers.add(number)
        node = _node(number, entry, key, files)
        if node is not None:
            found[number] = node
    if missing := sorted(set(range(1, min(max(numbers, default=0), _MAX_GAPS) + 1)) - numbers):
        listed = ", ".join(f"node_{each}" for each in missing[:_MAX_NAMED_NODES])
        files.add(DROPPED, t("numbers without a memory: it was deleted"), listed, len(missing))
    for node in found.values():
        for each in node.evidence:
            if each not in found:
                files.add(DROPPED, t("evidence on memories that do not exist"), f"node_{node.number} → node_{each}")
    for kind, count in Counter(node.type for node in found.values()).items():
        files.add(READ, _KINDS[kind], count=count)
    return list(found.values())


def _node(number: int, entry: Json, key: str, files: MemoryFiles) -> Node | None:
    """A memory; None if it cannot be one."""
    fields = Fields(table(entry), files.report, files.person, f"{key} > ")
    kind, text = fields.text("type"), fields.text("description", as_is=True)
    created = fields.moment("created")
    if kind not in _KINDS:
        files.add(DROPPED, t("memories of an unknown type"), f"{key}: {said(table(entry).get('type'))}")
        return None
    if not text.strip() or created is None:
        files.add(DROPPED, t("memories without a text or a date"), key)
        return None
    return Node(
        number=number,
        type=kind,
        created=created,
        subject=fields.text("subject", as_is=True),
        predicate=fields.text("predicate", as_is=True),
        object=fields.text("object", as_is=True),
        text=text,
        key=fields.text("embedding_key", text, as_is=True),
        importance=round(fields.number("poignancy", 1, 1, 10)),
        evidence=_evidence(table(entry).get("filling"), kind),
        lines=tuple(_lines(table(entry).get("filling"), key, files)) if kind == CHAT else (),
        raw=table(entry),
    )


def _evidence(filling: Json, kind: str) -> tuple[int, ...]:
    """The evidence of a node: a list of names, one name, or nothing."""
    listed = [filling] if isinstance(filling, str) else filling if isinstance(filling, list) else []
    if kind == CHAT:
        return ()
    found = [_KEY.match(each) for each in listed if isinstance(each, str)]
    return tuple(dict.fromkeys(int(each[1]) for each in found if each))


def _lines(filling: Json, key: str, files: MemoryFiles) -> Iterator[tuple[str, str]]:
    for line in items(filling):
        pair = items(line)
        if len(pair) >= 2:
            yield str(pair[0]), str(pair[1])
        else:
            files.add(DROPPED, t("lines of talks without a speaker or a text"), f"{key}: {said(line)}")


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
        secret_from=_ids(node, "secret_from", ids),
        witnesses=_ids(node, "witnesses", ids),
        certainty=_certainty(own.text_of(node.own, "certainty")),
    )


def _ids(node: Node, field: str, ids: Mapping[str, str]) -> tuple[str, ...]:
    """The people of a field of ours."""
    listed = node.own.get(field)
    return tuple(ids.get(name, name) for name in listed if isinstance(name, str)) if isinstance(listed, list) else ()


def _certainty(text: str) -> Certainty:
    return next((each for each in CERTAINTIES if each == text), "known")


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


def strengths_of(personas: Path, name: str) -> JsonObject | None:
    """The counts of a person's keywords, as the file has them; None if there is none."""
    files = _files(personas, name, "", None)
    path = files.path("kw_strength")
    return table_of(path, files.odd) if path.exists() else None


def vectors_of(
    personas: Path, name: str, person: str = "", report: ImportReport | None = None
) -> Iterator[tuple[str, str, bytes]]:
    """The vectors of a person's texts: the model's name, the text, and the numbers; without both if there is none."""
    files = _files(personas, name, person, report)
    path = files.path("embeddings")
    if not path.exists():
        files.add(GUESSED, t("there are no vectors: ours are made when they are needed"))
        return
    count = 0
    for text, numbers in members(path, files.odd):
        form, vector = _packed(items(numbers))
        if vector:
            count += 1
            length = len(items(numbers))
            yield f"{_MODELS.get(length, f'unknown of {length}')}/{form}", text, vector
        else:
            files.add(DROPPED, t("vectors that are none"), f"{text}: {said(numbers)}")
            yield "", text, b""
    if count:
        files.add(READ, t("vectors"), count=count)


def _packed(numbers: Sequence[Json]) -> tuple[str, bytes]:
    """A vector and its number format: the shorter one if nothing is lost by it; empty if it is none."""
    if not 0 < len(numbers) <= MAX_VECTOR_NUMBERS or not all(type(each) in (int, float) for each in numbers):
        return "", b""
    exact = np.array(numbers, _FORMS[_LONG])
    if not np.isfinite(exact).all():
        return "", b""
    with np.errstate(over="ignore"):
        short = exact.astype(_FORMS[_SHORT])
    return (_SHORT, short.tobytes()) if np.array_equal(short, exact) else (_LONG, exact.tobytes())


def numbers_of(model: str, vector: bytes) -> list[float]:
    """The numbers of a vector that was kept under the name of a model."""
    return [float(each) for each in np.frombuffer(vector, _FORMS[model.split("/")[1]]).tolist()]
