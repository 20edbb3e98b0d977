from pathlib import Path

import pytest

from milkwood.bridge.aga import beside, notes_of
from milkwood.bridge.reading import Unreadable
from milkwood.bridge.report import ImportReport
from tests.bridge.little import NAMES, write_json, write_saved


def test_an_empty_folder_gives_nothing(tmp_path: Path) -> None:
    assert beside(write_saved(tmp_path), NAMES) == {}


def test_counts_and_routines_are_read_without_their_vectors(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    write_json(folder / "metrics" / "model_count.json", {"small": 12, "large": 3})
    write_json(folder / "metrics" / "model_token.json", {"small": [2000, 2500], "large": 500})
    routine = {"duration": 60, "decomp": [["bake (knead)", 20], ["bake (wait)", 40]], "embedding": [0.1] * 9}
    write_json(folder.parent / "public" / "policy_pool" / "Ada Reed.json", {"bake": routine})
    write_json(folder.parent / "public" / "sub_task_pool" / "Tom Hale.json", {"sweep": {"new_address": "x"}})
    found = beside(folder, NAMES)
    assert found["policies"]["Ada Reed"]["bake"] == {"duration": 60, "decomp": routine["decomp"]}
    assert notes_of(found) == [
        "It was asked 15 times, for 5,000 tokens, by the fork's own count.",
        "1 routine of one person from the fork's pools: kept.",
        "1 small deed of one person from the fork's pools: kept.",
    ]


def test_a_damaged_pool_is_named(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    write_json(folder.parent / "public" / "policy_pool" / "Ada Reed.json", {"bake": {"decomp": ["knead"]}})
    with pytest.raises(Unreadable, match=r"Ada Reed\.json > bake > decomp"):
        beside(folder, NAMES)
    report = ImportReport()
    assert beside(folder, NAMES, report) == {}
    (entry,) = report.entries()
    assert "Ada Reed.json > bake > decomp" in entry.details[0]


def test_calls_are_counted_from_their_list_where_there_is_no_count(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    calls = [{"function_name": "a.b", "model": "small", "token": 100, "time": 0.5}, {"model": "small", "token": None}]
    write_json(folder / "metrics" / "detail_info.json", calls)
    assert beside(folder, NAMES)["metrics"] == {"model_count": {"small": 2}, "model_token": {"small": 100.0}}


def test_deeds_that_came_from_routines_are_counted(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    deeds = [{"task": "bake", "parent": "root", "is_new": new, "duration": 9} for new in (True, False, False)]
    write_json(folder / "metrics" / "Ada Reed.json", deeds)
    found = beside(folder, NAMES)
    assert found["deeds"] == {"Ada Reed": {"all": 3, "new": 1}}
    assert notes_of(found) == ["Of 3 deeds in its log 2 came from routines."]


@pytest.mark.parametrize(
    ("spoilt", "at"), [({"model": "x"}, "detail_info"), ([3], "> 0"), ([{"token": "many"}], "0 > token")]
)
def test_a_damaged_list_of_calls_is_named(tmp_path: Path, spoilt: object, at: str) -> None:
    folder = write_saved(tmp_path)
    write_json(folder / "metrics" / "detail_info.json", spoilt)
    with pytest.raises(Unreadable, match=rf"detail_info\.json.*{at}|{at}"):
        beside(folder, NAMES)
