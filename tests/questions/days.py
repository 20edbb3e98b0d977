"""Questions as both bundled towns would ask them: every person, every block, in both languages."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from milkwood.town.address import Address
from milkwood.towns import shelf
from milkwood.towns.pack import TownPack
from milkwood.towns.person import DayBlock, Person
from milkwood.words import Language
