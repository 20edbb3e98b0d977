"""A valid town pack: map, people and the chosen scenario.

Invariant: a Pack that exists has no errors; `load` refuses any other with the whole list.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from milkwood.clock import TownClock
from milkwood.errors import SetupError, TownAuthorError
from milkwood.i18n import join, t, tn
from milkwood.ids import PersonId, ScenarioId, TownId, is_slug
from milkwood.town.map import TownMap
from milkwood.town.sky import Climate
from milkwood.towns.deeds import ActivitySource
from milkwood.towns.draft import Draft, read_draft
from milkwood.towns.person import Person
from milkwood.towns.problem import Problem, meant, one_of, quoted
from milkwood.towns.story import Scenario
from milkwood.words import Language, Words

MAX_LISTED_PROBLEMS = 20


class BrokenPack(TownAuthorError):
    """A pack with errors; `problems` has all of them, warnings too."""

    def __init__(self, folder: Path, problems: list[Problem]) -> None:
        self.problems = problems
        errors = [problem for problem in problems if problem.is_error]
        lines = ["", *(problem.sentence() for problem in errors[:MAX_LISTED_PROBLEMS])]
        if len(errors) > MAX_LISTED_PROBLEMS:
            lines.append(t("… and {count} more: see “milkwood town check”.", count=len(errors) - MAX_LISTED_PROBLEMS))
        super().__init__(
            tn(
                "The town pack has one error:{lines}",
                "The town pack has {count} errors:{lines}",
                count=len(errors),
                lines=join("\n  ", lines),
            ),
            where=str(folder),
        )


@dataclass(frozen=True, slots=True)
class Pack:
    """A valid town."""

    id: TownId
    folder: Path
    map_path: Path
    name: Words
    about: Words
    languages: tuple[Language, ...]
    """The first one names places in addresses."""
    seconds_per_tick: int
    view_radius: int
    attention: int
    town_map: TownMap
    people: Mapping[PersonId, Person] = field(hash=False)
    """The cast in order of id, with the scenario's changes."""
    scenario: Scenario
    scenarios: Mapping[ScenarioId, Scenario] = field(hash=False)
    """All scenarios, in order of id."""
    climate: Climate
    """With the weather of the scenario."""
    activities: tuple[ActivitySource, ...] = ()
    """What people do in activities of this town."""

    @property
    def clock(self) -> TownClock:
        """The town's time from the start of the scenario."""
        return TownClock(self.scenario.start, self.seconds_per_tick)


def check(path: Path | str) -> list[Problem]:
    """All errors and warnings of a pack; never raises for the content of files."""
    return read_draft(Path(path)).problems.listed()


def load(path: Path | str, scenario: str | None = None) -> Pack:
    """Load the pack in a folder, with a scenario by id or alias, or the default one."""
    draft = read_draft(Path(path))
    if draft.problems.any_error or draft.town is None or draft.land is None:
        raise BrokenPack(draft.root, draft.problems.listed())
    town = draft.town
    everybody = [person.id for person in draft.people.values()]
    built = [entry.build(everybody, town.start) for entry in draft.scenarios.values()]
    scenarios = {entry.id: entry for entry in sorted(built, key=lambda entry: entry.id)}
    chosen = _chosen(scenarios, scenario or town.default_scenario)
    return Pack(
        id=_id_of(draft),
        folder=draft.root,
        map_path=draft.root / town.map,
        name=town.name,
        about=town.about,
        languages=town.spoken(),
        seconds_per_tick=town.seconds_per_tick,
        view_radius=town.defaults.view_radius,
        attention=town.defaults.attention,
        town_map=draft.land.town_map,
        people={PersonId(member): draft.casts[chosen.id][member].build() for member in chosen.cast},
        scenario=chosen,
        scenarios=scenarios,
        climate=Climate(town.latitude, town.climate, (*(spell.build() for spell in town.weather), *chosen.weather)),
        activities=tuple(each.build() for each in draft.deeds.activity) if draft.deeds else (),
    )


def _chosen(scenarios: Mapping[ScenarioId, Scenario], wanted: str) -> Scenario:
    for scenario in scenarios.values():
        if wanted == scenario.id or wanted in scenario.aliases:
            return scenario
    advice = meant(wanted, scenarios) or t("There are: {names}.", names=one_of(scenarios))
    raise SetupError(t("The town has no scenario {scenario}.", scenario=quoted(wanted)), remedy=advice)


def _id_of(draft: Draft) -> TownId:
    """The folder's name as an id; a name without letters or digits of ASCII becomes `town`."""
    name = draft.root.resolve().name.lower()
    slug = "_".join("".join(char if char.isascii() and char.isalnum() else " " for char in name).split())
    return TownId(slug if is_slug(slug) else "town")
