"""Options that switch off parts of all minds, and the resulting mind configuration.

Invariant: without flags and settings there is no configuration, so that an existing run keeps its own.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

from milkwood import config
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.mind.head import Switches
from milkwood.run import MindConfig
from milkwood.run.mind_config import RULE, TOWN


class MindPart(StrEnum):
    """Parts of a mind that can be switched off."""

    OBSERVATION = "observation"
    REFLECTION = "reflection"
    PLANNING = "planning"
    IMPRESSIONS = "impressions"
    ROUTINES = "routines"
    WANDERING = "wandering"


class MindKind(StrEnum):
    """The kinds of minds."""

    TOWN = TOWN
    RULE = RULE


Minds = Annotated[
    MindKind | None,
    typer.Option(
        "--mind", help="Minds: town (people think) or rule (fixed habits, for load tests).", show_default=TOWN
    ),
]
Off = Annotated[
    list[MindPart] | None,
    typer.Option(help="Disable this part of every mind; can be repeated.", show_default="from your settings"),
]
StrictModels = Annotated[
    bool | None,
    typer.Option(
        "--strict/--no-strict",
        help="Stop the run where the understudy would have to answer for a model.",
        show_default="from your settings",
    ),
]
Prompts = Annotated[
    str | None,
    typer.Option(
        metavar="FOLDER",
        help="Your own prompts: a folder (see “milkwood config prompts”), or “built-in”.",
        show_default="from your settings",
    ),
]
NoPolicy = Annotated[
    bool, typer.Option("--disable_policy", "--disable-policy", help="Disable routines, like --off routines.")
]
NoRelationship = Annotated[
    bool,
    typer.Option(
        "--disable_relationship", "--disable-relationship", help="Disable impressions, like --off impressions."
    ),
]
NoWandering = Annotated[
    bool,
    typer.Option("--disable_wandering", "--disable-wandering", help="Disable mind wandering, like --off wandering."),
]


def also_off(*, policy: bool, relationship: bool, wandering: bool) -> list[MindPart]:
    """The parts that the --no-… flags switch off."""
    flags = {MindPart.ROUTINES: policy, MindPart.IMPRESSIONS: relationship, MindPart.WANDERING: wandering}
    return [part for part, given in flags.items() if given]


def minds_by_settings(
    off: Sequence[MindPart] | None = None, also: Sequence[MindPart] = (), kind: MindKind | None = None
) -> MindConfig | None:
    """The minds of flags or settings: `off` replaces the settings, `also` is added.

    None if nothing is asked for.
    """
    if kind == MindKind.RULE:
        if off or also:
            raise SetupError(
                t("Rule minds have no abilities to switch off."), remedy=t("Leave out --mind rule or --off.")
            )
        return MindConfig(RULE)
    settings = config.read().minds
    parts = [str(part) for part in [*(settings.off if off is None else off), *also]]
    if kind is None and not parts and settings.embedding and not settings.limits:
        return None
    return MindConfig(
        embedding=settings.embedding,
        switches=Switches(**dict.fromkeys(parts, False)),
        limits={str(name): most for name, most in settings.limits.items()},
    )
