import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.chronicle import Chronicle
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_SEALS, MIGRATIONS, migrate, schema
from milkwood.chronicle.rows import append, insert, lost, unfit
from milkwood.chronicle.seals import SUMS, seal_of, stored
from tests.chronicle.story import make_header

VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(codec="utf-8")),
    st.binary(),
)


@pytest.fixture
def empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return connection


def test_every_table_has_seals(empty: sqlite3.Connection) -> None:
    for table in schema().columns.keys() - {SUMS}:
        assert "seal" in [row[1] for row in empty.execute(f"PRAGMA table_info({table})")], table


@given(st.lists(VALUES, max_size=5))
def test_a_row_has_the_same_seal_when_it_is_written_and_as_it_is_stored(row: list[object]) -> None:
    connection = sqlite3.connect(":memory:")
    names = [f"c{place}" for place in range(len(row))] + ["last"]
    connection.execute(f"CREATE TABLE anything ({', '.join(names)})")
    connection.execute(f"INSERT INTO anything VALUES ({', '.join('?' for _ in names)})", (*row, 1))
    assert [seal_of("t", each) for each in stored(connection, "anything", names)] == [seal_of("t", (*row, 1))]


@given(st.lists(VALUES, max_size=4), st.lists(VALUES, max_size=4))
def test_different_rows_have_different_seals(one: list[object], other: list[object]) -> None:
    same = [type(each) in (str, bytes) for each in one] == [
        type(each) in (str, bytes) for each in other
    ] and one == other
    assert (seal_of("t", one) == seal_of("t", other)) == same


def test_the_seal_covers_the_table_the_type_and_where_a_value_ends() -> None:
    rows = [("a", "b"), ("ab", ""), ("a b",), (b"a", "b"), ("a", b"b"), ("1", 2), (1, "2"), (None, ""), ("None", "")]
    seals = {seal_of(table, row) for table in ("one", "other") for row in rows}
    assert len(seals) == 2 * len(rows)


def test_a_whole_number_is_the_same_as_a_real() -> None:
    assert seal_of("t", (0, 1, -5)) == seal_of("t", (0.0, True, -5.0))


def test_a_row_that_is_there_already_counts_once(empty: sqlite3.Connection) -> None:
    for _ in range(2):
        insert(empty, "vectors", [("m", b"1", b"a"), ("m", b"2", b"b")], keep_old=True)
    insert(empty, "vectors", [("m", b"2", b"other"), ("m", b"3", b"c")], keep_old=True)
    assert empty.execute("SELECT rows FROM seals WHERE name = 'vectors'").fetchone() == (3,)
    assert not list(lost(empty, "vectors", str))


def test_rows_get_the_next_numbers(empty: sqlite3.Connection) -> None:
    assert append(empty, "inputs", [(tick, "whisper", None, "{}") for tick in (5, 900)]) == 2
    assert append(empty, "inputs", [(4, "whisper", "ada", "{}")]) == 3
    assert empty.execute("SELECT id, tick FROM inputs ORDER BY id").fetchall() == [(1, 5), (2, 900), (3, 4)]
    assert empty.execute("SELECT stretch, rows FROM seals WHERE name = 'inputs'").fetchall() == [(0, 2), (2, 1)]


def test_a_lost_row_is_placed_in_its_hour(empty: sqlite3.Connection) -> None:
    append(empty, "inputs", [(tick, "whisper", None, "{}") for tick in range(0, 2000, 100)])
    empty.execute("DELETE FROM inputs WHERE tick = 700")
    found = list(lost(empty, "inputs", "tick {}".format))
    assert [(each.tick, str(each.what)) for each in found] == [
        (360, "“inputs” from tick 360 to tick 720 has 3 rows, but 4 were written")
    ]
    assert not list(lost(empty, "inputs", str, since=720))


def test_a_changed_row_is_told_with_what_it_holds_now(empty: sqlite3.Connection) -> None:
    append(empty, "inputs", [(1, "whisper", None, "{}"), (2, "whisper", None, "{}")])
    empty.execute("UPDATE inputs SET kind = 'shout' WHERE tick = 2")
    (row,) = unfit(empty, "inputs", schema().columns["inputs"])
    assert (row["id"], row["tick"], bytes(row["kind"])) == (2, 2, b"shout")


def test_a_statement_that_fails_leaves_neither_row_nor_sum(empty: sqlite3.Connection) -> None:
    insert(empty, "chain", [(1, b"a")])
    before = list(empty.iterdump())
    with pytest.raises(sqlite3.IntegrityError):
        insert(empty, "chain", [(2, b"b"), (1, b"c")])
    assert list(empty.iterdump()) == before


def test_what_was_written_without_seals_is_sealed_as_it_is_found(path: Path) -> None:
    Chronicle.create(path, make_header()).close()
    old = sqlite3.connect(":memory:", isolation_level=None)
    migrate(old, MIGRATIONS[: FIRST_FORMAT_WITH_SEALS - 1])
    old.execute(
        "INSERT INTO questions VALUES (7, 'ada', 900, 'react', 0, '好', CAST(x'ff00' AS TEXT), '', '', 1, 2, 0, 0.5)"
    )
    old.execute("INSERT INTO header VALUES ('format', '5')")
    old.execute("UPDATE progress SET settled = 1000")
    migrate(old)
    for table, columns in schema().columns.items():
        if table != SUMS:
            assert not list(unfit(old, table, columns))
            assert not list(lost(old, table, str))
    assert old.execute("SELECT value FROM header WHERE key = 'unsealed_until'").fetchone() == ("1000",)
    old.execute("UPDATE questions SET price = 1")
    assert len(list(unfit(old, "questions", schema().columns["questions"]))) == 1
