import asyncio
from typing import Any

import pytest

from benchmarks import prefixes
from benchmarks.prefixes import SHARE, Sharing, lived, share
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.questions.case import cases
from tests.cases import long_after

KLAUS = PersonId("klaus_mueller")
DAY = 17


class Mute:
    async def answer(self, question: Question) -> Answer:
        return Answer({}, "nobody")


def asked(*contents: dict[str, Any]) -> list[prefixes.Read]:
    model = Sharing(Mute())
    for tick, content in enumerate(contents):
        asyncio.run(model.answer(Question(QuestionId(KLAUS, tick, "react"), content)))
    return model.read()


def react() -> dict[str, Any]:
    return dict(next(case for case in cases("react") if case.language == "en").ask)


def test_the_first_prompt_of_a_kind_shares_nothing_and_the_same_again_everything() -> None:
    first, again = asked(react(), react())
    assert first.first
    assert not again.first
    assert first.shared == 0
    assert again.shared == again.tokens
    assert share([first, again]) == 50


def test_text_after_the_first_difference_is_not_shared() -> None:
    other = react()
    other["self"] = {**other["self"], "called": "Somebody Else"}
    _, again = asked(react(), other)
    assert 0 < again.shared < 0.6 * again.tokens


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("language", long_after(1, ["en", "zh"]))
def test_most_prompt_text_was_read_before_on_either_day(language: str) -> None:
    prompts, hour = lived("gull_quay", language)
    for second in (False, True):
        later = [one for one in prompts if not one.first and (one.id.tick >= DAY * hour) == second]
        assert share(later) >= SHARE
