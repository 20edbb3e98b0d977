"""A burst of calls leaves the event loop free; a missing library says how to get it."""

import asyncio
import sys

import pytest

from milkwood.errors import SetupError
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.providers.connect import connect
from milkwood.providers.nearby import nearby
from milkwood.providers.wire import Gate
from tests.providers.vendor import Reply, Vendor


def test_only_a_few_set_out_in_one_turn_of_the_loop() -> None:
    async def passing() -> list[int]:
        gate, turns, turn = Gate(8), [0], 0

        async def through() -> None:
            await gate.enter()
            turns[-1] += 1

        tasks = [asyncio.create_task(through()) for _ in range(100)]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            turn += 1
            turns.append(0)
        return turns

    turns = asyncio.run(passing())
    assert sum(turns) == 100
    assert max(turns) <= 8


def test_who_gives_up_at_the_gate_keeps_nobody_waiting() -> None:
    async def passing() -> None:
        gate = Gate(1)
        tasks = [asyncio.create_task(gate.enter()) for _ in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(one, asyncio.CancelledError) for one in done] == [False, False, True, False, False]

    asyncio.run(passing())


def test_a_gate_that_stood_idle_opens_in_the_next_event_loop() -> None:
    gate = Gate(1)

    async def passing() -> None:
        await asyncio.gather(gate.enter(), gate.enter())

    asyncio.run(passing())
    asyncio.run(passing())


def test_without_the_library_the_user_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    with pytest.raises(SetupError, match="pip install aiohttp"):
        connect(Spec("fast", "ollama", "llama3"))


@pytest.mark.parametrize("key", ["sk-“quoted”", "sk with spaces", "sk-line\nbreak"])
def test_a_key_that_cannot_be_one_is_not_sent_and_not_shown(key: str) -> None:
    with pytest.raises(SetupError) as caught:
        connect(Spec("fast", "openai", "m", key=Secret(key)))
    assert key not in str(caught.value)


def test_a_model_must_have_a_name() -> None:
    with pytest.raises(SetupError, match="Which model of Ollama"):
        connect(Spec("fast", "ollama", " "))


def test_servers_of_ones_own_are_found_on_their_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    async def looking() -> None:
        listed = Reply({"data": [{"id": "llama3"}]})
        async with Vendor(listed) as vendor, Vendor(Reply({"hello": "I am something else"})) as other:
            ports = {"ollama": vendor.port, "vllm": other.port}
            monkeypatch.setattr("milkwood.providers.nearby.presets", lambda: _at(ports))
            monkeypatch.setattr("milkwood.providers.connect.preset", lambda name: _at(ports)[name])
            (found,) = await nearby()
            assert (found.preset.name, found.models) == ("ollama", ("llama3",))
            assert "Authorization" not in vendor.asked[0].headers

    asyncio.run(looking())


def _at(ports: dict[str, int]) -> dict[str, object]:
    """Presets at ports of the test's; those without are where nobody listens."""
    from dataclasses import replace

    from milkwood.providers.presets import presets

    return {
        name: replace(one, address=f"http://127.0.0.1:{ports[name]}/v1")
        for name, one in presets().items()
        if name in ports
    }
