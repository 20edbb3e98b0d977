import asyncio

from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood.questions.case import cases
from milkwood.questions.offer import offer
from milkwood.questions.prompt import render
from milkwood.questions.registry import KINDS
from milkwood.questions.tokens import tokens
from tests.instruments.counting import Counting


class Fixed:
    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def answer(self, question: Question) -> Answer:
        return self._answer


def test_the_very_prompt_and_the_answer_as_a_model_would_write_it_are_counted() -> None:
    case = next(case for case in cases("plan_day") if case.language == "zh")
    block = {"start": "09:10", "minutes": 600, "what": "招呼客人", "place": "Hobbs Cafe:cafe"}
    plain = Answer({"blocks": [block], "sleep": "23:00"}, "understudy")
    counting = Counting(Fixed(plain))
    answer = asyncio.run(counting.answer(Question(QuestionId(PersonId("isabella_rodriguez"), 0, "plan_day"), case.ask)))
    wanted = tokens(render(KINDS["plan_day"], case.ask, offer(case.ask)).text)
    said = '{"blocks":[{"minutes":600,"place":"霍布斯咖啡馆店堂","start":"09:10","what":"招呼客人"}],"sleep":"23:00"}'
    assert answer.usage == Usage(wanted, tokens(said))
    assert (answer.content, answer.by) == (plain.content, "understudy")
    assert (counting.calls, counting.prompt_tokens, counting.answer_tokens) == (
        {"plan_day": 1},
        {"plan_day": wanted},
        {"plan_day": tokens(said)},
    )
