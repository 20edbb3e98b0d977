import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from milkwood import towns
from milkwood.bridge.history import read
from milkwood.bridge.nodes import type_of
from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.ids import PersonId
from milkwood.towns.shelf import find
from tests.bridge import upstream
from tests.bridge.upstream import needs_data
from tests.cli.conftest import Run
from tests.cli.imports import folded, lived_on, made


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("MILKWOOD_HOME", str(folder))
    return folder


def node_types(folder: Path) -> Counter[str]:
    found: Counter[str] = Counter()
    for path in folder.glob("personas/*/bootstrap_memory/associative_memory/nodes.json"):
        found.update(each["type"] for each in json.loads(path.read_text()).values())
    return found


def vectors_in(folder: Path) -> set[str]:
    """Every text with its vector; two people may have different ones of the same text."""
    paths = folder.glob("personas/*/bootstrap_memory/associative_memory/embeddings.json")
    return {json.dumps(entry) for path in paths for entry in json.loads(path.read_text()).items()}


@needs_data
def test_the_published_base_becomes_a_town_where_a_day_is_lived(run: Run, tmp_path: Path) -> None:
    made(run, upstream.BASE, "--name", "base", "--history", upstream.HISTORY)
    pack = towns.load(find("base").folder)
    assert len(pack.people) == len(list((upstream.BASE / "personas").iterdir()))
    sizes = len(pack.town_map.sectors), len(pack.town_map.rooms), len(pack.town_map.things)
    assert sizes == (19, 63, 222)
    told = sum(len(entry.statements) for entry in read(upstream.HISTORY))
    assert sum(memory.importance == 6 for person in pack.people.values() for memory in person.memories) == told == 15
    assert lived_on("base", "day", 8640, tmp_path / "day.milkwood")["DeedBegan"] > 60


@needs_data
def test_nothing_of_the_published_saved_run_is_lost_and_it_continues(run: Run) -> None:
    made(run, upstream.SAVED, "--name", "saved")
    with Chronicle.read(path_for("saved")) as reader:
        types = Counter(type_of(memory.kind) for _, _, memory in reader.memories())
        assert types == node_types(upstream.SAVED)
        vectors = reader.select("SELECT count(*) FROM vectors", ())[0][0]
        assert vectors == len(vectors_in(upstream.SAVED))
        assert reader.end == json.loads((upstream.SAVED / "reverie" / "meta.json").read_text())["step"]
        for path in upstream.SAVED.glob("personas/*/bootstrap_memory/scratch.json"):
            kept = reader.header.settings["imported"]["people"][path.parts[-3].lower().replace(" ", "_")]
            assert kept["scratch"] == json.loads(path.read_text())
    assert lived_on("saved", "saved", 8640)["DeedBegan"] > 60


@needs_data
def test_every_position_and_deed_of_the_published_demo_is_equal(run: Run) -> None:
    made(run, upstream.DEMO, "--name", "demo")
    packed = json.loads((upstream.DEMO / "master_movement.json").read_text())
    with Chronicle.read(path_for("demo")) as reader:
        assert reader.end == len(packed)
        types = Counter(type_of(memory.kind) for _, _, memory in reader.memories())
        assert types == node_types(upstream.DEMO)
        town = folded(reader, "demo")
        spoken = [line.text for talk in reader.talks() for line in talk.lines]
    state: dict[str, Any] = {}
    chats = set()
    for step in range(len(packed)):
        state |= packed[str(step)]
        for name, each in state.items():
            body = town.body(PersonId(name.lower().replace(" ", "_")), step + 1)
            assert list(body.tile(step + 1)) == each["movement"], (step, name)
            assert body.deed is not None
            assert body.deed.what == each["description"].rpartition(" @ ")[0].strip(), (step, name)
            if each["chat"]:
                chats.add(json.dumps(each["chat"]))
    assert sorted(spoken) == sorted(text for chat in chats for _, text in json.loads(chat))
