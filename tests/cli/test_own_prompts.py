"""Runs with prompts of the user's own: asked, recorded, shown, continued, forked, refused."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.questions.prompt import built_in_text, template, template_hash
from milkwood.run import model_config
from milkwood_fake import Fake, FaultPlan
from tests.cli.conftest import Run
from tests.cli.recorded import home

__all__ = ["home"]

MARK = "one short spoken"


@pytest.fixture
def fake() -> Iterator[Fake]:
    with Fake(FaultPlan()) as server:
        yield server


@pytest.fixture(autouse=True)
def _alone(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings, and a separate cache."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(model_config, "listening", list)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return changed(tmp_path / "mine", MARK)


def changed(folder: Path, mark: str, kind: str = "speak", language: str = "en") -> Path:
    folder.mkdir()
    text = built_in_text(kind, language).replace("one or two short spoken", mark)
    (folder / f"{kind}.{language}.txt").write_text(text + f"{mark}\n", encoding="utf-8")
    return folder


def words(*more: object, name: str = "monday", ticks: int = 500, model: str = "understudy") -> tuple[object, ...]:
    return ("run", "gull_quay", "--name", name, "--ticks", ticks, "--model", model, *more)


def own_of(name: str, home: Path) -> dict[str, str]:
    with Chronicle.read(home / f"{name}.milkwood") as reader:
        assert reader.own_prompts().hashes() == reader.header.own_prompts
        return reader.header.own_prompts


def test_a_model_is_asked_in_the_users_words_and_the_file_has_them(
    run: Run, fake: Fake, mine: Path, home: Path
) -> None:
    result = run(*words("--prompts", mine, ticks=700, model=f"{fake.address}#fake-1"))
    assert result.exit_code == 0, result.output
    assert "Your own prompts: speak.en " in result.stderr
    with Chronicle.read(home / "monday.milkwood") as reader:
        hashes = reader.header.own_prompts
        assert hashes == {"speak.en": reader.header.prompt_hashes["speak.en"]}
        assert hashes["speak.en"] != template_hash(template("speak", "en"))
        assert reader.header.prompt_hashes["react.en"] == template_hash(template("react", "en"))
    calls = json.loads(run("calls", "monday", "--last", 500, "--json").stdout)
    spoken = next(call["number"] for call in calls["calls"] if call["kind"] == "speak")
    details = json.loads(run("calls", "monday", spoken, "--json").stdout)
    assert MARK in details["prompt"]
    assert "This is what was sent" in details["prompt_note"]
    other = next(call["number"] for call in calls["calls"] if call["kind"] == "break_down")
    assert "This is what was sent" in json.loads(run("calls", "monday", other, "--json").stdout)["prompt_note"]


def test_runs_show_and_verify_name_the_prompts_with_their_hashes(run: Run, mine: Path, home: Path) -> None:
    assert run(*words("--prompts", mine)).exit_code == 0
    (hash_,) = own_of("monday", home).values()
    assert f"own prompts: speak.en {hash_[:8]}" in run("runs").stdout
    assert json.loads(run("runs", "--json").stdout)[0]["own_prompts"] == {"speak.en": hash_}
    for command in ("show", "verify"):
        assert f"own prompts: speak.en {hash_}" in run(command, "monday").stdout
        assert json.loads(run(command, "monday", "--json").stdout)["own_prompts"] == {"speak.en": hash_}


def test_a_run_goes_on_with_its_own_prompts_and_with_no_others(
    run: Run, mine: Path, home: Path, tmp_path: Path
) -> None:
    assert run(*words("--prompts", mine)).exit_code == 0
    before = own_of("monday", home)
    for more in ((), ("--prompts", mine)):
        result = run(*words(*more, ticks=520 if more else 510))
        assert result.exit_code == 0, result.output
        assert "Your own prompts: speak.en" in result.stderr
    for other in (changed(tmp_path / "other", "one long spoken"), "built-in"):
        refused = run(*words("--prompts", other, ticks=530))
        assert refused.exit_code == 2
        assert "was started with other prompts: speak.en" in refused.stderr
        assert "milkwood run gull_quay --from monday --prompts FOLDER" in refused.stderr
    assert own_of("monday", home) == before
    assert run(*words(name="plain")).exit_code == 0
    assert "the built-in ones, not speak.en" in run(*words("--prompts", mine, name="plain", ticks=510)).stderr


def test_a_fork_keeps_the_prompts_of_its_parent_or_takes_others(
    run: Run, mine: Path, home: Path, tmp_path: Path
) -> None:
    assert run(*words("--prompts", mine)).exit_code == 0
    assert run("fork", "monday", "kept").exit_code == 0
    other = changed(tmp_path / "other", "one long spoken")
    forked = ("run", "gull_quay", "--from", "monday", "--name", "child", "--model", "understudy", "--prompts", other)
    assert run(*forked, "--ticks", 510).exit_code == 0
    assert own_of("kept", home) == own_of("monday", home) != own_of("child", home)
    assert run(*forked, "--ticks", 520).exit_code == 0, "the same command continues it"
    assert run(*forked[:-1], mine, "--ticks", 530).exit_code == 2
    back = run(
        "run", "gull_quay", "--from", "child", "--name", "back", "--model", "understudy", "--prompts", "built-in"
    )
    assert back.exit_code == 0
    assert own_of("back", home) == {}
    assert run("verify", "back").exit_code == run("verify", "child").exit_code == 0
    with Chronicle.read(home / "back.milkwood") as reader:
        assert reader.header.prompt_hashes["speak.en"] == template_hash(template("speak", "en"))


def test_without_a_name_other_prompts_make_another_run(run: Run, mine: Path, home: Path) -> None:
    asked = ("run", "gull_quay", "--ticks", 1, "--model", "understudy", "--prompts")
    for prompts in (mine, "built-in", mine):
        assert run(*asked, prompts).exit_code == 0
    assert own_of("gull_quay-lanterns", home)
    assert not own_of("gull_quay-lanterns-2", home)
    assert len(list(home.glob("*.milkwood"))) == 2


def test_settings_and_the_environment_name_a_folder_too(
    run: Run, mine: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "milkwood.toml").write_text('prompts = "mine"\n')
    assert run(*words(name="by_file", ticks=1)).exit_code == 0
    monkeypatch.setenv("MILKWOOD_PROMPTS", str(changed(tmp_path / "other", "one long spoken")))
    assert run(*words(name="by_variable", ticks=1)).exit_code == 0
    assert run(*words("--prompts", "built-in", name="by_option", ticks=1)).exit_code == 0
    kept = [own_of(name, home) for name in ("by_file", "by_variable", "by_option")]
    assert all(kept[:2])
    assert kept[0] != kept[1]
    assert kept[2] == {}
    monkeypatch.setenv("MILKWOOD_PROMPTS", str(tmp_path / "nowhere"))
    refused = run(*words(name="none", ticks=1))
    assert (refused.exit_code, (home / "none.milkwood").exists()) == (2, False)
    assert "MILKWOOD_PROMPTS: There is no folder" in refused.stderr


def test_prompts_of_another_language_are_said_not_to_count(run: Run, home: Path, tmp_path: Path) -> None:
    chinese = changed(tmp_path / "chinese", "照实说。", "react", "zh")
    result = run(*words("--prompts", chinese, "--language", "en", ticks=1))
    assert "None of your prompts is in the language of the run (en)." in result.stderr
    assert own_of("monday", home) == {}


def test_a_folder_with_a_fault_begins_nothing_and_says_it_in_chinese_too(
    run: Run, mine: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mine / "react.en.txt").write_text("=== rules\nHm.\n=== now\n{notised} {options}\n")
    refused = run(*words("--prompts", mine))
    assert refused.exit_code == 2
    assert "react.en.txt: there is no field “{notised}”. Did you mean {noticed}?" in refused.stderr
    assert not (home / "monday.milkwood").exists()
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
    assert "没有字段“{notised}”" in run(*words("--prompts", mine)).stderr


def test_config_prompts_writes_what_run_takes(run: Run, tmp_path: Path, home: Path) -> None:
    written = run("config", "prompts", tmp_path / "all")
    assert written.exit_code == 0
    assert "20 prompts are in" in written.stdout
    assert len(list((tmp_path / "all").iterdir())) == 20
    assert run(*words("--prompts", tmp_path / "all", ticks=1)).exit_code == 0
    assert own_of("monday", home) == {}, "unchanged prompts replace nothing"
    assert run("config", "prompts", tmp_path / "all").exit_code == 2


def test_profiles_learn_nothing_of_questions_in_other_words(
    run: Run, fake: Fake, mine: Path, own_profiles: Path
) -> None:
    result = run("exam", f"{fake.address}#fake-1", "--prompts", mine, "--seconds", 60)
    assert result.exit_code == 0, result.output
    assert "the profile of the model stays as it is" in result.stdout
    assert not list(own_profiles.glob("*")) if own_profiles.exists() else True
