"""A model behind prompts: asked, read, asked again, replaced by the understudy (rule M3)."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from milkwood.errors import PurseError, VendorError
from milkwood.ids import PersonId
from milkwood.models.completion import Call, Completion, Failure
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood.models.prompt import Prompt
from milkwood.questions.answering import Answering
from milkwood.questions.case import Case, cases
from milkwood.questions.debris import is_machine
from milkwood.questions.prompt import LANGUAGES
from milkwood.questions.reading import check
from milkwood.questions.registry import KINDS
from tests.questions.garbage import GARBAGE, Garbage, Raising, by_prompt
from tests.questions.test_reading import texts


class StandIn:
    """An understudy with a prepared answer."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = content

    async def answer(self, question: Question) -> Answer:
        return Answer(self._content, "understudy")


def case_of(kind: str, language: str = "en") -> Case:
    return next(case for case in cases(kind) if case.language == language)


def question(case: Case) -> Question:
    return Question(QuestionId(PersonId("isabella_rodriguez"), 360, case.kind), case.ask)


def answered(case: Case, model: Any) -> Answer:
    gives = case.said[0].gives
    assert gives is not None
    return asyncio.run(Answering(model, StandIn(gives)).answer(question(case)))


def saying(*said: str) -> Garbage:
    turns: Iterator[str] = iter(said)
    return Garbage(lambda _turn, _prompt: next(turns))


def test_a_good_answer_is_the_models_own() -> None:
    case = case_of("speak")
    model = saying(case.said[0].text)
    answer = answered(case, model)
    assert answer.content == case.said[0].gives
    assert (answer.by, answer.why) == ("garbage", "")
    assert answer.usage == Usage(100, 10, 0.001, 0.5)


def test_a_bad_answer_is_asked_again_with_the_error() -> None:
    case = case_of("speak")
    model = saying('{"say":"好啊。"}', case.said[0].text)
    answer = answered(case, model)
    assert answer.content == case.said[0].gives
    assert (answer.by, answer.why) == ("garbage", "language: say")
    assert answer.usage == Usage(200, 20, 0.002, 1.0)
    first, second = model.prompts
    assert second.text.startswith(first.text)
    assert "say must be in English only." in second.user


def test_after_two_bad_answers_the_understudy_answers_and_the_record_says_why() -> None:
    case = case_of("speak")
    model = saying("SECRET: 502 Bad Gateway", '{"say":"SECRET <html>"}')
    answer = answered(case, model)
    assert answer.content == case.said[0].gives
    assert answer.by == "understudy"
    assert answer.why == "debris: answer; debris: say"
    assert answer.usage == Usage(200, 20, 0.002, 1.0)
    assert model.calls["complete"] == 2


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (Failure("rate", "SECRET", usage=Usage(70, 0)), "failed: rate"),
        (TimeoutError("SECRET"), "failed: timeout"),
        (ConnectionResetError("SECRET"), "failed: connection"),
        (PurseError("SECRET"), "failed: budget"),
        (VendorError("SECRET"), "failed: vendor"),
        (KeyError("SECRET"), "failed: KeyError"),
    ],
)
def test_a_model_that_raises_is_a_failure_with_its_category(error: Exception, why: str) -> None:
    answer = answered(case_of("speak"), Raising(error))
    assert (answer.by, answer.why) == ("understudy", why)
    assert answer.usage.prompt_tokens == (70 if isinstance(error, Failure) else 0)


def test_a_cancelled_question_is_not_answered() -> None:
    class Hanging:
        name = "hanging"

        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        answered(case_of("speak"), Hanging())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_garbage_for_every_question_ends_in_a_usable_answer_and_is_counted(kind: str, language: str) -> None:
    case = case_of(kind, language)
    for text, category in GARBAGE.values():
        answer = answered(case, saying(text, text))
        assert answer.by == "understudy"
        assert answer.why.split(":")[0] == category
        assert check(KINDS[kind], case.ask, answer.content) == []
        assert not any(is_machine(said) for said in texts(answer.content))


def test_the_schema_and_the_most_tokens_go_with_the_prompt() -> None:
    seen: list[tuple[Mapping[str, Any], int]] = []
    case = case_of("react")

    class Watching:
        name = "watching"

        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            seen.append((schema, most_tokens))
            return Completion(case.said[0].text)

    answered(case, Watching())
    [(schema, most)] = seen
    assert schema["properties"]["choice"]["enum"] == ["ignore", "talk"]
    assert most == KINDS["react"].most_answer_tokens
    json.dumps(schema)


def test_an_answer_that_ran_into_its_limit_is_asked_for_again_with_twice_the_room() -> None:
    seen: list[tuple[str, int, int]] = []
    case = case_of("react")

    class Brief:
        name = "brief"

        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            seen.append((prompt.text, most_tokens, call.attempt))
            whole = case.said[0].text
            return Completion(whole[:9], cut_off=True) if len(seen) == 1 else Completion(whole)

    answer = answered(case, Brief())
    (first, most, one), (second, more, two) = seen
    assert (second, more, one, two) == (first, 2 * most, 0, 1)
    assert (answer.by, answer.why) == ("brief", "cut_off: answer")


