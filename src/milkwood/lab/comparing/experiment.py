"""An experiment: conditions, seeds and towns, and the trials that they make.

Invariant: an experiment can be started: every town exists and has the language, names are distinct, and errors are
raised before any trial runs.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from milkwood import towns
from milkwood.chronicle.runs import find as find_run
from milkwood.errors import SetupError, invalid
from milkwood.i18n import t
from milkwood.lab.comparing.condition import FULL, Condition, condition, preset
from milkwood.models.secret import masked_address
from milkwood.plain import Json, JsonObject, TomlTable
from milkwood.run import DEFAULT_SEED
from milkwood.towns import Pack
from milkwood.towns.archive import pack_hash
from milkwood.towns.problem import quoted
from milkwood.towns.shelf import find
from milkwood.words import Language

MAX_DAYS: Final = 3650
MAX_TRIALS: Final = 10_000
USUAL_TOWN: Final = "gull_quay"
_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})")
_NUMBER = re.compile(r"-?\d{1,18}")


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class _ConditionTable(_Table):
    off: list[str] = Field(default_factory=list)
    routines: str = ""


class File(_Table):
    """An experiment as a file has it; None for missing keys."""

    towns: list[str] | None = None
    scenario: str | None = None
    language: str | None = None
    seeds: list[int] | None = None
    days: int | None = None
    embedding: bool | None = None
    preset: str | None = None
    conditions: dict[str, _ConditionTable] | None = None
    model: str | None = None
    budget: str | None = None
    at_cap: Literal["understudy", "pause"] | None = None
    on_limit: Literal["wait", "stop"] | None = None


@dataclass(frozen=True, slots=True)
class Answerers:
    """The models of all trials as the user gave them; None for those of the settings."""

    model: str | None = None
    budget: str | None = None
    at_cap: str | None = None
    on_limit: str | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of an experiment; serialisable, so that another process can run it."""

    town: str
    """As the user named it."""
    scenario: str
    language: str
    seed: int
    condition: Condition
    embedding: bool
    until: int
    """The tick to run up to."""
    name: str
    """The name of the run."""
    where: str
    """The town's id, with the scenario if the experiment has several of one town."""
    town_id: str
    pack_hash: str
    """A hash of the town's files."""
    answerers: Answerers = field(default_factory=Answerers)

    def plain(self) -> dict[str, Json]:
        """As passed to another process."""
        return asdict(self)

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> "Trial":
        """From `plain`."""
        varied = plain["condition"]
        rest = {**plain, "answerers": Answerers(**plain["answerers"])}
        return cls(**{**rest, "condition": Condition(varied["name"], tuple(varied["off"]), varied["routines"])})


@dataclass(frozen=True, slots=True)
class Experiment:
    """Conditions, seeds and towns to compare."""

    towns: tuple[str, ...] = (USUAL_TOWN,)
    scenario: str | None = None
    language: str | None = None
    seeds: tuple[int, ...] = (DEFAULT_SEED,)
    days: int = 2
    conditions: tuple[Condition, ...] = (FULL,)
    embedding: bool = True
    answerers: Answerers = field(default_factory=Answerers)

    def plain(self) -> dict[str, Json]:
        """As stored in a manifest or a file."""
        said = {name: value for name, value in asdict(self.answerers).items() if value is not None}
        return {
            "towns": list(self.towns),
            **({"scenario": self.scenario} if self.scenario else {}),
            **({"language": self.language} if self.language else {}),
            "seeds": list(self.seeds),
            "days": self.days,
            "embedding": self.embedding,
            "conditions": {each.name: each.plain() for each in self.conditions},
            **said,
        }

    def trials(self) -> list[Trial]:
        """All trials, seed by seed, so that an interrupted experiment has results for every condition."""
        packs = [(town, _pack(town, self.scenario)) for town in self.towns]
        hashes = {pack.folder: pack_hash(pack.folder) for _, pack in packs}
        for each in self.conditions:
            if each.routines:
                find_run(each.routines)  # raises an error before anything runs
        ids = Counter(str(pack.id) for _, pack in packs)
        made = [
            self._trial(town, pack, condition, seed, hashes[pack.folder], alone=ids[str(pack.id)] == 1)
            for seed in self.seeds
            for town, pack in packs
            for condition in self.conditions
        ]
        _refuse_twins((trial.name for trial in made), "lives")
        if len(made) > MAX_TRIALS:
            raise SetupError(
                t("That would be {count:,} runs.", count=len(made)),
                remedy=t("The maximum is {count:,}.", count=MAX_TRIALS),
            )
        return made

    def _trial(self, town: str, pack: Pack, varied: Condition, seed: int, found: str, *, alone: bool) -> Trial:
        language = Language(self.language) if self.language else pack.languages[0]
        if language not in pack.languages:
            spoken = ", ".join(pack.languages)
            raise SetupError(
                t("The town {town} is not available in “{language}”.", town=quoted(town), language=language),
                remedy=t("Available: {languages}.", languages=spoken),
            )
        until = pack.clock.parse(f"day {self.days + 1} 00:00")
        where = str(pack.id) if alone else f"{pack.id}-{pack.scenario.id}"
        return Trial(
            town=town,
            scenario=str(pack.scenario.id),
            language=language,
            seed=seed,
            condition=varied,
            embedding=self.embedding,
            until=int(until),
            name=f"{where}-{varied.name}-{seed}",
            where=where,
            town_id=str(pack.id),
            pack_hash=found,
            answerers=self.answerers,
        )


