"""The bounds of replies: the understudy builds its replies without a check; here they are checked. For tests alone."""

from typing import TypeVar

from pydantic import BaseModel

ReplyT = TypeVar("ReplyT", bound=BaseModel)


def bounded(reply: ReplyT) -> ReplyT:
    """The reply, valid by its own schema."""
    return type(reply).model_validate(reply.model_dump())
