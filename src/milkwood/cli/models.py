"""`milkwood models`: providers, local servers that answer, features and prices of models.

Invariant: only this machine is asked, unless a provider is named.
"""

import asyncio
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from milkwood import config
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import label, say
from milkwood.cli.waiting import waiting_for
from milkwood.i18n import t
from milkwood.models.secret import masked_address
from milkwood.models.spec import Spec
from milkwood.providers.nearby import models_at, nearby
from milkwood.providers.presets import preset, presets
from milkwood.providers.prices import rates_of, source
from milkwood.run import model_specs
from milkwood.run.model_specs import WEIGHTS

_MEANS = {
    "schema": "JSON schema",
    "grammar": "grammar",
    "tool": "tool call",
    "object": "JSON without a schema",
    "plain": "plain text",
}
"""How the form of answers is enforced, in words."""


def models(
    provider: Annotated[
        str | None, typer.Argument(help="List the models of this provider or address, with prices.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List providers, local servers and your models, with prices."""
    told = _of(provider) if provider else _around()
    if as_json:
        echo_json(told)
    elif provider:
        _show_models(told["models"])
        say(
            t(
                "Use one as {name}. Prices: {prices}.",
                name=f"{told['provider']}{'#' if '://' in told['provider'] else '/'}MODEL",
                prices=told["prices"] or t("unknown", context="label"),
            )
        )
    else:
        _show_around(told)


# --- finding


def _around() -> dict[str, Any]:
    settings = config.settings()
    found = {variable for _, variable in model_specs.keys_found()}
    listed = [
        {
            "name": one.name,
            "title": one.title,
            "address": one.address,
            "local": one.local,
            "key": next((each for each in one.keys if each in found), "") or (one.keys[0] if one.keys else ""),
            "key_found": any(each in found for each in one.keys),
            "key_needed": one.key_needed,
            "means": list(one.means),
            "streams": one.streams,
            "date": one.date.isoformat() if one.date else "",
        }
        for one in presets().values()
    ]
    servers = [
        {"name": one.preset.name, "title": one.preset.title, "address": one.address, "models": list(one.models)}
        for one in asyncio.run(nearby())
    ]
    own = [{"name": spec.name, **_priced(spec)} for _, spec in sorted(model_specs.specs(settings).items())]
    return {
        "usual": masked_address(model_specs.usual(settings)),
        "yours": own,
        "servers": servers,
        "providers": listed,
        "prices": source(),
    }


def _of(provider: str) -> dict[str, Any]:
    at_address = "://" in provider
    named = f"{provider.partition('#')[0]}#any" if at_address else f"{preset(provider).name}/any"
    spec = model_specs.spec_for(named, config.settings())
    one = preset(spec.provider)
    with waiting_for(t("the models of {name}", name=spec.name)):
        names = sorted(asyncio.run(models_at(spec)))
    return {
        "provider": spec.address if at_address else one.name,
        "models": [_priced(replace(spec, model=name)) for name in names],
        "prices": "" if one.local else source(),
    }


def _priced(spec: Spec) -> dict[str, Any]:
    rates = rates_of(spec) if spec.provider != WEIGHTS else None
    free = spec.provider == WEIGHTS
    return {
        "provider": spec.provider,
        "model": spec.model,
        "prompt_price": 0.0 if free else rates.prompt if rates else None,
        "cached_price": 0.0 if free else rates.cached if rates else None,
        "answer_price": 0.0 if free else rates.answer if rates else None,
        "price_source": "this machine" if free else rates.source if rates else "",
    }


# --- printing


def _show_around(told: dict[str, Any]) -> None:
    echo(label("Your models"), bold=True)
    if told["yours"]:
        _show_models(told["yours"], told["usual"])
    else:
        say(t("none: the understudy answers. `milkwood config init` sets up a model."), indent=2)
    echo(f"\n{label('Servers on this machine')}", bold=True)
    for server in told["servers"]:
        names = ", ".join(server["models"][:6]) + (" …" if len(server["models"]) > 6 else "")
        say(t("{title} at {address}: {names}", title=server["title"], address=server["address"], names=names), indent=2)
        say(t("use one as {name}", name=f"{server['name']}/{server['models'][0]}"), indent=4)
    if not told["servers"]:
        say(
            t("none found on the usual ports. `milkwood local fetch` downloads a small model that needs none."),
            indent=2,
        )
    echo(f"\n{label('Providers')}", bold=True)
    _show_providers(told["providers"])
    typer.echo()
    say(t("`milkwood models PROVIDER|ADDRESS` lists models and prices; `milkwood exam PROVIDER/MODEL` tries one."))


def _show_models(listed: list[dict[str, Any]], usual: str = "") -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("model", "read", "from cache", "written", "prices from"):
        table.add_column(label(heading), overflow="fold")
    for one in listed:
        name = one["model"]
        if "name" in one:
            whole = one["name"] if "/" in one["name"] else f"{one['name']} = {one['provider']}/{name}"
            name = whole + (label(" (usual)") if one["name"] == usual else "")
        prices = (_price(one[key]) for key in ("prompt_price", "cached_price", "answer_price"))
        table.add_row(Text(name), *prices, label(one["price_source"] or "unknown"))
    CleanConsole().print(table)
    say(t("Dollars per million tokens."), indent=2)


def _price(price: float | None) -> str:
    return "?" if price is None else f"{price:.3g}"


def _show_providers(listed: list[dict[str, Any]]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("provider", "name", "key", "answer format", "checked on"):
        table.add_column(label(heading), overflow="fold")
    for one in listed:
        key = f"{one['key']}{label(' (found)') if one['key_found'] else ''}" if one["key"] else label("none")
        if one["key"] and not one["key_needed"]:
            key = f"{key}{label(', optional')}" if one["key_found"] else label("none needed")
        means = label(_MEANS[one["means"][0]])
        table.add_row(one["name"], Text(label(one["title"])), Text(key), means, one["date"] or label("not checked"))
    CleanConsole().print(table)
