"""Trees, eight kinds in three shapes each.

Knows how trees look and nothing else. Invariant: a trunk stands in the middle of its sprite's lowest row; the crown
may be walked behind.
"""

from collections.abc import Sequence
from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.foliage import Cluster, crown, trunk
from milkwood_art.palette import RGB, cloth, material, mix, shade
from milkwood_art.pieces import dice

ALBUM = Album()

_WIDE: tuple[tuple[Cluster, ...], ...] = (
    ((24, 14, 13, 11), (13, 22, 11, 10), (35, 23, 11, 10), (24, 25, 13, 11), (16, 35, 10, 8), (32, 36, 11, 8),
     (24, 38, 9, 7)),
    ((20, 13, 12, 11), (32, 17, 11, 10), (11, 24, 10, 10), (24, 26, 13, 11), (37, 28, 10, 9), (18, 37, 11, 8),
     (31, 38, 10, 7)),
    ((27, 12, 12, 10), (16, 18, 12, 10), (36, 22, 10, 10), (10, 29, 9, 8), (25, 28, 13, 11), (36, 34, 10, 8),
     (19, 38, 11, 7), (29, 39, 8, 6)),
)  # fmt: skip
_ROUND: tuple[tuple[Cluster, ...], ...] = (
    ((16, 10, 10, 9), (9, 18, 8, 8), (23, 18, 8, 8), (16, 20, 10, 9), (12, 28, 8, 6), (21, 28, 8, 6)),
    ((14, 9, 9, 8), (21, 13, 9, 9), (8, 19, 7, 8), (17, 22, 11, 9), (24, 25, 7, 6), (11, 28, 8, 6)),
    ((18, 8, 8, 7), (11, 14, 9, 9), (22, 18, 9, 9), (8, 24, 7, 7), (16, 24, 10, 8), (23, 28, 7, 5)),
)
_TALL: tuple[tuple[Cluster, ...], ...] = (
    ((16, 8, 7, 7), (11, 16, 7, 8), (21, 17, 7, 8), (16, 22, 9, 8), (12, 31, 7, 6), (21, 30, 7, 6)),
    ((15, 7, 6, 6), (20, 14, 7, 8), (11, 19, 7, 8), (18, 25, 9, 8), (12, 31, 7, 5), (22, 33, 6, 5)),
    ((17, 8, 7, 7), (12, 13, 7, 7), (22, 21, 7, 8), (14, 24, 9, 8), (21, 31, 7, 6), (12, 33, 6, 4)),
)


