"""Contexts of a bench: recorded questions of runs and interviews at their end, drawn by kind.

Invariant: the same runs, counts and seed give the same contexts in the same order, and a larger count only adds some; a
question that today's prompts cannot ask is left out and counted, with the reason.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from milkwood.chance import stream
from milkwood.chronicle import Chronicle, Reader
from milkwood.errors import MilkwoodError
from milkwood.i18n import t
from milkwood.lab.bench.interviews import interviews_of
from milkwood.lab.paper import ORDER
from milkwood.models.port import Question
from milkwood.questions.offer import offer
from milkwood.questions.prompt import render
from milkwood.questions.registry import KINDS

INTERVIEW: Final = "interview"
FULL_CONTEXTS, SMALL_CONTEXTS = 200, 50
"""Usual number of contexts: of the kinds that are asked most, and of the others."""
_MOST_ASKED: Final = frozenset({"speak", "react", "break_down", "after_talk"})
_RENDERING_ERRORS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What rendering raises for the question of another release."""


@dataclass(frozen=True, slots=True)
class Context:
    """A recorded question."""

    name: str
    """The run and the question: `monday/ada@360/speak/0`."""
    question: Question

    @property
    def kind(self) -> str:
        """Its kind."""
        return self.question.id.kind


@dataclass(frozen=True, slots=True)
class ContextSource:
    """A run that contexts come from."""

    run: str
    hash: str
    language: str


@dataclass(frozen=True, slots=True)
class Contexts:
    """What a bench asks."""

    drawn: tuple[Context, ...]
    """One of each kind in turn."""
    sources: tuple[ContextSource, ...]
    seed: int
    found: Mapping[str, int] = field(default_factory=dict)
    """Number of questions that can be asked, by kind."""
    left_out: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """Number of questions that cannot be asked today, by kind and reason."""

    @property
    def counts(self) -> dict[str, int]:
        """Number of drawn contexts by kind."""
        counts = Counter(each.kind for each in self.drawn)
        return {kind: counts[kind] for kind in ORDER if counts[kind]}


def usual_count(kind: str) -> int:
    """The usual number of contexts of a kind."""
    return FULL_CONTEXTS if kind in _MOST_ASKED else SMALL_CONTEXTS


def contexts_of(paths: Sequence[Path], counts: Mapping[str, int], seed: int) -> Contexts:
    """Contexts drawn from runs: so many of each kind, or as many as there are."""
    asked: dict[str, list[Context]] = {kind: [] for kind in counts}
    left_out: Counter[tuple[str, str]] = Counter()
    sources: list[ContextSource] = []
    for path in paths:
        with Chronicle.read(path) as reader:
            sources.append(ContextSource(reader.header.run, reader.history_hash(), reader.header.language))
            found = _recorded(reader, counts)
        if INTERVIEW in counts:
            found += _interviews(path, sources[-1].run, left_out)
        for context in found:
            wrong = unfit(context.question)
            if wrong:
                left_out[context.kind, wrong] += 1
            else:
                asked[context.kind].append(context)
    drawn = [stream(seed, "bench", kind).shuffled(asked[kind])[: counts[kind]] for kind in ORDER if kind in counts]
    there = {kind: len(each) for kind, each in asked.items()}
    return Contexts(tuple(_in_turn(drawn)), tuple(sources), seed, there, dict(left_out))


def unfit(question: Question) -> str:
    """Why today's prompts cannot ask a recorded question; empty if they can."""
    kind, content = KINDS.get(question.id.kind), question.content
    if kind is None:
        return t("unknown question")
    missing = next(_missing(_ask_of(kind.name), content, ""), "")
    if missing:
        return t("without “{field}”", field=missing)
    try:
        render(kind, content, offer(content))
    except _RENDERING_ERRORS as error:
        return t("it cannot be written ({error})", error=repr(error))
    return ""


def _recorded(reader: Reader, kinds: Collection[str]) -> list[Context]:
    run = reader.header.run
    return [Context(f"{run}/{each.question.id.say()}", each.question) for each in reader.questions(kinds=kinds)]


def _interviews(path: Path, run: str, left_out: Counter[tuple[str, str]]) -> list[Context]:
    """Interviews with everyone; none if the end of the run cannot be restored."""
    try:
        heard = interviews_of(path)
    except MilkwoodError as error:
        left_out[INTERVIEW, error.what] += 1
        return []
    return [Context(f"{run}/{each.id.say()}/{number}", each) for number, each in enumerate(heard)]


def _in_turn(drawn: Iterable[Sequence[Context]]) -> Iterator[Context]:
    """All of them, spread so that a bench that is cut short has its share of each kind."""
    for row in zip_longest(*drawn):
        yield from (each for each in row if each is not None)


@cache
def _ask_of(kind: str) -> Any:
    return import_module(f"milkwood.questions.{kind}.schema").Ask


@cache
def _fields(table: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Name, type and whether it must be there, for each field."""
    hints = get_type_hints(table, include_extras=True)
    optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
    bare = {name: get_args(hint)[0] if name in optional else hint for name, hint in hints.items()}
    return tuple((name, hint, name not in optional) for name, hint in bare.items())


def _missing(form: Any, value: Any, path: str) -> Iterator[str]:
    """The fields that a value lacks."""
    if is_typeddict(form):
        if not isinstance(value, dict):
            yield path
            return
        for name, hint, needed in _fields(form):
            where = f"{path}.{name}".lstrip(".")
            if name in value:
                yield from _missing(hint, value[name], where)
            elif needed:
                yield where
    elif get_origin(form) is list:
        if not isinstance(value, list):
            yield path
            return
        for each in value:
            yield from _missing(get_args(form)[0], each, path)
