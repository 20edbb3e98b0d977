"""Discovery of models: servers on this machine, and the models an endpoint lists.

Invariant: no key is sent to a server that was not configured with one; every wait is limited.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from milkwood.errors import MilkwoodError
from milkwood.models.secret import masked_address
from milkwood.models.spec import Spec
from milkwood.providers.connect import connect
from milkwood.providers.presets import Preset, address_of, presets

_LOOK_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Nearby:
    """A server found on its usual port."""

    preset: Preset
    address: str
    models: tuple[str, ...]


async def nearby(seconds: float = _LOOK_SECONDS) -> list[Nearby]:
    """Model servers of this machine on their usual ports."""
    return await _found([one for one in presets().values() if one.local], seconds)


def looked_up(those: Sequence[Preset], seconds: float = _LOOK_SECONDS) -> list[Nearby]:
    """The presets that are model servers; for callers without an event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_found(those, seconds))).result()


async def _found(those: Sequence[Preset], seconds: float) -> list[Nearby]:
    found = await asyncio.gather(*(_look(one, seconds) for one in those))
    return [one for one in found if one is not None]


async def models_at(spec: Spec) -> tuple[str, ...]:
    """Names of the models an endpoint lists; a Failure if it cannot be reached or refuses."""
    endpoint = connect(spec)
    try:
        return await endpoint.models()
    finally:
        await endpoint.close()


async def _look(one: Preset, seconds: float) -> Nearby | None:
    spec = Spec(one.name, one.name, "any", address_of(one), timeout_seconds=seconds)
    try:
        models = await models_at(spec)
    except MilkwoodError:
        return None
    return Nearby(one, masked_address(address_of(one)), models) if models else None
