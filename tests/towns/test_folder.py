import os
from pathlib import Path

import pytest

from milkwood.towns import check

from .conftest import TinyPack


def test_a_missing_folder_is_reported_as_missing(tmp_path: Path) -> None:
    [problem] = check(tmp_path / "nowhere")
    assert problem.what == "There is no such folder."


def test_a_file_in_place_of_the_pack_is_reported(tmp_path: Path) -> None:
    (tmp_path / "town").write_text("hello")
    [problem] = check(tmp_path / "town")
    assert problem.what == "This is a file, not a folder."


def test_a_name_with_a_null_byte_is_a_problem_and_not_a_crash() -> None:
    [problem] = check("a\0b")
    assert "cannot be opened" in problem.what


def test_a_missing_town_file_is_named(tiny: TinyPack) -> None:
    (tiny.folder / "town.toml").unlink()
    assert "town.toml: There is no town.toml here. Add it, or correct the name." in tiny.errors()


def test_bytes_that_are_not_utf8_are_given_with_offset_and_line(tiny: TinyPack) -> None:
    tiny.write("people/ada.toml", b'id = "ada"\nname = "Ad\xe9"\n')
    [error] = [error for error in tiny.errors() if "people/ada.toml" in error]
    assert error == ("people/ada.toml, line 2: Byte 21 (0xe9) is not UTF-8. Save the file with the encoding UTF-8.")


def test_broken_toml_is_given_with_its_line(tiny: TinyPack) -> None:
    tiny.write("scenarios/plain.toml", 'id = "plain"\ncast = [\ndays = 2\n')
    assert any("scenarios/plain.toml, line 3, column 1: This is not valid TOML" in e for e in tiny.errors())


def test_truncated_toml_is_reported(tiny: TinyPack) -> None:
    tiny.write("town.toml", "format = 1\nlanguages = [")
    assert any(error.startswith("town.toml, at its end: This is not valid TOML") for error in tiny.errors())


def test_truncated_json_is_reported(tiny: TinyPack) -> None:
    text = tiny.read("map.tmj")
    tiny.write("map.tmj", text[: len(text) // 2])
    [error] = tiny.errors()
    assert error.startswith("map.tmj, line 1")
    assert "The file ends too early" in error or "This is not valid JSON" in error


def test_json_that_is_no_table_is_no_tiled_file(tiny: TinyPack) -> None:
    tiny.write("map.tmj", "[1, 2]")
    assert tiny.errors() == ["map.tmj: This is not a Tiled file. Save it again from Tiled, as JSON."]


@pytest.mark.parametrize("text", ['{"width": NaN}', '{"width": ' + "9" * 5000 + "}", "[" * 100_000])
def test_json_that_no_reader_can_take_is_a_problem(tiny: TinyPack, text: str) -> None:
    tiny.write("map.tmj", text)
    assert any(error.startswith("map.tmj") for error in tiny.errors())


@pytest.mark.parametrize("text", ["age = " + "9" * 5000, "a = " + "[" * 100_000, "a" + ".a" * 5_000 + " = 1"])
def test_toml_that_no_reader_can_take_is_a_problem(tiny: TinyPack, text: str) -> None:
    tiny.write("town.toml", text)
    assert any(error.startswith("town.toml") for error in tiny.errors())


def test_a_byte_order_mark_does_no_harm(tiny: TinyPack) -> None:
    tiny.write("town.toml", b"\xef\xbb\xbf" + tiny.read("town.toml").encode())
    assert tiny.problems() == []


def test_a_map_outside_the_pack_is_not_read(tiny: TinyPack) -> None:
    tiny.folder.joinpath("map.tmj").rename(tiny.folder.parent / "map.tmj")
    tiny.swap("town.toml", '"map.tmj"', '"../map.tmj"')
    error = "town.toml > map: “../map.tmj” lies outside the pack. Move it into the pack's folder."
    assert tiny.errors() == [error]


def test_a_link_that_leads_out_of_the_pack_is_not_followed(tiny: TinyPack, tmp_path: Path) -> None:
    (tiny.folder / "people/ada.toml").rename(tmp_path / "ada.toml")
    (tiny.folder / "people/ada.toml").symlink_to(tmp_path / "ada.toml")
    assert any("“people/ada.toml” lies outside the pack" in error for error in tiny.errors())


def test_a_circle_of_links_is_a_problem_and_not_a_crash(tiny: TinyPack) -> None:
    (tiny.folder / "town.toml").unlink()
    (tiny.folder / "town.toml").symlink_to(tiny.folder / "town.toml")
    assert any(error.startswith("town.toml: “town.toml” cannot be opened") for error in tiny.errors())


def test_a_folder_where_a_file_should_be_is_a_problem(tiny: TinyPack) -> None:
    (tiny.folder / "town.toml").unlink()
    (tiny.folder / "town.toml").mkdir()
    assert any(error.startswith("town.toml: A file is expected here.") for error in tiny.errors())


def test_a_file_where_the_people_should_be_is_a_problem(tiny: TinyPack) -> None:
    for path in (tiny.folder / "people").iterdir():
        path.unlink()
    (tiny.folder / "people").rmdir()
    tiny.write("people", "nobody")
    assert "people: A folder is expected here, not a file. Make people/ a folder." in tiny.errors()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tiny: TinyPack) -> None:
    (tiny.folder / "people/ada.toml").unlink()
    os.mkfifo(tiny.folder / "people/ada.toml")
    assert any(error.startswith("people/ada.toml: A file is expected here.") for error in tiny.errors())


def test_a_stray_file_among_the_people_is_only_a_warning(tiny: TinyPack) -> None:
    tiny.write("people/notes.txt", "buy milk")
    assert tiny.warnings() == ["people/notes.txt: Only .toml files are read here. Move it elsewhere."]


def test_a_file_of_many_megabytes_is_refused(tiny: TinyPack) -> None:
    tiny.write("people/ada.toml", b"#" * 2_000_001)
    assert any("The file is larger than 2 MB" in error for error in tiny.errors())
