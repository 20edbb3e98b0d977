"""Families of deeds, in every shipped language, read from the tables in `deeds/`.

Invariant: a deed exists in English and in Chinese with the same choices in the same order, has an emoji, and names only
kinds of things; a family's words are lower case.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypedDict

LANGUAGES = ("en", "zh")
SHELVES = ("home", "food", "trade", "harbour", "study", "art", "leisure", "feast", "idea", "general")
MAIN, NOTHING = "@", "-"
CHOICE = re.compile(r"\{([^{}]*/[^{}]*)\}")


@dataclass(frozen=True, slots=True)
class DeedTemplate:
    """A deed as in the table, with choices and tokens."""

    texts: Mapping[str, str]
    emoji: str
    kinds: tuple[str, ...]
    """Kinds of things it needs, best first; `@` is the block's own thing, `-` none; empty means `@`."""
    state: str
    """The key of the state in which the thing is meanwhile, if its kind has it; empty for none."""
    notes: Mapping[str, str]
    """How the thing looks meanwhile, by language."""

    @property
    def choices(self) -> tuple[int, ...]:
        """The number of options of each choice."""
        return tuple(group.count("/") + 1 for group in CHOICE.findall(self.texts["en"]))


@dataclass(frozen=True, slots=True)
class Family:
    """An activity: its words, its places, and its deeds from beginning to end."""

    name: str
    words: Mapping[str, tuple[str, ...]]
    about: Mapping[str, str]
    at: frozenset[str]
    """Kinds of sector or room it needs; empty for any."""
    tools: frozenset[str]
    """Kinds its main thing must have (an empty one: no thing named); empty for any."""
    likes: frozenset[str]
    """Kinds of main things that make it likely."""
    whose: str
    """`mine` for the person's own place of work, `theirs` for others, empty for either."""
    ordered: bool
    lends_to: frozenset[str]
    """A flavour lends its deeds to these families and is not an activity by itself."""
    most: int
    """Maximum number of deeds beside another activity; 0 for any number."""
    then: tuple[str, ...]
    """The activity that follows if the block is longer."""
    own: DeedTemplate | None
    """How the block's own text is done: emoji, thing, state and note."""
    begin: tuple[DeedTemplate, ...]
    middle: tuple[DeedTemplate, ...]
    end: tuple[DeedTemplate, ...]


class _Table(TypedDict, total=False):
    """A family as in its table."""

    en: list[str]
    zh: list[str]
    about: dict[str, str]
    at: list[str]
    tool: list[str]
    likes: list[str]
    whose: str
    order: bool
    of: list[str]
    most: int
    then: list[str]
    own: str
    begin: str
    middle: str
    end: str


@cache
def families() -> tuple[Family, ...]:
    """All families, in the order of matching."""
    found: list[Family] = []
    for shelf in SHELVES:
        text = files(__package__).joinpath("deeds", f"{shelf}.toml").read_text(encoding="utf-8")
        tables: dict[str, _Table] = tomllib.loads(text)
        found.extend(_family(name, table) for name, table in tables.items())
    return tuple(found)


@cache
def family(name: str) -> Family:
    """The family of this name."""
    return next(one for one in families() if one.name == name)


@cache
def flavours(name: str) -> tuple[Family, ...]:
    """The flavours that lend deeds to this family."""
    return tuple(one for one in families() if name in one.lends_to)


def _family(name: str, table: _Table) -> Family:
    own = table.get("own")
    return Family(
        name=name,
        words={"en": tuple(table.get("en", ())), "zh": tuple(table.get("zh", ()))},
        about=table.get("about", {}),
        at=frozenset(table.get("at", ())),
        tools=frozenset(table.get("tool", ())),
        likes=frozenset(table.get("likes", ())),
        whose=table.get("whose", ""),
        ordered=table.get("order", False),
        lends_to=frozenset(table.get("of", ())),
        most=table.get("most", 0),
        then=tuple(table.get("then", ())),
        own=None if own is None else _deed(f"| | {own}"),
        begin=_deeds(table.get("begin", "")),
        middle=_deeds(table.get("middle", "")),
        end=_deeds(table.get("end", "")),
    )


def _deeds(text: str) -> tuple[DeedTemplate, ...]:
    return tuple(_deed(line) for line in text.splitlines() if line.strip())


def _deed(line: str) -> DeedTemplate:
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != 5:
        raise ValueError(f"a deed has five cells, this has {len(cells)}: {line}")
    english, chinese, emoji, kinds, effect = cells
    state, _, note = ("", "", effect) if "=" in effect and ":" not in effect else effect.partition(":")
    notes = dict(zip(LANGUAGES, (part.strip() for part in note.split(" = ")), strict=True)) if note else {}
    return DeedTemplate({"en": english, "zh": chinese}, emoji, tuple(kinds.split()), state.strip(), notes)
