"""Whatever the original's own loaders take is imported, and the report says what was odd."""

import json
import shutil
import tarfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.bridge import ground, nodes, pack
from milkwood.bridge.maze import read_matrix
from milkwood.bridge.places import Places
from milkwood.bridge.report import ImportReport
from milkwood.bridge.simulation import open_simulation
from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.ids import PersonId
from milkwood.towns.shelf import find
from tests.bridge import upstream
from tests.bridge.little import HEIGHT, NAMES, WIDTH, meta, write_base, write_json, write_maze, write_saved
from tests.bridge.loading import SCRATCH_FIELDS, is_loaded
from tests.bridge.upstream import needs_data
from tests.cli.conftest import Run
from tests.cli.imports import home, lived_on, made, there

__all__ = ["home", "there"]

ADA = Path("personas/Ada Reed/bootstrap_memory")
SCRATCH, NODES = ADA / "scratch.json", ADA / "associative_memory" / "nodes.json"
SPATIAL, VECTORS = ADA / "spatial_memory.json", ADA / "associative_memory" / "embeddings.json"
META = Path("reverie/meta.json")
SEVENTH, THIRTEENTH = Path("movement/7.json"), Path("movement/13.json")
MINUS = "minutes below zero in a plan: later entries begin earlier"


def whole(folder: Path) -> Path:
    """A simulation with all files and fields that the original's loaders ask for."""
    step = json.loads((folder / META).read_text())["step"]
    ends = {"Ada Reed": (8, 3), "Tom Hale": (7, 4)} if step else {"Ada Reed": (1, 1), "Tom Hale": (1, 8)}
    write_json(
        folder / "environment" / f"{step}.json",
        {name: {"maze": "littleton", "x": x, "y": y} for name, (x, y) in ends.items()},
    )
    for name in NAMES:
        place = folder / "personas" / name / "bootstrap_memory"
        scratch = json.loads((place / "scratch.json").read_text())
        usual = dict.fromkeys(SCRATCH_FIELDS) | {"act_event": [name, None, None], "act_obj_event": []}
        write_json(place / "scratch.json", usual | scratch)
        strengths: dict[str, Any] = {"kw_strength_event": {}, "kw_strength_thought": {}}
        write_json(place / "associative_memory" / "kw_strength.json", strengths)
    return folder


def changed(path: Path, change: Callable[[Any], Any]) -> Callable[[Path], None]:
    """Change the content of a JSON file."""

    def spoil(folder: Path) -> None:
        found = json.loads((folder / path).read_text())
        result = change(found)
        (folder / path).write_text(json.dumps(found if result is None else result))

    return spoil


