"""The options of a question: places, people, things, memories; each by the name a reader would use.

Invariant: a model sees and writes names, a mind sees ids; this module converts both ways, and an unknown name becomes
None.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from milkwood.models.port import Content
from milkwood.plain import Json
from milkwood.questions.quantity import number, plain
from milkwood.questions.terms import Recalled, Tool

_NOT_LETTERS = re.compile(r"[\W_]+")
_ARTICLE = re.compile(r"^(?:(?:the|a|an|my|at|in|to)\s+)+")
_MIN_SIMILARITY: Final = 0.82
_NUMBERED: Final = frozenset({"memories", "extras", "causes"})
_CAUSES: Final = ("happened", "recalled", "extras")
_ME: Final = frozenset({"me", "i", "myself", "self", "我", "自己", "本人"})
MEANT_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "ignore": ("不理", "忽略", "无视", "照旧"),
    "talk": ("搭话", "聊", "交谈", "说话", "打招呼"),
    "avoid": ("躲", "避", "绕开"),
    "wait": ("等",),
    "change": ("改", "换"),
}
"""Chinese words for the choices of a reaction."""
_NONE: Final = frozenset({"", "none", "null", "n/a", "nothing", "nobody", "nowhere", "无", "没有", "空"})


@dataclass(frozen=True, slots=True)
class Offer:
    """All options of a question."""

    places: Mapping[str, str]
    """The name a model sees, by id."""
    tools: Mapping[str, str]
    people: Mapping[str, str]
    called: Mapping[str, str]
    """Names people are called by, where known."""
    options: tuple[str, ...]
    memories: frozenset[int]
    extras: frozenset[int]
    """Numbers of memories that came up in the night, and 0 for none."""
    causes: frozenset[int]
    """Numbers of all memories that a plan may follow from, and 0 for none."""
    events: Mapping[str, str]
    """The person's own future events, by number."""
    me: str
    states: tuple[str, ...] = ()
    """States of the offered things, in words."""
    also: frozenset[str] = field(default=frozenset())
    """Ids of places without an offered name: those of usual and promised things."""

    def ids(self, sort: str) -> tuple[str, ...] | tuple[int, ...]:
        """The names (of memories: numbers) a model may choose from."""
        if sort in _NUMBERED:
            return tuple(sorted(self._numbers(sort)))
        if sort in ("options", "states"):
            return self.options if sort == "options" else self.states
        return tuple(dict.fromkeys(self._table(sort).values()))

    def find(self, sort: str, value: Json) -> str | int | None:
        """The id of a name; empty for an empty name; None if no option fits."""
        if sort in _NUMBERED:
            wanted = number(value)
            return wanted if wanted in self._numbers(sort) else None
        text = str(value).strip() if value is not None else ""
        if plain(text) in _NONE:
            return ""
        if sort == "states":
            return next((state for state in self.states if _letters(state) == _letters(text)), None)
        if sort == "options":
            return _nearest(text, {option: option for option in self.options}) or self._meant(text)
        if sort == "people":
            return self._person(text)
        table = self._table(sort)
        if text in table or text in self.also:
            return text
        if sort == "places" and text.rsplit(":", 1)[0] in table:
            return text.rsplit(":", 1)[0]
        return _nearest(text, table)

    def name(self, sort: str, value: Json) -> Json:
        """The name a model sees for an id; a thing has the name of its room."""
        table = self._table(sort) if sort in ("places", "tools", "people", "events") else {}
        return table.get(str(value)) or table.get(str(value).rsplit(":", 1)[0]) or value

    def speaker(self, person: str) -> str:
        """A person's name in a talk; empty if the question does not name them."""
        return self.called.get(person) or self.people.get(person, "")

    def _meant(self, text: str) -> str | None:
        """The option of a Chinese word, if exactly one fits."""
        found = [option for option in self.options if any(word in text for word in MEANT_CHOICES.get(option, ()))]
        return found[0] if len(found) == 1 else None

    def _table(self, sort: str) -> Mapping[str, str]:
        return {"places": self.places, "tools": self.tools, "people": self.people, "events": self.events}[sort]

    def _numbers(self, sort: str) -> frozenset[int]:
        return {"memories": self.memories, "extras": self.extras, "causes": self.causes}[sort]

    def _person(self, text: str) -> str | None:
        if text in self.people:
            return text
        if plain(text) in _ME:
            return self.me
        by_call = {person: name for person, name in self.called.items() if person in self.people}
        return _nearest(text, by_call, exactly=True) or _nearest(text, self.people)


def offer(content: Content) -> Offer:
    """The options in a question's content."""
    me = content["self"]
    known = [me, *([content["other"]] if content.get("other") else []), *content.get("others", ())]
    named = [*known, *content.get("people", ())]
    places = [(one["id"], one["name"]) for one in content.get("places", ())]
    promised = [(one["place"], one["place_name"]) for one in content.get("promises", ()) if one["place"]]
    pieces = [*content.get("usual", ()), *content.get("today", ()), *content.get("promises", ())]
    return Offer(
        places=_labels([*places, *promised]),
        tools=_labels((one["id"], one["name"]) for one in content.get("tools", ())),
        people={person["id"]: person["name"] for person in reversed(named)},
        called={person["id"]: person["called"] for person in reversed(named) if person.get("called")},
        options=tuple(content.get("options", ())),
        memories=frozenset(memory["id"] for memory in _memories(content)),
        extras=frozenset((0, *(memory["id"] for memory in content.get("extras", ())))),
        causes=frozenset((0, *(one["id"] for key in _CAUSES for one in content.get(key, ())))),
        events={str(one["id"]): one["what"] for one in content.get("promises", ()) if one["host"]},
        me=me["id"],
        states=tuple(dict.fromkeys(state for one in content.get("tools", ()) for state in states_of(one))),
        also=frozenset(piece["place"] for piece in pieces if piece["place"]),
    )


def states_of(tool: Tool) -> list[str]:
    """The states that a deed may bring about at a thing, in words."""
    states: Mapping[str, str] | Sequence[str] = tool["states"]
    return list(states.values()) if isinstance(states, Mapping) else list(states)


def _memories(content: Content) -> Iterator[Recalled]:
    for key in ("recalled", "recent", "lived", "stored", "doubts"):
        yield from content.get(key, ())
    for event in content.get("attended", ()):
        yield from event["met"]


def _labels(offered: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names by id; a repeated name gets a number."""
    labels: dict[str, str] = {}
    count: dict[str, int] = {}
    for one, name in offered:
        if one in labels or not name:
            continue
        count[name] = count.get(name, 0) + 1
        labels[one] = name if count[name] == 1 else f"{name} {count[name]}"
    return labels


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", _ARTICLE.sub("", plain(text)))


def _nearest(text: str, table: Mapping[str, str], exactly: bool = False) -> str | None:
    """The id of a name: the same letters, a part of it, or nearly the same."""
    wanted = _letters(text)
    letters = {key: _letters(name) for key, name in table.items()}
    same = [key for key, name in letters.items() if name == wanted]
    if same or exactly or not wanted:
        return same[0] if same else None
    inside = [key for key, name in letters.items() if len(name) > 1 and name in wanted]
    if inside:
        longest = max(len(letters[key]) for key in inside)
        return next(key for key in inside if len(letters[key]) == longest)
    around = [key for key, name in letters.items() if len(wanted) > 1 and wanted in name]
    if around and len({key.split(":")[0] for key in around}) == 1:
        return around[0]
    close = get_close_matches(wanted, list(letters.values()), 1, _MIN_SIMILARITY) if len(wanted) <= 80 else []
    return next(key for key, name in letters.items() if name == close[0]) if close else None
