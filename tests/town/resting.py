"""Where people rest: the measure of rule T1 for bodies."""

from milkwood.ids import PersonId
from milkwood.town.tile import Tile
from milkwood.town.town import Town


def shared_tiles(town: Town, until: int, first: int = 0) -> list[tuple[int, Tile, PersonId, PersonId]]:
    """Every tick, tile and pair of waking people who rest on it together; an arrival is the last tick of a walk."""
    found = []
    for tick in range(first, until):
        at: dict[Tile, PersonId] = {}
        for person in town.people(tick):
            body = town.body(person, tick)
            if body.asleep or body.walking(tick) or body.arrives(tick):
                continue
            tile = body.tile(tick)
            if tile in at:
                found.append((tick, tile, at[tile], person))
            at[tile] = person
    return found
