"""Cases of every question: content, good answers, bad answers, and the expected result of each.

Invariant: a case holds only what it tests; everything else is the cast's, the same in all cases of a language. Tests
run all of them; an exam of a model may ask them.
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
    """A possible model answer, and its expected result."""

    name: str
    text: str
    gives: JsonObject | None = None
    """What the reply must contain at least; None if there must be none."""
    lacks: tuple[str, ...] = ()
    """Fields of the reply that must be empty."""
    fault: str = ""
    """The expected category of fault."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question and possible answers."""

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
    """A question of this kind, with the cast's values as defaults."""
    asked = import_module(f"milkwood.questions.{kind}.schema").Ask
    known = {**_cast()[language], **own}
    return {key: known[key] for key in asked.__annotations__ if key in known or key in asked.__required_keys__}


@cache
def _cast() -> dict[str, dict[str, Json]]:
    return tomllib.loads(resources.files("milkwood.questions").joinpath("cast.toml").read_text("utf-8"))
