"""Encodes dataclasses as plain JSON and back, by field names and types.

Invariant: decoding an encoded value gives an equal value; a missing field takes its default, an unknown one is ignored.
Lists and tables are copied as deep as their types go; values that are plain JSON by type are never changed in place and
are not copied.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
_Step: TypeAlias = Callable[[Any], Any]
"""Converts a value to JSON, or back; None if it stays as it is."""


def encoded(value: Any) -> Any:
    """A dataclass as JSON."""
    kind: Any = type(value)
    step = _encoder(kind)
    return value if step is None else step(value)


def decoded(kind: type[T], plain: Any) -> T:
    """The dataclass of encoded JSON; KeyError, TypeError or ValueError if it does not fit."""
    any_kind: Any = kind
    step = _decoder(any_kind)
    value: T = plain if step is None else step(plain)
    return value


@cache
def _encoder(kind: Any) -> _Step | None:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _object(_steps(kind, _encoder))
    if origin in (list, tuple):
        entry = _encoder(inner[0])
        return list if entry is None else lambda value: [entry(each) for each in value]
    if origin is dict:
        return _table(_encoder(inner[1]))
    return _maybe(kind, _encoder)


@cache
def _decoder(kind: Any) -> _Step | None:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        steps = _steps(kind, _decoder)
        return lambda plain: kind(
            **{name: plain[name] if step is None else step(plain[name]) for name, step in steps if name in plain}
        )
    if origin in (list, tuple):
        entry = _decoder(inner[0])
        return origin if entry is None else lambda plain: origin(entry(each) for each in plain)
    if origin is dict:
        return _table(_decoder(inner[1]))
    return _maybe(kind, _decoder)


def _object(steps: list[tuple[str, _Step | None]]) -> _Step:
    """A dataclass to a table: all fields as they are, then those that need conversion."""
    names = [name for name, _ in steps]
    changing = [(name, step) for name, step in steps if step is not None]
    values = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)

    def encode(value: Any) -> Any:
        plain = dict(zip(names, values(value), strict=True))
        for name, step in changing:
            plain[name] = step(plain[name])
        return plain

    return encode


def _steps(kind: Any, step_of: Callable[[Any], _Step | None]) -> list[tuple[str, _Step | None]]:
    hints = get_type_hints(kind)
    return [(each.name, step_of(hints[each.name])) for each in fields(kind)]


def _table(step: _Step | None) -> _Step:
    return dict if step is None else lambda table: {key: step(value) for key, value in table.items()}


def _maybe(kind: Any, step_of: Callable[[Any], _Step | None]) -> _Step | None:
    """Conversion of an optional value."""
    if get_origin(kind) not in (Union, UnionType) or NoneType not in get_args(kind):
        return None
    some = step_of(next(each for each in get_args(kind) if each is not NoneType))
    return None if some is None else lambda value: None if value is None else some(value)
