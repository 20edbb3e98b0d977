"""How far news spread: who knows of the scenario's stories, through whom, who came, and who has met whom."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from milkwood.chronicle.rumour import Fact, Knowing, Rumour
from milkwood.ids import PersonId
from milkwood.lab import measures_news as lab
from milkwood.lab.measures_news import HostedEvent
from milkwood.mind.calendar import DECLINED, KEPT, MISSED, OPEN
from tests.story.measures import Life, Measure, at_least, none_of, told

EARLY_MINUTES = 20


@dataclass(frozen=True)
class Wanted:
    """How far a story must spread."""

    story: str
    title: str
    knowers: int
    comers: int = 0
    away: int = 0


WANTED = {
    "valentine": (
        Wanted("party", "the party", knowers=12, comers=5, away=1),
        Wanted("mayor", "Sam's candidacy", knowers=8),
    ),
    "lanterns": (Wanted("lantern_night", "Lantern Night", knowers=4, comers=2),),
}


def measures(life: Life) -> list[Measure]:
    """All measures of news, for the scenario of the run."""
    found: list[Measure] = []
    for wanted in WANTED.get(life.pack.scenario.id, ()):
        rumour = rumour_of_story(life, wanted)
        found += _spread(life, wanted, rumour)
        if wanted.comers:
            found += _event(life, wanted, rumour)
    return [*found, *_pairs(life)]


def rumour_of_story(life: Life, wanted: Wanted) -> Rumour:
    """All people who know a story."""
    story = next(each for each in life.pack.scenario.stories if each.id == wanted.story)
    return lab.spread(lab.news_of(story, life.language), life.memories, life.talks)


def hearers_of_story(life: Life, story_id: str, tick: int) -> set[PersonId]:
    """All people in whose presence a story was told by a tick."""
    story = next(each for each in life.pack.scenario.stories if each.id == story_id)
    fact = Fact(lab.news_of(story, life.language))
    return {
        person
        for talk in life.talks
        for person in talk.members
        if any(line.tick <= tick and fact.is_in(line.text) for line in talk.heard_by(person))
    }


def _spread(life: Life, wanted: Wanted, rumour: Rumour) -> Iterator[Measure]:
    known = rumour.knowers()
    missing = [f"{each.person}, {life.at(each.tick)}: {each.memory.text}" for each in rumour.unexplained()]
    yield at_least(f"people who know of {wanted.title}, each by an unbroken chain", len(known), wanted.knowers)
    yield none_of(f"people who know of {wanted.title} and were not told", missing)
    yield told(
        f"links of the longest chain about {wanted.title}", max((len(rumour.chain(p)) for p in known), default=0)
    )


def event_of(life: Life, story: str) -> HostedEvent:
    """The event of a story, as its host has it in the calendar."""
    found = next(each for each in life.pack.scenario.stories if each.id == story)
    event = lab.event_of(found, life.header.clock, life.pack.town_map)
    assert event is not None, f"no one hosts anything in {story}"
    return event


def presence(life: Life, event: HostedEvent) -> dict[PersonId, tuple[int, int]]:
    """Who was there while it went on: when first, and for how many ticks."""
    there = lab.presence(
        event, life.tracks, lambda person, tick: life.tracks[person].rooms[tick], life.settled, life.header.clock
    )
    return {person: (visit.first, visit.ticks) for person, visit in there.items()}


def promises(life: Life, person: PersonId, event: HostedEvent) -> list[dict[str, Any]]:
    """A person's calendar entry for an event."""
    return [
        each
        for each in life.minds[person]["calendar"]
        if each["start"] < event.end and event.start < each["end"] and each["place"] in (event.room, "")
    ]


def _event(life: Life, wanted: Wanted, rumour: Rumour) -> Iterator[Measure]:
    event = event_of(life, wanted.story)
    there = presence(life, event)
    knew = [person for person in rumour.knowers(event.end) if person != event.host]
    invited = [
        person for person in knew if any(p["status"] in (KEPT, OPEN, MISSED) for p in promises(life, person, event))
    ]
    came = [person for person in invited if person in there]
    declined = {
        person: each["reason"]
        for person in knew
        for each in promises(life, person, event)
        if each["status"] == DECLINED and each["reason"]
    }
    away = {person: why for person, why in declined.items() if person not in there}
    reasons = [f"{person}: {why}" for person, why in away.items()]
    late = [p for p in came if life.minutes(there[p][0] - event.start) > EARLY_MINUTES]
    yield told(f"people who said they would come to {wanted.title}", len(invited))
    yield at_least(f"of them, people who came to {wanted.title} while it went on", len(came), wanted.comers)
    yield told("of them, people who came more than 20 minutes late", len(late))
    yield at_least(f"people who stayed away from {wanted.title} with a reason", len(away), wanted.away, wrong=reasons)
    stale = [
        f"{line.speaker}, {life.at(line.tick)}: {line.text}"
        for talk in life.talks
        for line in talk.lines
        if line.tick >= event.end and rumour.fact.is_in(line.text)
    ]
    yield none_of(f"lines that announce {wanted.title} after it is over", stale)
    yield told(f"people at {wanted.title}, the host and chance guests included", len(there))


def _pairs(life: Life) -> Iterator[Measure]:
    """The share of pairs who know each other: a tie from before, or a talk since, on both sides."""
    found = lab.pairs(life.pack, life.tracks, life.talks)
    before, after = found.before, found.after
    yield told("pairs who know each other in the beginning", 100 * before / found.all, "%")
    yield told("pairs who know each other in the end", 100 * after / found.all, "%")
    most = 100.0 * (found.all - before) / before
    name = "growth of the share of pairs who know each other"
    yield at_least(name, 100.0 * (after - before) / before, min(50.0, most), "%")


def told_chain(life: Life, chain: tuple[Knowing, ...]) -> str:
    """A chain in readable form."""
    names = [f"{life.name(link.person)} ({'from the start' if link.own else life.at(link.tick)})" for link in chain]
    return " → ".join(names)
