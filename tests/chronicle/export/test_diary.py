import re
from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.export import export
from milkwood.chronicle.names import Names
from tests.chronicle.conftest import tell
from tests.chronicle.story import Story, make_header


@pytest.fixture
def out(reader: Reader, names: Names, tmp_path: Path) -> Path:
    export(reader, "md", tmp_path / "out", names)
    return tmp_path / "out"


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_everyone_has_a_diary_by_day_and_hour_in_order(out: Path) -> None:
    assert sorted(path.name for path in (out / "diaries").iterdir()) == ["ada.md", "ben.md", "cleo.md"]
    diary = read(out / "diaries" / "ada.md")
    assert diary.startswith(
        "# Ada Small: a diary\n\n## Day 1, Friday 10 March 2023\n\n### 07:00\n\n- 07:00 💤 sleeping"
    )
    assert "### 08:00" in diary
    times = re.findall(r"^- (\d\d:\d\d) ", diary, re.MULTILINE)
    assert len(times) > 20
    assert times == sorted(times)


def test_deeds_have_a_place_and_an_end_and_walks_a_goal(out: Path) -> None:
    diary = read(out / "diaries" / "ada.md")
    assert re.search(r"buttering toast, the (bedroom|kitchen|green) \(until 07:\d\d\)", diary)
    assert re.search(r"sets off for the (bedroom|kitchen|green)", diary)


def test_names_stand_in_the_diaries_and_no_ids(out: Path) -> None:
    for path in (out / "diaries").iterdir():
        text = re.sub(r"\(\.\./talks\.md#[^)]*\)", "", read(path))
        assert not re.search(r"\b(ada|ben|cleo)\b", text)


def test_talks_are_linked_from_the_diaries_to_their_transcript(out: Path) -> None:
    transcript = read(out / "talks.md")
    links = set(re.findall(r"\(\.\./talks\.md#([^)]*)\)", read(out / "diaries" / "ben.md")))
    assert links
    for link in links:
        assert f'<a id="{link}"></a>' in transcript
    assert "**Ben Small** “Good morning!”" in transcript


def test_spoken_text_is_never_markup(out: Path) -> None:
    assert "“What a \\# day this is \\*really\\*.”" in read(out / "talks.md")
    assert "a \\*bold\\* \\<plan\\>" in "".join(read(path) for path in (out / "diaries").iterdir())


def test_a_chinese_run_is_told_in_chinese(tmp_path: Path, story: Story, names: Names) -> None:
    path = tell(tmp_path / "zh.milkwood", story, "星期五", language="zh")
    with Chronicle.read(path) as reader:
        export(reader, "md", tmp_path / "out", names)
    assert "# Ada Small的日记\n\n## 第1天，2023年3月10日 星期五" in read(tmp_path / "out" / "diaries" / "ada.md")
    transcript = read(tmp_path / "out" / "talks.md")
    assert transcript.startswith("# 星期五：谈话记录")
    assert "话说完了" in transcript


def test_a_run_that_has_not_begun_gives_empty_diaries(path: Path, names: Names, tmp_path: Path) -> None:
    Chronicle.create(path, make_header()).close()
    with Chronicle.read(path) as reader:
        export(reader, "md", tmp_path / "out", names)
    assert read(tmp_path / "out" / "diaries" / "ada.md") == "# Ada Small: a diary\n"
    assert "Nobody has talked yet." in read(tmp_path / "out" / "talks.md")


def test_crossing_a_room_is_not_a_departure(reader: Reader, names: Names, tmp_path: Path) -> None:
    def walks(known: Names, folder: str) -> int:
        export(reader, "md", tmp_path / folder, known)
        return sum(read(path).count("sets off") for path in (tmp_path / folder / "diaries").iterdir())

    one_room = replace(names, room_at=lambda _tile: next(iter(names.rooms)))
    assert walks(names, "rooms") > 0
    assert walks(one_room, "one") == 0
