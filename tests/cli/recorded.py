"""A recorded run for the commands that read one."""

from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId
from tests.chronicle.conftest import tell
from tests.chronicle.story import Story, asked, make_story
from tests.towns.conftest import TinyPack


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for runs, and a separate current folder."""
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home" / "runs"


@pytest.fixture
def story(tiny: TinyPack) -> Story:
    pack = towns.load(tiny.folder)
    return make_story(pack.town_map, {person.id: person.bed for person in pack.people.values()}, 120)


@pytest.fixture
def monday(home: Path, tiny: TinyPack, story: Story) -> Path:
    """A run named monday."""
    path = tell(home / "monday.milkwood", story, town_path=str(tiny.folder))
    with Chronicle.open(path) as chronicle:
        chronicle.keep_answer(*asked("ada", 3))
        chronicle.keep_input(4, "whisper", PersonId("ada"), {"text": "go"})
    return path
