"""Bytes with a tag, and the files of a pack that may be seen.

Knows paths and caching. Invariant: nothing outside the folder that was meant is ever read, whatever a request, a
name on disk or a symbolic link says; a browser that has the same bytes already is told so and sent none.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from fastapi import Request, Response

from milkwood.server.refusal import Refused
from milkwood.towns import Pack

TILE_KINDS = {
    ".tmj": "application/json",
    ".tsj": "application/json",
    ".json": "application/json",
    ".png": "image/png",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
}
"""What a pack's `tiles` folder may show, by ending."""
PAGE_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
"""What the page is made of, by ending."""
ASK_EACH_TIME = "no-cache"
KEEP_FOR_EVER = "public, max-age=31536000, immutable"


def tagged(request: Request, content: bytes, kind: str, caching: str = ASK_EACH_TIME) -> Response:
    """The bytes, or word that the browser's copy still holds."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": caching}
    asked = request.headers.get("if-none-match", "")
    # Compression weakens a tag on its way; both forms mean these bytes.
    if tag in {part.strip().removeprefix("W/") for part in asked.split(",")}:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


def find(folder: Path, name: str, kinds: Mapping[str, str]) -> Path | None:
    """The file of this name inside a folder, if there is one and its kind may be seen."""
    if "\x00" in name or "\\" in name or Path(name).is_absolute():
        return None
    try:
        root = folder.resolve(strict=True)
        path = (root / name).resolve(strict=True)
        seen = path.is_relative_to(root) and path.is_file() and path.suffix.lower() in kinds
    except (OSError, RuntimeError, ValueError):
        return None
    return path if seen else None


def tile_of(request: Request, pack: Pack, name: str) -> Response:
    """A file of a pack's `tiles` folder; refused when there is none of that name that may be seen."""
    path = find(pack.folder / "tiles", name, TILE_KINDS)
    if path is None:
        raise Refused(404, "There is no such file.", "See the map's tilesets for the files there are.")
    return tagged(request, path.read_bytes(), TILE_KINDS[path.suffix.lower()])
