import json
import re
from math import inf
from pathlib import Path
from typing import get_args

import pytest

from milkwood import config
from milkwood.config import PartName
from milkwood.errors import SetupError
from milkwood.run import ModelConfig
from tools.tree import ROOT


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / config.FILE
    path.write_text(text, "utf-8")
    return path


def test_without_a_file_everything_has_its_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: tmp_path / "none")
    assert config.read() == config.Config()


def test_the_file_of_the_folder_goes_before_the_user_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own"
    own.mkdir()
    written(own, "[minds]\nembedding = false\n")
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: own)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert config.read().minds.embedding is False
    written(here, '[minds]\noff = ["planning"]\n')
    assert config.read().minds.off == ["planning"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[minds\n", "not TOML"),
        ('[minds]\noff = ["dreams"]\n', r"minds\.off\.0.*not valid"),
        ("[minds]\ncolour = 1\n", r"minds\.colour"),
        ("[mood]\n", "mood"),
    ],
)
def test_errors_are_named_with_their_file(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=message) as caught:
        config.read(written(tmp_path, text))
    assert config.FILE in str(caught.value)


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / config.FILE
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SetupError, match="cannot be read"):
        config.read(path)


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    own, here = tmp_path / "own", tmp_path / "here"
    own.mkdir()
    here.mkdir()
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: own)
    monkeypatch.chdir(here)
    return own, here


def test_each_source_overrides_the_previous_and_every_value_knows_its_source(folders: tuple[Path, Path]) -> None:
    own, here = folders
    written(own, 'model = "a/1"\nbudget = 1.5\nat_cap = "pause"\n[minds]\nembedding = false\n')
    written(here, 'model = "b/2"\nbudget = "2.00"\n')
    settings = config.settings(
        {"model": ("--model", "d/4"), "budget": ("--budget", None)},
        environment={"MILKWOOD_MODEL": "c/3", "MILKWOOD_BUDGET": "300calls", "MILKWOOD_OFF": "planning, reflection"},
    )
    found = {name: (value, origin.source, origin.where) for name, value, origin in settings.values()}
    assert found["model"] == ("d/4", config.Source.FLAG, "--model")
    assert found["budget"] == ("300calls", config.Source.ENVIRONMENT, "MILKWOOD_BUDGET")
    assert found["at_cap"] == ("pause", config.Source.OWN_FILE, str(own / config.FILE))
    assert found["minds.embedding"] == (False, config.Source.OWN_FILE, str(own / config.FILE))
    assert found["minds.off"] == (["planning", "reflection"], config.Source.ENVIRONMENT, "MILKWOOD_OFF")
    assert found["on_limit"] == ("wait", config.Source.USUAL, "")
    assert config.settings(environment={}).origin("model").source is config.Source.FOLDER_FILE


def test_a_model_is_taken_whole_from_one_file(folders: tuple[Path, Path]) -> None:
    own, here = folders
    written(own, '[models."gpt-4.1"]\nprovider = "openai"\nmodel = "m"\nkey = "sk-own"\n')
    written(here, '[models."gpt-4.1"]\nprovider = "custom"\nmodel = "m"\naddress = "http://x"\n')
    settings = config.settings(environment={})
    assert settings.config.models["gpt-4.1"].key is None
    assert settings.origin("models.gpt-4.1.address").source is config.Source.FOLDER_FILE


def test_a_folder_cannot_say_yes_to_a_key(folders: tuple[Path, Path]) -> None:
    written(folders[1], '[keys]\nallowed = ["OPENAI_API_KEY"]\n')
    with pytest.raises(SetupError, match="own settings"):
        config.settings(environment={})


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"MILKWOOD_BUDGET": "lots"}, "MILKWOOD_BUDGET: “lots” is not a budget"),
        ({"MILKWOOD_AT_CAP": "cry"}, "MILKWOOD_AT_CAP: “at_cap” is not valid"),
        ({"MILKWOOD_CACHE": "perhaps"}, "MILKWOOD_CACHE"),
        ({"MILKWOOD_OFF": "dreams"}, "MILKWOOD_OFF"),
        (
            {"MILKWOOD_KEEP_REPLIES": "some"},
            "MILKWOOD_KEEP_REPLIES: “keep_replies” is not valid: it must be one of True, False, 'all'",
        ),
    ],
)
def test_a_variable_that_is_wrong_is_named(variables: dict[str, str], message: str, folders: tuple[Path, Path]) -> None:
    with pytest.raises(SetupError, match=message):
        config.settings(environment=variables)


@pytest.mark.parametrize(
    ("said", "kept", "share"),
    [("true", True, 0.3), ("ON", True, 0.3), ("off", False, 0.0), ("0", False, 0.0), ("all", "all", inf)],
)
def test_replies_are_kept_as_a_variable_or_a_file_says(
    said: str, kept: object, share: float, folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config.settings(environment={"MILKWOOD_KEEP_REPLIES": said}).config.keep_replies == kept
    monkeypatch.setenv("MILKWOOD_KEEP_REPLIES", said)
    assert ModelConfig.from_settings(model="understudy").replies_share == share
    monkeypatch.delenv("MILKWOOD_KEEP_REPLIES")
    written(folders[0], f"keep_replies = {json.dumps(kept)}\n")
    assert ModelConfig.from_settings(model="understudy").replies_share == share


def test_no_error_and_no_listing_shows_a_key(folders: tuple[Path, Path]) -> None:
    key = "sk-0123456789-0123456789-wxyz"
    table = f'[models.x]\nprovider = "openai"\nmodel = "m"\nkey = "{key}"\n'
    written(folders[0], table)
    settings = config.settings(environment={})
    assert key not in f"{settings} {settings.config!r} {list(settings.values())}"
    written(folders[0], f"{table}colour = 1\n")
    with pytest.raises(SetupError, match=r"models\.x\.colour") as caught:
        config.settings(environment={})
    assert key not in str(caught.value)


def test_the_page_about_settings_names_every_setting_and_its_example_is_understood(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    config.read(written(tmp_path, example))
    variables = set(re.findall(r"^\| `(MILKWOOD_\w+)` \|", page, re.MULTILINE))
    assert variables == {
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"MILKWOOD_[A-Z_]+", path.read_text("utf-8"))
    }
    tables = (config.Config, config.ModelTable, config.MindsTable, config.KeysTable)
    assert [name for table in tables for name in table.model_fields if not re.search(rf"\b{name}\b", page)] == []
    parts = set(re.findall(r"^\| `([a-z]+)` \|", page.split("## Minds\n")[1].split("## Limits\n")[0], re.MULTILINE))
    assert parts == set(get_args(PartName))
