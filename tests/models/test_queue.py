import asyncio
import gc
import weakref

import pytest

from milkwood.ids import PersonId
from milkwood.models.port import Need, QuestionId
from milkwood.models.queue import Queue
from tests.instruments.virtual import run_virtually
from tests.models.scripted import question, turns


def test_turns_are_ordered_by_tick_then_person() -> None:
    queue: Queue[str] = Queue()
    came: list[str] = []

    async def wait() -> None:
        asked = [("c", 2), ("b", 1), ("a", 2), ("z", 0)]
        turns = {person: queue.join(question(person, tick).id, person) for person, tick in asked}
        assert len(queue) == 4
        while (first := queue.first()) is not None:
            came.append(first)
            queue.call()
            assert turns[first].done()

    run_virtually(wait())
    assert came == ["z", "b", "a", "c"]


def test_cancelled_calls_are_skipped_and_refused_calls_are_told() -> None:
    async def wait() -> None:
        queue: Queue[str] = Queue()
        tired = queue.join(question("a").id, "a")
        last = queue.join(question("b").id, "b")
        tired.cancel()
        assert (len(queue), queue.first()) == (1, "b")
        queue.call(ConnectionError("never"))
        with pytest.raises(ConnectionError, match="never"):
            await last
        assert queue.first() is None

    asyncio.run(wait())


def test_all_waiting_calls_can_be_refused() -> None:
    async def wait() -> None:
        queue: Queue[str] = Queue()
        turns = [queue.join(question(person).id, person) for person in "ab"]
        queue.dismiss()
        assert all(turn.cancelled() for turn in turns)
        assert (len(queue), queue.first()) == (0, None)

    asyncio.run(wait())


def test_a_question_asked_ahead_waits_for_the_tick_it_is_needed_at() -> None:
    async def wait() -> None:
        queue: Queue[str] = Queue()
        asked = [("early", 1, Need(9)), ("late", 5, None), ("soon", 2, Need(4))]
        for person, tick, need in asked:
            queue.join(QuestionId(PersonId(person), tick, "ponder", need=need), person)
        assert _emptied(queue) == ["soon", "late", "early"]

    asyncio.run(wait())


def test_a_call_needed_sooner_moves_up_and_comes_once() -> None:
    async def wait() -> None:
        queue: Queue[str] = Queue()
        needs = {person: Need(tick) for person, tick in (("a", 20), ("b", 30), ("c", 40))}
        for person, need in needs.items():
            queue.join(QuestionId(PersonId(person), 1, "ponder", need=need), person)
        needs["c"].sooner(10)
        needs["b"].sooner(35)  # later than before: no effect
        assert len(queue) == 3
        assert _emptied(queue) == ["c", "a", "b"]
        needs["a"].sooner(5)  # a question that has left the queue does not rejoin it
        assert (len(queue), queue.first()) == (0, None)

    asyncio.run(wait())


def test_a_call_that_left_the_queue_is_no_longer_moved() -> None:
    async def wait() -> None:
        queue: Queue[str] = Queue()
        need = Need(9)
        asked = QuestionId(PersonId("a"), 1, "ponder", need=need)
        called, given_up = (weakref.ref(queue.join(asked, "a")) for _ in range(2))
        queue.call()
        queue.dismiss()
        await turns()
        gc.collect()
        assert (called(), given_up()) == (None, None)

    asyncio.run(wait())


def _emptied(queue: Queue[str]) -> list[str]:
    """The people in order of arrival."""
    came = []
    while (first := queue.first()) is not None:
        came.append(first)
        queue.call()
    return came
