import asyncio
import threading

import pytest

from tests.instruments.virtual import VirtualTimeLoop, run_virtually

A_WEEK = 7 * 86_400.0
A_CENTURY = 5_200 * A_WEEK


def test_sleeping_takes_as_long_as_asked_by_the_virtual_clock_and_no_time_by_any_other() -> None:
    async def doze() -> str:
        await asyncio.sleep(A_WEEK)
        return "rested"

    result, seconds = run_virtually(doze())
    assert result == "rested"
    assert seconds == pytest.approx(A_WEEK)


class Impatient(VirtualTimeLoop):
    """A virtual loop that raises instead of running for ever."""

    turns_left = 100

    def _run_once(self) -> None:
        self.turns_left -= 1
        if self.turns_left < 0:
            raise RecursionError("this loop goes nowhere")
        super()._run_once()  # type: ignore[misc]  # asyncio's own step, unknown to its stubs


def test_timers_still_ring_when_the_virtual_clock_has_run_for_a_century() -> None:
    loop = Impatient()
    try:
        loop.jump(A_CENTURY)
        loop.run_until_complete(asyncio.sleep(0.25))
        assert loop.time() == pytest.approx(A_CENTURY + 0.25)
    finally:
        loop.close()


def test_timers_ring_in_the_order_of_their_times_each_at_its_own() -> None:
    rung: list[tuple[str, float]] = []

    async def ring(name: str, after: float) -> None:
        await asyncio.sleep(after)
        rung.append((name, round(asyncio.get_running_loop().time(), 6)))

    async def all_together() -> None:
        await asyncio.gather(ring("late", 3.5), ring("soon", 0.25), ring("first", 0.0), ring("soon too", 0.25))

    _, seconds = run_virtually(all_together())
    assert rung == [("first", 0.0), ("soon", 0.25), ("soon too", 0.25), ("late", 3.5)]
    assert seconds == pytest.approx(3.5)


def test_a_time_out_comes_in_virtual_time() -> None:
    async def wait() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.get_running_loop().create_future(), timeout=60.0)

    _, seconds = run_virtually(wait())
    assert seconds == pytest.approx(60.0)


def test_with_nothing_scheduled_the_loop_waits_for_real_events() -> None:
    async def wait() -> str:
        loop = asyncio.get_running_loop()
        word: asyncio.Future[str] = loop.create_future()
        caller = threading.Thread(target=lambda: loop.call_soon_threadsafe(word.set_result, "hello"))
        caller.start()
        heard = await word
        caller.join()
        return heard

    result, seconds = run_virtually(wait())
    assert (result, seconds) == ("hello", 0.0)


def test_an_error_comes_out_and_the_loop_is_closed() -> None:
    loops: list[asyncio.AbstractEventLoop] = []

    async def stumble() -> None:
        loops.append(asyncio.get_running_loop())
        raise ArithmeticError("oh")

    with pytest.raises(ArithmeticError, match="oh"):
        run_virtually(stumble())
    assert isinstance(loops[0], VirtualTimeLoop)
    assert loops[0].is_closed()
