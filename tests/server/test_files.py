from pathlib import Path

import pytest
from fastapi import Request

from milkwood.server.files import TILE_KINDS, find_file, tagged_response


def request(**headers: str) -> Request:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": pairs})


@pytest.fixture
def tiles(tmp_path: Path) -> Path:
    folder = tmp_path / "tiles"
    (folder / "more").mkdir(parents=True)
    for name in ("ground.png", "more/roof.png", "notes.md"):
        (folder / name).write_bytes(b"x")
    (tmp_path / "other.png").write_bytes(b"x")
    return folder


@pytest.mark.parametrize("name", ["ground.png", "more/roof.png", "more/../ground.png"])
def test_files_inside_are_found(tiles: Path, name: str) -> None:
    assert find_file(tiles, name, TILE_KINDS) is not None


@pytest.mark.parametrize(
    "name", ["../other.png", "notes.md", "more", "absent.png", "a\\b.png", "a\0.png", "ground.png/x"]
)
def test_files_outside_are_not_found(tiles: Path, name: str) -> None:
    assert find_file(tiles, name, TILE_KINDS) is None


def test_a_link_out_of_the_folder_and_a_link_in_a_circle_are_not_followed(tiles: Path) -> None:
    (tiles / "out.png").symlink_to(tiles.parent / "other.png")
    (tiles / "round.png").symlink_to(tiles / "round.png")
    assert find_file(tiles, "out.png", TILE_KINDS) is None
    assert find_file(tiles, "round.png", TILE_KINDS) is None


def test_a_missing_folder_is_empty(tmp_path: Path) -> None:
    assert find_file(tmp_path / "none", "ground.png", TILE_KINDS) is None


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}'])
def test_bytes_that_a_browser_has_are_not_sent_again(form: str) -> None:
    tag = tagged_response(request(), b"a map", "text/plain").headers["etag"]
    again = tagged_response(request(if_none_match=form.format(tag)), b"a map", "text/plain")
    assert again.status_code == 304
    assert tagged_response(request(if_none_match=tag), b"another map", "text/plain").status_code == 200
