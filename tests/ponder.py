"""Questions that only tests ask: each has a name, may carry some values, and is answered with a word."""

from typing import Final, TypedDict

from pydantic import BaseModel

from milkwood.questions.kind import Kind


class Matter(TypedDict, total=False):
    """The question; a test fills in what it needs."""

    mood: str
    side: int
    batch: int
    block: str


class Said(BaseModel):
    """The word."""

    said: str = ""


def made_up(name: str) -> Kind[Matter, Said]:
    """A question of this name."""
    return Kind(name, Said, most_prompt_tokens=400, most_answer_tokens=400)


PONDER: Final = made_up("ponder")
FORESEE: Final = made_up("foresee")