def test_an_answer_that_ran_into_its_limit_and_can_be_read_is_used() -> None:
    case = case_of("react")

    class Brief:
        name = "brief"

        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            return Completion(case.said[0].text, cut_off=True)

    assert answered(case, Brief()).why == ""


def test_models_are_asked_in_turn_and_the_record_says_why_each_failed() -> None:
    case = case_of("speak")
    gives = case.said[0].gives
    assert gives is not None
    last = Answering(saying("prose", "prose"), StandIn(gives))
    answer = asyncio.run(Answering(Raising(Failure("auth", "SECRET")), last).answer(question(case)))
    assert (answer.by, answer.why) == ("understudy", "failed: auth; no_json: answer; no_json: answer")
    assert answer.usage == Usage(200, 20, 0.002, 1.0)


def test_unknown_usage_adds_nothing() -> None:
    case = case_of("speak")

    class Silent(Garbage):
        async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
            return Completion(case.said[0].text, None)

    assert answered(case, Silent()).usage == Usage()
    assert answered(case, Raising(Failure("timeout", "SECRET"))).usage == Usage()


def test_an_answer_does_not_depend_on_what_else_is_asked() -> None:
    case = case_of("weigh")
    model = Answering(Garbage(lambda _turn, _prompt: case.said[0].text), StandIn({}))

    async def both() -> list[Answer]:
        return list(await asyncio.gather(model.answer(question(case)), model.answer(question(case))))

    one, other = asyncio.run(both())
    assert one == other


def test_each_garbage_comes_in_turn_and_each_prompt_has_its_own() -> None:
    case = case_of("weigh")
    model = Garbage()
    whys = {answered(case, model).why for _ in range(len(GARBAGE))}
    assert {why.split(":")[0] for why in whys} | {"cut_off"} >= {category for _, category in GARBAGE.values()}
    assert answered(case, Garbage(by_prompt)) == answered(case, Garbage(by_prompt))


def plan(*blocks: tuple[str, int]) -> str:
    said = [
        {"start": start, "minutes": minutes, "what": f"serving coffee {n}", "place": "Hobbs Cafe: cafe"}
        for n, (start, minutes) in enumerate(blocks)
    ]
    return json.dumps({"blocks": said, "sleep": "23:00"})


WHOLE = plan(("09:10", 290), ("14:00", 300), ("19:00", 240))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (WHOLE, ""),
        (plan(("09:10", 290), ("14:45", 255), ("19:00", 240)), ""),  # 45 minutes are a way
        (plan(("09:10", 290), ("14:46", 254), ("19:00", 240)), "filled: blocks"),
        (plan(("09:10", 290), ("14:00", 374)), "filled: blocks"),  # 80 % of the day
        (plan(("15:00", 480)), "filled: blocks"),
        (plan(("12:00", 170)), "filled: blocks"),  # a fifth of it
        (json.dumps({"blocks": json.loads(WHOLE)["blocks"]}), ""),  # no bed time
        (WHOLE[: WHOLE.index('"start": "19:00"') + 5], "filled: blocks"),  # cut off
    ],
)
def test_a_plan_that_covers_a_part_of_the_day_is_used_at_once(text: str, why: str) -> None:
    answer = answered(case_of("plan_day"), saying(text))
    assert (answer.by, answer.why) == ("garbage", why)
    assert answer.content["sleep"] == "23:00"


def test_a_promise_covers_its_part_of_the_day() -> None:
    case = case_of("plan_day")
    promise = {**case.ask["promises"][0], "date": case.ask["now"]["date"], "start": "14:00", "end": "19:00"}
    asked = Question(question(case).id, {**case.ask, "promises": [promise]})
    open_at_noon = saying(plan(("09:10", 290), ("19:00", 240)))
    gives = case.said[0].gives
    assert gives is not None
    assert asyncio.run(Answering(open_at_noon, StandIn(gives)).answer(asked)).why == ""


def test_a_plan_of_next_to_nothing_is_asked_again() -> None:
    answer = answered(case_of("plan_day"), saying(plan(("12:00", 100)), plan(("12:00", 400))))
    assert (answer.by, answer.why) == ("garbage", "little: blocks; filled: blocks")
    answer = answered(case_of("plan_day"), saying(plan(("12:00", 100)), plan(("12:00", 100))))
    assert (answer.by, answer.why) == ("understudy", "little: blocks; little: blocks")


@pytest.mark.parametrize(
    ("minutes", "why"),
    [((10, 10, 10), ""), ((10, 17), ""), ((10, 16), "filled: deeds"), ((6,), "filled: deeds"), ((5,), None)],
)
def test_deeds_that_tell_a_part_of_a_block_are_used_at_once(minutes: tuple[int, ...], why: str | None) -> None:
    deeds = [{"what": f"frying egg number {n}", "minutes": each} for n, each in enumerate(minutes)]
    text = json.dumps({"deeds": deeds})
    answer = answered(case_of("break_down"), saying(text, text))
    if why is None:
        assert (answer.by, answer.why) == ("understudy", "little: deeds; little: deeds")
    else:
        assert (answer.by, answer.why) == ("garbage", why)
