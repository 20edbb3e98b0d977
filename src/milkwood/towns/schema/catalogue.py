"""`catalogue.toml`: the kinds of things a town can hold, and a pack's changes to their states.

The catalogue is part of Milkwood, not of a pack. Invariant: it is valid; a fault in it is our bug.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Annotated, Literal, cast, get_args

from pydantic import AfterValidator, Field, PlainValidator, TypeAdapter, ValidationError, ValidationInfo

from milkwood.errors import OurBug
from milkwood.i18n import t
from milkwood.ids import is_slug
from milkwood.plain import Toml
from milkwood.town.places import COMMON_STATES, KindState, ThingKind, ThingLook, Use
from milkwood.towns.problem import Problems, meant, one_of, quoted
from milkwood.towns.schema.message import place
from milkwood.towns.schema.plain import PackText, Section, Setting, fault, read_words, texts_of
from milkwood.words import Language

_SIZE = re.compile(r"(?:[1-9]x[1-9])?\Z")
_STATE = '{ en = "burning", zh = "…", presses = true, mend = { en = "putting out the fire", zh = "…" } }'
_LOOKS: Mapping[str, ThingLook] = {
    "burning": "flame",
    "smoking": "smoke",
    "left_on": "smoke",
    "leaking": "water",
    "overflowing": "water",
    "flooded": "water",
    "adrift": "water",
    "running": "water",
    "wet": "water",
    "broken": "broken",
    "fallen": "broken",
    "playing": "notes",
}
"""By the key of a state that does not say its own."""


@dataclass(frozen=True, slots=True)
class CatalogueKind:
    """A kind of thing, with the depth of sprites that do not say theirs."""

    kind: ThingKind
    depth: int


def _size(value: str) -> str:
    if not _SIZE.match(value):
        raise fault(t("“{value}” is not a size.", value=value), t('Write "2x1", or "" for none.'))
    return value


def _read_states(value: Toml, info: ValidationInfo) -> tuple[KindState, ...]:
    """States by key: words, and what they mean for people."""
    if not isinstance(value, dict):
        raise fault(t("It is not a table."), t("Write {wanted}.", wanted="burning = " + _STATE))
    return tuple(_read_state(key, state, info) for key, state in value.items())


def _read_state(key: str, value: Toml, info: ValidationInfo) -> KindState:
    if not is_slug(key):
        raise fault(t("{value} cannot be an id.", value=quoted(key)), t("Use a-z, 0-9 and single _ between them."))
    if not isinstance(value, dict):
        raise fault(t("The state {key} is not a table.", key=quoted(key)), t("Write {wanted}.", wanted=_STATE))
    presses, mend = value.get("presses", False), value.get("mend")
    if not isinstance(presses, bool):
        raise fault(
            t("presses of the state {key} is neither true nor false.", key=quoted(key)), t("Write presses = true.")
        )
    if presses and mend is None:
        raise fault(
            t("The state {key} presses, but nothing sets it right.", key=quoted(key)),
            t("Add {wanted}.", wanted='mend = { en = "putting out the fire", zh = "…" }'),
        )
    words = texts_of({code: text for code, text in value.items() if code not in ("presses", "mend", "look")}, info)
    return KindState(key, words, presses, None if mend is None else read_words(mend, info), _look(key, value))


def _look(key: str, value: Mapping[str, Toml]) -> ThingLook:
    """What is seen of a thing in a state."""
    said = value.get("look", _LOOKS.get(key, ""))
    for look in get_args(ThingLook):
        if said == look:
            return cast(ThingLook, look)
    raise fault(
        t("{value} is no look of the state {key}.", value=quoted(str(said)), key=quoted(key)),
        t("Use one of: {names}.", names=", ".join(filter(None, get_args(ThingLook)))),
    )


KindStates = Annotated[tuple[KindState, ...], PlainValidator(_read_states)]
"""The states of a kind of thing."""


class StatesTable(Section):
    """`[things.KIND]` of a town: states that are added to those of the catalogue, or replace them by key."""

    states: KindStates = Field(description=t("a table of states"))


class KindTable(Section):
    """One kind."""

    name: PackText = Field(description=t("its name"))
    solid: bool = Field(True, description=t("true or false"))
    use: Literal["on", "beside"] = Field(description='"on" or "beside"')
    seats: int = Field(ge=0, le=100, description=t("a whole number"))
    sprite: Annotated[str, AfterValidator(_size)] = Field(description=t('a size such as "2x1"'))
    depth: int = Field(1, ge=1, le=9, description=t("a whole number"))
    states: KindStates = Field(default=(), description=t("a table of states"))
    emoji: str = Field("", max_length=16, description=t("an emoji"))
    pose: Literal["standing", "sitting", "lying"] = Field("standing", description='"standing", "sitting" or "lying"')

    def build(self, kind_id: str) -> CatalogueKind:
        """The kind for the town."""
        use = Use(self.use)
        kind = ThingKind(kind_id, self.name, self.solid, use, self.seats, self.emoji, self.states, self.pose)
        return CatalogueKind(kind, self.depth)


@cache
def kinds() -> Mapping[str, CatalogueKind]:
    """All kinds of things, by id."""
    text = resources.files("milkwood.towns").joinpath("catalogue.toml").read_text(encoding="utf-8")
    try:
        tables = TypeAdapter(dict[str, KindTable]).validate_python(tomllib.loads(text), context=Setting())
    except (ValidationError, tomllib.TOMLDecodeError) as error:
        raise OurBug(t("The catalogue of things cannot be read: {error}", error=error)) from error
    return {kind_id: table.build(kind_id) for kind_id, table in tables.items()}


def kinds_of_town(
    changes: Mapping[str, StatesTable], languages: tuple[Language, ...], file: str, problems: Problems
) -> Mapping[str, CatalogueKind]:
    """The catalogue with a town's states; notes kinds that do not exist and states that cannot be told apart."""
    found = dict(kinds())
    for name, table in changes.items():
        if name not in found:
            advice = meant(name, found) or t("Use one of: {names}.", names=one_of(found, 60))
            what = t("There is no kind of thing called {name}.", name=quoted(name))
            problems.error(place(file, "things", name), what, advice)
            continue
        states = {state.key: state for state in (*found[name].kind.states, *table.states)}
        found[name] = replace(found[name], kind=replace(found[name].kind, states=tuple(states.values())))
        for key, other, words in _alike(found[name].kind, languages):
            problems.error(
                place(file, "things", name, "states", key),
                t("{words} is also the state {other}.", words=quoted(words), other=quoted(other)),
                t("Use other words, or the key {other}.", other=quoted(other)),
            )
    return found


def _alike(kind: ThingKind, languages: tuple[Language, ...]) -> Iterator[tuple[str, str, str]]:
    """States of a kind with the words or the key of an earlier one."""
    earlier = list(COMMON_STATES)
    for state in kind.states:
        for words in (state.key, *(state.words[code] for code in languages if code in state.words)):
            other = next((each for each in earlier if each.is_named(words)), None)
            if other is not None:
                yield state.key, other.key, words
                break
        earlier.append(state)
