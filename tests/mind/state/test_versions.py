"""Minds stored by earlier releases are restored unchanged, and live on.

The files under `fixtures/minds_1` were written by the first release: people of Gull Quay on the second morning of a
run, in the middle of a talk, on a walk, and asleep.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from milkwood.engine.asking import Desk, TickAsker
from milkwood.errors import SetupError
from milkwood.ids import PersonId, RoomId, TalkId
from milkwood.mind.acquaintances import Impression
from milkwood.mind.codec import decoded, encoded
from milkwood.mind.head import Head
from milkwood.mind.port import Decision, Kept, Memory
from milkwood.mind.reflection import moved_since
from milkwood.mind.state import LONG_AGO_TICK, AskedAhead, State
from milkwood.mind.state.versions import _STEPS, MIND_STATE_VERSION, brought_up
from milkwood.mind.talking import MAX_RECENT_LINES
from milkwood.mind.townsperson import Townsperson
from milkwood.run.minds import MindFactory
from milkwood.town.intents import Do, GoTo, Say
from milkwood.town.percepts import InTalk, Moment, Percept
from milkwood.town.tile import Tile
from tests.lived import quay
from tests.mind.obliging import Obliging

FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMES = ("talking", "walking", "asleep")
any_mind = pytest.mark.parametrize("name", NAMES)


def _memory(plain: dict[str, Any]) -> Memory:
    return Memory(**{**plain, "about": tuple(plain["about"]), "evidence": tuple(plain["evidence"])})


def kept(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FIXTURES / "minds_1" / f"{name}.json").read_text("utf-8"))
    return found


def restored(name: str) -> Townsperson:
    file = kept(name)
    rows = [(tick, _memory(memory)) for tick, memory in file["memories"]]
    factory = MindFactory(quay(), quay().clock, quay().languages[0], 1, shelf=lambda _person: rows)
    mind = factory.everybody()[PersonId(file["person"])]
    mind.restore(file["mind"])
    return mind


def lived(mind: Townsperson, tick: int, room: str | None, *percepts: Percept) -> Decision:
    moment = Moment(tick, Tile(0, 0), None if room is None else RoomId(room), None, False, percepts)

    async def live() -> Decision:
        desk = Desk(Obliging())
        found = mind.live(moment, TickAsker(desk, mind.head.id, tick))
        decision = await found if isinstance(found, Awaitable) else found
        await desk.close()
        return decision

    return asyncio.run(live())


# --- the place of each value


def _asked(asked: AskedAhead | None) -> list[Any]:
    return [] if asked is None else [asked.kind, asked.tick, asked.n, asked.content]


def _ahead(state: State) -> list[Any] | None:
    block, asked = state.breakdown.asked_for, state.breakdown.asked
    return None if block is None else [[block.start, block.what, block.place], *_asked(asked)[1:]]


def _pending(state: State) -> list[Any]:
    found = []
    for each in state.pending.entries:
        kind, tick, n, content = _asked(each.asked)
        talk = {"talk": each.talk} if each.talk else {}
        found.append([each.due, kind, tick, n, {**content, **talk}, [*each.about]])
    return found


def _on_mind(state: State) -> dict[str, Any]:
    found = state.talk.on_mind
    return {} if found is None else {"with": list(found.company), "recalled": list(found.recalled)}


PLACES: Mapping[str, Callable[[State], Any]] = {
    "midnight": lambda state: state.day.midnight,
    "awake": lambda state: state.day.awake,
    "wake": lambda state: state.day.wake,
    "bed": lambda state: state.day.bed,
    "plan": lambda state: [list(asdict(block).values())[:6] for block in state.day.plan],
    "block": lambda state: state.day.block,
    "done": lambda state: state.day.done,
    "steps": lambda state: [list(asdict(step).values())[:6] for step in state.doing.steps],
    "doing": lambda state: list(asdict(state.doing.current).values())[:6] if state.doing.current else [],
    "until": lambda state: state.doing.until,
    "heading": lambda state: state.doing.heading,
    "bound": lambda state: state.doing.bound,
    "lingers": lambda state: state.doing.lingers,
    "onward": lambda state: state.doing.onward,
    "tries": lambda state: state.doing.tries,
    "without": lambda state: state.doing.without,
    "lately": lambda state: state.doing.lately,
    "ahead": _ahead,
    "routine": lambda state: asdict(state.breakdown.routine) if state.breakdown.routine else None,
    "morning": lambda state: [_asked(each) for each in state.morning.asked],
    "concerns": lambda state: state.morning.concerns,
    "mood": lambda state: state.morning.mood,
    "yesterday": lambda state: state.morning.yesterday,
    "talk": lambda state: state.talk.id or "",
    "partners": lambda state: state.talk.partners,
    "lines": lambda state: [[line.by, line.text] for line in state.talk.lines],
    "again": lambda state: state.talk.again,
    "told": lambda state: state.talk.told,
    "brief": lambda state: state.talk.brief,
    "on_mind": _on_mind,
    "talk_reason": lambda state: state.talk.reason,
    "talk_ended": lambda state: state.talk.ended,
    "talks": lambda state: state.talk.talks,
    "said": lambda state: state.talk.said,
    "pending": _pending,
    "unweighed": lambda state: state.reflection.unweighed,
    "reflections": lambda state: state.reflection.reflections,
    "things": lambda state: {thing: odd.state for thing, odd in state.notice.things.items()},
    "places": lambda state: state.notice.places,
    "wandered": lambda state: state.wandering.came_up,
}
"""Where each field of the first layout is now; `since_reflection` is with the memories."""

AHEAD = {"what": "baking", "minutes": 40}
TALKED = {"talk": "5-ann", "others": [{"id": "ben", "name": "Ben"}, {"id": "eve", "name": "Eve"}], "lines": []}
RECALLED = {"id": 4, "text": "Ben has a boat.", "scores": [0.5]}
FULL: Kept = {
    "midnight": 8640,
    "awake": True,
    "wake": 9000,
    "bed": 14000,
    "plan": [[9000, 9300, "baking", "house:kitchen", 2, 7], [9300, 9600, "resting", "house:room", -1, -1]],
    "block": 1,
    "steps": [["kneading", 10, "house:kitchen", "house:kitchen:table", "🥖", "floury"]],
    "doing": ["washing up", 5, "house:kitchen", None, "🧽", ""],
    "until": 9100,
    "heading": "house:kitchen:table",
    "bound": True,
    "lingers": 9050,
    "onward": "house:room",
    "tries": 2,
    "without": True,
    "ahead": [[9300, "resting", "house:room"], 9001, 1, AHEAD],
    "morning": [["new_self", 8000, 0, {"yesterday": []}], ["plan_day", 8000, 1, {"extras": [{"id": 12}]}]],
    "talk": "9010-ann",
    "partners": ["ben"],
    "lines": [["ben", "Hello."], ["ann", "Good day."]],
    "again": ["eve"],
    "told": [3, 4],
    "brief": True,
    "on_mind": {"with": ["ben"], "recalled": [RECALLED]},
    "talk_reason": "I want to hear of the boat.",
    "talk_ended": 8990,
    "pending": [
        [9200, "weigh", 9001, 0, {"memories": ["one", "two"]}, [1, 2]],
        [9250, "after_talk", 9002, 0, TALKED, []],
    ],
    "unweighed": [5, 6],
    "since_reflection": 17,
    "reflections": 2,
    "reactions": 5,
    "talks": 4,
    "concerns": ["the boat"],
    "mood": "cheerful",
    "yesterday": ["07:00 baking"],
    "done": ["08:00 rowing"],
    "lately": ["rowing"],
    "said": ["Good day."],
    "wandered": [9],
    "things": {"house:kitchen:stove": "burning"},
    "routine": {"number": 3, "made": 10, "what": "baking", "score": 0.9, "used": 2, "of": "before", "first": False},
    "mend": ["house:kitchen:stove", "idle"],
    "places": ["harbour", "house"],
}
"""A state of the first layout with something in every field."""


def whole(state: Kept) -> Kept:
    return {"state": state, "memories": {"moved": 0}, "calendar": [], "people": {}}


def as_now(state: Kept) -> State:
    return decoded(State, brought_up(whole(state))["state"])


@any_mind
def test_every_value_of_a_real_stored_mind_is_in_its_place(name: str) -> None:
    old, state = kept(name)["mind"]["state"], restored(name).head.state
    old["said"] = old["said"][-MAX_RECENT_LINES:]
    assert {field: where(state) for field, where in PLACES.items()} == {field: old[field] for field in PLACES}


def test_every_value_is_in_its_place_whatever_it_is() -> None:
    state = as_now(FULL)
    assert {field: where(state) for field, where in PLACES.items()} == {field: FULL[field] for field in PLACES}
    assert state.meeting.reason == state.talk.reason
    assert [each.partners for each in state.pending.entries] == [(), ("ben", "eve")]
    assert [each.talk for each in state.pending.entries] == ["", "5-ann"]
    assert state.morning.extras == [12]


def test_no_field_of_the_first_layout_is_left_out_or_untested() -> None:
    assert set(PLACES) | {"since_reflection", "reactions", "mend"} == set(FULL) == set(kept("talking")["mind"]["state"])
    assert all(where(as_now(FULL)) != where(State()) for where in PLACES.values())


def test_lines_beyond_todays_limit_are_dropped() -> None:
    said = [f"line {n}" for n in range(40)]
    assert as_now({**FULL, "said": said}).talk.said == said[-MAX_RECENT_LINES:]


@pytest.mark.parametrize(
    ("midnight", "awake", "days"), [(LONG_AGO_TICK, False, 0), (-2520, True, 1), (-2520, False, 1), (6120, False, 1)]
)
def test_a_day_counts_as_begun_even_if_it_began_before_the_run(midnight: int, awake: bool, days: int) -> None:
    assert as_now({**FULL, "midnight": midnight, "awake": awake}).day.number == days


@any_mind
def test_values_outside_the_state_are_carried_over(name: str) -> None:
    file, head = kept(name), restored(name).head
    mind = file["mind"]
    assert {person: list(encoded(head.people.of(person)).values()) for person in mind["people"]} == mind["people"]
    assert any(head.people.of(person) != Impression() for person in mind["people"])
    assert head.calendar.keep() == mind["calendar"]
    assert head.routines.keep() == mind["routines"]
    assert len(head.routines) > 10
    assert head.manners.keep() == mind["manners"]
    texts = {memory["text"] for _, memory in file["memories"]}
    assert {record.text for record in head.memories.all()} <= texts
    assert moved_since(head) == mind["state"]["since_reflection"]


def test_a_mind_without_routines_and_manners_has_none() -> None:
    found = brought_up(whole(FULL))
    assert (found["routines"], found["manners"]) == ([1, []], {})


# --- living on


def test_a_talk_continues_where_it_was_left() -> None:
    mind = restored("talking")
    own, tick = mind.head.state.talk, kept("talking")["tick"]
    before = list(own.lines)
    talk = InTalk(TalkId(str(own.id)), tuple(own.partners), True, len(before))
    decision = lived(mind, tick, "The Salt Loaf:bakery", talk)
    assert isinstance(decision.intent, Say)
    assert [line.text for line in own.lines] == [*(line.text for line in before), decision.intent.text]
    assert own.talks == kept("talking")["mind"]["state"]["talks"]
    over = lived(mind, tick + 1, "The Salt Loaf:bakery")
    assert isinstance(over.intent, GoTo)
    assert over.intent.goal == mind.head.state.doing.heading
    assert mind.head.state.pending.entries[-1].asked.kind == "after_talk"


def test_a_walk_ends_in_the_deed_it_was_begun_for() -> None:
    mind = restored("walking")
    doing = mind.head.state.doing
    step, pending = doing.steps[0], mind.head.state.pending.entries[0]
    decision = lived(mind, kept("walking")["tick"], step.room)
    assert isinstance(decision.intent, Do)
    assert (decision.intent.deed.what, decision.intent.deed.thing) == (step.what, step.thing)
    assert doing.current == step
    later = lived(mind, pending.due, step.room)
    assert pending not in mind.head.state.pending.entries
    assert pending.asked.kind == "after_talk"
    assert [(each.about, each.talk) for each in later.memories if each.kind == "talk"] == [
        (pending.partners, pending.talk)
    ]


def test_a_sleeper_wakes_to_the_plan_that_was_asked_for_and_to_a_new_count() -> None:
    mind = restored("asleep")
    head = mind.head
    asked = [each.kind for each in head.state.morning.asked]
    decision = lived(mind, head.state.day.wake, head.places.room_of(head.character.bed))
    assert isinstance(decision.intent, GoTo | Do)
    assert asked == ["new_self", "plan_day"]
    assert head.state.morning.asked == []
    assert head.state.day.awake
    assert len(head.state.day.plan) > 5


@any_mind
def test_memories_that_came_up_are_kept_in_the_newest_layout(name: str) -> None:
    head = restored(name).head
    again: Kept = json.loads(json.dumps(head.keep()))
    assert again["version"] == MIND_STATE_VERSION
    assert brought_up(again) == again
    assert decoded(State, again["state"]) == head.state


# --- versions


@any_mind
@pytest.mark.parametrize("version", range(1, MIND_STATE_VERSION))
def test_each_step_makes_the_next_version_of_a_mind_that_was_really_kept(version: int, name: str) -> None:
    mind = json.loads((FIXTURES / f"minds_{version}" / f"{name}.json").read_text("utf-8"))["mind"]
    before = deepcopy(mind)
    assert mind.get("version", 1) == version
    assert _STEPS[version - 1](mind)["version"] == version + 1
    assert mind == before, "a step leaves what it was given as it was"


def test_there_is_a_step_from_every_version_to_the_next() -> None:
    assert len(_STEPS) == MIND_STATE_VERSION - 1
    assert brought_up(whole(FULL))["version"] == MIND_STATE_VERSION


def test_a_mind_from_the_future_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        SetupError, match=rf"kept by a newer Milkwood \(version {MIND_STATE_VERSION + 1}; this one reads up to"
    ):
        brought_up({"version": MIND_STATE_VERSION + 1})


def test_a_head_is_unchanged_when_a_mind_is_refused() -> None:
    head: Head = restored("talking").head
    before = head.keep()
    with pytest.raises(SetupError):
        head.restore({**before, "version": MIND_STATE_VERSION + 1}, ())
    assert head.keep() == before
