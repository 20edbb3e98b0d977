"""Meetings, compared with a computation tick by tick."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.chance import Stream
from milkwood.clock import NEVER
from milkwood.engine.meetings import Meetings
from milkwood.engine.tracks import Tracks
from milkwood.ids import PersonId
from milkwood.town.body import Body, Standing, Walking
from milkwood.town.sight import sees
from milkwood.town.tile import Route, Tile
from tests.engine.village import MAPS
from tests.engine.walks import bodies, wander

TERRACE = MAPS["terrace"]()
FLOOR = (*(tile for room in TERRACE.rooms for tile in TERRACE.floor(room)), Tile(3, 1), Tile(28, 7), Tile(0, 0))
LONG = 60


def reckoned(tracks: Tracks, person: int, after: int, radius: int) -> int:
    """When a person next comes into view, by checking every tick."""
    for tick in range(after + 1, after + LONG):
        for other in range(len(tracks.people)):
            now, before = (
                sees(TERRACE, tracks.tile(person, when), tracks.tile(other, when), radius) for when in (tick, tick - 1)
            )
            if other != person and now and not before:
                return tick
    return NEVER


def met(people: list[Body], radius: int) -> tuple[Tracks, Meetings]:
    tracks = Tracks([PersonId(f"p{number}") for number in range(len(people))])
    meetings = Meetings(tracks, TERRACE, radius)
    for index, body in enumerate(people):
        tracks.lay(index, body, 0)
    for index in range(len(people)):
        meetings.changed(index, 0, np.full(len(people), -1))
    return tracks, meetings


crowds = st.lists(bodies(since=0, town_map=TERRACE, tiles=FLOOR, steps=25), min_size=2, max_size=6)
changes = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 5), st.integers(0, 20), st.integers(0, 999)), max_size=4)


@settings(max_examples=35, deadline=None)
@given(crowds, st.sampled_from([0, 1, 3, 8]), changes)
def test_the_next_meeting_is_the_first_tick_at_which_a_new_person_is_in_view(
    people: list[Body], radius: int, turns: list[tuple[int, int, int, int]]
) -> None:
    tracks, meetings = met(people, radius)
    now = 0
    everyone = range(len(people))
    assert [meetings.next_of(person) for person in everyone] == [
        reckoned(tracks, person, 0, radius) for person in everyone
    ]
    for later, who, steps, key in turns:
        now += later
        for person in everyone:
            meetings.passed(person, now)
        who %= len(people)
        route = wander(TERRACE, tracks.tile(who, now), steps, Stream(key))
        tracks.lay(who, Body(Walking(now, route)), now)
        meetings.changed(who, now, np.full(len(people), now))
        assert [meetings.next_of(person) for person in everyone] == [
            reckoned(tracks, person, now, radius) for person in everyone
        ]


def test_people_whose_next_meeting_changes_are_named() -> None:
    tracks, meetings = met([Body(Standing(Tile(5, 8))), Body(Standing(Tile(20, 8))), Body(Standing(Tile(35, 15)))], 3)
    tracks.lay(1, Body(Walking(0, Route(tuple(Tile(x, 8) for x in range(20, 4, -1))))), 0)
    assert meetings.changed(1, 0, np.zeros(3, np.int64)) == [0]
    assert meetings.next_of(0) == meetings.next_of(1) == 12
    assert meetings.next_of(2) == NEVER


def test_a_meeting_during_sleep_counts_for_the_other_person_only() -> None:
    tracks, meetings = met([Body(Standing(Tile(5, 8))), Body(Standing(Tile(20, 8)))], 3)
    tracks.lay(1, Body(Walking(0, Route(tuple(Tile(x, 8) for x in range(20, 4, -1))))), 0)
    meetings.changed(1, 0, np.array([40, 0]))
    assert meetings.next_of(0) == NEVER
    assert meetings.next_of(1) == 12


def test_a_meeting_that_has_passed_gives_way_to_the_next_one() -> None:
    there_and_back = (*range(20, 4, -1), *range(5, 20), *range(20, 4, -1))
    tracks, meetings = met([Body(Standing(Tile(5, 8))), Body(Standing(Tile(20, 8)))], 3)
    tracks.lay(1, Body(Walking(0, Route(tuple(Tile(x, 8) for x in there_and_back)))), 0)
    meetings.changed(1, 0, np.zeros(2, np.int64))
    assert meetings.next_of(0) == 12
    meetings.passed(0, 12)
    assert meetings.next_of(0) == reckoned(tracks, 0, 12, 3) == 43
    assert meetings.next_of(1) == 12