def _pack(town: str, scenario: str | None) -> Pack:
    found = find(town)
    return towns.load(found.folder, scenario or found.scenario)


def _refuse_twins(names: Iterable[str], what: str) -> None:
    """Refuse names that differ only in case: they are one file on some systems."""
    counted = Counter(name.casefold() for name in names)
    for name, times in counted.items():
        if times > 1:
            raise SetupError(
                t("There are {count} {what} called {name}.", count=times, what=what, name=quoted(name)),
                remedy=t("Give each a different name."),
            )


# --- from files and options


def experiment(file: Path | None, options: Mapping[str, Any]) -> Experiment:
    """The experiment of a file, with options (by the file's keys, None if not given) that override it."""
    said = _read(file) if file is not None else File()
    given = {name: value for name, value in options.items() if value is not None}
    merged = {**{name: getattr(said, name) for name in type(said).model_fields}, **given}
    if "conditions" in given or "preset" in given:  # options replace the file's list
        merged |= {name: given.get(name) for name in ("conditions", "preset")}
    return _checked(merged)


def _read(file: Path) -> File:
    try:
        plain = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(t("The experiment cannot be read ({error}).", error=error), where=str(file)) from error
    except tomllib.TOMLDecodeError as error:
        raise SetupError(t("The experiment is not TOML: {error}.", error=error), where=str(file)) from error
    return told(plain, str(file))


def told(plain: TomlTable, where: str) -> File:
    """An experiment from a file or a manifest."""
    try:
        return File.model_validate(plain)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        known = ", ".join(File.model_fields)
        raise SetupError(
            t("“{place}” is not valid: {error}.", place=place, error=invalid(first)),
            where=where,
            remedy=t("An experiment has: {names}.", names=known),
        ) from None


def again(plain: JsonObject, where: str) -> Experiment:
    """The experiment of a manifest."""
    said = told(plain, where)
    return _checked({name: getattr(said, name) for name in type(said).model_fields})


def _checked(said: Mapping[str, Any]) -> Experiment:
    usual = Experiment()
    chosen = [*(preset(said["preset"]) if said.get("preset") else ()), *_conditions(said.get("conditions") or {})] or [
        FULL
    ]
    _refuse_twins((each.name for each in chosen), "conditions")
    seeds = tuple(said.get("seeds") or usual.seeds)
    named = tuple(said.get("towns") or usual.towns)
    days = usual.days if said.get("days") is None else said["days"]
    _refuse_repeated(seeds, "seed")
    _refuse_repeated(named, "town")
    if not 1 <= days <= MAX_DAYS:
        raise SetupError(
            t("{days} is not a valid number of days.", days=days),
            remedy=t("Give a number from 1 to {most}.", most=MAX_DAYS),
        )
    embedding = True if said.get("embedding") is None else bool(said["embedding"])
    answerers = Answerers(**{name: said.get(name) for name in Answerers.__dataclass_fields__})
    if answerers.model and masked_address(answerers.model) != answerers.model:
        raise SetupError(
            t("The address of the model contains a secret, which would be written to the results."),
            where=masked_address(answerers.model),
            remedy=t("Configure the model in milkwood.toml, with its key as a key."),
        )
    return Experiment(
        named, said.get("scenario"), said.get("language"), seeds, days, tuple(chosen), embedding, answerers
    )


def _conditions(said: Mapping[str, _ConditionTable] | Sequence[Condition]) -> list[Condition]:
    if not isinstance(said, Mapping):
        return list(said)
    return [condition(name, table.off, table.routines) for name, table in said.items()]


def _refuse_repeated(values: Sequence[object], what: str) -> None:
    for value, times in Counter(values).items():
        if times > 1:
            raise SetupError(
                t("The {what} {name} is named {count} times.", what=what, name=quoted(str(value)), count=times),
                remedy=t("Name it once."),
            )


def seeds_of(text: str) -> list[int]:
    """The seeds a user means by `1,2,3` or `1-5`."""
    found: list[int] = []
    for part in text.split(","):
        word = part.strip()
        if stretch := _RANGE.fullmatch(word):
            first, last = int(stretch[1]), int(stretch[2])
            if last < first or last - first >= MAX_TRIALS:
                raise _no_seeds(text)
            found += range(first, last + 1)
        elif _NUMBER.fullmatch(word):
            found.append(int(word))
        else:
            raise _no_seeds(text)
    return found


def _no_seeds(text: str) -> SetupError:
    return SetupError(t("{text} is not a list of seeds.", text=quoted(text)), remedy=t("Write “1,2,3” or “1-5”."))
