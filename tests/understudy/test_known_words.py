"""Families of deeds are known by words of any town: of each list, a third is in no text of the bundled packs.

A family whose words are all taken from the bundled packs finds their activities and misses those of other towns. This
holds for every list of words, rare or not, and in both languages. A gap (`mending … lamp`) stands for a few words.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.understudy.test_no_town import HOME, PACKS, strings

DEEDS = sorted((HOME / "understudy" / "break_down" / "deeds").glob("*.toml"))
MIN_NEW_SHARE = 1 / 3
_GAP = {"en": ".{0,40}", "zh": ".{0,12}"}


@cache
def pack_text(language: str) -> str:
    tables = (path for pack in PACKS for path in sorted(pack.rglob("*.toml")) if path.name != "deeds.toml")
    texts = (text for path in tables for text in strings(tomllib.loads(path.read_text("utf-8")), language))
    return "\n".join(texts).lower()


def is_in_a_pack(word: str, language: str) -> bool:
    parts = (re.escape(part.strip()) for part in word.lower().split("…"))
    return bool(re.search((r"\b" if language == "en" else "") + _GAP[language].join(parts), pack_text(language)))


def word_lists(row: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The words of a family by language; an empty word stands for any text."""
    for language in ("en", "zh"):
        for found in (row.get(language), (row.get("trade") or {}).get(language)):
            if isinstance(found, list) and any(found):
                yield language, [word for word in found if word]


def narrow(row: dict[str, Any]) -> list[str]:
    """The lists of a family that have too few words of other towns."""
    found = []
    for language, words in word_lists(row):
        known = [word for word in words if is_in_a_pack(word, language)]
        if len(words) - len(known) < MIN_NEW_SHARE * len(words):
            found.append(f"{language}: {json.dumps(known, ensure_ascii=False)}")
    return found


def test_words_of_the_packs_are_found() -> None:
    assert is_in_a_pack("sugar bowl", "en")
    assert is_in_a_pack("serving … breakfast", "en")
    assert is_in_a_pack("做咖啡", "zh")
    assert not is_in_a_pack("shoeing a horse", "en")
    assert narrow({"en": ["rehearsing", "jokes", "run-through"], "zh": ["排练", "对台词"]}) == []
    assert narrow({"en": ["rehearsing", "jokes"], "trade": {"zh": ["对台词"]}}) == ['en: ["rehearsing", "jokes"]']


@pytest.mark.parametrize("path", DEEDS, ids=lambda path: path.stem)
def test_families_are_known_by_words_of_any_town(path: Any) -> None:
    rows = tomllib.loads(path.read_text("utf-8"))
    assert not {name: found for name, row in rows.items() if isinstance(row, dict) and (found := narrow(row))}
