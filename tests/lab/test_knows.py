"""One definition of who knows a piece of news: measures, report, page and HTTP agree, also if a model invents news."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.rumour import Fact, Rumour, rumour_of
from milkwood.ids import PersonId
from milkwood.lab import measures_news
from milkwood.lab.measures import Figures, measured
from milkwood.mind.head import Switches
from milkwood.models.port import Answer, Question
from milkwood.models.wording import WordOverlap
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.server import create_app
from milkwood.server.live.app_state import AppState
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.town.town import Town
from milkwood.understudy.model import Understudy
from milkwood.words import Language
from tests.server.morning import AT, built
from tests.story.lives import live, pack_of

__all__ = ["built"]

PACK = pack_of("gull_quay")
STORY = next(each for each in PACK.scenario.stories if each.id == "lantern_night")
WORDINGS = measures_news.news_of(STORY, Language("en"))
END = 39 * 360
"""After Lantern Night."""


class Inventing:
    """Answers as the understudy does, but after every talk of one person claims that a partner told the story."""

    def __init__(self, person: PersonId) -> None:
        self._person = person
        self._model = Understudy(1, WordOverlap())

    async def answer(self, question: Question) -> Answer:
        answer = await self._model.answer(question)
        if (question.id.kind, question.id.person) != ("after_talk", self._person):
            return answer
        by = question.content["others"][0]["id"]
        news = {"text": WORDINGS[0], "by": by, "about": [], "importance": 9}
        return replace(answer, content={**answer.content, "news": [news]})


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which one person remembers the story before anyone told them."""
    path = tmp_path_factory.mktemp("knows") / "invented.milkwood"
    options = RunOptions(model=Inventing(PersonId("ivo_marsh")))
    live(new_run(PACK, path, "invented", options=options, minds=MindConfig(embedding=False)), END)
    return path


@pytest.fixture
def reader(invented: Path) -> Iterator[Reader]:
    with Chronicle.read(invented) as reader:
        yield reader


@pytest.fixture
def window(invented: Path, built: Path) -> Iterator[TestClient]:
    app_state = AppState(RunFiles([invented]), packs=Packs([PACK]))
    with TestClient(create_app([PACK], app_state=app_state, static=built), base_url=AT) as opened:
        yield opened
    app_state.close()


def guests(reader: Reader, rumour: Rumour) -> set[PersonId]:
    header = reader.header
    event = measures_news.event_of(STORY, header.clock, PACK.town_map)
    assert event is not None
    at = measures_news.whereabouts(Town(PACK.town_map).fold(reader.happenings()))
    there = measures_news.presence(event, header.cast, at, reader.settled, header.clock)
    return {person for person in rumour.knowers(event.end) if person != event.host} & there.keys()


def agree(reader: Reader, figures: Figures) -> Rumour:
    """Check the measures of a run against the definition."""
    rumour = rumour_of(Fact(WORDINGS), reader.memories(), reader.talks())
    know = set(rumour.knowers())
    assert figures.values["knows:lantern_night"] == figures.knowers_by_hour["lantern_night"][-1] == len(know)
    assert figures.values["came:lantern_night"] == len(guests(reader, rumour))
    assert guests(reader, rumour) <= know
    assert know == {*rumour.origins(), *rumour.told()}
    assert know.isdisjoint(known.person for known in rumour.unexplained())
    return rumour


def test_all_measures_count_the_same_people(reader: Reader) -> None:
    rumour = agree(reader, measured(reader, PACK, reader.settled))
    assert [known.person for known in rumour.unexplained()] == ["ivo_marsh"]
    assert len(rumour.knowers()) > 2


def test_page_and_http_count_the_same_people(reader: Reader, window: TestClient) -> None:
    ideas = {each["text"]: each["knowers"] for each in window.get("/api/runs/invented/news/ideas").json()}
    assert WORDINGS[0] in ideas
    for text, knowers in ideas.items():
        rumour = rumour_of(Fact((text,)), reader.memories(), reader.talks())
        told = window.get("/api/runs/invented/news", params={"q": text}).json()
        assert [each["person"] for each in told["knowers"]] == rumour.knowers()
        assert [each["person"] for each in told["unexplained"]] == [each.person for each in rumour.unexplained()]
        assert knowers == len(rumour.knowers())


def test_without_observation_no_one_can_be_a_guest(tmp_path: Path) -> None:
    path = tmp_path / "off.milkwood"
    minds = MindConfig(embedding=False, switches=Switches(observation=False))
    live(new_run(PACK, path, "off", minds=minds), END)
    with Chronicle.read(path) as reader:
        rumour = agree(reader, measured(reader, PACK, reader.settled))
        assert rumour.knowers() == rumour.origins()
        assert not guests(reader, rumour)
