"""The film in the README: animated, small enough to be shown in it, and made by a script."""

import re

from PIL import Image

from tools.film import FILM, MAX_BYTES, MILLISECONDS, SCENES, WIDTH
from tools.tree import ROOT

LIMIT_SECONDS = 20


def test_the_readme_shows_one_film_and_no_still_picture() -> None:
    shown = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [path for _, path in shown] == [FILM.relative_to(ROOT).as_posix()]
    assert all(words for words, _ in shown)


def test_the_film_moves_and_is_small() -> None:
    assert FILM.stat().st_size < MAX_BYTES == 3_000_000
    with Image.open(FILM) as film:
        assert film.format == "WEBP"
        assert film.width == WIDTH
        frames = int(getattr(film, "n_frames", 1))
        seconds = 0.0
        for frame in range(frames):
            film.seek(frame)
            film.load()
            seconds += film.info["duration"] / 1000
    assert frames > 20, "pictures that are as before are left out"
    # Pictures that are the same are joined, with the time of both.
    assert abs(seconds - sum(count for _, _, count in SCENES) * MILLISECONDS / 1000) < 1
    assert seconds < LIMIT_SECONDS
