from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.engine import views as viewing
from milkwood.engine.tracks import Tracks
from milkwood.engine.views import GRID_AFTER_LOOKS, Views
from milkwood.ids import PersonId
from milkwood.town.body import Body, Standing
from milkwood.town.sight import sees
from milkwood.town.tile import Tile
from tests.engine.village import MAPS
from tests.engine.walks import bodies

TERRACE = MAPS["terrace"]()
FLOOR = (*(tile for room in TERRACE.rooms for tile in TERRACE.floor(room)), Tile(3, 1), Tile(28, 7), Tile(0, 0))


def laid(people: list[Body]) -> Tracks:
    tracks = Tracks([PersonId(f"p{number:02}") for number in range(len(people))])
    for index, body in enumerate(people):
        tracks.lay(index, body, 0)
    return tracks


@pytest.fixture(autouse=True, params=[0, 64], ids=["many", "few"], scope="module")
def few(request: pytest.FixtureRequest) -> Iterator[None]:
    """The few people in the town count as many, or as few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(viewing, "FEW_PEOPLE", request.param)
        yield


@settings(deadline=None)
@given(
    st.lists(bodies(since=0, town_map=TERRACE, tiles=FLOOR, steps=25), min_size=1, max_size=12),
    st.sampled_from([1, 3, 8, 20]),
    st.integers(0, 30),
)
def test_a_person_who_looks_around_sees_those_in_view_however_many_have_looked(
    people: list[Body], radius: int, tick: int
) -> None:
    tracks = laid(people)
    views = Views(tracks, TERRACE, radius)
    for _ in range(GRID_AFTER_LOOKS):
        for index in range(len(people)):
            here = tracks.tile(index, tick)
            seen = [
                other
                for other in range(len(people))
                if other != index and sees(TERRACE, here, tracks.tile(other, tick), radius)
            ]
            assert views.seen(index, tick) == seen


def test_the_view_follows_a_changed_track() -> None:
    tracks = laid([Body(Standing(Tile(0, 0))), Body(Standing(Tile(2, 0)))])
    views = Views(tracks, TERRACE, 3)
    assert [views.seen(0, 5) for _ in range(GRID_AFTER_LOOKS + 1)] == [[1]] * (GRID_AFTER_LOOKS + 1)
    tracks.lay(1, Body(Standing(Tile(9, 0))), 5)
    assert views.seen(0, 5) == []
    assert views.all_at(5)[0].tolist() == [0, 9]
