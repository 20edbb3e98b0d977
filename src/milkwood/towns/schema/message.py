"""Errors of Pydantic in plain words.

Invariant: every validation error becomes exactly one Problem that names the file, the key and a remedy.
"""

import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from milkwood.i18n import t
from milkwood.towns.problem import Problem, meant, one_of, quoted

Path = tuple[int | str, ...]


def problems_of(error: ValidationError, file: str, model: type[BaseModel], within: Path = ()) -> Iterator[Problem]:
    """The problems of one file (or of a table within it)."""
    for details in error.errors(include_url=False):
        yield _problem(details, file, model, within)


def place(file: str, *path: int | str) -> str:
    """The path to a key: `people/ada.toml > habits > day #3 > from` (counted from 1)."""
    said = file
    for key in path:
        said += f" #{key + 1}" if isinstance(key, int) else f" > {key}"
    return said


def _problem(details: ErrorDetails, file: str, model: type[BaseModel], within: Path) -> Problem:
    loc = details["loc"]
    where = place(file, *within, *loc)
    context = details.get("ctx", {})
    field, siblings = _field_at(model, loc)
    wanted = (field.description if field and field.description else "") or t("something else")
    match details["type"]:
        case "plain":
            return Problem(where, str(context.get("what", "")), str(context.get("remedy", "")))
        case "missing":
            return Problem(
                place(file, *within, *loc[:-1]),
                t("{name} is missing.", name=quoted(loc[-1])),
                t("Add {wanted}.", wanted=wanted),
            )
        case "extra_forbidden":
            known = [name for name in siblings if name]
            remedy = meant(str(loc[-1]), known) or t("Remove it; known here: {names}.", names=one_of(known, 20))
            return Problem(
                place(file, *within, *loc[:-1]), t("There is no field {name} here.", name=quoted(loc[-1])), remedy
            )
    return Problem(
        where, t("{value} is not valid here.", value=quoted(details["input"])), t("Write {wanted}.", wanted=wanted)
    )


def _field_at(model: type[BaseModel], loc: Path) -> tuple[FieldInfo | None, list[str]]:
    """The field that a location names, and the names of the fields beside it."""
    level: type[BaseModel] | None = model
    field: FieldInfo | None = None
    siblings: list[str] = []
    named = False
    for key in loc:
        if level is None or isinstance(key, int) or named:
            named = False  # an author's own name for an entry, not that of a field
            continue
        by_name: Mapping[str, FieldInfo] = {info.alias or name: info for name, info in level.model_fields.items()}
        siblings = list(by_name)
        field = by_name.get(key)
        level = _model_in(field.annotation) if field else None
        named = field is not None and typing.get_origin(field.annotation) is dict
    return field, siblings


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if typing.get_origin(annotation) in (list, dict, types.UnionType, typing.Union):
        inner = (_model_in(part) for part in typing.get_args(annotation))
        return next((model for model in inner if model), None)
    return None
