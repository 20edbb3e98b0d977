"""Checks a memory from before the run: whom it is about, who was there, who must not hear it.

Invariant: nobody keeps a secret from themselves, and nobody who was there is to be kept from hearing of it.
"""

from milkwood.i18n import join, t
from milkwood.towns.cross_check.known import Known
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.schema.message import place
from milkwood.towns.schema.person import MemoryTable
from milkwood.towns.schema.scenario import StoryMemoryTable
from milkwood.understudy.language.secrecy import secrecy


def check_memory(
    owner: str, memory: MemoryTable | StoryMemoryTable, where: str, known: Known, problems: Problems
) -> None:
    """Note unknown people, those a memory cannot be kept from, and secrets that only its wording marks."""
    _check_people(owner, memory, where, known, problems)
    if memory.private:
        return
    found = [secrecy(text, known.names) for text in memory.text.values()]
    hidden = {person: None for each in found for person in each.secret_from}
    unmarked = [person for person in hidden if person not in (owner, *memory.secret_from)]
    if unmarked:
        names = join(t(", ", context="people"), map(quoted, unmarked))
        what = t("By its words, it must be kept from {names}, but no field says so.", names=names)
        listed = ", ".join(f'"{person}"' for person in dict.fromkeys([*memory.secret_from, *unmarked]))
        problems.warn(place(where, "text"), what, t("Add {fields}.", fields=f"secret_from = [{listed}]"))
    elif any(each.private for each in found) and not memory.secret_from:
        what = t("By its words, it is a secret, but no field says so.")
        problems.warn(place(where, "text"), what, t("Add {fields}.", fields="private = true"))


def _check_people(
    owner: str, memory: MemoryTable | StoryMemoryTable, where: str, known: Known, problems: Problems
) -> None:
    for field in ("about", "witnesses", "secret_from"):
        for number, person in enumerate(getattr(memory, field)):
            known.person(person, place(where, field, number), problems)
    for number, person in enumerate(memory.secret_from):
        at = place(where, "secret_from", number)
        if person == owner:
            problems.error(
                at, t("Nobody can keep a secret from themselves."), t("Leave {name} out.", name=quoted(person))
            )
        elif person in memory.witnesses:
            what = t("{name} was there, and must not hear it.", name=quoted(person))
            problems.error(at, what, t("Leave this person out of witnesses or of secret_from."))
