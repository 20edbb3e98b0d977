"""Which language models answer in a run, and their limits: from the user's settings and options."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any, Final

from milkwood import config
from milkwood.chronicle.kept_replies import USUAL_REPLIES_SHARE
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.budget import Cap
from milkwood.models.cache import usual_folder
from milkwood.models.retry import Patience
from milkwood.models.spec import Spec
from milkwood.providers import profile
from milkwood.providers.listening import listening
from milkwood.run import model_specs
from milkwood.understudy.model import NAME as UNDERSTUDY

UNDERSTUDY_GOES_ON, PAUSE = "understudy", "pause"
"""Policy at the budget cap."""
WAIT, STOP = "wait", "stop"
"""Policy at a rate limit or when an endpoint is unreachable."""
_REPLIES_SHARES: Final = {False: 0.0, True: USUAL_REPLIES_SHARE, "all": inf}


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Models of a run, their routing and limits; without models the understudy answers."""

    specs: Mapping[str, Spec] = field(default_factory=dict)
    """By name."""
    routing: Mapping[str, Any] = field(default_factory=dict)
    """Rules by person and question, with those names: see `milkwood.questions.routing`."""
    usual: str = UNDERSTUDY
    """The model for everything that no rule names."""
    cap: Cap | None = None
    at_cap: str = UNDERSTUDY_GOES_ON
    on_limit: str = WAIT
    strict: bool = False
    """Whether the run stops where the understudy would have to stand in."""
    patience: Patience = field(default_factory=Patience)
    cache: Path | None = None
    """Folder of the answer cache shared by runs; no cache if None."""
    replies_share: float = USUAL_REPLIES_SHARE
    """The largest part of a run's file that raw replies of models take; 0 if none are kept."""
    profiles: Path | None = None
    """Folder of the models' profiles; if None, nothing is known about models, and nothing is kept."""
    trust_all: bool = False
    """Whether models are also asked what their profiles say they cannot answer."""
    hint: str = ""
    """Advice for a user who has configured no model."""

    @classmethod
    def from_settings(
        cls,
        *,
        model: str | None = None,
        budget: str | None = None,
        at_cap: str | None = None,
        on_limit: str | None = None,
        strict: bool | None = None,
        trust_all: bool | None = None,
    ) -> "ModelConfig":
        """From the user's settings; arguments override them, and a `model` given here answers everything."""
        settings = config.settings(
            {
                "model": ("--model", model),
                "budget": ("--budget", budget),
                "at_cap": ("--at-cap", at_cap),
                "on_limit": ("--on-limit", on_limit),
                "strict": ("--strict", strict),
                "trust_all": ("--trust-all", trust_all or None),
            }
        )
        if model is not None:
            settings = replace(settings, config=settings.config.model_copy(update={"routing": {}}))
            if model != UNDERSTUDY:
                model_specs.spec_for(model, settings)  # says what is wrong with the name, if anything
        chosen = settings.config
        usual, routed = model_specs.usual(settings), model_specs.routing(settings)
        if chosen.strict:
            _refuse_stand_ins(settings, usual, routed)
        return cls(
            specs=model_specs.specs(settings),
            routing=routed,
            usual=usual,
            cap=Cap.parse(chosen.budget) if chosen.budget else None,
            at_cap=PAUSE if chosen.strict else chosen.at_cap,
            on_limit=chosen.on_limit,
            strict=chosen.strict,
            patience=Patience(outage_seconds=chosen.patience_seconds),
            cache=usual_folder() if chosen.cache else None,
            replies_share=_REPLIES_SHARES[chosen.keep_replies],
            profiles=profile.usual_folder(),
            trust_all=chosen.trust_all,
            hint=hint(settings),
        )


def _refuse_stand_ins(settings: config.ResolvedConfig, usual: str, routed: Mapping[str, Any]) -> None:
    """Raise an error if the settings ask for the understudy in spite of `strict`."""
    where = settings.origin("strict").where
    if usual == UNDERSTUDY and not routed:
        raise SetupError(
            t("“strict” needs a model: the understudy would answer everything."),
            where=where,
            remedy=t("Name one with --model, or leave out --strict."),
        )
    said = settings.origin("at_cap")
    if settings.config.at_cap == UNDERSTUDY_GOES_ON and said.source is not config.Source.USUAL:
        raise SetupError(
            t("“strict” does not let the understudy go on when the budget is used up."),
            where=said.where,
            remedy=t("Use at_cap = pause, or leave out one of the two."),
        )


def hint(settings: config.ResolvedConfig) -> str:
    """Advice for a user who has chosen no model: which ones were found; empty when they have chosen."""
    if not model_specs.is_unsettled(settings):
        return ""
    there = listening()
    if not there:
        return model_specs.hint(settings)
    from milkwood.providers.nearby import looked_up

    servers = [(one.preset.title, one.address, f"{one.preset.name}/{one.models[0]}") for one in looked_up(there)]
    return model_specs.hint(settings, servers=servers)
