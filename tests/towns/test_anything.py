"""Whatever the files contain, reading ends in problems or a pack, never in another exception."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.towns import BrokenPack, Problem, check, load

from .conftest import TinyPack, tiny_ground, tiny_map, write_tiny_pack

FILES = ["town.toml", "map.tmj", "tiles/ground.tsj", "tiles/ground.png", "people/ada.toml", "scenarios/picnic.toml"]
JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(10**400), 10**400),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(["\ud800", "\x00", "../..", "/", ":", "a:b", "kitchen", "ada", "24:00", "x" * 500]),
    st.builds(list),
    st.builds(dict),
    st.builds(lambda: [{}]),
    st.builds(lambda: [[]]),
    st.lists(st.integers(0, 200), max_size=3),
)
SNIPPETS = st.sampled_from(
    ["[", "]", "{", "}", '"', "'", "=", ",", "\n", "[[a]]\n", "[a]\n", "zh", "-1", "1e999", "true", "nan", "#", "\\"]
)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> TinyPack:
    return write_tiny_pack(tmp_path_factory.mktemp("anything") / "tinytown")


def look(pack: TinyPack, file: str, content: bytes) -> list[Problem]:
    """Check the pack with one file changed, and restore the file."""
    path = pack.folder / file
    before = path.read_bytes()
    path.write_bytes(content)
    try:
        problems = check(pack.folder)
        for problem in problems:
            problem.sentence().encode()
            assert len(problem.sentence()) < 2000
        if any(problem.is_error for problem in problems):
            with pytest.raises(BrokenPack):
                load(pack.folder)
        else:
            load(pack.folder, "picnic")
        return problems
    finally:
        path.write_bytes(before)


@given(file=st.sampled_from(FILES), content=st.binary(max_size=200))
@settings(max_examples=40, deadline=None)
def test_random_bytes_are_only_problems(pack: TinyPack, file: str, content: bytes) -> None:
    assert look(pack, file, content)


@given(data=st.data(), file=st.sampled_from([file for file in FILES if file.endswith(".toml")]))
@settings(max_examples=60, deadline=None)
def test_toml_with_pieces_cut_and_pasted_is_only_problems(pack: TinyPack, data: st.DataObject, file: str) -> None:
    text = (pack.folder / file).read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 30))
        text = text[:at] + data.draw(SNIPPETS | st.text(max_size=5)) + text[at + cut :]
    look(pack, file, text.encode("utf-8", "surrogatepass"))


@given(data=st.data(), file=st.sampled_from([file for file in FILES if file.endswith(".toml")]))
@settings(max_examples=60, deadline=None)
def test_toml_with_values_exchanged_is_only_problems(pack: TinyPack, data: st.DataObject, file: str) -> None:
    lines = (pack.folder / file).read_text(encoding="utf-8").splitlines()
    assigned = [index for index, line in enumerate(lines) if " = " in line]
    for index in data.draw(st.lists(st.sampled_from(assigned), min_size=1, max_size=4)):
        key = lines[index].partition(" = ")[0]
        values = ["1", "-1", "1.5", '""', '"x"', "[]", "{}", '{ en = "" }', "[[1]]", "2023-01-01", "07:00:00", "inf"]
        values += ["9" * 30, '"House"', '["ada"]', '"\\u0000"', "0001-01-01T00:00:00", "9999-12-31T23:59:59"]
        lines[index] = f"{key} = {data.draw(st.sampled_from(values))}"
    look(pack, file, "\n".join(lines).encode())


@given(data=st.data())
@settings(max_examples=120, deadline=None)
def test_maps_with_values_exchanged_are_only_problems(pack: TinyPack, data: st.DataObject) -> None:
    file, table = data.draw(st.sampled_from([("map.tmj", tiny_map()), ("tiles/ground.tsj", tiny_ground())]))
    table = json.loads(json.dumps(table))
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(data, table)
    look(pack, file, json.dumps(table).encode())


def spoil(data: st.DataObject, table: Any) -> None:
    """Go down to some value of the table and replace it, or remove it."""
    while True:
        keys = list(table) if isinstance(table, dict) else list(range(len(table)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        deeper = isinstance(table[key], dict | list) and table[key]
        if deeper and data.draw(st.integers(0, 3)):
            table = table[key]
        elif data.draw(st.booleans()):
            table[key] = data.draw(JUNK)
            return
        else:
            del table[key]
            return


@given(name=st.text(max_size=30))
@settings(max_examples=40, deadline=None)
def test_no_path_is_too_strange(name: str) -> None:
    assert check(Path("nowhere") / name)
