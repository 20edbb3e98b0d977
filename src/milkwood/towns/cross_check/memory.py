"""Checks the people of a memory from before the run: whom it is about, who was there, who must not hear it.

Invariant: nobody keeps a secret from themselves, and nobody who was there is to be kept from hearing of it.
"""

from milkwood.i18n import t
from milkwood.towns.cross_check.known import Known
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.schema.message import place
from milkwood.towns.schema.person import MemoryTable
from milkwood.towns.schema.scenario import StoryMemoryTable


def check_memory_people(
    owner: str, memory: MemoryTable | StoryMemoryTable, where: str, known: Known, problems: Problems
) -> None:
    """Note unknown people, and those a memory cannot be kept from."""
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
