"""Families of deeds, in every shipped language, read from the tables in `deeds/`.

Invariant: a deed exists in English and in Chinese with the same choices, has an emoji, and names only kinds of things;
a family's words are lower case.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeAlias, TypedDict

from milkwood.understudy.break_down.presence import Rule, rules_for

_NO_NOTES: Mapping[str, str] = MappingProxyType({})
LANGUAGES = ("en", "zh")
SHELVES = (
    *("event", "home", "food", "trade", "harbour", "study", "art", "leisure", "feast", "idea"),
    *("craft_care", "craft_land", "craft_hand", "craft_desk", "craft_people", "act", "general", "moment", "work"),
)
MAIN, NOTHING = "@", "-"
TOWN = "town"
"""The name of a family that a town's pack brings."""
CHOICE = re.compile(r"\{([^{}]*/[^{}]*)\}")
SLOTS = ("what", "it", "event", "thing", "concern", "later")
"""Tokens for the block's text, its object, its event, a thing there, a concern of the person, and what comes next."""
ANYTHING, WORK, OTHER_WORK = "*", "work", "other work"
"""In place of the names of families that a flavour lends its deeds to: all of them; all that can be work, by its verb;
work with another verb.
"""


OptionRules: TypeAlias = tuple[tuple[tuple[Rule, ...], ...], ...]
"""What each option of each choice of a text needs."""


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
    rules: tuple[Rule, ...] = ()
    """What its words outside of choices need."""
    options: Mapping[str, OptionRules] = field(default_factory=dict)
    """What each option of each choice needs, by language."""
    slots: tuple[str, ...] = ()
    """The tokens in its words, pronouns apart."""
    place: int = 0
    """Its place in its list."""

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
    plain: bool
    """Whether families with narrower words go first."""
    whose: str
    """`mine` for the person's own place of work, `theirs` for others, empty for either."""
    ordered: bool
    trade: Mapping[str, tuple[str, ...]]
    """Words in a person's work by which it is their trade."""
    like: Mapping[str, re.Pattern[str]]
    """Expressions for the text of a block; they go before all words."""
    lends_to: frozenset[str]
    """A flavour lends its deeds to these families and is not an activity by itself."""
    when: frozenset[str]
    """Conditions of place and time for a flavour, all of which must hold."""
    traits: tuple[str, ...]
    """Words of traits, one of which the person must have for a flavour; empty for anyone."""
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
    trade: dict[str, list[str]]
    like: dict[str, str]
    about: dict[str, str]
    at: list[str]
    tool: list[str]
    likes: list[str]
    plain: bool
    whose: str
    order: bool
    of: list[str]
    when: list[str]
    traits: list[str]
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


def work_of(text: str, language: str) -> Family | None:
    """The flavour of work that the verb of a text names: `feeding the hens` is tending; None for none."""
    low = text.lower()
    known = [
        (len(word), one.name, one)
        for one in flavours(WORK)
        for word in one.words[language]
        if low.startswith(word if language == "zh" else f"{word} ")
    ]
    return max(known, key=lambda each: each[:2])[2] if known else None


def _family(name: str, table: _Table) -> Family:
    own = table.get("own")
    return Family(
        name=name,
        words={"en": tuple(table.get("en", ())), "zh": tuple(table.get("zh", ()))},
        about=table.get("about", {}),
        at=frozenset(table.get("at", ())),
        tools=frozenset(table.get("tool", ())),
        likes=frozenset(table.get("likes", ())),
        plain=table.get("plain", False),
        whose=table.get("whose", ""),
        ordered=table.get("order", False),
        trade={language: tuple(words) for language, words in table.get("trade", {}).items()},
        like={language: re.compile(form, re.IGNORECASE) for language, form in table.get("like", {}).items()},
        lends_to=frozenset(table.get("of", ())),
        when=frozenset(table.get("when", ())),
        traits=tuple(table.get("traits", ())),
        most=table.get("most", 0),
        then=tuple(table.get("then", ())),
        own=None if own is None else _deed(f"| | {own}"),
        begin=_deeds(table.get("begin", "")),
        middle=_deeds(table.get("middle", "")),
        end=_deeds(table.get("end", "")),
    )


def _deeds(text: str) -> tuple[DeedTemplate, ...]:
    lines = (line for line in text.splitlines() if line.strip())
    return tuple(replace(_deed(line), place=place) for place, line in enumerate(lines))


def _deed(line: str) -> DeedTemplate:
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != 5:
        raise ValueError(f"a deed has five cells, this has {len(cells)}: {line}")
    english, chinese, emoji, kinds, effect = cells
    state, _, note = ("", "", effect) if "=" in effect and ":" not in effect else effect.partition(":")
    notes = dict(zip(LANGUAGES, (part.strip() for part in note.split(" = ")), strict=True)) if note else {}
    return template({"en": english, "zh": chinese}, emoji, tuple(kinds.split()), state.strip(), notes)


def template(
    texts: Mapping[str, str], emoji: str, kinds: tuple[str, ...], state: str = "", notes: Mapping[str, str] = _NO_NOTES
) -> DeedTemplate:
    """A deed with what its words need; what is no choice counts in every language."""
    english = texts.get("en", "")
    whole = " | ".join(CHOICE.sub(" ", text) for text in texts.values())
    choices = CHOICE.findall(english)
    needed = [tuple(rules_for(option) for option in group.split("/")) for group in choices]
    options = {name: tuple(needed[place] for place in _order(choices, text)) for name, text in texts.items()}
    slots = tuple(slot for slot in SLOTS if any(f"{{{slot}}}" in text for text in texts.values()))
    return DeedTemplate(texts, emoji, kinds, state, notes, rules_for(whole), options, slots)


def _order(choices: Sequence[str], text: str) -> Iterator[int]:
    """For each choice of a text the English choice that it renders: another language may have them in another order.

    Choices with equally many options keep theirs.
    """
    left = list(range(len(choices)))
    for group in CHOICE.findall(text):
        same = [place for place in left if choices[place].count("/") == group.count("/")]
        if not same:
            raise ValueError(f"the choices differ from the English ones: {text}")
        left.remove(same[0])
        yield same[0]
