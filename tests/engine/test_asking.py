import asyncio

import pytest

from milkwood.engine.asking import Desk, TickAsker
from milkwood.ids import PersonId
from milkwood.models.limiter import Limited, Limiter
from milkwood.models.port import QuestionId
from tests.engine.chaos import SlowModel
from tests.instruments.virtual import run_virtually
from tests.models.scripted import Patient, turns
from tests.ponder import Matter, Said, made_up

ANN, BEN = PersonId("ann"), PersonId("ben")
REACT, WEIGH, BREAK_DOWN, AFTER_TALK = map(made_up, ("react", "weigh", "break_down", "after_talk"))


def test_a_question_counts_those_of_its_kind_that_a_person_has_put_at_a_tick() -> None:
    model = Patient()
    desk = Desk(model)

    async def ask() -> None:
        ann, ben = TickAsker(desk, ANN, 7), TickAsker(desk, BEN, 7)
        for asker, kind in ((ann, REACT), (ann, WEIGH), (ann, REACT), (ben, REACT)):
            asker.ahead(kind, Matter(), 9)
        TickAsker(desk, ANN, 8).ahead(REACT, Matter(), 9)
        await turns()
        await desk.close()

    run_virtually(ask())
    assert [each.say() for each in model.asked] == [
        "ann@7/react/0",
        "ann@7/weigh/0",
        "ann@7/react/1",
        "ben@7/react/0",
        "ann@8/react/0",
    ]


def test_questions_asked_together_are_numbered_in_the_order_they_are_put() -> None:
    model = Patient()

    async def ask() -> None:
        asker = TickAsker(Desk(model), ANN, 7)
        together = asyncio.gather(*(asker.ask(WEIGH, Matter(batch=batch)) for batch in range(3)))
        await turns()
        together.cancel()
        await turns()

    run_virtually(ask())
    assert [each.n for each in model.asked] == [0, 1, 2]


def test_an_answer_asked_for_ahead_is_there_when_it_is_collected() -> None:
    model = SlowModel(3)

    async def ask() -> tuple[Said, Said, float]:
        desk, loop = Desk(model), asyncio.get_running_loop()
        question = TickAsker(desk, ANN, 7).ahead(BREAK_DOWN, Matter(block="noon"), 9)
        await asyncio.sleep(100.0)
        began = loop.time()
        reply = await TickAsker(desk, ANN, 90).collect(BREAK_DOWN, question)
        direct = await SlowModel(3).answer(question)
        assert question.id == QuestionId(ANN, 7, "break_down", 0)
        return reply, Said.model_validate(direct.content), loop.time() - began

    (reply, direct, _), seconds = run_virtually(ask())
    assert reply == direct
    assert model.asked == 1
    assert seconds < 100.0 + 20.0


def test_a_question_collected_early_does_not_wait_behind_later_needs() -> None:
    model = Patient()

    async def ask() -> None:
        desk = Desk(Limited(model, Limiter(1)))
        first, _ = (
            TickAsker(desk, person, 1).ahead(BREAK_DOWN, Matter(), due) for person, due in ((ANN, 50), (BEN, 40))
        )
        after = TickAsker(desk, ANN, 2).ahead(AFTER_TALK, Matter(), 90)
        await turns()
        collecting = asyncio.ensure_future(TickAsker(desk, ANN, 30).collect(AFTER_TALK, after))
        await turns()
        model.say(first)
        await turns()
        assert model.asked[-1] == after.id
        model.say(after, "what came of it")
        assert await collecting == Said(said="what came of it")
        await desk.close()

    run_virtually(ask())


def test_collecting_early_waits_for_the_one_call_under_way() -> None:
    model = Patient()

    async def ask() -> Said:
        desk = Desk(model)
        question = TickAsker(desk, ANN, 7).ahead(BREAK_DOWN, Matter(), 9)
        await turns()
        collecting = asyncio.ensure_future(TickAsker(desk, ANN, 8).collect(BREAK_DOWN, question))
        await turns()
        assert not collecting.done()
        model.say(question, "done")
        return await collecting

    reply, _ = run_virtually(ask())
    assert reply == Said(said="done")
    assert len(model.asked) == 1


def test_questions_asked_ahead_in_an_interrupted_run_are_asked_again() -> None:
    model = SlowModel(0)

    async def ask() -> Said:
        before = Desk(model)
        question = TickAsker(before, ANN, 7).ahead(BREAK_DOWN, Matter(), 9)
        await before.close()
        return await TickAsker(Desk(model), ANN, 8).collect(BREAK_DOWN, question)

    reply, _ = run_virtually(ask())
    assert reply.said


def test_closing_the_desk_cancels_uncollected_questions() -> None:
    model = Patient()

    async def ask() -> int:
        desk = Desk(model)
        TickAsker(desk, ANN, 7).ahead(BREAK_DOWN, Matter(), 9)
        await turns()
        await desk.close()
        return len(asyncio.all_tasks())

    tasks, _ = run_virtually(ask())
    assert tasks == 1


def test_a_failure_of_a_question_asked_ahead_shows_when_it_is_collected() -> None:
    model = Patient()

    async def ask() -> None:
        desk = Desk(model)
        question = TickAsker(desk, ANN, 7).ahead(BREAK_DOWN, Matter(), 9)
        await turns()
        model.fail(question, ConnectionError("gone"))
        await turns()
        await TickAsker(desk, ANN, 8).collect(BREAK_DOWN, question)

    with pytest.raises(ConnectionError, match="gone"):
        run_virtually(ask())
