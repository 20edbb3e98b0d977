"""Rule M2: answers decide what is worth remembering, not a rule of the mind. Short news is remembered and comes back in
an interview, whether a model, the understudy's partner or a visitor says it.
"""

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Model, Question
from milkwood.models.wording import WordOverlap
from milkwood.run import LiveRun, MindConfig, RestoredRun, RunOptions, new_run, open_run
from milkwood.town.acts import Enter, Speak
from milkwood.town.tile import Tile
from milkwood.understudy.model import Understudy
from milkwood.words import Language
from tests.story.lives import live, pack_of

TOWN, MORNING, TALKED = "gull_quay", 1_300, 2_300
YOU = PersonId("sam")
NEWS = [
    pytest.param("en", "I robbed the bank.", "robbed the bank", id="a deed"),
    pytest.param("en", "Petra is dead.", "Petra is dead", id="a death"),
    pytest.param("en", "The school burned down.", "school burned down", id="without a person"),
    pytest.param("zh", "我怀孕了。", "怀孕了", id="Chinese"),
]
ASKED = {"en": "What did {} tell you?", "zh": "{}跟你说了什么？"}


class SaysIt:
    """Answers as the understudy does, but says one sentence in every talk."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._model: Model = Understudy(1, WordOverlap())

    async def answer(self, question: Question) -> Answer:
        answer = await self._model.answer(question)
        if question.id.kind != "speak" or any(each["text"] == self._line for each in question.content["lines"]):
            return answer
        return replace(answer, content={**answer.content, "say": self._line, "small_talk": False, "tells": []})


def begun(path: Path, language: str, model: Model | None = None) -> LiveRun:
    options = RunOptions(model=model or Understudy(1, WordOverlap()))
    return new_run(
        pack_of(TOWN), path, "x", language=Language(language), options=options, minds=MindConfig(embedding=False)
    )


def told(path: Path, what: str) -> list[tuple[PersonId, str]]:
    """Who remembers it as news, and from whom."""
    with Chronicle.read(path) as reader:
        return [
            (person, memory.source)
            for _, person, memory in reader.memories()
            if memory.kind == "news" and what in memory.text
        ]


def asked(path: Path, person: PersonId, question: str) -> str:
    async def ask() -> str:
        with Chronicle.read(path) as reader:
            tick = reader.end
        with await RestoredRun.at(path, pack_of(TOWN), tick, Understudy(1, WordOverlap())) as look:
            return (await look.interview(person).ask(question)).say

    return asyncio.run(ask())


def called(person: str, language: str) -> str:
    return pack_of(TOWN).people[PersonId(person)].called.in_language(Language(language))


@pytest.mark.parametrize(("language", "line", "what"), NEWS)
def test_news_from_a_model_or_a_partner_is_remembered_and_recalled(
    language: str, line: str, what: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.milkwood"
    live(begun(path, language, SaysIt(line)), TALKED)
    knowing = told(path, what)
    assert len(knowing) >= 2
    for person, source in knowing:
        answer = asked(path, person, ASKED[language].format(called(source, language)))
        assert what in answer, (person, source)


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A morning in a language, lived once."""
    folder = tmp_path_factory.mktemp("mornings")

    def of(language: str) -> Path:
        path = folder / f"{language}.milkwood"
        if not path.exists():
            live(begun(path, language), MORNING)
        return path

    return of


@pytest.mark.parametrize(("language", "line", "what"), NEWS)
def test_news_from_a_visitor_is_remembered_and_recalled(
    language: str, line: str, what: str, morning: Callable[[str], Path], tmp_path: Path
) -> None:
    path = tmp_path / "x.milkwood"
    shutil.copyfile(morning(language), path)
    tile = beside_a_person(path)
    run = open_run(pack_of(TOWN), path, options=RunOptions(model=Understudy(1, WordOverlap())))
    live(run_with_visitor(run, tile, line), MORNING + 400)
    knowing = [person for person, source in told(path, what) if source == YOU]
    assert knowing
    for person in knowing:
        assert what in asked(path, person, ASKED[language].format("Sam"))


def run_with_visitor(run: LiveRun, tile: Tile, line: str) -> LiveRun:
    """A run into which a visitor walks, and says one sentence."""
    life = run.life.live

    async def visited(until: int) -> None:
        if YOU not in run.life.minds:
            run.give(Enter(YOU, tile, "Sam", idle_ticks=60))
            run.give(Speak(YOU, line))
        await life(until)

    run.life.live = visited  # type: ignore[method-assign, assignment]  # the user acts on the loop that the run is lived on
    return run


def beside_a_person(path: Path) -> Tile:
    """A tile next to a person who is awake and stays in place."""

    async def find() -> Tile:
        with await RestoredRun.at(path, pack_of(TOWN), MORNING) as look:
            town = look.town
            bodies = [town.body(person, MORNING) for person in town.people(MORNING)]
            standing = next(body.tile(MORNING) for body in bodies if body.free and not body.walking(MORNING))
            near = [Tile(standing.x + x, standing.y + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
            room = town.map.room_at(standing)
            return next(tile for tile in near if town.map.is_walkable(tile) and town.map.room_at(tile) == room)

    return asyncio.run(find())
