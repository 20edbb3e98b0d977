"""Hair for portraits: for each style the shapes behind the head and the shapes over the face.

Knows where the head of a portrait is; knows nothing of colours or of who wears the hair. Invariant: every style of
`looks.HAIR_STYLES` has a hairdo, and no fringe hides the eyes.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from milkwood_art.paint import (
    Mask,
    Point,
    blank,
    both,
    curve,
    cut,
    ellipse,
    line,
    polygon,
    rows,
    union,
)


@dataclass(frozen=True, slots=True)
class Hairdo:
    """The shapes of one style: `locks` are dark lines in it, `shaved` is stubble on the head, `ribbon` ties it."""

    back: tuple[Mask, ...] = ()
    front: tuple[Mask, ...] = ()
    locks: Mask = field(default_factory=blank)
    shaved: Mask = field(default_factory=blank)
    ribbon: Mask = field(default_factory=blank)


def _crown(wide: float = 0, high: float = 0) -> Mask:
    """The hair on top of the head, down to the ears."""
    return curve(
        (17 - wide, 33),
        (16 - wide, 22),
        (20 - wide, 12 - high),
        (31.5, 7 - high),
        (43 + wide, 12 - high),
        (47 + wide, 22),
        (46 + wide, 33),
        (31.5, 36),
    )


def _window(*fringe: Point) -> Mask:
    """The part of the face that a fringe leaves open; the points run from left to right."""
    first, last = fringe[0], fringe[-1]
    return polygon((first[0], 63), *fringe, (last[0], 63))


def _short() -> Hairdo:
    window = _window((20, 32), (21, 27), (24, 24), (27, 26), (31, 21), (34, 24), (38, 20), (42, 25), (43, 32))
    return Hairdo(
        front=(cut(_crown(), window),),
        locks=union(
            line((31, 20), (28, 14)), line((24, 23), (22, 16)), line((38, 19), (38, 13)), line((43, 22), (43, 17))
        ),
    )


def _crop() -> Hairdo:
    window = _window((19, 30), (20, 24), (24, 19), (39, 19), (43, 24), (44, 30))
    top = curve((18, 31), (18, 20), (22, 12), (31.5, 9), (41, 12), (45, 20), (45, 31), (31.5, 34))
    return Hairdo(front=(cut(top, window),), shaved=both(polygon((18, 24), (20, 22), (20, 31), (18, 31))))


def _long() -> Hairdo:
    window = _window((20, 40), (20, 30), (23, 24), (29, 16), (31, 15), (36, 21), (42, 27), (43, 40))
    fall = curve((17, 28), (13, 42), (12, 56), (14, 66), (49, 66), (51, 56), (50, 42), (46, 28), (31, 18))
    sides = both(curve((17, 26), (15, 40), (13, 52), (15, 62), (21, 58), (20, 46), (20, 34)))
    return Hairdo(
        back=(fall,),
        front=(sides, cut(_crown(), window)),
        locks=union(
            both(line((17, 34), (16, 58))), line((29, 16), (24, 20), (20, 26)), line((33, 15), (40, 20), (44, 27))
        ),
    )


def _bob() -> Hairdo:
    window = _window((21, 45), (20, 36), (21, 25), (42, 25), (43, 36), (42, 45))
    shell = curve((17, 24), (14, 34), (14, 43), (19, 48), (44, 48), (49, 43), (49, 34), (46, 24), (31.5, 14))
    return Hairdo(
        back=(shell,),
        front=(cut(union(_crown(), both(curve((16, 26), (14, 38), (16, 47), (22, 46), (20, 36), (20, 28)))), window),),
        locks=union(*(line((x, 24), (x + (1 if x < 32 else -1), 18)) for x in (24, 28, 32, 36, 40))),
    )


def _ponytail() -> Hairdo:
    window = _window((20, 33), (21, 28), (24, 22), (30, 17), (34, 22), (40, 24), (43, 27), (43, 33))
    tail = curve((41, 9), (49, 6), (57, 15), (58, 30), (54, 45), (49, 50), (51, 36), (49, 22))
    return Hairdo(
        back=(tail,),
        front=(cut(_crown(), window),),
        locks=union(line((31, 16), (36, 12), (43, 11)), line((25, 20), (31, 12)), line((53, 16), (54, 34))),
        ribbon=polygon((43, 8), (47, 7), (49, 15), (46, 16)),
    )


def _bun() -> Hairdo:
    window = _window((20, 33), (21, 28), (25, 22), (31, 17), (33, 17), (38, 22), (42, 28), (43, 33))
    return Hairdo(
        back=(ellipse(23, 0, 40, 14),),
        front=(cut(_crown(), window),),
        locks=union(line((31, 16), (25, 12)), line((34, 16), (38, 12)), line((28, 5), (33, 3), (36, 6))),
        ribbon=polygon((25, 9), (38, 9), (39, 11), (24, 11)),
    )


_CURLS = (
    (17, 33),
    (14, 27),
    (14, 20),
    (17, 14),
    (22, 9),
    (28, 6),
    (35, 6),
    (41, 9),
    (46, 14),
    (49, 20),
    (49, 27),
    (46, 33),
)


def _curly() -> Hairdo:
    window = _window((20, 34), (21, 26), (24, 23), (27, 25), (30, 22), (33, 25), (37, 22), (40, 25), (42, 27), (43, 34))
    ring = union(*(ellipse(x - 5, y - 5, x + 5, y + 5) for x, y in _CURLS))
    whorls = union(*(_whorl(x, y) for x, y in (*_CURLS, (22, 17), (28, 14), (34, 15), (40, 17), (31, 19), (25, 20))))
    nape = union(*(ellipse(x - 4, y - 4, x + 4, y + 4) for x, y in ((16, 38), (47, 38), (19, 42), (44, 42))))
    return Hairdo(back=(nape,), front=(cut(union(ring, _crown()), window),), locks=whorls)


def _whorl(x: float, y: float) -> Mask:
    return line((x - 2, y + 1), (x - 1, y + 2), (x + 1, y + 2), (x + 2, y + 1), (x + 2, y - 1))


def _afro() -> Hairdo:
    window = _window((20, 44), (20, 30), (22, 25), (27, 22), (36, 22), (41, 25), (43, 30), (43, 44))
    edge = [_around(22 * step, radius=21) for step in range(16)]
    cloud = union(ellipse(10, 3, 53, 44), *(ellipse(x - 5, y - 5, x + 5, y + 5) for x, y in edge))
    whorls = (_around(angle, radius) for radius in (21, 15) for angle in range(140, 400, 33))
    return Hairdo(back=(cloud,), front=(cut(cloud, window),), locks=union(*(_whorl(x, y) for x, y in whorls)))


def _around(angle: float, radius: float) -> Point:
    turn = math.radians(angle)
    return (round(31.5 + radius * math.cos(turn)), round(24 + 0.95 * radius * math.sin(turn)))


def _braids() -> Hairdo:
    window = _window((20, 38), (21, 29), (25, 21), (31, 13), (32, 13), (38, 21), (42, 29), (43, 38))
    knots = [ellipse(14 - n % 2, 38 + 5 * n, 20 - n % 2, 44 + 5 * n) for n in range(4)]
    plaits = tuple(both(knot) for knot in knots)
    return Hairdo(
        front=(*plaits, cut(_crown(), window)),
        locks=union(line((31, 13), (31, 7)), line((32, 13), (32, 7)), both(line((26, 19), (21, 15)))),
        ribbon=both(polygon((13, 57), (20, 57), (20, 59), (13, 59))),
    )


def _wavy() -> Hairdo:
    window = _window((20, 36), (20, 29), (23, 25), (27, 18), (31, 21), (37, 23), (41, 26), (43, 30), (43, 36))
    side = curve(
        (17, 22), (13, 28), (15, 34), (11, 40), (14, 46), (11, 52), (17, 56), (21, 50), (19, 44), (21, 38), (20, 28)
    )
    mane = curve((17, 24), (12, 36), (11, 48), (16, 54), (47, 54), (52, 48), (51, 36), (46, 24), (31.5, 16))
    waves = both(line((16, 30), (17, 34), (14, 40), (17, 46), (15, 51)))
    return Hairdo(
        back=(mane,),
        front=(both(side), cut(_crown(1, 1), window)),
        locks=union(waves, line((27, 17), (24, 13), (21, 18)), line((29, 16), (36, 15), (42, 21))),
    )


def _bald() -> Hairdo:
    patch = curve((17, 25), (16, 31), (18, 37), (20, 33), (20, 27))
    return Hairdo(back=(both(ellipse(15, 24, 21, 38)),), front=(both(patch),))


def _undercut() -> Hairdo:
    window = _window((20, 27), (22, 24), (26, 25), (31, 21), (38, 22), (43, 22), (46, 24))
    sweep = curve((20, 26), (18, 17), (24, 8), (36, 4), (48, 9), (50, 17), (45, 23), (38, 21), (30, 23))
    return Hairdo(
        front=(cut(sweep, cut(window, rows(0, 20))),),
        locks=union(line((24, 20), (29, 12), (38, 8)), line((33, 20), (39, 14), (46, 12))),
        shaved=both(curve((18, 20), (18, 32), (20, 33), (21, 22))),
    )


HAIRDOS: Mapping[str, Callable[[], Hairdo]] = MappingProxyType(
    {
        "short": _short,
        "crop": _crop,
        "long": _long,
        "bob": _bob,
        "ponytail": _ponytail,
        "bun": _bun,
        "curly": _curly,
        "afro": _afro,
        "braids": _braids,
        "wavy": _wavy,
        "bald": _bald,
        "undercut": _undercut,
    }
)
