"""Schemas lose only what an endpoint cannot handle."""

import json

import pytest

from milkwood.plain import JsonObject, table
from milkwood.providers.dialect import fitted
from milkwood.questions.case import cases
from milkwood.questions.kind import AnyKind
from milkwood.questions.offer import offer
from milkwood.questions.registry import KINDS
from milkwood.questions.shape import narrowed, shape_of

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "pattern": {"type": "string", "pattern": "a+", "maxLength": 5},
        "who": {"type": "array", "items": {"type": "integer", "enum": [1, 2]}, "maxItems": 3},
        "none": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
    },
    "required": ["pattern", "who", "none"],
    "additionalProperties": False,
}


def test_a_lean_schema_has_no_bounds_and_keeps_fields_that_are_named_like_one() -> None:
    assert fitted(SCHEMA, lean=True, opened=False)["properties"] == {
        "pattern": {"type": "string"},
        "who": {"type": "array", "items": {"type": "integer", "enum": [1, 2]}},
        "none": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    }


def test_an_open_schema_lists_no_choices() -> None:
    opened = fitted(SCHEMA, lean=False, opened=True)
    assert table(opened["properties"])["who"] == {"type": "array", "items": {"type": "integer"}, "maxItems": 3}
    assert opened["required"] == SCHEMA["required"]


def test_otherwise_it_stays_as_it_is() -> None:
    assert fitted(SCHEMA, lean=False, opened=False) == SCHEMA


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_an_open_schema_is_the_same_for_every_question_of_a_kind(kind: AnyKind) -> None:
    """Vendors compile each schema they have not seen, and keep their caches by it."""
    shapes = set()
    for case in cases(kind.name):
        schema = narrowed(shape_of(kind.reply), offer(case.ask))
        shapes.add(json.dumps(fitted(schema, lean=True, opened=True)))
    assert len(shapes) == 1
