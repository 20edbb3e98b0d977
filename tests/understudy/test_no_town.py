"""No table of the understudy names things of the bundled towns: people, places, events, and what only they have.

What is taken from a pack: names of its people, places and things, the titles of its stories, and words that its texts
write with a capital within a sentence. A word that other texts of ours use in lower case is no name.
"""

import ast
import calendar
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import milkwood

HOME = Path(milkwood.__file__).parent
PACKS = sorted((HOME / "towns" / "bundled").iterdir())
TABLES = sorted((HOME / "understudy").rglob("*.toml"))
MODULES = sorted((HOME / "understudy").rglob("*.py"))
OTHERS = [
    *(HOME / "invention" / "stock").glob("*.toml"),
    *(HOME / "towns" / "starter").rglob("*.toml"),
    HOME / "towns" / "catalogue.toml",
]
"""Texts of other towns: what they use is not a thing of the bundled ones."""
_WORD = re.compile(r"[A-Za-z][a-z]+")
_WITHIN = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}")
_COMMON = {"mom", "dad", "mum", "smith", "english", "chinese", "french", "german", "italian", "spanish", "japanese"}
"""Common words that the packs write with a capital."""
_CALENDAR = {name.lower() for name in (*calendar.day_name, *calendar.month_name)}
_HAN = re.compile(r"[\u4e00-\u9fff]{2,}")


def strings(value: Any, language: str) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("en", "zh") or key == language:
                yield from strings(inner, language)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, language)


def pack_tables(pack: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(pack.rglob("*.toml")):
        yield tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def plain_words() -> frozenset[str]:
    """Words that are no names: in lower case in the packs' texts, or in texts of other towns."""
    texts = [text for pack in PACKS for table in pack_tables(pack) for text in strings(table, "en")]
    lower = {word for text in texts for word in re.findall(r"(?<![A-Za-z_])[a-z]{3,}(?![a-z_])", text)}
    return frozenset(lower | {word.lower() for path in OTHERS for word in _WORD.findall(path.read_text("utf-8"))})


@cache
def english_names() -> frozenset[str]:
    """Single words that only the bundled towns have."""
    found = set()
    for pack in PACKS:
        for table in pack_tables(pack):
            found |= {word for text in strings(table, "en") for word in _WITHIN.findall(text)}
            if "called" in table:
                found |= set(_WORD.findall(f"{table['name']['en']} {table['called']['en']}"))
    ours = plain_words() | _CALENDAR | _COMMON
    return frozenset(word.lower() for word in found if len(word) > 2 and word.lower() not in ours)


@cache
def english_phrases() -> frozenset[str]:
    """Names of several words: of places and stories."""
    found = set()
    for pack in PACKS:
        found |= {story["title"]["en"] for table in pack_tables(pack) for story in table.get("stories", ())}
        found |= {place["name"] for place in _sectors(pack)}
    phrases = {re.sub("^the ", "", name.lower()) for name in found}
    common = "".join(path.read_text("utf-8").lower() for path in OTHERS)
    return frozenset(name for name in phrases if " " in name and name not in common)


@cache
def chinese_names() -> frozenset[str]:
    """Names of people, places and things that only the bundled towns have."""
    found = set()
    for pack in PACKS:
        for table in pack_tables(pack):
            if "called" in table:
                found |= {part for name in (table["name"]["zh"], table["called"]["zh"]) for part in _HAN.findall(name)}
            titles = (part for story in table.get("stories", ()) for part in _HAN.findall(story["title"]["zh"]))
            found |= {title for title in titles if len(title) > 3}
        names = (part for place in _sectors(pack) for part in _HAN.findall(_chinese(place)))
        found |= {name for name in names if len(name) > 2}
    common = "".join(path.read_text("utf-8") for path in OTHERS)
    return frozenset(name for name in found if name not in common)


def _sectors(pack: Path) -> list[dict[str, Any]]:
    layers = json.loads((pack / "map.tmj").read_text("utf-8"))["layers"]
    return [place for layer in layers if layer["name"] == "sectors" for place in layer["objects"]]


def _chinese(place: dict[str, Any]) -> str:
    return next((str(each["value"]) for each in place.get("properties", ()) if each["name"] == "name_zh"), "")


def table_texts() -> Iterator[tuple[str, str]]:
    """All texts of the understudy's tables: its TOML files, and the constants of its modules."""
    for path in TABLES:
        yield (
            path.name,
            "\n".join(line for line in path.read_text("utf-8").splitlines() if not line.lstrip().startswith("#")),
        )
    for path in MODULES:
        tree = ast.parse(path.read_text("utf-8"))
        documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
                yield path.name, node.value


def named_in(text: str) -> set[str]:
    """The names of the bundled towns in a text."""
    words = {word.lower() for word in _WORD.findall(text)}
    return (words & english_names()) | {
        name for names in (english_phrases(), chinese_names()) for name in names if name in text.lower()
    }


def test_names_are_found() -> None:
    assert {"hobbs", "dalian", "isabella", "mueller"} <= english_names()
    assert {"玛丽亚", "霍布斯咖啡馆"} <= chinese_names()
    assert not {"bread", "harbour", "meeting", "monday"} & english_names()
    assert named_in("helping Petra with the second batch") == {"petra"}
    assert named_in("和伊莎贝拉布置") == {"伊莎贝拉"}
    assert not named_in("helping a friend with the second batch")


@pytest.mark.parametrize("place", sorted({name for name, _ in table_texts()}))
def test_no_table_names_what_only_the_bundled_towns_have(place: str) -> None:
    found = {word: text[:80] for name, text in table_texts() if name == place for word in named_in(text)}
    assert not found


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_no_deed_of_a_bundled_town_is_in_the_tables_too(pack: Path) -> None:
    shelves = (tomllib.loads(path.read_text("utf-8")) for path in TABLES if path.parent.name == "deeds")
    families = [family for shelf in shelves for family in shelf.values()]
    lines = [
        line for family in families for part in ("begin", "middle", "end") for line in family.get(part, "").split("\n")
    ]
    known = {line.split(" | ")[0] for line in lines}
    activities = tomllib.loads((pack / "deeds.toml").read_text("utf-8"))["activity"]
    assert not {deed["what"]["en"] for activity in activities for deed in activity["deeds"]} & known
