from collections.abc import Iterator
from typing import Any

import pytest

from milkwood.questions.case import cases, example
from milkwood.questions.offer import offer
from milkwood.questions.prompt import LANGUAGES
from milkwood.questions.registry import KINDS
from milkwood.questions.shape import narrowed, shape_of

KEYWORDS = set("type properties required additionalProperties items enum anyOf pattern".split()) | {
    f"{end}{what}" for end in ("min", "max") for what in ("imum", "Length", "Items")
}


def _nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for inner in [
        *schema.get("properties", {}).values(),
        *schema.get("anyOf", ()),
        *filter(None, [schema.get("items")]),
    ]:
        yield from _nodes(inner)


def _schema(kind: str, language: str) -> Any:
    case = next(case for case in cases(kind) if case.language == language)
    return KINDS[kind].schema(case.ask, offer(case.ask))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_schema_is_closed_and_has_only_keywords(kind: str, language: str) -> None:
    for node in _nodes(_schema(kind, language)):
        assert set(node) <= KEYWORDS
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert set(node["required"]) <= set(node["properties"])


@pytest.mark.parametrize("kind", KINDS)
def test_sizes_are_bounded(kind: str) -> None:
    for node in _nodes(_schema(kind, "en")):
        if node.get("type") == "array":
            assert node["maxItems"] <= 40
        if node.get("type") == "string":
            assert "enum" in node or "pattern" in node or node["maxLength"] <= 800


def test_places_things_people_options_and_memories_are_those_offered() -> None:
    plan = _schema("plan_day", "en")["properties"]["blocks"]["items"]["properties"]["place"]["enum"]
    assert plan[:2] == ["Hobbs Cafe: cafe", "Oak Hill College: library"]
    deed = _schema("break_down", "zh")["properties"]["deeds"]["items"]["properties"]["tool"]["enum"]
    assert deed == ["咖啡馆柜台后", "灶台", "钢琴"]
    effect = _schema("break_down", "zh")["properties"]["deeds"]["items"]["properties"]["effect"]["enum"]
    assert effect == ["开着火", "有人在弹"]
    react = _schema("react", "en")["properties"]["choice"]["enum"]
    assert react == ["ignore", "talk"]
    speak = _schema("speak", "zh")["properties"]["tells"]["items"]["enum"]
    assert speak == [3, 17]
    news = _schema("after_talk", "en")["properties"]["news"]["items"]["properties"]["by"]["enum"]
    assert set(news) == {"Isabella Rodriguez", "Klaus Mueller", "Maria Lopez", "Sam Moore"}


def test_with_nothing_offered_there_is_no_empty_choice() -> None:
    bare = offer(example("reflect", "en", {"recent": [], "recalled": []}))
    schema: Any = narrowed(shape_of(KINDS["reflect"].reply), bare)
    assert "evidence" not in schema["properties"]["insights"]["items"]["properties"]


def test_optional_fields_may_be_left_out() -> None:
    deed = _schema("break_down", "en")["properties"]["deeds"]["items"]
    assert deed["required"] == ["what", "minutes"]
    assert {"effect", "note", "tool"} <= set(deed["properties"])


def test_the_fields_of_a_reaction_depend_on_the_choice() -> None:
    asked = {**next(iter(cases("react"))).ask, "options": ["ignore", "wait", "change"]}
    schema: Any = narrowed(shape_of(KINDS["react"].reply), offer(asked))
    branches = {branch["properties"]["choice"]["enum"][0]: branch for branch in schema["anyOf"]}
    assert list(branches) == ["ignore", "wait", "change"]
    for choice in ("ignore", "wait"):
        assert set(branches[choice]["properties"]) == {"choice", "reason", "usable"}
        assert branches[choice]["required"] == ["choice"]
    assert set(branches["change"]["properties"]) == {"choice", "reason", "what", "minutes", "usable"}
    assert branches["change"]["required"] == ["choice", "what", "minutes"]
    assert branches["change"]["properties"]["minutes"] == {"type": "integer", "minimum": 1, "maximum": 30}


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_without_anything_to_choose_from_is_not_offered(kind: str) -> None:
    case = next(case for case in cases(kind) if case.language == "en")
    bare = {
        **case.ask,
        **{key: [] for key in ("recalled", "recent", "extras", "happened", "tools", "promises") if key in case.ask},
    }
    shape, offered = shape_of(KINDS[kind].reply), offer(bare)
    narrow: Any = KINDS[kind].schema(bare, offered)
    for key, schema in narrow.get("properties", {}).items():
        field = shape.fields[key]
        of = field.entry.offered if field.entry is not None else field.offered
        assert not of or key in shape.required or schema.get("enum") or schema.get("items", {}).get("enum"), key


def test_lists_have_the_lengths_that_the_time_asks_for() -> None:
    deeds = KINDS["break_down"].schema
    case = next(case for case in cases("break_down") if case.language == "en")
    for minutes, fewest, most in ((5, 1, 1), (20, 2, 3), (60, 5, 10), (90, 7, 15)):
        ask = {**case.ask, "minutes": minutes}
        found: Any = deeds(ask, offer(ask))["properties"]
        assert (found["deeds"]["minItems"], found["deeds"]["maxItems"]) == (fewest, most)
    plan = next(case for case in cases("plan_day") if case.language == "en").ask
    morning = {**plan, "now": {**plan["now"], "time": "07:00"}, "sleep": "23:00"}
    evening = {**plan, "now": {**plan["now"], "time": "22:30"}, "sleep": "23:00"}
    for ask, fewest, most in ((morning, 3, 8), (evening, 1, 2)):
        blocks: Any = KINDS["plan_day"].schema(ask, offer(ask))["properties"]
        assert (blocks["blocks"]["minItems"], blocks["blocks"]["maxItems"]) == (fewest, most)
    weights = {**next(cases("weigh")).ask, "memories": ["a", "b", "c"]}
    weighed: Any = KINDS["weigh"].schema(weights, offer(weights))["properties"]
    assert weighed["weights"]["minItems"] == 3


def test_models_must_write_down_what_was_news_before_they_sum_up_a_talk() -> None:
    case = next(case for case in cases("after_talk") if case.language == "en")
    schema: Any = KINDS["after_talk"].schema(case.ask, offer(case.ask))
    assert next(iter(schema["properties"])) == "news"
    assert {"news", "commitments", "impressions", "summary"} <= set(schema["required"])
