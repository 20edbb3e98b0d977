"""A chronicle as it was at a tick. Rule C5."""

from hashlib import sha256
from pathlib import Path

import pytest

from milkwood.chronicle.glimpse import Glimpse, Unlike
from milkwood.engine.keeper import Input
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from tests.chronicle.conftest import pack, path, story, told
from tests.chronicle.story import Story, asked

__all__ = ["pack", "path", "story", "told"]


def test_it_ends_at_its_tick(told: Path) -> None:
    with Glimpse.of(told, 120) as glimpse:
        assert (glimpse.settled, glimpse.end) == (120, 120)
        found = glimpse.snapshot_before(glimpse.settled)
    assert found is not None
    assert found.tick == 100


@pytest.mark.parametrize("tick", [-1, 401])
def test_an_unreached_tick_is_refused(tick: int, told: Path) -> None:
    with pytest.raises(SetupError, match=r"before the start of the run|has not reached tick"):
        Glimpse.of(told, tick)


def test_no_write_changes_the_file(told: Path, story: Story) -> None:
    before = sha256(told.read_bytes()).hexdigest()
    with Glimpse.of(told, 400) as glimpse:
        glimpse.relive(0)
        glimpse.keep_answer(*asked("ada", 3))
        glimpse.keep_input(4, "whisper", PersonId("ada"), {"text": "go"})
        glimpse.keep_vector("model", "text", b"vector")
        glimpse.keep_reasons([(1, PersonId("ada"), {"act": "deed"})])
        glimpse.keep_snapshot(400, story.scene(400), {}, {})
        assert glimpse.find_vector("model", "text") is None
        assert glimpse.inputs() == list[Input]()
        assert (glimpse.counts("events"), glimpse.bill().total.answers) == ({}, 0)
    assert sha256(told.read_bytes()).hexdigest() == before


def test_the_same_history_is_accepted_again_and_any_other_is_refused(told: Path, story: Story) -> None:
    with Glimpse.of(told, 200) as glimpse:
        happenings, memories = glimpse.happenings(0, 100), glimpse.memories(0, 100)
        glimpse.relive(0)
        glimpse.record(100, happenings, memories)
        later = glimpse.happenings(100, 200)
        with pytest.raises(Unlike, match=rf"tick {later[-1].tick} gives other events"):
            glimpse.record(200, later[:-1], glimpse.memories(100, 200))
    with Glimpse.of(told, 200) as glimpse:
        glimpse.relive(0)
        with pytest.raises(Unlike, match="gives other events"):
            glimpse.record(100, happenings, memories[1:] or [(5, PersonId("ada"), story.memories[0][2])])
