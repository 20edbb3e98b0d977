"""The shape of a reply with our marks, for parsing; and its JSON schema for one question, for asking.

Invariant: a narrowed schema is closed (no other fields, every field required, ids only from those offered), as strict
modes of vendors need it; it contains only JSON Schema keywords.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from pydantic import BaseModel

from milkwood.models.completion import Schema
from milkwood.plain import Json, JsonObject, items, table, text
from milkwood.questions.marks import FORM, OFFERED
from milkwood.questions.offer import Offer

_NOTES: Final = ("title", "description", "default", FORM, OFFERED)


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
    )


def narrowed(shape: Shape, offer: Offer, wanted: bool = True) -> Schema:
    """The schema for one question: choices limited to its options."""
    if shape.either:
        return {"anyOf": [narrowed(inner, offer) for inner in shape.either]}
    if shape.type == "object":
        fields = {key: narrowed(inner, offer, key in shape.required) for key, inner in shape.fields.items()}
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    if shape.entry is not None:
        return {**shape.keywords, "items": narrowed(shape.entry, offer)}
    if shape.offered and (choices := offer.ids(shape.offered)):
        none: tuple[str, ...] = () if wanted or shape.type != "string" else ("",)
        return {"type": shape.type, "enum": [*none, *choices]}
    return shape.keywords


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
