"""Measures of a run, on a small recorded run and on pieces made by hand."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.reader import AnsweredQuestion
from milkwood.chronicle.transcript import Transcript
from milkwood.ids import PersonId, RoomId, TalkId
from milkwood.lab import measures_news
from milkwood.lab.measures import distinct_activities, measured
from milkwood.lab.measures_cost import Cost, by_day, by_kind, cost_of, costs
from milkwood.models.port import Answer, Usage
from milkwood.questions.tokens import tokens
from milkwood.run import MindConfig, new_run
from milkwood.town.body import Deed
from milkwood.town.events import DeedBegan, Happening
from milkwood.town.talk import Line
from milkwood.town.tile import Tile
from milkwood.words import Language
from tests.instruments.counting import Counting
from tests.story.lives import pack_of

HOURS = 5
HOUR = 360


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A morning of Gull Quay."""
    path = tmp_path_factory.mktemp("life") / "morning.milkwood"
    with new_run(pack_of("gull_quay"), path, "morning", minds=MindConfig(embedding=False)) as run:
        asyncio.run(run.live(HOURS * HOUR))
    return path


@pytest.fixture
def reader(path: Path) -> Iterator[Reader]:
    with Chronicle.read(path) as reader:
        yield reader


def test_the_same_run_gives_the_same_numbers(reader: Reader) -> None:
    pack = pack_of("gull_quay")
    found = measured(reader, pack, reader.settled)
    assert found == measured(reader, pack, reader.settled)
    assert (found.people, found.days) == (6, 1)
    assert found.tokens_by_day == [found.values["tokens"]]
    assert sum(found.tokens_by_kind.values()) == pytest.approx(found.values["tokens"])
    assert found.values["calls"] == len(reader.questions(until=reader.settled)) / 6
    assert found.values["talks"] == sum(len(talk.members) for talk in reader.talks()) / 6
    assert found.knowers_by_hour["lantern_night"][-1] == found.values["knows:lantern_night"]
    assert "knows:letter" not in found.values  # a secret is no news
    assert "came:lantern_night" not in found.values  # it had not happened yet


def test_a_shorter_stretch_has_less(reader: Reader) -> None:
    pack = pack_of("gull_quay")
    early, late = (measured(reader, pack, tick) for tick in (2 * HOUR, HOURS * HOUR))
    assert early.values["tokens"] < late.values["tokens"]
    assert early.values["activities"] < late.values["activities"]


def test_tokens_are_those_of_the_prompts_a_model_would_read(reader: Reader) -> None:
    asked = reader.questions(kinds=("plan_day",))[0]

    class OnFile:
        async def answer(self, _question: object) -> Answer:
            return asked.answer

    counting = Counting(OnFile())
    usage = asyncio.run(counting.answer(asked.question)).usage
    assert cost_of(asked) == Cost(1, usage.prompt_tokens, usage.answer_tokens)
    assert usage.prompt_tokens > tokens("x" * 400)


def test_tokens_that_a_model_counted_are_taken_as_they_are(reader: Reader) -> None:
    asked = reader.questions(kinds=("plan_day",))[0]
    paid = AnsweredQuestion(asked.question, Answer(asked.answer.content, "openai/x", "", Usage(700, 30, 0.25, 1.0)))
    assert cost_of(paid) == Cost(1, 700, 30, 0.25)
    instead = AnsweredQuestion(asked.question, Answer(asked.answer.content, "understudy", "timeout: late", Usage(9, 1)))
    assert cost_of(instead).instead == 1


def test_costs_add_up_by_day_and_by_kind(reader: Reader) -> None:
    found = costs(reader.questions(), reader.header.clock)
    whole = sum(found.values(), Cost())
    assert sum(by_day(found).values(), Cost()) == whole
    assert sum(by_kind(found).values(), Cost()) == whole
    dearest = [cost.tokens for cost in by_kind(found).values()]
    assert dearest == sorted(dearest, reverse=True)


def test_activities_that_differ_in_punctuation_are_one_and_sleep_is_none() -> None:
    ada, ben = PersonId("ada"), PersonId("ben")
    deeds = [
        (ada, Deed("Reading a book.")),
        (ada, Deed("reading a book")),
        (ada, Deed("baking")),
        (ada, Deed("sleeping", asleep=True)),
        (ben, Deed("baking")),
        (PersonId("guest"), Deed("looking around")),
    ]
    told = [Happening(tick, person, 0, DeedBegan(deed, Tile(0, 0))) for tick, (person, deed) in enumerate(deeds)]
    assert distinct_activities(told, (ada, ben)) == 1.5
    assert distinct_activities([], ()) == 0.0


# --- news


def test_news_is_the_public_part_of_a_story() -> None:
    party, mayor = pack_of("the_ville", "valentine").scenario.stories
    english = Language("en")
    assert len(measures_news.news_of(party, english)) == 2
    assert len(measures_news.news_of(mayor, english)) == 4
    letter = next(each for each in pack_of("gull_quay").scenario.stories if each.id == "letter")
    assert measures_news.news_of(letter, english) == ()


def test_a_person_who_stays_only_a_moment_did_not_attend() -> None:
    pack = pack_of("the_ville", "valentine")
    event = measures_news.event_of(pack.scenario.stories[0], pack.clock, pack.town_map)
    assert event is not None
    assert event.host == "isabella_rodriguez"
    stays, passes, early = PersonId("stays"), PersonId("passes"), PersonId("early")
    spans = {
        stays: range(event.start + 30, event.start + 90),
        passes: range(event.start, event.start + 59),
        early: range(event.start - 200, event.start + 10),
    }

    def at(person: PersonId, tick: int) -> RoomId | None:
        return event.room if tick in spans[person] else None

    there = measures_news.presence(event, spans, at, event.end, pack.clock)
    assert there == {stays: measures_news.Attendance(event.start + 30, 60)}
    assert measures_news.presence(event, spans, at, event.start + 60, pack.clock) == {}
    assert measures_news.event_of(pack.scenario.stories[1], pack.clock, pack.town_map) is None


def test_people_who_talked_know_each_other() -> None:
    pack = pack_of("the_ville", "valentine")
    before = measures_news.pairs(pack, pack.people, [])
    assert before.before == before.after < before.all == 300
    known = {tie.person for tie in pack.people[PersonId("tom_moreno")].knows if tie.closeness > 0}
    stranger = next(person for person in pack.people if person not in known and person != "tom_moreno")
    members = (PersonId("tom_moreno"), stranger)
    talk = Transcript(TalkId("t"), members, 0, (Line(stranger, "Hello.", 1),), 2, "")
    silent = Transcript(TalkId("s"), members, 0, (), 2, "")
    assert measures_news.pairs(pack, pack.people, [talk]).after == before.before + 1
    assert measures_news.pairs(pack, pack.people, [silent]).after == before.before
