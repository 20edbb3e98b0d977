import sqlite3
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, file, migrations
from milkwood.chronicle import chronicle as writing
from milkwood.chronicle.migrations import MIGRATIONS, Migration, format_of, migrate


def schema(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    return connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


@pytest.fixture
def empty() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None)


def test_an_empty_file_is_brought_to_the_newest_format(empty: sqlite3.Connection) -> None:
    migrate(empty)
    assert format_of(empty) == migrations.FORMAT == len(MIGRATIONS)


@pytest.mark.parametrize("step", MIGRATIONS)
def test_every_step_does_nothing_when_it_is_run_again(step: Migration, empty: sqlite3.Connection) -> None:
    migrate(empty)
    before = schema(empty)
    step(empty)
    assert schema(empty) == before
    assert empty.execute("SELECT one, settled FROM progress").fetchall() == [(1, -1)]


def test_a_step_that_fails_leaves_the_file_in_the_format_it_was_in(empty: sqlite3.Connection) -> None:
    def half_way(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE weather (tick)")
        connection.execute("not SQL at all")

    migrate(empty)
    before = schema(empty)
    with pytest.raises(sqlite3.OperationalError):
        migrate(empty, [*MIGRATIONS, half_way])
    assert schema(empty) == before
    assert format_of(empty) == migrations.FORMAT


def test_a_run_of_an_older_format_is_brought_up_to_date_when_it_is_read(
    told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_weather(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE IF NOT EXISTS weather (tick)")

    for room in (file, writing):
        monkeypatch.setattr(room, "FORMAT", migrations.FORMAT + 1)
    steps = [*MIGRATIONS, with_weather]
    monkeypatch.setattr(writing, "migrate", lambda connection: migrate(connection, steps))
    before = sqlite3.connect(told).execute("SELECT * FROM events").fetchall()
    with Chronicle.read(told) as reader:
        assert reader.header.format == migrations.FORMAT + 1
        assert reader.count("weather") == 0
        assert len(reader.happenings()) == len(before)


def test_sql_queries_find_deeds_walks_and_lines_with_their_times(told: Path) -> None:
    connection = sqlite3.connect(told)
    what, time = connection.execute("SELECT what, time FROM deeds WHERE tick >= 6 ORDER BY tick").fetchone()
    assert what
    assert time.startswith("2023-03-10 07:")
    assert connection.execute("SELECT count(*) FROM walks WHERE route LIKE '%,% %'").fetchone()[0] > 0
    speaker, text = connection.execute("SELECT speaker, text FROM lines").fetchone()
    assert speaker in ("ada", "ben", "cleo")
    assert text
