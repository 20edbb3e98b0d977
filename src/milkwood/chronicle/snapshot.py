"""A snapshot: the whole town at one tick, minds included, compressed.

Invariant: unpacking gives an equal value, with the keys of minds in order, so that a restored mind continues exactly.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from milkwood.chronicle.codec import scene_from_plain, scene_to_plain
from milkwood.ids import PersonId
from milkwood.mind.port import Kept
from milkwood.plain import in_order
from milkwood.town.town import Scene

_COMPRESSION_LEVEL = 3
"""Higher levels take twice the time and save a few percent."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The town at a tick: everything before it has happened, nothing of the tick itself is decided."""

    tick: int
    scene: Scene
    minds: Mapping[PersonId, Kept] = field(hash=False)
    wakes: Mapping[PersonId, int] = field(hash=False)
    """The latest wake-up tick of each person."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A compressed mind, keyed by its content, so that an unchanged one is stored once."""

    name: str
    content: bytes


def pack_mind(kept: Kept) -> Packed:
    """A mind's state, packed."""
    text = in_order(kept).encode()
    return Packed(blake2b(text, digest_size=16).hexdigest(), zlib.compress(text, _COMPRESSION_LEVEL))


def unpack_mind(content: bytes) -> Kept:
    """The mind's state that was packed."""
    kept: Kept = _unpacked(content)
    return kept


def pack_scene(scene: Scene) -> bytes:
    """A scene, packed."""
    return zlib.compress(in_order(scene_to_plain(scene)).encode(), _COMPRESSION_LEVEL)


def unpack_scene(content: bytes) -> Scene:
    """The scene that was packed."""
    return scene_from_plain(_unpacked(content))


def _unpacked(content: bytes) -> Any:
    try:
        return json.loads(zlib.decompress(content))
    except zlib.error as error:
        raise ValueError(str(error)) from error
