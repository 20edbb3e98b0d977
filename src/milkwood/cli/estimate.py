"""`milkwood estimate`: the cost of days of a town, before anything is spent.

Invariant: it says where its figures come from, and what it does not know.
"""

import shlex
from dataclasses import asdict
from typing import Annotated, Any

import typer

from milkwood import config, towns
from milkwood.cli.amounts import dollars, duration, span, whole
from milkwood.cli.run import MAX_DAYS
from milkwood.cli.runner import say_which
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import label, padded, preferred, said, say
from milkwood.config import ResolvedConfig
from milkwood.errors import SetupError
from milkwood.i18n import t, tn
from milkwood.lab import speeds
from milkwood.models.secret import masked_address
from milkwood.providers.presets import preset
from milkwood.providers.prices import rates_of
from milkwood.run import model_specs
from milkwood.run.estimate import HOSTED, OWN_MACHINE, Estimate, Terms, estimate_days
from milkwood.run.figures import measured_on, nearest
from milkwood.towns.shelf import find
from milkwood.words import Language

_UNDERSTUDY_SECONDS = (0.3, 1.5)
"""CPU seconds of a person's day, on quick and on slow machines."""


def estimate(
    town: Annotated[
        str, typer.Argument(help="A town's name, a scenario's alias (see “milkwood town list”), or a pack's folder.")
    ],
    days: Annotated[
        int | None, typer.Option(min=1, max=MAX_DAYS, help="Number of days.", show_default="the scenario's days")
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="PROVIDER/MODEL, or a name in your settings.", show_default="from your settings")
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario.", show_default="the town's default")] = None,
    language: Annotated[
        str | None,
        typer.Option(help="Language of the town, such as en or zh.", show_default="yours, or the town's first"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Estimate the cost of simulating a town with a model."""
    say_which(town)
    found = find(town)
    pack = towns.load(found.folder, scenario or found.scenario)
    spoken = _spoken(language, [str(each) for each in pack.languages])
    settings = config.settings()
    name = model or model_specs.usual(settings)
    terms, told = _terms(name, spoken, settings)
    people, length = len(pack.people), days or pack.scenario.days
    whose, figures = nearest(str(pack.id), Language(spoken), people)
    result = estimate_days(figures, people, length, terms)
    facts = {
        "town": str(pack.id),
        "scenario": pack.scenario.id,
        "language": spoken,
        "people": people,
        "days": length,
        "model": masked_address(name),
        **asdict(result),
        **told,
        "figures_of": whose,
        "figures_date": measured_on().isoformat(),
    }
    if as_json:
        echo_json(facts)
    else:
        options = {"--scenario": scenario, "--language": language, "--days": days, "--model": masked_address(name)}
        said = [word for option, value in options.items() if value is not None for word in (option, str(value))]
        _show(facts, result, shlex.join(["milkwood", "run", town, *said]))


def _spoken(language: str | None, spoken: list[str]) -> str:
    if language is not None and language not in spoken:
        raise SetupError(
            t("The town is not available in “{language}”.", language=language),
            remedy=t("Available: {languages}.", languages=", ".join(spoken)),
        )
    return language or preferred(spoken)


def _terms(name: str, language: str, settings: ResolvedConfig) -> tuple[Terms, dict[str, Any]]:
    """Price and speed of the model, with their sources."""
    if name == config.UNDERSTUDY:
        return Terms(0.0, 0.0), {"price_source": "understudy", "speed_source": "understudy"}
    spec = model_specs.spec_for(name, settings)
    found = speeds.recall(spec, language)
    if spec.provider == model_specs.WEIGHTS:
        terms = Terms(0.0, 0.0, found.speed if found else None)
        return terms, {"price_source": "this machine", "speed_source": _examined(found)}
    rates = rates_of(spec)
    usual = OWN_MACHINE if preset(spec.provider).local else HOSTED
    terms = Terms(
        rates.prompt if rates else None,
        rates.answer if rates else None,
        found.speed if found else usual,
        found.prompt_factor if found else 1.0,
        found.answer_factor if found else 1.0,
    )
    return terms, {"price_source": rates.source if rates else "", "speed_source": _examined(found) or "usual"}


def _examined(found: Any) -> str:
    return f"exam of {found.date}" if found else ""


def _show(facts: dict[str, Any], result: Estimate, command: str) -> None:
    people, days, model = facts["people"], facts["days"], facts["model"]
    told = tn(
        "{town}, {scenario}: {people} people, {count} day, in {language}, with {model}",
        "{town}, {scenario}: {people} people, {count} days, in {language}, with {model}",
        town=facts["town"],
        scenario=facts["scenario"],
        people=people,
        count=days,
        language=facts["language"],
        model=model,
    )
    say(told, bold=True)
    rows = {"calls": span(result.calls, whole), "read": t("{amount} tokens", amount=span(result.prompt_tokens, whole))}
    rows["written"] = t("{amount} tokens", amount=span(result.answer_tokens, whole))
    if facts["price_source"] == "understudy":
        rows = {"questions": span(result.calls, whole), "money": t("nothing: the understudy answers")}
        low, high = (each * people * days for each in _UNDERSTUDY_SECONDS)
        rows["time"] = t("{low} to {high} of computing", low=duration(low), high=duration(high))
    else:
        source = facts["price_source"]
        rows["money"] = (
            t("{amount} (prices: {source})", amount=span(result.price, dollars), source=label(source))
            if result.price
            else t("price unknown")
        )
        rows["time"] = _time(facts, result)
    for what, how in rows.items():
        typer.echo(f"  {padded(what, 10)} {said(how)}")
    say(
        t(
            "Figures of {whose}, measured on {date} with the understudy.",
            whose=facts["figures_of"],
            date=facts["figures_date"],
        )
    )
    if result.price is not None and result.price.high > 0:
        cap = max(0.01, result.price.high)
        say(t("To set a limit: {command}", command=f"{command} --budget {cap:.2f}"))


def _time(facts: dict[str, Any], result: Estimate) -> str:
    measured = facts["speed_source"]
    if result.seconds is None:
        return t("unknown; `milkwood exam {model}` measures it", model=facts["model"])
    said = span(result.seconds, duration)
    if measured == "usual":
        return t("{amount} (at usual speeds; `milkwood exam {model}` measures it)", amount=said, model=facts["model"])
    return t("{amount} (exam of {date})", amount=said, date=measured.removeprefix("exam of "))
