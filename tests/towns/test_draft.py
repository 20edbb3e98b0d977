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
