"""`milkwood estimate`: the cost of days of a town, before anything is spent.

Invariant: it says what its figures rest on, and what it does not know.
"""

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from milkwood import config, towns
from milkwood.cli.amounts import dollars, duration, span, whole
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.run import MAX_DAYS
from milkwood.cli.runner import say_which
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import label, padded, preferred, said, say
from milkwood.config import ResolvedConfig
from milkwood.errors import SetupError
from milkwood.i18n import join, t, tn
from milkwood.models.secret import masked_address
from milkwood.models.spec import Spec
from milkwood.providers.presets import preset
from milkwood.providers.prices import rates_of
from milkwood.providers.profile import ModelProfile, ProfileShelf
from milkwood.run import model_specs
from milkwood.run.estimate import HOSTED, OWN_MACHINE, Estimate, Terms, estimate_days, factors_of, not_asked
from milkwood.run.figures import measured_on, nearest
from milkwood.run.model_class import class_of, measured_class
from milkwood.towns import Pack
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
        list[str] | None,
        typer.Option(
            help="PROVIDER/MODEL, or a name in your settings; several times to compare models.",
            show_default="from your settings",
        ),
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario.", show_default="the town's default")] = None,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            "--lang",
            help="Language of the town, such as en or zh.",
            show_default="yours, or the town's first",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Estimate the cost of simulating a town with a model."""
    say_which(town)
    found = find(town)
    pack = towns.load(found.folder, scenario or found.scenario)
    spoken = _spoken(language, [str(each) for each in pack.languages])
    settings = config.settings()
    length = days or pack.scenario.days
    each_model = [_estimated(name, pack, spoken, length, settings) for name in model or [model_specs.usual(settings)]]
    if as_json:
        plain = [facts for facts, _ in each_model]
        echo_json(plain[0] if len(plain) == 1 else plain)
    elif len(each_model) > 1:
        _compare(each_model)
    else:
        ((facts, result),) = each_model
        options = {"--scenario": scenario, "--language": language, "--days": days}
        options["--model"] = facts["model"] if model else None
        words = [word for option, value in options.items() if value is not None for word in (option, str(value))]
        _show(facts, result, shlex.join(["milkwood", "run", town, *words]))


def _estimated(
    name: str, pack: Pack, spoken: str, days: int, settings: ResolvedConfig
) -> tuple[dict[str, Any], Estimate]:
    """The estimate with a model, and all facts about it."""
    people = len(pack.people)
    whose, figures = nearest(str(pack.id), Language(spoken), people)
    terms, told = _terms(name, spoken, str(pack.id), settings)
    result = estimate_days(figures, people, days, terms)
    facts = {
        "town": str(pack.id),
        "scenario": pack.scenario.id,
        "language": spoken,
        "people": people,
        "days": days,
        "model": masked_address(name),
        **asdict(result),
        **told,
        "figures_of": whose,
        "figures_date": measured_on().isoformat(),
    }
    return facts, result


def _spoken(language: str | None, spoken: list[str]) -> str:
    if language is not None and language not in spoken:
        raise SetupError(
            t("The town is not available in “{language}”.", language=language),
            remedy=t("Available: {languages}.", languages=", ".join(spoken)),
        )
    return language or preferred(spoken)


def _terms(name: str, language: str, town: str, settings: ResolvedConfig) -> tuple[Terms, dict[str, Any]]:
    """Price, speed and use of the model, with their sources."""
    if name == config.UNDERSTUDY:
        return Terms(0.0, 0.0), {"price_source": "understudy", "speed_source": "understudy", "rests_on": "understudy"}
    spec = model_specs.spec_for(name, settings)
    profile = ProfileShelf().find(spec, language)
    measured = profile.latest_speed if profile else None
    use = factors_of(spec, profile, town)
    without = not_asked(spec, profile, use, trusted=settings.config.trust_all)
    told: dict[str, Any] = {"rests_on": use.rests_on, **_seen(spec, profile, use.rests_on), "without": sorted(without)}
    told["speed_source"] = _speed_source(profile)
    if spec.provider == model_specs.WEIGHTS:
        speed = measured.speed if measured else None
        return Terms(0.0, 0.0, speed, use, without), {**told, "price_source": "this machine"}
    rates = rates_of(spec, all_day=True)
    usual = OWN_MACHINE if preset(spec.provider).local else HOSTED
    terms = Terms(
        rates.prompt if rates else None,
        rates.answer if rates else None,
        measured.speed if measured else usual,
        use,
        without,
    )
    told["speed_source"] = told["speed_source"] or "usual"
    return terms, {**told, "price_source": rates.source if rates else ""}


def _speed_source(profile: ModelProfile | None) -> str:
    if profile is None or profile.latest_speed is None:
        return ""
    kind = "exam" if profile.latest_speed == profile.examined else "run"
    return f"{kind} of {profile.latest_speed.date}"


def _seen(spec: Spec, profile: ModelProfile | None, rests_on: str) -> dict[str, Any]:
    """What the range rests on, besides the understudy's days."""
    if rests_on == "runs" and profile is not None:
        hours = sum(record.town_hours for record in profile.use)
        return {"runs": len(profile.use), "runs_town_hours": round(hours, 1), "runs_until": profile.use[-1].date}
    found = measured_class(class_of(spec)) if rests_on == "class" else None
    return {"class": class_of(spec), "class_date": f"{found.date}", "class_source": found.source} if found else {}


