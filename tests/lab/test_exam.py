import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.lab.exam import ALONE_QUESTIONS, Examination
from milkwood.lab.paper import ORDER, Paper, paper, sample
from milkwood.lab.sheet import ExamMark, ExamSheet
from milkwood.lab.traps import traps
from milkwood.lab.verdict import ExamVerdict, verdict
from milkwood.models.completion import Call, Completion, Endpoint, Failure, Tariff
from milkwood.models.port import Answer, Model, Question, QuestionId, Usage
from milkwood.models.prompt import Prompt
from milkwood.models.spec import Spec
from milkwood.questions.case import cases
from milkwood.questions.prompt import LANGUAGES
from tests.instruments.virtual import VirtualTimeLoop

SPEC = Spec("played", "custom", "played", address="http://127.0.0.1:9/v1")


class Played:
    """An endpoint with prepared answers, kind by kind."""

    name = "custom/played"
    server = "127.0.0.1:9"
    tariff, near = Tariff(1.0, 2.0), False

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = said

    async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
        said = self._said[call.question.kind]
        text = said[min(call.attempt, len(said) - 1)] if isinstance(said, list) else said
        if isinstance(text, Exception):
            raise text
        if text is None:
            await asyncio.Event().wait()
        return Completion(text, Usage(100, 20, 0.01, 0.0), cached_tokens=40)

    async def close(self) -> None:
        pass


def good(kind: str) -> str:
    return next(case for case in cases(kind) if case.language == "en").said[0].text


def papers(*kinds: str) -> list[Paper]:
    asks = {kind: next(case for case in cases(kind) if case.language == "en").ask for kind in kinds}
    return [
        Paper(Question(QuestionId(PersonId("isabella_rodriguez"), number, kind), asks[kind]))
        for number, kind in enumerate(kinds)
    ]


def sat(asked: list[Paper], said: Mapping[str, Any], seconds: float = 120.0) -> tuple[ExamSheet, list[ExamMark]]:
    told: list[ExamMark] = []

    def connect(_spec: Spec, /) -> Endpoint:
        return Played(said)

    return asyncio.run(Examination(SPEC, asked, None, seconds).sit(told.append, connect)), told


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualTimeLoop]:
    """A loop in which waiting and thinking take no time."""
    loop = VirtualTimeLoop()
    monkeypatch.setattr("milkwood.lab.exam.time", SimpleNamespace(monotonic=loop.time))
    yield loop
    loop.close()


def test_answers_are_valid_repaired_or_the_understudy_s() -> None:
    said = {"weigh": good("weigh"), "react": ["no idea", good("react")], "whisper": "no idea"}
    sheet, told = sat(papers("weigh", "react", "whisper"), said)
    assert [(mark.kind, mark.outcome) for mark in sheet.marks] == [
        ("weigh", "valid"),
        ("react", "repaired"),
        ("whisper", "fallback"),
    ]
    assert told == sheet.marks
    assert [len(sheet.alone), len(sheet.together)] == [5, 0]


def test_questions_after_the_first_ones_are_asked_together_and_counted_separately() -> None:
    sheet, _ = sat(papers(*["weigh"] * (ALONE_QUESTIONS + 9)), {"weigh": good("weigh")})
    assert (len(sheet.alone), len(sheet.together), sheet.marks_alone) == (ALONE_QUESTIONS, 9, ALONE_QUESTIONS)


def test_a_time_limit_ends_the_exam_with_the_answers_so_far(loop: VirtualTimeLoop) -> None:
    said = {"weigh": good("weigh"), "react": None}
    sitting = Examination(SPEC, papers("weigh", "react", "weigh"), None, 20.0)
    sheet = loop.run_until_complete(sitting.sit(connect=lambda _: Played(said)))
    assert [mark.kind for mark in sheet.marks] == ["weigh"]
    assert sheet.not_asked == 2
    assert sheet.seconds == pytest.approx(20.0)


class Slow:
    """A model that cannot be interrupted, like weights in this process: it always takes its full time."""

    name, lends = "slow", True

    async def answer(self, question: Question) -> Answer:
        await asyncio.shield(asyncio.sleep(0.15))
        return Answer(next(one.question.content for one in papers(question.id.kind)), "slow")

    async def close(self) -> None:
        await asyncio.sleep(0.15)  # until the started work is done


