"""Recorded replies, read back: a tape of any release can be replayed.

Invariant: recorded values are not checked against today's bounds; a missing field gets its default, or is empty without
one; an unknown field is ignored.
"""

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel

from milkwood.models.port import Content

ReplyT = TypeVar("ReplyT", bound=BaseModel)
_Reader: TypeAlias = Callable[[Any], Any]
"""From JSON to a field's value."""


def recorded(reply: type[ReplyT], content: Content) -> ReplyT:
    """The reply that was recorded."""
    values = {name: read(content[name]) if name in content else missing() for name, read, missing in _fields(reply)}
    return reply.model_construct(**values)


@cache
def _fields(reply: type[BaseModel]) -> tuple[tuple[str, _Reader, Callable[[], Any]], ...]:
    return tuple((name, *_field(reply, name)) for name in reply.model_fields)


def _field(reply: type[BaseModel], name: str) -> tuple[_Reader, Callable[[], Any]]:
    field = reply.model_fields[name]
    if field.is_required():
        return _reader(field.annotation), _emptiness(field.annotation)
    return _reader(field.annotation), lambda: field.get_default(call_default_factory=True)


def _reader(kind: Any) -> _Reader:
    kind = _bare(kind)
    if get_origin(kind) is list:
        entry = _reader(get_args(kind)[0])
        return lambda value: [entry(each) for each in value]
    if get_origin(kind) in (Union, UnionType):
        inner = _reader(next(each for each in get_args(kind) if each is not NoneType))
        return lambda value: None if value is None else inner(value)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return lambda value: recorded(kind, value)
    return lambda value: value


def _emptiness(kind: Any) -> Callable[[], Any]:
    kind = _bare(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return lambda: recorded(kind, {})
    empty: Callable[[], Any] = get_origin(kind) or kind  # list(), str(), int(), bool()
    return empty


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind
