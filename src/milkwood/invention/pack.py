"""Writing an invented town as the files of a town pack.

Invariant: the files say no more than the format knows, in both languages.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from milkwood.clock import MINUTES_A_DAY, hour_of
from milkwood.invention.days import InventedDay
from milkwood.invention.facts import Inhabitant, TownFacts
from milkwood.invention.happenings import Happenings, InventedMemory, InventedStory
from milkwood.invention.stock import Pair
from milkwood.invention.ties import Side

TomlValue = str | int | bool | datetime | Pair | list[str] | list[Pair] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PersonPage:
    """What a person's file says."""

    person: Inhabitant
    traits: list[Pair]
    biography: Pair
    concerns: list[Pair]
    speech: Pair
    bed: str
    places: list[str]
    work: tuple[Pair, str, str] | None
    """What it is called, where, and its hours (empty if it has none)."""
    day: InventedDay
    sides: list[Side]
    memories: list[InventedMemory]
    looks: dict[str, str | list[str]]


def _said(value: TomlValue) -> str:
    if isinstance(value, Pair):
        return f"{{ en = {_quoted(value.en)}, zh = {_quoted(value.zh)} }}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if value and isinstance(value[0], Pair):
        en = ", ".join(_quoted(pair.en) for pair in value if isinstance(pair, Pair))
        zh = ", ".join(_quoted(pair.zh) for pair in value if isinstance(pair, Pair))
        return f"{{ en = [{en}], zh = [{zh}] }}"
    return f"[{', '.join(_quoted(str(one)) for one in value)}]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _lines(**values: TomlValue) -> str:
    return "".join(f"{key.rstrip('_')} = {_said(value)}\n" for key, value in values.items())


def town_toml(name: Pair, about: Pair, start: datetime) -> str:
    """The file town.toml."""
    return _lines(
        format=1, name=name, about=about, languages=["en", "zh"], map="map.tmj", start=start, seconds_per_tick=10,
        default_scenario="days",
    )  # fmt: skip


def person_toml(page: PersonPage) -> str:
    """A file of people/."""
    person = page.person
    text = _lines(id=person.id, name=person.name, called=person.called, age=person.age, pronoun=person.pronoun)
    text += _lines(traits=page.traits, biography=page.biography, concerns=page.concerns)
    text += f"speech = {{ style = {_quoted(person.style)}, {_said(page.speech)[2:]}\n"
    text += _lines(bed=page.bed, places=page.places)
    if page.work:
        title, at, hours = page.work
        text += "\n[work]\n" + _lines(title=title, at=at) + (_lines(hours=hours) if hours else "")
    text += "\n[habits]\n" + _lines(wake=hour_of(page.day.wake), sleep=hour_of(page.day.sleep))
    for block in page.day.blocks:
        times = {"from": _hour(block.start), "to": _hour(block.end)}
        text += "\n[[habits.day]]\n" + _lines(**times, what=block.what, where=block.where)
    for side in page.sides:
        text += "\n[[knows]]\n" + _lines(
            person=side.bond.other, tie=side.tie, feeling=side.feeling, closeness=side.bond.closeness
        )
    for memory in page.memories:
        text += "\n[[memories]]\n" + _memory(memory)
    return text + "\n[looks]\n" + _lines(**page.looks)


def _hour(minute: int) -> str:
    return hour_of(minute % MINUTES_A_DAY)


def _memory(memory: InventedMemory) -> str:
    values: dict[str, TomlValue] = {"text": memory.text, "importance": memory.importance}
    if memory.about:
        values["about"] = memory.about
    if memory.private:
        values["private"] = True
    if memory.secret_from:
        values["secret_from"] = memory.secret_from
    if memory.witnesses:
        values["witnesses"] = memory.witnesses
    if memory.certainty != "known":
        values["certainty"] = memory.certainty
    return _lines(**values)


def scenario_toml(facts: TownFacts, happenings: Happenings) -> str:
    """The one scenario: the first days, with the events."""
    titles = [story.fact.title for story in happenings.stories]
    name = Pair(f"Two days in {facts.name.en}", f"{facts.name.zh}的两天")
    titles = titles or [Pair("Days without a feast", "平常的日子")]
    about = Pair(" ".join(f"{title.en}." for title in titles), "".join(f"{title.zh}。" for title in titles))
    text = _lines(id="days", name=name, about=about, cast="all", days=2)
    for story in happenings.stories:
        text += _story(story)
    return text


def _story(story: InventedStory) -> str:
    fact, table = story.fact, story.table
    text = "\n[[stories]]\n" + _lines(id=fact.key, title=fact.title)
    for person, memory in story.memories:
        text += "\n[[stories.memories]]\n" + _lines(person=person) + _memory(memory)
    for person, goal in story.goals:
        text += "\n[[stories.goals]]\n" + _lines(person=person, text=goal)
    for person in (fact.host, *fact.invited):
        hosts = person == fact.host
        company = [fact.host] if not hosts else list(fact.invited)
        times = {"from": fact.start, "to": fact.end}
        text += "\n[[stories.commitments]]\n" + _lines(
            person=person, what=Pair(*table["host" if hosts else "guest"]), **times, where=fact.where, with_=company,
            **({"host": True} if hosts else {}),
        )  # fmt: skip
    return text
