"""`python -m tools.wire`: the server's messages, as types for the page, in web/src/api/wire.gen.ts.

Knows JSON schema and TypeScript, nothing of the contents. Invariant: the file follows from the models alone, so a test
can check whether it is up to date; a model's name loses its ending (`TalkOut` is `Talk`), and no two models share one.
"""

import inspect
import json
import re
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Annotated, Any, Literal, get_origin

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

import milkwood.server.wire
from milkwood.server.wire.model import WireModel
from tools.tree import ROOT

TYPES = ROOT / "web" / "src" / "api" / "wire.gen.ts"
HEAD = """/**
 * What the server says and hears, as types: written by `python -m tools.wire` from `milkwood.server.wire`.
 *
 * Do not edit by hand. Invariant: field names are the server's own; a test fails when this file is out of date.
 */

"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_WIDTH = 110
"""Where the page's formatter breaks lines."""


def main() -> int:
    """Write the file."""
    TYPES.write_text(types(), encoding="utf-8")
    print(f"Wrote {TYPES.relative_to(ROOT)}.")
    return 0


def types() -> str:
    """The whole file."""
    wired = [import_module(f"milkwood.server.wire.{each.name}") for each in iter_modules(milkwood.server.wire.__path__)]
    return typescript(_models(wired), _choices_of(wired))


def _models(modules: Iterable[ModuleType]) -> list[type[WireModel]]:
    """Everything that is sent or received, by name."""
    found: dict[str, type[WireModel]] = {}
    for module in modules:
        for name, model in inspect.getmembers(module, inspect.isclass):
            if not issubclass(model, WireModel) or not name.endswith(("Out", "In")):
                continue
            if found.setdefault(name, model) is not model:
                raise ValueError(f"several models are called {name}")
    return [found[name] for name in sorted(found)]


def _choices_of(modules: Iterable[ModuleType]) -> dict[str, Any]:
    """The named unions."""
    found = {}
    for module in modules:
        for name, value in vars(module).items():
            if name.endswith(("Out", "In")) and get_origin(value) in (Annotated, Literal):
                found[name] = value
    return found


def typescript(models: Iterable[type[WireModel]], choices: Mapping[str, Any]) -> str:
    """Interfaces for models, and types for named unions."""
    _, schema = models_json_schema([(model, "validation") for model in models], ref_template="{model}")
    definitions: Mapping[str, Any] = schema.get("$defs", {})
    names = [_called(name) for name in (*definitions, *choices)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"several types are called {', '.join(twice)}")
    spelt = {name: _type(TypeAdapter(each).json_schema(ref_template="{model}")) for name, each in choices.items()}
    writer = _Writer({text: _called(name) for name, text in spelt.items()})
    parts = {name: writer.interface(name, facts) for name, facts in definitions.items()}
    parts |= {name: _alias(name, text) for name, text in spelt.items()}
    return HEAD + "\n".join(parts[name] for name in sorted(parts))


def _alias(name: str, text: str) -> str:
    line = f"export type {_called(name)} = {text};\n"
    if len(line) <= _WIDTH:
        return line
    lines = "\n".join(f"  | {each}" for each in text.split(" | "))
    return f"export type {_called(name)} =\n{lines};\n"


class _Writer:
    """Writes interfaces; knows the named unions."""

    def __init__(self, named: Mapping[str, str]) -> None:
        self._named = named

    def interface(self, name: str, facts: Mapping[str, Any]) -> str:
        """One model."""
        required = set(facts.get("required", ()))
        lines = [*_comment(facts, ""), f"export interface {_called(name)} {{"]
        for field, about in facts.get("properties", {}).items():
            mark = "" if field in required else "?"
            lines += [*_comment(about, "  "), f"  readonly {field}{mark}: {self._type(about)};"]
        return "\n".join([*lines, "}", ""])

    def _type(self, about: Mapping[str, Any]) -> str:
        if about.get("type") == "array" and "items" in about:
            inner = _type(about["items"])
            if inner in self._named:
                return f"readonly {self._named[inner]}[]"
        text = _type(about)
        return self._named.get(text, text)


def _comment(about: Mapping[str, Any], indent: str) -> list[str]:
    said = " ".join(str(about.get("description", "")).split())
    return [f"{indent}/** {said} */"] if said else []


def _type(about: Mapping[str, Any]) -> str:
    if "$ref" in about:
        return _called(about["$ref"])
    choices = about.get("anyOf") or about.get("oneOf")
    if choices:
        return " | ".join(_type(each) for each in choices)
    if "const" in about:
        return json.dumps(about["const"])
    if "enum" in about:
        return " | ".join(json.dumps(each) for each in about["enum"])
    match about.get("type"):
        case "array":
            return _array(about)
        case "object":
            value = about.get("additionalProperties")
            return f"Readonly<Record<string, {_type(value) if isinstance(value, Mapping) else 'unknown'}>>"
        case str(kind):
            return _PLAIN[kind]
    return "unknown"


def _array(about: Mapping[str, Any]) -> str:
    if "prefixItems" in about:
        return f"readonly [{', '.join(_type(each) for each in about['prefixItems'])}]"
    inner = _type(about.get("items", {}))
    # An array of arrays or of unions needs brackets, or `readonly` and `[]` would belong to the wrong one.
    return f"readonly ({inner})[]" if " | " in inner or inner.startswith("readonly ") else f"readonly {inner}[]"


def _called(name: str) -> str:
    """A model's name in the page: without `Out`; received models keep their `In`."""
    return re.sub(r"Out$", "", name)


if __name__ == "__main__":
    sys.exit(main())
