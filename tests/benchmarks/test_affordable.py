"""The figures that the benchmark computes from runs, checked on figures made by hand."""

from pathlib import Path

import pytest

from benchmarks import affordable
from milkwood.lab.comparing.condition import PRESETS, Condition
from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.experiment import Experiment
from milkwood.lab.measures import Figures
from tests.lab.comparing.made import trial
from tools import affordable as told

FULL, NO_ROUTINES = PRESETS["affordable"][:2]


def _life(condition: Condition, seed: int, tokens: float, activities: float) -> TrialOutcome:
    values = {
        **dict.fromkeys(told.EFFECTS, 1.0),
        "tokens": tokens,
        "activities": activities,
        "knows:party": 20.0 + seed,
        "knows:mayor": 7.0 + seed,
        "came:party": 5.0,
    }
    return TrialOutcome(
        trial(condition, seed), Figures(25, 2, values, [tokens, tokens / 2], [1.0, 1.0], {"speak": tokens})
    )


def _lives(with_routines: float) -> list[TrialOutcome]:
    full = [_life(FULL, seed, 40_000.0 + seed, with_routines) for seed in (1, 2, 3)]
    return [*full, *(_life(NO_ROUTINES, seed, 50_000.0, 100.0) for seed in (1, 2, 3))]


@pytest.mark.parametrize(("with_routines", "holds"), [(101.0, True), (90.5, True), (89.5, False)])
def test_people_who_become_robots_are_detected(with_routines: float, holds: bool) -> None:
    row = affordable._variety(_lives(with_routines))[0]
    assert row["ok"] is holds
    assert row["figure"] == pytest.approx(with_routines - 100.0)


def test_the_most_expensive_seed_counts() -> None:
    warm = [_life(Condition(affordable.WARM), seed, 24_000.0 + 500 * seed, 80.0) for seed in (1, 2, 3)]
    cold, second, warmed = affordable._costs(affordable.Lives(_lives(95.0), _lives(95.0), warm))
    assert (cold["figure"], cold["ok"]) == (40_003.0, True)
    assert second["figure"] == pytest.approx(20_001.5)
    assert (warmed["figure"], warmed["ok"]) == (25_500.0, False)


def test_the_seed_with_the_least_spread_of_news_counts() -> None:
    rows = affordable._news(_lives(95.0))
    assert [(row["figure"], row["ok"]) for row in rows] == [(21.0, True), (8.0, True), (5.0, True)]


def test_a_warm_day_begins_with_another_seeds_routines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(affordable, "SEEDS", (1, 2, 3))
    long = Experiment((affordable.TOWN,), seeds=(1, 2, 3), days=8).trials()
    warm = affordable._warm(tmp_path, long)
    assert [Path(each.condition.routines).stem for each in warm] == [
        "the_ville-full-2",
        "the_ville-full-3",
        "the_ville-full-1",
    ]
    assert [each.seed for each in warm] == [1, 2, 3]
    assert all(each.until == 17 * 360 for each in warm)


def test_the_page_tells_every_bound_and_every_condition() -> None:
    lives = _lives(89.0)
    rows = affordable._variety(lives)
    page = told.page(rows, lives, lives, [_life(Condition(affordable.WARM), 1, 24_000.0, 80.0)])
    assert "| at least -10 % | **no** |" in page
    assert "| what | full | no routines |" in page
    assert "**+9,998 ± 2.48**" in page
    assert "| all | 40,002 | 50,000 | 24,000 |" in page
