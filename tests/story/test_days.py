"""Several days in a row: nights, new days, and day numbers."""

from datetime import timedelta
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.town.events import DeedBegan
from tests.story.lives import begin, pack_of

DAY = 8640
DAYS = 3


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three days in Gull Quay."""
    path = tmp_path_factory.mktemp("days") / "days.milkwood"
    assert begin("gull_quay", path, DAYS * DAY).settled == DAYS * DAY
    return path


def test_everyone_sleeps_each_night_and_gets_up_each_morning(days: Path) -> None:
    pack = pack_of("gull_quay")
    with Chronicle.read(days) as reader:
        for night in range(1, DAYS + 1):
            scene = reader.scene(reader.header.clock.parse(f"day {night + 1} 02:00"), pack.town_map)
            assert [person for person, body in scene.bodies.items() if not body.asleep] == []
        for morning in range(1, DAYS + 1):
            scene = reader.scene(reader.header.clock.parse(f"day {morning} 11:30"), pack.town_map)
            assert [person for person, body in scene.bodies.items() if body.asleep] == []


def test_people_sleep_in_their_own_beds(days: Path) -> None:
    pack = pack_of("gull_quay")
    with Chronicle.read(days) as reader:
        scene = reader.scene(reader.header.clock.parse("day 3 02:00"), pack.town_map)
    for person, body in scene.bodies.items():
        assert body.deed is not None
        assert body.deed.thing == pack.people[person].bed


def test_each_person_plans_each_day_once(days: Path) -> None:
    with Chronicle.read(days) as reader:
        clock, people = reader.header.clock, reader.header.cast
        questions = [asked.question for asked in reader.questions(kinds=("plan_day",))]
    planned = [(asked.id.person, asked.content["now"]["date"]) for asked in questions]
    days_lived = [str((clock.start + timedelta(days=day)).date()) for day in range(DAYS)]
    assert len(set(planned)) == len(planned)
    assert {(person, day) for person in people for day in days_lived} <= set(planned)


def test_days_change_at_midnight(days: Path) -> None:
    with Chronicle.read(days) as reader:
        clock = reader.header.clock
        numbers = {clock.day(each.tick) for each in reader.happenings(0) if isinstance(each.event, DeedBegan)}
    assert numbers == {1, 2, 3, 4}
    assert clock.day(clock.parse("day 2 00:00") - 1) == 1


def test_every_hour_has_a_snapshot(days: Path) -> None:
    with Chronicle.read(days) as reader:
        assert reader.snapshots() == list(range(0, DAYS * DAY + 1, 360))
