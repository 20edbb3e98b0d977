"""Tokens of a question and its answer.

Invariant: counts the exact prompt and answer of a language model, by the rule of `tokens`.
"""

from milkwood.models.port import Answer, Question
from milkwood.plain import canonical
from milkwood.questions.offer import offer
from milkwood.questions.prompt import render
from milkwood.questions.registry import kind_of
from milkwood.questions.shape import shape_of, written
from milkwood.questions.tokens import tokens


def counted(question: Question, answer: Answer) -> tuple[int, int]:
    """Tokens of prompt and answer."""
    kind = kind_of(question.id.kind)
    offered = offer(question.content)
    asked = tokens(render(kind, question.content, offered).text)
    return asked, tokens(canonical(written(shape_of(kind.reply), answer.content, offered)))
