"""For every kind the server can name, the page has words in every language."""

import inspect
import json
import re
from typing import get_args

import pytest

from milkwood import towns
from milkwood.chronicle.calls import LOST
from milkwood.chronicle.phrases import EventPhrases
from milkwood.i18n import languages
from milkwood.models.budget import Unit
from milkwood.models.completion import Category
from milkwood.models.metering import ANSWERED, ESTIMATED, GIVEN_UP
from milkwood.providers.phrasing import Phrasing
from milkwood.questions.faults import CATEGORIES
from milkwood.questions.react.schema import Reply
from milkwood.questions.registry import KINDS
from milkwood.server.wire.person import PromiseOut
from milkwood.server.wire.playback import StateOut
from milkwood.towns.schema.person import STYLES
from milkwood.towns.shelf import bundled
from tools.tree import ROOT

WORDS = {
    str(language): json.loads((ROOT / "web/src/words" / f"{language}.json").read_text("utf-8"))
    for language in languages()
}


def _refusals() -> set[str]:
    """The reasons against a local model's words, as the code names them."""
    return {*re.findall(r'\("(\w+)", lambda', inspect.getsource(Phrasing.refusal)), "long"}


def _choices() -> list[str]:
    pattern = Reply.model_json_schema()["properties"]["choice"]["pattern"]
    return re.findall(r"\w+", pattern)


def _sectors() -> set[str]:
    packs = [towns.load(each.folder) for each in bundled()]
    return {sector.kind for pack in packs for sector in pack.town_map.sectors.values()}


def _fields() -> set[str]:
    """Every field of an answer, at any depth."""
    schemas = [kind.reply.model_json_schema() for kind in KINDS.values()]
    tables = [table for schema in schemas for table in (schema, *schema.get("$defs", {}).values())]
    return {name for table in tables for name in table.get("properties", {})}


NAMED = {
    "outcome": {*get_args(Category), ANSWERED, ESTIMATED, GIVEN_UP, LOST, "vendor"},
    "fault": {*CATEGORIES, "spending_paused", "not_carried", "no_choice"},
    "fault.refused": _refusals(),
    "field": _fields(),
    "question": set(KINDS),
    "why.choice": set(_choices()),
    "promise": set(get_args(PromiseOut.model_fields["status"].annotation)),
    "lived.state": set(get_args(StateOut)),
    "unit": {unit.value for unit in Unit},
    "style": set(STYLES),
    "kind": _sectors(),
    "talk.why": {why.replace(" ", "_") for why in EventPhrases.endings},
}
"""Groups of words on the page, and what the server may name in each."""


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("group", NAMED)
def test_every_kind_has_a_word(group: str, language: str) -> None:
    missing = [kind for kind in sorted(NAMED[group]) if not WORDS[language].get(f"{group}.{kind}")]
    assert missing == []


def test_kinds_are_found_in_the_source() -> None:
    assert {"unfinished", "invents"} <= NAMED["fault.refused"]
    assert NAMED["why.choice"] == {"ignore", "talk", "wait", "change", "avoid"}
    assert all(len(kinds) > 2 for kinds in NAMED.values())
