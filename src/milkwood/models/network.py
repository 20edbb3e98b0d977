"""The network switch: while it is off, every connection of this process beyond this machine fails.

Invariant: off applies to all libraries, because a Python audit hook checks each connection; addresses of this machine
always stay reachable.
"""

import ipaddress
import os
import sys
from socket import socket
from typing import Final, TypeAlias

from milkwood.i18n import t
from milkwood.models.completion import Failure

VARIABLE: Final = "MILKWOOD_NETWORK"
"""The network is off if this variable is `off`."""
_HOME: Final = frozenset({"localhost", "ip6-localhost", ""})
_EVENTS: Final = frozenset({"socket.connect", "socket.getaddrinfo", "socket.sendto"})
_Argument: TypeAlias = socket | tuple[str | int, ...] | str | bytes | int | None
"""Arguments of those events: a socket, an address with its port, a path, a host, a number."""


class _Switch:
    off = False
    hooked = False


def turn_off() -> None:
    """Block every connection beyond this machine from now on."""
    if not _Switch.hooked:
        _Switch.hooked = True
        sys.addaudithook(_watch)  # cannot be removed, so it checks the switch each time
    _Switch.off = True


def is_off() -> bool:
    """Whether the network is turned off, here or by the environment."""
    if not _Switch.off and os.environ.get(VARIABLE, "").lower() == "off":
        turn_off()
    return _Switch.off


def allow(host: str) -> None:
    """Raise Failure("network_off") if the network is off and `host` is not local; call before connecting."""
    if is_off() and not is_home(host):
        raise _refusal(host)


def is_home(host: str) -> bool:
    """Whether a host is this machine."""
    name = host.strip("[]").partition("%")[0].rstrip(".").lower()
    if name in _HOME or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _watch(event: str, arguments: tuple[_Argument, ...]) -> None:
    if event not in _EVENTS or not _Switch.off:
        return
    target = arguments[0] if event == "socket.getaddrinfo" else arguments[1]
    if isinstance(target, tuple):  # an address with a port; a path is a socket of this machine
        target = target[0]
    elif event != "socket.getaddrinfo":
        return
    host = target.decode("ascii", "replace") if isinstance(target, bytes) else target
    if isinstance(host, str) and not is_home(host):
        raise _refusal(host)


def _refusal(host: str) -> Failure:
    return Failure(
        "network_off",
        t("The network is turned off, but {host} is needed.", host=host),
        remedy=t("Turn it on (unset {variable}), or use a model on this machine.", variable=VARIABLE),
    )
