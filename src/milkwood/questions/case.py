"""Cases of every question: what is asked, answers that are good, answers that are bad, and what must come of each.

Invariant: a case holds only what it is about; everything else is the cast's, the same in all cases of a language. Tests
run all of them; an examination of a model may ask them.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources

from milkwood.models.port import Content
from milkwood.plain import Json, JsonObject


@dataclass(frozen=True, slots=True)
class SampleReply:
    """Something a model might write, and what must come of it."""

    name: str
    text: str
    gives: JsonObject | None = None
    """What the reply must hold at least; None when there must be none."""
    lacks: tuple[str, ...] = ()
    """Fields of the reply that must be empty."""
    fault: str = ""
    """The category of what is wrong."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question and what might be said to it."""

    kind: str
    name: str
    language: str
    ask: Content
    said: tuple[SampleReply, ...]


def cases(kind: str) -> Iterator[Case]:
    """All cases of a question."""
    text = resources.files(f"milkwood.questions.{kind}").joinpath("cases.toml").read_text("utf-8")
    for case in tomllib.loads(text)["case"]:
        said = tuple(SampleReply(**one) for one in case["said"])
        ask = example(kind, case["language"], case.get("ask", {}))
        yield Case(kind, case["name"], case["language"], ask, said)


def example(kind: str, language: str, own: JsonObject) -> Content:
    """A question of this kind: what is given, and the cast's for the rest."""
    asked = import_module(f"milkwood.questions.{kind}.schema").Ask
    known = {**_cast()[language], **own}
    return {key: known[key] for key in asked.__annotations__ if key in known or key in asked.__required_keys__}


@cache
def _cast() -> dict[str, dict[str, Json]]:
    return tomllib.loads(resources.files("milkwood.questions").joinpath("cast.toml").read_text("utf-8"))
