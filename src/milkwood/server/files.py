"""Files over HTTP: the built page, the tiles of a pack, and etags.

Invariant: nothing outside the given folder is read, not even through a symbolic link; a browser that has the same bytes
gets a 304.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from fastapi import Request, Response

from milkwood.i18n import t
from milkwood.server.errors import HttpError
from milkwood.towns import Pack
from milkwood.towns.folder import MAX_JSON_BYTES
from milkwood.towns.tiled.picture import MAX_PICTURE_BYTES

TILE_KINDS = {
    ".tmj": "application/json",
    ".tsj": "application/json",
    ".json": "application/json",
    ".png": "image/png",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
}
"""Media types by suffix allowed in a pack's `tiles` folder."""
PAGE_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
"""Media types by suffix allowed in the built page."""
STATIC = Path(__file__).parent / "static"
UNBUILT = t("The page has not been built.")
UNBUILT_REMEDY = t("In a clone of the repository, run “make web”; an installed package contains it.")
ASK_EACH_TIME = "no-cache"
KEEP_FOR_EVER = "public, max-age=31536000, immutable"


def is_built(static: Path = STATIC) -> bool:
    """Whether the page has been built."""
    return (static / "index.html").is_file()


def tagged_response(request: Request, content: bytes, kind: str, caching: str = ASK_EACH_TIME) -> Response:
    """The bytes with an etag, or 304 if the browser has them."""
    headers = etag_headers(content, caching)
    return not_modified(request, headers) or Response(content, media_type=kind, headers=headers)


def etag_headers(content: bytes, caching: str = ASK_EACH_TIME) -> dict[str, str]:
    """Headers with an etag of the bytes."""
    return {"etag": f'"{hashlib.sha256(content).hexdigest()[:24]}"', "cache-control": caching}


def not_modified(request: Request, headers: Mapping[str, str]) -> Response | None:
    """A 304 response when the browser's copy has the etag of these headers."""
    # Compression turns a tag into a weak one; both forms mean these bytes.
    known = {part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")}
    return Response(status_code=304, headers=dict(headers)) if headers["etag"] in known else None


def find_file(folder: Path, name: str, kinds: Mapping[str, str]) -> Path | None:
    """The file of this name inside a folder, if it exists, its suffix is allowed and it is not too large."""
    if "\x00" in name or "\\" in name or Path(name).is_absolute():
        return None
    try:
        root = folder.resolve(strict=True)
        path = (root / name).resolve(strict=True)
        kind = kinds.get(path.suffix.lower())
        largest = MAX_PICTURE_BYTES if kind and kind.startswith("image/") else MAX_JSON_BYTES
        seen = path.is_relative_to(root) and path.is_file() and kind and path.stat().st_size <= largest
    except (OSError, RuntimeError, ValueError):
        return None
    return path if seen else None


def tile_response(request: Request, pack: Pack, name: str) -> Response:
    """A file of a pack's `tiles` folder; 404 if there is none of that name."""
    path = find_file(pack.folder / "tiles", name, TILE_KINDS)
    if path is None:
        raise HttpError(404, t("There is no such file."), t("The map's tilesets list its files."))
    return tagged_response(request, path.read_bytes(), TILE_KINDS[path.suffix.lower()])
