"""Profiles of models on disk: found again, merged, without secrets, and never in the way."""

from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.models.speed import Range, Speed
from milkwood.providers.profile import MAX_USE_RECORDS, ModeFigures, ModelProfile, ModelSpeed, ProfileShelf, UseRecord
from milkwood.questions.aptitude import KindRecord

KEY = "sk-0123456789abcdef0123456789"
SPEC = Spec("desk", "custom", "qwen3-8b", f"http://127.0.0.1:8080/v1?key={KEY}", Secret(KEY))
SPEED = Speed(Range(1.0, 2.0), Range(0.1, 0.2), Range(3.0, 4.0), measured=True)
USE = UseRecord("2026-11-18", "gull_quay", 6, 4.0, 1.2, 1.3, 0.9)
FULL = ModelProfile(
    "http://127.0.0.1:8080/v1",
    "qwen3-8b",
    "en",
    "2026-11-18",
    {"react": KindRecord(5.0, 4.0, 12.5)},
    ModelSpeed("2026-11-17", 48, SPEED, 20.5, 80.0),
    ModelSpeed("2026-11-18", 300, SPEED),
    1.2,
    1.1,
    8192,
    (ModeFigures("schema", True, 6, 5, 3.5, 11.0), ModeFigures("grammar", False), ModeFigures("plain", None)),
    "plain",
    (USE,),
)


def test_a_profile_is_found_again_by_model_endpoint_and_language(tmp_path: Path) -> None:
    shelf = ProfileShelf(tmp_path)
    shelf.keep(SPEC, FULL)
    assert shelf.find(replace(SPEC, name="another name", temperature=0.5), "en") == FULL
    assert shelf.find(SPEC, "zh") is None
    assert shelf.find(replace(SPEC, model="qwen3-4b"), "en") is None
    assert shelf.find(replace(SPEC, address="http://127.0.0.1:8081/v1"), "en") is None


def test_a_profile_has_no_key(tmp_path: Path) -> None:
    shelf = ProfileShelf(tmp_path)
    shelf.keep(SPEC, shelf.blank(SPEC, "en", "2026-11-18"))
    (path,) = tmp_path.iterdir()
    assert KEY not in path.name + path.read_text("utf-8")
    assert "127.0.0.1:8080" in path.read_text("utf-8")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": 1, "endpoint": 7}', "\x00", '{"kinds": {"react": []}}']
)
def test_an_unreadable_profile_is_none(text: str, tmp_path: Path) -> None:
    shelf = ProfileShelf(tmp_path)
    shelf.keep(SPEC, FULL)
    (path,) = tmp_path.iterdir()
    path.write_text(text, "utf-8")
    assert shelf.find(SPEC, "en") is None
    shelf.keep(SPEC, FULL)
    assert shelf.find(SPEC, "en") == FULL


def test_a_profile_of_another_format_is_none(tmp_path: Path) -> None:
    shelf = ProfileShelf(tmp_path)
    shelf.keep(SPEC, replace(FULL, format=99))
    assert shelf.find(SPEC, "en") is None


def test_an_unwritable_folder_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    shelf = ProfileShelf(tmp_path / "file" / "profiles")
    shelf.keep(SPEC, FULL)
    assert shelf.find(SPEC, "en") is None


@pytest.mark.parametrize("spec", [Spec("local", "weights", "local"), Spec("cloud", "azure", "gpt-4o")])
def test_a_model_without_an_address_has_a_profile_too(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
    shelf = ProfileShelf(tmp_path)
    shelf.keep(spec, shelf.blank(spec, "en", "2026-11-18"))
    assert shelf.find(spec, "en") == ModelProfile("", spec.model, "en", "2026-11-18")


def test_answers_of_a_run_follow_those_of_an_examination() -> None:
    seen = {"react": KindRecord(15.0, 3.0), "speak": KindRecord(2.0, 2.0)}
    after = FULL.with_answers(seen, "2026-11-20")
    assert after.kinds == {"react": KindRecord(20.0, 7.0, 12.5), "speak": KindRecord(2.0, 2.0)}
    assert after.date == "2026-11-20"
    assert after.examined == FULL.examined


def test_the_use_of_the_latest_runs_is_remembered() -> None:
    profile = FULL
    for number in range(20):
        profile = profile.with_use(replace(USE, calls=float(number)))
    assert [record.calls for record in profile.use] == [float(number) for number in range(20)][-MAX_USE_RECORDS:]


def test_the_latest_speed_counts() -> None:
    assert FULL.latest_speed == FULL.lived
    assert replace(FULL, lived=None).latest_speed == FULL.examined
    assert replace(FULL, examined=None, lived=None).latest_speed is None
