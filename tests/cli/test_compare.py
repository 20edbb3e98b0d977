import json
import re
from pathlib import Path

import pytest

from milkwood.run import trial
from milkwood_fake import Fake, FaultPlan, Strike
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.towns.conftest import TinyPack

__all__ = ["home"]

CONDITIONS = ("--condition", "full", "--condition", "bare=off:reflection,wandering")


@pytest.mark.slow
def test_conditions_are_lived_told_and_replayed(run: Run, home: Path, tiny: TinyPack) -> None:
    words = ("compare", "--town", tiny.folder, "--days", 1, *CONDITIONS, "--words-alone", "--out", "ours")
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "Tokens per person and day" in result.output
    assert "2 of 2 runs are complete" in result.output
    assert {path.name for path in Path("ours").iterdir()} == {
        "compare.html",
        "figures.csv",
        "manifest.json",
        "runs",
        "summary.csv",
    }
    told = json.loads(run(*words, "--json").stdout)  # no run is left to do
    assert [told["summary"][0][key] for key in ("town", "measure", "condition", "n")] == [
        "tinytown",
        "tokens",
        "full",
        1,
    ]
    assert told["failed"] == {}
    again = run("compare", "--repeat", "ours/manifest.json", "--out", "theirs")
    assert again.exit_code == 0, again.output
    assert "The results agree: all 2 histories are the same." in again.output
    _spoil(Path("ours/manifest.json"))
    verdict = run("compare", "--repeat", "ours/manifest.json", "--out", "theirs", "--quiet")
    assert verdict.exit_code == 1
    assert "The results differ: 1 of 2 histories are the same." in verdict.output
    assert "tinytown-full-1: another history" in verdict.output
    assert "Changed since: milkwood was 0.0.0 and is" in verdict.output


def _spoil(manifest: Path) -> None:
    plain = json.loads(manifest.read_text("utf-8"))
    plain["runs"]["tinytown-full-1"] = "blake2b-160:0"
    plain["made_with"]["milkwood"] = "0.0.0"
    manifest.write_text(json.dumps(plain), "utf-8")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--town", "atlantis"), "There is no town “atlantis”"),
        (("--seeds", "one"), "“one” is not a list of seeds"),
        (("--condition", "bare=off:love"), "“love” cannot be switched off"),
        (("--condition", "warm=routines:nowhere"), "There is no run “nowhere”"),
        (("--preset", "cheap"), "There is no preset “cheap”"),
        (("--language", "fr"), "is not available in “fr”"),
        (("--scenario", "nothing"), "no scenario “nothing”"),
        (("--budget", "a lot"), "is not a budget"),
        (("--model", "nobody/nothing"), "There is no model called “nobody/nothing”"),
        (("nowhere.toml",), "nowhere.toml: The experiment cannot be read"),
        (("--repeat", "nowhere.json"), "nowhere.json: The manifest cannot be read"),
        (("--repeat", "nowhere.json", "--days", "3"), "--repeat runs the experiment of the manifest"),
        (("--out", "taken"), "taken: Nothing can be written there"),
    ],
)
def test_errors_are_reported_before_any_run_starts(
    words: tuple[str, ...], complaint: str, run: Run, home: Path
) -> None:
    Path("taken").write_text("a file", "utf-8")
    result = run("compare", *words)
    assert result.exit_code == 2
    assert complaint in re.sub(r"\s+", " ", result.output)
    assert not Path("comparison").exists()


def test_an_experiment_is_not_replayed_in_its_own_folder(run: Run, home: Path) -> None:
    from milkwood.lab.comparing.experiment import Experiment
    from milkwood.lab.comparing.manifest import manifest, write

    told = Experiment(("gull_quay",), days=1)
    Path("ours").mkdir()
    write(Path("ours"), manifest(told, told.trials()))
    result = run("compare", "--repeat", "ours", "--out", "ours")
    assert result.exit_code == 2
    assert "cannot be repeated in its own folder" in result.output


# --- the model, before any run


def gone() -> str:
    """The address of a server that is not there."""
    with Fake() as fake:
        return fake.address


@pytest.mark.parametrize(
    ("plan", "more", "says"),
    [
        (None, (), "Nothing answers at this address. Start the server."),
        (FaultPlan(models=("qwen3-8b",)), (), "qwen3-8b"),
        (FaultPlan(key="sk-another"), (), "key"),
        (FaultPlan(), ("--budget", "2.00"), "is unknown, so a budget of $2.00 cannot be enforced"),
    ],
)
def test_a_model_that_cannot_be_asked_ends_it_before_any_process_and_leaves_nothing(
    plan: FaultPlan | None,
    more: tuple[str, ...],
    says: str,
    run: Run,
    home: Path,
    tiny: TinyPack,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("subprocess.Popen", _no_process)
    with Fake(plan or FaultPlan()) as fake:
        address = fake.address if plan is not None else gone()
        result = run("compare", "--town", tiny.folder, "--days", 1, "--model", f"{address}#fake-1", *more)
    assert result.exit_code == 2, result.output
    assert says in re.sub(r"\s+", " ", result.stderr)
    assert not Path("comparison").exists()


def _no_process(*_words: object, **_more: object) -> None:
    raise AssertionError("a process was begun")


@pytest.mark.slow
def test_a_model_is_asked_once_for_all_runs_and_waited_for_with_a_sentence(
    run: Run, home: Path, tiny: TinyPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "FIRST_PAUSE_SECONDS", 0.02)
    with Fake(FaultPlan(strike=(Strike(fault="unavailable", first=2),))) as fake:
        words = ("compare", "--town", tiny.folder, "--days", 1, *CONDITIONS, "--words-alone", "--out", "ours")
        result = run(*words, "--model", f"{fake.address}#fake-1")
        assert result.exit_code == 0, result.output
        assert fake.server.asked[""] == 3, "the question before the runs, asked again while the server starts"
        again = run(*words, "--model", f"{fake.address}#fake-1")
        assert again.exit_code == 0, again.output
        assert fake.server.asked[""] == 3, "no run was left to do"
    assert result.stderr.count("It is waited for (") == 2
