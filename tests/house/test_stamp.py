from pathlib import Path

from tools import stamp


def test_a_stamp_is_fresh_only_for_what_was_written(tmp_path: Path) -> None:
    mark = tmp_path / "new folder" / "mark"
    assert not stamp.is_fresh(mark, "abc")
    stamp.write(mark, "abc")
    assert stamp.is_fresh(mark, "abc")
    assert not stamp.is_fresh(mark, "abd")


def test_a_digest_follows_contents_and_tells_parts_apart(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("1")
    before = stamp.digest(file)
    assert stamp.digest(file) == before
    file.write_text("2")
    assert stamp.digest(file) != before
    assert stamp.digest("ab", "c") != stamp.digest("a", "bc")
    assert stamp.digest(tmp_path / "missing") == stamp.digest("")


def test_a_folders_digest_includes_names_and_skips_excluded_files(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.ts").write_text("x")
    before = stamp.digest_of_folder(tmp_path, ["node_modules"])
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "b.js").write_text("y")
    assert stamp.digest_of_folder(tmp_path, ["node_modules"]) == before
    (tmp_path / "src" / "a.ts").rename(tmp_path / "src" / "b.ts")
    assert stamp.digest_of_folder(tmp_path, ["node_modules"]) != before
