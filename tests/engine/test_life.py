import asyncio
from collections.abc import Awaitable, Callable

import pytest

from milkwood.engine.life import Life, Schedule
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.ids import PersonId
from milkwood.mind.port import Asker, Decision
from milkwood.models.port import Answer, Question
from milkwood.models.tape import Recorded, TapeOnly
from milkwood.town.percepts import Moment
from tests.engine.chaos import ChaosMind, SlowModel
from tests.engine.scenes import SNAPSHOT_EVERY, Diary, Story, crowd, first_difference
from tests.engine.village import MAPS
from tests.instruments.virtual import run_virtually
from tests.models.test_tape import Notebook
from tests.ponder import PONDER, Matter

SCHEDULES: dict[str, Callable[[], Schedule]] = {"serial": Serial, "lockstep": Lockstep, "out of order": OutOfOrder}
ANY_SCHEDULE = pytest.mark.parametrize("schedule", SCHEDULES)


def story(seed: int = 0, ticks: int = 120) -> Story:
    return Story(MAPS["village"](), seed, people=8, ticks=ticks)


@ANY_SCHEDULE
def test_a_life_resumed_from_any_snapshot_continues_as_it_would_have_continued(schedule: str) -> None:
    told = story().live(Serial())
    assert list(told.snapshots) == [0, SNAPSHOT_EVERY, 2 * SNAPSHOT_EVERY]
    for tick in told.snapshots:
        rest = Diary()

        async def live(tick: int = tick, rest: Diary = rest) -> None:
            life = story().resume(SCHEDULES[schedule](), SlowModel(7), rest, told, tick)
            await life.live(story().ticks)
            await life.close()

        run_virtually(live())
        assert first_difference(told.since(tick), rest) == ""


@ANY_SCHEDULE
def test_a_life_lived_in_stretches_is_the_same_life(schedule: str) -> None:
    told, stretches = story().live(Serial()), Diary()

    async def live() -> None:
        life = story().begin(SCHEDULES[schedule](), SlowModel(7), stretches)
        for until in (1, 2, 37, SNAPSHOT_EVERY, 51, 51, 119, story().ticks):
            await life.live(until)
            assert stretches.up_to == until
        await life.close()

    run_virtually(live())
    assert first_difference(told, stretches) == ""


@ANY_SCHEDULE
def test_a_life_that_is_stopped_at_any_moment_continues_as_if_it_had_not_been(schedule: str) -> None:
    told, broken = story().live(Serial()), Diary()

    async def live() -> int:
        life = story().begin(SCHEDULES[schedule](), SlowModel(7), broken)
        stops = 0

        def stop() -> None:
            life.stopping = life.lowest % 3 == 0

        while life.lowest < story().ticks or broken.up_to < story().ticks:
            life.stopping = False
            await life.live(story().ticks, stop if stops < 40 else lambda: None)
            assert broken.up_to <= life.lowest
            stops += 1
        await life.close()
        return stops

    stops, _ = run_virtually(live())
    assert stops > 5
    assert first_difference(told, broken) == ""


@ANY_SCHEDULE
def test_everything_settled_before_a_stop_is_reported(schedule: str) -> None:
    told, broken = story().live(Serial()), Diary()

    async def live() -> None:
        life = story().begin(SCHEDULES[schedule](), SlowModel(7), broken)

        def stop() -> None:
            life.stopping = life.lowest >= 60

        await life.live(story().ticks, stop)
        await life.close()
        assert broken.up_to == life.lowest >= 60

    run_virtually(live())
    before = [each for each in told.happenings if each.tick < broken.up_to]
    assert broken.happenings == before


class Stumbling(ChaosMind):
    """A mind that fails at some tick, at once or after thought."""

    def __init__(self, *, after_thought: bool) -> None:
        super().__init__(PersonId("p03"), 0, MAPS["village"]())
        self._after_thought = after_thought

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        if moment.tick < 5:
            return super().live(moment, asker)
        if self._after_thought:
            return self._stumble(asker)
        raise ArithmeticError("I cannot go on")

    async def _stumble(self, asker: Asker) -> Decision:
        await asker.ask(PONDER, Matter())
        raise ArithmeticError("I cannot go on")


@pytest.mark.parametrize("after_thought", [False, True])
@ANY_SCHEDULE
def test_a_failing_mind_is_reported_to_the_caller(schedule: str, after_thought: bool) -> None:
    diary = Diary()

    async def live() -> int:
        life = story().begin(SCHEDULES[schedule](), SlowModel(0), diary)
        life.minds[PersonId("p03")] = Stumbling(after_thought=after_thought)
        with pytest.raises(ArithmeticError, match="I cannot go on"):
            await life.live(100)
        await life.close()
        return len(asyncio.all_tasks())

    tasks, _ = run_virtually(live())
    assert tasks == 1
    truth = story().live(Serial()).happenings
    assert diary.happenings == truth[: len(diary.happenings)]


@ANY_SCHEDULE
def test_a_failing_model_is_reported_to_the_caller(schedule: str) -> None:
    class Failing:
        async def answer(self, question: Question) -> Answer:
            raise ConnectionError(question.id.say())

    async def live() -> None:
        life = story().begin(SCHEDULES[schedule](), Failing(), Diary())
        with pytest.raises(ConnectionError, match="/ponder/0"):
            await life.live(100)
        await life.close()

    run_virtually(live())


def test_closing_cancels_all_thoughts_in_flight() -> None:
    async def live() -> int:
        life = story().begin(OutOfOrder(), SlowModel(0), Diary())

        def stop() -> None:
            life.stopping = len(life.thinking) > 2

        await life.live(100, stop)
        assert life.thinking
        await life.close()
        return len(asyncio.all_tasks())

    tasks, _ = run_virtually(live())
    assert tasks == 1


@ANY_SCHEDULE
def test_a_life_replayed_from_its_tape_is_the_same_and_asks_nothing(schedule: str) -> None:
    notebook = Notebook()
    told = story().live(OutOfOrder(), Recorded(SlowModel(3), notebook))
    again, seconds = story().time(SCHEDULES[schedule](), Recorded(TapeOnly(), notebook))
    assert first_difference(told, again) == ""
    assert seconds == 0.0


@ANY_SCHEDULE
def test_questions_are_the_same_under_every_schedule(schedule: str) -> None:
    notebooks = Notebook(), Notebook()
    story().live(Serial(), Recorded(SlowModel(3), notebooks[0]))
    story().live(SCHEDULES[schedule](), Recorded(SlowModel(4), notebooks[1]))
    pondered = [
        {asked: answer for asked, answer in notebook.answers.items() if asked.kind == "ponder"}
        for notebook in notebooks
    ]
    assert pondered[0] == pondered[1] != {}


def test_folding_the_reported_events_gives_the_town_of_each_snapshot() -> None:
    told = story().live(OutOfOrder())
    for tick, (scene, _, _) in told.snapshots.items():
        town = crowd(MAPS["village"](), 8, 0)
        assert town.fold(each for each in told.happenings if each.tick < tick).scene(tick) == scene


def test_the_lowest_tick_of_an_empty_town_is_its_start() -> None:
    async def live() -> Life:
        life = Story(MAPS["village"](), 0, people=0).begin(OutOfOrder(), SlowModel(0), Diary())
        await life.live(100)
        return life

    life, _ = run_virtually(live())
    assert life.lowest == 0
