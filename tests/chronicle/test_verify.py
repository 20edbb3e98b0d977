import sqlite3
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.verify import verify
from tests.chronicle.story import Story, make_header


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_valid_run_is_confirmed_with_its_hash(told: Path, story: Story) -> None:
    verdict = verify(told)
    assert verdict.sound
    assert verdict.sentence() == (
        f"monday: {len(story.happenings)} events over 400 ticks, hash {Chronicle.read(told).history_hash()}"
    )


def test_a_run_that_has_not_begun_is_sound(path: Path) -> None:
    Chronicle.create(path, make_header()).close()
    assert verify(path).sentence().startswith("monday: 0 events over 0 ticks, hash blake2b-160:")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET content = replace(content, 'r', 'l') WHERE tick = {tick}",
        "DELETE FROM events WHERE tick = {tick}",
        "UPDATE events SET person = 'zoe' WHERE tick = {tick}",
        "DELETE FROM chain WHERE tick = {tick}",
        "UPDATE chain SET hash = zeroblob(20) WHERE tick = {tick}",
        "INSERT INTO events VALUES ({tick}, 'zoe', 0, 'whispered', '{}')",
        "INSERT INTO memories VALUES ({tick}, 'zoe', 0, 'event', 'I was here', '[]', 1, '{{}}')",
    ],
)
def test_the_first_broken_tick_is_named(statement: str, told: Path, story: Story) -> None:
    tick = min(each.tick for each in story.happenings if each.tick >= 77)
    change(told, statement.replace("{tick}", str(tick)))
    verdict = verify(told)
    assert verdict.broken == tick
    assert f"the history was changed or damaged at tick {verdict.broken} (2023-03-10 07:1" in verdict.sentence()


def test_history_after_the_settled_tick_is_found(told: Path) -> None:
    change(told, "UPDATE progress SET settled = 100")
    assert "though only ticks before 100 are settled" in verify(told).sentence()


def test_a_spoiled_index_is_found(told: Path) -> None:
    change(told, "PRAGMA writable_schema = ON")
    connection = sqlite3.connect(told)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'inputs_by_tick')"
        " WHERE name = 'events_of_talks'"
    )
    connection.commit()
    connection.close()
    assert "damaged" in verify(told).sentence()
