"""Replies read from a tape of any release."""

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, ValidationError

from milkwood.questions.kind import AnyKind
from milkwood.questions.recorded import recorded
from milkwood.questions.registry import KINDS

Short = Annotated[str, Field(max_length=5)]


class Leaf(BaseModel):
    what: Short
    minutes: Annotated[int, Field(ge=5, le=15)] = 10


class Reply(BaseModel):
    say: Short
    weight: Annotated[int, Field(ge=1, le=10)]
    over: bool
    words: list[Short]
    first: Leaf
    leaves: Annotated[list[Leaf], Field(min_length=1, max_length=2)]
    last: Leaf | None = None
    moods: list[str] = Field(default_factory=lambda: ["calm"])


WHOLE: dict[str, Any] = {
    "say": "Hello",
    "weight": 3,
    "over": True,
    "words": ["a", "b"],
    "first": {"what": "sow", "minutes": 5},
    "leaves": [{"what": "hoe"}, {"what": "reap", "minutes": 12}],
    "last": {"what": "rest"},
}


def test_replies_within_todays_bounds_are_read_as_they_would_be_checked() -> None:
    assert recorded(Reply, WHOLE) == Reply.model_validate(WHOLE)


def test_a_missing_field_takes_its_default_and_one_without_a_default_is_empty() -> None:
    found = recorded(Reply, {})
    assert (found.say, found.weight, found.over, found.words, found.leaves) == ("", 0, False, [], [])
    assert (found.last, found.moods) == (None, ["calm"])
    assert found.first == Leaf.model_construct(what="", minutes=10)


def test_the_default_of_a_missing_field_is_created_for_every_reply() -> None:
    recorded(Reply, {}).words.append("a")
    recorded(Reply, {}).moods.append("angry")
    again = recorded(Reply, {})
    assert (again.words, again.moods) == ([], ["calm"])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("say", "much too long for today"),
        ("weight", 99),
        ("words", ["much too long for today"]),
        ("first", {"what": "much too long for today", "minutes": 99}),
        ("leaves", []),
        ("leaves", [{"what": "hoe", "minutes": 1}] * 3),
    ],
)
def test_bounds_of_today_are_not_checked(name: str, value: Any) -> None:
    content = {**WHOLE, name: value}
    with pytest.raises(ValidationError):
        Reply.model_validate(content)
    assert recorded(Reply, content).model_dump(exclude_defaults=True)[name] == value


def test_unknown_fields_are_ignored_at_every_depth() -> None:
    gone = {"gone": 1}
    content = {**WHOLE, **gone, "first": {**WHOLE["first"], **gone}, "last": {**WHOLE["last"], **gone}}
    content["leaves"] = [{**each, **gone} for each in WHOLE["leaves"]]
    assert recorded(Reply, content) == recorded(Reply, WHOLE)
    assert not hasattr(recorded(Reply, content), "gone")


def test_missing_fields_within_a_field_take_their_defaults_too() -> None:
    found = recorded(Reply, {**WHOLE, "leaves": [{}, {"minutes": 7}], "last": {}})
    assert [(each.what, each.minutes) for each in found.leaves] == [("", 10), ("", 7)]
    assert found.last is not None
    assert (found.last.what, found.last.minutes) == ("", 10)


def test_an_explicit_null_stays_null() -> None:
    assert recorded(Reply, {**WHOLE, "last": None}).last is None


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_question_can_read_an_empty_recorded_reply(kind: AnyKind) -> None:
    found = kind.read_back({})
    assert isinstance(found, kind.reply)
    assert set(found.model_dump(warnings="error")) == set(kind.reply.model_fields)
