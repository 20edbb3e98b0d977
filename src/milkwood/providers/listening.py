"""Open ports of this machine on which model servers usually listen.

Invariant: nothing is sent, only this machine is contacted, and a closed port takes no time.
"""

import socket
from typing import Final
from urllib.parse import urlsplit

from milkwood.providers.presets import Preset, address_of, presets

_CONNECT_SECONDS: Final = 0.2


def listening() -> list[Preset]:
    """The presets whose usual port on this machine accepts connections."""
    return [one for one in presets().values() if one.local and _takes_calls(one)]


def _takes_calls(one: Preset) -> bool:
    address = urlsplit(address_of(one))
    try:
        socket.create_connection((address.hostname or "", address.port or 80), _CONNECT_SECONDS).close()
    except OSError:
        return False
    return True
