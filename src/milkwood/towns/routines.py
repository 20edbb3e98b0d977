"""The routines that a town pack gives to its people: the optional file `routines.json`.

Invariant: the routines are valid, or an error says why not; the file is read only when a run starts, because the run
keeps a copy.
"""

import json

from milkwood.clean import clean_all
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.mind.routines import Routine
from milkwood.plain import Json
from milkwood.towns.pack import Pack
from milkwood.words import Language

ROUTINES = "routines.json"


def routines_in(pack: Pack, language: Language) -> dict[str, Json]:
    """The routines of a pack as a run's header holds them; empty if it has none."""
    path = pack.folder / ROUTINES
    try:
        found = clean_all(json.loads(path.read_text(encoding="utf-8")))
        if found["language"] != language:
            return {}
        people = {person: each for person, each in found["people"].items() if person in pack.people}
        for each in people.values():
            for block in each["blocks"]:
                Routine.of_plain(block)
            dict(each["manners"])
        return {**found, "people": people}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SetupError(
            t("The routines of its people cannot be read."),
            where=str(path),
            remedy=t("Import the town again, or remove this file: people then start without routines."),
        ) from error
