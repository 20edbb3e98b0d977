import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.bridge.simulation import Shown
from milkwood.bridge.step_converter import StepConverter
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.town.events import Happening, Said, TalkBegan, TalkEnded
from milkwood.town.map import TownMap
from milkwood.town.tile import Tile
from milkwood.town.town import Town
from tests.bridge.little import CHAT, movement

IDS = {"Ada Reed": PersonId("ada_reed"), "Tom Hale": PersonId("tom_hale"), "Bo Low": PersonId("bo_low")}
MAP = TownMap("field", np.ones((12, 30), bool), [], [], [])


def nowhere(_address: str, _tile: Tile) -> tuple[RoomId | None, ThingId | None]:
    return None, None


def told(frames: list[dict[str, Shown]], pauses: frozenset[int] = frozenset(), kept: bool = False) -> list[Happening]:
    begins = {IDS[name]: Shown(shown.tile) for name, shown in frames[0].items()}
    teller, found = StepConverter(IDS, begins, nowhere), []
    teller.begin()
    for step, frame in enumerate(frames):
        if step in pauses:
            teller.pause(step)
            found += teller.take()
            if kept:
                state = json.loads(json.dumps(teller.keep()))
                teller = StepConverter(IDS, begins, nowhere)
                teller.restore(state)
        teller.step(step, frame)
    teller.finish(len(frames))
    return found + teller.take()


def folded(happenings: list[Happening]) -> Town:
    return Town(MAP).fold(sorted(happenings, key=lambda each: each.order))


def agrees(town: Town, frames: list[dict[str, Shown]]) -> None:
    state: dict[str, Shown] = {}
    for step, frame in enumerate(frames):
        state |= frame
        for name, shown in state.items():
            body = town.body(IDS[name], step + 1)
            assert body.tile(step + 1) == Tile(*shown.tile), (step, name)
            assert (body.deed.what if body.deed else "") == shown.what, (step, name)


def little() -> list[dict[str, Shown]]:
    def shown(each: Mapping[str, Any]) -> Shown:
        what, _, address = str(each["description"]).rpartition("@")
        x, y = each["movement"]
        lines = tuple((speaker, text) for speaker, text in each["chat"] or ())
        return Shown((x, y), str(each["pronunciatio"]), what.strip(), address.strip(), lines)

    return [{name: shown(each) for name, each in movement(step)["persona"].items()} for step in range(40)]


def test_every_position_and_deed_comes_out_as_it_was() -> None:
    agrees(folded(told(little())), little())


def test_a_talk_is_told_line_by_line_and_ends() -> None:
    events = [(each.tick, each.person, each.event) for each in told(little())]
    assert [(tick, who) for tick, who, event in events if isinstance(event, TalkBegan)] == [(12, "tom_hale")]
    lines = [(who, event.text) for _, who, event in sorted(events, key=lambda e: e[0]) if isinstance(event, Said)]
    assert lines == [(IDS[speaker], text) for speaker, text in CHAT]
    assert [tick for tick, _, event in events if isinstance(event, TalkEnded)] == [18]


def test_a_talk_that_is_cut_short_loses_no_line() -> None:
    frames = little()[:14]
    assert sum(isinstance(each.event, Said) for each in told(frames)) == len(CHAT)


def test_an_interruption_does_not_change_the_result() -> None:
    pauses = frozenset({3, 13, 14, 30})
    assert told(little(), pauses, kept=True) == told(little(), pauses)


def test_a_jump_is_not_a_walk() -> None:
    frames = [
        {"Ada Reed": Shown((1, 1), "", "a")},
        {"Ada Reed": Shown((9, 9), "", "a")},
        {},
        {"Ada Reed": Shown((9, 8), "", "b")},
    ]
    agrees(folded(told(frames)), frames)


@st.composite
def lives(draw: st.DrawFn) -> list[dict[str, Shown]]:
    """People who walk, stand, jump, change their action and talk, in any combination."""
    names = list(IDS)
    where = {name: (draw(st.integers(0, 29)), draw(st.integers(0, 11))) for name in names}
    frames = []
    for step in range(draw(st.integers(2, 14))):
        frame = {}
        for name in names:
            dx, dy = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (3, 2)]))
            x, y = where[name]
            where[name] = min(29, max(0, x + dx)), min(11, max(0, y + dy))
            talk = draw(
                st.sampled_from([(), (), ((names[0], "a"), (names[1], "b")), ((names[2], "c"), (names[0], "d"))])
            )
            chat = talk if any(name == speaker for speaker, _ in talk) else ()
            if step == 0 or draw(st.booleans()):
                frame[name] = Shown(where[name], "", draw(st.sampled_from(["x", "y"])), "", chat)
            else:
                where[name] = (x, y)
        frames.append(frame)
    return frames


def steps_of(frames: list[dict[str, Shown]]) -> Iterator[int]:
    return iter(range(1, len(frames), 3))


@settings(max_examples=150, deadline=None)
@given(lives())
def test_everything_shown_comes_out_unchanged(frames: list[dict[str, Shown]]) -> None:
    agrees(folded(told(frames)), frames)
    pauses = frozenset(steps_of(frames))
    agrees(folded(told(frames, pauses, kept=True)), frames)
