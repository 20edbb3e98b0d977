"""A model that writes any state and always acts on things cannot start a loop (rule M4).

The first morning lived by a real model ended in one: odd states of a public garden were noticed, changed into other odd
states, and noticed again. Its answers are in the project's shared data; where that is absent, a few of them stand in.
"""

import asyncio
import gzip
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from milkwood.ids import ThingId
from milkwood.models.port import Answer, Question
from milkwood.models.wording import WordOverlap
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.town.acts import Change
from milkwood.town.events import DeedBegan, Event, ThingChanged
from milkwood.town.places import IDLE
from milkwood.towns import load
from milkwood.towns.shelf import find
from milkwood.understudy.model import Understudy

DATA = Path(os.environ.get("MILKWOOD_UPSTREAM") or Path(__file__).parents[3] / "shared" / "data")
RECORDED = DATA / "real" / "ville_morning_qwen1.5b.milkwood.gz"
ODD = ("full of pages", "beautiful and fresh air", "relieved", "egg cooked perfectly")
"""States that the model gave things."""
GARDEN = ThingId("Johnson Park:park:park garden")
TICKS = 720
"""Two hours, as recorded."""
PACK = load(find("the_ville").folder)


class Odd:
    """The understudy, but every deed gives its thing an odd state, and everything noticed is acted on for long."""

    def __init__(self, states: Sequence[str]) -> None:
        self._understudy = Understudy(1, WordOverlap())
        self._states = states
        self.about: Counter[tuple[str, str, str]] = Counter()
        """Reactions asked for, by person, thing and state."""

    async def answer(self, question: Question) -> Answer:
        answer = await self._understudy.answer(question)
        if question.id.kind == "break_down":
            deeds = [{**deed, "effect": self._state(question, n)} for n, deed in enumerate(answer.content["deeds"])]
            return Answer({"deeds": deeds}, "odd")
        if question.id.kind == "react" and question.content["thing"]:
            content = question.content
            self.about[question.id.person, content["thing"], content["state"]] += 1
            state = self._state(question, 0)
            change = {"choice": "change", "reason": "", "what": "enjoying the view", "minutes": 30, "usable": True}
            return Answer({**change, "state": state}, "odd")
        return answer

    def _state(self, question: Question, n: int) -> str:
        return self._states[(question.id.tick + n) % len(self._states)]


def lived(path: Path, model: Odd, *acts: Change) -> list[Event]:
    with new_run(PACK, path, "odd", options=RunOptions(model=model), minds=MindConfig(embedding=False)) as run:

        async def live() -> None:
            for act in acts:
                run.give(act)
            await run.live(TICKS)

        asyncio.run(live())
        return [each.event for each in run.chronicle.happenings(since=0)]


def recorded_states(tmp_path: Path) -> list[str]:
    """What the real model gave things, in the order of the recording."""
    if not RECORDED.is_file():
        pytest.skip(f"the recorded morning is not at {RECORDED}")
    path = tmp_path / "recorded.milkwood"
    path.write_bytes(gzip.decompress(RECORDED.read_bytes()))
    with sqlite3.connect(path) as file:
        answers = [json.loads(row[0]) for row in file.execute("SELECT answer FROM questions WHERE kind = 'break_down'")]
    return list(dict.fromkeys(deed["effect"] for each in answers for deed in each["deeds"] if deed.get("effect")))


def check(path: Path, states: Sequence[str]) -> None:
    """Two hours with these states, and a garden that a user changes once."""
    model = Odd(states)
    history = lived(path, model, Change(GARDEN, "full of pages"))
    for event in history:
        if isinstance(event, ThingChanged) and event.thing != GARDEN:
            assert event.state == IDLE or PACK.town_map.things[event.thing].kind.recognised(event.state), event
        if isinstance(event, DeedBegan) and event.deed.thing is not None and event.deed.effect:
            listed = PACK.town_map.things[event.deed.thing].kind.deed_states
            assert any(state.is_named(event.deed.effect) for state in listed), event.deed
    assert {(thing, state) for _, thing, state in model.about} == {("park garden", "full of pages")}
    assert set(model.about.values()) == {1}  # each person who sees the change is asked once
    changes = [event.state for event in history if isinstance(event, ThingChanged) and event.thing == GARDEN]
    assert changes == ["full of pages", IDLE]


def test_states_that_a_model_makes_up_reach_nobody(tmp_path: Path) -> None:
    check(tmp_path / "odd.milkwood", ODD)


@pytest.mark.long
def test_the_recorded_morning_ends_without_its_loop(tmp_path: Path) -> None:
    states = recorded_states(tmp_path)
    assert len(states) > 100
    check(tmp_path / "odd.milkwood", states)
