from pathlib import Path

import pytest

from milkwood.bridge.simulation import BASE, DEMO, SAVED, open_simulation
from tests.bridge.little import movement, write_base, write_demo, write_saved


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
    assert simulation.notes == ["Step 3 is missing: people stay where they were."]


def test_going_on_from_a_step_gives_the_rest(tmp_path: Path) -> None:
    for folder in (write_saved(tmp_path), write_demo(tmp_path)):
        steps = [step for step, _ in open_simulation(folder).frames(first=30)]
        assert steps == list(range(30, 40))


def test_action_and_place_are_separated(tmp_path: Path) -> None:
    shown = dict(open_simulation(write_saved(tmp_path)).frames())[0]["Ada Reed"]
    said = movement(0)["persona"]["Ada Reed"]["description"]
    assert f"{shown.what} @ {shown.address}" == said


def test_a_clock_that_is_wrong_is_noted(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    path = folder / "reverie" / "meta.json"
    path.write_text(path.read_text().replace("00:06:40", "09:00:00"))
    assert "by its steps it is 2024-03-04 00:06:40" in open_simulation(folder).notes[0]


@pytest.mark.parametrize("name", ["../Ada", "/etc", "..", "a\\b"])
def test_a_name_is_not_a_path(tmp_path: Path, name: str) -> None:
    from milkwood.bridge.reading import Unreadable
    from tests.bridge.little import meta, write_json

    folder = write_saved(tmp_path)
    write_json(folder / "reverie" / "meta.json", meta(40, persona_names=[name]))
    with pytest.raises(Unreadable, match=r"meta\.json > persona_names"):
        open_simulation(folder)
