"""The shape of a reply with our marks, for parsing; and its JSON schema for one question, for asking.

Invariant: a narrowed schema is closed (no other fields, ids only from those offered) and contains only JSON Schema
keywords. Optional fields may be left out; fields that belong to one choice are in its branch of `anyOf`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from pydantic import BaseModel

from milkwood.models.completion import Schema
from milkwood.plain import Json, JsonObject, items, table, text
from milkwood.questions.marks import FORM, OFFERED, WHEN
from milkwood.questions.offer import Offer

_NOTES: Final = ("title", "description", "default", FORM, OFFERED, WHEN)


@dataclass(frozen=True, slots=True)
class Shape:
    """Type and constraints of a value."""

    type: str
    """Of JSON Schema: `object`, `array`, `string`, `integer`, `boolean`."""
    keywords: Schema
    """Its keywords of JSON Schema, as pydantic has them, without marks."""
    fields: Mapping[str, "Shape"]
    """Of an object."""
    required: frozenset[str]
    entry: "Shape | None"
    """Of a list."""
    either: tuple["Shape", ...]
    """Of an optional value: its shape, and null."""
    offered: str
    """The list of options it must be from; empty for none."""
    form: str
    """Its format; empty for any."""
    when: str = ""
    """`field=value`: the only value of another field with which it has a meaning; empty for any."""

    def bound(self, keyword: str, default: int) -> int:
        """A bound such as `maxLength`."""
        found = self.keywords.get(keyword)
        return int(found) if isinstance(found, int | float) else default


@cache
def _shape(reply: type[BaseModel]) -> Shape:
    schema: JsonObject = reply.model_json_schema()
    return _of(schema, table(schema.get("$defs")))


def shape_of(reply: type[BaseModel]) -> Shape:
    """The shape of a reply, with references filled in."""
    return _shape(reply)


def _of(node: JsonObject, parts: JsonObject) -> Shape:
    if reference := text(node.get("$ref")):
        return _of(table(parts[reference.rsplit("/", 1)[1]]), parts)
    return Shape(
        type=text(node.get("type")),
        keywords={key: value for key, value in node.items() if key not in _NOTES},
        fields={key: _of(table(inner), parts) for key, inner in table(node.get("properties")).items()},
        required=frozenset(text(key) for key in items(node.get("required"))),
        entry=_of(table(node["items"]), parts) if "items" in node else None,
        either=tuple(_of(table(inner), parts) for inner in items(node.get("anyOf"))),
        offered=text(node.get(OFFERED)),
        form=text(node.get(FORM)),
        when=text(node.get(WHEN)),
    )


ListBounds: TypeAlias = Mapping[str, tuple[int, int]]
"""The fewest and the most entries wanted of a list, by the name of its field."""
_NO_BOUNDS: Final[ListBounds] = {}


def narrowed(shape: Shape, offer: Offer, bounds: ListBounds = _NO_BOUNDS, wanted: Collection[str] = ()) -> Schema:
    """The schema for one question: choices limited to its options, lists of the reply to the lengths wanted.

    Optional fields that are wanted are required of models, which may leave a list empty.
    """
    if shape.either:
        return {"anyOf": [narrowed(inner, offer) for inner in shape.either]}
    if shape.type == "object":
        fields = {
            key: narrowed(inner, offer)
            for key, inner in shape.fields.items()
            if key in shape.required or _has_options(inner, offer)
        }
        fields |= {key: _of_length(fields[key], *bounds[key]) for key in fields if key in bounds}
        whole = _closed(fields, {*shape.required, *wanted})
        branches = _branches(shape, fields)
        return {**whole, "anyOf": branches} if branches else whole
    if shape.entry is not None:
        return {**shape.keywords, "items": narrowed(shape.entry, offer)}
    if shape.offered and (choices := offer.ids(shape.offered)):
        return {"type": shape.type, "enum": list(choices)}
    return shape.keywords


def _has_options(shape: Shape, offer: Offer) -> bool:
    """Whether there is anything to choose for a field that chooses from a list; 0 means none."""
    offered = shape.entry.offered if shape.entry is not None else shape.offered
    return not offered or any(choice != 0 for choice in offer.ids(offered))


def _of_length(of: Schema, fewest: int, most: int) -> Schema:
    return {**of, "minItems": fewest, "maxItems": most}


def _closed(fields: Mapping[str, Schema], required: Collection[str]) -> JsonObject:
    needed = [key for key in fields if key in required]
    return {"type": "object", "properties": dict(fields), "required": list(needed), "additionalProperties": False}


def _branches(shape: Shape, fields: Mapping[str, Schema]) -> list[Json]:
    """One object for each value of the field that others depend on; those others are required in their branch."""
    conditions = {key: shape.fields[key].when.partition("=") for key in fields if shape.fields[key].when}
    branches: list[Json] = []
    for deciding in dict.fromkeys(field for field, _, _ in conditions.values()):
        for value in items(fields[deciding].get("enum")):
            own = {key for key, (field, _, wanted) in conditions.items() if (field, wanted) == (deciding, value)}
            inner = {key: schema for key, schema in fields.items() if key in own or key not in conditions}
            inner[deciding] = {"type": "string", "enum": [value]}
            branches.append(_closed(inner, shape.required | own))
    return branches


def written(shape: Shape, value: Json, offer: Offer) -> Json:
    """A reply's content as a model would write it: names instead of ids."""
    if value is None:
        return None
    if shape.either:
        return written(shape.either[0], value, offer)
    if shape.type == "object":
        fields = shape.fields
        return {key: written(fields[key], inner, offer) for key, inner in table(value).items() if key in fields}
    if shape.entry is not None:
        return [written(shape.entry, inner, offer) for inner in items(value)]
    return offer.name(shape.offered, value) if shape.offered else value
