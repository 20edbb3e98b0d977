"""The files of an imported simulation: in the chronicle of an imported run, in the pack of an imported base.

Invariant: values are as they were read; missing values are empty; values of another pack than the run's are not used.
"""

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from milkwood.bridge import nodes, people
from milkwood.bridge.export.steps import Steps
from milkwood.bridge.export.unchanged import HOURLY, SinceImport
from milkwood.bridge.origin import OriginalStep, played
from milkwood.bridge.persona import Persona
from milkwood.bridge.reading import Unreadable
from milkwood.bridge.simulation import Simulation
from milkwood.chronicle import Reader
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.plain import Json, JsonObject, items, number, table, text
from milkwood.towns import Pack
from milkwood.towns.archive import pack_hash

STEPS, NODES, BEGINS, MEMORY_OF = "steps", "nodes", "begins", "memory/"
"""Names in a chronicle; that of a person's keywords and vectors ends with the person's id."""
ORIGIN_FILE = "origin.json"
VectorSource = Callable[[], Sequence[float]]


@dataclass(frozen=True, slots=True)
class PersonOrigin:
    """A person as the files had them."""

    scratch: JsonObject = field(default_factory=dict, hash=False)
    spatial: JsonObject = field(default_factory=dict, hash=False)
    nodes: Mapping[int, JsonObject] = field(default_factory=dict, hash=False)
    """Memories by number."""
    strengths: JsonObject | None = field(default=None, hash=False)
    vectors: Mapping[str, VectorSource | None] = field(default_factory=dict, hash=False)
    """By text, in the order of the file."""
    chats: JsonObject = field(default_factory=dict, hash=False)
    derived: frozenset[str] = frozenset()
    """Texts of memories that were made from the person's other texts."""

    def seeds(self, memories: Sequence[tuple[int, Memory]]) -> dict[int, int]:
        """The memories that were made of nodes of a base: number of the memory, and of the node."""
        told = {people.clean(text(node.get("description"))): number for number, node in [*self.nodes.items()][::-1]}
        return {memory.number: told[memory.text] for _, memory in memories if memory.text in told}


@dataclass(frozen=True, slots=True)
class SimulationOrigin:
    """A simulation as its files had it."""

    tick: int
    """The first tick that was not imported."""
    meta: JsonObject = field(hash=False)
    people: Mapping[str, PersonOrigin] = field(hash=False)
    begins: JsonObject = field(default_factory=dict, hash=False)
    """The positions before the first step."""
    steps: Callable[[], Iterator[tuple[int, OriginalStep]]] = lambda: iter(())
    is_base: bool = False


def origin_of(reader: Reader, pack: Pack) -> SimulationOrigin | None:
    """What a run was imported from; None if it was not, or lives in a changed town."""
    imported = table(reader.header.settings.get("imported"))
    if not imported:
        return _of_base(reader, pack)
    if imported.get("pack", reader.header.pack_hash) != reader.header.pack_hash:
        return None
    step = imported.get("step")
    raw: dict[str, dict[int, JsonObject]] = {}
    for part in reader.origins(NODES):
        for person, kept in table(part).items():
            raw.setdefault(person, {}).update(_by_number(kept))
    return SimulationOrigin(
        step if isinstance(step, int) else 0,
        table(imported.get("meta")),
        {
            person: _person(reader, person, table(known), raw.get(person, {}))
            for person, known in table(imported.get("people")).items()
        },
        next((table(each) for each in reader.origins(BEGINS)), {}),
        lambda: played(reader.origins(STEPS)),
    )


def hourly_plan(reader: Reader, pack: Pack, person: PersonId) -> list[tuple[str, int]]:
    """The hourly plan that a person was imported with, while it is still theirs: activities with minutes."""
    origin = origin_of(reader, pack)
    if origin is None or person not in origin.people or not holds_plan(reader, origin, person):
        return []
    entries = map(items, items(origin.people[person].scratch.get(HOURLY)))
    return [(text(what), int(number(minutes))) for what, minutes in entries]


def holds_plan(reader: Reader, origin: SimulationOrigin, person: PersonId) -> bool:
    """Whether a person is still on the day of their import, and has no new plan for it."""
    since = SinceImport(Steps(reader.header.clock), origin.tick, reader.end)
    planned = reader.memories(origin.tick, person=person, kinds=("plan",))
    return since.ticks >= 0 and since.is_same_day and not planned


def _by_number(kept: Json) -> dict[int, JsonObject]:
    return {int(number): table(node) for number, node in table(kept).items()}


def _person(reader: Reader, person: str, known: JsonObject, raw: Mapping[int, JsonObject]) -> PersonOrigin:
    kept = next((table(each) for each in reader.origins(f"{MEMORY_OF}{person}")), {})

    def vector(key: str, model: str) -> VectorSource | None:
        return (lambda: nodes.numbers_of(model, reader.find_vector(model, key) or b"")) if model else None

    listed = (items(each) for each in items(kept.get("vectors")))
    return PersonOrigin(
        table(known.get("scratch")),
        table(known.get("spatial")),
        raw,
        table(kept.get("strengths")) or None,
        {text(key): vector(text(key), text(model)) for key, model in listed},
        table(known.get("chats")),
    )


# --- bases


def base_origin(simulation: Simulation, personas: Sequence[Persona]) -> JsonObject:
    """What the files of a base simulation say, for its pack."""
    folder = simulation.folder / "personas"
    return {
        "meta": simulation.meta.raw,
        "begins": simulation.positions(0) or {},
        "people": {person.id: _of_persona(folder, person, personas) for person in personas},
    }


def _of_persona(folder: Path, person: Persona, personas: Sequence[Persona]) -> JsonObject:
    try:
        strengths = nodes.strengths_of(folder, person.name)
    except Unreadable:
        strengths = None
    return {
        "scratch": person.raw,
        "spatial": person.spatial,
        "nodes": {str(node.number): node.raw for node in nodes.of_base(folder, person.name)},
        "strengths": strengths,
        "vectors": [
            [key, model, base64.b64encode(vector).decode()]
            for model, key, vector in nodes.vectors_of(folder, person.name)
        ],
        "derived": [each.text for each in people.recollections(person, personas)],
    }


def write_origin(origin: JsonObject, folder: Path) -> None:
    """Put the origin of a base into its finished pack."""
    kept = {**origin, "pack": pack_hash(folder)}
    (folder / ORIGIN_FILE).write_text(json.dumps(kept, ensure_ascii=True), encoding="utf-8")


def _of_base(reader: Reader, pack: Pack) -> SimulationOrigin | None:
    try:
        found = table(json.loads((pack.folder / ORIGIN_FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return None
    if found.get("pack") != reader.header.pack_hash:
        return None
    people = {person: _based(table(known)) for person, known in table(found.get("people")).items()}
    return SimulationOrigin(0, table(found.get("meta")), people, table(found.get("begins")), is_base=True)


def _based(known: JsonObject) -> PersonOrigin:
    def vector(model: str, packed: str) -> VectorSource | None:
        return (lambda: nodes.numbers_of(model, base64.b64decode(packed))) if model else None

    listed = (list(map(text, items(each))) for each in items(known.get("vectors")))
    return PersonOrigin(
        table(known.get("scratch")),
        table(known.get("spatial")),
        _by_number(known.get("nodes")),
        table(known.get("strengths")) or None,
        {key: vector(model, packed) for key, model, packed in listed},
        derived=frozenset(map(text, items(known.get("derived")))),
    )
