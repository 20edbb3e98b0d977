import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.bridge import reading
from milkwood.bridge.reading import Unreadable, checked, field, inside, members, table_of
from milkwood.clean import clean, clean_all
from milkwood.plain import Json

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=6), PLAIN, max_size=6), st.integers(1, 9), st.sampled_from([None, 2]))
def test_entries_come_out_as_they_are_however_the_file_is_cut(
    tmp_path_factory: pytest.TempPathFactory, table: dict[str, object], piece: int, indent: int | None
) -> None:
    path = tmp_path_factory.mktemp("m") / "a.json"
    path.write_text(json.dumps(table, indent=indent), encoding="utf-8")
    patch = pytest.MonkeyPatch()
    try:
        patch.setattr(reading, "PIECE_CHARACTERS", piece)
        assert list(members(path)) == [(clean(key, lines=True), clean_all(value)) for key, value in table.items()]
    finally:
        patch.undo()


@pytest.mark.parametrize("cut", [1, 5, 9, 14])
def test_a_file_that_was_cut_off_is_refused_wherever_it_ends(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"one": [1, 2]}'[:-cut])
    with pytest.raises(Unreadable, match=r"a\.json.*ends too early"):
        list(members(path))
    with pytest.raises(Unreadable, match=r"a\.json.*ends too early"):
        table_of(path)


def test_latin_1_is_named_with_its_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes('{"name": "Renée"}'.encode("latin-1"))
    with pytest.raises(Unreadable, match="Byte 0xe9 is not UTF-8"):
        table_of(path)


@pytest.mark.parametrize("name", ["..", "a/b", "a\\b", "", "nul\0"])
def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Unreadable, match="outside the folder"):
        inside(tmp_path, name)


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.json").write_text("{}")
    (tmp_path / "in" / "scratch.json").symlink_to(tmp_path / "secret.json")
    with pytest.raises(Unreadable, match="points outside the folder"):
        inside(tmp_path / "in", "scratch.json")


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    with pytest.raises(Unreadable):
        table_of(loop)


@pytest.mark.parametrize(
    ("value", "kind", "complaint"),
    [
        ("seven", int, "not a whole number"),
        ("7.5", int, "not a whole number"),
        ("٧", int, "not a whole number"),
        (7.5, int, "not a whole number"),
        ("1" * 16, int, "not a whole number"),
        (True, int, "not a whole number"),
        (10**15, int, "too large"),
        ([], str, "a list"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(value: Json, kind: type, complaint: str) -> None:
    with pytest.raises(Unreadable, match=rf"a\.json > step: .*{complaint}"):
        checked(value, kind, Path("a.json"), "step")


@pytest.mark.parametrize(
    ("value", "kind", "number"), [("7", int, 7), (" -3 ", int, -3), (7.0, int, 7), ("2.5", float, 2.5)]
)
def test_a_number_may_be_written_as_forks_write_it(value: Json, kind: type[float], number: float) -> None:
    found = checked(value, kind, Path("a.json"), "step")
    assert (found, type(found)) == (number, kind)


def test_a_default_replaces_a_missing_or_null_value() -> None:
    assert field({"a": None}, "a", int, Path("a.json"), 4) == 4
    with pytest.raises(Unreadable, match="The field is missing"):
        field({}, "a", int, Path("a.json"))


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": ' + "9" * 40 + "}"])
def test_invalid_numbers_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(Unreadable, match=r"a\.json"):
        list(members(path))
