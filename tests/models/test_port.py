import json

from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.plain import Json, canonical

words = st.text(max_size=4)
scalars = st.none() | st.booleans() | st.integers() | words
inner = scalars | st.lists(scalars, max_size=3) | st.dictionaries(words, scalars, max_size=3)


@settings(max_examples=40)
@given(st.dictionaries(words, inner, max_size=4))
def test_canonical_text_is_complete_and_independent_of_key_order(content: dict[str, Json]) -> None:
    text = canonical(content)
    assert json.loads(text) == content
    assert canonical(dict(reversed(content.items()))) == text


def test_letters_of_every_language_are_kept_as_they_are() -> None:
    assert canonical({"说": "你好", "a": 1}) == '{"a":1,"说":"你好"}'


def test_an_id_is_said_with_person_tick_kind_and_number() -> None:
    assert QuestionId(PersonId("ann"), 360, "plan_day").say() == "ann@360/plan_day/0"


def test_question_and_answer_give_their_content_as_canonical_text() -> None:
    asked = Question(QuestionId(PersonId("ann"), 1, "x"), {"b": 1, "a": [2]})
    assert asked.text() == Answer({"a": [2], "b": 1}, by="anyone").text() == '{"a":[2],"b":1}'


def test_an_answer_says_who_gave_it_and_costs_nothing_unless_told() -> None:
    answer = Answer({}, by="understudy", why="the model was silent")
    assert (answer.by, answer.why, answer.usage.price) == ("understudy", "the model was silent", 0.0)
