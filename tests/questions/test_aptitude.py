"""Which kinds of question a model is asked, by how it answered them."""

import asyncio
from collections.abc import Sequence

import pytest

from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood.questions.aptitude import (
    ENOUGH_ANSWERS,
    ENOUGH_FIRST_ANSWERS,
    REMEMBERED_ANSWERS,
    ROUTED,
    Aptitude,
    KindRecord,
    Referring,
    is_usable,
)
from milkwood.questions.failures import PROVENANCE
from milkwood.questions.why import failures, in_words, remedy_of


def question(kind: str = "react", n: int = 0) -> Question:
    return Question(QuestionId(PersonId("ann"), 1, kind, n), {})


class Says:
    """A model that gives prepared answers in turn, the last one for ever."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = answers
        self.asked = 0

    async def answer(self, question: Question) -> Answer:
        self.asked += 1
        return self._answers[min(self.asked, len(self._answers)) - 1]


GOOD = Answer({}, "model", usage=Usage(10, 5, 0.0, 2.0))
BAD = Answer({}, "understudy", "no_json: answer; no_json: answer")
OTHER = Answer({}, "understudy")


def asked(referring: Referring, questions: Sequence[Question]) -> list[Answer]:
    async def ask() -> list[Answer]:
        return [await referring.answer(each) for each in questions]

    return asyncio.run(ask())


# --- records


@pytest.mark.parametrize(
    ("usable", "of", "too_low"),
    [(2, 5, True), (3, 5, False), (0, 4, False), (5, 9, True), (6, 10, False), (0, 5, True)],
)
def test_a_kind_is_too_low_below_sixty_percent_of_enough_answers(usable: int, of: int, too_low: bool) -> None:
    assert KindRecord(of, usable).is_too_low(ENOUGH_ANSWERS) is too_low


def test_later_answers_push_out_earlier_ones() -> None:
    old = KindRecord(40.0, 0.0)
    assert old.followed_by(KindRecord(10.0, 10.0)) == KindRecord(40.0, 10.0)
    assert old.followed_by(KindRecord(400.0, 400.0, 800.0)) == KindRecord(REMEMBERED_ANSWERS, 40.0, 80.0)
    assert KindRecord(5.0, 5.0, 10.0).followed_by(KindRecord(1.0)) == KindRecord(6.0, 5.0, 10.0)
    assert KindRecord(5.0, 4.0, 12.0).mean_seconds == pytest.approx(3.0)


# --- what an answer says about a model


@pytest.mark.parametrize(
    ("by", "why", "usable"),
    [
        ("model", "", True),
        ("model", "no_json: answer", True),
        ("understudy", "no_json: answer; echo: say", False),
        ("understudy", "cut_off: answer; cut_off: answer", False),
        ("understudy", "failed: too_large", False),
        ("understudy", "failed: empty", False),
        ("understudy", "failed: filter", False),
        ("understudy", "failed: timeout", None),
        ("understudy", "no_json: answer; failed: timeout", None),
        ("understudy", "failed: budget", None),
        ("other", "failed: rate; form: say", None),
        ("other", "form: say, echo: say; form: say; failed: rate", False),
        ("understudy", "", None),
    ],
)
def test_only_what_is_the_models_own_counts(by: str, why: str, usable: bool | None) -> None:
    assert is_usable(Answer({}, by, why), "model") is usable


# --- decisions


def test_what_a_profile_says_a_model_cannot_answer_is_not_asked_from_the_start() -> None:
    aptitude = Aptitude({"plan_day": KindRecord(5, 1), "react": KindRecord(5, 4), "weigh": KindRecord(4, 0)})
    assert aptitude.from_start == {"plan_day"}
    model, following = Says(GOOD), Says(OTHER)
    referring = Referring(model, following, "model", aptitude)
    answers = asked(referring, [question("plan_day"), question("react"), question("weigh")])
    assert [(answer.by, answer.why) for answer in answers] == [("understudy", ROUTED), ("model", ""), ("model", "")]
    assert (model.asked, following.asked) == (2, 1)


def test_a_trusted_model_is_asked_everything_and_its_answers_are_counted() -> None:
    aptitude = Aptitude({"plan_day": KindRecord(40, 0)}, trusted=True)
    referring = Referring(Says(BAD), Says(OTHER), "model", aptitude)
    answers = asked(referring, [question("plan_day", n) for n in range(20)])
    assert {answer.why for answer in answers} == {BAD.why}
    assert aptitude.seen == {"plan_day": KindRecord(20.0)}
    assert not aptitude.routed


def test_without_a_profile_a_kind_is_left_to_others_after_its_first_answers() -> None:
    aptitude, model = Aptitude(), Says(BAD)
    referring = Referring(model, Says(OTHER), "model", aptitude)
    answers = asked(referring, [question(n=n) for n in range(15)])
    assert [answer.why for answer in answers] == [BAD.why] * ENOUGH_FIRST_ANSWERS + [ROUTED] * 5
    assert model.asked == ENOUGH_FIRST_ANSWERS
    assert (aptitude.from_start, set(aptitude.routed)) == (frozenset(), {"react"})


def test_answers_of_a_profile_count_towards_the_first_answers_of_a_run() -> None:
    aptitude = Aptitude({"react": KindRecord(8, 5)})
    referring = Referring(Says(BAD), Says(OTHER), "model", aptitude)
    answers = asked(referring, [question(n=n) for n in range(4)])
    assert [answer.why for answer in answers] == [BAD.why] * 2 + [ROUTED] * 2


def test_an_outage_is_no_reason_to_leave_questions_to_others() -> None:
    aptitude, away = Aptitude(), Answer({}, "understudy", "failed: connection")
    asked(Referring(Says(away), Says(OTHER), "model", aptitude), [question(n=n) for n in range(50)])
    assert (aptitude.seen, aptitude.routed) == ({}, {})


def test_usable_answers_are_told_with_their_time() -> None:
    aptitude, told = Aptitude(), list[Answer]()
    asked(Referring(Says(GOOD, BAD), Says(OTHER), "model", aptitude, told.append), [question(), question()])
    assert told == [GOOD]
    assert aptitude.seen == {"react": KindRecord(2.0, 1.0, 2.0)}


# --- the record


def test_a_referred_answer_says_so_and_counts_as_no_failure() -> None:
    second = Answer({}, "understudy", "form: say; failed: rate")
    referring = Referring(Says(GOOD), Says(second), "model", Aptitude({"react": KindRecord(5, 0)}))
    [answer] = asked(referring, [question()])
    assert answer.why == "routed; form: say; failed: rate"
    assert failures(answer.why) == ["form: say", "failed: rate"]
    assert failures(ROUTED) == []
    assert ROUTED in PROVENANCE
    assert "too few" in in_words(ROUTED)
    assert "--trust-all" in remedy_of(ROUTED)
