"""A missing library is reported with its install command; an invalid key or name is not sent."""

import asyncio
import sys

import pytest

from milkwood.errors import SetupError
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.providers.connect import connect
from milkwood.providers.nearby import nearby
from tests.providers.vendor import Reply, Vendor


def test_without_the_library_the_user_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    with pytest.raises(SetupError, match="pip install aiohttp"):
        connect(Spec("fast", "ollama", "llama3"))


@pytest.mark.parametrize("key", ["sk-“quoted”", "sk with spaces", "sk-line\nbreak"])
def test_an_invalid_key_is_not_sent_and_not_shown(key: str) -> None:
    with pytest.raises(SetupError) as caught:
        connect(Spec("fast", "openai", "m", key=Secret(key)))
    assert key not in str(caught.value)


def test_a_model_must_have_a_name() -> None:
    with pytest.raises(SetupError, match="Which model of Ollama"):
        connect(Spec("fast", "ollama", " "))


def test_local_servers_are_found_on_their_ports(monkeypatch: pytest.MonkeyPatch) -> None:
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
    """Presets at the test's ports; those without a port are at addresses where nothing listens."""
    from dataclasses import replace

    from milkwood.providers.presets import presets

    return {
        name: replace(one, address=f"http://127.0.0.1:{ports[name]}/v1")
        for name, one in presets().items()
        if name in ports
    }
