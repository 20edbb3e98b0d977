from datetime import datetime

import pytest

from milkwood.errors import SetupError, TownAuthorError
from milkwood.ids import PersonId, RoomId, SectorId, ThingId
from milkwood.town.address import Address
from milkwood.town.places import OpeningHours
from milkwood.town.tile import Tile
from milkwood.towns import BrokenPack, Person, check, load
from milkwood.words import ENGLISH, Language

from .conftest import TinyPack

CHINESE = Language("zh")


def test_a_good_pack_has_no_problems(tiny: TinyPack) -> None:
    assert check(tiny.folder) == []


def test_a_pack_brings_its_name_languages_and_time(tiny: TinyPack) -> None:
    pack = load(tiny.folder)
    assert pack.id == "tinytown"
    assert pack.name[CHINESE] == "小镇"
    assert pack.languages == (ENGLISH, CHINESE)
    assert (pack.view_radius, pack.attention) == (6, 5)
    assert pack.clock.moment(6) == datetime(2023, 3, 10, 7, 1)
    assert pack.map_path.is_file()


def test_the_map_becomes_rooms_things_and_doors(tiny: TinyPack) -> None:
    town = load(tiny.folder).town_map
    assert list(town.sectors) == ["House", "Green"]
    assert town.sectors[SectorId("Green")].hours == OpeningHours(6 * 60, 22 * 60)
    assert town.rooms[RoomId("House:bedroom")].name[CHINESE] == "卧室"
    assert [door.tile for door in town.doors] == [Tile(5, 4), Tile(7, 6)]
    bed = town.things[ThingId("House:bedroom:big bed")]
    assert bed.tiles == (Tile(2, 2), Tile(2, 3))
    assert town.things[ThingId("House:kitchen:cooking area")].name[CHINESE] == "灶台"


def test_walls_water_trees_and_solid_things_block_and_beds_do_not(tiny: TinyPack) -> None:
    town = load(tiny.folder).town_map
    for blocked in (Tile(1, 1), Tile(0, 11), Tile(14, 9), Tile(6, 2)):
        assert not town.is_walkable(blocked)
    for free in (Tile(2, 2), Tile(14, 8), Tile(5, 4), Tile(12, 3)):
        assert town.is_walkable(free)


def test_a_person_comes_with_everything_their_file_says(tiny: TinyPack) -> None:
    ada = load(tiny.folder).people[PersonId("ada")]
    assert isinstance(ada, Person)
    assert ada.bed == "House:bedroom:big bed"
    assert [trait[ENGLISH] for trait in ada.traits] == ["kind", "quick"]
    assert ada.speech.style == "warm"
    assert ada.work is not None
    assert ada.work.hours == OpeningHours(480, 720)
    assert ada.habits.day[1].where == Address("Green", "green", "flower bed")
    assert ada.knows[0].person == "cleo"
    assert len(ada.memories) == 8
    assert ada.looks.extras == ()


def test_the_default_scenario_is_chosen_when_none_is_named(tiny: TinyPack) -> None:
    pack = load(tiny.folder)
    assert pack.scenario.id == "plain"
    assert list(pack.people) == ["ada", "ben", "cleo"]
    assert list(pack.scenarios) == ["picnic", "plain"]


@pytest.mark.parametrize("name", ["picnic", "tiny_n2"])
def test_a_scenario_is_found_by_id_or_alias_and_changes_people(tiny: TinyPack, name: str) -> None:
    pack = load(tiny.folder, name)
    assert pack.scenario.cast == ("ada", "ben")
    ben = pack.people[PersonId("ben")]
    assert (ben.age, ben.habits.wake, ben.habits.sleep) == (50, 360, 1320)
    assert len(ben.habits.day) == 2
    promise = pack.scenario.stories[0].commitments[0]
    assert promise.company == ("ben",)
    assert promise.start == datetime(2023, 3, 11, 12)


def test_an_unknown_scenario_is_refused_with_the_known_ones(tiny: TinyPack) -> None:
    with pytest.raises(SetupError, match=r"no scenario “pikniq”.*“picnic”"):
        load(tiny.folder, "pikniq")


def test_a_broken_pack_is_refused_with_all_its_errors(tiny: TinyPack) -> None:
    tiny.swap("people/ada.toml", "age = 30", "age = 300")
    tiny.swap("people/ben.toml", '"Green:green:flower bed"', '"Green:green:flower bet"')
    with pytest.raises(TownAuthorError) as caught:
        load(tiny.folder)
    assert isinstance(caught.value, BrokenPack)
    message = str(caught.value)
    assert "people/ada.toml > age" in message
    assert "people/ben.toml > work > at" in message


def test_a_pack_with_warnings_loads(tiny: TinyPack) -> None:
    (tiny.folder / "LICENSE").unlink()
    assert [problem.what for problem in check(tiny.folder)] == ["The pack has no LICENSE."]
    assert load(tiny.folder).people


def test_a_folder_whose_name_is_no_slug_still_gives_an_id(tiny: TinyPack) -> None:
    moved = tiny.folder.rename(tiny.folder.with_name("My Town (2) 中文"))
    assert load(moved).id == "my_town_2"


def test_addresses_may_begin_with_the_towns_name(tiny: TinyPack) -> None:
    tiny.swap("people/ada.toml", '"Green:green:flower bed"', '"Tinytown:Green:green:flower bed"')
    assert tiny.problems() == []
