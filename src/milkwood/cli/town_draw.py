"""`milkwood town draw`: a picture of a town.

Invariant: the picture is written completely or not at all.
"""

from pathlib import Path
from typing import Annotated

import typer
from PIL.Image import Image

from milkwood import towns
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.towns.drawing import read_drawing
from milkwood.towns.shelf import find
from milkwood_art import render
from milkwood_art.people import FIGURE_HEIGHT_PIXELS, FIGURE_WIDTH_PIXELS, sheet


def draw(
    path: Annotated[str, typer.Argument(help="The pack's folder, or the name of a bundled town.")],
    out: Annotated[Path, typer.Argument(help="The picture to write, such as town.png.")],
    night: Annotated[bool, typer.Option("--night", help="Draw the town at night with lit windows.")] = False,
    roofs: Annotated[bool, typer.Option("--roofs", help="Draw roofs.")] = False,
    scale: Annotated[int, typer.Option("--scale", min=1, max=4, help="Scale factor.")] = 1,
    people: Annotated[bool, typer.Option("--people", help="Draw the people, each at their bed.")] = False,
) -> None:
    """Draw a town pack's map to a PNG picture."""
    if out.suffix.lower() != ".png":
        raise SetupError(
            t("“{file}” does not end in .png.", file=out), remedy=t("Give the picture a name such as town.png.")
        )
    found = find(path)
    table, folder = read_drawing(found.folder)
    figures = _people(found.folder, found.scenario) if people else []
    picture = render.draw(table, folder, night=night, roofs=roofs, scale=scale, people=figures)
    _write(picture, out)
    typer.echo(f"{out}: {picture.width} x {picture.height} px.")


def _people(folder: Path, scenario: str | None) -> list[tuple[float, float, Image]]:
    """Everyone at a spot of their bed; people who share one get different spots."""
    pack = towns.load(folder, scenario)
    figures: list[tuple[float, float, Image]] = []
    taken: dict[str, int] = {}
    for person in pack.people.values():
        spots = pack.town_map.spots(person.bed)
        spot = spots[taken.get(person.bed, 0) % len(spots)]
        taken[person.bed] = taken.get(person.bed, 0) + 1
        figures.append(
            (spot.x, spot.y, sheet(person.looks, person.age).crop((0, 0, FIGURE_WIDTH_PIXELS, FIGURE_HEIGHT_PIXELS)))
        )
    return figures


def _write(picture: Image, out: Path) -> None:
    part = out.with_name(f".{out.name}.part")
    try:
        picture.save(part, format="PNG")
        part.replace(out)
    except OSError as error:
        part.unlink(missing_ok=True)
        remedy = t("Choose a folder that exists and that you may write to.")
        raise SetupError(t("“{file}” cannot be written ({error}).", file=out, error=error), remedy=remedy) from error
