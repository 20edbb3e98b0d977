import pytest

from milkwood.ids import ThingId
from milkwood.towns import load
from milkwood.words import ENGLISH
from tests.towns.conftest import TinyPack


def test_all_faults_are_found_in_one_go(tiny: TinyPack) -> None:
    tiny.swap("town.toml", "seconds_per_tick = 10", "seconds_per_tick = -1")
    tiny.layer("ground", lambda layer: layer["data"].__setitem__(0, 0))
    tiny.write("people/ada.toml", "id =")
    tiny.swap("people/ben.toml", '["Green"]', '["Sea"]')
    tiny.swap("scenarios/picnic.toml", "importance = 8", "importance = 0")
    files = [error.partition(" ")[0].rstrip(",:") for error in tiny.errors()]
    assert files == ["town.toml", "map.tmj", "people/ada.toml", "scenarios/picnic.toml", "people/ben.toml"]


def test_a_town_without_people_is_named(tiny: TinyPack) -> None:
    for path in (tiny.folder / "people").iterdir():
        path.unlink()
    assert "people/: Nobody lives in this town. Add a file for each person." in tiny.errors()


def test_a_town_without_scenarios_is_named(tiny: TinyPack) -> None:
    for path in (tiny.folder / "scenarios").iterdir():
        path.unlink()
    assert tiny.errors() == ["scenarios/: The town has no scenario. Add at least one, with its cast."]


def test_a_person_whose_file_is_broken_may_still_be_named_by_others(tiny: TinyPack) -> None:
    tiny.swap("people/cleo.toml", "age = 32", "age = -1")
    assert [error.split(":")[0] for error in tiny.errors()] == ["people/cleo.toml > age"]


def test_a_pack_without_a_licence_is_a_warning(tiny: TinyPack) -> None:
    (tiny.folder / "LICENSE").unlink()
    assert tiny.warnings() == ["tinytown: The pack has no LICENSE. Say how others may use it."]


# --- states of things

SMOKING = 'smoking = { en = "smoking", zh = "冒烟", presses = true, mend = { en = "airing the room", zh = "开窗" } }'


def with_states(tiny: TinyPack, states: str, kind: str = "cooking_area") -> None:
    tiny.write("town.toml", f"{tiny.read('town.toml')}\n[things.{kind}.states]\n{states}\n")


def test_a_pack_adds_states_and_replaces_them_by_key(tiny: TinyPack) -> None:
    with_states(tiny, SMOKING + '\non = { en = "lit", zh = "点着火" }\nwarm = { en = "warm", zh = "温着" }')
    assert tiny.problems() == []
    stove = load(tiny.folder).town_map.things[ThingId("House:kitchen:cooking area")].kind
    smoking = stove.recognised("冒烟")
    assert smoking is not None
    assert smoking.mend is not None
    assert (smoking.key, smoking.presses, smoking.mend[ENGLISH]) == ("smoking", True, "airing the room")
    assert [state.key for state in stove.deed_states] == ["on", "warm"]
    assert stove.recognised("点着火") is not None
    assert stove.recognised("开着火") is None
    assert stove.presses("burning")


def test_a_state_is_seen_as_its_key_says_or_as_the_pack_does(tiny: TinyPack) -> None:
    with_states(
        tiny, 'burning = { en = "aflame", zh = "烧着", look = "smoke" }\nleaking = { en = "leaking", zh = "漏水" }'
    )
    assert tiny.problems() == []
    stove = load(tiny.folder).town_map.things[ThingId("House:kitchen:cooking area")].kind
    looks = {state.key: state.look for state in stove.states}
    assert (looks["burning"], looks["leaking"], looks["smoking"], looks["dirty"]) == ("smoke", "water", "smoke", "")


@pytest.mark.parametrize(
    ("kind", "states", "said"),
    [
        ("cooking_aera", SMOKING, "cooking_area"),
        ("cooking_area", 'hot = { en = "hot", zh = "烫", presses = true }', "nothing sets it right"),
        ("cooking_area", 'hot = { en = "hot", zh = "烫", presses = 1 }', "neither true nor false"),
        ("cooking_area", 'hot = { en = "burning", zh = "烫" }', "also the state"),
        ("cooking_area", 'hot = { en = "in use", zh = "烫" }', "also the state"),
        ("cooking_area", 'Hot = { en = "hot", zh = "烫" }', "cannot be an id"),
        ("cooking_area", 'hot = "hot"', "not a table"),
        ("cooking_area", 'hot = { en = "hot", zh = "烫", look = "glitter" }', "no look of the state"),
    ],
)
def test_a_wrong_state_is_reported_with_its_place(tiny: TinyPack, kind: str, states: str, said: str) -> None:
    with_states(tiny, states, kind)
    (problem,) = tiny.problems()
    assert problem.is_error
    assert problem.where.startswith(f"town.toml > things > {kind}")
    assert said in problem.sentence()
