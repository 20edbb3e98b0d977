"""How people look at a tick: whether they stand, sit, lie or walk, and where they face.

Invariant: pure; follows from bodies, things and talks alone, so that every viewer draws the same.
"""

from milkwood.ids import PersonId
from milkwood.town.body import Body, Walking
from milkwood.town.map import TownMap
from milkwood.town.places import Pose
from milkwood.town.tile import STEPS, Tile
from milkwood.town.town import Scene


def pose(town_map: TownMap, scene: Scene, person: PersonId) -> Pose:
    """How a person's body is held."""
    body = scene.bodies[person]
    if body.walking(scene.tick):
        return "walking"
    if body.asleep:
        return "lying"
    thing = body.deed.thing if body.deed is not None else None
    return town_map.things[thing].kind.pose if thing is not None else "standing"


def facing(town_map: TownMap, scene: Scene, person: PersonId) -> str:
    """Where a person faces, as a letter of `STEPS`: their way, their partner in a talk, or the thing they use."""
    body, here = scene.bodies[person], scene.tiles[person]
    if body.walking(scene.tick):
        return _towards(here, body.tile(scene.tick + 1))
    target = _partner(scene, person, body) or _thing(town_map, body, here)
    if target is not None and target != here:
        return _towards(here, target)
    if isinstance(body.motion, Walking) and body.motion.route.steps:
        return _towards(body.motion.route.tiles[-2], body.motion.route.end)
    return "d"


def _partner(scene: Scene, person: PersonId, body: Body) -> Tile | None:
    """The last other speaker of the talk, or else its first other member."""
    talk = scene.talks.get(body.talk) if body.talk is not None else None
    if talk is None:
        return None
    others = [member for member in talk.members if member != person]
    speaker = talk.last.speaker if talk.last is not None else person
    return scene.tiles[speaker if speaker in others else others[0]] if others else None


def _thing(town_map: TownMap, body: Body, here: Tile) -> Tile | None:
    """The nearest tile of the thing in use."""
    if body.deed is None or body.deed.thing is None:
        return None
    tiles = town_map.things[body.deed.thing].tiles
    return min(tiles, key=lambda tile: (abs(tile.x - here.x) + abs(tile.y - here.y), tile.y, tile.x))


def _towards(here: Tile, there: Tile) -> str:
    """The step that leads most directly from one tile to another; sideways if both do."""
    dx, dy = there.x - here.x, there.y - here.y
    step = ((dx > 0) - (dx < 0), 0) if abs(dx) >= abs(dy) else (0, (dy > 0) - (dy < 0))
    return next((letter for letter, each in STEPS.items() if each == step), "d")
