"""Which function answers each question without a model.

Knows the folders of this room. Invariant (rule M2): every question has one; it is imported when it is first needed.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from pydantic import BaseModel

from milkwood.chance import Stream
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.registry import kind_of

Answerer: TypeAlias = Callable[[Any, Stream, TextSimilarity], BaseModel]
"""Answers what is asked with a reply; chance comes from the stream alone."""


@cache
def answerer_of(name: str) -> Answerer:
    """What answers a question when no model does."""
    answer: Answerer = import_module(f"milkwood.understudy.{kind_of(name).name}.answer").answer
    return answer
