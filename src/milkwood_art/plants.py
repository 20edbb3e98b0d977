"""Bushes, flowers, grasses, stones and fallen wood.

Knows how they look and nothing else. Invariant: plants that can be walked over are flat or not solid.
"""

from collections.abc import Sequence
from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.foliage import crown
from milkwood_art.palette import RGB, cloth, material, mix, shade
from milkwood_art.pieces import dice

ALBUM = Album()


def _bush(leaf: RGB, dots: Sequence[RGB], seed: str, canvas: Canvas) -> None:
    rng = dice(seed)
    crown(canvas, ((5, 8, 4, 4), (11, 8, 4, 4), (8, 6, 5, 4), (8, 10, 6, 4)), leaf, rng)
    for colour in dots:
        for _ in range(4):
            x, y = rng.randrange(3, 13), rng.randrange(4, 12)
            if canvas.filled(x, y) and canvas.filled(x + 1, y + 1):
                canvas.dot(x, y, shade(colour, 0.8))
                canvas.dot(x + 1, y, colour)
                canvas.dot(x, y + 1, shade(colour, -1))
    canvas.shadow(1, 11, 15, 5, 70)


_LEAF = material("leaf")
ALBUM.add("bush", (1, 1), partial(_bush, _LEAF, (), "bush"))
ALBUM.add("bush_2", (1, 1), partial(_bush, mix(_LEAF, material("grass"), 0.5), (), "bush 2"))
ALBUM.add("bush_berry", (1, 1), partial(_bush, mix(_LEAF, material("pine"), 0.4), (cloth("red"),), "bush berry"))
ALBUM.add("bush_flower", (1, 1), partial(_bush, _LEAF, (cloth("pink"), cloth("white")), "bush flower"))


@ALBUM.sprite("bush_big", (2, 2))
def _bush_big(canvas: Canvas) -> None:
    clusters = ((8, 18, 7, 7), (24, 18, 7, 7), (16, 14, 9, 8), (11, 23, 8, 6), (22, 23, 8, 6))
    crown(canvas, clusters, shade(_LEAF, 0.1), dice("bush big"))
    canvas.shadow(2, 24, 29, 8, 70)


def _bloom(canvas: Canvas, x: int, y: int, colour: RGB) -> None:
    leaf = material("leaf")
    canvas.column(x, y + 2, 3, shade(leaf, -0.7))
    canvas.dot(x + 1, y + 3, leaf)
    canvas.dot(x - 1, y + 4, shade(leaf, -0.4))
    canvas.dots(((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)), colour)
    canvas.dot(x - 1, y, shade(colour, 0.9))
    canvas.dot(x, y - 1, shade(colour, 0.9))
    canvas.dot(x, y + 1, shade(colour, -0.8))
    centre = cloth("yellow") if colour != cloth("yellow") else cloth("orange")
    canvas.dot(x, y, centre)


def _flowers(dyes: Sequence[str], seed: str, canvas: Canvas) -> None:
    rng = dice(seed)
    places = [(3, 3), (8, 2), (12, 4), (5, 8), (10, 8), (13, 10), (2, 10)]
    rng.shuffle(places)
    leaf = material("leaf")
    for x, y in places[:5]:
        canvas.row(x - 2, y + 5, 4, shade(leaf, -0.5))
        canvas.dots(((x - 2, y + 4), (x + 1, y + 4)), shade(leaf, 0.5))
    for place, (x, y) in enumerate(sorted(places[:6], key=lambda spot: spot[1])):
        _bloom(canvas, x, y, cloth(dyes[place % len(dyes)]))


for _name, _dyes in (
    ("red", ("red", "crimson")),
    ("white", ("white", "cream")),
    ("yellow", ("yellow", "mustard")),
    ("blue", ("blue", "sky")),
    ("mixed", ("red", "white", "yellow", "lilac", "pink")),
    ("pink", ("pink", "lilac")),
):
    ALBUM.add(f"flowers_{_name}", (1, 1), partial(_flowers, _dyes, f"flowers {_name}"), flat=True)


