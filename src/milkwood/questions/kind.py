"""The definition of a question: name, ask, schema of the reply, limits, and what is cut when the prompt is too long.

Invariant (rule M2): a Kind can be asked in every shipped language and its reply can be checked; ask and reply keep
their types from the schema to the code that uses them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from pydantic import BaseModel

from milkwood.models.completion import Schema
from milkwood.models.port import Content
from milkwood.questions.faults import Fault
from milkwood.questions.offer import Offer
from milkwood.questions.recorded import recorded
from milkwood.questions.shape import ListBounds, narrowed, shape_of

DraftReply: TypeAlias = dict[str, Any]
"""A reply fitted to its fields but not yet validated."""

AskT = TypeVar("AskT", bound=Mapping[str, object])
ReplyT = TypeVar("ReplyT", bound=BaseModel)


class TextSimilarity(Protocol):
    """Semantic similarity of two texts, from -1 to 1, in any language; deterministic."""

    def alike(self, one: str, other: str) -> float:
        """The cosine of their vectors, rounded."""
        ...


@dataclass(frozen=True, slots=True)
class Trim:
    """A list of a prompt that is cut when the prompt is too long."""

    key: str
    keep: int = 0
    """Entries that stay as long as something else can be cut."""
    oldest: bool = False
    """Whether the first goes first; otherwise the last."""
    most: int = 0
    """Maximum of entries, even if there is room for more; 0 for no limit. A fixed limit keeps the beginning of a prompt
    the same all day."""
    shrink: bool = False
    """Whether its entries get shorter instead, since none may be missing."""


def _as_it_is(_ask: Content, _draft: DraftReply) -> list[Fault]:
    """The default: no tidying."""
    return []


def _no_faults(_ask: Content, _reply: BaseModel) -> list[Fault]:
    """The default: a well-formed reply is right."""
    return []


def _any_length(_ask: Content) -> ListBounds:
    """The default: lists as long as their type allows."""
    return {}


def _is_whole(_ask: Content, _reply: BaseModel) -> str:
    """The default: nothing is left to fill."""
    return ""


@dataclass(frozen=True, slots=True)
class Kind(Generic[AskT, ReplyT]):
    """A question: its ask and its reply."""

    name: str
    reply: type[ReplyT]
    most_prompt_tokens: int
    """Upper limit of every prompt, at any age of the town."""
    most_answer_tokens: int
    trims: tuple[Trim, ...] = ()
    """Lists to cut when a prompt is too long, in order."""
    tidy: Callable[[AskT, DraftReply], list[Fault] | None] = _as_it_is
    """Normalizes a reply before it is checked; returns what it left out, if that is worth recording."""
    bounds: Callable[[AskT], ListBounds] = _any_length
    """The lengths of lists that models are asked for; a reply of another length may still be used."""
    wanted: tuple[str, ...] = ()
    """Optional fields that models are made to write; a reply without them may still be used."""
    check: Callable[[AskT, ReplyT], list[Fault]] = _no_faults
    """Faults of a well-formed reply to this question."""
    filled: Callable[[AskT, ReplyT], str] = _is_whole
    """The field of a usable reply that the mind fills, since it covers too little of the time; empty for none."""

    def schema(self, ask: AskT, offered: Offer) -> Schema:
        """The JSON schema of a reply to this question."""
        return narrowed(shape_of(self.reply), offered, self.bounds(ask), self.wanted)

    def content(self, ask: AskT) -> Content:
        """The ask as JSON, as tape and models see it."""
        return ask

    def ask_of(self, content: Content) -> AskT:
        """The ask, from the JSON that models see."""
        return cast(AskT, content)

    def read_back(self, content: Content) -> ReplyT:
        """A reply from the tape, not checked against today's bounds."""
        return recorded(self.reply, content)


AnyKind: TypeAlias = Kind[Any, Any]
"""Any question, for code that handles all of them the same way."""
