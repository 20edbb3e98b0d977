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
from milkwood_fake.request import violations

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


REACTION: JsonObject = {
    "type": "object",
    "properties": {"choice": {"type": "string", "enum": ["ignore", "change"]}, "what": {"type": "string"}},
    "required": ["choice"],
    "additionalProperties": False,
    "anyOf": [{"type": "object", "properties": {"choice": {"type": "string", "enum": ["ignore"]}}}],
}


def test_a_strict_mode_gets_every_field_and_null_for_those_that_may_be_left_out() -> None:
    assert fitted(REACTION, lean=True, opened=False) == {
        "type": "object",
        "properties": {
            "choice": {"type": "string", "enum": ["ignore", "change"]},
            "what": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "required": ["choice", "what"],
        "additionalProperties": False,
    }


def test_other_endpoints_get_the_fields_of_each_choice() -> None:
    assert fitted(REACTION, lean=False, opened=False) == {"anyOf": REACTION["anyOf"]}


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_lean_schema_is_one_that_strict_modes_accept(kind: AnyKind) -> None:
    for case in cases(kind.name):
        schema = fitted(narrowed(shape_of(kind.reply), offer(case.ask)), lean=True, opened=False)
        assert list(violations(schema, ())) == []
        assert "anyOf" not in schema
