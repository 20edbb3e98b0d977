"""A question's schema in the dialect of an endpoint.

Invariant: every value that satisfies the question's schema satisfies the sent one, if null stands for a field that is
left out: a dialect only leaves out what an endpoint does not support.
"""

from typing import Final

from milkwood.plain import Json, JsonObject, items, table

_BOUNDS: Final = frozenset(
    {
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
    }
)
_NULL: Final = {"type": "null"}


def fitted(schema: JsonObject, *, lean: bool, opened: bool) -> dict[str, Json]:
    """The schema without lists of choices if they stay open; if `lean`, as strict modes need it.

    A lean schema has no bounds and one set of fields for all choices. Every field is required; an optional one may be
    null.
    """
    branches, fields = schema.get("anyOf"), table(schema.get("properties"))
    if branches is not None and fields:  # fields that depend on a choice
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        return fitted(rest if lean else {"anyOf": branches}, lean=lean, opened=opened)
    if lean and fields:
        required = items(schema.get("required"))
        optional = {
            name: {"anyOf": [inner, _NULL]}
            for name, inner in fields.items()
            if name not in required and _NULL not in items(table(inner).get("anyOf"))
        }
        schema = {**schema, "properties": {**fields, **optional}, "required": list(fields)}
    fit: dict[str, Json] = {}
    for key, value in schema.items():
        if key == "properties":
            fit[key] = {name: fitted(table(inner), lean=lean, opened=opened) for name, inner in table(value).items()}
        elif key == "items":
            fit[key] = fitted(table(value), lean=lean, opened=opened)
        elif key == "anyOf":
            fit[key] = [fitted(table(inner), lean=lean, opened=opened) for inner in items(value)]
        elif not (lean and key in _BOUNDS) and not (opened and key == "enum" and "type" in schema):
            fit[key] = value
    return fit
