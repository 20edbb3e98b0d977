import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from milkwood.engine.tracks import Tracks
from milkwood.ids import PersonId
from milkwood.town.body import Body, Standing, Walking
from milkwood.town.tile import Route, Tile, distance
from tests.engine.walks import bodies

ANN, BEN = PersonId("ann"), PersonId("ben")


def laid(*people: Body, tick: int = 0) -> Tracks:
    tracks = Tracks([PersonId(f"p{number}") for number in range(len(people))])
    for index, body in enumerate(people):
        tracks.lay(index, body, tick)
    return tracks


@given(bodies(since=3), st.integers(3, 40))
def test_a_track_is_where_the_body_will_be(body: Body, tick: int) -> None:
    tracks = laid(body, tick=3)
    assert tracks.tile(0, tick) == body.tile(tick)
    assert tracks.walks(0, tick) == body.walking(tick)


@given(st.lists(bodies(since=0), max_size=5), st.integers(0, 40))
def test_the_positions_of_all_equal_each_single_position(people: list[Body], tick: int) -> None:
    tracks = laid(*people)
    xs, ys = tracks.all_at(tick)
    assert list(zip(xs.tolist(), ys.tolist(), strict=True)) == [
        tracks.tile(index, tick) for index in range(len(people))
    ]


@given(bodies(since=0), st.integers(0, 20), st.integers(0, 20))
def test_a_stretch_of_a_track_is_its_tiles_one_by_one(body: Body, first: int, more: int) -> None:
    tracks = laid(body)
    xs, ys = tracks.along(0, first, first + more)
    tiles = [tracks.tile(0, tick) for tick in range(first, first + more + 1)]
    assert list(zip(xs.tolist(), ys.tolist(), strict=True)) == tiles


@given(st.lists(bodies(since=0), min_size=1, max_size=5), st.integers(0, 20), st.integers(0, 20))
def test_a_stretch_of_many_tracks_is_that_of_each_of_them(people: list[Body], first: int, more: int) -> None:
    tracks = laid(*people)
    xs, ys = tracks.all_along(np.arange(len(people)), first, first + more)
    for index in range(len(people)):
        alone = tracks.along(index, first, first + more)
        assert (xs[:, index].tolist(), ys[:, index].tolist()) == (alone[0].tolist(), alone[1].tolist())


@given(st.lists(bodies(since=0), min_size=1, max_size=5), st.integers(0, 8))
def test_a_person_who_ever_comes_within_a_margin_of_a_person_is_near_them(people: list[Body], margin: int) -> None:
    tracks = laid(*people)
    ticks = range(20)
    for index in range(len(people)):
        near = set(tracks.near(index, margin).tolist())
        met = {
            other
            for other in range(len(people))
            if other != index
            and any(distance(tracks.tile(index, tick), tracks.tile(other, tick)) <= margin for tick in ticks)
        }
        assert met <= near
        assert index not in near


def test_a_new_track_takes_the_place_of_the_old_one() -> None:
    tracks = Tracks([ANN, BEN])
    tracks.lay(0, Body(Walking(5, Route((Tile(1, 1), Tile(2, 1), Tile(3, 1))))), 5)
    assert tracks.walks(0, 6)
    tracks.lay(0, Body(Standing(Tile(2, 1))), 6)
    assert not tracks.walks(0, 6)
    assert tracks.tile(0, 9) == Tile(2, 1)


def test_people_are_numbered_in_the_order_given() -> None:
    assert Tracks([ANN, BEN]).number == {ANN: 0, BEN: 1}
