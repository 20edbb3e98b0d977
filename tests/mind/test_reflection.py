"""Weighing memories and reflecting: asked ahead, in batches, a limited number of times a day (rules E5 and M4)."""

import pytest

from milkwood.mind import reflection
from milkwood.mind.head import Head
from milkwood.questions.reflect import KIND as REFLECT
from milkwood.questions.reflect.schema import Insight
from milkwood.questions.reflect.schema import Reply as Reflected
from milkwood.questions.weigh import KIND as WEIGH
from milkwood.questions.weigh.schema import Reply as Weighed
from tests.mind.scripted import MINUTE, NELL, NOON, PETRA, WEN, Script, head_of, looked_for, texts, thought

LATER = NOON + 20 * MINUTE


def musing_over(head: Head) -> Script:
    script = Script(ahead=["weigh", "reflect"])
    reflection.think_over(thought(head, asker=script))
    return script


def moved(head: Head, by: int) -> Head:
    """A head with the given importance since the last reflection."""
    while reflection.moved_since(head) < by:
        importance = min(10, by - reflection.moved_since(head))
        head.remember(NOON - 9, "talk", f"Talk number {len(head.memories)}.", importance=importance)
    return head


# --- weighing


@pytest.mark.parametrize(("waiting", "weighed"), [(3, 0), (4, 4), (6, 6)])
def test_memories_are_weighed_four_or_more_at_a_time(waiting: int, weighed: int) -> None:
    head = head_of()
    numbers = [head.remember(n, "talk", f"Talk number {n}.", importance=1) for n in range(waiting)]
    for number in numbers:
        reflection.weigh_later(head, number)
    script = musing_over(head)
    if not weighed:
        assert script.ahead_of == []
        assert head.state.reflection.unweighed == numbers
        return
    ask, due = script.only_ahead(WEIGH)
    assert ask["memories"] == [f"Talk number {n}." for n in range(waiting)]
    assert (ask["self"]["id"], due) == ("ivo_marsh", LATER)
    assert head.state.reflection.unweighed == []
    assert [(each.due, each.about) for each in head.state.pending.entries] == [(LATER, tuple(numbers))]


def test_forgotten_memories_are_not_weighed() -> None:
    head = head_of()
    first = head.remember(0, "talk", "An old talk.", importance=1)
    for number in (first, 70, 71, 72):
        reflection.weigh_later(head, number)
    ask, _ = musing_over(head).only_ahead(WEIGH)
    assert ask["memories"] == ["An old talk."]
    assert head.state.pending.entries[0].about == (first,)


def test_weights_are_applied_within_bounds_and_add_to_the_importance_since_reflection() -> None:
    head = head_of()
    numbers = [head.remember(n, "talk", f"Talk number {n}.", importance=3) for n in range(4)]
    reply = Weighed.model_construct(weights=[12, 4, 3, -2, 9])
    reflection.take_weights(thought(head), [*numbers[:3], 70, numbers[3]][:4], reply)
    found = [record.importance for record in head.memories.all()]
    assert found == [10, 4, 3, 3]
    assert head.state.reflection.extra == 9 + 1
    reflection.take_weights(thought(head), [numbers[3]], Weighed.model_construct(weights=[-2]))
    assert head.memories.all()[3].importance == 1
    assert head.state.reflection.extra == 10


# --- reflecting


@pytest.mark.parametrize(("much", "reflects"), [(49, False), (50, True)])
def test_a_person_reflects_when_enough_has_happened(much: int, reflects: bool) -> None:
    head = moved(head_of(), much)
    script = musing_over(head)
    assert bool(script.ahead_of) is reflects
    own = head.state.reflection
    assert (own.reflections, own.day) == ((1, 2) if reflects else (0, 0))
    assert reflection.moved_since(head) == (0 if reflects else much)
    if reflects:
        assert script.only_ahead(REFLECT)[1] == LATER
        assert [each.due for each in head.state.pending.entries] == [LATER]


def test_importance_added_by_weighing_counts_and_is_reset_by_reflecting() -> None:
    head = moved(head_of(), 40)
    head.state.reflection.extra = 10
    assert reflection.moved_since(head) == 50
    assert len(musing_over(head).ahead_of) == 1
    assert (head.state.reflection.extra, head.state.reflection.since) == (0, 40)
    assert reflection.moved_since(head) == 0


@pytest.mark.parametrize(("reflections", "day", "more"), [(2, 2, True), (3, 2, False), (3, 1, True)])
def test_a_person_reflects_at_most_three_times_a_day(reflections: int, day: int, more: bool) -> None:
    head = moved(head_of(), 50)
    own = head.state.reflection
    own.reflections, own.day = reflections, day
    assert bool(musing_over(head).ahead_of) is more
    assert own.reflections == (reflections if not more else 3 if day == 2 else 1)


def test_without_reflection_none_takes_place() -> None:
    assert musing_over(moved(head_of(without=["reflection"]), 90)).ahead_of == []


def test_a_reflection_is_about_the_last_twelve_memories_and_what_they_bring_to_mind() -> None:
    head = head_of()
    old = [head.remember(19, "news", f"Nell keeps watch {n}.", importance=10) for n in (9, 10, 11)]
    for n in range(25):
        head.remember(20, "insight", f"I see {n}.", importance=1)
    head.remember(20, "plan", "My plan for today: fishing.")
    head.state.reflection.extra = 50
    recent = [head.remember(20, "talk", f"Nell keeps watch {n}.", importance=1) for n in range(12)]
    ask, _ = musing_over(head).only_ahead(REFLECT)
    assert [each["id"] for each in ask["recent"]] == recent
    recalled = [each["id"] for each in ask["recalled"]]
    assert recalled == old
    assert ask["insights"] == [f"I see {n}." for n in range(1, 25)]
    assert [each["id"] for each in ask["people"]] == head.people.acquainted()
    assert (ask["self"]["id"], ask["now"]["time"]) == ("ivo_marsh", "12:00")


def test_the_last_three_memories_bring_others_to_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    head = moved(head_of(), 50)
    found = looked_for(monkeypatch, head)
    musing_over(head)
    assert found == [(["Talk number 2.", "Talk number 3.", "Talk number 4."], 6)]


def test_an_insight_is_remembered_with_what_it_rests_on() -> None:
    head = head_of()
    first = head.remember(1, "news", "Nell keeps the light.", about=[NELL, PETRA])
    second = head.remember(2, "talk", "Wen and Nell talked.", about=[NELL, WEN])
    insight = Insight(text="Nell needs help.", evidence=[first, 70, second], importance=7)
    reflection.take_insights(thought(head), Reflected(insights=[insight]))
    record = head.memories.all()[-1]
    assert (record.kind, record.text, record.importance, record.tick) == ("insight", "Nell needs help.", 7, NOON)
    assert (record.evidence, record.about) == ((first, second), (NELL, PETRA, WEN))


def test_a_repeated_insight_is_not_stored() -> None:
    head = head_of()
    head.remember(1, "insight", "Nell needs help.")
    both = [Insight(text="Nell needs help.", evidence=[1]), Insight(text="The sea is empty.", evidence=[1])]
    reflection.take_insights(thought(head), Reflected(insights=both))
    assert texts(head, "insight") == ["Nell needs help.", "The sea is empty."]