def test_no_question_is_asked_without_enough_time_left(loop: VirtualTimeLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("milkwood.providers.weights.local", lambda *_, **__: Slow())
    sitting = Examination(Spec("local", "weights", "local"), papers(*["weigh"] * 40), seconds=0.5)
    sheet = loop.run_until_complete(sitting.sit())
    assert (len(sheet.marks), sheet.not_asked) == (3, 37)
    assert sheet.seconds == pytest.approx(0.6)
    told = verdict("local", "en", sheet, hosted=False, lends=True)
    assert (told.asked, told.not_asked) == (len(sheet.marks), sheet.not_asked)


@pytest.mark.parametrize("category", ["auth", "missing", "network_off"])
def test_an_unreachable_model_is_not_a_bad_model(category: Any) -> None:
    with pytest.raises(SetupError, match="the remedy"):
        sat(papers("weigh", "react"), {"weigh": Failure(category, "No.", remedy="This is the remedy.")})


def test_a_trap_counts_only_for_the_model_s_own_answer() -> None:
    trap = next(trap for trap in traps("en") if trap.kind == "weigh")
    one = Paper(Question(QuestionId(PersonId("isabella_rodriguez"), 0, "weigh"), trap.ask), trap)
    for text, passed in (('{"weights":[1,10]}', True), ('{"weights":[9,9]}', False), ("no idea", False)):
        sheet, _ = sat([one], {"weigh": text})
        assert [(mark.trap, mark.passed) for mark in sheet.marks] == [(trap.name, passed)]


class Lending:
    """A small model that contributes to some of the understudy's answers, and says so."""

    name, lends = "small", True

    def __init__(self, understudy: Model) -> None:
        self._understudy = understudy

    async def answer(self, question: Question) -> Answer:
        answer = await self._understudy.answer(question)
        if question.id.kind == "weigh":
            return replace(answer, by="small+understudy", why="choices: 2; lines: 0")
        return replace(answer, why="not_carried")

    async def close(self) -> None:
        pass


def test_an_answer_left_to_the_understudy_is_not_a_trap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("milkwood.providers.weights.local", lambda _spec, understudy, _seed, **_: Lending(understudy))
    asked = [
        Paper(Question(QuestionId(PersonId("isabella_rodriguez"), 0, trap.kind), trap.ask), trap)
        for trap in traps("en")
        if trap.kind in ("weigh", "react")
    ]
    sheet = asyncio.run(Examination(Spec("local", "weights", "local"), asked).sit())
    assert {mark.kind: (mark.outcome, mark.passed) for mark in sheet.marks} == {
        "weigh": ("valid", True),
        "react": ("fallback", False),
    }
    assert [mark.kind for mark in sheet.marks if mark.trap] == ["weigh"]
    assert verdict("local", "en", sheet, hosted=False, lends=True).speed is not None


def judged(said: Mapping[str, Any], *kinds: str) -> ExamVerdict:
    return verdict("played", "en", sat(papers(*kinds), said)[0], hosted=True)


def test_a_good_model_is_suitable_and_its_day_is_computed() -> None:
    result = judged({kind: good(kind) for kind in ("weigh", "react", "whisper")}, *["weigh", "react", "whisper"] * 6)
    assert (result.grade, result.usable, result.weak) == ("fit", 1.0, [])
    assert (result.prompt_tokens, result.cached_tokens, result.answer_tokens) == (1800, 720, 360)
    assert result.price == pytest.approx(0.18)
    prices = [result.days[people].price for people in (3, 25, 100)]
    assert all(price is not None and price.low > 0 for price in prices)
    assert result.people_live > 0
    assert {"grade", "usable", "days", "rows", "traps"} <= set(result.plain())


def test_a_model_that_fails_at_one_question_is_reported_with_it() -> None:
    result = judged({"weigh": good("weigh"), "react": "no idea"}, *["weigh", "weigh", "react"] * 3)
    assert (result.grade, result.weak) == ("partly", ["react"])
    react = next(row for row in result.rows if row.kind == "react")
    assert (react.asked, react.valid, react.fallback) == (3, 0, 3)
    assert react.faults


def test_a_model_without_usable_answers_is_unsuitable() -> None:
    assert judged({"weigh": "no idea"}, *["weigh"] * 6).grade == "unfit"


def test_too_few_answers_say_nothing() -> None:
    assert judged({"weigh": good("weigh")}, "weigh").grade == "unknown"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paper_has_every_question_real_ones_first_and_all_traps(language: str) -> None:
    asked = paper(language)
    assert [one.question.id.kind for one in asked[: len(ORDER)]] == list(ORDER)
    assert {one.trap.name for one in asked if one.trap} == {trap.name for trap in traps(language)}
    assert all(one.question.content["self"]["language"] == language for one in asked)
    people = {one.question.id.person for one in asked}
    assert len(people) >= 4  # of the town, not only of the cases
    assert [one.question for one in asked] == [one.question for one in paper(language)]
    assert sample(language).question.id.kind == "react"
