"""The header of a run: town, scenario, seed, versions, and everything needed for a re-run.

Invariant: frozen; written once when the run is created; outside the history's hash, so that two runs of one history
have one hash.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from milkwood.chronicle.migrations import FORMAT
from milkwood.clock import TownClock
from milkwood.engine.behaviour import BEHAVIOUR, FIRST_BEHAVIOUR, current_behaviour
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.plain import in_order
from milkwood.questions.own_prompts import OwnPrompts
from milkwood.questions.registry import prompt_hashes

_LONGEST_TICK_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Parent:
    """Where a fork comes from."""

    run: str
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The header of a run."""

    run: str
    """Its name."""
    town: str
    """The town's id."""
    town_path: str
    """The folder of the pack."""
    scenario: str
    language: str
    seed: int
    start: str
    """Town time at tick 0, in ISO 8601."""
    seconds_per_tick: int
    view_radius: int
    attention: int
    cast: tuple[PersonId, ...]
    versions: dict[str, str] = field(default_factory=dict, hash=False)
    """Of milkwood and python, when it was created."""
    pack_hash: str = ""
    prompt_hashes: dict[str, str] = field(default_factory=dict, hash=False)
    own_prompts: dict[str, str] = field(default_factory=dict, hash=False)
    """Hash of each prompt that the user replaced, by kind and language; the file holds their templates."""
    settings: dict[str, Any] = field(default_factory=dict, hash=False)
    """Other options; never a key or a password."""
    routines: dict[str, Any] = field(default_factory=dict, hash=False)
    """Routines that people have from the start, and the run they come from; empty for none."""
    routed: dict[str, list[str]] = field(default_factory=dict, hash=False)
    """Kinds of question that models were not asked from the start, since they cannot answer them, by model."""
    parent: Parent | None = None
    created: str = ""
    """Wall-clock time."""
    behaviour: int = BEHAVIOUR
    """Its behaviour number."""
    earlier_behaviours: tuple[tuple[int, int], ...] = ()
    """Of a fork, its past under other numbers: (first tick after it, number)."""
    unsealed_until: int = 0
    """Ticks before this were recorded without seals, and sealed as found."""
    format: int = FORMAT

    @property
    def current_behaviour(self) -> int:
        """The number under which this version runs such a run; it can continue if this is its own."""
        return current_behaviour(self.settings)

    def behaviour_at(self, tick: int) -> int:
        """The behaviour number of a tick."""
        return next((number for until, number in self.earlier_behaviours if tick < until), self.behaviour)

    @property
    def clock(self) -> TownClock:
        """The town's time."""
        return TownClock(datetime.fromisoformat(self.start), self.seconds_per_tick)

    def when(self, tick: int) -> str:
        """A tick as a day and a time."""
        try:
            return t("day {day} {time:%H:%M}", day=self.clock.day(tick), time=self.clock.moment(tick))
        except OverflowError:
            return t("tick {tick}", tick=tick)

    def rows(self) -> list[tuple[str, str]]:
        """Each field with its value as JSON."""
        return [(entry.name, in_order(self._plain(entry.name))) for entry in fields(self)]

    def with_prompts(self, prompts: OwnPrompts) -> "Header":
        """The header of a run with these prompts of the user's own."""
        hashes = prompts.spoken(self.language).hashes()
        built_in = {name: of for name, of in prompt_hashes().items() if name in self.own_prompts}
        return replace(self, own_prompts=hashes, prompt_hashes={**self.prompt_hashes, **built_in, **hashes})

    def has_prompts(self, prompts: OwnPrompts | None) -> bool:
        """Whether it was started with these prompts; None for any."""
        return prompts is None or self.own_prompts == prompts.spoken(self.language).hashes()

    def _plain(self, name: str) -> Any:
        value = getattr(self, name)
        return {"run": value.run, "tick": value.tick} if isinstance(value, Parent) else value

    def as_plain(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {name: json.loads(value) for name, value in self.rows()}

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[str, str]]) -> "Header":
        """The header that was written; KeyError, ValueError or TypeError if it is invalid."""
        known = {entry.name for entry in fields(cls)}
        plain = {key: json.loads(value) for key, value in rows if key in known}
        plain["cast"] = tuple(PersonId(person) for person in plain["cast"])
        plain["parent"] = Parent(**plain["parent"]) if plain.get("parent") else None
        plain["behaviour"] = int(plain.get("behaviour", FIRST_BEHAVIOUR))
        earlier = plain.get("earlier_behaviours", ())
        plain["earlier_behaviours"] = tuple((int(until), int(number)) for until, number in earlier)
        header = cls(**plain)
        for entry in fields(cls):
            if entry.type in (str, int) and type(value := getattr(header, entry.name)) is not entry.type:
                raise TypeError(f"“{entry.name}” is {value!r}")
        if not 0 < header.seconds_per_tick <= _LONGEST_TICK_SECONDS or not header.clock:
            raise ValueError(f"a tick of {header.seconds_per_tick} seconds")
        return header
