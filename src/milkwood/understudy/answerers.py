"""Which function answers each question without a model.

Knows the folders of this room. Invariant (rule M2): every question has one; it is imported when it is first needed.
"""

from functools import cache
from importlib import import_module

from milkwood.questions.kind import Answerer
from milkwood.questions.registry import kind_of


@cache
def answerer_of(name: str) -> Answerer:
    """What answers a question when no model does."""
    answer: Answerer = import_module(f"milkwood.understudy.{kind_of(name).name}.answer").answer
    return answer