def _show(facts: dict[str, Any], result: Estimate, command: str) -> None:
    _head(facts, t("with {model}", model=facts["model"]))
    rows = {
        "calls": span(result.calls, whole),
        "read": t("{amount} tokens", amount=span(result.prompt_tokens, whole)),
        "written": t("{amount} tokens", amount=span(result.answer_tokens, whole)),
    }
    if facts["price_source"] == "understudy":
        rows = {"questions": span(result.calls, whole), "money": t("nothing: the understudy answers")}
        low, high = (each * facts["people"] * facts["days"] for each in _UNDERSTUDY_SECONDS)
        rows["time"] = t("{low} to {high} of computing", low=duration(low), high=duration(high))
    else:
        rows["money"] = _money(facts, result)
        rows["time"] = _time(facts, result)
    for what, how in rows.items():
        typer.echo(f"  {padded(what, 10)} {said(how)}")
    for sentence in _grounds([facts]):
        say(sentence)
    if result.price is not None and result.price.high > 0:
        cap = max(0.01, result.price.high)
        say(t("To set a limit: {command}", command=f"{command} --budget {cap:.2f}"))


def _compare(each_model: Sequence[tuple[dict[str, Any], Estimate]]) -> None:
    """Several models, one below the other."""
    first = each_model[0][0]
    _head(first, t("with each model"))
    table = Table(box=None, pad_edge=False)
    for heading in ("model", "calls", "tokens", "money"):
        table.add_column(label(heading), justify="left" if heading == "model" else "right", overflow="fold")
    for facts, result in each_model:
        tokens = span(result.prompt_tokens + result.answer_tokens, whole)
        price = span(result.price, dollars) if result.price else said(t("price unknown"))
        table.add_row(Text(facts["model"]), span(result.calls, whole), tokens, price)
    CleanConsole().print(table)
    sources = dict.fromkeys(facts["price_source"] for facts, _ in each_model if facts["price_source"])
    if sources:
        say(t("Prices: {sources}.", sources=", ".join(label(source) for source in sources)))
    for sentence in _grounds([facts for facts, _ in each_model]):
        say(sentence)


def _head(facts: dict[str, Any], whom: str) -> None:
    told = tn(
        "{town}, {scenario}: {people} people, {count} day, in {language}, {whom}",
        "{town}, {scenario}: {people} people, {count} days, in {language}, {whom}",
        town=facts["town"],
        scenario=facts["scenario"],
        people=facts["people"],
        count=facts["days"],
        language=facts["language"],
        whom=whom,
    )
    say(told, bold=True)


def _money(facts: dict[str, Any], result: Estimate) -> str:
    if not result.price:
        return t("price unknown")
    return t("{amount} (prices: {source})", amount=span(result.price, dollars), source=label(facts["price_source"]))


def _grounds(every: Sequence[dict[str, Any]]) -> list[str]:
    """What the figures of models rest on."""
    first = every[0]
    figures = t(
        "Figures of {whose}, measured on {date} with the understudy.",
        whose=first["figures_of"],
        date=first["figures_date"],
    )
    asked = [facts for facts in every if facts["price_source"] != "understudy"]
    unseen = [facts["model"] for facts in asked if facts["rests_on"] == "understudy"]
    seen = [_seen_use(facts) for facts in asked if facts["rests_on"] != "understudy"]
    if unseen:
        what = t(
            "No run with {models} has been measured: the range rests on the understudy's days. "
            "A run of a few hours changes that.",
            models=join(t(", ", context="why"), unseen),
        )
        seen.append(what)
    return [figures, *seen, *(_left_out(facts) for facts in asked if facts["without"])]


def _left_out(facts: dict[str, Any]) -> str:
    return t(
        "Without {kinds}: according to its profile, {model} cannot answer them, so the understudy does.",
        kinds=join(t(", ", context="why"), facts["without"]),
        model=facts["model"],
    )


def _seen_use(facts: dict[str, Any]) -> str:
    if facts["rests_on"] == "class":
        return t(
            "The range of {model} is what models of its class used, against these figures ({source}, {date}). "
            "A run of a few hours measures this one.",
            model=facts["model"],
            source=facts["class_source"],
            date=facts["class_date"],
        )
    return tn(
        "The range is what a run with {model} used, against these figures ({hours} town hours, {date}).",
        "The range is what {count} runs with {model} used, against these figures ({hours} town hours, until {date}).",
        count=facts["runs"],
        model=facts["model"],
        hours=facts["runs_town_hours"],
        date=facts["runs_until"],
    )


def _time(facts: dict[str, Any], result: Estimate) -> str:
    measured = facts["speed_source"]
    if result.seconds is None:
        return t("unknown; `milkwood exam {model}` measures it", model=facts["model"])
    said = span(result.seconds, duration)
    if measured == "usual":
        return t("{amount} (at usual speeds; `milkwood exam {model}` measures it)", amount=said, model=facts["model"])
    if measured.startswith("run of "):
        return t("{amount} (run of {date})", amount=said, date=measured.removeprefix("run of "))
    return t("{amount} (exam of {date})", amount=said, date=measured.removeprefix("exam of "))
