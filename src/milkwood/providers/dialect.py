"""A question's schema in the dialect of an endpoint.

Invariant: every value that satisfies the question's schema satisfies the sent one: a dialect only leaves out what an
endpoint does not support.
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


def fitted(schema: JsonObject, *, lean: bool, opened: bool) -> dict[str, Json]:
    """The schema without bounds if `lean`; without lists of choices if they stay open."""
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
