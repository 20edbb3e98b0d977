"""People of the bundled towns as questions describe them: cards, others, memories, a usual day. For tests alone."""

from functools import cache
from pathlib import Path
from typing import Any

import milkwood.towns
from milkwood.towns.pack import Pack, load
from milkwood.towns.person import Person
from milkwood.words import Language

BUNDLED = Path(milkwood.towns.__file__).parent / "bundled"


class Unlike:
    """No two different texts are similar: for questions that do not compare texts."""

    def alike(self, one: str, other: str) -> float:
        """1 for the same text."""
        return 1.0 if one == other else 0.0


@cache
def pack(town: str, scenario: str) -> Pack:
    """A bundled town."""
    return load(BUNDLED / town, scenario)


def _hour(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


class Townsfolk:
    """All people of a town, in one language."""

    def __init__(self, town: str, scenario: str, language: str) -> None:
        self.pack = pack(town, scenario)
        self.language = Language(language)
        self.people = self.pack.people

    def person(self, person: str) -> Person:
        """A person by id."""
        return self.people[next(known for known in self.people if known == person)]

    def card(self, person: str) -> dict[str, Any]:
        """The person who is asked."""
        one, at = self.person(person), self.language
        work = ""
        if one.work is not None:
            hours = f", {_hour(one.work.hours.opens)}-{_hour(one.work.hours.closes)}" if one.work.hours else ""
            work = f"{one.work.title.in_language(at)}{hours}"
        goals = [
            g.text.in_language(at) for story in self.pack.scenario.stories for g in story.goals if g.person == person
        ]
        return {
            "id": one.id,
            "name": one.name.in_language(at),
            "called": one.called.in_language(at),
            "age": one.age,
            "pronoun": one.pronoun,
            "traits": [trait.in_language(at) for trait in one.traits],
            "biography": one.biography.in_language(at),
            "style": one.speech.style,
            "manner": one.speech.note.in_language(at),
            "work": work,
            "home": str(one.bed).split(":")[0],
            "concerns": [concern.in_language(at) for concern in one.concerns],
            "goals": goals,
            "language": str(at),
        }

    def other(self, me: str, person: str, doing: str = "", talks: int = 0) -> dict[str, Any]:
        """Another person as this person knows them."""
        one, at = self.person(person), self.language
        tie = next((tie for tie in self.person(me).knows if tie.person == person), None)
        return {
            "id": one.id,
            "name": one.name.in_language(at),
            "called": one.called.in_language(at),
            "pronoun": one.pronoun,
            "tie": tie.tie.in_language(at) if tie else "",
            "feeling": tie.feeling.in_language(at) if tie else "",
            "knows": "",
            "closeness": tie.closeness if tie else 0,
            "talks": talks,
            "doing": doing,
        }

    def named(self) -> list[dict[str, str]]:
        """All ids and names."""
        at = self.language
        return [
            {"id": one.id, "name": one.name.in_language(at), "called": one.called.in_language(at)}
            for one in self.people.values()
        ]

    def places(self) -> list[dict[str, str]]:
        """Sectors that are not homes, by name, as `sector:room` of their first room."""
        found = []
        for sector in self.pack.town_map.sectors.values():
            rooms = self.pack.town_map.rooms_of(sector.id)
            if rooms and sector.public:
                found.append({"id": str(rooms[0].id), "name": sector.name.in_language(self.language)})
        return found

    def place_name(self, address: str) -> str:
        """The spoken name of the sector of an address."""
        return next(
            s.name.in_language(self.language)
            for s in self.pack.town_map.sectors.values()
            if address.startswith(str(s.id))
        )

    def usual(self, person: str) -> list[dict[str, str]]:
        """A usual day."""
        return [
            {
                "start": _hour(b.start),
                "end": _hour(b.end),
                "what": b.what.in_language(self.language),
                "place": b.where.say(),
            }
            for b in self.person(person).habits.day
        ]

    def doing(self, person: str, hour: str) -> str:
        """A person's usual deed at that hour."""
        return next((p["what"] for p in self.usual(person) if p["start"] <= hour < p["end"]), "")

    def promises(self, person: str) -> list[dict[str, Any]]:
        """A story's part for a person."""
        found = []
        for story in self.pack.scenario.stories:
            for number, one in enumerate(story.commitments):
                if one.person == person:
                    what = one.what.in_language(self.language)
                    found.append(
                        {
                            "id": 900 + number,
                            "what": what,
                            "date": one.start.date().isoformat(),
                            "start": one.start.strftime("%H:%M"),
                            "end": one.end.strftime("%H:%M"),
                            "place": str(one.where.room_id),
                            "place_name": self.place_name(one.where.say()),
                            "company": [],
                            "host": one.host,
                        }
                    )
        return found

    def memories(self, person: str) -> list[dict[str, Any]]:
        """All seed and story memories, as they come to mind."""
        seeds = [(m.text, m.importance, m.about, m.private) for m in self.person(person).memories]
        story = [
            (m.text, m.importance, m.about, m.private)
            for s in self.pack.scenario.stories
            for m in s.memories
            if m.person == person
        ]
        return [
            recalled(
                number,
                text.in_language(self.language),
                importance=importance,
                about=[str(one) for one in about],
                private=private,
            )
            for number, (text, importance, about, private) in enumerate([*story, *seeds], start=1)
        ]


def recalled(number: int, text: str, **more: Any) -> dict[str, Any]:
    """A memory that came to mind."""
    plain = {
        "id": number,
        "kind": "seed",
        "text": text,
        "when": "",
        "about": [],
        "importance": 5,
        "source": "me",
        "known_to": [],
        "private": False,
        "scores": [1.0, 0.5, 0.5, 0.0, 2.0],
    }
    return {**plain, **more}
