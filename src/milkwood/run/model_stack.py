"""The model stack of a run, from the outside in:

    Router      by person and kind of question, to a name
    Referring   leaves kinds of question that the model cannot answer to the next one
    Answering   asks a language model, validates, asks again with the faults; then the next model, then the understudy
    Cached      answers to the same prompt, shared by runs (optional)
    InTime      gives an answer the tokens that the endpoint can write in time
    Budgeted    holds the money of a call over all its tries, and keeps its reply until it is used
    Retrying    retries, waits out limits and outages, fails at once while the circuit is open
    Paced       limits concurrent calls to what the endpoint bears, lowest tick first; has the circuit breaker
    Metered     writes each request to disk before it is sent, and what it counts as
    Endpoint    a provider

The tape and the limiter around it belong to the run. Invariants: a question gets an answer or the run is told to stop;
only models that a rule names are connected to.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from math import ceil
from typing import NoReturn, Protocol

from milkwood.errors import MilkwoodError, SetupError, VendorError
from milkwood.i18n import sentences, t
from milkwood.models import retry
from milkwood.models.budget import CallLedger, NullLedger, Purse, Unit
from milkwood.models.cache import Cached
from milkwood.models.completion import Endpoint, Failure, TextModel
from milkwood.models.metering import Budgeted, Metered
from milkwood.models.pace import Paced
from milkwood.models.port import Model, Question
from milkwood.models.retry import Retrying
from milkwood.models.spec import Spec
from milkwood.models.tempo import InTime, Tempo
from milkwood.models.wording import WordOverlap
from milkwood.providers.profile import ProfileShelf
from milkwood.questions.answering import Answering, Refusing
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.questions.registry import KINDS
from milkwood.questions.routing import Router, RoutingRules, rules
from milkwood.questions.why import in_words, remedy_of
from milkwood.run.fitting import Fitting
from milkwood.run.model_config import PAUSE, STOP, ModelConfig
from milkwood.run.model_specs import WEIGHTS
from milkwood.run.trial import ModelTrial, Saying, try_out
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood.understudy.model import Understudy

FAST, STRONG = "fast", "strong"
"""Names that settings may always use; the usual model unless they are configured."""
NEWS_SECONDS = 300.0
"""How long it is said that an endpoint had trouble, or answers again; so that each is told once, not at every retry."""


class Connector(Protocol):
    """Makes an endpoint from a model's spec."""

    def __call__(self, spec: Spec, /) -> Endpoint:
        """The endpoint; a SetupError says what is missing."""
        ...


class _Closable(Protocol):
    """An object that holds connections or weights."""

    async def close(self) -> None:
        """Release them."""
        ...


class ModelBranch:
    """A language model with its wrappers."""

    def __init__(self, endpoint: Endpoint, spec: Spec, config: ModelConfig, purse: Purse, halt: "HaltRun") -> None:
        self.endpoint, self.spec = endpoint, spec
        self._next = spec.fallback[0] if spec.fallback else UNDERSTUDY
        patience = retry.NO_PATIENCE if spec.fallback else config.patience
        at_limit = halt if config.on_limit == STOP and not spec.fallback else None
        self.metered = Metered(endpoint)
        self.tempo = Tempo(spec.at_once, spec.timeout_seconds, near=endpoint.near)
        self.paced = Paced(self.metered, spec.at_once, self.tempo)
        patient = Retrying(self.paced, patience, at_limit)
        self.model: TextModel = InTime(Budgeted(self.metered, purse, patient), self.tempo)
        if config.cache is not None:
            self.model = Cached(
                self.model, config.cache, spec.provider, spec.address, spec.model, spec.temperature, spec.most_tokens
            )

    def waits(self, now: float) -> str:
        """Why it is paused at a moment of the monotonic clock; empty if it is not."""
        trouble = self.paced.trouble
        if self.paced.circuit.why is not None or trouble is None or trouble.until <= now:
            return ""  # calls are under way: they are what is waited for
        name, what, seconds = self.endpoint.name, trouble.failure.sentence(), ceil(trouble.until - now)
        return t("{name}: {what} It is asked again in {seconds:.0f} s.", name=name, what=what, seconds=seconds)

    def notes(self) -> list[str]:
        """Sentences for the user: why it is not asked any more, and how it is billed."""
        name, said = self.endpoint.name, list[str]()
        circuit = self.paced.circuit
        if circuit.why is not None:
            meanwhile = t(
                "{name}: {what} Meanwhile {next} answers.",
                name=name,
                what=circuit.why.sentence(),
                next=t("understudy", context="label") if self._next == UNDERSTUDY else self._next,
            )
            said.append(sentences(meanwhile, t("It is asked again now and then.")))
        elif (now := time.monotonic()) - circuit.closed_at < NEWS_SECONDS:
            said.append(t("{name} answers again.", name=name))
        else:
            troubles = [each for each in list(self.paced.troubles.values()) if now - each.until < NEWS_SECONDS]
            said += [t("{name}: {what} It is asked again.", name=name, what=each.failure.what) for each in troubles]
        if self.metered.in_full:
            said.append(t("{name} may exceed its token limit, so each call is charged in full.", name=name))
        if self.metered.doubted:
            said.append(
                t("{name} reports no token usage, or one that cannot be right; our own estimate is charged.", name=name)
            )
        if not self.endpoint.tariff.known:
            said.append(t("The price of {name} is unknown: its tokens are counted, but not its cost.", name=name))
        return said


