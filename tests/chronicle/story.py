"""A plausible history: people of a pack act at random, and the town resolves it."""

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from milkwood.chance import Stream, stream
from milkwood.chronicle import Header
from milkwood.engine.keeper import Remembered
from milkwood.ids import PersonId, ThingId
from milkwood.mind.port import Memory
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood.town.body import Deed
from milkwood.town.events import Entered, Happening
from milkwood.town.intents import Do, Finish, GoTo, Halt, Intent, Join, Leave, Say, SetThing, Stay, TalkTo
from milkwood.town.map import TownMap
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules, resolve
from milkwood.town.town import BEFORE_TIME, Scene, Town

RADIUS = 8
WORDS = ("buttering toast", "看书", "mending a net 🪡", "=SUM(A1)", "a *bold* <plan>")


@dataclass
class Story:
    """The events, the memories, and the resulting town."""

    town: Town
    people: list[PersonId]
    ticks: int
    happenings: list[Happening] = field(default_factory=list)
    memories: list[Remembered] = field(default_factory=list)

    def before(self, tick: int) -> tuple[list[Happening], list[Remembered]]:
        return self.between(BEFORE_TIME, tick)

    def between(self, since: int, until: int) -> tuple[list[Happening], list[Remembered]]:
        return (
            [each for each in self.happenings if since <= each.tick < until],
            [each for each in self.memories if since <= each[0] < until],
        )

    def scene(self, tick: int) -> Scene:
        return self.town.scene(tick)

    def pieces(self, every: int) -> list[tuple[int, list[Happening], list[Remembered]]]:
        """The story as an engine reports it, a stretch at a time."""
        marks = [BEFORE_TIME, 0, *range(every, self.ticks, every), self.ticks]
        return [(until, *self.between(since, until)) for since, until in pairwise(marks)]


def make_story(town_map: TownMap, beds: dict[PersonId, ThingId], ticks: int, seed: int = 1, zeal: float = 0.3) -> Story:
    """Let these people live for a while."""
    town = Town(town_map)
    story = Story(town, sorted(beds), ticks)
    rules = Rules(Paths(town_map), seed, RADIUS)
    for person in story.people:
        tile = town_map.spots(beds[person])[0]
        deed = Deed("sleeping", "💤", town_map.things[beds[person]].room, beds[person], asleep=True)
        story.happenings.append(Happening(BEFORE_TIME, person, 0, Entered(tile, deed)))
        story.memories.append((BEFORE_TIME, person, Memory("seed", f"I am {person}.", ("everybody",), 5)))
    town.fold(story.happenings)
    for tick in range(ticks):
        intents: dict[PersonId, Intent] = {}
        for person in story.people:
            draw = stream(seed, person, tick, "whim")
            if draw.happens(zeal):
                intents[person] = _whim(town, person, tick, draw, story.people)
        happened = resolve(town, tick, intents, rules)
        town.fold(happened)
        story.happenings += happened
        for each in happened:
            if each.sequence == 0 and tick % 3 == 0:
                story.memories.append((tick, each.person, Memory("event", f"{each.event}"[:60], (each.person,))))
                story.memories.append((tick, each.person, Memory("thought", "Well, 好吧.\nSo be it.", (), 3)))
    return story


def _whim(town: Town, person: PersonId, tick: int, draw: Stream, people: list[PersonId]) -> Intent:
    body, town_map = town.body(person, tick), town.map
    talk = town.find_talk(body.talk, tick) if body.talk else None
    if talk is not None and draw.happens(0.9):
        line = draw.chosen(("Good morning!", "你好吗？", "What a # day\nthis is *really*."))
        return Say(line, last=draw.happens(0.2)) if talk.turn == person else Stay()
    here = body.tile(tick)
    near = [
        thing.id
        for thing in town_map.things.values()
        if max(abs(here.x - thing.tiles[0].x), abs(here.y - thing.tiles[0].y)) <= 1
    ]
    chance = draw.below(10)
    if near and chance < 4:
        thing = draw.chosen(sorted(near))
        room = town_map.things[thing].room
        return Do(Deed(draw.chosen(WORDS), "🍞", room, thing, draw.chosen(("", "hot")), asleep=chance == 0))
    if chance < 6:
        return GoTo(draw.chosen(sorted(town_map.things)))
    if near and chance == 6:
        return SetThing(draw.chosen(sorted(near)), draw.chosen(("idle", "odd")))
    others = [other for other in people if other != person]
    if chance < 9:
        other = draw.chosen(others)
        joined = town.body(other, tick).talk
        return Join(joined) if joined else TalkTo(other)
    last: tuple[Intent, ...] = (Halt(), Finish(), Leave())
    return draw.chosen(last)


def make_header(run: str = "monday", **changes: Any) -> Header:
    """A header such as an engine writes."""
    header = Header(
        run=run,
        town="tinytown",
        town_path="nowhere",
        scenario="plain",
        language="en",
        seed=1,
        start="2023-03-10T07:00:00",
        seconds_per_tick=10,
        view_radius=RADIUS,
        attention=8,
        cast=(PersonId("ada"), PersonId("ben"), PersonId("cleo")),
        versions={"milkwood": "0.1.0", "python": "3.11.7"},
        settings={"schedule": "serial"},
    )
    return replace(header, **changes)


def asked(person: str, tick: int, kind: str = "react", n: int = 0, price: float = 0.5) -> tuple[Question, Answer]:
    """A question with its answer."""
    question = Question(QuestionId(PersonId(person), tick, kind, n), {"who": person, "options": ["a", "b"]})
    return question, Answer({"z": 1, "a": "好"}, "understudy", "no model", Usage(100, 20, price, 0.25))
