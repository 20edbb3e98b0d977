"""Checks which texts of a pack are missing in one of its languages.

Invariant: one warning for each language, however many texts it lacks: a run uses the first language there is instead.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import BaseModel

from milkwood.i18n import join, t, tn
from milkwood.town.map import TownMap
from milkwood.towns.problem import Problems
from milkwood.towns.schema.message import place
from milkwood.words import Language, Words

MAX_NAMED_PLACES = 3


def check_languages(
    files: Mapping[str, BaseModel],
    town_map: TownMap | None,
    map_file: str,
    languages: tuple[Language, ...],
    problems: Problems,
) -> None:
    """Warn of each language in which texts are missing, with the first of them."""
    texts = [(place(file, *path), words) for file, table in files.items() for path, words in _texts(table)]
    texts += _names(town_map, map_file) if town_map is not None else []
    for code in languages:
        missing = [where for where, words in texts if code not in words]
        if not missing:
            continue
        what = tn(
            "{count} of {all} texts is missing in {code}: {places}.",
            "{count} of {all} texts are missing in {code}: {places}.",
            count=len(missing),
            all=len(texts),
            code=code,
            places=join(
                t(", ", context="places"), [*missing[:MAX_NAMED_PLACES], *["…"] * (len(missing) > MAX_NAMED_PLACES)]
            ),
        )
        remedy = t("Add them; until then a run in {code} uses another language of the town there.", code=code)
        problems.warn("town.toml > languages", what, remedy)


def _texts(value: Any, path: tuple[int | str, ...] = ()) -> Iterator[tuple[tuple[int | str, ...], Words]]:
    """All texts of a table, each with the path to it."""
    if isinstance(value, Words):
        yield path, value
    elif isinstance(value, BaseModel):
        for name, info in type(value).model_fields.items():
            yield from _texts(getattr(value, name), (*path, info.alias or name))
    elif is_dataclass(value):
        for each in fields(value):
            yield from _texts(getattr(value, each.name), (*path, each.name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(inner, (*path, str(key)))
    elif isinstance(value, tuple) and value and isinstance(value[0], Words):
        yield path, min(value, key=len)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*path, index))


def _names(town_map: TownMap, file: str) -> list[tuple[str, Words]]:
    layers = (
        ("sectors", town_map.sectors.values()),
        ("rooms", town_map.rooms.values()),
        ("things", town_map.things.values()),
    )
    return [(place(file, layer, f"“{each.id}”"), each.name) for layer, places in layers for each in places]
