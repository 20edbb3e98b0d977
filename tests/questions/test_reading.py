"""Guarantees of reading beyond the cases: what it leaves out, what it never accepts, how it counts."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.questions.case import cases, example
from milkwood.questions.debris import is_machine, is_refusal
from milkwood.questions.faults import CATEGORIES
from milkwood.questions.reading import Reading, check, read
from milkwood.questions.registry import KINDS


def said(kind: str, content: dict[str, Any], language: str = "en", **own: Any) -> Reading:
    case = next(case for case in cases(kind) if case.language == language)
    return read(KINDS[kind], {**case.ask, **own}, json.dumps(content, ensure_ascii=False))


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in texts(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in texts(inner)]
    return [value] if isinstance(value, str) else []


def test_a_retry_says_in_names_who_is_who() -> None:
    (fault,) = said("speak", {"say": "I understand, Isabella."}).faults
    assert fault.say("en") == "You are Isabella, and you spoke to yourself. Speak to Klaus: say “Klaus” or no name."
    (fault,) = said("speak", {"say": "我明白，伊莎贝拉。"}, "zh").faults
    assert fault.say("zh") == "你就是伊莎贝拉，却在跟自己说话。请对克劳斯说：称呼“克劳斯”，或者不带称呼。"


def test_what_is_repaired_in_a_line_is_recorded_by_name() -> None:
    reading = said("speak", {"say": "Isabella (you): (laughs) I would love to come on Friday. (never say this)"})
    assert reading.content is not None
    assert reading.content["say"] == "I would love to come on Friday."
    assert {fault.brief() for fault in reading.left_out} == {"prefix: say", "stage: say", "marks: say"}


def test_omissions_are_reported() -> None:
    reading = said("speak", {"say": "Well!", "tells": [3, 99], "over": "perhaps"})
    assert reading.content == {
        "say": "Well!",
        "tells": [3],
        "over": False,
        "small_talk": False,
        "invites": [],
        "asks": [],
    }
    assert {(fault.category, fault.where) for fault in reading.left_out} == {("unknown", "tells.1"), ("form", "over")}


def test_a_long_line_ends_with_a_whole_sentence() -> None:
    line = "The cafe is full. " * 40
    content = said("speak", {"say": line}).content
    assert content is not None
    assert len(content["say"]) <= 400
    assert content["say"].endswith("full.")


def test_a_long_phrase_without_an_end_is_not_cut_in_the_middle() -> None:
    block = {"start": "09:00", "minutes": 600, "what": "serving and serving " * 20, "place": "Hobbs Cafe: cafe"}
    assert [fault.category for fault in said("plan_day", {"blocks": [block], "sleep": "23:00"}).faults] == ["too_long"]


def test_long_lists_are_cut_to_their_maximum() -> None:
    insight = {"text": "Maria trusts me.", "evidence": [21]}
    content = said("reflect", {"insights": [{**insight, "text": f"Thought number {n}."} for n in range(9)]}).content
    assert content is not None
    assert len(content["insights"]) == 5


def test_fields_are_found_however_they_are_spelt() -> None:
    content = said("speak", {"SAY": "Well!", " Over ": True, "smallTalk": True}).content
    assert content == {"say": "Well!", "over": True, "tells": [], "small_talk": True, "invites": [], "asks": []}


def test_a_word_of_the_question_may_be_said_though_it_is_foreign() -> None:
    lines = [{"by": "klaus_mueller", "text": "这家的 Wi-Fi 密码是多少？"}]
    assert said("speak", {"say": "Wi-Fi 密码写在菜单上。"}, "zh", lines=lines).content is not None
    assert said("speak", {"say": "Wi-Fi 密码写在菜单上。"}, "zh").content is None


def test_unknown_people_are_left_out_and_duplicates_count_once() -> None:
    content = said(
        "whisper", {"thought": "I miss them all.", "about": ["nobody", "Maria", "Maria Lopez", "the king"]}
    ).content
    assert content is not None
    assert content["about"] == ["maria_lopez"]


def test_the_last_whole_answer_counts() -> None:
    case = next(iter(cases("weigh")))
    reading = read(KINDS["weigh"], case.ask, 'First {"weights":[9,9,9]}, no: {"weights":[1,2,3]} and {"weights":[1,')
    assert reading.content == {"weights": [1, 2, 3]}


def test_faults_for_the_record_never_quote_the_model() -> None:
    case = next(iter(cases("plan_day")))
    block = {"start": "09:00", "minutes": 600, "what": "resting", "place": "SECRET ERROR TEXT"}
    reading = read(KINDS["plan_day"], case.ask, json.dumps({"blocks": [block], "sleep": "23:00"}))
    assert "SECRET" in reading.faults[0].say("en")
    assert "SECRET" not in reading.faults[0].brief()


def test_every_category_can_be_said_in_both_languages() -> None:
    assert len(CATEGORIES) == len(set(CATEGORIES))


def test_a_reply_that_does_not_fit_its_schema_is_found_by_the_check() -> None:
    ask = example("weigh", "en", {"memories": ["a", "b"]})
    assert [fault.brief() for fault in check(KINDS["weigh"], ask, {"weights": [1, 20]})] == ["form: weights.1"]
    assert [fault.brief() for fault in check(KINDS["weigh"], ask, {"weights": [1]})] == ["count: weights"]
    assert check(KINDS["weigh"], ask, {"weights": [1, 2]}) == []


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["7 pm", "Klaus", "<b>", "七"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=60, deadline=None)
@given(st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_any_field_values_give_a_valid_result(kind: str, data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(list(cases(kind))))
    good = json.loads(read_good(kind, case.language))
    broken = {key: data.draw(st.just(value) | JSON) for key, value in good.items()}
    reading = read(KINDS[kind], case.ask, json.dumps(broken))
    assert (reading.content is None) == bool(reading.faults)
    if reading.content is not None:
        assert check(KINDS[kind], case.ask, reading.content) == []
        assert not any(is_machine(text) or is_refusal(text) for text in texts(reading.content) if text)


def read_good(kind: str, language: str) -> str:
    case = next(case for case in cases(kind) if case.language == language)
    return case.said[0].text
