from pathlib import Path

import pytest

from milkwood.bridge.aga import beside, notes_of
from milkwood.bridge.reading import Unreadable
from tests.bridge.little import NAMES, write_json, write_saved


def test_where_there_is_nothing_nothing_is_found(tmp_path: Path) -> None:
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
        "1 routines of the fork's pools are kept with the run.",
        "1 small deeds of the fork's pools are kept with the run.",
    ]


def test_a_spoilt_pool_is_named(tmp_path: Path) -> None:
    folder = write_saved(tmp_path)
    write_json(folder.parent / "public" / "policy_pool" / "Ada Reed.json", {"bake": {"decomp": ["knead"]}})
    with pytest.raises(Unreadable, match=r"Ada Reed\.json > bake > decomp"):
        beside(folder, NAMES)
