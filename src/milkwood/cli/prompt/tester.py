"""The path tester: what can be seen from tiles, and the way from one to the next.

Invariant: no run is touched.
"""

import typer

from milkwood.cli.prompt.asking import LineReader
from milkwood.cli.prompt.forms import tile_of
from milkwood.cli.prompt.places import PlaceNames
from milkwood.cli.prompt.wording import PromptTexts
from milkwood.town.paths import Paths
from milkwood.town.sight import things_seen
from milkwood.town.tile import Tile

ENDS = frozenset({"end", "end_convo", "exit", "fin", "f", "finish"})


def walk(places: PlaceNames, radius: int, lines: LineReader, words: PromptTexts) -> None:
    """Read tiles until the user ends it, and print what is known so far."""
    typer.echo(words.tester)
    paths, last = Paths(places.map), None
    known: dict[str, list[str]] = {}
    while True:
        text = lines.line("x, y > ")
        if text is None or text.strip().casefold() in ENDS:
            break
        found = tile_of(text.strip())
        if found is None:
            typer.echo(words.need_a_tile)
            continue
        tile = Tile(*found)
        if not places.map.holds(tile):
            width, height = places.map.width, places.map.height
            typer.echo(words.off_map.format(x=tile.x, y=tile.y, width=width, height=height))
            continue
        _tell(places, tile, radius, words, known)
        if last is not None:
            steps = paths.steps(last, tile)
            typer.echo(words.tester_no_way if steps is None else words.tester_way.format(steps=steps))
        last = tile
    typer.echo(words.tester_left)
    for room, things in known.items():
        typer.echo(f"  {words.labelled.format(label=room, value=words.comma.join(things) or words.none)}")


def _tell(places: PlaceNames, tile: Tile, radius: int, words: PromptTexts, known: dict[str, list[str]]) -> None:
    room = places.map.room_at(tile)
    seen = [thing for _, thing in things_seen(places.map, tile, radius)]
    if room is not None:
        known.setdefault(places.address_of_room(room.id), [])
    for thing in seen:
        things = known.setdefault(places.address_of_room(thing.room), [])
        name = places.thing(thing.id)
        if name not in things:
            things.append(name)
    ground = words.free if places.map.is_walkable(tile) else words.blocked
    place = places.address_of_room(room.id) if room is not None else places.town
    names = words.comma.join(places.thing(thing.id) for thing in seen) or words.none
    typer.echo(words.tester_saw.format(place=place, things=names, ground=ground))
