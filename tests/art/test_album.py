"""An album turns painters into sprites."""

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas


def test_sprites_keep_their_order_and_their_facts() -> None:
    album = Album()
    album.add("shelf", (2, 1), lambda canvas: canvas.dot(0, 0, (1, 2, 3)), kind="shelf")

    @album.sprite("mat", (1, 1), flat=True)
    def _mat(canvas: Canvas) -> None:
        canvas.box(0, 0, 16, 16, (9, 9, 9))

    shelf, mat = album.sprites
    assert (shelf.name, shelf.kind, shelf.solid, shelf.depth) == ("shelf", "shelf", True, 1)
    assert (mat.name, mat.solid, mat.depth, mat.flat) == ("mat", False, 0, True)
    assert shelf.draw().at(0, 0) == (1, 2, 3, 255)
    assert shelf.draw().width == 32
