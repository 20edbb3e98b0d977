"""Odd simulations of forks are exported unchanged, as far as the original can load them."""

import json
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.errors import SetupError
from milkwood.exchange import importing, run_import
from milkwood.exchange.importing import ImportOptions, import_path
from milkwood.run import new_run
from milkwood.run.pack import fork
from milkwood.towns import load
from milkwood.towns.shelf import find, own_folder
from tests.bridge import little
from tests.cli.imports import home
from tests.cli.test_unchanged import differences, exported
from tests.instruments.damage import make_format_5, rewritten

__all__ = ["home"]

MEMORY = Path("personas/Ada Reed/bootstrap_memory/associative_memory")


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A save with what forks add: fields, marks, positions that lag behind, vectors of other kinds."""
    little.write_maze(tmp_path)
    folder = little.write_saved(tmp_path, 400)
    for step in range(400):
        moved = little.movement(step)
        moved["meta"] = {"curr_time": f"March 04, 2024, {step * 10 // 3600:02}:{step // 6 % 60:02}:{step % 6}0"}
        moved["persona"]["Ada Reed"]["pronunciatio"] = "🧠💡->🥖"
        if step == 7:
            moved["persona"]["Ada Reed"]["vitality"] = {"hp": 3}
            moved["meta"]["weather"] = "rain"
        little.write_json(folder / "movement" / f"{step}.json", moved)
        behind = little.movement(max(0, step - 1))["persona"]
        after = {
            name: {"maze": "littleton", "x": each["movement"][0], "y": each["movement"][1]}
            for name, each in behind.items()
        }
        little.write_json(folder / "environment" / f"{step + 1}.json", after)
    vectors: dict[str, Any] = {each["embedding_key"]: [0.1, -1 / 3, 7.0] for each in nodes_in(folder).values()}
    little.write_json(folder / MEMORY / "embeddings.json", {**vectors, "aprons wear out": None, "unused": [1.5, 0, 1]})
    other = Path(str(MEMORY).replace("Ada Reed", "Tom Hale"))
    little.write_json(folder / other / "embeddings.json", {"unused": [1.25, 0, 1]})
    little.write_json(folder / MEMORY / "kw_strength.json", {"kw_strength_event": {"dough": 7}, "mine": 1})
    return folder


def nodes_in(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / MEMORY / "nodes.json").read_text())
    return found


def imported(source: Path, name: str = "it") -> Path:
    import_path(source, ImportOptions(name))
    return path_for(name)


def test_additions_of_forks_are_exported_unchanged(odd: Path, tmp_path: Path) -> None:
    found = differences(odd, exported(imported(odd), tmp_path / "out"))
    needed = ("scratch.json", "kw_strength.json")
    added = [each for each in found if any(name in each for name in needed) and each.endswith("more")]
    assert [each for each in found if each not in added] == []
    assert not any("relationship" in each or "milkwood" in each for each in added)


def test_fields_and_files_that_the_original_needs_are_added(odd: Path, tmp_path: Path) -> None:
    for name in ("embeddings", "kw_strength"):
        (odd / MEMORY / f"{name}.json").unlink()
    (odd / "movement" / "9.json").unlink()
    out = exported(imported(odd), tmp_path / "out")
    vectors = json.loads((out / MEMORY / "embeddings.json").read_text())
    assert set(vectors) == {node["embedding_key"] for node in nodes_in(odd).values()}
    assert json.loads((out / MEMORY / "kw_strength.json").read_text())["kw_strength_thought"] is not None
    missing, before = (json.loads((out / "movement" / f"{step}.json").read_text())["persona"] for step in (9, 8))
    assert missing["Tom Hale"]["movement"] == [7, 6], "where the positions say he was"
    assert missing["Ada Reed"] == before["Ada Reed"]


def test_a_gap_between_memories_is_closed_since_the_original_cannot_load_it(odd: Path, tmp_path: Path) -> None:
    nodes = nodes_in(odd)
    del nodes["node_2"]
    little.write_json(odd / MEMORY / "nodes.json", nodes)
    found = nodes_in(exported(imported(odd), tmp_path / "out"))
    assert list(found) == [f"node_{number}" for number in range(5, 0, -1)]
    assert [found[f"node_{number}"]["node_count"] for number in range(1, 6)] == [1, 2, 3, 4, 5]
    assert found["node_3"]["filling"] == ["node_2"]
    assert found["node_2"]["filling"] == little.CHAT


def test_an_import_that_was_interrupted_keeps_the_same(
    odd: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = exported(imported(odd, "whole"), tmp_path / "whole")
    keep = run_import.RunImport._keep_mark

    def stopped(self: Any, *given: Any) -> None:
        keep(self, *given)
        raise KeyboardInterrupt

    monkeypatch.setattr(run_import.RunImport, "_keep_mark", stopped)
    with pytest.raises(KeyboardInterrupt):
        imported(odd, "parts")
    monkeypatch.setattr(run_import.RunImport, "_keep_mark", keep)
    parts = exported(imported(odd, "parts"), tmp_path / "parts")
    assert differences(whole, parts) == []


def test_a_fork_in_the_imported_past_has_what_was_before_it_and_no_more(odd: Path, tmp_path: Path) -> None:
    fork(imported(odd), 360, tmp_path / "fork.milkwood", "fork")
    with Chronicle.read(tmp_path / "fork.milkwood") as reader:
        assert {tick for (tick,) in reader.select("SELECT tick FROM origins", ())} == {-1, 359}
    out = exported(tmp_path / "fork.milkwood", tmp_path / "out")
    meta = json.loads((out / "reverie" / "meta.json").read_text())
    assert (meta["step"], meta["fork_sim_code"], meta["maze_name"]) == (360, "it", "littleton")
    for step in (7, 359):
        assert (out / "movement" / f"{step}.json").read_text() == json.dumps(
            json.loads((odd / "movement" / f"{step}.json").read_text()), indent=2
        )
    assert not (out / "movement" / "360.json").exists()
    kept = [{key: node[key] for key in node if key != "milkwood"} for node in nodes_in(out).values()]
    assert kept == list(nodes_in(odd).values())
    scratch = json.loads((out / MEMORY.parent / "scratch.json").read_text())
    assert scratch["lifestyle"] == little.scratch("Ada Reed")["lifestyle"]


def test_a_run_that_was_imported_before_originals_were_kept_goes_out_as_before(odd: Path, tmp_path: Path) -> None:
    path = imported(odd)
    make_format_5(path)
    out = exported(path, tmp_path / "out")
    with Chronicle.read(path) as reader:
        texts = {memory.text for _, person, memory in reader.memories() if person == "ada_reed"}
    assert {node["description"] for node in nodes_in(out).values()} == texts


def test_a_base_keeps_foreign_data_and_gains_its_history(tmp_path: Path) -> None:
    little.write_maze(tmp_path)
    base = little.write_base(tmp_path)
    seen = little.node(1, "event", "Ada Reed is idle", "2024-03-04 00:00:00", keywords=["idle", "Ada Reed"])
    again = {**seen, "node_count": 2, "type_count": 2}
    little.write_json(base / MEMORY / "nodes.json", {"node_2": again, "node_1": seen})
    little.write_json(base / MEMORY / "embeddings.json", {"Ada Reed is idle": [0.25, 0.1]})
    history = tmp_path / "history.csv"
    history.write_text("Name,Whisper\nAda Reed,You like plums.\n", encoding="utf-8")
    import_path(base, ImportOptions("it"))
    import_path(base, ImportOptions("told", history=history))
    for name in ("it", "told"):
        with new_run(load(find(name).folder), path_for(name), name):
            pass
    plain = differences(base, exported(path_for("it"), tmp_path / "out"))
    assert [each for each in plain if not each.endswith("more")] == []
    assert len(nodes_in(tmp_path / "out")) == 2
    told = nodes_in(exported(path_for("told"), tmp_path / "told"))
    assert (told["node_1"], told["node_2"]) == (seen, again)
    assert [node["description"] for name, node in told.items() if name not in ("node_1", "node_2")] == ["I like plums."]


def test_the_origin_of_a_town_that_was_edited_is_not_used(tmp_path: Path) -> None:
    little.write_maze(tmp_path)
    import_path(little.write_base(tmp_path), ImportOptions("it"))
    person = own_folder() / "it" / "people" / "ada_reed.toml"
    person.write_text(person.read_text().replace("She paints on Sundays.", "She sings on Sundays."))
    with new_run(load(find("it").folder), path_for("it"), "it"):
        pass
    out = exported(path_for("it"), tmp_path / "out")
    scratch = json.loads((out / MEMORY.parent / "scratch.json").read_text())
    assert "sings on Sundays" in scratch["learned"]


def test_damaged_files_that_the_original_would_not_read_either_are_noted(odd: Path) -> None:
    (odd / MEMORY / "kw_strength.json").write_text("{")
    (odd / "environment" / "30.json").write_text("")
    made = import_path(odd, ImportOptions("it"))
    assert not isinstance(made, importing.ImportedTown)
    assert isinstance(made, run_import.ImportedRun)
    said = "\n".join(detail for entry in made.report.entries() for detail in entry.details)
    assert "kw_strength.json" in said
    assert "30.json" in said


def test_an_unreadable_origin_is_named(odd: Path, tmp_path: Path) -> None:
    path = imported(odd)
    with rewritten(path) as connection:
        connection.execute("UPDATE origins SET content = x'00' WHERE name = 'nodes'")
    with pytest.raises(SetupError, match="what was imported cannot be read"):
        exported(path, tmp_path / "out")
