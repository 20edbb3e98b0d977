"""Why a town stands still, as a wire model: one sentence per language, with names in that language.

Invariant (rule O2): there is a sentence in each language exactly while the town stands still.
"""

from functools import partial

from milkwood.chronicle.seek import comers
from milkwood.engine.stillness import AwaitsAnswer, AwaitsPace, Moving, Paused, Stillness, Stopping
from milkwood.i18n import languages
from milkwood.ids import PersonId
from milkwood.plain import table
from milkwood.run import LiveRun
from milkwood.run.stillness import sentence
from milkwood.server.wire.language import in_all_languages
from milkwood.server.wire.stream import StillIs, StillOut
from milkwood.words import Language

_IS: dict[type[Stillness], StillIs] = {
    Stopping: "stopping",
    Paused: "held",
    AwaitsAnswer: "thinks",
    AwaitsPace: "ahead",
}


def still_out(run: LiveRun, why: Stillness) -> StillOut | None:
    """Why a living town stands still; None while it moves."""
    if isinstance(why, Moving):
        return None
    clock = run.chronicle.header.clock
    words = {
        each: sentence(why, partial(person_name, run, language=Language(each)), clock, each) for each in languages()
    }
    return StillOut.model_validate({"is": _IS[type(why)], "words": words})


def over_out(why: str) -> StillOut | None:
    """Why a run stopped by itself; None if it did not."""
    return StillOut.model_validate({"is": "over", "words": in_all_languages(why)}) if why else None


def person_name(run: LiveRun, person: str, language: Language) -> str:
    """The name of a person; for later arrivals, the name they arrived with."""
    known = run.pack.people.get(PersonId(person))
    if known is not None:
        return known.name.in_language(language)
    came = next((given for given in reversed(comers(run.chronicle)) if given.person == person), None)
    if came is None:
        return person
    names = table(table(came.content.get("profile")).get("name"))
    return str(came.content.get("name") or names.get(language) or next(iter(names.values()), "") or person)
