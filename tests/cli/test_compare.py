import json
import re
from pathlib import Path

import pytest

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
