"""Checks the people and scenarios of a pack together: names, beds, aliases.

Invariant: ids are unique, and no bed is over capacity in any scenario.
"""

from collections.abc import Iterable, Mapping

from milkwood.i18n import t
from milkwood.ids import ThingId
from milkwood.towns.cross_check.known import Known
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.schema.message import place
from milkwood.towns.schema.person import PersonFile
from milkwood.towns.schema.scenario import ScenarioFile


def stem_of(file: str) -> str:
    """The id in a file's name."""
    return file.rpartition("/")[2].removesuffix(".toml")


def check_ids(ids: Iterable[tuple[str, str]], remedy: str, problems: Problems) -> None:
    """Note ids (by file) that differ from the file's name or are used twice."""
    owner: dict[str, str] = {}
    for file, own in ids:
        stem = stem_of(file)
        if own != stem:
            said = t("The id {own} is not the file's name, {name}.", own=quoted(own), name=quoted(stem))
            problems.error(
                f"{file} > id",
                said,
                t("Write id = “{stem}”, or rename the file to {file}.", stem=stem, file=f"{own}.toml"),
            )
        if own in owner:
            problems.error(f"{file} > id", t("{file} has the same id {id}.", file=owner[own], id=quoted(own)), remedy)
        owner.setdefault(own, file)


def check_names(people: Mapping[str, PersonFile], problems: Problems) -> None:
    """Note people (by file) who share a name (an error) or a short name (a warning)."""
    full: dict[str, str] = {}
    short: dict[str, str] = {}
    for file, person in people.items():
        for code, name in person.name.items():
            other = full.setdefault(f"{code}:{name.casefold()}", file)
            if other != file:
                what = t("{name} is also the name in {file}.", name=quoted(name), file=other)
                problems.error(place(file, "name", code), what, t("Give each person a different name."))
        for code, name in person.called.items():
            other = short.setdefault(f"{code}:{name.casefold()}", file)
            if other != file:
                what = t("{name} is also what the person in {file} is called.", name=quoted(name), file=other)
                problems.warn(place(file, "called", code), what, t("Call one of them something else."))


def check_one_sided(people: Mapping[str, PersonFile], problems: Problems) -> None:
    """Warn of people (by file) who know a person who does not know them."""
    files = {person.id: file for file, person in people.items()}
    knows = {person.id: {tie.person for tie in person.knows} for person in people.values()}
    for file, person in people.items():
        for index, tie in enumerate(person.knows):
            if tie.one_sided or tie.person not in knows or person.id in knows[tie.person] or tie.person == person.id:
                continue
            what = t("{other} does not know {person}.", other=quoted(tie.person), person=quoted(person.id))
            remedy = t("Add [[knows]] to {file}, or write one_sided = true here.", file=files[tie.person])
            problems.warn(place(file, "knows", index), what, remedy)


def check_aliases(scenarios: Mapping[str, ScenarioFile], problems: Problems) -> None:
    """Note ids or aliases that two scenarios share."""
    owner = {scenario.id: file for file, scenario in scenarios.items()}
    for file, scenario in scenarios.items():
        for index, alias in enumerate(scenario.aliases):
            other = owner.setdefault(alias, file)
            twice = scenario.aliases.index(alias) < index or alias == scenario.id
            if other != file or twice:
                what = t(
                    "{file} answers to {alias} already.",
                    file=t("This scenario") if other == file else other,
                    alias=quoted(alias),
                )
                problems.error(place(file, "aliases", index), what, t("Remove or rename one of the two."))


def check_beds(file: str, sleepers: Iterable[PersonFile], known: Known, problems: Problems) -> None:
    """Note beds with more sleepers than places."""
    if known.land is None:
        return
    by_bed: dict[ThingId, list[str]] = {}
    for person in sleepers:
        by_bed.setdefault(ThingId(person.bed.say()), []).append(person.id)
    for bed, people in by_bed.items():
        found = known.land.town_map.things.get(bed)
        most = found.seats if found else 0
        if 0 < most < len(people):
            what = t(
                "{count} people sleep in {bed}, which holds {most}: {names}.",
                count=len(people),
                bed=quoted(bed),
                most=most,
                names=", ".join(people),
            )
            problems.error(file, what, t("Give one of them another bed."))
