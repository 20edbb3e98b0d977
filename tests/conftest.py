"""What holds for all tests: no network, and properties that are tried the same way on every machine.

With MILKWOOD_PROOF=1 (`make proof`) properties are tried far more often, and differently each time.
"""

import os
import socket
from typing import Any

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("full", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("full" if os.environ.get("MILKWOOD_PROOF") else "house")

_connect = socket.socket.connect


def _connect_at_home(self: socket.socket, address: Any) -> None:
    """Connect within this machine; a test that asks the world fails here rather than where the world is slow."""
    if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in {"127.0.0.1", "::1", "localhost"}:
        raise AssertionError(f"Tests use no network, and this one asks for {address[0]}.")
    _connect(self, address)


socket.socket.connect = _connect_at_home  # type: ignore[method-assign]
