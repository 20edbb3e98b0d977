"""Folders as forks and years of manual edits have left them: odd, but still importable."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from milkwood import towns
from milkwood.bridge.ground import plan
from milkwood.bridge.maze import read_matrix
from milkwood.bridge.places import Places
from milkwood.bridge.residents import residents
from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.ids import PersonId
from milkwood.town.events import DeedBegan
from milkwood.towns.shelf import find
from milkwood.words import ENGLISH
from tests.bridge import upstream
from tests.bridge.little import write_json, write_maze, write_saved
from tests.bridge.upstream import needs_data
from tests.cli.conftest import Run
from tests.cli.imports import lived_on, made

ADA = Path("personas/Ada Reed/bootstrap_memory")
SCRATCH, MEMORY = ADA / "scratch.json", ADA / "associative_memory"
NODES = MEMORY / "nodes.json"
Change = Callable[[Path], None]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("MILKWOOD_HOME", str(folder))
    return folder


def changed(name: Path | str, change: Callable[[Any], Any]) -> Change:
    """A JSON file with one part changed."""

    def apply(folder: Path) -> None:
        table = json.loads((folder / name).read_text())
        write_json(folder / name, change(table) or table)

    return apply


def scratch(**more: Any) -> Change:
    return changed(SCRATCH, lambda table: table.update(more))


def nodes(**more: Any) -> Change:
    return changed(NODES, lambda table: [each.update(more) for each in table.values()] and None)


def gone(*names: Path | str) -> Change:
    def apply(folder: Path) -> None:
        for name in names:
            shutil.rmtree(folder / name) if (folder / name).is_dir() else (folder / name).unlink()

    return apply


def without(name: Path | str, *keys: str) -> Change:
    return changed(name, lambda table: [table.pop(key, None) for key in keys] and None)


def with_meta(**more: Any) -> Change:
    return changed("reverie/meta.json", lambda table: table.update(more))


def steps(change: Callable[[dict[str, Any]], Any]) -> Change:
    """Change every entry of every step."""

    def apply(folder: Path) -> None:
        for path in (folder / "movement").iterdir():
            table = json.loads(path.read_text())
            for each in table["persona"].values():
                change(each)
            write_json(path, table)

    return apply


def times(form: str) -> Change:
    return with_meta(curr_time=form)


ODD: dict[str, Change] = {
    "no files but the two that matter": gone(ADA / "spatial_memory.json", MEMORY / "embeddings.json", "environment"),
    "no relationships": without(SCRATCH, "relationship"),
    "relationships that are null": scratch(relationship=None),
    "relationships with more keys": scratch(
        relationship={"Tom Hale": {"relationship": "old friend", "feeling": "glad of him", "score": 7, "log": []}}
    ),
    "relationships of which something is null": scratch(relationship={"Tom Hale": {"relationship": None}}),
    "a relationship with oneself and a stranger": scratch(
        relationship={"Ada Reed": {"relationship": "me", "feeling": "fine"}, "Zed": {"relationship": "a dog"}}
    ),
    "a relationship in one text": scratch(relationship={"Tom Hale": "old friend"}),
    "nothing is being done": scratch(act_description=None, act_address=None, act_start_time=None, act_duration=None),
    "a deed of which the beginning is null": scratch(act_start_time=None, act_event=[None, None, None]),
    "a deed without a triple": scratch(act_event=None, act_obj_event=None),
    "a deed of null minutes": scratch(act_duration=None),
    "a deed on a random thing": scratch(act_address="Littleton:Plum Cafe:cafe:<random>"),
    "a deed that is a talk": scratch(act_address="<persona> Tom Hale"),
    "a deed that is a wait": scratch(act_address="<waiting> 7 4"),
    "a path of floats": scratch(planned_path=[[8.0, 3.0], [8, 4]], curr_tile=[8.0, 3.0]),
    "a path that is null": scratch(planned_path=None, curr_tile=None),
    "a schedule with minutes in quotes": scratch(f_daily_schedule=[["sleeping", "360"], ["baking", "1080"]]),
    "a schedule with fillers of no minutes": scratch(f_daily_schedule=[["sleeping", 360], ["x", 0], ["baking", 1080]]),
    "a schedule of more than a day": scratch(f_daily_schedule=[["sleeping", 360], ["baking", 1080], ["sleeping", 60]]),
    "a schedule that is null": scratch(f_daily_schedule=None, f_daily_schedule_hourly_org=None),
    "an age in quotes": scratch(age="33"),
    "an age that is null": scratch(age=None),
    "a buffer far below nothing": scratch(chatting_with_buffer={"Tom Hale": -1525}),
    "empty texts": scratch(innate="", learned="", currently="", lifestyle="", daily_plan_req=""),
    "traits in a list": scratch(innate=["patient", "curious"]),
    "unknown keys": scratch(f_daily_new_plan=[], memory_of_the_future={"a": 1}),
    "a time with a T": times("2024-03-04T00:06:40"),
    "a time as memories have it": times("2024-03-04 00:06:40"),
    "a time with fractions": times("2024-03-04 00:06:40.123456"),
    "a time in short": times("Mar 04, 2024, 00:06:40"),
    "a time without seconds": times("March 04, 2024, 00:06"),
    "a beginning with a time": with_meta(start_date="March 04, 2024, 00:00:00"),
    "a beginning with a day in one digit": with_meta(start_date="March 4, 2024"),
    "numbers of the simulation in quotes": with_meta(sec_per_step="10", step="40"),
    "a simulation without a map's name": lambda folder: with_meta(maze_name="littleton", fork_sim_code=None)(folder),
    "a simulation that does not name its people": without("reverie/meta.json", "persona_names"),
    "importance in quotes": nodes(poignancy="5"),
    "importance that is null": nodes(poignancy=None),
    "memories with the least": changed(
        NODES,
        lambda table: {
            key: {name: each[name] for name in ("type", "created", "description")} for key, each in table.items()
        },
    ),
    "memories in a list of evidence that is null": nodes(filling=None),
    "evidence that is one name": nodes(filling="node_1", type="thought"),
    "triples that are null": nodes(subject=None, predicate=None, object=None, keywords=None),
    "a vector that is null": changed(MEMORY / "embeddings.json", lambda table: {**table, "a word": None}),
    "an emoji that is null": steps(lambda each: each.update(pronunciatio=None)),
    "an emoji with the affordable fork's mark": steps(lambda each: each.update(pronunciatio="🧠🚫->🥖")),
    "a deed without a place": steps(lambda each: each.update(description="thinking")),
    "a deed with a place of its own kind": steps(lambda each: each.update(description="a @ b @ Nowhere:at all")),
    "no deed": steps(lambda each: each.update(description=None)),
    "tiles with fractions of nothing": steps(lambda each: each.update(movement=[float(n) for n in each["movement"]])),
    "a talk that is an empty text": steps(lambda each: each.update(chat="")),
    "a talk that is an empty list": steps(lambda each: each.update(chat=[])),
    "steps without a time": changed("movement/3.json", lambda table: {"persona": table["persona"]}),
}


@pytest.mark.parametrize("kind", ODD)
def test_an_odd_folder_is_taken_over(run: Run, tmp_path: Path, kind: str) -> None:
    write_maze(tmp_path)
    folder = write_saved(tmp_path)
    ODD[kind](folder)
    made(run, folder)
    with Chronicle.read(path_for("little-1")) as reader:
        assert reader.end == 40
        assert set(reader.header.cast) == {"ada_reed", "tom_hale"}
    lived_on("little_1", "little-1", 60)


def test_the_affordable_forks_mark_is_left_out_of_what_is_shown(run: Run, tmp_path: Path) -> None:
    write_maze(tmp_path)
    folder = write_saved(tmp_path)
    ODD["an emoji with the affordable fork's mark"](folder)
    made(run, folder)
    with Chronicle.read(path_for("little-1")) as reader:
        shown = {each.event.deed.emoji for each in reader.happenings() if isinstance(each.event, DeedBegan)}
    assert shown == {"🥖"}


# --- bases of other sizes, made from the published one


def derived(folder: Path, count: int) -> dict[str, str]:
    """A base with `count` people: the published ones, then others with their texts; each name with its room."""
    shutil.copytree(upstream.BASE, folder)
    table = json.loads((folder / "reverie" / "meta.json").read_text())
    known = {name: scratch_of(folder, name)["living_area"] for name in table["persona_names"]}
    for name in table["persona_names"][count:]:
        shutil.rmtree(folder / "personas" / name)
        known.pop(name)
    homes = {
        f"the Ville:{each.living_area}" for each in residents(Places.of_ground(plan(read_matrix(upstream.MATRIX))))
    }
    free = sorted(homes - set(known.values()))
    first = next(iter(known))
    for place in range(count - len(known)):
        name = f"Nobody {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[place]}"
        shutil.copytree(folder / "personas" / first, folder / "personas" / name)
        text = (folder / "personas" / name / "bootstrap_memory" / "scratch.json").read_text()
        mine = {**json.loads(text.replace(first, name)), "name": name, "living_area": free[place % len(free)]}
        write_json(folder / "personas" / name / "bootstrap_memory" / "scratch.json", mine)
        known[name] = mine["living_area"]
    write_json(folder / "reverie" / "meta.json", {**table, "persona_names": list(known)})
    return known


def scratch_of(folder: Path, name: str) -> Any:
    return json.loads((folder / "personas" / name / "bootstrap_memory" / "scratch.json").read_text())


@needs_data
@pytest.mark.parametrize("count", [1, 5, 7, 9, 25])
def test_bases_of_the_sizes_that_were_published_are_taken_over(run: Run, tmp_path: Path, count: int) -> None:
    rooms = derived(tmp_path / f"base_{count}", count)
    made(run, tmp_path / f"base_{count}", "--to", upstream.MATRIX)
    pack = towns.load(find(f"base_{count}").folder)
    assert len(pack.people) == count
    for person in pack.people.values():
        name = person.name.in_language(ENGLISH)
        said = scratch_of(tmp_path / f"base_{count}", name)
        assert person.age == said["age"]
        assert person.biography.in_language(ENGLISH) == said["learned"]
        assert ", ".join(trait.in_language(ENGLISH) for trait in person.traits) == said["innate"]
    beds = {person.name.in_language(ENGLISH): person.bed.rpartition(":")[0] for person in pack.people.values()}
    assert beds == {name: room.removeprefix("the Ville:") for name, room in rooms.items()}
    lived_on(f"base_{count}", "day", 30, tmp_path / "day.milkwood")
    assert PersonId("isabella_rodriguez") in pack.people
