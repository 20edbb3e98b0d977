"""Throttling of wrong tokens by client address.

Invariants: the same wrong token counts once, so that a browser with an old cookie is not locked out; addresses do not
affect each other; memory is bounded.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import ip_address
from typing import Final

FREE_GUESSES: Final = 8
"""Wrong tokens before the first wait."""
MAX_GUESS_WAIT_SECONDS: Final = 900.0
FORGET_SECONDS: Final = 3600.0
_MAX_ADDRESSES: Final = 4096
_IPV6_HOST_BITS: Final = 64
"""Bits of an IPv6 address that a host can choose."""


@dataclass(slots=True)
class _Guesser:
    wrong: OrderedDict[bytes, None] = field(default_factory=OrderedDict)
    count: int = 0
    last: float = 0.0
    until: float = 0.0


class Guesses:
    """Wrong tokens and waits by address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._guessers: OrderedDict[str, _Guesser] = OrderedDict()

    def wait_seconds(self, address: str) -> float:
        """Seconds until an address may try again."""
        guesser = self._guessers.get(_network(address))
        return max(0.0, guesser.until - self._now()) if guesser is not None else 0.0

    def note(self, address: str, wrong: str) -> None:
        """Note a wrong token from an address."""
        network, now = _network(address), self._now()
        guesser = self._guessers.pop(network, None)
        if guesser is None or now - guesser.last > FORGET_SECONDS:
            guesser = _Guesser()
        self._guessers[network] = guesser
        while len(self._guessers) > _MAX_ADDRESSES:
            self._guessers.popitem(last=False)
        guesser.last = now
        digest = sha256(wrong.encode("utf-8", "surrogatepass")).digest()
        if digest in guesser.wrong:
            return
        guesser.wrong[digest] = None
        while len(guesser.wrong) > FREE_GUESSES:
            guesser.wrong.popitem(last=False)
        guesser.count += 1
        if guesser.count > FREE_GUESSES:
            guesser.until = now + min(MAX_GUESS_WAIT_SECONDS, 2.0 ** min(guesser.count - FREE_GUESSES - 1, 20))


def _network(address: str) -> str:
    """The addresses of one client: an IPv4 address, or an IPv6 network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or int(found) >> _IPV6_HOST_BITS)
