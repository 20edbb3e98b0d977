"""Pictures of people as PNG bytes, each drawn once."""

from functools import lru_cache
from io import BytesIO

from milkwood.town.looks import Looks

PICTURES = ("sheet", "portrait", "asleep")


@lru_cache(maxsize=4096)
def picture(name: str, looks: Looks, age: int) -> bytes:
    """One of `PICTURES` of a person, as PNG; the drawing package is imported only here."""
    from milkwood_art import people

    draw = {"sheet": people.sheet, "portrait": people.portrait, "asleep": people.sleeping}[name]
    stream = BytesIO()
    draw(looks, age).save(stream, "PNG", optimize=True)
    return stream.getvalue()
