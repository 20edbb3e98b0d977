"""Which language models answer in a run, and their limits: from the user's settings and options.

Knows settings and providers' names; connects to nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from milkwood import config
from milkwood.models.budget import Cap
from milkwood.models.cache import usual_folder
from milkwood.models.retry import Patience
from milkwood.models.spec import Spec
from milkwood.providers.listening import listening
from milkwood.run import model_specs
from milkwood.understudy.model import NAME as UNDERSTUDY

UNDERSTUDY_GOES_ON, PAUSE = "understudy", "pause"
"""What happens at the cap."""
WAIT, STOP = "wait", "stop"
"""What happens at a limit, or when an endpoint is out of reach."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which models a run is to be lived with, and how far they may go; with none it is the understudy's."""

    specs: Mapping[str, Spec] = field(default_factory=dict)
    """By name."""
    routing: Mapping[str, Any] = field(default_factory=dict)
    """Who answers what, by those names: see `milkwood.questions.routing`."""
    usual: str = UNDERSTUDY
    """Who answers what no rule names."""
    cap: Cap | None = None
    at_cap: str = UNDERSTUDY_GOES_ON
    on_limit: str = WAIT
    patience: Patience = field(default_factory=Patience)
    cache: Path | None = None
    """Where answers are kept across runs; nowhere if None."""
    hint: str = ""
    """What to tell a user who has configured nothing."""


def wanted_by_settings(
    *,
    model: str | None = None,
    budget: str | None = None,
    at_cap: str | None = None,
    on_limit: str | None = None,
) -> Wanted:
    """What the user's settings ask for, and what options say otherwise; a model named by option answers everything."""
    settings = config.settings(
        {
            "model": ("--model", model),
            "budget": ("--budget", budget),
            "at_cap": ("--at-cap", at_cap),
            "on_limit": ("--on-limit", on_limit),
        }
    )
    if model is not None:
        settings = replace(settings, config=settings.config.model_copy(update={"routing": {}}))
        if model != UNDERSTUDY:
            model_specs.spec_for(model, settings)  # says what is wrong with the name, if anything
    chosen = settings.config
    return Wanted(
        specs=model_specs.specs(settings),
        routing=model_specs.routing(settings),
        usual=model_specs.usual(settings),
        cap=Cap.parse(chosen.budget) if chosen.budget else None,
        at_cap=chosen.at_cap,
        on_limit=chosen.on_limit,
        patience=Patience(outage_seconds=chosen.patience_seconds),
        cache=usual_folder() if chosen.cache else None,
        hint=hint(settings),
    )


def hint(settings: config.Settings) -> str:
    """What to tell a user who has not said who is to answer: what was found that could; empty when they have."""
    if not model_specs.is_unsettled(settings):
        return ""
    there = listening()
    if not there:
        return model_specs.hint(settings)
    from milkwood.providers.nearby import looked_up

    servers = [(one.preset.title, one.address, f"{one.preset.name}/{one.models[0]}") for one in looked_up(there)]
    return model_specs.hint(settings, servers=servers)
