"""react: what to do about a person or thing that was noticed."""

import re

from milkwood.questions.faults import Fault
from milkwood.questions.kind import Kind, Trim
from milkwood.questions.offer import MEANT_CHOICES
from milkwood.questions.react.schema import Ask, Reply

_NOT_LETTERS = re.compile(r"[\W_]+")
_FILLERS = frozenset("a an the is are it at in of on to do doing something about this that now once changing".split())


def _check(ask: Ask, reply: Reply) -> list[Fault]:
    """A change must name its deed, in words that are not only those of the question."""
    if reply.choice != "change":
        return []
    if len(reply.what) < 2:
        return [Fault("missing", "what")]
    return [Fault("echo", "what")] if _only_repeats(ask, reply.what) else []


def _only_repeats(ask: Ask, what: str) -> bool:
    said = what.casefold()
    if _letters(said) in _letters(ask["noticed"].casefold()):
        return True
    known = [ask["thing"], ask["state"], *MEANT_CHOICES, *(word for words in MEANT_CHOICES.values() for word in words)]
    for text in sorted(filter(None, known), key=len, reverse=True):
        said = said.replace(text.casefold(), " ")
    return not _letters("".join(word for word in _NOT_LETTERS.split(said) if word not in _FILLERS))


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text)


KIND: Kind[Ask, Reply] = Kind(
    "react",
    Reply,
    most_prompt_tokens=700,
    most_answer_tokens=200,
    trims=(Trim("recalled", 2, most=2), Trim("promises", 1, most=3)),
    check=_check,
)
