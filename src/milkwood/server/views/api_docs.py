"""The documentation page of the HTTP interface, made from its OpenAPI description.

Invariant: one page without scripts or anything from other hosts, from which the usual viewers load theirs.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_STYLE = """
body { max-width: 54rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif;
  color: #33291f; background: #fbf6ea }
h2 { margin-top: 2.2rem; font: 600 1.05rem ui-monospace, monospace } b { color: #47733a }
code { padding: .1em .3em; border-radius: 4px; background: #f3ead7 } li { margin: .15rem 0 }
a { color: #47733a } small { color: #7a6854 }
@media (prefers-color-scheme: dark) { body { color: #f0e8d8; background: #1d2231 } code { background: #262c3e }
  b, a { color: #a3cc84 } small { color: #aaa393 } }
"""


def api_docs_page(description: Mapping[str, Any]) -> str:
    """The page, as HTML."""
    title = escape(str(description["info"]["title"]))
    body = "".join(_questions(description))
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{title}</title><style>{_STYLE}</style><h1>{title}</h1>"
        f"<p>{escape(str(description['info'].get('description', '')))}</p>"
        f"<p>For programs: <a href=openapi.json>openapi.json</a></p>{body}"
    )


def _questions(description: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in description["paths"].items():
        for method, question in methods.items():
            yield f"<h2><b>{escape(method.upper())}</b> {escape(path)}</h2>"
            yield f"<p>{escape(str(question.get('description') or question.get('summary', '')))}</p>"
            parameters = "".join(
                f"<li><code>{escape(entry['name'])}</code> {escape(str(entry.get('description', '')))}</li>"
                for entry in question.get("parameters", ())
            )
            yield f"<ul>{parameters}</ul>" if parameters else ""
            yield _answer(question, description)


def _answer(question: Mapping[str, Any], description: Mapping[str, Any]) -> str:
    content = question["responses"].get("200", {}).get("content", {})
    kinds = ", ".join(f"<code>{escape(kind)}</code>" for kind in content)
    schema = content.get("application/json", {}).get("schema", {}).get("$ref", "")
    return f"<p><small>Answers with {kinds or 'a file'}</small></p>{_fields(schema, description, set())}"


def _fields(reference: str, description: Mapping[str, Any], seen: set[str]) -> str:
    name = reference.rpartition("/")[2]
    schema = description.get("components", {}).get("schemas", {}).get(name)
    if not schema or name in seen:
        return ""
    rows = []
    for field, facts in schema.get("properties", {}).items():
        inner = next(_references(facts), "")
        words = escape(str(facts.get("description", "")))
        rows.append(f"<li><code>{escape(field)}</code> {words}{_fields(inner, description, seen | {name})}</li>")
    return f"<ul>{''.join(rows)}</ul>"


def _references(facts: Any) -> Iterator[str]:
    if isinstance(facts, Mapping):
        if isinstance(facts.get("$ref"), str):
            yield facts["$ref"]
        for value in facts.values():
            yield from _references(value)
    elif isinstance(facts, list):
        for value in facts:
            yield from _references(value)
