import gc
import json
import shutil
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from milkwood import towns
from milkwood.bridge.simulation import Simulation, open_simulation
from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.cli.import_ import ImportProgress
from milkwood.ids import PersonId, TalkId, ThingId
from milkwood.town.tile import Tile
from milkwood.towns.shelf import brought, find
from tests.bridge.little import (
    CHAT,
    HEIGHT,
    PLAN,
    WIDTH,
    meta,
    movement,
    node,
    write_base,
    write_demo,
    write_json,
    write_saved,
    write_tiled,
)
from tests.cli.conftest import Run
from tests.cli.imports import folded, home, left, lived_on, made, refused, there

__all__ = ["home", "there"]


# --- mazes


def test_a_maze_becomes_a_town_that_is_sound_and_can_be_lived_in(run: Run, there: Path, tmp_path: Path) -> None:
    said = made(run, there / "littleton" / "matrix")
    assert "This is a maze, “littleton”: 30 x 12 tiles, 3 sectors, 3 rooms" in said
    assert [town.id for town in brought()] == ["littleton"]
    assert run("town", "check", "littleton").exit_code == 0
    pack = towns.load(find("littleton").folder)
    assert sorted(pack.people) == ["ada_reed", "tom_hale"]
    walls = {(x, y) for y, row in enumerate(PLAN) for x, letter in enumerate(row) if letter == "#"}
    found = {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if not pack.town_map.walkable[y, x]}
    assert found == walls
    bed = pack.town_map.things[ThingId("Ada Reed's house:main room:bed")]
    assert set(bed.tiles) == {Tile(1, 1), Tile(2, 1), Tile(1, 2), Tile(2, 2)}
    happened = lived_on("littleton", "day", 8640, tmp_path / "day.milkwood")
    assert happened["DeedBegan"] > 20


