"""Poses and directions of bodies."""

import pytest

from milkwood.ids import PersonId
from milkwood.town import events as happened
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.intents import Do, GoTo, TalkTo
from milkwood.town.posture import facing, pose
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.towns import load
from milkwood.towns.shelf import find
from tests.town.test_resting import live, town_with

ADA, BEN = PersonId("ada"), PersonId("ben")


def test_walkers_face_their_way_and_keep_it_when_they_arrive() -> None:
    town = town_with(ada=Tile(5, 2))
    assert (pose(town.map, town.scene(0), ADA), facing(town.map, town.scene(0), ADA)) == ("standing", "d")
    live(town, 0, ada=GoTo(Tile(2, 2)))
    assert [(pose(town.map, town.scene(tick), ADA), facing(town.map, town.scene(tick), ADA)) for tick in (1, 2, 3)] == [
        ("walking", "l"),
        ("walking", "l"),
        ("standing", "l"),
    ]


def test_people_who_talk_face_each_other() -> None:
    town = town_with(ada=Tile(5, 2), ben=Tile(5, 4))
    live(town, 0, ada=TalkTo(BEN))
    assert [facing(town.map, town.scene(1), person) for person in (ADA, BEN)] == ["d", "u"]


@pytest.mark.parametrize(("kind", "held"), [("bed", "lying"), ("desk", "sitting"), ("cooking_area", "standing")])
def test_people_sit_lie_or_stand_at_what_they_use_and_face_it(kind: str, held: str) -> None:
    town_map = load(find("the_ville").folder).town_map
    thing = next(each for each in town_map.things.values() if each.kind.id == kind)
    spot = town_map.spots(thing.id)[0]
    town = Town(town_map).fold([Happening(BEFORE_TIME, ADA, 0, happened.Entered(spot))])
    live(town, 0, ada=Do(Deed("busy", thing=thing.id)))
    assert pose(town.map, town.scene(1), ADA) == held
    near = min(thing.tiles, key=lambda tile: abs(tile.x - spot.x) + abs(tile.y - spot.y))
    faced = {(0, -1): "u", (0, 1): "d", (-1, 0): "l", (1, 0): "r"}.get((near.x - spot.x, near.y - spot.y))
    assert faced is None or facing(town.map, town.scene(1), ADA) == faced


def test_sleepers_lie() -> None:
    town = town_with(ada=Tile(5, 2))
    live(town, 0, ada=Do(Deed("sleeping", asleep=True)))
    assert pose(town.map, town.scene(1), ADA) == "lying"
