"""Errors in a plan of a site are reported at once."""

from dataclasses import replace

import pytest

from milkwood.errors import TownAuthorError
from milkwood_art.site import OUTDOORS, Site, floors

SITE = Site(
    terrain=[["grass", "wood"], ["path", "water"]],
    wall=[["", "brick"], ["hedge", ""]],
    paper=[["", "sage"], ["", ""]],
    window=[[False, True], [False, False]],
    roof=[["", "red"], ["", ""]],
)


def test_a_good_plan_knows_its_size() -> None:
    assert (SITE.width, SITE.height) == (2, 2)


def test_terrain_is_out_of_doors_or_a_floor() -> None:
    assert set(OUTDOORS) & set(floors()) == set()
    assert "meadow" in OUTDOORS
    assert "parquet" in floors()


def test_an_unknown_word_is_named_with_its_place_and_the_known_words() -> None:
    with pytest.raises(TownAuthorError, match="column 1, row 0: “lava” is no terrain") as caught:
        replace(SITE, terrain=[["grass", "lava"], ["path", "water"]])
    assert "meadow" in str(caught.value)


def test_a_grid_of_another_size_is_named() -> None:
    with pytest.raises(TownAuthorError, match="“window” is not 2 x 2 cells"):
        replace(SITE, window=[[False, True]])


def test_beyond_the_rim_the_terrain_continues() -> None:
    assert SITE.terrain_at(-3, 9) == "path"


def test_fences_are_no_walls_of_buildings() -> None:
    assert SITE.built(1, 0)
    assert not SITE.built(0, 1)
    assert SITE.fence_at(0, 1) == "hedge"
    assert not SITE.built(7, 7)
