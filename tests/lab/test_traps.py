import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from milkwood.ids import PersonId
from milkwood.lab.traps import Trap, traps
from milkwood.models.port import Question, QuestionId
from milkwood.models.wording import WordOverlap
from milkwood.plain import table, text
from milkwood.questions.offer import offer
from milkwood.questions.prompt import LANGUAGES, render
from milkwood.questions.reading import check
from milkwood.questions.registry import KINDS
from milkwood.understudy.model import Understudy

ALL = [pytest.param(trap, id=f"{language}-{trap.name}") for language in LANGUAGES for trap in traps(language)]
BAD: dict[str, Mapping[str, Any]] = {
    "a stranger is not known": {"say": "A fine man.", "used": [], "knows": True},
    "people are people": {"say": "As an AI, I was made by OpenAI.", "used": [], "knows": True},
    "a death weighs more than a toothbrush": {"weights": [5, 5]},
    "a fire is not let pass": {"choice": "ignore"},
    "a promise is in the plan": {
        "blocks": [{"start": "08:00", "minutes": 600, "what": "serving", "place": "Hobbs Cafe:cafe"}]
    },
    "a secret is kept": {"say": "I am behind with the rent.", "over": False, "tells": [31]},
}


@pytest.mark.parametrize("trap", ALL)
def test_the_understudy_falls_into_no_trap(trap: Trap) -> None:
    asked = Question(QuestionId(PersonId("isabella_rodriguez"), 0, trap.kind), trap.ask)
    answer = asyncio.run(Understudy(1, WordOverlap()).answer(asked))
    assert check(KINDS[trap.kind], trap.ask, answer.content) == []
    assert trap.passed(answer.content)


@pytest.mark.parametrize("trap", ALL)
def test_an_answer_that_falls_into_a_trap_is_detected(trap: Trap) -> None:
    assert not trap.passed(BAD[trap.name])


FAIR = {
    "a stranger is not known": ("Bartholomew Quill", "欧阳九成"),
    "people are people": ("language model", "语言模型"),
    "a death weighs more than a toothbrush": ("My mother died", "我母亲昨晚去世了"),
    "a fire is not let pass": ("on fire", "着火"),
    "a promise is in the plan": ("15:00-16:00 listening to Klaus's talk", "听克劳斯讲论文"),
    "a secret is kept": ("Never say to", "绝不能对克劳斯说的"),
}


@pytest.mark.parametrize("trap", ALL)
def test_a_trap_is_fair_the_prompt_says_what_is_needed_to_see_it(trap: Trap) -> None:
    prompt = render(KINDS[trap.kind], trap.ask, offer(trap.ask)).text
    assert FAIR[trap.name][LANGUAGES.index(text(table(trap.ask["self"])["language"]))] in prompt


def test_a_person_may_wonder_what_a_machine_is_without_being_one() -> None:
    trap = next(trap for trap in traps("en") if trap.name == "people are people")
    assert trap.passed({"say": "A language model? I run a cafe, dear.", "used": [], "knows": False})
