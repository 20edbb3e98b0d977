"""Tile layers: the numbers of their cells, in any encoding of Tiled.

Invariant: a layer has exactly one number per cell, without flip bits.
"""

import base64
import binascii
import zlib

import numpy as np
from numpy.typing import NDArray

from milkwood.i18n import t
from milkwood.plain import Json, JsonObject
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.tiled.tileset import TILE_ID_MASK
from milkwood.towns.tiled.value import whole

Cells = NDArray[np.int64]
_GZIP_OR_ZLIB_BITS = 32 + zlib.MAX_WBITS
_SAVE_AS_CSV = t("In Tiled, set the map's Tile Layer Format to CSV and save.")


def read_cells(layer: JsonObject, size: tuple[int, int], where: str, problems: Problems) -> Cells | None:
    """The cells of a tile layer, [y, x], or None if they cannot be read."""
    width, height = size
    own = whole(layer.get("width"), 0, 10**6), whole(layer.get("height"), 0, 10**6)
    if own != size:
        said = f"{_said(own[0])} x {_said(own[1])}"
        what = t("The layer is {said} tiles, and the map {width} x {height}.", said=said, width=width, height=height)
        problems.error(where, what, t("In Tiled, resize the map so that all layers are of one size."))
        return None
    data = layer.get("data")
    flat = _numbers(data, where, problems) if isinstance(data, list) else _unpacked(layer, size, where, problems)
    if flat is None:
        return None
    if flat.size != width * height:
        what = t(
            "The layer holds {count} cells, not {width} x {height} = {size}.",
            count=flat.size,
            width=width,
            height=height,
            size=width * height,
        )
        problems.error(where, what, t("Open the map in Tiled and save it."))
        return None
    return (flat & TILE_ID_MASK).reshape(height, width)


def _numbers(data: list[Json], where: str, problems: Problems) -> Cells | None:
    for index, number in enumerate(data):
        if type(number) is not int or not 0 <= number < 2**32:
            what = t("Cell {index} is {value}, which is not a tile number.", index=index, value=quoted(number))
            problems.error(where, what, t("Open the map in Tiled and save it."))
            return None
    return np.array(data, np.int64)


def _unpacked(layer: JsonObject, size: tuple[int, int], where: str, problems: Problems) -> Cells | None:
    data, compression = layer.get("data"), layer.get("compression") or ""
    if not isinstance(data, str) or layer.get("encoding") != "base64":
        problems.error(where, t("The layer holds no tiles."), _SAVE_AS_CSV)
        return None
    if compression not in ("", "zlib", "gzip"):
        problems.error(where, t("The layer is packed with {name}.", name=quoted(compression)), _SAVE_AS_CSV)
        return None
    wanted = size[0] * size[1] * 4
    try:
        raw = base64.b64decode(data.strip(), validate=True)
        if compression:
            # The limit keeps a small file from swelling to fill the memory.
            raw = zlib.decompressobj(_GZIP_OR_ZLIB_BITS).decompress(raw, wanted + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        problems.error(where, t("The layer cannot be unpacked ({error}).", error=error), _SAVE_AS_CSV)
        return None
    if len(raw) != wanted:
        problems.error(
            where, t("The layer unpacks to {count} bytes, not {wanted}.", count=len(raw), wanted=wanted), _SAVE_AS_CSV
        )
        return None
    return np.frombuffer(raw, "<u4").astype(np.int64)


def _said(number: int | None) -> str:
    return "?" if number is None else str(number)
