import os
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.towns import Pack
from tests.chronicle.story import Story, make_header, make_story
from tests.towns.conftest import write_tiny_pack

ROOT = Path(__file__).parents[2]
ELSEWHERE = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
"""The environment of another process that must find Milkwood and its tests."""


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return towns.load(write_tiny_pack(tmp_path_factory.mktemp("towns") / "tinytown").folder)


@pytest.fixture(scope="session")
def story(pack: Pack) -> Story:
    """Three people, an hour and a bit."""
    return make_story(pack.town_map, {person.id: person.bed for person in pack.people.values()}, 400)


@pytest.fixture(scope="session")
def other_story(pack: Pack) -> Story:
    return make_story(pack.town_map, {person.id: person.bed for person in pack.people.values()}, 400, seed=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "monday.milkwood"


@pytest.fixture
def told(path: Path, story: Story) -> Path:
    """A run that was lived to its end and closed."""
    return tell(path, story)


def tell(path: Path, story: Story, run: str = "monday", every: int = 50, **header: object) -> Path:
    """Record a story as an engine would."""
    with Chronicle.create(path, make_header(run, **header)) as chronicle:
        for up_to, happenings, memories in story.pieces(every):
            chronicle.record(up_to, happenings, memories)
            if up_to % 100 == 0:
                minds = {person: {"mood": up_to // 200} for person in story.people}
                chronicle.keep_snapshot(up_to, story.scene(up_to), minds, dict.fromkeys(story.people, up_to + 3))
    return path
