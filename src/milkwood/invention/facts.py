"""What is true in an invented town: data that a measure can ask, without reading texts.

Invariant: every fact is told in the pack to those whom it names as knowing it, and to nobody else.
"""

from dataclasses import dataclass, field
from datetime import datetime

from milkwood.invention.stock import Pair

GROWN_UP_AGE = 18
"""The age from which someone works, and may owe, love or hate."""


@dataclass(frozen=True, slots=True)
class Inhabitant:
    """A person of an invented town."""

    id: str
    name: Pair
    called: Pair
    age: int
    pronoun: str
    trade: str
    household: int
    role: str
    """In the household: adult, spouse, child, sibling, elder or lodger."""
    style: str


@dataclass(frozen=True, slots=True)
class Bond:
    """What one person is to another, from one side."""

    person: str
    other: str
    kind: str
    """What the other is to the person: spouse, parent, child, sibling, host, lodger, colleague, pupil, teacher, friend,
    neighbour, love, debtor, creditor or enemy."""
    closeness: int


@dataclass(frozen=True, slots=True)
class FeudFact:
    """A feud of two people and its cause."""

    one: str
    other: str
    cause: Pair


@dataclass(frozen=True, slots=True)
class SecretFact:
    """A secret of its holder; it must not reach `keep_from`."""

    key: str
    holder: str
    keep_from: str
    text: Pair
    mark: str
    """How the pack says so: private, secret_from or wording."""


@dataclass(frozen=True, slots=True)
class RumourFact:
    """What a holder has heard about someone, and whether it is true, as only that person knows."""

    key: str
    holder: str
    about: str
    true: bool
    text: Pair
    truth: Pair


@dataclass(frozen=True, slots=True)
class NewsFact:
    """What happened to someone, and who saw it."""

    key: str
    about: str
    witness: str
    text: Pair


@dataclass(frozen=True, slots=True)
class EventFact:
    """A dated event: who gives it, where, who has promised to come and who must not be asked."""

    key: str
    host: str
    where: str
    start: datetime
    end: datetime
    invited: tuple[str, ...]
    unwelcome: tuple[str, ...]
    title: Pair


@dataclass(slots=True)
class TownFacts:
    """Everything that is true in an invented town at its start."""

    name: Pair
    start: datetime
    people: dict[str, Inhabitant] = field(default_factory=dict)
    bonds: list[Bond] = field(default_factory=list)
    feuds: list[FeudFact] = field(default_factory=list)
    secrets: list[SecretFact] = field(default_factory=list)
    rumours: list[RumourFact] = field(default_factory=list)
    news: list[NewsFact] = field(default_factory=list)
    events: list[EventFact] = field(default_factory=list)
