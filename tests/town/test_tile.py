from hypothesis import given
from hypothesis import strategies as st

from milkwood.town.tile import STEPS, Route, Tile, distance

tiles = st.builds(Tile, st.integers(0, 300), st.integers(0, 300))


@given(tiles, st.lists(st.sampled_from(list(STEPS))))
def test_a_formatted_route_parses_to_the_same_route(start: Tile, letters: list[str]) -> None:
    walk = [start]
    for letter in letters:
        dx, dy = STEPS[letter]
        walk.append(Tile(walk[-1].x + dx, walk[-1].y + dy))
    route = Route(tuple(walk))
    assert Route.parse(route.say()) == route
    assert route.steps == len(letters)


def test_a_route_abbreviates_runs_of_steps() -> None:
    assert Route((Tile(1, 1), Tile(2, 1), Tile(3, 1), Tile(3, 2))).say() == "1,1 r2d"


def test_at_the_end_of_a_route_the_person_stays() -> None:
    route = Route((Tile(0, 0), Tile(1, 0)))
    assert [route.after(ticks) for ticks in (-1, 0, 1, 2, 99)] == [(0, 0), (0, 0), (1, 0), (1, 0), (1, 0)]


def test_distance_is_the_side_of_a_square_window() -> None:
    assert distance(Tile(0, 0), Tile(3, -8)) == 8
