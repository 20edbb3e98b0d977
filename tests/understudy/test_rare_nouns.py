"""No table of the understudy is made for the bundled towns: none uses a rare noun of theirs, unless among its like.

What names do is tested in test_no_town.py; this is about ordinary words, such as metronome. The nouns are those of the
packs' texts (people, places, things, stories; not of their deeds.toml, where their own deeds belong). What is rare say
`rarity.py` and `rarity_chinese.py`, from counts of the two languages.

A rare noun of a pack that stands in a table is suspicious: the author of the table may have had that pack in mind. It
is allowed in two cases. They say what is general, and name no word.

1. It is a word of other towns: of the starter, of what towns are invented from, of a kind of thing or place.
2. It is one of a list of alternatives (`wordlists.py`), and the list covers more than the bundled towns: at least two
   of its items, and at least as many as it has such nouns, have a word that no bundled pack uses. So a list of
   instruments may have the fiddle, since it has the flute and the trumpet as well. Sentences are no such items.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from milkwood.towns.kinds import KINDS
from tests.understudy import rarity, rarity_chinese
from tests.understudy.rarity import common, counts, rare, rare_nouns
from tests.understudy.test_no_town import HOME, OTHERS, PACKS, strings
from tests.understudy.wordlists import is_sentence, lists_of, lists_of_module, lists_of_tables

TABLES = sorted(path for room in ("understudy", "mind") for path in (HOME / room).rglob("*.toml"))
MODULES = sorted(path for room in ("understudy", "mind") for path in (HOME / room).rglob("*.py"))
MIN_UNKNOWN_ITEMS = 2
LEXICON = {"en": rarity, "zh": rarity_chinese}
LANGUAGES = tuple(LEXICON)


@cache
def pack_texts(language: str) -> tuple[str, ...]:
    """The texts of the bundled packs in a language."""
    found: list[str] = []
    for pack in PACKS:
        for path in sorted(pack.rglob("*.toml")):
            if path.name != "deeds.toml":
                found += strings(tomllib.loads(path.read_text("utf-8")), language)
        layers = json.loads((pack / "map.tmj").read_text("utf-8"))["layers"]
        found += [f"the {each['name']}" for layer in layers for each in layer.get("objects", ()) if language == "en"]
    return tuple(found)


@cache
def pack_words(language: str) -> frozenset[str]:
    return frozenset().union(*map(LEXICON[language].words, pack_texts(language)))


@cache
def other_words(language: str) -> frozenset[str]:
    """Words of other towns."""
    texts = [" ".join(KINDS).replace("_", " "), *(path.read_text("utf-8") for path in OTHERS)]
    return frozenset().union(*map(LEXICON[language].words, texts))


@cache
def own_nouns(language: str) -> frozenset[str]:
    """Rare nouns of the bundled packs that are no words of other towns, and no names."""
    found = frozenset[str]().union(*map(LEXICON[language].rare_nouns, pack_texts(language)))
    return found - other_words(language) - (_names() if language == "zh" else frozenset())


@cache
def _names() -> frozenset[str]:
    """Parts of the Chinese names of the packs, which test_no_town.py is about."""
    tables = [tomllib.loads(path.read_text("utf-8")) for pack in PACKS for path in sorted(pack.rglob("people/*.toml"))]
    names = [part for table in tables for key in ("name", "called") for part in re.split("·", table[key]["zh"])]
    return frozenset().union(*map(rarity_chinese.words, names)) | frozenset(names)


def suspicious(items: list[str], language: str) -> set[str]:
    """Rare nouns of the bundled packs in a list that does not cover more than those packs."""
    words = LEXICON[language].words
    found = set().union(*(words(item) & own_nouns(language) for item in items))
    unknown = [item for item in items if words(item) - pack_words(language)]
    in_sentences = {noun for item in items if is_sentence(item, language) for noun in words(item) & found}
    return in_sentences if len(unknown) >= max(MIN_UNKNOWN_ITEMS, len(found)) else found


def complaints(lists: Iterator[list[str]], language: str) -> list[str]:
    return [
        f"{', '.join(sorted(found))}: {' | '.join(items)[:100]}"
        for items in lists
        if (found := suspicious(items, language))
    ]


def test_rare_words_are_told_from_common_ones() -> None:
    assert 8_000 < len(common()) < 9_000
    assert rare("They were counting the melons beside a metronome in the kitchen.") == {"melon", "metronome"}
    assert not rare("The doctors were singing; nobody listened to the older musicians, and Xyzzyx stayed.")
    assert rare_nouns("He rehearsed beside the old metronome, ashamed.") == {"metronome"}


def test_rare_words_of_chinese_are_told_from_common_ones() -> None:
    assert rarity_chinese.rare_nouns("他在旧节拍器旁边放了一个稻草人。") == {"节拍器", "稻草人"}
    assert not rarity_chinese.rare_nouns("医生坐在码头的椅子上，看见灯塔亮了，拧紧了螺丝，定好闹钟。")


def test_nouns_of_the_packs_are_found() -> None:
    assert len(counts()) > 80_000
    assert {"metronome", "melon", "fiddle", "scarecrow"} <= own_nouns("en")
    assert not {"bread", "kettle", "loft", "lantern"} & own_nouns("en")
    assert {"节拍器", "咸鸭蛋", "弱音器"} <= own_nouns("zh")
    assert not {"面包", "水壶", "阁楼", "灯笼", "克劳斯"} & own_nouns("zh")


def test_a_list_may_have_a_rare_noun_of_a_pack_among_others() -> None:
    def found(*texts: str, language: str = "en") -> set[str]:
        return set().union(*(suspicious(items, language) for items in lists_of(list(texts), language)))

    assert found("winding the metronome again") == {"metronome"}
    assert found("metronome", "piano") == {"metronome"}
    assert found(r"\b(?:metronome|melons?|roll)\b") == {"metronome", "melon"}
    assert not found("metronome", "accordion", "trombone")
    assert not found("carrying the {melon/pumpkin/turnip} home | 把瓜抱回家 | 🍈 | |")
    assert found("carrying the {melon/pumpkin} home | 把瓜抱回家 | 🍈 | |") == {"melon"}
    assert found("winding the metronome by the window", "tuning an accordion", "oiling a trombone") == {"metronome"}
    assert found("winding it again | 给节拍器上紧发条 | ⏱️ | |", language="zh") == {"节拍器"}
    assert found("节拍器", "钢琴", language="zh") == {"节拍器"}
    assert not found("节拍器", "手风琴", "长号", "小号", language="zh")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", TABLES, ids=lambda path: str(path.relative_to(HOME)))
def test_no_table_uses_rare_nouns_of_the_bundled_towns(path: Path, language: str) -> None:
    assert not complaints(lists_of_tables(path, language), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOME)))
def test_no_module_uses_rare_nouns_of_the_bundled_towns(path: Path, language: str) -> None:
    assert not complaints(lists_of_module(path, language), language)
