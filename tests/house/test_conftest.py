import socket

import pytest

from milkwood.models.completion import Failure


def test_a_test_that_uses_the_network_is_stopped() -> None:
    with socket.socket() as line, pytest.raises(Failure, match="network is turned off"):
        line.connect(("192.0.2.1", 80))


def test_a_test_may_talk_to_its_own_machine() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
