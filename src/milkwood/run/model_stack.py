"""What answers in a run, put together in one place, from the outside in:

    Routed      by person and kind of question, to a name
    Answering   asks a language model, reads, asks again with what was wrong; then the next one, then the understudy
    Cached      what the same prompt was answered before, across runs (only if wanted)
    Retrying    tries again what can succeed, waits out limits and outages, spares an endpoint that refuses us
    Paced       as many calls at a time as the endpoint bears, the lowest tick first
    Budgeted    what a call may take is on disk before it is sent
    Endpoint    a provider

The tape, which is around all of this, is the run's. Knows settings, providers and wrappers; no town. Invariants:
whatever happens below, a question gets an answer or the run is told to stop; only what a rule names is connected to.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from milkwood.errors import MilkwoodError, SetupError
from milkwood.models import retry
from milkwood.models.budget import Budgeted, Ledger, Purse, Unit
from milkwood.models.cache import Cached
from milkwood.models.completion import Endpoint, Failure, TextModel
from milkwood.models.pace import Paced
from milkwood.models.port import Model
from milkwood.models.retry import Retrying
from milkwood.models.spec import Spec
from milkwood.questions.answering import Answering
from milkwood.questions.routing import Routed, Rules, rules
from milkwood.run.model_config import PAUSE, STOP, Wanted
from milkwood.run.model_specs import WEIGHTS
from milkwood.understudy.model import NAME as UNDERSTUDY

FAST, STRONG = "fast", "strong"
"""Names that settings may always use; the usual model unless they are configured."""


class Connect(Protocol):
    """Makes an endpoint of what settings say."""

    def __call__(self, spec: Spec, /) -> Endpoint:
        """The endpoint; a SetupError says what is missing."""
        ...


class Closing(Protocol):
    """Whatever holds connections or weights."""

    async def close(self) -> None:
        """Let go of them."""
        ...


class Branch:
    """A language model with all that is wrapped around it."""

    def __init__(self, endpoint: Endpoint, spec: Spec, wanted: Wanted, purse: Purse, halt: "Halt") -> None:
        self.endpoint = endpoint
        self._next = spec.fallback[0] if spec.fallback else UNDERSTUDY
        patience = retry.NONE if spec.fallback else wanted.patience
        at_limit = halt if wanted.on_limit == STOP and not spec.fallback else None
        self.budgeted = Budgeted(endpoint, purse)
        self.paced = Paced(self.budgeted, spec.at_once)
        self.retrying = Retrying(self.paced, patience, at_limit)
        self.model: TextModel = self.retrying
        if wanted.cache is not None:
            self.model = Cached(
                self.retrying, wanted.cache, spec.provider, spec.address, spec.model, spec.temperature, spec.most_tokens
            )

    def waits(self, now: float) -> str:
        """Why it is left alone at a moment (of the monotonic clock), if it is."""
        trouble = self.paced.trouble
        if self.retrying.spared is not None or trouble is None:
            return ""
        seconds = max(0.0, trouble.until - now)
        return f"{self.endpoint.name}: {trouble.failure.sentence()} It is asked again in {seconds:.0f} s."

    def notes(self) -> list[str]:
        """What is to be known about it: why it is not asked any more, and how it is counted."""
        name, said = self.endpoint.name, []
        spared = self.retrying.spared
        if spared is not None:
            said.append(f"{name}: {spared.sentence()} Meanwhile {self._next} answers.")
        if self.budgeted.in_full:
            said.append(f"{name} may write more than it is allowed, so each of its calls counts in full.")
        if not self.endpoint.tariff.known:
            said.append(f"The price of {name} is not known: its tokens are counted, not its money.")
        return said


Halt = Callable[[MilkwoodError], None]
"""Tells a run to stop, and why."""


class Stack:
    """All that answers in a run."""

    def __init__(self, wanted: Wanted, understudy: Model, people: Collection[str], purse: Purse) -> None:
        self.purse = purse
        self.wanted = wanted
        self.model: Model = understudy
        self.branches: dict[str, Branch] = {}
        self._understudy = understudy
        self._people = people
        self._closing: list[Closing] = []

    def waits(self, now: float) -> str:
        """Which model is waited for at a moment (of the monotonic clock), and why; empty when none is."""
        return " ".join(filter(None, (branch.waits(now) for branch in list(self.branches.values()))))

    def notes(self) -> list[str]:
        """One sentence for each thing a user should know, as long as it is so."""
        said = [self.wanted.hint] if self.wanted.hint else []
        said += [note for branch in list(self.branches.values()) for note in branch.notes()]
        if self.purse.refused and self.purse.cap is not None:
            then = "the run stops" if self.wanted.at_cap == PAUSE else "people go on with the understudy"
            said.append(f"The budget of {self.purse.cap.say()} is used up: {then}.")
        return said

    def shut(self) -> None:
        """Send nothing any more; calls that are being paid for go on."""
        for branch in self.branches.values():
            branch.paced.shut()

    async def close(self) -> None:
        """Let go of all connections."""
        for each in self._closing:
            await each.close()

    def connect(self, seed: int, halt: Halt, connect: Connect) -> None:
        """Connect to all models that rules name."""
        wanted = self.wanted
        names = {UNDERSTUDY, FAST, STRONG, *wanted.specs}
        chosen = rules({"usual": wanted.usual, **wanted.routing}, names, self._people)
        for name in sorted(_named(chosen)):
            for each in self._chain(name):
                spec = wanted.specs[each]
                if each not in self.branches and spec.provider != WEIGHTS:
                    self.branches[each] = self._branch(spec, halt, connect)
        chains = {name: tuple(self._chain(name)) for name in _named(chosen)}
        # Two names for one chain share it, so that weights are not loaded twice.
        made = {chain: self._answering(chain, seed) for chain in sorted(set(chains.values()))}
        models = {name: made[chain] for name, chain in chains.items()}
        self.model = models[chosen.usual] if len(models) == 1 else Routed(models, chosen)

    def _branch(self, spec: Spec, halt: Halt, connect: Connect) -> Branch:
        endpoint = connect(spec)
        self._closing.append(endpoint)
        cap = self.wanted.cap
        if cap is not None and cap.unit is Unit.DOLLARS and not endpoint.tariff.known:
            raise SetupError(
                f"The price of {endpoint.name} is not known, so a budget of {cap.say()} cannot be kept.",
                where=spec.name,
                remedy="Give the budget in tokens or calls (--budget 500000tokens), or the model's prices in"
                " milkwood.toml.",
            )
        return Branch(endpoint, spec, self.wanted, self.purse, halt)

    def _chain(self, name: str) -> list[str]:
        """Who is asked in turn before the understudy."""
        specs = self.wanted.specs
        if name not in specs:
            name = self.wanted.usual if name in (FAST, STRONG) else name
        if name not in specs:
            return []
        unknown = [each for each in specs[name].fallback if each not in specs and each != UNDERSTUDY]
        if unknown:
            raise SetupError(
                f"There is no model called “{unknown[0]}”.",
                where=f"models.{name}.fallback",
                remedy=f"There are: {', '.join(sorted(specs))}.",
            )
        chain = [name, *(each for each in specs[name].fallback if each not in (UNDERSTUDY, name))]
        return list(dict.fromkeys(chain))

    def _answering(self, chain: Sequence[str], seed: int) -> Model:
        answering = self._understudy
        for each in reversed(chain):
            spec = self.wanted.specs[each]
            if spec.provider == WEIGHTS:
                answering = self._local(spec, answering, seed)
            else:
                answering = Answering(self.branches[each].model, answering)
        return answering

    def _local(self, spec: Spec, next_model: Model, seed: int) -> Model:
        from milkwood.providers.weights import local

        model = local(spec, next_model, seed)
        self._closing.append(model)
        return model


def build(
    wanted: Wanted,
    understudy: Model,
    people: Collection[str],
    ledger: Ledger,
    *,
    seed: int,
    halt: Halt,
    connect: Connect | None = None,
) -> Stack:
    """The stack that is wanted, connected."""
    at_cap: Callable[[Failure], None] | None = halt if wanted.at_cap == PAUSE else None
    stack = Stack(wanted, understudy, people, Purse(ledger, wanted.cap, at_cap))
    stack.connect(seed, halt, connect or _provider)
    return stack


def _named(chosen: Rules) -> set[str]:
    return {chosen.usual, *chosen.questions.values(), *chosen.people.values(), *chosen.both.values()}


def _provider(spec: Spec) -> Endpoint:
    from milkwood.providers.connect import connect

    return connect(spec)
