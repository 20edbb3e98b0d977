"""Pictures of people as PNG bytes, each drawn once.

Knows looks and the art room; knows nothing of requests. Invariant: the same person always looks the same.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO

from PIL.Image import Image

from milkwood.art import people
from milkwood.art.looks import Looks

Draw = Callable[[Looks, int], Image]

PICTURES: Mapping[str, Draw] = {
    "sheet": people.sheet,
    "portrait": people.portrait,
    "asleep": people.sleeping,
}
"""What can be asked for, by name."""


@lru_cache(maxsize=4096)
def picture(name: str, looks: Looks, age: int) -> bytes:
    """One of `PICTURES` of somebody, as PNG."""
    stream = BytesIO()
    PICTURES[name](looks, age).save(stream, "PNG", optimize=True)
    return stream.getvalue()
