"""Dataclasses as plain JSON, and back: by the names and types of their fields.

Knows no single part. Invariant: decoding what was encoded gives an equal value; a field that is missing takes its
default, one that is not known any more is passed over.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
_Decoder: TypeAlias = Callable[[Any], Any]


def encoded(value: Any) -> Any:
    """A value made of dataclasses, lists, tables and plain values, as JSON can hold it; nothing of it is shared."""
    if isinstance(value, str | int | float | NoneType):
        return value
    if isinstance(value, list | tuple):
        return [encoded(each) for each in value]
    if isinstance(value, dict):
        return {key: encoded(each) for key, each in value.items()}
    kind: Any = type(value)
    return {name: encoded(getattr(value, name)) for name in _names(kind)}


def decoded(kind: type[T], plain: Any) -> T:
    """The value of a type that was encoded; KeyError, TypeError or ValueError when it is none."""
    any_kind: Any = kind
    value: T = _decoder(any_kind)(plain)
    return value


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@cache
def _decoder(kind: Any) -> _Decoder:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        known = [(name, _decoder(hints[name])) for name in _names(kind)]
        return lambda plain: kind(**{name: decode(plain[name]) for name, decode in known if name in plain})
    if origin is list:
        entry = _decoder(inner[0])
        return lambda plain: [entry(each) for each in plain]
    if origin is tuple:
        entry = _decoder(inner[0])
        return lambda plain: tuple(entry(each) for each in plain)
    if origin is dict:
        value = _decoder(inner[1])
        return lambda plain: {key: value(each) for key, each in plain.items()}
    if origin in (Union, UnionType) and NoneType in inner:
        some = _decoder(next(each for each in inner if each is not NoneType))
        return lambda plain: None if plain is None else some(plain)
    return lambda plain: plain
