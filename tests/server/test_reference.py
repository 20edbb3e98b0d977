"""The reference page of the HTTP API: it has every route with its parameters and fields, and no other."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from milkwood.server import create_app
from milkwood.server.permissions import LOOKING, routes_of
from milkwood.server.wire import stream
from milkwood.server.wire.model import WireModel
from milkwood.server.wire.playback import ReelOut
from milkwood.towns import Pack
from tools.tree import ROOT

PAGE = (ROOT / "docs" / "reference" / "http.md").read_text(encoding="utf-8")
ELSEWHERE = {"ask", "continue", "moves", "reel", "portrait", "sheet", "rule"}
"""Words of the page that are parts of addresses, or values that are no enumeration in the description."""


@pytest.fixture
def app(quay: Pack, static: Path) -> FastAPI:
    return create_app([quay], static=static, names=None)


def rows() -> Iterator[dict[str, str]]:
    """The rows of all tables, by the names of their columns."""
    columns: list[str] = []
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells or not columns:
            columns = cells
        elif not cells[0].startswith("---"):
            yield dict(zip(columns, cells, strict=True))


def requests() -> dict[tuple[str, str], dict[str, str]]:
    """The rows of requests, by method and path; names in capitals stand for anything."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    before: dict[str, str] = {}
    for row in rows():
        method, _, addresses = row.get("request", "").partition(" ")
        row = {name: before[name] if cell == "the same" else cell for name, cell in row.items()}
        for address in words(addresses):
            path, _, query = address.partition("?")
            found[method, re.sub(r"\b[A-Z]+\b", "*", path)] = {**row, "query": query}
        before = row
    return found


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def path_of(template: str) -> str:
    """A route's path as the page writes it; both forms of a page's address are one."""
    return re.sub(r"\{[^}]*\}", "*", template).rstrip("/") or "/"


def model_in(schema: Any, models: dict[str, Any]) -> list[str]:
    """Fields of the first model that a schema names."""
    named = re.findall(r"schemas/(\w+)", str(schema))
    return list(models[named[0]]["properties"]) if named else []


def test_the_page_has_every_route_and_no_other(app: FastAPI) -> None:
    routes = {(method, path_of(template)) for method, template in routes_of(app)}
    assert {*requests()} == routes
    assert {(method, path_of(template)) for method, template in LOOKING} <= routes


def test_the_page_has_every_parameter_and_every_field_of_bodies_and_responses(app: FastAPI) -> None:
    described = app.openapi()
    documented = requests()
    models = described["components"]["schemas"]
    for template, methods in described["paths"].items():
        for method, details in methods.items():
            row = documented[method.upper(), path_of(template)]
            query = [each["name"] for each in details.get("parameters", ()) if each["in"] == "query"]
            assert sorted(part.partition("=")[0] for part in row["query"].split("&") if part) == sorted(query), row
            body = [] if template.endswith("/acts") else model_in(details.get("requestBody"), models)
            assert words(row.get("body", "")) == body, row
            response = model_in(details["responses"]["200"], models)
            assert words(row.get("fields", row.get("response", ""))) == response, row


def test_the_page_has_every_act_and_every_message_of_the_stream(app: FastAPI) -> None:
    models = app.openapi()["components"]["schemas"]
    kinds = models_by("kind", {name: model for name, model in models.items() if name.endswith("In")})
    assert {words(row["`kind`"])[0]: words(row["other fields"]) for row in rows() if "`kind`" in row} == kinds
    sent = {
        name: model.model_json_schema(by_alias=True)
        for name, model in inspect.getmembers(stream, inspect.isclass)
        if issubclass(model, WireModel)
    }
    reel = [field.alias or name for name, field in ReelOut.model_fields.items() if name != "state"]
    types = models_by("type", sent) | {"reel": reel}
    assert {words(row["`type`"])[0]: words(row["other fields"]) for row in rows() if "`type`" in row} == types


def models_by(key: str, models: dict[str, Any]) -> dict[str, list[str]]:
    """The other fields of the models with a fixed value in a field, by that value."""
    return {
        model["properties"][key]["const"]: [field for field in model["properties"] if field != key]
        for model in models.values()
        if "const" in model["properties"].get(key, ())
    }


def test_every_field_that_the_page_names_exists(app: FastAPI) -> None:
    described = str(app.openapi()) + "".join(
        str(model.model_json_schema(by_alias=True))
        for _, model in inspect.getmembers(stream, inspect.isclass)
        if issubclass(model, WireModel)
    )
    known = ELSEWHERE.union(re.findall(r"'([a-z_]+)'", described))
    assert {word for word in words(PAGE) if re.fullmatch("[a-z_]+", word)} <= known
