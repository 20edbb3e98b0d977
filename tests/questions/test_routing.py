import asyncio
from typing import Any

import pytest

from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.questions.routing import SPENDING_PAUSED, Router, Unpaid, rules

MODELS = ("fast", "strong", "claude")
PEOPLE = ("mei_lin", "tom_moreno")
PLAIN: dict[str, Any] = {
    "usual": "fast",
    "questions": {"plan_day": "strong", "speak": "strong"},
    "people": {"mei_lin": "claude", "tom_moreno": {"speak": "claude"}},
}


@pytest.mark.parametrize(
    ("person", "kind", "model"),
    [
        ("adam_smith", "react", "fast"),
        ("adam_smith", "plan_day", "strong"),
        ("mei_lin", "react", "claude"),
        ("mei_lin", "plan_day", "claude"),
        ("tom_moreno", "speak", "claude"),
        ("tom_moreno", "plan_day", "strong"),
        ("tom_moreno", "react", "fast"),
    ],
)
def test_more_specific_rules_go_first(person: str, kind: str, model: str) -> None:
    assert rules(PLAIN, MODELS, PEOPLE).pick(person, kind) == model


def test_with_no_rules_everything_goes_to_the_first_model() -> None:
    assert rules({}, MODELS, PEOPLE).pick("mei_lin", "speak") == "fast"


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        (
            {"questions": {"plan_dya": "fast"}},
            "routing.questions: There is no question called “plan_dya”. Did you mean “plan_day”?",
        ),
        ({"people": {"mei": "fast"}}, "routing.people: There is no person called “mei”."),
        ({"usual": "gpt"}, "routing.usual: There is no model called “gpt”. There are: claude, fast, strong."),
        ({"questions": {"speak": 7}}, "routing.questions.speak: There is no model called “7”."),
        ({"people": {"mei_lin": {"speek": "fast"}}}, "routing.people.mei_lin: There is no question called “speek”."),
        ({"people": {"mei_lin": {"speak": "fats"}}}, "routing.people.mei_lin.speak: There is no model called “fats”."),
        ({"persons": {}}, "routing: There is no part called “persons”."),
        ({"people": ["mei_lin"]}, "routing: “people” must be a table of names."),
    ],
)
def test_unknown_names_are_reported_with_their_place_and_a_remedy(plain: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as refused:
        rules(plain, MODELS, PEOPLE)
    assert str(refused.value).startswith(sentence)


class Named:
    """Answers with its name."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def answer(self, question: Question) -> Answer:
        return Answer({}, self._name)


def test_a_question_goes_to_the_model_its_rule_names() -> None:
    router = Router({name: Named(name) for name in MODELS}, rules(PLAIN, MODELS, PEOPLE))
    asked = Question(QuestionId(PersonId("mei_lin"), 1, "react"), {})
    assert asyncio.run(router.answer(asked)).by == "claude"


def test_while_spending_is_paused_the_understudy_answers_and_says_why() -> None:
    router = Router.to(Named("paid"))
    asked = Question(QuestionId(PersonId("mei_lin"), 1, "react"), {})
    router.override = Unpaid(Named("understudy"))
    answer = asyncio.run(router.answer(asked))
    assert (answer.by, answer.why) == ("understudy", SPENDING_PAUSED)
    router.override = None
    answer = asyncio.run(router.answer(asked))
    assert (answer.by, answer.why) == ("paid", "")
