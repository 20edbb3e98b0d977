"""Why a town stands still, as the page is told: in every language it speaks, with people's names in that language.

Knows a run that is lived, on its own loop, and why one rests. Invariant (rule O2): whenever the town stands still there
is one sentence in each language; while it moves there is none.
"""

from functools import partial

from milkwood.chronicle.seek import comers
from milkwood.engine.stillness import AwaitsAnswer, AwaitsPace, Moving, Paused, Stillness, Stopping, sentence
from milkwood.ids import PersonId
from milkwood.plain import table
from milkwood.run import LiveRun
from milkwood.server.tongue import LANGUAGES, in_both
from milkwood.server.wire_live import StillIs, StillOut
from milkwood.words import Language

_IS: dict[type[Stillness], StillIs] = {
    Stopping: "stopping",
    Paused: "held",
    AwaitsAnswer: "thinks",
    AwaitsPace: "ahead",
}


def told(run: LiveRun, why: Stillness) -> StillOut | None:
    """What holds a living town up."""
    if isinstance(why, Moving):
        return None
    clock = run.chronicle.header.clock
    words = {str(each): sentence(why, partial(name, run, language=each), clock, each) for each in LANGUAGES}
    return StillOut.model_validate({"is": _IS[type(why)], "words": words})


def rested(why: str) -> StillOut | None:
    """Why a run does not go on, when it came to rest by itself."""
    return StillOut.model_validate({"is": "over", "words": in_both(why)}) if why else None


def name(run: LiveRun, person: str, language: Language) -> str:
    """What somebody is called; those who came later by what they came as."""
    known = run.pack.people.get(PersonId(person))
    if known is not None:
        return known.name.in_language(language)
    came = next((given for given in reversed(comers(run.chronicle)) if given.person == person), None)
    if came is None:
        return person
    names = table(table(came.content.get("profile")).get("name"))
    return str(came.content.get("name") or names.get(language) or next(iter(names.values()), "") or person)
