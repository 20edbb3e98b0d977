"""No table of the understudy is made for the bundled towns: none uses a rare noun of theirs, unless among its like.

What names do is tested in test_no_town.py; this is about ordinary words, such as metronome. The nouns are those of the
packs' texts (people, places, things, stories; not of their deeds.toml, where their own deeds belong). What is rare says
`rarity.py`, from counts of the English language.

A rare noun of a pack that stands in a table is suspicious: the author of the table may have had that pack in mind. It
is allowed in two cases. They say what is general, and name no word.

1. It is a word of other towns: of the starter, of what towns are invented from, of a kind of thing or place.
2. It is one of a list of alternatives (`wordlists.py`), and the list covers more than the bundled towns: at least two
   of its items, and at least as many as it has such nouns, have a word that no bundled pack uses. So a list of
   instruments may have the fiddle, since it has the flute and the trumpet as well. Sentences are no such items.
"""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from milkwood.towns.kinds import KINDS
from tests.understudy.rarity import common, counts, rare, rare_nouns, words
from tests.understudy.test_no_town import HOME, OTHERS, PACKS, strings
from tests.understudy.wordlists import MAX_ITEM_WORDS, lists_of, lists_of_module, lists_of_tables

TABLES = sorted(path for room in ("understudy", "mind") for path in (HOME / room).rglob("*.toml"))
MODULES = sorted(path for room in ("understudy", "mind") for path in (HOME / room).rglob("*.py"))
MIN_UNKNOWN_ITEMS = 2


@cache
def pack_texts() -> tuple[str, ...]:
    """The English texts of the bundled packs."""
    found: list[str] = []
    for pack in PACKS:
        for path in sorted(pack.rglob("*.toml")):
            if path.name != "deeds.toml":
                found += strings(tomllib.loads(path.read_text("utf-8")), "en")
        layers = json.loads((pack / "map.tmj").read_text("utf-8"))["layers"]
        found += [f"the {each['name']}" for layer in layers for each in layer.get("objects", ())]
    return tuple(found)


@cache
def pack_words() -> frozenset[str]:
    return frozenset().union(*map(words, pack_texts()))


@cache
def own_nouns() -> frozenset[str]:
    """Rare nouns of the bundled packs that are no words of other towns."""
    others = words(" ".join(KINDS).replace("_", " ")).union(*(words(path.read_text("utf-8")) for path in OTHERS))
    return frozenset().union(*map(rare_nouns, pack_texts())) - others


def suspicious(items: list[str]) -> set[str]:
    """Rare nouns of the bundled packs in a list that does not cover more than those packs."""
    found = set().union(*(words(item) & own_nouns() for item in items))
    unknown = [item for item in items if words(item) - pack_words()]
    in_sentences = {noun for item in items if len(item.split()) > MAX_ITEM_WORDS for noun in words(item) & found}
    return in_sentences if len(unknown) >= max(MIN_UNKNOWN_ITEMS, len(found)) else found


def complaints(lists: Iterator[list[str]]) -> list[str]:
    return [f"{', '.join(sorted(found))}: {' | '.join(items)[:100]}" for items in lists if (found := suspicious(items))]


def test_rare_words_are_told_from_common_ones() -> None:
    assert 8_000 < len(common()) < 9_000
    assert rare("They were counting the melons beside a metronome in the kitchen.") == {"melon", "metronome"}
    assert not rare("The doctors were singing; nobody listened to the older musicians, and Xyzzyx stayed.")
    assert rare_nouns("He rehearsed beside the old metronome, ashamed.") == {"metronome"}


def test_nouns_of_the_packs_are_found() -> None:
    assert len(counts()) > 80_000
    assert {"metronome", "melon", "fiddle", "scarecrow"} <= own_nouns()
    assert not {"bread", "kettle", "loft", "lantern"} & own_nouns()


def test_a_list_may_have_a_rare_noun_of_a_pack_among_others() -> None:
    def found(*texts: str) -> set[str]:
        return set().union(*map(suspicious, lists_of(list(texts))))

    assert found("winding the metronome again") == {"metronome"}
    assert found("metronome", "piano") == {"metronome"}
    assert found(r"\b(?:metronome|melons?|roll)\b") == {"metronome", "melon"}
    assert not found("metronome", "accordion", "trombone")
    assert not found("carrying the {melon/pumpkin/turnip} home | 把瓜抱回家 | 🍈 | |")
    assert found("carrying the {melon/pumpkin} home | 把瓜抱回家 | 🍈 | |") == {"melon"}
    assert found("winding the metronome by the window", "tuning an accordion", "oiling a trombone") == {"metronome"}


@pytest.mark.parametrize("path", TABLES, ids=lambda path: str(path.relative_to(HOME)))
def test_no_table_uses_rare_nouns_of_the_bundled_towns(path: Path) -> None:
    assert not complaints(lists_of_tables(path))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOME)))
def test_no_module_uses_rare_nouns_of_the_bundled_towns(path: Path) -> None:
    assert not complaints(lists_of_module(path))
