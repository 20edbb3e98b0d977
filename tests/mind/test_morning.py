"""The morning, prepared the evening before: what is asked once, and how the answers are used on waking."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from milkwood.mind import morning
from milkwood.mind.head import Head
from milkwood.questions.new_self.schema import Reply as NewSelf
from milkwood.questions.plan_day import KIND as PLAN_DAY
from milkwood.questions.plan_day.schema import PlannedBlock
from milkwood.questions.plan_day.schema import Reply as Plan
from tests.mind.scripted import (
    BED,
    DAY,
    HOUR,
    MIDNIGHT,
    MINUTE,
    NELL,
    NOON,
    QUAY,
    Draws,
    Script,
    asked,
    done,
    head_of,
    looked_for,
    thought,
)

WAKE = MIDNIGHT + DAY + 4 * HOUR + 15 * MINUTE
KINDS = ("new_self", "plan_day")


@pytest.fixture
def dreamless(monkeypatch: pytest.MonkeyPatch) -> Draws:
    """No memory comes up in the night."""
    return Draws(monkeypatch, 0.99)


def plan(idea: str = "", of: int = 0) -> Plan:
    return Plan(
        blocks=[PlannedBlock(start="05:00", minutes=60, what="fishing", place=QUAY)],
        sleep="21:00",
        idea=idea,
        idea_of=of,
    )


def evening(head: Head, tick: int = BED) -> Script:
    script = Script(ahead=KINDS, tick=tick)
    morning.ask_once(thought(head, asker=script, tick=tick), WAKE)
    return script


# --- in the evening


def test_both_questions_are_put_once_and_for_the_time_of_waking(dreamless: Draws) -> None:
    head = head_of()
    script = evening(head)
    assert [(kind, due) for kind, _, due in script.ahead_of] == [("new_self", WAKE), ("plan_day", WAKE)]
    assert [(each.kind, each.tick, each.n) for each in head.state.morning.asked] == [
        ("new_self", BED, 0),
        ("plan_day", BED, 0),
    ]
    assert evening(head).ahead_of == []


@pytest.mark.parametrize(("talks", "asked_with"), [(0, 0), (2, 2), (3, None)])
def test_the_plan_is_asked_with_the_number_of_talks_if_they_were_few(
    dreamless: Draws, talks: int, asked_with: int | None
) -> None:
    head = head_of()
    head.state.talk.talks, head.state.talk.day = talks, head.state.day.number
    _, (_, content, _) = evening(head).ahead_of
    assert content.get("talks") == asked_with


def test_talks_of_an_earlier_day_are_not_those_of_yesterday(dreamless: Draws) -> None:
    head = head_of()
    head.state.talk.talks, head.state.talk.day = 5, head.state.day.number - 1
    _, (_, content, _) = evening(head).ahead_of
    assert content["talks"] == 0


def test_new_self_is_asked_with_yesterday_and_what_it_brings_to_mind(dreamless: Draws) -> None:
    head = head_of()
    head.state.day.done = [f"deed {n}" for n in range(20)]
    head.calendar.add("helping Nell", BED + 12 * HOUR, BED + 14 * HOUR, QUAY, [NELL])
    for n in range(8):
        head.remember(n, "saw", f"The soft plank in the bow {n}.")
    (_, content, _), _ = evening(head).ahead_of
    assert content["yesterday"] == [f"deed {n}" for n in range(6, 20)]
    assert len(content["recalled"]) == 6
    assert [each["what"] for each in content["promises"]] == ["helping Nell"]
    assert (content["now"]["time"], content["self"]["id"]) == ("21:00", "ivo_marsh")


def test_plan_day_is_asked_for_the_next_day_as_it_will_be_on_waking(dreamless: Draws) -> None:
    head = head_of()
    head.state.day.done = ["12:00 mending nets"]
    head.calendar.add("today's", BED + 1, BED + HOUR, QUAY, [])
    head.calendar.add("helping Nell", BED + 12 * HOUR, BED + 14 * HOUR, QUAY, [NELL])
    head.calendar.add("the day after", BED + DAY, BED + DAY + HOUR, QUAY, [])
    for n in range(8):
        head.remember(n, "saw", f"The soft plank in the bow {n}.")
    _, (_, content, _) = evening(head).ahead_of
    assert (content["wake"], content["sleep"]) == ("04:15", "21:00")
    assert content["now"] == {
        "date": "2023-03-12",
        "weekday": 6,
        "time": "04:15",
        "place": "Marsh house, bedroom",
        "doing": "",
        "season": "spring",
        "daylight": False,
    }
    assert [each["what"] for each in content["promises"]] == ["helping Nell"]
    assert content["yesterday"] == ["12:00 mending nets"]
    assert (len(content["recalled"]), content["extras"]) == (5, [])
    assert (content["usual"], content["places"]) == (head.usual(), head.spots())
    assert [each["id"] for each in content["people"]] == head.people.acquainted()


@pytest.mark.parametrize(
    ("without", "kinds"),
    [(["reflection"], ["plan_day"]), (["planning"], ["new_self"]), (["reflection", "planning"], [])],
)
def test_components_switched_off_ask_nothing(dreamless: Draws, without: list[str], kinds: list[str]) -> None:
    assert [kind for kind, _, _ in evening(head_of(without=without)).ahead_of] == kinds


def test_three_concerns_and_two_goals_bring_memories_to_mind(dreamless: Draws, monkeypatch: pytest.MonkeyPatch) -> None:
    head = head_of()
    head.state.morning.concerns = [f"concern {n}" for n in range(5)]
    head.character = replace(head.character, goals=tuple(f"goal {n}" for n in range(4)))
    found = looked_for(monkeypatch, head)
    evening(head)
    concerns = ["concern 0", "concern 1", "concern 2"]
    assert found == [(concerns, 6), ([*concerns, "goal 0", "goal 1"], 5)]


def test_memories_of_the_night_are_passed_to_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = Draws(monkeypatch, 0.0)
    head = head_of()
    number = head.remember(1, "news", "The lamp of the lighthouse is broken.")
    _, (_, content, _) = evening(head).ahead_of
    assert [each["id"] for each in content["extras"]] == [number]
    assert head.state.morning.extras == [number]
    assert (MIDNIGHT + DAY, "wandering") in draws.purposes


def test_the_plan_is_offered_what_happened_on_the_day_before(dreamless: Draws) -> None:
    head = head_of()
    head.remember(NOON - 2 * DAY, "news", "Long ago.")
    head.remember(NOON, "saw", "A gull.")
    talked = head.remember(NOON, "talk", "I had a few words with Nell.", importance=3)
    news = head.remember(NOON, "news", "The ferry is late.", importance=5, evidence=[talked])
    kept = [head.remember(NOON, "insight", f"Insight {n}.", importance=n) for n in range(1, 6)]
    promise = head.remember(NOON, "promise", "I have promised: helping Nell.", importance=6)
    _, (_, content, _) = evening(head).ahead_of
    assert [each["id"] for each in content["happened"]] == [promise, news, kept[4], kept[3], kept[2]] or [
        each["id"] for each in content["happened"]
    ] == [promise, *sorted([news, kept[4]]), kept[3], kept[2]]


def test_going_to_sleep_keeps_yesterday_and_forgets_trivial_memories(dreamless: Draws) -> None:
    head = head_of()
    head.state.day.done, head.state.day.wake = [f"deed {n}" for n in range(20)], WAKE
    head.remember(0, "saw", "A gull.", importance=1)
    head.memories.came_to_mind(head.remember(0, "saw", "A whale.", importance=1), 5)
    for n in range(12):
        head.remember(NOON, "news", f"The plank in the bow is soft {n}.", importance=9)
    script = Script(ahead=KINDS)
    morning.prepare(thought(head, asker=script, tick=25 * HOUR + BED))
    assert head.state.morning.yesterday == [f"deed {n}" for n in range(6, 20)]
    assert [due for _, _, due in script.ahead_of] == [WAKE, WAKE]
    assert "A gull." not in [record.text for record in head.memories.all()]


# --- in the morning


def came(head: Head, script: Script, tick: int = WAKE) -> tuple[Plan | None, Mapping[str, int]]:
    found: tuple[Plan | None, Mapping[str, int]] = done(morning.come(thought(head, asker=script, tick=tick)))
    return found


def prepared(*kinds: str, extras: tuple[int, ...] = (), without: tuple[str, ...] = ()) -> Head:
    head = head_of(without=without)
    head.state.morning.asked = [asked(kind, BED) for kind in kinds]
    head.state.morning.extras = list(extras)
    return head


def test_on_waking_the_answers_of_the_evening_are_applied() -> None:
    head = prepared("new_self", "plan_day")
    script = Script(NewSelf(concerns=["the plank"], mood="grey", low=True), made := plan())
    assert came(head, script) == (made, {})
    own = head.state.morning
    assert (own.concerns, own.mood, own.low) == (["the plank"], "grey", True)
    assert (own.asked, own.extras) == ([], [])
    assert [(each.kind, each.tick) for each in script.collected] == [("new_self", BED), ("plan_day", BED)]


@pytest.mark.parametrize(
    ("idea", "of", "extras", "ideas"),
    [
        ("05:00", 8, (7, 8), {"05:00": 8}),
        ("05:00", 9, (7, 8), {"05:00": 7}),
        ("05:00", 0, (7, 8), {"05:00": 7}),
        ("", 8, (7, 8), {}),
        ("05:00", 8, (), {}),
    ],
)
def test_the_block_that_takes_up_an_extra_is_known_by_its_start(
    idea: str, of: int, extras: tuple[int, ...], ideas: dict[str, int]
) -> None:
    head = prepared("plan_day", extras=extras)
    assert came(head, Script(plan(idea, of)))[1] == ideas


def test_without_an_evening_question_the_plan_is_asked_now() -> None:
    head = head_of()
    head.state.morning.yesterday = ["12:00 mending nets"]
    head.state.morning.concerns = ["the plank"]
    script = Script(made := plan())
    assert came(head, script, NOON) == (made, {})
    ask = script.only(PLAN_DAY)
    assert (ask["wake"], ask["now"]["date"], ask["yesterday"]) == ("12:00", "2023-03-11", ["12:00 mending nets"])
    assert ask.get("extras") == []
    assert head.state.morning.concerns == ["the plank"]


def test_without_planning_there_is_no_plan() -> None:
    head = prepared("new_self", without=("planning",))
    assert came(head, Script(NewSelf(concerns=["the plank"]))) == (None, {})
    assert head.state.morning.concerns == ["the plank"]


def test_questions_of_the_evening_are_collected_once() -> None:
    head = prepared("plan_day")
    came(head, Script(plan()))
    assert head.state.morning.asked == []
