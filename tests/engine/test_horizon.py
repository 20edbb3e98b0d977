from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.chance import Stream
from milkwood.clock import NEVER
from milkwood.engine import schedule as scheduling
from milkwood.engine.horizon import Horizon
from milkwood.engine.reach import Reach
from milkwood.engine.schedule import OutOfOrder
from milkwood.engine.tracks import Tracks
from milkwood.ids import PersonId
from milkwood.town.body import Body, Standing, Walking
from milkwood.town.tile import Route, Tile
from tests.engine.chaos import SlowModel
from tests.engine.scenes import Story
from tests.engine.village import MAPS
from tests.engine.walks import bodies, wander

TERRACE = MAPS["terrace"]()
FLOOR = (*(tile for room in TERRACE.rooms for tile in TERRACE.floor(room)), Tile(3, 1), Tile(28, 7), Tile(0, 0))
REACH = Reach(TERRACE, 3)
LAWN = 8
"""The row of the street in front of the houses: open ground, nothing in between."""


def people_of(count: int) -> Tracks:
    return Tracks([PersonId(f"p{number:02}") for number in range(count)])


def horizon_of(people: list[tuple[Body, int, bool]]) -> Horizon:
    """All people at tick 0, each with the tick of the next thought, asleep or not."""
    tracks = people_of(len(people))
    horizon = Horizon(tracks, REACH)
    for index, (body, own, deaf) in enumerate(people):
        tracks.lay(index, body, 0)
        horizon.own[index], horizon.deaf[index] = own, deaf
    horizon.update(range(len(people)))
    return horizon


def standing(x: int, own: int, *, deaf: bool = False) -> tuple[Body, int, bool]:
    return Body(Standing(Tile(x, LAWN))), own, deaf


def test_a_person_alone_is_certain_until_their_next_thought_and_never_in_doubt() -> None:
    horizon = horizon_of([standing(0, 17)])
    assert horizon.certain.tolist() == [17]
    assert horizon.doubt(0) == (NEVER, -1)


def test_a_person_far_away_matters_once_they_could_have_come() -> None:
    """Twenty tiles apart, a view of three: seventeen steps."""
    horizon = horizon_of([standing(0, 5), standing(20, 90)])
    assert horizon.certain.tolist() == [5, 5 + 17]
    assert horizon.doubt(1) == (5 + 17, 0)


def test_a_person_in_view_is_in_doubt_from_the_tick_after_their_next_thought() -> None:
    horizon = horizon_of([standing(0, 5), standing(2, 6)])
    assert horizon.doubt(1) == (6, 0)
    assert horizon.doubt(0)[0] > 5


def test_influence_is_passed_on_from_person_to_person() -> None:
    """The person in the middle may be woken by the first, and then wake the last sooner than the first could."""
    alone = horizon_of([standing(0, 5), standing(16, 90)])
    relayed = horizon_of([standing(0, 5), standing(16, 90), standing(8, 80)])
    assert relayed.certain[2] == 5 + 5
    assert relayed.certain[1] < alone.certain[1] == 5 + 13


def test_a_sleeper_is_not_influenced_but_does_not_know_who_is_near() -> None:
    horizon = horizon_of([standing(0, 5), standing(2, 90, deaf=True), standing(4, 90)])
    assert horizon.certain[1] == 90
    assert horizon.doubt(1) == (NEVER, -1)
    assert horizon.company(1)[0] == 6


def test_a_person_walking_past_a_thinker_is_certain_until_they_come_near() -> None:
    route = Route(tuple(Tile(x, LAWN) for x in range(30, 4, -1)))
    horizon = horizon_of([(Body(Walking(0, route)), 26, False), standing(0, 10)])
    tick = int(horizon.certain[0])
    assert 10 < tick < 26
    assert REACH.need_one(Tile(30 - tick, LAWN), 0, LAWN) <= tick - 10


def test_walls_between_people_make_them_certain_for_longer() -> None:
    next_door = [(Body(Standing(Tile(3, 2))), 5, False), (Body(Standing(Tile(3, 6))), 90, False)]
    assert horizon_of(next_door).certain[1] == 5 + REACH.need_one(Tile(3, 6), 3, 2) > 20


anyone = st.tuples(bodies(since=0, town_map=TERRACE, tiles=FLOOR, steps=25), st.integers(0, 40), st.booleans())
crowds = st.lists(anyone, min_size=1, max_size=7).map(
    lambda people: [(body, own, asleep and not body.walking(0)) for body, own, asleep in people]
)


@settings(max_examples=80, deadline=None)
@given(crowds)
def test_a_person_who_is_to_think_first_may_always_think(people: list[tuple[Body, int, bool]]) -> None:
    horizon = horizon_of(people)
    lowest = int(horizon.own.min())
    for person in np.flatnonzero(horizon.own == lowest).tolist():
        assert horizon.certain[person] == lowest
        assert horizon.doubt(person)[0] > lowest


@settings(max_examples=80, deadline=None)
@given(crowds)
def test_certainty_ends_at_the_persons_own_next_thought(people: list[tuple[Body, int, bool]]) -> None:
    horizon = horizon_of(people)
    assert (horizon.certain <= horizon.own).all()


changes = st.lists(
    st.tuples(st.integers(0, 6), st.integers(1, 20), st.integers(0, 15), st.integers(0, 999)), max_size=5
)


@settings(max_examples=60, deadline=None)
@given(crowds, changes)
def test_an_incremental_update_equals_a_full_computation(
    people: list[tuple[Body, int, bool]], turns: list[tuple[int, int, int, int]]
) -> None:
    """A change is passed on along a chain of dependent people of any length."""
    horizon = horizon_of(people)
    for who, later, steps, key in turns:
        who %= len(people)
        now = int(horizon.own[who])
        body = people[who][0]
        route = wander(TERRACE, body.tile(now), steps, Stream(key))
        people[who] = (Body(Walking(now, route)), now + later, False)
        horizon._tracks.lay(who, people[who][0], now)
        horizon.own[who], horizon.deaf[who], horizon.floor[who] = now + later, False, now + 1
        horizon.update([who])
        fresh = Horizon(horizon._tracks, REACH)
        for mine, theirs in ((fresh.own, horizon.own), (fresh.deaf, horizon.deaf), (fresh.floor, horizon.floor)):
            mine[:] = theirs
        fresh.update(range(len(people)))
        assert horizon.certain.tolist() == fresh.certain.tolist()
        everyone = range(len(people))
        assert [horizon.doubt(each)[0] for each in everyone] == [fresh.doubt(each)[0] for each in everyone]


@pytest.mark.parametrize("town", MAPS)
def test_certainty_never_decreases_while_a_town_lives(town: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    class Watched(Horizon):
        def update(self, changed: Iterable[int]) -> list[int]:
            before = self.certain.copy()
            news = super().update(changed)
            assert (self.certain >= before).all(), (before.tolist(), self.certain.tolist())
            assert {index for index in range(len(before)) if before[index] != self.certain[index]} <= set(news)
            looked.append(len(news))
            return news

    monkeypatch.setattr(scheduling, "Horizon", Watched)
    Story(MAPS[town](), 0, people=12, ticks=120).live(OutOfOrder(), SlowModel(0))
    assert len(looked) > 100
