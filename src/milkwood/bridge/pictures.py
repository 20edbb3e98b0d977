"""Shows a maze as it was drawn: the original's Tiled layers and tilesets instead of our tiles.

Knows Tiled maps and pictures. Invariant: only what is shown changes; places, things, doors and where one can walk stay
as they are.
"""

from pathlib import Path

from milkwood.bridge.reading import fault


def show(visuals: Path, folder: Path) -> None:
    """Put the pictures of a visuals folder into a pack whose map is written already."""
    raise fault(visuals, "The pictures cannot be shown yet.", remedy=f"Leave out --visuals for {folder.name}.")
