"""Another language is a catalogue and the texts of a town: no code."""

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Chronicle
from milkwood.cli.help import wrapped
from milkwood.i18n import in_language, languages, tn
from milkwood.questions.language_check import is_foreign
from milkwood.server.app import create_app
from milkwood.towns import load
from milkwood_fake.service import Fake
from tests.cli.conftest import Run, run
from tests.towns.conftest import TinyPack, _tiny_master, tiny

__all__ = ["_tiny_master", "run", "tiny"]

LANGUAGE = "eo"


@pytest.fixture(autouse=True)
def esperanto(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A user who speaks Esperanto, and a catalogue for it."""
    monkeypatch.setenv("MILKWOOD_CATALOGUES", str(Path(__file__).parent / "catalogues"))
    monkeypatch.setenv("MILKWOOD_LANGUAGE", LANGUAGE)
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))


@pytest.fixture
def town(tiny: TinyPack) -> Path:
    """A town with texts in Esperanto, and none in Chinese."""
    for file in (*tiny.folder.rglob("*.toml"), *tiny.folder.rglob("*.tmj")):
        text = file.read_text("utf-8")
        for old, new in (("zh = ", "eo = "), ('"zh"', '"eo"'), ("name_zh", "name_eo")):
            text = text.replace(old, new)
        file.write_text(text, "utf-8")
    drawn = json.loads(tiny.read("map.tmj"))
    things = next(layer["objects"] for layer in drawn["layers"] if layer["name"] == "things")
    stove = next(thing for thing in things if not thing["name"])
    stove["properties"] = [*stove.get("properties", []), {"name": "name_eo", "type": "string", "value": "forno"}]
    tiny.write("map.tmj", json.dumps(drawn))
    return tiny.folder


def test_a_catalogue_in_the_folder_of_the_setting_is_a_language() -> None:
    assert languages() == ("en", "eo", "zh")


def test_help_and_errors_are_in_it(run: Run) -> None:
    shown = run("--help").output
    assert shown.startswith("Uzado: ")
    assert "Urbeto de homoj" in shown
    assert "Komandoj:" in shown
    refused = run("show", "nenio")
    assert refused.exit_code == 2
    assert "Ne estas registro “nenio”." in refused.stderr
    assert "Ankoraŭ ne estas registroj" in refused.stderr


def test_plurals_are_those_of_the_language() -> None:
    said = [tn("{count} problem to fix.", "{count} problems to fix.", count=count) for count in (1, 2)]
    assert [in_language(text, LANGUAGE) for text in said] == ["1 riparendaĵo.", "2 riparendaĵoj."]


def test_untranslated_text_is_shown_in_english(run: Run) -> None:
    assert "No model is configured" in run("config", "show").output


def test_the_server_speaks_it(town: Path, tmp_path: Path) -> None:
    with TestClient(create_app([load(town)], static=tmp_path), base_url="http://127.0.0.1:8000") as client:
        said = client.get("/api/runs/nenio", headers={"accept-language": LANGUAGE})
    assert said.json()["what"] == "Ĉi tie ne estas registro “nenio”."
    assert said.headers["content-language"] == LANGUAGE


def test_answers_of_a_model_in_it_are_used(run: Run, town: Path, tmp_path: Path) -> None:
    with Fake() as fake:
        model = f"{fake.address}#fake-1"
        lived = run("run", town, "--language", LANGUAGE, "--name", "eo", "--ticks", 100, "--model", model)
    assert lived.exit_code == 0, lived.output
    with Chronicle.read(tmp_path / "home" / "runs" / "eo.milkwood") as reader:
        assert reader.bill().by_answerer.keys() == {"custom/fake-1"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Ich gehe mit der Katze in den Garten und esse nicht viel."),
        ("ru", "Я иду в сад и кормлю кошку."),
        ("ja", "庭に出て、猫にえさをやります。"),
        ("es", "Voy a la casa de los vecinos para ver que está bien."),
    ],
)
def test_a_text_in_a_language_without_rules_is_not_foreign(language: str, text: str) -> None:
    assert not is_foreign(text, language, lambda: "")


def test_help_breaks_lines_between_words() -> None:
    text = "Die Prüfung führt überall größere Änderungen durch und überprüft sie täglich"
    assert " ".join(wrapped(text, 20)) == text


def test_people_think_in_it_and_their_diaries_are_in_it(run: Run, town: Path, tmp_path: Path) -> None:
    lived = run("run", town, "--language", LANGUAGE, "--name", "eo", "--ticks", 400)
    assert lived.exit_code == 0, lived.output
    with Chronicle.read(tmp_path / "home" / "runs" / "eo.milkwood") as reader:
        assert reader.header.language == LANGUAGE
        plans = [memory.text for *_, memory in reader.memories(kinds=["plan"])]
    assert plans
    assert all(text.startswith("Mia plano por hodiaŭ: ") for text in plans)
    exported = run("export", "eo", tmp_path / "out", "--format", "md")
    assert exported.exit_code == 0, exported.output
    diaries = "\n".join(file.read_text("utf-8") for file in (tmp_path / "out").rglob("*.md"))
    assert ": taglibro" in diaries
    assert "vendredo" in diaries