HaltRun = Callable[[MilkwoodError], None]
"""Stops the run for a reason."""


class ModelStack:
    """All models of a run behind one `model`."""

    def __init__(
        self,
        config: ModelConfig,
        understudy: Model,
        people: Collection[str],
        purse: Purse,
        language: str = "",
        prompts: OwnPrompts = BUILT_IN,
    ) -> None:
        self.purse = purse
        self.config = config
        self.fitting = fitting_of(config, language, prompts)
        self._prompts = prompts
        self.model = Router.to(understudy)
        self.branches: dict[str, ModelBranch] = {}
        self._understudy = understudy
        self._people = people
        self._closing: list[_Closable] = []
        self._halt: HaltRun = _ignored

    def waits(self, now: float) -> str:
        """Which models are paused at a moment of the monotonic clock, and why; empty if none is."""
        return sentences(*(branch.waits(now) for branch in list(self.branches.values())))

    def notes(self) -> list[str]:
        """One sentence for each thing a user should know now."""
        said = [self.config.hint] if self.config.hint else []
        said += self.fitting.notes()
        said += [note for branch in list(self.branches.values()) for note in branch.notes()]
        if self.purse.refused and self.purse.cap is not None:
            cap = self.purse.cap.say()
            said.append(
                t("The budget of {cap} is used up: the run stops.", cap=cap)
                if self.config.at_cap == PAUSE
                else t("The budget of {cap} is used up: the understudy answers from now on.", cap=cap)
            )
        return said

    async def try_out(self, tick: int, say: Saying) -> None:
        """Ask every model one question; raises a SetupError for one that cannot be asked at all."""
        patience = 0.0 if self.config.on_limit == STOP else self.config.patience.outage_seconds
        trials = [
            asyncio.ensure_future(
                try_out(
                    ModelTrial(each.spec, each.metered, each.tempo, each.endpoint.near, patience), self.purse, tick, say
                )
            )
            for each in self.branches.values()
        ]
        try:
            await asyncio.gather(*trials)
        finally:
            for trial in trials:
                trial.cancel()

    def shut(self) -> None:
        """Send no more calls; those under way go on."""
        for branch in self.branches.values():
            branch.paced.limiter.shut()

    async def close(self) -> None:
        """Close all connections."""
        for each in self._closing:
            await each.close()

    def connect(self, seed: int, halt: HaltRun, connect: Connector) -> None:
        """Connect to every model that a rule names."""
        config, self._halt = self.config, halt
        names = {UNDERSTUDY, FAST, STRONG, *config.specs}
        chosen = rules({"usual": config.usual, **config.routing}, names, self._people)
        for name in sorted(_named(chosen)):
            for each in self._chain(name):
                spec = self.fitting.spec(each)
                if each not in self.branches and spec.provider != WEIGHTS:
                    self.branches[each] = self._branch(spec, halt, connect)
        chains = {name: tuple(self._chain(name)) for name in _named(chosen)}
        # Two names for one chain share it, so that weights are not loaded twice.
        made = {chain: self._answering(chain, seed) for chain in sorted(set(chains.values()))}
        models = {name: made[chain] for name, chain in chains.items()}
        self.model = Router(models, chosen)

    def _branch(self, spec: Spec, halt: HaltRun, connect: Connector) -> ModelBranch:
        endpoint = connect(spec)
        self._closing.append(endpoint)
        cap = self.config.cap
        if cap is not None and cap.unit is Unit.DOLLARS and not endpoint.tariff.known:
            raise SetupError(
                t(
                    "The price of {name} is unknown, so a budget of {cap} cannot be enforced.",
                    name=endpoint.name,
                    cap=cap.say(),
                ),
                where=spec.name,
                remedy=t(
                    "Give the budget in tokens or calls (--budget 500000tokens), or the model's prices in "
                    "milkwood.toml."
                ),
            )
        return ModelBranch(endpoint, spec, self.config, self.purse, halt)

    def _chain(self, name: str) -> list[str]:
        specs = self.config.specs
        if name not in specs:
            name = self.config.usual if name in (FAST, STRONG) else name
        if name not in specs:
            return []
        unknown = [each for each in specs[name].fallback if each not in specs and each != UNDERSTUDY]
        if unknown:
            raise SetupError(
                t("There is no model called “{name}”.", name=unknown[0]),
                where=f"models.{name}.fallback",
                remedy=t("There are: {names}.", names=", ".join(sorted(specs))),
            )
        chain = [name, *(each for each in specs[name].fallback if each not in (UNDERSTUDY, name))]
        return list(dict.fromkeys(chain))

    def _answering(self, chain: Sequence[str], seed: int) -> Model:
        answering = self._understudy
        for each in reversed(chain):
            spec = self.config.specs[each]
            if spec.provider == WEIGHTS:
                answering = self._local(spec, answering, seed)
            else:
                own = Answering(
                    self.branches[each].model, answering, refuse=self._refusing(answering), prompts=self._prompts
                )
                answering = self.fitting.around(each, own, answering, self.branches[each].endpoint.name)
        return answering

    def _refusing(self, next_model: Model) -> Refusing | None:
        """What a model does instead of asking the next one, if that is the understudy and may not stand in."""
        return self._refuse if self.config.strict and next_model is self._understudy else None

    def _refuse(self, question: Question, why: str) -> NoReturn:
        """Stop the run at a question that no model could answer; it is asked again when the run goes on."""
        self.purse.ledger.forget(question.id)
        what = t(
            "No usable answer to “{kind}” of {person}: {why}.",
            kind=question.id.kind,
            person=question.id.person,
            why=in_words(why),
        )
        remedy = t("The run stops, as “strict” asks; the same command asks again.")
        self._halt(VendorError(what, remedy=sentences(remedy, remedy_of(why))))
        raise asyncio.CancelledError

    def _local(self, spec: Spec, next_model: Model, seed: int) -> Model:
        from milkwood.providers.weights import local

        model = local(spec, next_model, seed, refuse=self._refusing(next_model), prompts=self._prompts)
        self._closing.append(model)
        return model if model.lends else self.fitting.around(spec.name, model, next_model, model.name)


