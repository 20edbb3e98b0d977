"""Which language models answer in a run, and their limits: from the user's settings and options."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from milkwood import config
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
    patience: Patience = field(default_factory=Patience)
    cache: Path | None = None
    """Folder of the answer cache shared by runs; no cache if None."""
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
        trust_all: bool | None = None,
    ) -> "ModelConfig":
        """From the user's settings; arguments override them, and a `model` given here answers everything."""
        settings = config.settings(
            {
                "model": ("--model", model),
                "budget": ("--budget", budget),
                "at_cap": ("--at-cap", at_cap),
                "on_limit": ("--on-limit", on_limit),
                "trust_all": ("--trust-all", trust_all or None),
            }
        )
        if model is not None:
            settings = replace(settings, config=settings.config.model_copy(update={"routing": {}}))
            if model != UNDERSTUDY:
                model_specs.spec_for(model, settings)  # says what is wrong with the name, if anything
        chosen = settings.config
        return cls(
            specs=model_specs.specs(settings),
            routing=model_specs.routing(settings),
            usual=model_specs.usual(settings),
            cap=Cap.parse(chosen.budget) if chosen.budget else None,
            at_cap=chosen.at_cap,
            on_limit=chosen.on_limit,
            patience=Patience(outage_seconds=chosen.patience_seconds),
            cache=usual_folder() if chosen.cache else None,
            profiles=profile.usual_folder(),
            trust_all=chosen.trust_all,
            hint=hint(settings),
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
