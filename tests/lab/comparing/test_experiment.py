from pathlib import Path
from typing import Any

import pytest

from milkwood.errors import SetupError
from milkwood.lab.comparing.condition import Condition
from milkwood.lab.comparing.experiment import Experiment, Trial, again, experiment, seeds_of

FILE = """
towns = ["gull_quay"]
seeds = [4, 5]
days = 3
embedding = false
language = "zh"
budget = "500tokens"

[conditions.full]

[conditions.bare]
off = ["routines", "wandering"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "affordable.toml"
    path.write_text(FILE, "utf-8")
    return path


def test_a_file_says_all_of_an_experiment(file: Path) -> None:
    told = experiment(file, {})
    assert told.seeds == (4, 5)
    assert told.days == 3
    assert told.conditions == (Condition("full"), Condition("bare", ("routines", "wandering")))
    assert told.answerers.budget == "500tokens"
    assert [trial.name for trial in told.trials()] == [
        "gull_quay-full-4",
        "gull_quay-bare-4",
        "gull_quay-full-5",
        "gull_quay-bare-5",
    ]


def test_options_go_before_the_file(file: Path) -> None:
    told = experiment(file, {"days": 1, "preset": "paper", "conditions": None, "seeds": [9]})
    assert (told.days, told.seeds) == (1, (9,))
    assert [each.name for each in told.conditions][:2] == ["full", "no reflection"]
    assert "bare" not in {each.name for each in told.conditions}


def test_a_run_continues_until_midnight_of_its_last_day() -> None:
    trial = Experiment(("gull_quay",), days=2).trials()[0]
    assert trial.until == (17 + 24) * 360
    assert Trial.of(trial.plain()) == trial


def test_one_town_in_two_scenarios_has_runs_with_different_names() -> None:
    found = Experiment(("base_the_ville_n25", "base_the_ville_isabella_maria_klaus"), days=1).trials()
    assert len({trial.where for trial in found}) == 2
    assert all(trial.where.startswith("the_ville-") for trial in found)


def test_a_manifest_restores_the_same_experiment(file: Path) -> None:
    told = experiment(file, {"scenario": "lanterns"})
    assert again(told.plain(), "manifest.json") == told


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"towns": ["atlantis"]}, "There is no town “atlantis”"),
        ({"language": "fr"}, "is not available in “fr”"),
        ({"seeds": [1, 2, 1]}, "The seed “1” is named 2 times"),
        ({"towns": ["gull_quay", "gull_quay"]}, "is named 2 times"),
        ({"days": 0}, "0 is not a valid number of days"),
        ({"conditions": [Condition("a"), Condition("A")]}, "2 conditions called “a”"),
        ({"preset": "paper", "conditions": [Condition("full")]}, "2 conditions called “full”"),
        ({"scenario": "nothing"}, "no scenario “nothing”"),
        ({"conditions": [Condition("warm", routines="nowhere")]}, "There is no run “nowhere”"),
    ],
)
def test_impossible_runs_are_reported_beforehand(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(SetupError) as caught:
        experiment(None, options).trials()
    assert complaint in caught.value.sentence()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("seeds = 'many'", "“seeds” is not valid"),
        ("colour = 'red'", "“colour” is not valid"),
        ("seeds = [", "not TOML"),
        ("[conditions.bare]\noff = ['love']", "“love” cannot be switched off"),
    ],
)
def test_errors_in_a_file_are_reported(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SetupError) as caught:
        experiment(path, {})
    assert complaint in caught.value.sentence()


def test_seeds_are_listed_or_a_range() -> None:
    assert seeds_of("1,2, 3") == [1, 2, 3]
    assert seeds_of("1-3,7") == [1, 2, 3, 7]
    for text in ("", "1,,2", "a", "3-1", "1-999999"):
        with pytest.raises(SetupError, match="is not a list of seeds"):
            seeds_of(text)
