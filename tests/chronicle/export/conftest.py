from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.names import Names
from milkwood.ids import PersonId, RoomId
from milkwood.town.map import TownMap
from milkwood.town.tile import Tile
from milkwood.towns import Pack
from tests.chronicle.conftest import tell
from tests.chronicle.story import Story, asked


@pytest.fixture
def reader(path: Path, story: Story) -> Reader:
    """A run with something in every table."""
    tell(path, story)
    with Chronicle.open(path) as chronicle:
        chronicle.keep_answer(*asked("ada", 3))
        chronicle.keep_answer(*asked("ben", 7, "speak"))
        chronicle.keep_input(4, "whisper", PersonId("ada"), {"text": "去吧"})
        chronicle.keep_input(5, "pause", None, {})
    return Chronicle.read(path)


@pytest.fixture
def names(pack: Pack) -> Names:
    def room_at(tile: Tile) -> RoomId | None:
        room = town_map.room_at(tile)
        return room.id if room else None

    town_map: TownMap = pack.town_map
    return Names(
        people={PersonId("ada"): "Ada Small", PersonId("ben"): "Ben Small", PersonId("cleo"): "Cleo Small"},
        rooms={room.id: f"the {room.id.split(':')[1]}" for room in town_map.rooms.values()},
        room_at=room_at,
    )