def _leafy(clusters: Sequence[Cluster], leaf: RGB, seed: str, canvas: Canvas) -> None:
    width, height = canvas.width, canvas.height
    rng = dice(seed)
    stem = 6 if width == 48 else 5
    drop = 4 if width == 48 else 1
    lowest = max(y + high for _, y, _, high in clusters) + drop
    bole = Canvas(width, height)
    trunk(bole, (width - stem) // 2, lowest - 6, stem, height - lowest + 4, material("bark"))
    leaves = Canvas(width, height)
    crown(leaves, [(x, y + drop, wide, high) for x, y, wide, high in clusters], leaf, rng)
    canvas.paste(bole)
    canvas.paste(leaves)
    canvas.shadow(4, height - 10, width - 6, 10, 75)


def _fruit(clusters: Sequence[Cluster], leaf: RGB, fruit: RGB, seed: str, canvas: Canvas) -> None:
    _leafy(clusters, leaf, seed, canvas)
    rng = dice(f"{seed} fruit")
    for x, y, wide, high in clusters:
        for _ in range(2):
            right = x + rng.randrange(-wide // 2, wide // 2 + 1)
            down = y + rng.randrange(-high // 2, high // 2 + 1)
            canvas.box(right, down, 2, 2, fruit)
            canvas.dot(right, down, shade(fruit, 1.5))
            canvas.dot(right + 1, down + 2, shade(leaf, -2))


def _blossoming(clusters: Sequence[Cluster], leaf: RGB, seed: str, canvas: Canvas) -> None:
    _leafy(clusters, leaf, seed, canvas)
    rng = dice(f"{seed} petals")
    for _ in range(9):
        x, y = rng.randrange(3, canvas.width - 3), rng.randrange(canvas.height - 9, canvas.height - 1)
        if canvas.at(x, y)[3] < 200:
            canvas.dot(x, y, shade(leaf, rng.choice((0.4, 1.2))))


def _birch(clusters: Sequence[Cluster], seed: str, canvas: Canvas) -> None:
    bark, rng = material("birch_bark"), dice(seed)
    trunk(canvas, 14, 22, 4, 24, bark)
    for y, side in ((27, 14), (31, 16), (35, 14), (38, 16), (42, 15), (44, 14)):
        canvas.row(side, y, 2, material("ink"))
    leaves = Canvas(canvas.width, canvas.height)
    crown(leaves, clusters, material("birch"), rng)
    canvas.paste(leaves)
    canvas.shadow(6, 40, 22, 8, 70)


def _pine(lean: int, seed: str, canvas: Canvas) -> None:
    needle, rng, height = material("pine"), dice(seed), canvas.height
    trunk(canvas, 13, height - 18, 6, 16, material("bark"))
    tree = Canvas(canvas.width, height)
    tiers = 5
    for tier in range(tiers - 1, -1, -1):
        foot = 16 + tier * (height - 23) // (tiers - 1) * 9 // 10
        wide = 5 + tier * 10 // (tiers - 1)
        top_row = foot - 13
        for row in range(top_row, foot + 1):
            reach = max(1, round(wide * (row - top_row + 1) / (foot - top_row + 1)))
            sway = lean * (height - row) // height
            for x in range(-reach, reach + 1):
                hang = (x * 5 + tier * 3 + rng.randrange(2)) % 4
                if row > foot - 2 and hang > 1:
                    continue
                light = -x / (reach + 1) * 0.8 + (top_row - row) / 13 * 0.7 + 0.55 + rng.uniform(-0.28, 0.28)
                tone = 1.3 if light > 0.75 else 0.4 if light > 0.25 else -0.5 if light > -0.25 else -1.4
                if row >= foot - 2:
                    tone -= 0.9
                tree.dot(16 + x + sway, row, shade(needle, tone))
    tree.rim(-1.5)
    canvas.paste(tree)
    canvas.shadow(4, height - 9, 26, 9, 75)


def _willow(seed: str, canvas: Canvas) -> None:
    leaf, rng = material("willow"), dice(seed)
    trunk(canvas, 21, 34, 6, 27, material("bark"))
    canvas.line((23, 40), (15, 30), material("bark"))
    canvas.line((24, 40), (32, 30), shade(material("bark"), -1))
    leaves = Canvas(canvas.width, canvas.height)
    crown(leaves, ((24, 14, 15, 11), (14, 21, 12, 10), (34, 21, 12, 10), (24, 22, 15, 10)), leaf, rng)
    for layer, (first, reach, tone) in enumerate(((17, 34, -0.9), (11, 26, -0.1), (6, 17, 0.6))):
        for x in range(2 + layer, 46 - layer):
            side = abs(x - 24) / 22
            if (x + layer) % 3 == 2 or (layer == 0 and side < 0.2):
                continue
            start = first + round(9 * side * side) + rng.randrange(4)
            length = round(reach * (0.55 + 0.45 * side)) + rng.randrange(-4, 5)
            for row in range(length):
                fade = 0.9 * row / length + (0.5 if x > 30 else 0)
                leaves.dot(x, start + row, shade(leaf, tone - fade + (0.5 if row % 4 == 0 else 0)))
            leaves.dot(x, start + length, shade(leaf, tone - 1.9))
    canvas.paste(leaves)
    canvas.shadow(6, canvas.height - 11, 38, 11, 75)


def _numbered(name: str, number: int) -> str:
    return name if number == 0 else f"{name}_{number + 1}"


_LEAF = material("leaf")
for _number in range(3):
    _name = partial(_numbered, number=_number)
    ALBUM.add(_name("tree_oak"), (3, 4), partial(_leafy, _WIDE[_number], _LEAF, f"oak {_number}"))
    ALBUM.add(
        _name("tree_round"),
        (2, 3),
        partial(_leafy, _ROUND[_number], mix(_LEAF, material("grass"), 0.35), f"round {_number}"),
    )
    ALBUM.add(
        _name("tree_maple"),
        (3, 4),
        partial(
            _leafy,
            _WIDE[(_number + 1) % 3],
            mix(material("maple"), cloth("mustard"), 0.25 * _number),
            f"maple {_number}",
        ),
    )
    ALBUM.add(_name("tree_birch"), (2, 3), partial(_birch, _TALL[_number], f"birch {_number}"))
    ALBUM.add(
        _name("tree_cherry"),
        (3, 4),
        partial(_blossoming, _WIDE[(_number + 2) % 3], material("blossom"), f"cherry {_number}"),
    )
    ALBUM.add(_name("tree_pine"), (2, 4), partial(_pine, _number - 1, f"pine {_number}"))
    ALBUM.add(
        _name("tree_apple"),
        (2, 3),
        partial(_fruit, _ROUND[(_number + 1) % 3], shade(_LEAF, 0.2), cloth("red"), f"apple {_number}"),
    )
for _number in range(2):
    ALBUM.add(_numbered("tree_willow", _number), (3, 4), partial(_willow, f"willow {_number}"))
for _number in range(3):
    ALBUM.add(
        _numbered("tree_poplar", _number),
        (2, 3),
        partial(_leafy, _TALL[_number], mix(_LEAF, material("moss"), 0.4), f"poplar {_number}"),
    )
