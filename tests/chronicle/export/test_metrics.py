"""A run in the affordable fork's metrics files, which our own importer reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from milkwood.bridge.aga import beside, notes_of
from milkwood.chronicle import Chronicle
from milkwood.chronicle.export import export
from milkwood.chronicle.names import Names
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId, Usage
from tests.chronicle.ada import ADA, told

NAMES = Names(people={ADA: "Ada Small", PersonId("ben"): "Ben: Small", PersonId("cleo"): "Ben/ Small"})
FILES = {
    "detail_info",
    "function_name_count",
    "function_name_token",
    "function_name_time",
    "model_count",
    "model_token",
    "function_name_fail_count",
    "function_name_fail_reason",
}


@pytest.fixture
def out(path: Path, tmp_path: Path) -> Path:
    with Chronicle.open(told(path)) as chronicle:
        for tick, why in enumerate(("", "missing: say; failed: rate")):
            asked = Question(QuestionId(ADA, tick, "speak"), {})
            chronicle.keep_answer(asked, Answer({}, "fast", why, Usage(100, 10 + tick, 0.25, 1.5)))
    with Chronicle.read(path) as reader:
        export(reader, "metrics", tmp_path / "out", NAMES)
    return tmp_path / "out"


def content(out: Path, name: str) -> Any:
    return json.loads((out / "metrics" / f"{name}.json").read_text(encoding="utf-8"))


def test_the_forks_files_are_there_and_one_per_person_by_name(out: Path) -> None:
    assert {path.stem for path in (out / "metrics").iterdir()} == FILES | {"Ada Small", "Ben Small", "Ben Small 2"}


def test_every_answer_is_there_and_the_sums_follow(out: Path) -> None:
    detail = content(out, "detail_info")
    assert detail[1:] == [
        {"function_name": "speak", "model": "fast", "token": 110, "time": 1.5},
        {"function_name": "speak", "model": "fast", "token": 111, "time": 1.5},
    ]
    assert content(out, "function_name_count") == {"react": 1, "speak": 2}
    assert content(out, "function_name_token")["speak"] == [110, 111]
    assert content(out, "function_name_time")["speak"] == [1.5, 1.5]
    assert content(out, "model_count") == {"understudy": 1, "fast": 2}
    assert content(out, "model_token")["fast"] == [110, 111]
    assert content(out, "function_name_fail_count") == {"speak": 2}
    assert content(out, "function_name_fail_reason") == {"speak": ["missing: say", "failed: rate"]}


def test_acts_have_parent_novelty_length_time_and_talk(out: Path) -> None:
    acts = content(out, "Ada Small")
    assert all(set(act) == {"task", "parent", "is_new", "duration", "time", "chat"} for act in acts)
    assert acts[1] == {
        "task": "breakfast",
        "parent": "root",
        "is_new": True,
        "duration": 10.0,
        "time": "2023-03-10 07:05:00",
        "chat": {},
    }
    assert [act["task"] for act in acts if not act["is_new"]] == ["breakfast", "toast", "breakfast", "tea"]
    talk = next(act for act in acts if act["chat"])
    assert talk["parent"] == "react"
    assert talk["chat"] == {"person": "Ben: Small", "message": [["Ada Small", "Fire!"]]}


def test_our_own_importer_reads_it(out: Path) -> None:
    found = beside(out, ["Ada Small"])
    assert found["metrics"]["model_token"] == {"understudy": 0, "fast": 221}
    assert notes_of(found) == [
        "It was asked 3 times, for 221 tokens, by the fork's own count.",
        "Of 14 deeds in its log 4 came from routines.",
    ]
