"""The pace clock. Rule T3."""

import asyncio

import pytest

from milkwood.clock import NEVER
from milkwood.engine.pace import LEASH_TICKS, Pace
from tests.instruments.virtual import run_virtually


def nothing() -> None:
    pass


def test_the_clock_goes_by_the_event_loop_and_waits_for_the_town() -> None:
    async def watch() -> list[int]:
        pace, seen = Pace(2.0), list[int]()
        pace.begin(100, nothing)
        for _ in range(4):
            seen.append(pace.now)
            await asyncio.sleep(1.0)
        await asyncio.sleep(60.0)
        seen.append(pace.now)  # the town is still at 100
        assert pace.reached(110)
        assert not pace.reached(110)
        seen.append(pace.now)
        await asyncio.sleep(2.0)
        seen.append(pace.now)
        return seen

    seen, _ = run_virtually(watch())
    assert seen == [100, 102, 104, 106, 106, 106, 110]


def test_no_person_may_live_beyond_the_leash() -> None:
    async def watch() -> None:
        pace = Pace(1.0)
        pace.begin(40, nothing)
        assert pace.limit == 40 + LEASH_TICKS + 1
        pace.set_speed(None)
        assert pace.limit == NEVER
        assert pace.passed(10**9)

    run_virtually(watch())


def test_a_clock_that_is_held_stands_and_continues_from_there() -> None:
    async def watch() -> None:
        pace = Pace(1.0)
        pace.begin(0, nothing)
        await asyncio.sleep(3.5)
        pace.hold()
        await asyncio.sleep(1000.0)
        assert (pace.now, pace.held, pace.seconds_until(4)) == (3, True, None)
        pace.go_on()
        assert pace.seconds_until(4) == pytest.approx(0.5)
        await asyncio.sleep(0.5)
        assert pace.now == 4

    run_virtually(watch())


def test_a_clock_that_hurried_continues_from_where_the_town_is() -> None:
    async def watch() -> None:
        pace = Pace(None)
        pace.begin(0, nothing)
        pace.reached(500)
        pace.set_speed(1.0)
        assert pace.now == 500
        await asyncio.sleep(2.0)
        assert pace.now == 502

    run_virtually(watch())


def test_changing_the_speed_loses_no_part_of_a_tick() -> None:
    async def watch() -> None:
        pace = Pace(1.0)
        pace.begin(0, nothing)
        for _ in range(10):
            await asyncio.sleep(0.25)
            pace.set_speed(1.0)
        assert pace.now == 2
        await asyncio.sleep(0.5)
        assert pace.now == 3

    run_virtually(watch())


def test_subscribers_hear_of_changes_only_while_subscribed() -> None:
    heard: list[str] = []

    async def watch() -> None:
        pace = Pace(1.0)

        def listen() -> None:
            heard.append("set")

        pace.begin(0, listen)
        pace.hold()
        pace.go_on()
        pace.set_speed(3.0)
        pace.end(listen)
        pace.hold()

    run_virtually(watch())
    assert heard == ["set"] * 3


def test_it_stands_without_subscribers() -> None:
    async def watch() -> None:
        pace = Pace(1.0)
        pace.begin(0, nothing)
        await asyncio.sleep(2.0)
        pace.end(nothing)
        await asyncio.sleep(100.0)
        assert pace.now == 2

    run_virtually(watch())


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan"), float("inf")])
def test_an_invalid_speed_is_refused(speed: float) -> None:
    with pytest.raises(ValueError, match="more than none"):
        Pace(speed)


def test_a_step_is_one_tick_and_then_it_stands_but_never_far_ahead_of_the_town() -> None:
    async def watch() -> list[int]:
        pace, seen = Pace(1.0), list[int]()
        pace.begin(10, nothing)
        await asyncio.sleep(2.5)
        for _ in range(3):
            pace.step()
            seen.append(pace.now)
            await asyncio.sleep(100.0)
        assert pace.held
        for _ in range(9):
            pace.step()
        return [*seen, pace.now]

    seen, _ = run_virtually(watch())
    assert seen == [13, 14, 15, 10 + LEASH_TICKS]