def put(path: Path, *keys: Any, value: Any) -> Callable[[Path], None]:
    """Set one value of a JSON file."""

    def change(found: Any) -> None:
        for key in keys[:-1]:
            found = found[key]
        found[keys[-1]] = value

    return changed(path, change)


ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "negative minutes": (
        put(SCRATCH, "f_daily_schedule", value=[["sleeping", 400], ["washing", 1049], ["sleeping", -9]]),
        f"{MINUS}: f_daily_schedule > 2: “sleeping, -9”",
    ),
    "a short day": (put(SCRATCH, "f_daily_schedule", value=[["sleeping", 60]]), "f_daily_schedule: “60 min”"),
    "a plan in words": (put(SCRATCH, "f_daily_schedule", value="a nap"), "f_daily_schedule: “a nap”"),
    "a deed without minutes": (put(SCRATCH, "f_daily_schedule", 1, value=["washing"]), "f_daily_schedule > 1"),
    "a deed with more": (put(SCRATCH, "f_daily_schedule", 1, value=["washing", 60, "x"]), "f_daily_schedule > 1"),
    "endless minutes": (put(SCRATCH, "f_daily_schedule", 1, 1, value=1e300), "f_daily_schedule > 1"),
    "minutes in quotes": (put(SCRATCH, "f_daily_schedule", 1, 1, value="60"), "f_daily_schedule > 1"),
    "an age in words": (put(SCRATCH, "age", value="old"), "age: “old” → 30"),
    "an age out of range": (put(SCRATCH, "age", value=10**9), "age: “1000000000” → 120"),
    "no age": (put(SCRATCH, "age", value=None), "age: 30"),
    "a float": (put(SCRATCH, "vision_r", value=6.5), "vision_r: “6.5” → 6"),
    "a list of traits": (put(SCRATCH, "innate", value=["kind", "calm"]), "innate: a list → kind, calm"),
    "a text that is a table": (put(SCRATCH, "learned", value={"a": 1}), "learned: a table"),
    "an unknown field": (put(SCRATCH, "mood", value="glad"), "unknown fields, kept for an export mood"),
    "another name": (put(SCRATCH, "name", value="Bo Reed"), "Bo Reed → Ada Reed"),
    "a tile in words": (put(SCRATCH, "curr_tile", value="here"), "curr_tile: “here”"),
    "a way that is none": (put(SCRATCH, "planned_path", value=[[1, 2], "x"]), "planned_path > 1"),
    "odd relationships": (
        put(SCRATCH, "relationship", value={"Tom Hale": 3, "Zed": None}),
        "relationships to unknown people: Zed",
    ),
    "a number that is none": (
        changed(SCRATCH, lambda found: found | {"recency_w": float("nan")}),
        "values that are no JSON",
    ),
    "half a character": (put(SCRATCH, "currently", value="glad \ud83d"), "values that are no JSON"),
    "no scratch": (lambda folder: (folder / SCRATCH).unlink(), "there is no scratch.json"),
    "no spatial memory": (lambda folder: (folder / SPATIAL).unlink(), "there is no spatial memory"),
    "a spatial memory that is none": (changed(SPATIAL, lambda _: [1]), "a spatial memory that is no table: a list"),
    "a place that is nowhere": (
        put(SPATIAL, "Littleton", "Moon Base", value={}),
        "known places that are not on the map: Moon Base",
    ),
    "no place to live": (
        put(SCRATCH, "living_area", value="Littleton:Moon Base:dome"),
        "bed: Littleton:Moon Base:dome → Ada Reed's house:main room:bed",
    ),
    "a node of an unknown type": (
        put(NODES, "node_3", "type", value="dream"),
        "memories of an unknown type: node_3: “dream”",
    ),
    "evidence on nothing": (put(NODES, "node_4", "filling", value=["node_3", "node_999"]), "node_4 → node_999"),
    "a deleted node": (
        changed(NODES, lambda found: found.pop("node_2") and None),
        "numbers without a memory: it was deleted: node_2",
    ),
    "a memory of the future": (
        put(NODES, "node_6", "created", value="2099-01-01 00:00:00"),
        "memories dated after the last step, taken as of that step: node_6",
    ),
    "a memory of the past": (
        put(NODES, "node_6", "created", value="1999-01-01 00:00:00"),
        "memories from before the first step: node_6",
    ),
    "great importance": (put(NODES, "node_6", "poignancy", value=99), "node_6 > poignancy: “99” → 10"),
    "importance in words": (put(NODES, "node_6", "poignancy", value="high"), "node_6 > poignancy: “high” → 1"),
    "no text": (put(NODES, "node_6", "description", value=None), "memories without a text or a date: node_6"),
    "half a line of a talk": (
        put(NODES, "node_3", "filling", value=[["Tom Hale", "Hi"], ["Ada Reed"]]),
        "lines of talks without a speaker or a text: node_3",
    ),
    "a vector that is none": (
        put(VECTORS, "aprons wear out", value=[1, "b"]),
        "vectors that are none: aprons wear out",
    ),
    "no vectors": (
        lambda folder: (folder / VECTORS).unlink(),
        "there are no vectors: ours are made when they are needed",
    ),
    "an unknown person in a step": (
        put(SEVENTH, "persona", "Zed Zed", value={"movement": [1, 1]}),
        "people in the steps who are not in the simulation: Zed Zed",
    ),
    "a tile beyond the map": (
        put(SEVENTH, "persona", "Tom Hale", "movement", value=[7000, 1]),
        "7.json > Tom Hale: a list (7000, 1)",
    ),
    "a step in words": (put(SEVENTH, "persona", "Tom Hale", value="away"), "7.json > Tom Hale: “away”"),
    "a line without a text": (
        put(THIRTEENTH, "persona", "Tom Hale", "chat", value=[["Tom Hale"]]),
        "13.json > Tom Hale > chat: a list",
    ),
    "a step that is missing": (
        lambda folder: (folder / "movement/3.json").unlink(),
        "steps without a file: people stay where they were: 3",
    ),
    "a person named twice": (
        put(META, "persona_names", value=[*NAMES, NAMES[0]]),
        "people who are named twice, taken once: Ada Reed",
    ),
    "people in another order": (put(META, "persona_names", value=[*reversed(NAMES)]), ""),
    "a stranger's folder": (
        lambda folder: shutil.copytree(folder / "personas/Tom Hale", folder / "personas/Zed Zed"),
        "folders of people who are not in the simulation: Zed Zed",
    ),
    "half a second a step": (put(META, "sec_per_step", value=9.6), "sec_per_step: “9.6” → 10"),
    "no seconds at all": (put(META, "sec_per_step", value=0), "sec_per_step: “0” → 1"),
    "another hour": (
        put(META, "curr_time", value="March 04, 2024, 07:06:40"),
        "2024-03-04 00:00:00 → 2024-03-04 07:00:00",
    ),
    "19 million steps": (put(META, "step", value=19_000_000), "step: 19,000,000 → 40"),
    "a byte order mark": (
        lambda folder: (folder / SCRATCH).write_bytes(b"\xef\xbb\xbf" + (folder / SCRATCH).read_bytes()),
        "",
    ),
}
"""What the original takes or overlooks, with a part of our report on it."""