def fitting_of(config: ModelConfig, language: str, prompts: OwnPrompts = BUILT_IN) -> Fitting:
    """What is known of the models of a configuration, in the language of a run and for its prompts."""
    shelf = None if config.profiles is None else ProfileShelf(config.profiles)
    own = frozenset(kind for kind in KINDS if prompts.template(kind, language))
    return Fitting(config.specs, shelf, language, trusted=config.trust_all or config.strict, own_prompts=own)


def build_stack(
    config: ModelConfig,
    understudy: Model,
    people: Collection[str],
    ledger: CallLedger,
    *,
    seed: int,
    halt: HaltRun,
    connect: Connector | None = None,
    language: str = "",
    prompts: OwnPrompts = BUILT_IN,
) -> ModelStack:
    """A connected stack for a configuration."""
    at_cap: Callable[[Failure], None] | None = halt if config.at_cap == PAUSE else None
    stack = ModelStack(config, understudy, people, Purse(ledger, config.cap, at_cap), language, prompts)
    stack.connect(seed, halt, connect or _provider)
    return stack


async def try_models(config: ModelConfig, people: Collection[str], seed: int, say: Saying) -> None:
    """Ask each model of a configuration one question, for several runs that are to begin.

    Raises a SetupError for one that cannot be asked. It is held under the cap, and on no run's bill.
    """
    understudy = Understudy(seed, WordOverlap())
    stack = build_stack(config, understudy, people, NullLedger(), seed=seed, halt=_ignored)
    try:
        await stack.try_out(0, say)
    finally:
        await stack.close()


def _ignored(_why: MilkwoodError) -> None:
    """Nothing is under way that could be stopped."""


def _named(chosen: RoutingRules) -> set[str]:
    return {chosen.usual, *chosen.questions.values(), *chosen.people.values(), *chosen.both.values()}


def _provider(spec: Spec) -> Endpoint:
    from milkwood.providers.connect import connect

    return connect(spec)
