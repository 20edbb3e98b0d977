"""A person who joins a town later: a table like a person's file, checked against the pack.

Invariant: the returned Person would be valid in the pack's own folder; an invalid table is refused with all of its
problems.
"""

from pydantic import ValidationError

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.plain import JsonObject
from milkwood.towns.cross_check.known import Known
from milkwood.towns.cross_check.person import check_person
from milkwood.towns.pack import Pack
from milkwood.towns.person import Person
from milkwood.towns.problem import Problems
from milkwood.towns.schema.message import problems_of
from milkwood.towns.schema.person import PersonFile
from milkwood.towns.schema.plain import Setting
from milkwood.towns.survey import Land


def newcomer(person: PersonId, profile: JsonObject, pack: Pack) -> Person:
    """The person of a table under an id; the table is that of `people/ID.toml`, with or without the id."""
    table, problems, file = {**profile, "id": person}, Problems(), "newcomer"
    built: Person | None = None
    try:
        found = PersonFile.model_validate(table, context=Setting(pack.languages, pack.town_map.name))
        check_person(found, file, (), Known((*pack.people, person), Land(pack.town_map)), problems)
        built = found.build()
    except ValidationError as error:
        problems.add(problems_of(error, file, PersonFile))
    if built is None or problems.any_error:
        wrong = " ".join(problem.sentence() for problem in problems.listed() if problem.is_error)
        raise SetupError(t("“{person}” cannot be added to the town. {why}", person=person, why=wrong))
    return built