@pytest.mark.parametrize("kind", ODD)
def test_what_is_odd_is_imported_and_reported(run: Run, there: Path, kind: str) -> None:
    folder = whole(write_saved(there))
    spoil, expected = ODD[kind]
    spoil(folder)
    made(run, folder)
    said = run("import", "--report", "little-1").output
    assert expected in said
    with Chronicle.read(path_for("little-1")) as reader:
        assert reader.end >= 40


def test_a_saved_run_with_negative_minutes_goes_on_at_the_right_entry_of_the_plan(run: Run, there: Path) -> None:
    folder = whole(write_saved(there))
    plan = [["sleeping", 2], ["washing", 10], ["sleeping", -9], ["baking", 1437]]
    put(SCRATCH, "f_daily_schedule", value=plan)(folder)
    made(run, folder)
    with Chronicle.read(path_for("little-1")) as reader:
        snapshot = reader.snapshot_before(reader.settled)
    assert snapshot is not None
    planned = snapshot.minds[PersonId("ada_reed")]["mind"]["state"]["day"]["plan"]
    # The original looks for the first entry that ends after now: washing until minute 12, then baking.
    assert [(each["start"], each["what"]) for each in planned] == [(12, "washing"), (72, "baking")]


def test_a_run_of_many_steps_without_files_is_made_at_once_and_goes_on(run: Run, there: Path) -> None:
    folder = whole(write_saved(there))
    put(META, "step", value=3_000_000)(folder)
    write_json(folder / "environment" / "3000000.json", {name: {"maze": "", "x": 7, "y": 5} for name in NAMES})
    made(run, folder)
    with Chronicle.read(path_for("little-1")) as reader:
        assert reader.end == 3_000_000
        assert len(reader.snapshots()) < 10
    assert lived_on("little_1", "little-1", 3_000_400)["DeedBegan"] >= 1


# --- the report


def test_the_report_is_in_the_run_in_its_town_and_in_its_forks(run: Run, there: Path) -> None:
    told = json.loads(made(run, whole(write_saved(there)), "--json"))
    assert told["report"]["counts"]["read"] > 10
    shown = json.loads(run("import", "--report", "little-1", "--json").output)
    assert shown == told["report"]
    assert run("fork", "little-1", "other").exit_code == 0
    assert json.loads(run("import", "--report", "other", "--json").output) == shown
    base = json.loads(made(run, write_base(there), "--json"))
    assert run("run", "base_littleton", "--name", "day", "--ticks", "3", "--quiet").exit_code == 0
    in_town, in_run = (
        json.loads(run("import", "--report", name, "--json").output) for name in ("base_littleton", "day")
    )
    assert in_town == in_run == base["report"]
    assert "work place" in [entry["topic"] for entry in in_town["entries"] if entry["person"] == "ada_reed"]


def test_what_was_not_imported_has_no_report(run: Run) -> None:
    result = run("import", "--report", "gull_quay")
    assert (result.exit_code, "has no report of an import" in result.stderr) == (2, True)


