"""Parts of state as JSON and back."""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from milkwood.ids import ThingId
from milkwood.mind.acquaintances import Impression
from milkwood.mind.codec import decoded, encoded
from milkwood.mind.deeds import Step
from milkwood.mind.plan import Block
from milkwood.mind.state import State, parts

KEPT: set[type] = {each for each in vars(parts).values() if isinstance(each, type) and is_dataclass(each)} | {
    Impression
}
PARTS = sorted(KEPT, key=lambda kind: kind.__name__)
"""Everything that is stored by its names and types."""
Strategy: TypeAlias = st.SearchStrategy[Any]
PLAIN: Mapping[Any, Strategy] = {
    int: st.integers(-(1 << 50), 1 << 50),
    str: st.text(max_size=6),
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
}
TABLES: Strategy = st.dictionaries(PLAIN[str], st.one_of(st.none(), *PLAIN.values(), st.lists(PLAIN[str], max_size=2)))


def values(kind: Any) -> Strategy:
    """Any value of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, NewType):
        return values(kind.__supertype__)
    if is_typeddict(kind) or origin is get_origin(Mapping[str, Any]):
        return TABLES
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        made: Callable[..., Any] = kind  # type: ignore[assignment]
        return st.builds(made, **{each.name: values(hints[each.name]) for each in fields(kind)})
    if origin is list:
        return st.lists(values(inner[0]), max_size=2)
    if origin is tuple:
        return st.lists(values(inner[0]), max_size=2).map(tuple)
    if origin is dict:
        return st.dictionaries(PLAIN[str], values(inner[1]), max_size=2)
    if origin in (Union, UnionType):
        return st.none() | values(next(each for each in inner if each is not NoneType))
    return PLAIN[kind]


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(encoded(value), ensure_ascii=False))


def defaults(kind: Any) -> dict[str, Any]:
    """The fields that have a default, with the default."""
    found: list[Field[Any]] = list(fields(kind))
    plain = {each.name: each.default for each in found if each.default is not MISSING}
    return plain | {each.name: each.default_factory() for each in found if each.default_factory is not MISSING}


any_part = pytest.mark.parametrize("kind", PARTS, ids=lambda kind: kind.__name__)
few = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def test_all_types_of_a_state_are_tested() -> None:
    assert {State, Step, Block, parts.HeardLine, parts.RoutineInUse} <= set(PARTS)


@any_part
@few
@given(data=st.data())
def test_encoded_values_are_decoded_equal(kind: Any, data: st.DataObject) -> None:
    value = data.draw(values(kind))
    assert decoded(kind, through_json(value)) == value


@any_part
@few
@given(data=st.data())
def test_a_missing_field_takes_its_default(kind: Any, data: st.DataObject) -> None:
    value = data.draw(values(kind))
    for name, default in defaults(kind).items():
        plain = through_json(value)
        del plain[name]
        assert decoded(kind, plain) == replace(value, **{name: default})


@any_part
@few
@given(data=st.data())
def test_an_unknown_field_is_ignored(kind: Any, data: st.DataObject) -> None:
    value = data.draw(values(kind))
    assert decoded(kind, {**through_json(value), "gone": [1, {"deep": 2}]}) == value


@pytest.mark.parametrize("kind", [kind for kind in PARTS if len(defaults(kind)) < len(fields(kind))])
def test_a_missing_field_without_a_default_is_an_error(kind: Any) -> None:
    with pytest.raises(TypeError):
        decoded(kind, {})


def test_fields_of_parts_within_parts_are_as_lenient() -> None:
    plain = {"day": {"bed": 7, "gone": 1, "plan": [{"start": 1, "end": 2, "what": "x", "place": "y", "gone": 1}]}}
    found = decoded(State, {**plain, "gone": {}})
    assert found == State(day=parts.DayState(bed=7, plan=[Block(1, 2, "x", "y")]))


def test_an_encoded_value_does_not_change_with_the_state() -> None:
    state = State(morning=parts.MorningState(asked=[parts.AskedAhead("weigh", 1, 0, {})], concerns=["bread"]))
    plain = encoded(state)
    state.morning.concerns.append("rain")
    state.morning.asked.append(parts.AskedAhead("weigh", 2, 0, {}))
    state.notice.things[ThingId("stove")] = parts.OddThing("burning")
    assert plain == encoded(
        State(morning=parts.MorningState([parts.AskedAhead("weigh", 1, 0, {})], concerns=["bread"]))
    )


def test_no_two_states_share_a_list_by_default() -> None:
    one, other = decoded(State, {}), decoded(State, {})
    one.day.done.append("a walk")
    one.notice.things[ThingId("stove")] = parts.OddThing("burning")
    assert other == State()
