"""How a piece of news spread through a town, and which news are worth following.

Invariant: everything shown happened before the tick.
"""

from collections import defaultdict
from collections.abc import Iterator

from milkwood.chronicle import Reader
from milkwood.chronicle.rumour import Fact, Knowing, rumour_of
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.server.errors import HttpError
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.wire.run_town import IdeaOut, KnowerOut, NewsOut
from milkwood.words import Language

MAX_IDEAS = 12
_TOLD = ("news", "promise")
"""Kinds of memories that people pass on."""
_MIN_KNOWERS = 2


def follow(recording: OpenRun, reader: Reader, text: str, tick: int) -> NewsOut:
    """How a piece of news had spread by a tick."""
    fact = Fact((text,))
    rumour = rumour_of(fact, reader.memories(until=tick), recording.talks.until(reader, tick))
    return NewsOut(
        text=text,
        knowers=[_knower(rumour.knowings[person]) for person in rumour.knowers()],
        unexplained=[_knower(known) for known in rumour.unexplained()],
    )


def remembered(reader: Reader, person: PersonId, number: int, tick: int) -> str:
    """The text of one memory of a person."""
    for _, _, memory in reader.memories(until=tick, person=person):
        if memory.number == number:
            return memory.text
    raise HttpError(
        404, t("They have no such memory at this moment."), t("Choose one of their memories at this moment.")
    )


def _knower(known: Knowing) -> KnowerOut:
    return KnowerOut(
        person=known.person,
        tick=known.tick,
        text=known.memory.text,
        source=known.source,
        talk=known.memory.talk or None,
        line=known.line.text if known.line else "",
        own=known.own,
    )


def ideas(recording: OpenRun, reader: Reader, tick: int) -> list[IdeaOut]:
    """News worth following: the scenario's stories first, then the most widely known."""
    memories, talks = reader.memories(until=tick), recording.talks.until(reader, tick)
    found: dict[str, IdeaOut] = {}
    told = list(stories(recording))
    for text in (*told, *popular([memory for _, _, memory in memories])):
        if len(found) >= MAX_IDEAS:
            break
        if any(Fact((known,)).is_in(text) for known in found):
            continue
        knowers = rumour_of(Fact((text,)), memories, talks).knowers()
        if len(knowers) >= _MIN_KNOWERS or (text not in found and text in told):
            found[text] = IdeaOut(text=text, knowers=len(knowers), first=next(iter(knowers), None))
    return list(found.values())


def first_told(recording: OpenRun, reader: Reader, tick: int) -> KnowerOut | None:
    """The first person who was told a piece of news of the scenario's stories, or any if it has none."""
    memories, talks = reader.memories(until=tick), recording.talks.until(reader, tick)
    texts = [*stories(recording)] or popular([memory for _, _, memory in memories])
    told = [
        rumour.knowings[person]
        for rumour in (rumour_of(Fact((text,)), memories, talks) for text in texts)
        for person in rumour.told()[:1]
    ]
    return _knower(min(told, key=lambda known: known.tick)) if told else None


def stories(recording: OpenRun) -> Iterator[str]:
    """The news of the scenario's stories that are no secrets."""
    language = Language(recording.header.language)
    for story in recording.pack.scenario.stories:
        for memory in story.memories:
            if not memory.private:
                yield memory.text.in_language(language)


def popular(memories: list[Memory]) -> list[str]:
    """What people told each other, the most widely remembered first."""
    count: dict[str, int] = defaultdict(int)
    for memory in memories:
        if memory.kind in _TOLD and memory.source:
            count[memory.text] += 1
    return sorted(count, key=lambda text: (-count[text], text))[: 5 * MAX_IDEAS]
