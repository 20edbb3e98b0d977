import asyncio
import gc

import pytest

from milkwood.models.port import Answer, Question, QuestionId
from milkwood.models.tape import NotOnTape, Recorded, TapeOnly
from tests.engine.chaos import SlowModel
from tests.instruments.virtual import run_virtually
from tests.models.scripted import Patient, question, turns


class Notebook:
    """A recorder in memory that notes what was written when."""

    def __init__(self) -> None:
        self.answers: dict[QuestionId, Answer] = {}
        self.full = False

    def find_answer(self, question: QuestionId) -> Answer | None:
        return self.answers.get(question)

    def keep_answer(self, question: Question, answer: Answer) -> None:
        if self.full:
            raise OSError("the disk is full")
        assert question.id not in self.answers
        self.answers[question.id] = answer


def test_an_answered_question_is_never_asked_again() -> None:
    model, notebook = SlowModel(0), Notebook()

    async def ask_twice() -> tuple[Answer, Answer]:
        first = await Recorded(model, notebook).answer(question())
        return first, await Recorded(model, notebook).answer(question())

    (first, second), _ = run_virtually(ask_twice())
    assert first == second == notebook.answers[question().id]
    assert model.asked == 1


def test_two_simultaneous_equal_questions_share_one_call() -> None:
    model = SlowModel(0)
    taped = Recorded(model, Notebook())

    async def ask_together() -> list[Answer]:
        return await asyncio.gather(*(taped.answer(question()) for _ in range(3)))

    answers, _ = run_virtually(ask_together())
    assert answers[0] == answers[1] == answers[2]
    assert model.asked == 1


def test_an_answer_is_recorded_before_it_is_used() -> None:
    notebook = Notebook()
    taped = Recorded(SlowModel(0), notebook)

    async def ask() -> None:
        answer = await taped.answer(question())
        assert notebook.answers[question().id] is answer

    run_virtually(ask())


def test_an_answer_that_cannot_be_recorded_is_not_used() -> None:
    notebook = Notebook()
    notebook.full = True
    with pytest.raises(OSError, match="the disk is full"):
        run_virtually(Recorded(SlowModel(0), notebook).answer(question()))


def test_an_answer_without_a_waiting_caller_is_still_recorded() -> None:
    model, notebook = Patient(), Notebook()
    taped = Recorded(model, notebook)

    async def give_up() -> None:
        call = asyncio.ensure_future(taped.answer(question()))
        await turns()
        call.cancel()
        await turns()
        assert call.cancelled()
        model.say(question())
        await taped.settle(1.0)

    run_virtually(give_up())
    assert notebook.answers[question().id].content == {"said": "yes"}


def test_an_unrecordable_answer_without_a_waiting_caller_is_silent() -> None:
    model, notebook = Patient(), Notebook()
    notebook.full = True
    taped, heard = Recorded(model, notebook), list[object]()

    async def give_up() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context))
        call = asyncio.ensure_future(taped.answer(question()))
        await turns()
        call.cancel()
        model.say(question())
        await taped.settle(1.0)
        await turns()
        gc.collect()

    run_virtually(give_up())
    assert heard == []


def test_settling_waits_for_calls_under_way_but_not_longer_than_told() -> None:
    taped = Recorded(Patient(), Notebook())

    async def settle() -> None:
        await taped.settle(9.0)
        call = asyncio.ensure_future(taped.answer(question()))
        await turns()
        await taped.settle(5.0)
        call.cancel()

    _, seconds = run_virtually(settle())
    assert seconds == pytest.approx(5.0)


def test_cancelled_calls_end_without_an_answer() -> None:
    model, notebook = Patient(), Notebook()
    taped = Recorded(model, notebook)

    async def give_up() -> None:
        call = asyncio.ensure_future(taped.answer(question()))
        await turns()
        await taped.give_up()
        with pytest.raises(asyncio.CancelledError):
            await call
        await taped.give_up()

    run_virtually(give_up())
    assert notebook.answers == {}


def test_a_call_that_failed_may_be_made_again() -> None:
    model, notebook = Patient(), Notebook()
    taped = Recorded(model, notebook)

    async def fail_then_ask() -> Answer:
        call = asyncio.ensure_future(taped.answer(question()))
        await turns()
        model.fail(question(), ConnectionError("gone"))
        with pytest.raises(ConnectionError):
            await call
        call = asyncio.ensure_future(taped.answer(question()))
        await turns()
        model.say(question())
        return await call

    answer, _ = run_virtually(fail_then_ask())
    assert answer == notebook.answers[question().id]


def test_a_rerun_gets_what_is_on_tape_and_nothing_else() -> None:
    notebook = Notebook()
    known, unknown = question(tick=1), question(tick=2)
    run_virtually(Recorded(SlowModel(0), notebook).answer(known))
    rerun = Recorded(TapeOnly(), notebook)
    answer, seconds = run_virtually(rerun.answer(known))
    assert (answer, seconds) == (notebook.answers[known.id], 0.0)
    with pytest.raises(NotOnTape, match="ann@2/ponder/0"):
        run_virtually(rerun.answer(unknown))
