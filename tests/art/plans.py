"""Small sites written as text, for tests of dressing and drawing."""

from milkwood_art.site import Site

_TERRAIN = {".": "grass", ",": "meadow", "-": "path", "~": "water", "s": "sand", "o": "cobble", "d": "deck"}


def site_from(rows: list[str]) -> Site:
    """A site of grass, with `#` brick walls, `w` brick with a window, `f` floor, `+` door, and letters of ground.

    Walls whose south neighbour is floor are papered; everything built is under a red roof.
    """

    def at(x: int, y: int) -> str:
        return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else "."

    shape = [range(len(row)) for row in rows]
    built = "#wf+"
    return Site(
        terrain=[[_TERRAIN.get(at(x, y), "wood") for x in row] for y, row in enumerate(shape)],
        wall=[["brick" if at(x, y) in "#w" else "" for x in row] for y, row in enumerate(shape)],
        paper=[
            ["sage" if at(x, y) in "#w" and at(x, y + 1) == "f" else "" for x in row] for y, row in enumerate(shape)
        ],
        window=[[at(x, y) == "w" for x in row] for y, row in enumerate(shape)],
        roof=[["red" if at(x, y) in built else "" for x in row] for y, row in enumerate(shape)],
    )


HOUSE = [
    "............",
    ".##w######..",
    ".#fff#fff#..",
    ".#fff#fff#..",
    ".#fff#fff#..",
    ".#fff+fff#..",
    ".#fffffff#..",
    ".#w#+###w#..",
    "....-.......",
    "----------~~",
    ".,,,.ssss~~~",
    ".,,,.ss~~~~~",
]
"""A house of two rooms by a path, with a meadow and a beach."""
