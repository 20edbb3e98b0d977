"""People live in the hamlet with a model that answers plainly: how a mind handles moments and answers."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from milkwood.chance import Stream
from milkwood.chronicle import Reader
from milkwood.ids import PersonId
from milkwood.mind.head import Switches
from milkwood.mind.manners import HABIT_DECISIONS
from milkwood.mind.meeting import MAX_APPROACH_TICKS
from milkwood.run import LiveRun, MindConfig, RunOptions, new_run
from milkwood.town.acts import Change, UserAct, Whisper
from milkwood.town.events import DeedBegan, SetOff, TalkBegan, ThingChanged
from milkwood.towns import load
from milkwood.towns.shelf import find
from tests.mind.obliging import Obliging, after_talk

NELL, PETRA = PersonId("nell_avery"), PersonId("petra_marsh")
HOUR = 360


@pytest.fixture
def begun(tmp_path: Path) -> Callable[..., LiveRun]:
    def begin(model: Obliging, switches: Switches | None = None) -> LiveRun:
        pack = load(find("gull_quay").folder)
        minds = MindConfig(embedding=False, switches=switches or Switches())
        options = RunOptions("lockstep", model=model)
        return new_run(pack, tmp_path / "day.milkwood", "day", options=options, minds=minds)

    return begin


def lived(run: LiveRun, until: int, *acts: UserAct) -> Reader:
    """Live until a tick, with these things done from outside before it begins."""

    async def live() -> None:
        for act in acts:
            run.give(act)
        await run.live(until)

    asyncio.run(live())
    return run.chronicle


def test_a_day_is_planned_broken_down_and_talked_through(begun: Callable[..., LiveRun]) -> None:
    model = Obliging()
    with begun(model) as run:
        chronicle = lived(run, 15 * HOUR)
        deeds = [each for each in chronicle.happenings() if isinstance(each.event, DeedBegan)]
        talks = [each for each in chronicle.happenings() if isinstance(each.event, TalkBegan)]
        assert {"plan_day", "break_down", "react", "speak", "after_talk", "weigh"} <= model.kinds()
        assert len(deeds) > 200
        assert talks
        kinds = chronicle.counts("memories")
        assert {"seed", "plan", "saw", "talk", "news"} <= set(kinds)


def test_deeds_last_from_five_to_fifteen_minutes(begun: Callable[..., LiveRun]) -> None:
    with begun(Obliging()) as run:
        chronicle = lived(run, 6 * HOUR)
        began: dict[PersonId, int] = {}
        for each in chronicle.happenings(since=0):
            if isinstance(each.event, DeedBegan | SetOff) and each.person in began:
                assert each.tick - began.pop(each.person) <= 15 * 6 + 6 * 16  # a talk may come between
            if isinstance(each.event, DeedBegan):
                began[each.person] = each.tick


def test_a_whisper_becomes_a_thought_and_what_it_dates_is_done(begun: Callable[..., LiveRun]) -> None:
    def at_the_quay(ask: Mapping[str, Any], _draw: Stream) -> dict[str, Any]:
        place = next(each["id"] for each in ask["places"] if "Quay" in each["name"])
        when = {"date": ask["now"]["date"], "start": "09:30", "end": "10:00"}
        return {"thought": "I must see the boats.", "commitment": {"what": "seeing the boats", "place": place, **when}}

    with begun(Obliging(whisper=at_the_quay)) as run:
        chronicle = lived(run, 4 * HOUR, Whisper(NELL, "See the boats at half past nine."))
        texts = [memory.text for _, _, memory in chronicle.memories(person=NELL)]
        assert "I must see the boats." in texts
        assert any(text.startswith("I have promised: seeing the boats") for text in texts)
        began = [
            (each.tick, each.event.deed)
            for each in chronicle.happenings(person=NELL)
            if isinstance(each.event, DeedBegan) and "seeing the boats" in each.event.deed.what
        ]
        assert began
        assert began[0][0] <= 2.5 * HOUR + 6
        assert began[0][1].at == "The Quay:quay"


def test_an_odd_thing_is_taken_care_of_and_reset(begun: Callable[..., LiveRun]) -> None:
    def put_out(ask: Mapping[str, Any], _draw: Stream) -> dict[str, Any]:
        if ask["thing"]:
            return {"choice": "change", "what": "putting out the fire", "minutes": 5, "reason": "It burns!"}
        return {"choice": "ignore"}

    with begun(Obliging(react=put_out)) as run:
        stove = next(thing for thing in run.pack.town_map.things if thing.endswith("cooking area"))
        chronicle = lived(run, 14 * HOUR, Change(stove, "burning"))
        seen_to = [
            each
            for each in chronicle.happenings()
            if isinstance(each.event, DeedBegan) and each.event.deed.what.startswith("putting out the fire")
        ]
        assert seen_to
        after = [
            each.event.state
            for each in chronicle.happenings()
            if isinstance(each.event, ThingChanged) and each.event.thing == stove and each.tick > seen_to[0].tick
        ]
        assert after[0] == "idle"


def test_an_agreement_of_a_talk_is_kept(begun: Callable[..., LiveRun]) -> None:
    def agreed(ask: Mapping[str, Any], draw: Stream) -> dict[str, Any]:
        place = next(each["id"] for each in ask["places"] if "Quay" in each["name"])
        when = {"date": "2023-03-11", "start": "11:00", "end": "11:40"}
        return {**after_talk(ask, draw), "commitments": [{"what": "a walk on the quay", "place": place, **when}]}

    with begun(Obliging(after_talk=agreed)) as run:
        chronicle = lived(run, 29 * HOUR)
        kept = [
            person
            for _, person, memory in chronicle.memories()
            if memory.text == "I was there as I said I would be: a walk on the quay."
        ]
        assert len(set(kept)) >= 2


def test_news_is_learnt_once_with_who_told_it_in_which_talk(begun: Callable[..., LiveRun]) -> None:
    with begun(Obliging()) as run:
        chronicle = lived(run, 15 * HOUR)
        for person in run.pack.people:
            news = [memory for _, _, memory in chronicle.memories(person=person, kinds=["news"])]
            assert len({memory.text for memory in news}) == len(news)
            assert all(memory.source and memory.talk and memory.evidence for memory in news)


@pytest.mark.parametrize(
    ("off", "questions", "memories"),
    [
        ("observation", set(), {"saw", "news"}),
        pytest.param("reflection", {"reflect", "new_self"}, {"insight"}, marks=pytest.mark.long),
        ("planning", {"plan_day", "break_down"}, set()),
    ],
)
def test_a_switch_removes_its_component_from_all_minds(
    off: str, questions: set[str], memories: set[str], begun: Callable[..., LiveRun]
) -> None:
    model = Obliging()
    with begun(model, Switches(**{off: False})) as run:
        chronicle = lived(run, 26 * HOUR)
        assert not questions & model.kinds()
        assert not memories & set(chronicle.counts("memories"))
        assert "speak" in model.kinds()


@pytest.mark.long
def test_without_impressions_feelings_stay_unsaid(begun: Callable[..., LiveRun]) -> None:
    model = Obliging()
    with begun(model, Switches(impressions=False)) as run:
        lived(run, 10 * HOUR)
        others = [other for each in model.asked if each.id.kind == "speak" for other in each.content["others"]]
        assert others
        assert not any(other["feeling"] or other["knows"] for other in others)


def test_every_act_has_its_why(begun: Callable[..., LiveRun]) -> None:
    with begun(Obliging()) as run:
        chronicle = lived(run, 8 * HOUR)
        for each in chronicle.happenings(since=0):
            if isinstance(each.event, DeedBegan) and not each.event.deed.asleep:
                found = chronicle.reason_of(each.person, each.tick)
                assert found is not None
                assert found[0] == each.tick
                assert found[1]["plan"]
            if isinstance(each.event, TalkBegan):
                found = chronicle.reason_of(each.person, each.tick)
                assert found is not None
                if "habit" in found[1]:
                    assert found[1]["habit"]["met"] >= HABIT_DECISIONS
                    continue
                assert found[1]["question"].startswith(f"{each.person}@{found[0]}/react/")
                assert each.tick - found[0] <= MAX_APPROACH_TICKS, "a person may walk up first"
                assert all(len(scores) == 6 for scores in found[1]["recalled"])


def test_a_talk_of_small_talk_alone_is_remembered_and_not_asked_about(begun: Callable[..., LiveRun]) -> None:
    greetings = ("Good morning!", "Hello.", "How are you?", "See you later.", "Goodbye.", "Take care.")

    def greet(ask: Mapping[str, Any], _draw: Stream) -> dict[str, Any]:
        said = len(ask["lines"])
        return {"say": greetings[said % len(greetings)], "small_talk": True, "over": said >= 4, "tells": []}

    model = Obliging(speak=greet)
    with begun(model) as run:
        chronicle = lived(run, 10 * HOUR)
        talks = [memory for _, _, memory in chronicle.memories(kinds=["talk"])]
        assert "speak" in model.kinds()
        assert "after_talk" not in model.kinds()
        assert talks
        assert all(each.text.startswith("I had a few words with ") and each.talk and each.about for each in talks)


def test_a_line_that_is_the_last_one_ends_the_talk_whatever_the_model_says(begun: Callable[..., LiveRun]) -> None:
    def never_done(ask: Mapping[str, Any], draw: Stream) -> dict[str, Any]:
        return {"say": f"And what of {draw.below(1 << 30)}?", "over": False, "tells": []}

    model = Obliging(speak=never_done)
    with begun(model) as run:
        chronicle = lived(run, 8 * HOUR)
        talks = [talk for talk in chronicle.talks() if talk.ended is not None]
        assert talks
        assert min(len(talk.lines) for talk in talks) <= 10
        lefts = [each.content["left"] for each in model.asked if each.id.kind == "speak"]
        assert min(lefts) == 1
