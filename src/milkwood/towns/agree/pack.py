"""The people and scenarios of a pack taken together: names, beds, aliases.

Knows them all at once. Invariant: no two answer to one id, and in no scenario does a bed hold more than it
can.
"""

from collections.abc import Iterable, Mapping

from milkwood.ids import ThingId
from milkwood.towns.agree.known import Known
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.schema.message import place
from milkwood.towns.schema.person import PersonFile
from milkwood.towns.schema.scenario import ScenarioFile


def stem_of(file: str) -> str:
    """The id that a file's name says."""
    return file.rpartition("/")[2].removesuffix(".toml")


def check_ids(ids: Iterable[tuple[str, str]], what: str, problems: Problems) -> None:
    """Note ids (given with their files) that differ from the file's name or belong to two."""
    owner: dict[str, str] = {}
    for file, own in ids:
        stem = stem_of(file)
        if own != stem:
            said = f"The id {quoted(own)} is not the file's name, {quoted(stem)}."
            problems.error(f"{file} > id", said, f"Write id = “{stem}”, or rename the file to {own}.toml.")
        if own in owner:
            problems.error(f"{file} > id", f"{owner[own]} has the same id {quoted(own)}.", f"Rename one {what}.")
        owner.setdefault(own, file)


def check_names(people: Mapping[str, PersonFile], problems: Problems) -> None:
    """Note people (by file) who share a name; to be called the same is only odd."""
    full: dict[str, str] = {}
    short: dict[str, str] = {}
    for file, person in people.items():
        for code, name in person.name.items():
            other = full.setdefault(f"{code}:{name.casefold()}", file)
            if other != file:
                what = f"{quoted(name)} is also the name in {other}."
                problems.error(place(file, "name", code), what, "Give each person a name of their own.")
        for code, name in person.called.items():
            other = short.setdefault(f"{code}:{name.casefold()}", file)
            if other != file:
                what = f"{quoted(name)} is also what the person in {other} is called."
                problems.warn(place(file, "called", code), what, "Call one of them something else.")


def check_aliases(scenarios: Mapping[str, ScenarioFile], problems: Problems) -> None:
    """Note names (ids or aliases) that two scenarios answer to."""
    owner = {scenario.id: file for file, scenario in scenarios.items()}
    for file, scenario in scenarios.items():
        for index, alias in enumerate(scenario.aliases):
            other = owner.setdefault(alias, file)
            twice = scenario.aliases.index(alias) < index or alias == scenario.id
            if other != file or twice:
                what = f"{'This scenario' if other == file else other} answers to {quoted(alias)} already."
                problems.error(place(file, "aliases", index), what, "Remove or rename one of the two.")


def check_beds(file: str, sleepers: Iterable[PersonFile], known: Known, problems: Problems) -> None:
    """Note beds that hold fewer than would sleep in them."""
    if known.land is None:
        return
    by_bed: dict[ThingId, list[str]] = {}
    for person in sleepers:
        by_bed.setdefault(ThingId(person.bed.say()), []).append(person.id)
    for bed, people in by_bed.items():
        found = known.land.town_map.things.get(bed)
        most = found.seats if found else 0
        if 0 < most < len(people):
            what = f"{len(people)} people sleep in {quoted(bed)}, which holds {most}: {', '.join(people)}."
            problems.error(file, what, "Give one of them another bed.")
