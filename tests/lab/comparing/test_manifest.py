import json
from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.errors import SetupError
from milkwood.lab.comparing.condition import Condition
from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.experiment import Experiment
from milkwood.lab.comparing.manifest import compared, manifest, read, write


@pytest.fixture
def told() -> Experiment:
    return Experiment(("gull_quay",), seeds=(1, 2), days=1, conditions=(Condition("full"),))


def test_a_manifest_holds_everything_needed_for_a_replay(told: Experiment, tmp_path: Path) -> None:
    trials = told.trials()
    made = manifest(told, trials, [TrialOutcome(trials[0], hash="blake2b-160:1")])
    found = read(write(tmp_path, made))
    assert found == made
    assert read(tmp_path) == made
    plain = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert set(plain["made_with"]) == {"milkwood", "python", "embedder", "prompts"}
    assert plain["towns"]["gull_quay"].startswith("blake2b-160:")
    assert plain["runs"] == {"gull_quay-full-1": "blake2b-160:1", "gull_quay-full-2": ""}
    assert str(Path.home()) not in json.dumps(plain)


def test_a_replay_reports_whether_it_matches_and_what_has_changed(told: Experiment) -> None:
    trials = told.trials()
    then = manifest(told, trials, [TrialOutcome(each, hash=f"h{each.seed}") for each in trials])
    assert compared(then, then).agrees
    now = replace(then, runs={**then.runs, "gull_quay-full-2": "else"}, packs={"gull_quay": "else"})
    verdict = compared(then, replace(now, made_with={**then.made_with, "prompts": "else", "milkwood": "9"}))
    assert not verdict.agrees
    assert verdict.same == ("gull_quay-full-1",)
    assert verdict.other == ("gull_quay-full-2",)
    assert "the prompts have changed" in verdict.changed
    assert "the files of the town gull_quay have changed" in verdict.changed
    assert any(change.endswith("and is 9") for change in verdict.changed)
    unfinished = compared(then, replace(then, runs={"gull_quay-full-1": "h1", "gull_quay-full-2": ""}))
    assert unfinished.missing == ("gull_quay-full-2",)
    assert not unfinished.agrees


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 9}', '{"format": 1, "runs": []}'])
def test_an_invalid_manifest_is_reported(text: str, tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text, "utf-8")
    with pytest.raises(SetupError, match=r"manifest\.json: "):
        read(path)
