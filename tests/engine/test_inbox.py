"""Inputs that wait for their tick. Rules T3, C1."""

from collections.abc import Mapping
from typing import Any

import pytest

from milkwood.clock import NEVER
from milkwood.engine.inbox import Inbox
from milkwood.engine.inputs import input_of
from milkwood.errors import OurBug, SetupError
from milkwood.ids import PersonId, ThingId
from milkwood.town.acts import Arrive, Change, Enter, Exit, Move, Pause, Remove, Stand, Whisper
from milkwood.town.tile import Tile
from tests.engine.meddling import Acts

ADA, BEN, YOU = PersonId("ada"), PersonId("ben"), PersonId("you")
HERE = Tile(0, 0)


def test_an_act_is_written_down_before_it_waits() -> None:
    waiting: list[int] = []

    class Watching(Acts):
        def keep_input(self, tick: int, kind: str, person: PersonId | None, content: Mapping[str, Any]) -> None:
            waiting.append(inbox.next_touch)
            super().keep_input(tick, kind, person, content)

    acts = Watching()
    inbox = Inbox(acts)
    inbox.write(4, Whisper(ADA, "go"))
    assert waiting == [NEVER]
    assert inbox.next_touch == 4
    assert acts.inputs == [input_of(4, Whisper(ADA, "go"))]


def test_an_act_that_cannot_be_written_down_does_not_happen() -> None:
    class Full(Acts):
        def keep_input(self, tick: int, kind: str, person: PersonId | None, content: Mapping[str, Any]) -> None:
            raise SetupError("The disk is full.")

    inbox = Inbox(Full())
    for act in (Whisper(ADA, "go"), Move(YOU, "u")):
        with pytest.raises(SetupError, match="The disk is full"):
            inbox.write(4, act)
    assert inbox.next_touch == NEVER
    assert inbox.keys.find(YOU, 4) is None


def test_recorded_inputs_wait_again_each_for_its_tick() -> None:
    known = [
        input_of(3, Whisper(ADA, "first")),
        input_of(3, Pause()),
        input_of(3, Change(ThingId("a:b:c"), "odd")),
        input_of(4, Move(YOU, "l")),
        input_of(9, Remove(ADA)),
    ]
    inbox = Inbox(None, known)
    assert (inbox.next_touch, inbox.last_touch) == (3, 9)
    assert inbox.due() == [Whisper(ADA, "first"), Change(ThingId("a:b:c"), "odd")]
    assert inbox.next_touch == 9
    assert inbox.due() == [Remove(ADA)]
    assert (inbox.next_touch, inbox.last_touch, inbox.due()) == (NEVER, -1, [])
    assert inbox.keys.find(YOU, 4) == Move(YOU, "l")


def test_no_input_lands_in_lived_ticks() -> None:
    inbox = Inbox(Acts(), first=10)
    with pytest.raises(OurBug, match="before what has been lived"):
        inbox.write(9, Stand(YOU))
    inbox.write(10, Stand(YOU))


def test_it_knows_who_will_be_there() -> None:
    inbox = Inbox(Acts())
    inbox.write(3, Arrive(BEN, HERE))
    inbox.write(4, Enter(YOU, HERE))
    inbox.write(5, Remove(ADA))
    assert inbox.people([ADA]) == {BEN, YOU}
    assert inbox.avatars() == {YOU}
    assert inbox.comes(YOU) == 4
    assert not inbox.is_leaving(YOU)
    inbox.write(6, Exit(YOU))
    assert inbox.is_leaving(YOU)
    assert inbox.people([ADA]) == {BEN}


def test_no_one_arrives_at_an_unreachable_place() -> None:
    with pytest.raises(OurBug, match="no mind for ben"):
        Inbox().mind_for(Arrive(BEN, HERE), 3)
