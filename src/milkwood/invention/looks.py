"""How invented people look.

Invariant: every word is one that the pack format lists.
"""

from milkwood.chance import Stream
from milkwood.invention.facts import Inhabitant
from milkwood.town import looks as drawn

_GREY_AGE = 60
_HAIRS = ("black", "dark_brown", "brown", "chestnut", "auburn", "red", "blond")
_EXTRAS = ("glasses", "hat", "cap", "beret", "scarf")


def looks_of(person: Inhabitant, chance: Stream) -> dict[str, str | list[str]]:
    """The looks of a person, as the file says them."""
    hair = chance.chosen(("grey", "white")) if person.age >= _GREY_AGE else chance.chosen(_HAIRS)
    long = ("long", "bob", "ponytail", "bun", "curly", "braids", "wavy")
    short = ("short", "crop", "curly", "bald", "undercut", "wavy")
    style = chance.chosen(long if person.pronoun == "she" else short if person.pronoun == "he" else ("bob", "short"))
    looks: dict[str, str | list[str]] = {
        "skin": chance.chosen(drawn.SKINS),
        "hair": hair,
        "hair_style": style,
        "outfit": chance.chosen([one for one in drawn.OUTFITS if one != "dress" or person.pronoun == "she"]),
        "top": chance.chosen(drawn.COLOURS),
        "bottom": chance.chosen(("navy", "charcoal", "brown", "olive", "grey", "black", "blue")),
    }
    if person.pronoun == "he" and person.age > 20 and chance.happens(0.5):
        looks["beard"] = chance.chosen(("stubble", "moustache", "full"))
    if person.pronoun == "she" and chance.happens(0.4):
        looks["legs"] = "skirt"
    if chance.happens(0.5):
        looks["extras"] = [chance.chosen(_EXTRAS)]
    return looks
