"""Whatever goes wrong with a model: the day goes on, each fault is counted by its category, and the remedy is named."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from milkwood.ids import PersonId
from milkwood.models.completion import RETRYABLE, Call, Failure, Schema
from milkwood.models.port import QuestionId
from milkwood.models.prompt import Prompt
from milkwood.providers.connect import connect
from milkwood.questions.faults import CATEGORIES
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood_fake import Fake, FaultPlan, Strike
from milkwood_fake.faults import COUNTS, REFUSALS, SENTENCES, TEXTS, WAYS
from tests.cases import long_after, long_unless
from tests.models.faulty import DAY, KEY, MORNING, PRICES, Lived, live, soon, spec, wanted

__all__ = ["soon"]
pytestmark = pytest.mark.usefixtures("soon")

FAKE = "custom/fake-1"
SHORT = {"timeout_seconds": 0.5}

LASTING = {
    "wrong_key": "auth",
    "unpaid": "payment",
    "quota": "payment",
    "forbidden": "forbidden",
    "no_model": "missing",
    "redirect": "missing",
}
"""Always applied: the endpoint is not called again after the first call."""
HOPELESS = {"too_long": "too_large", "too_large": "too_large", "filter_refused": "filter"}
"""Always applied: no retry, but the next question may succeed."""
PASSING = {
    "timed_out": "timeout",
    "conflict": "conflict",
    "rate": "rate",
    "error": "server",
    "bad_gateway": "server",
    "unavailable": "server",
    "gateway_timeout": "timeout",
    "hang": "timeout",
    "drip": "timeout",
    "endless_stream": "timeout",
    "continues": "timeout",
    "reset": "connection",
    "closed": "connection",
    "garbage": "connection",
    "flood": "connection",
    "broken": "content_type",
    "html": "content_type",
    "deep": "content_type",
    "not_text": "content_type",
    "refused_inside": "rate",
    "empty": "empty",
    "null": "empty",
}
"""Applied now and then: a retry succeeds."""
DECLINED = {"filter": "filter", "refusal": "filter"}
"""Applied now and then: no retry; another model or the understudy answers."""
OUTSIZED = {"endless": "other", "big": "other", "bomb": "other"}
"""Applied now and then: more than any answer has; no retry."""
UNFIT = {
    "prose": {"no_json", "debris", "refusal"},
    "huge": {"too_long", "no_json"},
    "foreign": {"language"},
    "cut": set(CATEGORIES),
    "cut_off": {"cut_off"},
}
"""Applied now and then: asked again with the error."""
HARMLESS = ("thinking", "fenced", "usage_renamed")
"""Always applied: nothing is lost."""
GREEDY = ("greedy",)
"""Valid answers that ask for as much as they may; `tests/story/test_greedy.py` lives them."""
UNCOUNTED = (
    "no_usage",
    "usage_odd",
    "usage_under",
    "usage_over",
    "usage_zero",
    "usage_negative",
    "usage_nan",
    "usage_infinite",
    "usage_text",
    "usage_huge",
    "usage_digits",
)
"""Always applied: charged in full."""
UNPRICED = ("usage_free", "usage_dear")
"""Always applied: the tokens are believed, the price is not."""
UNFORMED = ("no_schema", "no_format")
"""Always applied: detected once, and a plainer format is used from then on."""
TIMED = ("hang", "drip", "endless_stream", "continues")


def of_each(faults: dict[str, str]) -> list[str]:
    """One fault of each category: `make test` lives a day with it; each is tested separately further down."""
    return list({category: fault for fault, category in faults.items()}.values())


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """The file of a recorded run; the key is in nothing that the run leaves behind."""
    yield tmp_path / "three.milkwood"
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert KEY.encode() not in file.read_bytes(), file


def struck(path: Path, fault: str, until: int = DAY, *, spec_changes: Any = None, **strike: Any) -> tuple[Lived, Fake]:
    with Fake(FaultPlan(strike=(Strike(fault=fault, **strike),))) as fake:
        lived = live(path, wanted(fake.address, spec_changes), until)
    assert lived.settled == until
    assert lived.halted is None
    assert fake.done[fault] > 0
    return lived, fake


def test_every_fault_of_the_fake_is_lived_through() -> None:
    sorts = (LASTING, HOPELESS, PASSING, DECLINED, OUTSIZED, UNFIT, HARMLESS, GREEDY, UNCOUNTED, UNPRICED, UNFORMED)
    assert sorted(fault for sort in sorts for fault in sort) == sorted(SENTENCES)


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_unless(of_each(LASTING), LASTING))
def test_an_endpoint_that_refuses_us_is_left_alone_and_the_understudy_lives_the_day(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault)
    assert lived.by == {UNDERSTUDY: lived.why[LASTING[fault]]}, "every answer says why it is the understudy's"
    assert lived.calls[LASTING[fault]] == fake.done[fault]
    assert fake.done[fault] <= 6, "only those who were under way at once ask in vain"
    assert len([note for note in lived.notes if "Meanwhile understudy answers" in note]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_unless(of_each(HOPELESS), HOPELESS))
def test_a_hopeless_call_is_not_retried(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault)
    assert lived.calls[HOPELESS[fault]] == fake.done[fault] == lived.why[HOPELESS[fault]]
    assert lived.by == {UNDERSTUDY: fake.done[fault]}


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_unless(of_each(PASSING), PASSING))
def test_a_temporary_fault_is_retried_and_the_model_answers(fault: str, path: Path) -> None:
    if fault in TIMED:
        lived, fake = struck(path, fault, every=12, seconds=30.0, spec_changes=SHORT)
        assert lived.calls["timeout"] >= fake.done[fault]  # on a busy machine a good answer may be late as well
    else:
        lived, fake = struck(path, fault, every=4)
        assert lived.calls[PASSING[fault]] == fake.done[fault]
        assert lived.by[FAKE] >= 0.9 * sum(lived.by.values())
    assert lived.by[FAKE] > 0


@pytest.mark.slow
def test_a_limit_that_says_how_long_is_waited_out(path: Path) -> None:
    lived, fake = struck(path, "rate", every=5, retry_after_seconds=0.05)
    assert lived.calls["rate"] == fake.done["rate"]
    assert set(lived.by) == {FAKE}


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_after(1, DECLINED))
def test_a_question_one_model_declines_another_answers(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault, every=4)
    assert lived.calls["filter"] == fake.done[fault] == lived.why["filter"] == lived.by[UNDERSTUDY]
    assert lived.by[FAKE] > lived.by[UNDERSTUDY]


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_unless(["big"], OUTSIZED))
def test_what_is_more_than_any_answer_has_is_left_and_the_understudy_answers(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault, every=4)
    assert lived.calls["other"] == fake.done[fault] == lived.why["other"] == lived.by[UNDERSTUDY]
    assert lived.by[FAKE] > lived.by[UNDERSTUDY]


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_after(1, UNFIT))
def test_an_answer_that_cannot_be_used_is_asked_for_again(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault, every=4)
    assert lived.calls["answered"] + lived.calls["estimated"] == fake.done[fault] + fake.done["answered"]
    found = {category: count for category, count in lived.why.items() if category in UNFIT[fault]}
    assert 0 < sum(found.values()) <= fake.done[fault]
    assert lived.by[FAKE] >= 0.9 * sum(lived.by.values())


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_after(1, HARMLESS))
def test_harmless_faults_do_no_harm(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault)
    assert set(lived.by) == {FAKE}
    assert set(lived.why) <= {"repeat", "filled"}
    assert lived.tokens == fake.server.prompt_tokens + fake.server.answer_tokens


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_unless(["no_usage", "usage_under", "usage_nan", "usage_digits"], UNCOUNTED))
def test_uncounted_or_implausible_usage_is_charged_in_full_and_shown(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault, MORNING)
    assert set(lived.by) == {FAKE}, "no answer is lost"
    assert (lived.calls["estimated"], lived.calls["answered"]) == (fake.done[fault], 0)
    assert lived.tokens > fake.server.prompt_tokens + fake.server.answer_tokens
    assert lived.tokens < 10 * (fake.server.prompt_tokens + fake.server.answer_tokens)
    assert any("our own estimate is charged" in note for note in lived.notes)


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_unless(["usage_free"], UNPRICED))
def test_a_price_that_cannot_be_right_is_reckoned_from_the_tokens_and_said(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault, MORNING)
    tokens = fake.server.prompt_tokens, fake.server.answer_tokens
    assert lived.tokens == sum(tokens)
    assert lived.price == pytest.approx((PRICES["prompt_price"] * tokens[0] + PRICES["answer_price"] * tokens[1]) / 1e6)
    assert (lived.calls["estimated"], lived.calls["answered"]) == (fake.done[fault], 0)
    assert any("our own estimate is charged" in note for note in lived.notes)


@pytest.mark.slow
@pytest.mark.parametrize("fault", long_after(1, UNFORMED))
def test_an_unsupported_format_is_detected_once(fault: str, path: Path) -> None:
    lived, fake = struck(path, fault)
    assert lived.calls["schema"] == fake.done[fault] + fake.done["refused"] <= 15
    assert set(lived.by) == {FAKE}
    again, fake = struck_again(path.with_name("again.milkwood"), fault, fake)
    assert set(again.by) == {FAKE}
    assert "schema" not in again.calls, "it is remembered beyond the run"


def struck_again(path: Path, fault: str, before: Fake) -> tuple[Lived, Fake]:
    with Fake(FaultPlan(strike=(Strike(fault=fault),)), port=before.port) as fake:
        return live(path, wanted(fake.address), 720), fake


# --- messages


def failure(fault: str, tmp_path: Path, kind: str = "weigh", provider: str = "custom") -> Failure:
    """How a single call fails."""
    call = Call(QuestionId(PersonId("tom"), 1, kind))
    prompt = Prompt("Answer with JSON.", (), "Well?")
    schema: Schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    patience = SHORT if fault in TIMED else {}  # other answers may be slow

    async def go(address: str) -> None:
        endpoint = connect(replace(spec(address, **patience), provider=provider), tmp_path)
        try:
            for _ in range(9):  # the supported format is detected first
                await endpoint.complete(prompt, schema, 50, call)
        finally:
            await endpoint.close()

    with Fake(FaultPlan(strike=(Strike(fault=fault),))) as fake, pytest.raises(Failure) as raised:
        asyncio.run(go(fake.address))
    return raised.value


SAID = [*REFUSALS, *WAYS, "empty", "null", "filter", "refusal"]


@pytest.mark.parametrize("fault", SAID)
def test_every_failure_says_where_and_what_to_do_without_secrets(fault: str, tmp_path: Path) -> None:
    found = failure(fault, tmp_path)
    expected = {**LASTING, **HOPELESS, **PASSING, **DECLINED, **OUTSIZED, **dict.fromkeys(UNFORMED, "schema")}[fault]
    assert found.category == expected
    assert found.retryable == (expected in RETRYABLE or expected == "schema")
    assert found.where
    assert found.remedy.endswith((".", "?"))
    assert KEY not in found.sentence()
    assert fault not in REFUSALS or REFUSALS[fault].message not in found.sentence(), "the vendor's words stay with it"


@pytest.mark.parametrize(
    "fault",
    ["rate", "error", "html", "hang", "drip", "endless", "continues", "reset", "closed", "garbage", "empty", "filter"],
)
def test_failures_during_streaming_are_the_same(fault: str, tmp_path: Path) -> None:
    whole, streamed = failure(fault, tmp_path), failure(fault, tmp_path, "speak", "lmstudio")
    assert streamed.category == whole.category
    assert KEY not in streamed.sentence()


def test_every_text_and_count_is_something_a_question_or_a_bill_has_to_deal_with() -> None:
    assert set(TEXTS) - set(SAID) | set(COUNTS) == {*UNFIT, *HARMLESS, *GREEDY, *UNCOUNTED, *UNPRICED}