@ALBUM.sprite("tall_grass", (1, 1), solid=False)
def _tall_grass(canvas: Canvas) -> None:
    rng, grass = dice("tall grass"), material("grass")
    for x in range(1, 15):
        height = rng.randrange(5, 11)
        tone = rng.choice((-1.5, -0.9, -0.3))
        lean = rng.choice((-1, 0, 0, 1))
        for row in range(height):
            canvas.dot(x + (lean if row > height // 2 else 0), 15 - row, shade(grass, tone + row * 0.16))


@ALBUM.sprite("reeds", (1, 2), solid=False)
def _reeds(canvas: Canvas) -> None:
    rng, reed = dice("reeds"), mix(material("willow"), material("leaf"), 0.4)
    for x in (2, 4, 5, 7, 8, 10, 12, 13):
        height = rng.randrange(12, 24)
        tone = rng.choice((-1.3, -0.5, 0.2))
        lean = rng.choice((-1, 0, 1))
        for row in range(height):
            canvas.dot(x + (lean if row > height * 2 // 3 else 0), 30 - row, shade(reed, tone + row * 0.05))
        if height > 16:
            canvas.column(x + lean, 30 - height - 3, 5, shade(material("bark"), -0.3))
            canvas.dot(x + lean, 30 - height - 4, material("straw"))


@ALBUM.sprite("lily_pad", (1, 1), flat=True)
def _lily_pad(canvas: Canvas) -> None:
    leaf = mix(material("leaf"), material("pine"), 0.3)
    for x, y, wide, high in ((1, 2, 8, 6), (7, 8, 8, 6)):
        canvas.oval(x, y + 1, wide, high, shade(material("deep"), -0.8))
        canvas.oval(x, y, wide, high, shade(leaf, -1.2))
        canvas.oval(x + 1, y, wide - 2, high - 1, shade(leaf, 0.6))
        canvas.line((x + wide // 2, y + high // 2), (x + wide - 1, y + high // 2), material("deep"))
    canvas.dots(((4, 2), (6, 2), (5, 1), (5, 3)), cloth("pink"))
    canvas.dots(((3, 3), (7, 3)), shade(cloth("pink"), -0.6))
    canvas.dot(5, 2, cloth("yellow"))


def _boulder(canvas: Canvas, x: int, y: int, width: int, height: int, stone: RGB) -> None:
    canvas.oval(x, y, width, height, shade(stone, -2.2))
    canvas.box(x, y + height // 2, width, height - height // 2, shade(stone, -2.2))
    canvas.oval(x + 1, y + 1, width - 2, height - 2, shade(stone, -0.6))
    canvas.box(x + 1, y + height // 2, width - 2, height // 2 - 1, shade(stone, -0.6))
    canvas.oval(x + 1, y + 1, width * 2 // 3, height * 2 // 3, shade(stone, 0.4))
    canvas.oval(x + 2, y + 2, width // 3, height // 3, shade(stone, 1.3))
    canvas.line((x + width // 2, y + height // 2), (x + width * 2 // 3, y + height - 3), shade(stone, -1.6))


@ALBUM.sprite("rock", (1, 1))
def _rock(canvas: Canvas) -> None:
    _boulder(canvas, 1, 3, 13, 11, material("stone"))
    canvas.row(3, 13, 5, material("moss"))
    canvas.shadow(1, 10, 15, 6, 70)


@ALBUM.sprite("rock_small", (1, 1), solid=False)
def _rock_small(canvas: Canvas) -> None:
    _boulder(canvas, 2, 7, 7, 6, material("stone"))
    _boulder(canvas, 9, 9, 5, 5, shade(material("stone"), 0.3))
    canvas.shadow(2, 11, 13, 4, 60)


def _outcrop(seed: str, canvas: Canvas) -> None:
    rng, stone = dice(seed), material("stone")
    spread = ((4, 9), (14, 2), (25, 6), (1, 16), (18, 14), (30, 15))
    places = sorted(((x + rng.randrange(4), y + rng.randrange(-2, 4)) for x, y in spread), key=lambda spot: spot[1])
    for x, y in places:
        wide = rng.randrange(13, 19)
        _boulder(canvas, min(x, 47 - wide), y, wide, 30 - y, shade(stone, rng.uniform(-0.4, 0.3)))
    for _ in range(10):
        x, y = rng.randrange(3, 45), rng.randrange(22, 30)
        if canvas.filled(x, y) and canvas.filled(x + 1, y):
            canvas.row(x, y, 2, shade(material("moss"), rng.choice((-0.6, 0.2))))
    canvas.shadow(1, 24, 46, 8, 75)


for _number in range(3):
    ALBUM.add(
        "cliff_rock" if _number == 0 else f"cliff_rock_{_number + 1}",
        (3, 2),
        partial(_outcrop, f"outcrop {_number}"),
    )


@ALBUM.sprite("stump", (1, 1))
def _stump(canvas: Canvas) -> None:
    bark, wood = material("bark"), material("pinewood")
    canvas.round_box(3, 5, 10, 10, shade(bark, -1.8))
    canvas.box(4, 8, 8, 6, bark)
    for x in (5, 8, 10):
        canvas.column(x, 9, 5, shade(bark, -1.2))
    canvas.dots(((2, 14), (13, 14), (2, 13)), shade(bark, -1.6))
    canvas.oval(3, 4, 10, 7, shade(wood, -1.4))
    canvas.oval(4, 5, 8, 5, wood)
    canvas.oval(6, 6, 4, 3, shade(wood, -0.8))
    canvas.dot(7, 7, shade(wood, 0.8))
    canvas.shadow(2, 11, 13, 5, 70)


@ALBUM.sprite("log", (2, 1))
def _log(canvas: Canvas) -> None:
    bark, wood = material("bark"), material("pinewood")
    canvas.round_box(2, 5, 27, 9, shade(bark, -2))
    canvas.box(3, 6, 25, 7, bark)
    canvas.row(3, 6, 25, shade(bark, 0.9))
    canvas.row(4, 9, 12, shade(bark, -0.8))
    canvas.row(12, 11, 12, shade(bark, -1))
    canvas.oval(24, 5, 7, 9, shade(wood, -1.5))
    canvas.oval(25, 6, 5, 7, wood)
    canvas.oval(26, 8, 3, 3, shade(wood, -0.9))
    canvas.row(6, 5, 5, material("moss"))
    canvas.row(5, 6, 4, shade(material("moss"), 0.8))
    canvas.shadow(2, 10, 29, 6, 70)


@ALBUM.sprite("mushroom", (1, 1), solid=False)
def _mushroom(canvas: Canvas) -> None:
    for x, y in ((3, 6), (9, 9)):
        cap = cloth("red")
        canvas.box(x + 1, y + 3, 3, 3, cloth("cream"))
        canvas.column(x + 3, y + 3, 3, shade(cloth("cream"), -1))
        canvas.round_box(x - 1, y, 7, 4, shade(cap, -1.6))
        canvas.round_box(x, y, 5, 3, cap)
        canvas.dots(((x + 1, y), (x + 3, y + 1)), cloth("white"))
    canvas.shadow(2, 11, 12, 4, 50)


@ALBUM.sprite("leaves", (1, 1), flat=True)
def _leaves(canvas: Canvas) -> None:
    rng = dice("leaves")
    for _ in range(10):
        colour = cloth(rng.choice(("orange", "mustard", "red", "olive")))
        x, y = rng.randrange(1, 13), rng.randrange(2, 14)
        canvas.row(x, y, 2, colour)
        canvas.dot(x + 1, y + 1, shade(colour, -1))
        canvas.dot(x, y, shade(colour, 0.8))


@ALBUM.sprite("footstone", (1, 1), flat=True)
def _footstone(canvas: Canvas) -> None:
    stone = mix(material("stone"), material("paving"), 0.4)
    canvas.oval(2, 4, 12, 9, shade(stone, -1.8))
    canvas.oval(2, 3, 12, 9, shade(stone, 0.2))
    canvas.row(5, 4, 5, shade(stone, 1))
    canvas.dots(((9, 8), (10, 9), (5, 7)), shade(stone, -0.9))


@ALBUM.sprite("fern", (1, 1), solid=False)
def _fern(canvas: Canvas) -> None:
    leaf = mix(material("leaf"), material("pine"), 0.35)
    for tip in ((1, 6), (14, 6), (3, 3), (12, 3), (8, 2), (1, 11), (14, 11)):
        canvas.line((8, 13), tip, shade(leaf, -0.9))
        canvas.dot((8 + tip[0]) // 2, (13 + tip[1]) // 2 - 1, shade(leaf, 0.9))
        canvas.dot(tip[0], tip[1], shade(leaf, 0.6))
    canvas.shadow(2, 11, 13, 4, 50)