def test_a_tiled_map_becomes_the_same_town(run: Run, there: Path) -> None:
    write_tiled(there / "littleton" / "visuals" / "town.json")
    made(run, there / "littleton" / "matrix", "--name", "one")
    made(run, there / "littleton" / "visuals" / "town.json", "--name", "two")
    one, two = (find(name).folder / "map.tmj" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_a_town_that_exists_is_not_touched(run: Run, there: Path) -> None:
    made(run, there / "littleton")
    before = (find("littleton").folder / "map.tmj").stat()
    assert "You have a town “littleton” already" in refused(run, there / "littleton")
    assert (find("littleton").folder / "map.tmj").stat() == before


# --- bases and histories


def test_a_base_becomes_a_scenario_with_its_people(run: Run, there: Path, tmp_path: Path) -> None:
    history = tmp_path / "history.csv"
    history.write_text("Name,Whisper\nAda Reed,You fear geese, all of them; You owe Tom Hale a pie\n")
    said = made(run, write_base(there), "--history", history)
    assert "a base simulation, “base_littleton”, with 2 people" in said
    pack = towns.load(find("base_littleton").folder)
    ada = pack.people[PersonId("ada_reed")]
    texts = [memory.text.in_language(pack.languages[0]) for memory in ada.memories]
    assert "I fear geese, all of them." in texts
    assert (ada.habits.wake, ada.habits.sleep, ada.pronoun) == (6 * 60, 22 * 60, "she")
    assert ada.work is not None
    assert (ada.work.at.say(), ada.bed) == ("Plum Cafe:cafe", "Ada Reed's house:main room:bed")
    assert lived_on("base_littleton", "day", 8640, tmp_path / "day.milkwood")["DeedBegan"] > 20


def test_people_of_a_base_keep_their_memories(run: Run, there: Path) -> None:
    base = write_base(there)
    nodes = {
        "node_2": node(2, "chat", "talking with Tom Hale", "2024-03-03 12:00:00", filling=CHAT, poignancy=7),
        "node_1": node(1, "thought", "Tom Hale sings well", "2024-03-03 11:00:00"),
    }
    write_json(base / NODES, nodes)
    assert "who remember 2 things from their memory files" in made(run, base)
    pack = towns.load(find("base_littleton").folder)
    found = [
        (memory.text.in_language(pack.languages[0]), memory.importance, memory.about)
        for memory in pack.people[PersonId("ada_reed")].memories
    ]
    tom = (PersonId("tom_hale"),)
    assert found[-2:] == [("Tom Hale sings well", 3, tom), ("talking with Tom Hale", 7, tom)]


def test_pools_and_counts_of_the_affordable_fork_are_kept_and_told_of(run: Run, there: Path) -> None:
    for folder in (write_base(there), write_saved(there)):
        write_json(folder / "metrics" / "model_count.json", {"small": 12})
        write_json(folder / "metrics" / "model_token.json", {"small": 5000})
    pool = {"bake": {"duration": 60, "decomp": [["bake (knead)", 60]], "embedding": [0.5] * 8}, "sweep": {}}
    write_json(there / "storage" / "public" / "policy_pool" / "Ada Reed.json", pool)
    for name in ("base_littleton", "little-1"):
        said = made(run, there / "storage" / name)
        assert "It was asked 12 times, for 5,000 tokens, by the fork's own count." in said
        assert "2 routines of one person from the fork's pools: kept." in said
    kept = json.loads((find("base_littleton").folder / "pools.json").read_text())
    assert kept["policies"]["Ada Reed"] == {"bake": {"duration": 60, "decomp": [["bake (knead)", 60]]}, "sweep": {}}
    with Chronicle.read(path_for("little-1")) as reader:
        assert reader.header.settings["imported"]["aga"] == kept


def test_a_base_can_take_place_in_another_town(run: Run, there: Path) -> None:
    made(run, there / "littleton")
    shutil.move(there / "littleton", there / "moved")
    base = write_base(there)
    assert "“littleton”, was not found near it" in refused(run, base)
    made(run, base, "--to", "littleton")
    made(run, base, "--to", there / "moved" / "matrix", "--name", "again")
    assert [town.id for town in brought()] == ["again", "base_littleton", "littleton"]


def test_pictures_of_the_original_are_for_its_own_maze(run: Run, there: Path, home: Path) -> None:
    made(run, there / "littleton")
    refusal = refused(run, write_base(there), "--to", "littleton", "--visuals", there)
    assert "Pictures of the original fit its own maze only" in refusal
    assert "There is no Tiled map of 30 x 12" in refused(
        run, write_base(there / "two"), "--to", there / "littleton", "--visuals", there
    )
    assert left(home) == ["littleton"]


def test_a_history_is_for_a_town_or_for_a_run(run: Run, there: Path, tmp_path: Path) -> None:
    history = tmp_path / "before.csv"
    history.write_text("Ada Reed,You fear geese\n")
    assert "Name the run or the town with --to" in refused(run, history)
    made(run, write_base(there))
    assert "remember 1 statements" in made(run, history, "--to", "base_littleton")
    pack = towns.load(find("base_littleton_before").folder)
    assert pack.scenario.stories[0].memories[0].text.in_language(pack.languages[0]) == "I fear geese."
    made(run, write_saved(there))
    assert "little-1: 1 memories for 1 people" in made(run, history, "--to", "little-1")


def test_the_raw_text_of_a_history_is_kept(run: Run, there: Path, tmp_path: Path) -> None:
    history = tmp_path / "before.csv"
    history.write_bytes(b"Name,Whisper\r\nAda Reed,You fear geese, all of them\n")
    made(run, write_base(there), "--history", history)
    assert (find("base_littleton").folder / "history.csv").read_bytes() == history.read_bytes()


# --- runs


def test_a_saved_run_continues_from_where_it_was(run: Run, there: Path) -> None:
    made(run, write_saved(there))
    with Chronicle.read(path_for("little-1")) as reader:
        assert reader.end == 40
        town = folded(reader, "little_1")
        for step in range(40):
            for name, each in movement(step)["persona"].items():
                tile = town.tile(PersonId(name.lower().replace(" ", "_")), step + 1)
                assert tile == Tile(*each["movement"]), (step, name)
        talk = next(iter(reader.talks()))
        assert [(line.speaker, line.text) for line in talk.lines] == [
            (speaker.lower().replace(" ", "_"), text) for speaker, text in CHAT
        ]
    happened = lived_on("little_1", "little-1", 8640)
    assert happened["DeedBegan"] > 20
    assert run("verify", "little-1").exit_code == 0


def test_memories_keep_their_numbers_kinds_times_and_evidence(run: Run, there: Path) -> None:
    made(run, write_saved(there))
    with Chronicle.read(path_for("little-1")) as reader:
        found = {memory.number: (tick, memory) for tick, who, memory in reader.memories() if who == "ada_reed"}
        vector = reader.find_vector("text-embedding-ada-002/float32", "aprons wear out")
    kinds = {number: memory.kind for number, (_, memory) in found.items()}
    assert kinds == {1: "did", 2: "saw", 3: "talk", 4: "insight", 5: "plan", 6: "thought"}
    assert {number: tick for number, (tick, _) in found.items()} == {1: 1, 2: 2, 3: 13, 4: 18, 5: 0, 6: 24}
    assert found[4][1].evidence == (3,)
    assert (found[3][1].about, found[3][1].importance) == (("tom_hale",), 6)
    assert found[2][1].place == "Plum Cafe:cafe"
    assert vector is not None
    assert len(vector) == 4 * 1536


def test_a_remembered_talk_leads_to_what_was_said_and_goes_out_with_it(run: Run, there: Path, tmp_path: Path) -> None:
    saved = write_saved(there)
    nodes = json.loads((saved / NODES).read_text())
    older = [["Ada Reed", "Are you Tom?"], ["Tom Hale", "I am."]]
    nodes["node_7"] = node(7, "chat", "meeting Tom Hale", "2024-03-04 00:00:05", filling=older)
    write_json(saved / NODES, nodes)
    made(run, saved)
    with Chronicle.read(path_for("little-1")) as reader:
        found = {memory.number: memory for _, who, memory in reader.memories() if who == "ada_reed"}
        said = {talk.id: [line.text for line in talk.lines] for talk in reader.talks()}
    assert said[TalkId(found[3].talk)] == [text for _, text in CHAT]
    assert found[7].talk == "", "no step shows that talk"
    assert run("export", "little-1", tmp_path / "out", "--format", "reverie").exit_code == 0
    again = json.loads((tmp_path / "out" / NODES).read_text())
    assert (again["node_3"]["filling"], again["node_7"]["filling"]) == (CHAT, older)


def test_plan_deed_and_relationships_are_in_mind_when_it_continues(run: Run, there: Path) -> None:
    made(run, write_saved(there))
    with Chronicle.read(path_for("little-1")) as reader:
        snapshot = reader.snapshot_before(reader.settled)
        kept = reader.header.settings["imported"]
    assert snapshot is not None
    mind = snapshot.minds[PersonId("ada_reed")]["mind"]
    plan = [[each["start"], each["end"], each["what"]] for each in mind["state"]["day"]["plan"]]
    assert plan == [[2160, 2520, "washing"], [2520, 6120, "baking at Plum Cafe (kneading)"], [6120, 7920, "resting"]]
    tom = mind["people"]["tom_hale"]
    assert (tom["tie"], tom["feeling"], tom["talks"], tom["last_talk"]) == ("old friend", "glad of him", 1, 13)
    assert tom["closeness"] >= 2
    assert kept["people"]["ada_reed"]["scratch"]["concept_forget"] == 100


def test_a_demo_becomes_a_run_to_replay(run: Run, there: Path) -> None:
    said = made(run, write_demo(there))
    assert "a demo of 40 steps" in said
    with Chronicle.read(path_for("little-demo")) as reader:
        town = folded(reader, "little_demo")
        for step in range(40):
            for name, each in movement(step)["persona"].items():
                body = town.body(PersonId(name.lower().replace(" ", "_")), step + 1)
                assert body.tile(step + 1) == Tile(*each["movement"])
                assert body.deed is not None
                assert body.deed.emoji == each["pronunciatio"]
    assert lived_on("little_demo", "little-demo", 4000)["DeedBegan"] > 5


def test_sleepers_in_bed_sleep_until_the_plan_says_otherwise(run: Run, there: Path) -> None:
    folder = write_saved(there)
    bed = "sleeping @ Littleton:Ada Reed's house:main room:bed"
    for step in range(40):
        each = movement(step)
        each["persona"]["Ada Reed"] |= {"movement": [1, 1], "description": bed, "chat": None}
        each["persona"]["Tom Hale"] |= {"chat": None}
        write_json(folder / "movement" / f"{step}.json", each)
    made(run, folder)
    with Chronicle.read(path_for("little-1")) as reader:
        snapshot = reader.snapshot_before(reader.settled)
    assert snapshot is not None
    assert snapshot.scene.bodies[PersonId("ada_reed")].asleep
    assert snapshot.wakes[PersonId("ada_reed")] == 6 * 360


def test_from_every_full_hour_a_run_can_go_another_way(run: Run, there: Path) -> None:
    made(run, write_demo(there, steps=800))
    assert run("fork", "little-demo@360", "other").exit_code == 0
    assert lived_on("little_demo", "other", 4000)["DeedBegan"] > 5


# --- stopping and continuing


class Stop:
    """Interrupts an import after the given number of hours."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, _progress: ImportProgress, done: int, total: int) -> None:
        self.left -= 1
        if self.left == 0 and done < total:
            raise KeyboardInterrupt


@pytest.mark.parametrize("write", [write_saved, write_demo])
def test_an_import_that_was_stopped_continues_and_comes_out_the_same(
    run: Run, there: Path, home: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[..., Path]
) -> None:
    folder = write(there, steps=1500)
    for step in (200, 719, 1100):
        (folder / "movement" / f"{step}.json").unlink(missing_ok=True)
    with monkeypatch.context() as patch:
        stop = Stop(2)
        patch.setattr(ImportProgress, "told", lambda self, _run, done, total: stop(self, done, total))
        result = run("import", folder, "--name", "cut")
        assert result.exit_code == 130
        assert "the same command continues" in result.stderr
    assert brought() == []
    assert not path_for("cut").exists()
    assert "Continued from step 720" in made(run, folder, "--name", "cut")
    made(run, folder, "--name", "whole")
    assert left(home) == ["cut", "cut.milkwood", "whole", "whole.milkwood"]
    with Chronicle.read(path_for("cut")) as cut, Chronicle.read(path_for("whole")) as whole:
        assert cut.history_hash() == whole.history_hash()
        assert cut.snapshots() == whole.snapshots()
        assert [*cut.origins("report")] == [*whole.origins("report")]


def test_two_simultaneous_imports_do_not_interfere(
    run: Run, there: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_saved(there)
    record, second = Chronicle.record, list[str]()

    def meanwhile(chronicle: Chronicle, *args: Any, **options: Any) -> Any:
        if not second:
            second.append(refused(run, folder, "--name", "sim"))
        return record(chronicle, *args, **options)

    monkeypatch.setattr(Chronicle, "record", meanwhile)
    made(run, folder, "--name", "sim")
    assert "Another process is importing this." in second[0]
    assert left(home) == ["sim", "sim.milkwood"]
    assert run("verify", "sim").exit_code == 0


def test_the_commands_that_are_named_afterwards_can_be_typed(run: Run, there: Path) -> None:
    said = made(run, write_saved(there), "--name", "my run")
    assert "milkwood show 'my run'" in said
    assert "milkwood run my_run --name 'my run' --days" in said


def test_a_partial_import_of_another_simulation_is_not_continued(
    run: Run, there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, demo = write_saved(there, steps=1500), write_demo(there, steps=1500)
    with monkeypatch.context() as patch:
        stop = Stop(2)
        patch.setattr(ImportProgress, "told", lambda self, _run, done, total: stop(self, done, total))
        run("import", saved, "--name", "one")
    assert "Gone on" not in made(run, demo, "--name", "one")


def test_a_long_folder_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    def peak(steps: int) -> int:
        simulation = open_simulation(write_saved(tmp_path / str(steps), steps=steps))
        return min(once(simulation, steps) for _ in range(3))  # the minimum: other threads allocate too

    def once(simulation: Simulation, steps: int) -> int:
        gc.collect()
        tracemalloc.start()
        try:
            assert sum(1 for _ in simulation.frames()) == steps
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(1000) < peak(100) * 2


# --- damage

ADA = Path("personas/Ada Reed/bootstrap_memory")
NODES = ADA / "associative_memory" / "nodes.json"


def write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def put(name: str | Path, text: str) -> Callable[[Path], None]:
    return lambda folder: write(folder / name, text.encode())


def change(name: str | Path, old: str, new: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return spoil


def gone(name: str | Path) -> Callable[[Path], None]:
    return lambda folder: shutil.rmtree(folder / name) if (folder / name).is_dir() else (folder / name).unlink()


def cut(name: str | Path) -> Callable[[Path], None]:
    return lambda folder: write(folder / name, (folder / name).read_bytes()[:-40])


def latin(name: str | Path) -> Callable[[Path], None]:
    return lambda folder: write(folder / name, '{"name": "Renée"}'.encode("latin-1"))


def loop(name: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(folder / name)

    return spoil


def with_meta(**more: Any) -> Callable[[Path], None]:
    return lambda folder: write_json(folder / "reverie" / "meta.json", {**meta(40), **more})


DAMAGE: dict[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "no nodes": (gone(NODES), ("nodes.json", "missing")),
    "a missing folder of a person": (gone("personas/Tom Hale"), ("Tom Hale", "missing")),
    "a cut-off scratch": (cut(ADA / "scratch.json"), ("scratch.json", "ends too early")),
    "cut-off nodes": (cut(NODES), ("nodes.json", "ends too early")),
    "a cut-off step": (cut("movement/7.json"), ("7.json", "ends too early")),
    "an empty file": (put("movement/7.json", ""), ("7.json", "too early")),
    "no JSON": (put("movement/7.json", "hello"), ("7.json", "not valid JSON")),
    "a list for a table": (put("reverie/meta.json", "[]"), ("meta.json", "not a table")),
    "a date that is none": (with_meta(start_date="soon"), ("meta.json > start_date", "not a date")),
    "a huge step": (with_meta(step=10**14), ("meta.json > step", "too large")),
    "a negative step": (with_meta(step=-3), ("meta.json > step",)),
    "a name that is a path": (
        with_meta(persona_names=["../../etc"]),
        ("meta.json > persona_names", "outside the folder"),
    ),
    "no people": (with_meta(persona_names=[]), ("meta.json > persona_names", "no people")),
    "a node without a number": (change(NODES, '"node_3":', '"third":'), ("nodes.json > third",)),
    "Latin-1": (latin(ADA / "scratch.json"), ("scratch.json", "not UTF-8")),
    "a link to itself": (loop("movement/7.json"), ("7.json",)),
}
"""What the original's own loaders refuse."""


@pytest.mark.parametrize("kind", DAMAGE)
def test_damaged_input_is_named_by_file_and_field_and_nothing_is_half_imported(
    run: Run, there: Path, home: Path, kind: str
) -> None:
    folder = write_saved(there)
    spoil, expected = DAMAGE[kind]
    spoil(folder)
    message = refused(run, folder)
    assert all(part in message for part in expected), message
    assert brought() == []
    assert not path_for("little-1").exists()
    assert not [name for name in left(home) if name.endswith(".part")]


def test_a_step_that_is_missing_is_reported_and_people_stay_where_they_were(run: Run, there: Path) -> None:
    folder = write_saved(there)
    (folder / "movement" / "3.json").unlink()
    assert "steps without a file: people stay where they were: 3" in made(run, folder)


def test_mixed_line_ends_are_read(run: Run, there: Path) -> None:
    folder = write_saved(there)
    path = folder / ADA / "scratch.json"
    path.write_bytes(json.dumps(json.loads(path.read_text()), indent=1).replace("\n", "\r\n", 5).encode())
    made(run, folder)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nothing", "There is nothing at this path"),
        ("town.tmx", "Save it in Tiled as JSON"),
        ("a.txt", "cannot be imported"),
    ],
)
def test_invalid_input_is_reported(run: Run, tmp_path: Path, name: str, expected: str) -> None:
    if name != "nothing":
        (tmp_path / name).write_text("x")
    assert expected in refused(run, tmp_path / name)


def test_a_folder_of_simulations_lists_them(run: Run, there: Path) -> None:
    write_base(there)
    write_saved(there)
    assert "There are 2 simulations in this folder: base_littleton, little-1." in refused(run, there / "storage")
