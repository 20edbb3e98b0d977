"""The bounds of replies: the understudy builds its replies without a check; tests check them here."""

from typing import TypeVar

from pydantic import BaseModel

ReplyT = TypeVar("ReplyT", bound=BaseModel)


def bounded(reply: ReplyT) -> ReplyT:
    """The reply, validated by its own schema."""
    return type(reply).model_validate(reply.model_dump())
