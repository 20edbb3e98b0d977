"""A pack as read, with or without errors.

Invariant: reading never raises for the content of files and continues after a fault, so that an author sees all
problems at once.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from milkwood.i18n import t
from milkwood.plain import Toml, TomlTable
from milkwood.towns.cross_check.known import Known
from milkwood.towns.cross_check.languages import check_languages
from milkwood.towns.cross_check.pack import check_aliases, check_beds, check_ids, check_names, check_one_sided, stem_of
from milkwood.towns.cross_check.person import check_person
from milkwood.towns.cross_check.scenario import check_scenario
from milkwood.towns.folder import PackFolder
from milkwood.towns.problem import Problems, meant, one_of, quoted
from milkwood.towns.schema.catalogue import kinds_of_town
from milkwood.towns.schema.message import place, problems_of
from milkwood.towns.schema.person import PersonFile
from milkwood.towns.schema.plain import Section, Setting
from milkwood.towns.schema.scenario import ScenarioFile, merged
from milkwood.towns.schema.town import TownFile, languages_of
from milkwood.towns.survey import Land, survey
from milkwood.towns.tiled import read_map
from milkwood.words import ENGLISH

TOWN_FILE = "town.toml"
LICENCE_FILES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENCE.md", "LICENCE.txt")
S = TypeVar("S", bound=Section)


@dataclass(slots=True)
class Draft:
    """The content of a pack's folder."""

    root: Path
    problems: Problems = field(default_factory=Problems)
    town: TownFile | None = None
    land: Land | None = None
    person_files: list[str] = field(default_factory=list)
    """All of them, including unreadable ones."""
    tables: dict[str, dict[str, Toml]] = field(default_factory=dict)
    """The people's files as raw tables, by file; scenarios change these."""
    people: dict[str, PersonFile] = field(default_factory=dict)
    """By file."""
    scenarios: dict[str, ScenarioFile] = field(default_factory=dict)
    """By file."""
    casts: dict[str, dict[str, PersonFile]] = field(default_factory=dict)
    """The people of each scenario with its changes applied, by scenario id and person id."""


def read_draft(root: Path) -> Draft:
    """Read and check everything in a pack's folder."""
    draft = Draft(root)
    folder = PackFolder(root, draft.problems)
    if not folder.opens():
        return draft
    table = folder.toml(TOWN_FILE)
    setting = _read_town(draft, table)
    map_name = table.get("map", "map.tmj") if table is not None else "map.tmj"
    if isinstance(map_name, str) and map_name:
        _read_land(draft, folder, map_name, setting)
    _read_people(draft, folder, setting)
    _read_scenarios(draft, folder, setting)
    known = Known(_ids_of(draft), draft.land)
    _check_people(draft, known)
    _check_scenarios(draft, known, setting)
    if setting.languages is not None:
        town = {TOWN_FILE: draft.town} if draft.town else {}
        town_map = draft.land.town_map if draft.land else None
        files = {**town, **draft.people, **draft.scenarios}
        check_languages(files, town_map, str(map_name), setting.languages, draft.problems)
    if not any((root / name).is_file() for name in LICENCE_FILES):
        draft.problems.warn(str(root.name or root), t("The pack has no LICENSE."), t("Say how others may use it."))
    return draft


def _validated(draft: Draft, model: type[S], table: Toml, file: str, setting: Setting, *within: str) -> S | None:
    try:
        return model.model_validate(table, context=setting)
    except ValidationError as error:
        draft.problems.add(problems_of(error, file, model, within))
    except RecursionError:
        draft.problems.error(place(file, *within), t("It is nested too deeply."), t("Flatten its tables."))
    return None


def _read_town(draft: Draft, table: dict[str, Toml] | None) -> Setting:
    """Read town.toml; its languages and name are used for the other files even if something else is wrong."""
    if table is None:
        return Setting()
    setting = Setting(languages_of(table))
    draft.town = _validated(draft, TownFile, table, TOWN_FILE, setting)
    if draft.town:
        return Setting(setting.languages, next(iter(draft.town.name.values())))
    name = table.get("name")
    first = setting.languages[0] if setting.languages else ENGLISH
    said = name.get(first) if isinstance(name, dict) else None
    return Setting(setting.languages, said if isinstance(said, str) else "")


def _read_land(draft: Draft, folder: PackFolder, map_name: str, setting: Setting) -> None:
    missing = t("There is no map {name}.", name=quoted(map_name))
    if folder.inside(map_name, f"{TOWN_FILE} > map", missing=missing) is None:
        return
    drawn = read_map(folder, map_name, draft.problems)
    if drawn is not None:
        languages = setting.languages or (ENGLISH,)
        changes = draft.town.things if draft.town else {}
        catalogue = kinds_of_town(changes, languages, TOWN_FILE, draft.problems)
        draft.land = survey(drawn, setting.town, languages, catalogue, draft.problems)


def _read_people(draft: Draft, folder: PackFolder, setting: Setting) -> None:
    files = folder.listing("people", ".toml")
    if files is not None and not files:
        draft.problems.error("people/", t("Nobody lives in this town."), t("Add a file for each person."))
    draft.person_files = files or []
    for file in draft.person_files:
        table = folder.toml(file)
        if table is None:
            continue
        draft.tables[file] = table
        person = _validated(draft, PersonFile, table, file, setting)
        if person:
            draft.people[file] = person


def _read_scenarios(draft: Draft, folder: PackFolder, setting: Setting) -> None:
    files = folder.listing("scenarios", ".toml")
    if files is not None and not files:
        draft.problems.error("scenarios/", t("The town has no scenario."), t("Add at least one, with its cast."))
    for file in files or ():
        table = folder.toml(file)
        scenario = _validated(draft, ScenarioFile, table, file, setting) if table is not None else None
        if scenario:
            draft.scenarios[file] = scenario
    stems = {stem_of(file) for file in files or ()}
    known = sorted(stems | {scenario.id for scenario in draft.scenarios.values()})
    if draft.town and files and draft.town.default_scenario not in known:
        what = t("There is no scenario {name}.", name=quoted(draft.town.default_scenario))
        advice = meant(draft.town.default_scenario, known) or t("There are: {names}.", names=one_of(known))
        draft.problems.error(f"{TOWN_FILE} > default_scenario", what, advice)


def _ids_of(draft: Draft) -> tuple[str, ...]:
    """All known ids, file names included, so that one wrong id is reported once."""
    stems = {stem_of(file) for file in draft.person_files}
    return tuple(sorted(stems | {person.id for person in draft.people.values()}))


def _check_people(draft: Draft, known: Known) -> None:
    ids = [(file, said) for file, table in draft.tables.items() if isinstance(said := table.get("id"), str)]
    check_ids(ids, t("Rename one person."), draft.problems)
    check_names(draft.people, draft.problems)
    check_one_sided(draft.people, draft.problems)
    for file, person in draft.people.items():
        check_person(person, file, (), known, draft.problems)
    check_beds("people/", draft.people.values(), known, draft.problems)


def _check_scenarios(draft: Draft, known: Known, setting: Setting) -> None:
    ids = [(file, scenario.id) for file, scenario in draft.scenarios.items()]
    check_ids(ids, t("Rename one scenario."), draft.problems)
    check_aliases(draft.scenarios, draft.problems)
    start = draft.town.start if draft.town else None
    for file, scenario in draft.scenarios.items():
        check_scenario(scenario, file, start, known, draft.problems)
        cast = _cast(draft, file, scenario, known, setting)
        draft.casts[scenario.id] = cast
        if scenario.people:
            check_beds(file, cast.values(), known, draft.problems)


def _cast(draft: Draft, file: str, scenario: ScenarioFile, known: Known, setting: Setting) -> dict[str, PersonFile]:
    """The people of a scenario, with its changes applied and checked."""
    by_id = {person.id: (own, person) for own, person in draft.people.items()}
    members = scenario.members([person.id for person in draft.people.values()])
    cast = {member: by_id[member][1] for member in members if member in by_id}
    for person, changes in scenario.people.items():
        where = place(file, "people", person)
        if not known.person(person, where, draft.problems) or person not in by_id:
            continue
        if person not in cast:
            draft.problems.warn(
                where, t("This person is not in the cast."), t("Add them to the cast, or remove this table.")
            )
        if "id" in changes:
            draft.problems.error(f"{where} > id", t("A scenario cannot change an id."), t("Remove this line."))
            continue
        changed = _changed(draft, file, by_id[person], changes, known, setting)
        if changed and person in cast:
            cast[person] = changed
    return cast


def _changed(
    draft: Draft, file: str, own: tuple[str, PersonFile], changes: TomlTable, known: Known, setting: Setting
) -> PersonFile | None:
    person_file, person = own
    within = ("people", person.id)
    table = merged(draft.tables[person_file], changes)
    changed = _validated(draft, PersonFile, table, file, setting, *within)
    if changed:
        before, after = Problems(), Problems()
        check_person(person, file, within, known, before)
        check_person(changed, file, within, known, after)
        draft.problems.add(problem for problem in after.listed() if problem not in before.listed())
    return changed
