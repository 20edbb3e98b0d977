"""The switch: while the network is off, no caller reaches anything beyond this machine."""

import asyncio
import socket
from collections.abc import Iterator

import pytest

from milkwood.models import network
from milkwood.models.completion import Failure


@pytest.fixture(autouse=True)
def _off() -> Iterator[None]:
    network.turn_off()
    yield
    network.turn_off()  # as for all tests


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.8.8.8", "localhost", "LOCALHOST.", "::1", "[::1]", "::1%lo", "a.localhost", "0.0.0.0", ""],
)
def test_this_machine_is_always_reachable(host: str) -> None:
    network.allow(host)


@pytest.mark.parametrize("host", ["example.org", "10.0.0.1", "192.0.2.7", "2001:db8::1", "localhost.example.org"])
def test_other_machines_are_not_reachable_and_the_message_says_what_to_do(host: str) -> None:
    with pytest.raises(Failure, match=r"turned off.*MILKWOOD_NETWORK") as caught:
        network.allow(host)
    assert (caught.value.category, caught.value.retryable) == ("network_off", False)


def test_a_library_that_never_heard_of_us_is_stopped_too() -> None:
    with socket.socket() as plain, pytest.raises(Failure, match="turned off"):
        plain.connect(("192.0.2.7", 80))
    with pytest.raises(Failure, match=r"example\.org"):
        socket.getaddrinfo("example.org", 443)
    with socket.socket(type=socket.SOCK_DGRAM) as datagrams, pytest.raises(Failure):
        datagrams.sendto(b"?", ("192.0.2.53", 53))

    async def ask() -> None:
        await asyncio.open_connection("192.0.2.7", 80)

    with pytest.raises(Failure):
        asyncio.run(ask())


def test_servers_and_sockets_of_this_machine_work() -> None:
    async def talk() -> bytes:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"hello")
            writer.close()

        server = await asyncio.start_server(serve, "localhost", 0)
        reader, writer = await asyncio.open_connection("localhost", server.sockets[0].getsockname()[1])
        said = await reader.read()
        writer.close()
        server.close()
        return said

    assert asyncio.run(talk()) == b"hello"


def test_the_environment_turns_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network._Switch, "off", False)
    network.allow("example.org")
    monkeypatch.setenv(network.VARIABLE, "off")
    with pytest.raises(Failure):
        network.allow("example.org")
    with socket.socket() as plain, pytest.raises(Failure):
        plain.connect(("192.0.2.7", 80))
