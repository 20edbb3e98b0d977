import socket
from dataclasses import replace

import pytest

from milkwood.providers import listening
from milkwood.providers.presets import Preset, presets


def test_only_presets_with_a_listening_port_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as line, socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        ports = {"ollama": line.getsockname()[1], "vllm": deaf.getsockname()[1], "openai": line.getsockname()[1]}
        monkeypatch.setattr(listening, "presets", lambda: _at(ports))
        assert [one.name for one in listening.listening()] == ["ollama"]


def _at(ports: dict[str, int]) -> dict[str, Preset]:
    return {name: replace(presets()[name], address=f"http://127.0.0.1:{port}/v1") for name, port in ports.items()}