def test_the_report_speaks_chinese(run: Run, there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(run, whole(write_saved(there)))
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
    said = run("import", "--report", "little-1").output
    assert "导入报告" in said
    assert "工作地点" in said
    assert "known places" not in said


def test_a_report_has_a_bounded_size_whatever_is_in_it() -> None:
    report = ImportReport()
    for number in range(20_000):
        report.add("dropped", f"topic {number}", "x" * 5000 + str(number), person=f"p{number % 7}")
        report.add("changed", "one topic", number)
    assert len(json.dumps(report.plain())) < 3_000_000
    assert report.left_out > 10_000
    (entry,) = report.entries("", ["changed"])
    assert (entry.count, entry.details) == (20_000, ["0", "1", "2", "3", "4"])
    assert ImportReport.of_plain(report.plain()).plain() == report.plain()


KEYS = st.sampled_from(["entries", "sort", "topic", "details", "names", "count"])
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(PLAIN)
def test_any_json_can_be_read_as_a_report(plain: Any) -> None:
    ImportReport.of_plain(plain if isinstance(plain, dict) else {"entries": plain}).plain()


# --- all that the original loads

TEXTS = ["", "8am", "node_9", "March 04, 2024, 00:00:00", "2024-03-04 00:00:10", "\ud800", "Tom Hale", "from 9 to 5"]
NUMBERS = st.integers(-(10**20), 10**20) | st.floats()
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=8) | st.sampled_from(TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
FILES = (SCRATCH, SCRATCH, NODES, SPATIAL, VECTORS, META, Path("movement/5.json"), Path("environment/40.json"))


def mutated(found: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
    """A value with one random part replaced, added or removed."""
    if isinstance(found, dict) and found and draw(st.integers(0, 9)) < 8:
        key = draw(st.sampled_from(sorted(found)))
        act = draw(st.integers(0, 9))
        if act == 0:
            return {name: each for name, each in found.items() if name != key}
        return found | ({draw(st.text(max_size=5)): draw(JSON)} if act == 1 else {key: mutated(found[key], draw)})
    if isinstance(found, list) and found and len(found) < 100 and draw(st.booleans()):
        at = draw(st.integers(0, len(found) - 1))
        return [*found[:at], mutated(found[at], draw), *found[at + 1 :]]
    return draw(JSON)


def read_all(folder: Path, town: Places, out: Path) -> ImportReport:
    """Everything that an import reads of a simulation, and the people of its pack."""
    simulation = open_simulation(folder)
    people = simulation.people()
    simulation.size = WIDTH, HEIGHT
    for person in people:
        nodes.nodes_of(folder / "personas", person.name, person.id, simulation.report)
        list(nodes.vectors_of(folder / "personas", person.name, person.id, simulation.report))
    simulation.begins()
    list(simulation.frames())
    plan = pack.Plan(
        "it", "it", "it", simulation.meta.start, simulation.meta.seconds, people, town, folder, report=simulation.report
    )
    pack.write(plan, out)
    for path in out.glob("people/*.toml"):
        tomllib.loads(path.read_text(encoding="utf-8"))
    return simulation.report


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Places]:
    """A saved run that the original loads, and its town."""
    root = tmp_path_factory.mktemp("odd")
    write_maze(root)
    folder = whole(write_saved(root, steps=40))
    return folder, Places.of_ground(ground.plan(read_matrix(root / "littleton" / "matrix")))


@settings(max_examples=80)
@given(data=st.data())
def test_whatever_the_original_loads_is_read(sample: tuple[Path, Places], data: st.DataObject) -> None:
    folder, town = sample
    chosen = data.draw(st.lists(st.sampled_from(FILES), min_size=1, max_size=3))
    before = {path: (folder / path).read_bytes() for path in chosen}
    try:
        for path in chosen:
            found = mutated(json.loads((folder / path).read_text()), data.draw)
            (folder / path).write_text(json.dumps(found))
        if is_loaded(folder, WIDTH, HEIGHT):
            report = read_all(folder, town, folder.parent / "out")
            json.dumps(report.plain(), allow_nan=False).encode()
    finally:
        shutil.rmtree(folder.parent / "out", ignore_errors=True)
        for path, content in before.items():
            (folder / path).write_bytes(content)


def test_the_sample_of_the_property_is_loaded_by_the_original(tmp_path: Path) -> None:
    assert is_loaded(whole(write_saved(tmp_path)), WIDTH, HEIGHT)
    assert not is_loaded(write_saved(tmp_path / "other"), WIDTH, HEIGHT)


# --- published saves


@needs_data
@pytest.mark.long
def test_the_published_run_with_minus_nine_minutes_is_imported(run: Run, tmp_path: Path) -> None:
    with tarfile.open(upstream.DATA / "saved" / "july1_step-3-14.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    folder = next(tmp_path.glob("July1*"))
    path = folder / "personas/Maria Lopez/bootstrap_memory/scratch.json"
    scratch = json.loads(path.read_text())
    scratch["f_daily_schedule"][89][1] = -9  # as the original wrote it: its day then has 1,440 minutes
    assert sum(minutes for _, minutes in scratch["f_daily_schedule"]) == 1440
    path.write_text(json.dumps(scratch))
    said = made(run, folder, "--to", upstream.MATRIX, "--name", "j14")
    assert f"{MINUS}: f_daily_schedule > 89: “sleeping, -9”" in said
    assert "are not 24 hours long" not in said
    assert lived_on("j14", "j14", meta(6137)["step"] + 2000)["DeedBegan"] > 10
    assert find("j14").folder.is_dir()
