"""The reference page: its queries run, and it names every table and column."""

import re
import sqlite3
from pathlib import Path

import pytest

from milkwood.chronicle import codec
from tests.chronicle.conftest import ROOT

PAGE = (ROOT / "docs" / "reference" / "chronicle.md").read_text(encoding="utf-8")
QUERIES = [query for query in re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL) if "duckdb" not in query]


@pytest.mark.parametrize("query", QUERIES)
def test_every_query_runs(query: str, told: Path) -> None:
    sqlite3.connect(told).execute(query).fetchall()


def test_every_table_view_and_column_is_named(told: Path) -> None:
    connection = sqlite3.connect(told)
    tables = connection.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
    for table, kind in tables:
        assert (f"**{table}**" if kind == "table" else f"`{table}`") in PAGE, table
        for column in connection.execute(f"PRAGMA table_info({table})"):
            assert f"`{column[1]}`" in PAGE, f"{table}.{column[1]}"


def test_every_kind_of_event_and_every_field_of_the_header_is_named(told: Path) -> None:
    for kind in codec._BY_KIND:
        assert f"| `{kind}` |" in PAGE
    for (key,) in sqlite3.connect(told).execute("SELECT key FROM header"):
        assert f"`{key}`" in PAGE
