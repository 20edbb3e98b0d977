"""Nobody is held for longer than their commitment says, whatever a model answers."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from milkwood.chance import Stream, stream
from milkwood.chronicle import Chronicle, Reader
from milkwood.ids import PersonId
from milkwood.mind.phrases import Phrases
from milkwood.models.port import Answer, Question
from milkwood.models.wording import WordOverlap
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.town.events import DeedBegan, Refused, SetOff
from milkwood.understudy.model import Understudy
from tests.cases import long_after
from tests.story.lives import pack_of

pytestmark = pytest.mark.slow
DAY = 17 * 360
MAX_FILLER_MINUTES = 15
LIVES = [("gull_quay", 1), ("the_ville", 1), ("gull_quay", 2), ("gull_quay", 3), ("the_ville", 2)]


class Fickle:
    """Plans, deeds and choices of the understudy with other places, things, lengths and decisions, by chance."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._model = Understudy(seed, WordOverlap())

    async def answer(self, question: Question) -> Answer:
        answer = await self._model.answer(question)
        draw = stream(self._seed, question.id.say(), "fickle")
        return Answer(_changed(dict(answer.content), question.content, draw), by="fickle")


def _changed(reply: dict[str, Any], ask: Any, draw: Stream) -> dict[str, Any]:
    for block in reply.get("blocks", ()):
        if draw.happens(0.6):
            block["place"] = draw.chosen(ask["places"])["id"]
    for deed in reply.get("deeds", ()):
        if draw.happens(0.5) and ask["tools"]:
            deed["tool"] = draw.chosen(ask["tools"])["id"]
        if draw.happens(0.3):
            deed["minutes"] = draw.between(1, 40)
    if "options" in ask and draw.happens(0.5):
        reply["choice"] = draw.chosen(ask["options"])
    if "over" in reply:
        reply["over"] = draw.happens(0.2)
    return reply


@pytest.fixture(scope="module", params=long_after(2, LIVES), ids=str)
def lived(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    town, seed = request.param
    path = tmp_path_factory.mktemp("held") / "run.milkwood"
    options, minds = RunOptions(model=Fickle(seed)), MindConfig(embedding=False)
    with new_run(pack_of(town), path, path.stem, seed=seed, minds=minds, options=options) as run:
        asyncio.run(run.live(DAY))
    with Chronicle.read(path) as reader:
        yield reader


def test_a_person_who_may_not_leave_yet_is_refused_until_the_named_tick_at_most(lived: Reader) -> None:
    held: dict[PersonId, int] = {}
    refusals = 0
    for happening in lived.happenings():
        match happening.event:
            case SetOff():
                held.pop(happening.person, None)
            case Refused("GoTo", "they mean to be elsewhere for now", until):
                refusals += 1
                first = held.setdefault(happening.person, until)
                assert happening.tick < until, "a refusal says when it ends"
                assert happening.tick <= first, f"{happening.person} is held again at {happening.tick}"
    assert refusals, "the answers were fickle enough"


def test_no_waking_person_repeats_filler_for_long(lived: Reader) -> None:
    clock = lived.header.clock
    filler = set(Phrases.of(lived.header.language).lingering)
    began: dict[PersonId, int] = {}
    for happening in lived.happenings():
        match happening.event:
            case DeedBegan(deed):
                since = began.get(happening.person)
                if since is not None:
                    minutes = (happening.tick - since) * clock.seconds_per_tick / 60
                    assert minutes <= MAX_FILLER_MINUTES, (happening.person, since, happening.tick)
                if deed.what in filler:
                    began.setdefault(happening.person, happening.tick)
                else:
                    began.pop(happening.person, None)
            case SetOff():
                began.pop(happening.person, None)
