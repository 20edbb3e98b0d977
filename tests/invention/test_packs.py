"""Invented towns as packs: `milkwood town check` finds nothing in any of them."""

import re
import tomllib
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.invention import MAX_INHABITANTS, MIN_INHABITANTS, invent
from milkwood.plain import Toml

FEW = ((1, 10), (2, 3), (3, 17), (4, 40))
MANY = tuple((seed, MIN_INHABITANTS + (seed * 7) % (MAX_INHABITANTS - MIN_INHABITANTS + 1)) for seed in range(100, 150))
_LATIN = re.compile(r"[A-Za-z]")
_CHINESE = re.compile(r"[㐀-鿿]")


def check(seed: int, people: int, folder: Path) -> None:
    """No errors, no warnings, everything in both languages, and a place for everyone."""
    town = invent(seed, people)
    town.write(folder)
    assert [found.sentence() for found in towns.check(folder)] == []
    pack = towns.load(folder)
    assert len(pack.people) == people
    assert len(town.facts.people) == people
    for name, text in town.files.items():
        if name.endswith(".toml"):
            _check_texts(tomllib.loads(text), f"{seed} {people} {name}")


def _check_texts(value: Toml, where: str) -> None:
    if isinstance(value, dict):
        if {"en", "zh"} <= value.keys():
            assert not _CHINESE.search(str(value["en"])), (where, value)
            assert not _LATIN.search(str(value["zh"])), (where, value)
            assert "{" not in f"{value['en']}{value['zh']}", (where, value)
        for each in value.values():
            _check_texts(each, where)
    elif isinstance(value, list):
        for each in value:
            _check_texts(each, where)


@pytest.mark.parametrize(("seed", "people"), FEW)
def test_an_invented_pack_has_no_faults(seed: int, people: int, tmp_path: Path) -> None:
    check(seed, people, tmp_path / "town")


@pytest.mark.full
@pytest.mark.parametrize(("seed", "people"), MANY)
def test_fifty_invented_packs_have_no_faults(seed: int, people: int, tmp_path: Path) -> None:
    check(seed, people, tmp_path / "town")
