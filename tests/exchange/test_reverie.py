"""An export of a morning, compared field by field with the run it was made of."""

import asyncio
import json
import zlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from milkwood.bridge.export.steps import Steps
from milkwood.bridge.nodes import kind_of, nodes_of, type_of
from milkwood.bridge.persona import read_persona
from milkwood.bridge.simulation import BASE, open_simulation
from milkwood.chronicle import Chronicle, Reader
from milkwood.exchange.reverie import export_simulation
from milkwood.ids import PersonId
from milkwood.plain import table
from milkwood.run import MindConfig, RestoredRun, RunOptions, new_run, open_run
from milkwood.run.mind_config import RULE
from milkwood.town.acts import Enter, Remove
from milkwood.town.tile import distance
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.words import Language
from tests.bridge.upstream import SAVED, needs_data
from tests.cli.conftest import Run
from tests.instruments.damage import rewritten
from tests.lived import TICKS, _morning, friday, live, quay
from tests.models.obliging import Obliging

__all__ = ["_morning", "friday"]

OWN = "milkwood"


@pytest.fixture(scope="module")
def morning(_morning: Path) -> Path:
    return _morning


@pytest.fixture(scope="module")
def out(_morning: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The morning as a simulation folder."""
    return _exported(_morning, "reverie", tmp_path_factory.mktemp("out") / "sim")


@pytest.fixture(scope="module")
def demo(_morning: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The morning packed for watching."""
    return _exported(_morning, "compressed", tmp_path_factory.mktemp("out") / "demo")


@pytest.fixture(scope="module")
def look(_morning: Path) -> Iterator[RestoredRun]:
    with asyncio.run(RestoredRun.at(_morning, quay(), TICKS)) as found:
        yield found


def _exported(path: Path, format_: str, out: Path) -> Path:
    with Chronicle.read(path) as reader:
        export_simulation(reader, quay(), format_, out, overwrite=False, noted=lambda _tick: None, warn=pytest.fail)
    return out


def _names() -> dict[PersonId, str]:
    return {person.id: person.name.in_language(quay().languages[0]) for person in quay().people.values()}


def _lived(reader: Reader) -> Town:
    return Town(quay().town_map).fold(reader.happenings(BEFORE_TIME, reader.end))


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_position_of_every_step_is_that_of_the_run(morning: Path, out: Path) -> None:
    with Chronicle.read(morning) as reader:
        town, offset = _lived(reader), Steps(reader.header.clock).offset
    for tick in range(TICKS + 1):
        positions = _json(out / "environment" / f"{offset + tick}.json")
        found = {name: (each["x"], each["y"]) for name, each in positions.items()}
        assert found == {name: tuple(town.tile(person, tick)) for person, name in _names().items()}
        if tick:
            moved = _json(out / "movement" / f"{offset + tick - 1}.json")["persona"]
            assert {name: tuple(each["movement"]) for name, each in moved.items()} == found


def test_no_step_is_missing_and_before_the_run_everyone_is_in_bed(out: Path, look: RestoredRun) -> None:
    meta = _json(out / "reverie" / "meta.json")
    steps = {int(path.stem) for path in (out / "movement").iterdir()}
    assert steps == set(range(meta["step"]))
    assert {int(path.stem) for path in (out / "environment").iterdir()} == set(range(meta["step"] + 1))
    first = _json(out / "movement" / "0.json")["persona"]
    assert all(each["description"].startswith("sleeping @ ") for each in first.values())


def test_the_demo_forward_filled_shows_what_the_steps_show(out: Path, demo: Path) -> None:
    packed = _json(demo / "master_movement.json")
    filled: dict[str, Any] = {}
    meta = _json(demo / "meta.json")
    assert [int(step) for step in packed] == list(range(meta["step"]))
    for step in range(meta["step"]):
        changed = packed[str(step)]
        assert all(filled.get(name) != each for name, each in changed.items())
        filled.update(changed)
        if step % 97 == 0 or step > meta["step"] - 50:
            assert filled == _json(out / "movement" / f"{step}.json")["persona"]
    assert set(packed["0"]) == set(meta["persona_names"])


def test_meta_says_what_time_it_is(morning: Path, out: Path) -> None:
    meta = _json(out / "reverie" / "meta.json")
    with Chronicle.read(morning) as reader:
        clock = reader.header.clock
    simulation = open_simulation(out)
    assert simulation.report.entries("") == []
    assert simulation.meta.time(meta["step"]) == clock.moment(TICKS)
    assert meta["persona_names"] == [*_names().values()]
    assert meta["sec_per_step"] == clock.seconds_per_tick


def test_every_memory_goes_out_with_its_kind_text_time_weight_and_evidence(
    morning: Path, out: Path, look: RestoredRun
) -> None:
    with Chronicle.read(morning) as reader:
        clock, memories = reader.header.clock, reader.memories(until=TICKS)
    kinds = set()
    for person, name in _names().items():
        own = {memory.number: (tick, memory) for tick, who, memory in memories if who == person}
        found = {node.number: node for node in nodes_of(out / "personas", name)}
        raw = _json(out / "personas" / name / "bootstrap_memory" / "associative_memory" / "nodes.json")
        assert set(found) == set(own)
        assert list(raw) == [f"node_{number}" for number in range(len(own), 0, -1)]
        for number, (tick, memory) in own.items():
            node, extra = found[number], raw[f"node_{number}"][OWN]
            kinds.add(memory.kind)
            record = look.head(person).memories.find(number)
            assert (node.text, node.type) == (memory.text, type_of(memory.kind))
            assert node.created == clock.moment(max(0, tick))
            assert node.importance == (record.importance if record else memory.importance)
            assert node.evidence == (() if node.type == "chat" else memory.evidence)
            assert (extra["kind"], extra["private"], extra["place"]) == (memory.kind, memory.private, memory.place)
            hidden = [_names().get(PersonId(each), each) for each in memory.secret_from]
            assert (extra["secret_from"], extra["certainty"]) == (hidden, memory.certainty)
            assert extra["about"] == [_names().get(PersonId(each), each) for each in memory.about]
            if memory.kind in ("did", "saw", "talk", "plan"):
                assert kind_of(node, name) == memory.kind
    assert {"seed", "plan", "saw", "talk"} <= kinds


def test_talks_go_out_line_by_line(morning: Path, out: Path) -> None:
    with Chronicle.read(morning) as reader:
        said: dict[str, list[tuple[str, str]]] = {
            talk.id: [(_names()[line.speaker], line.text) for line in talk.lines] for talk in reader.talks()
        }
        memories = [(who, memory) for _, who, memory in reader.memories(kinds=("talk",))]
    assert memories
    for who, memory in memories:
        node = next(n for n in nodes_of(out / "personas", _names()[who]) if n.number == memory.number)
        assert list(node.lines) == said[memory.talk]
    shown = {
        tuple(map(tuple, each["chat"]))
        for path in (out / "movement").iterdir()
        for each in _json(path)["persona"].values()
        if each["chat"]
    }
    assert shown == {tuple(lines) for lines in said.values() if lines}


def test_the_day_goes_out_as_it_is_planned(out: Path, look: RestoredRun) -> None:
    for person, name in _names().items():
        head, persona = look.head(person), read_persona(out / "personas", name)
        for schedule in (persona.schedule, persona.hourly):
            assert sum(minutes for _, minutes in schedule) == 24 * 60
            assert all(minutes > 0 for _, minutes in schedule)
        clock = head.hours.clock
        plan = [
            [f"{clock.moment(block.start)}", f"{clock.moment(block.end)}", block.what, block.place, block.promise]
            for block in head.state.day.plan
        ]
        assert table(persona.raw[OWN])["plan"] == plan
        told = {what for what, _ in persona.hourly}
        assert {block.what for block in head.state.day.plan} <= told


def test_people_go_out_with_who_they_are_and_what_they_do(out: Path, look: RestoredRun) -> None:
    scene = look.town.scene(TICKS)
    for person, name in _names().items():
        known, head = read_persona(out / "personas", name), look.head(person)
        character = head.character
        assert (known.name, known.first_name, known.age) == (name, character.folk.called, character.age)
        assert known.innate.split(", ") == list(character.traits)
        assert known.learned == character.biography
        assert table(known.raw[OWN])["concerns"] == head.state.morning.concerns
        assert known.living_area == f"{quay().town_map.name}:{quay().town_map.things[character.bed].room}"
        assert set(known.places) == set(head.state.notice.places)
        deed = scene.bodies[person].deed
        assert (known.action.what if known.action else None) == (deed.what if deed else None)
        assert {other for other, _, _ in known.relationships} <= set(_names().values())
        ahead = head.hours.clock.moment(TICKS) - timedelta(seconds=head.hours.clock.seconds_per_tick)
        assert known.time == ahead


def test_every_text_has_its_vector(out: Path) -> None:
    for name in _names().values():
        folder = out / "personas" / name / "bootstrap_memory" / "associative_memory"
        vectors = _json(folder / "embeddings.json")
        keys = {node["embedding_key"] for node in _json(folder / "nodes.json").values()}
        assert set(vectors) == keys
        assert {len(vector) for vector in vectors.values()} == {512}
        assert all(type(number) is float for vector in vectors.values() for number in vector[:5])


@needs_data
def test_files_and_fields_are_those_of_a_published_run_with_the_same_types(out: Path) -> None:
    theirs = next(path for path in (SAVED / "personas").iterdir() if path.is_dir())
    ours = out / "personas" / next(iter(_names().values()))
    files = sorted(str(path.relative_to(theirs)) for path in theirs.rglob("*.json"))
    assert sorted(str(path.relative_to(ours)) for path in ours.rglob("*.json")) == files
    _same_fields(_json(theirs / "bootstrap_memory" / "scratch.json"), _json(ours / "bootstrap_memory" / "scratch.json"))
    _same_fields(_json(SAVED / "reverie" / "meta.json"), _json(out / "reverie" / "meta.json"))
    memory = Path("bootstrap_memory") / "associative_memory"
    node = next(iter(_json(theirs / memory / "nodes.json").values()))
    for each in _json(ours / memory / "nodes.json").values():
        assert {*node} | {OWN} == {*each}
    movement = next(iter(_json(SAVED / "movement" / "0.json")["persona"].values()))
    _same_fields(movement, next(iter(_json(out / "movement" / "0.json")["persona"].values())))
    _same_fields(_json(theirs / memory / "kw_strength.json"), _json(ours / memory / "kw_strength.json"))


def _same_fields(theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    assert set(theirs) <= set(ours)
    assert set(ours) - set(theirs) <= {OWN, "relationship"}
    for field, value in theirs.items():
        if value is not None and ours[field] is not None:
            assert type(ours[field]) is type(value), field


def test_a_folder_is_replaced_only_when_asked_and_only_if_it_is_such_an_export(
    run: Run, friday: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run("export", "friday", out, "--format", "compressed").exit_code == 0
    again = run("export", "friday", out, "--format", "compressed")
    assert (again.exit_code, "add --overwrite" in again.output) == (2, True)
    assert run("export", "friday", out, "--format", "compressed", "--overwrite").exit_code == 0
    (out / "thesis.txt").write_text("precious")
    refused = run("export", "friday", out, "--format", "compressed", "--overwrite")
    assert (refused.exit_code, "thesis.txt" in refused.output) == (2, True)
    assert (out / "thesis.txt").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir() if "out" in path.name) == ["out"]


def test_an_export_that_fails_leaves_nothing_behind(
    friday: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("milkwood.exchange.reverie.write_simulation", full)
    with Chronicle.read(friday) as reader, pytest.raises(Exception, match="No space left"):
        export_simulation(reader, quay(), "reverie", tmp_path / "out", overwrite=False, noted=print, warn=print)
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_minds_that_cannot_be_restored_cost_the_plans_not_the_export(run: Run, friday: Path, tmp_path: Path) -> None:
    with rewritten(friday) as connection:
        connection.execute("UPDATE header SET value = '1' WHERE key = 'behaviour'")
        connection.execute("UPDATE minds SET content = ?", (zlib.compress(b"{}"),))
    with Chronicle.read(friday) as reader:
        said: list[str] = []
        export_simulation(
            reader,
            quay(),
            "compressed",
            tmp_path / "out",
            overwrite=False,
            noted=lambda _: None,
            warn=said.append,
        )
    assert "Plans and acquaintances are left out" in said[0]
    assert (tmp_path / "out" / "master_movement.json").is_file()


def test_arrivals_and_departures_have_their_first_and_last_positions(friday: Path, tmp_path: Path) -> None:
    nell, ivo = PersonId("nell_avery"), PersonId("ivo_marsh")
    with open_run(quay(), friday, options=RunOptions(model=Obliging())) as run:
        tile, last = (run.life.town.tile(person, TICKS) for person in (ivo, nell))
        run.give(Remove(nell))
        run.give(Enter(PersonId("me"), tile, "Me"))
        asyncio.run(run.live(TICKS + 6))
        own = run.life.town.tile(PersonId("me"), TICKS + 6)
    assert distance(own, tile) == 1, "the tile was taken"
    out = _exported(friday, "reverie", tmp_path / "out")
    simulation = open_simulation(out)
    step = simulation.meta.step
    first, end = _json(out / "environment" / "0.json"), _json(out / "environment" / f"{step}.json")
    assert (first["me"]["x"], first["me"]["y"]) == tuple(own)
    assert (end["Nell Avery"]["x"], end["Nell Avery"]["y"]) == tuple(last)
    assert set(first) == set(end) == set(simulation.meta.names)
    assert [person.name for person in simulation.people()] == list(simulation.meta.names)


@pytest.mark.long
def test_a_run_in_chinese_goes_out_with_its_names(tmp_path: Path) -> None:
    path = live(tmp_path / "zh.milkwood", 40, "zh")
    out = _exported(path, "reverie", tmp_path / "out")
    chinese = {person.name.in_language(Language("zh")) for person in quay().people.values()}
    assert {person.name for person in open_simulation(out).people()} == chinese
    moved = _json(out / "movement" / "0.json")["persona"]
    assert all(each["description"].startswith("睡觉 @ ") for each in moved.values())


def test_a_run_without_ticks_is_exported_as_a_base(tmp_path: Path) -> None:
    path = tmp_path / "new.milkwood"
    with new_run(quay(), path, "new", minds=MindConfig(embedding=False), options=RunOptions(model=Obliging())):
        pass
    out = _exported(path, "reverie", tmp_path / "out")
    simulation = open_simulation(out)
    assert (simulation.kind, simulation.meta.step) == (BASE, 0)
    assert [each.name for each in (out / "environment").iterdir()] == ["0.json"]
    for person in simulation.people():
        assert (person.raw["curr_time"], person.raw["act_address"], person.schedule) == (None, None, ())


def test_memories_without_numbers_are_numbered_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "rule.milkwood"
    with new_run(quay(), path, "rule", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(30))
    out = _exported(path, "compressed", tmp_path / "out")
    with Chronicle.read(path) as reader:
        for person, name in _names().items():
            told = [memory.text for _, _, memory in reader.memories(person=person)]
            nodes = {node.number: node.text for node in nodes_of(out / "personas", name)}
            assert nodes == dict(enumerate(told, start=1))
        assert reader.memories()
