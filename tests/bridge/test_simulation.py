import json
import shutil
from datetime import datetime
from pathlib import Path

import pytest

from milkwood.bridge.simulation import BASE, DEMO, SAVED, SHORT_GAP_STEPS, open_simulation
from tests.bridge.little import NAMES, meta, movement, write_base, write_demo, write_json, write_saved


def test_a_folder_says_what_it_is(tmp_path: Path) -> None:
    found = [open_simulation(write(tmp_path)).kind for write in (write_base, write_saved, write_demo)]
    assert found == [BASE, SAVED, DEMO]


def test_people_come_in_the_order_of_the_simulation_with_all_of_their_fields(tmp_path: Path) -> None:
    ada, tom = open_simulation(write_saved(tmp_path)).people()
    assert (ada.name, ada.id, ada.age, tom.id) == ("Ada Reed", "ada_reed", 33, "tom_hale")
    assert ada.relationships == (("Tom Hale", "old friend", "glad of him"),)
    assert [minutes for _, minutes in ada.schedule] == [360, 60, 600, 420]
    assert ada.action is not None
    assert ada.action.what == "baking at Plum Cafe (kneading)"
    assert ada.raw["concept_forget"] == 100


def test_a_demo_and_its_files_show_the_same(tmp_path: Path) -> None:
    saved = [dict(frame) for _, frame in open_simulation(write_saved(tmp_path)).frames()]
    state: dict[str, object] = {}
    for (step, frame), whole in zip(open_simulation(write_demo(tmp_path)).frames(), saved, strict=True):
        state |= frame
        assert state == whole, step


def test_a_step_without_a_file_is_noted_and_the_next_position_is_taken_where_there_is_one(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    (folder / "movement" / "3.json").unlink()
    (folder / "movement" / "5.json").unlink()
    (folder / "environment" / "6.json").write_text('{"Ada Reed": {"maze": "littleton", "x": 6, "y": 3}}')
    simulation = open_simulation(folder)
    frames = dict(simulation.frames())
    assert frames[3] == {}
    assert frames[5]["Ada Reed"].tile == (6, 3)
    (entry,) = simulation.step_report.entries("")
    assert (entry.topic, entry.details) == ("steps without a file: people stay where they were", ["3"])


def test_going_on_from_a_step_gives_the_rest(tmp_path: Path) -> None:
    for folder in (write_saved(tmp_path), write_demo(tmp_path)):
        steps = [step for step, _ in open_simulation(folder).frames(first=30)]
        assert steps == list(range(30, 40))


def test_action_and_place_are_separated(tmp_path: Path) -> None:
    shown = dict(open_simulation(write_saved(tmp_path)).frames())[0]["Ada Reed"]
    said = movement(0)["persona"]["Ada Reed"]["description"]
    assert f"{shown.what} @ {shown.address}" == said


def test_the_first_step_follows_from_the_current_time_as_for_the_original(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    path = folder / "reverie" / "meta.json"
    path.write_text(path.read_text().replace("00:06:40", "07:06:40"))
    simulation = open_simulation(folder)
    assert simulation.meta.time(0) == datetime(2024, 3, 4, 7)
    (entry,) = simulation.report.entries("")
    assert entry.details == ["2024-03-04 00:00:00 → 2024-03-04 07:00:00"]


def test_a_number_of_steps_without_files_ends_with_the_last_file_at_once(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    write_json(folder / "reverie" / "meta.json", meta(40) | {"step": 19_000_000})
    simulation = open_simulation(folder)
    assert simulation.meta.step == 40
    assert "step: 19,000,000 → 40" in [detail for entry in simulation.report.entries() for detail in entry.details]
    shutil.rmtree(folder / "movement")
    shutil.rmtree(folder / "environment")
    assert open_simulation(folder).kind == BASE


def test_a_long_time_without_files_is_passed_over_when_its_end_is_known(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    write_json(folder / "reverie" / "meta.json", meta(40) | {"step": 19_000_000})
    places = {name: {"maze": "littleton", "x": 7, "y": 5} for name in NAMES}
    write_json(folder / "environment" / "19000000.json", places)
    simulation = open_simulation(folder)
    steps = [step for step, _ in simulation.frames()]
    assert (simulation.meta.step, steps[-1], len(steps)) == (19_000_000, 18_999_999, 40 + SHORT_GAP_STEPS + 1)


def test_steps_of_a_demo_may_come_in_any_order(tmp_path: Path) -> None:
    folder = write_demo(tmp_path)
    right = [(step, dict(frame)) for step, frame in open_simulation(folder).frames()]
    path = folder / "master_movement.json"
    write_json(path, dict(reversed(json.loads(path.read_text()).items())) | {"x": {}})
    simulation = open_simulation(folder)
    assert [(step, dict(frame)) for step, frame in simulation.frames()] == right
    topics = {entry.topic for entry in simulation.report.entries()}
    assert topics == {"steps of a demo that are not in order, put in order", "entries of a demo that are no step"}


@pytest.mark.parametrize("name", ["../Ada", "/etc", "..", "a\\b"])
def test_a_name_is_not_a_path(tmp_path: Path, name: str) -> None:
    from milkwood.bridge.reading import Unreadable

    folder = write_saved(tmp_path)
    write_json(folder / "reverie" / "meta.json", meta(40, persona_names=[name]))
    with pytest.raises(Unreadable, match=r"meta\.json > persona_names"):
        open_simulation(folder)
