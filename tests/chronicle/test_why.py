"""Why a person acted by a routine, or because a thought came up."""

from pathlib import Path

from milkwood.chronicle import Chronicle
from milkwood.chronicle.why import RoutineUse, why
from milkwood.town.events import DeedBegan, Entered
from tests.chronicle.ada import ADA, HABIT, HERE, SLEEP, deed, do, told


def test_a_routine_is_named_with_when_it_was_made_and_nothing_is_said_to_have_been_asked(path: Path) -> None:
    with Chronicle.read(told(path)) as reader:
        found = why(reader, ADA, 157)
    assert found is not None
    assert found[0].decided == 156
    assert found[0].routine == RoutineUse(30, "having breakfast", 0.95, 1, "")
    assert found[0].asked == ()
    assert found[0].wandering == ""


def test_a_newly_thought_out_deed_has_no_routine(path: Path) -> None:
    with Chronicle.read(told(path)) as reader:
        found = why(reader, ADA, 61)
    assert found is not None
    assert found[0].routine is None


def test_a_thought_that_came_up_is_reported(path: Path) -> None:
    wandering = {"memory": 12, "text": "The tide tables that Bram spoke of."}
    reason = do("reading", routine={**HABIT, "of": "last week", "made": -1}, wandering=wandering)
    with Chronicle.open(told(path, ((-1, Entered(HERE, SLEEP)), (250, DeedBegan(deed("read"), HERE))))) as chronicle:
        chronicle.keep_reasons([(250, ADA, reason)])
    with Chronicle.read(path) as reader:
        found = why(reader, ADA, 260)
    assert found is not None
    assert found[0].wandering == wandering["text"]
    assert found[0].routine is not None
    assert found[0].routine.of == "last week"
