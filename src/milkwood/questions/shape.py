"""The JSON schema of a reply: with our marks, to read by; and narrowed to what one question offers, to ask with.

Knows no single question. Invariant: a narrowed schema is closed (no other fields, every field wanted, ids only from
those offered), as strict modes of vendors want it; it holds nothing but keywords of JSON Schema.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from milkwood.questions.marks import FORM, OFFERED
from milkwood.questions.offer import Offer

Shape = Mapping[str, Any]
_NOTES: Final = ("title", "description", "default", FORM, OFFERED)


def shape_of(reply: type[BaseModel]) -> Shape:
    """The schema of a reply with references filled in and marks kept."""
    return _shape(reply)


@cache
def _shape(reply: type[BaseModel]) -> Shape:
    schema = reply.model_json_schema()
    filled: Shape = _filled(schema, schema.get("$defs", {}))
    return filled


def _filled(node: Any, parts: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_filled(inner, parts) for inner in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _filled(parts[node["$ref"].rsplit("/", 1)[1]], parts)
    return {key: _filled(inner, parts) for key, inner in node.items() if key != "$defs"}


def narrowed(shape: Shape, offer: Offer, wanted: bool = True) -> dict[str, Any]:
    """The schema for one question: choices closed to what it offers."""
    if "anyOf" in shape:
        return {"anyOf": [narrowed(inner, offer) for inner in shape["anyOf"]]}
    plain = {key: value for key, value in shape.items() if key not in _NOTES}
    if shape.get("type") == "object":
        must = shape.get("required", ())
        fields = {key: narrowed(inner, offer, key in must) for key, inner in shape["properties"].items()}
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    if shape.get("type") == "array":
        return {**plain, "items": narrowed(shape["items"], offer)}
    if OFFERED in shape and (choices := offer.ids(shape[OFFERED])):
        none: tuple[str, ...] = () if wanted or shape["type"] != "string" else ("",)
        return {"type": shape["type"], "enum": [*none, *choices]}
    return plain


def written(shape: Shape, value: Any, offer: Offer) -> Any:
    """A reply's content as a model would write it: names where a mind has ids."""
    if value is None:
        return None
    if "anyOf" in shape:
        return written(shape["anyOf"][0], value, offer)
    if shape.get("type") == "object":
        fields = shape["properties"]
        return {key: written(fields[key], inner, offer) for key, inner in value.items() if key in fields}
    if shape.get("type") == "array":
        return [written(shape["items"], inner, offer) for inner in value]
    return offer.name(shape[OFFERED], value) if OFFERED in shape else value
