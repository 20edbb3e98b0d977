"""From a blueprint to a map: the order of work.

Knows every step of drafting and does none itself. Invariant: the same blueprint gives the same files, byte for byte.
"""

import shutil
from pathlib import Path

from milkwood_art import atlas as atlases
from milkwood_art.drafting import building, earthwork, footpath, planting, street, walking
from milkwood_art.drafting.blueprint import Blueprint, read
from milkwood_art.drafting.kinds import kind
from milkwood_art.drafting.land import DraftLand
from milkwood_art.drafting.noise import Noise
from milkwood_art.drafting.plan import read_plan
from milkwood_art.drafting.tiled import write_map
from milkwood_art.dressing import Site, dress, light_lamp
from milkwood_art.sprites import SPRITES


def lay_out(blueprint: Blueprint) -> DraftLand:
    """Everything on the land, proved walkable."""
    site = blueprint.site
    land = DraftLand(*site.size, Noise(site.seed))
    earthwork.lay(land, site)
    plans = {name: read_plan(plan, blueprint.legend) for name, plan in blueprint.plans.items()}
    for standing in site.buildings:
        building.put_up(land, plans[standing.plan], standing.at)
    for bed in site.beds:
        earthwork.plant_bed(land, bed)
    for ground in site.open:
        building.open_sector(land, ground)
    street.furnish(land, site)
    footpath.tread(land)
    for line in site.fences:
        street.fence(land, line)
    street.light(land)
    for standing in site.buildings:
        building.trim(land, plans[standing.plan], standing.at)
    planting.plant(land, site)
    used = {one.kind for one in land.things}
    walking.prove(land, {key: kind(key).used_on for key in used})
    return land


def map_of(blueprint: Blueprint, land: DraftLand) -> str:
    """The text of `map.tmj` for a land that is laid out."""
    site = Site(land.terrain, land.wall, land.paper, land.window, land.roof)
    dressing = dress(site, blueprint.site.seed)
    for one in land.decor:
        if one.sprite == street.LAMP:
            light_lamp(dressing.glow, one.at[0], one.at[1] - SPRITES[one.sprite].height + 1)
    return write_map(land, dressing, atlases.build())


def draft(blueprint_folder: Path, out: Path) -> DraftLand:
    """Draft a blueprint into a town pack: writes `map.tmj` and `tiles/`."""
    blueprint = read(blueprint_folder)
    land = lay_out(blueprint)
    text = map_of(blueprint, land)
    out.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(out / "tiles", ignore_errors=True)
    atlases.build().write(out / "tiles")
    (out / "map.tmj").write_text(text, "utf-8", newline="\n")
    return land
