"""The map of a town as a small picture, for lists and comparisons; of a run, with its people and by day or night.

Invariant: nothing is written; each map is drawn once per size and light, and people are put on copies.
"""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Final, Literal

from PIL import Image, ImageDraw

from milkwood.chronicle import Reader
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.pictures import picture
from milkwood.towns import Pack
from milkwood.towns.drawing import read_drawing

Size = Literal["small", "large"]
WIDTHS: Final[dict[Size, int]] = {"small": 640, "large": 1280}
MAX_HEIGHT_SHARE = 1.5
"""A town higher than this many times its width is drawn narrower."""
_WEBP_QUALITY_LEVEL = 80
_SUNRISE_MINUTE, _SUNSET_MINUTE = 6 * 60, 19 * 60
_FACE_SHARE = 0.037
"""Of the picture's width."""
_RING = (255, 250, 240)
_drawing = Lock()


def town_picture(pack: Pack, size: Size) -> bytes:
    """The map of a town by day, as WebP."""
    return _webp(_map(pack, size, night=False))


def run_picture(recording: OpenRun, reader: Reader, tick: int, size: Size, *, people: bool) -> bytes:
    """The map of a run's town, as WebP: at a tick, with its people and by the light of the hour; or by day without."""
    if not people:
        return town_picture(recording.pack, size)
    minute = recording.header.clock.minute_of_day(tick)
    drawn = _map(recording.pack, size, night=not _SUNRISE_MINUTE <= minute < _SUNSET_MINUTE).copy()
    town_map = recording.pack.town_map
    looks = {each.id: each for each in recording.people(reader)}
    face = round(drawn.width * _FACE_SHARE)
    standing = sorted(reader.scene(tick, town_map).tiles.items(), key=lambda each: (each[1][1], each[0]))
    for person, (x, y) in standing:
        found = looks.get(person)
        if found is not None:
            portrait = _face(picture("portrait", found.looks, found.age), face)
            across = round((x + 0.5) * drawn.width / town_map.width) - face // 2
            down = round((y + 1) * drawn.height / town_map.height) - face
            drawn.paste(portrait, (across, down), portrait)
    return _webp(drawn)


def _map(pack: Pack, size: Size, *, night: bool) -> Image.Image:
    with _drawing:  # it takes up to a second; two requests for one map draw it once
        return _drawn(pack.folder, pack.map_path.stat().st_mtime_ns, size, night)


@lru_cache(maxsize=24)
def _drawn(folder: Path, changed: int, size: Size, night: bool) -> Image.Image:  # noqa: ARG001
    from milkwood_art import render  # only where a map is drawn

    table, beside = read_drawing(folder)
    whole = render.draw(table, beside, roofs=True, night=night)
    width = min(WIDTHS[size], round(WIDTHS[size] * MAX_HEIGHT_SHARE * whole.width / whole.height))
    return whole.resize((width, max(1, round(whole.height * width / whole.width))), Image.Resampling.LANCZOS)


@lru_cache(maxsize=1024)
def _face(portrait: bytes, size: int) -> Image.Image:
    """A portrait in a ring."""
    scale = 4
    whole = Image.open(BytesIO(portrait)).convert("RGBA").resize((size * scale, size * scale))
    disc = Image.new("L", whole.size, 0)
    ImageDraw.Draw(disc).ellipse((0, 0, size * scale - 1, size * scale - 1), fill=255)
    ring = Image.new("RGBA", whole.size, (*_RING, 255))
    inside = whole.resize((size * scale - 4 * scale, size * scale - 4 * scale))
    ring.alpha_composite(inside, (2 * scale, 2 * scale))
    ring.putalpha(disc)
    return ring.resize((size, size), Image.Resampling.LANCZOS)


def _webp(drawn: Image.Image) -> bytes:
    stream = BytesIO()
    drawn.save(stream, "WEBP", quality=_WEBP_QUALITY_LEVEL)
    return stream.getvalue()
