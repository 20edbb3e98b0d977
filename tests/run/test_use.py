"""What a run uses against the estimate: said after half an hour, and kept for later estimates."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.mind.head import Switches
from milkwood.models.budget import Cap
from milkwood.models.spec import Spec
from milkwood.providers.profile import ModelProfile, ProfileShelf, UseRecord
from milkwood.run import LiveRun, MindConfig, ModelConfig, RunOptions, new_run, open_run
from milkwood.run.estimate import Terms, estimate_first_half_hour, factors_of
from milkwood.run.figures import figures
from milkwood_fake import Fake, FaultPlan, Strike
from tests.models.faulty import soon
from tests.story.lives import pack_of

__all__ = ["soon"]
HALF_HOUR, FOUR_HOURS = 180, 1440
FIGURES = figures()["gull_quay", "en"]
LAVISH = UseRecord("2026-11-17", "gull_quay", 6, 4.0, 50.0, 50.0, 50.0)
FRUGAL = replace(LAVISH, calls=0.01, prompt_tokens=0.01, answer_tokens=0.01)


@pytest.fixture
def fake() -> Iterator[Fake]:
    with Fake(FaultPlan()) as server:
        yield server


Begin = Callable[..., LiveRun]


@pytest.fixture
def begin(tmp_path: Path, fake: Fake, soon: None) -> Begin:
    """Begins or continues a run of six people with the fake."""

    def of(
        *, known: UseRecord | None = None, minds: MindConfig | None = None, address: str = "", **config: Any
    ) -> LiveRun:
        spec = Spec("fake", "custom", "fake-1", address or fake.address)
        shelf = ProfileShelf(tmp_path / "profiles")
        if known is not None:
            shelf.keep(spec, shelf.blank(spec, "en", "2026-11-17").with_use(known))
        models = ModelConfig({"fake": spec}, usual="fake", profiles=tmp_path / "profiles", **config)
        path, pack, options = tmp_path / "day.milkwood", pack_of("gull_quay"), RunOptions(models=models)
        if path.exists():
            return open_run(pack, path, options=options)
        return new_run(pack, path, "day", minds=minds or MindConfig(embedding=False), options=options)

    return of


def lived(run: LiveRun, ticks: int) -> list[str]:
    """The notes about use at the end."""
    with run:
        asyncio.run(run.live(ticks))
        return [note for note in run.notes() if "town minutes" in note]


def profile_in(tmp_path: Path, fake: Fake) -> ModelProfile:
    found = ProfileShelf(tmp_path / "profiles").find(Spec("fake", "custom", "fake-1", fake.address), "en")
    assert found is not None
    return found


# --- the first half hour


def test_after_half_an_hour_a_run_says_that_it_uses_what_was_estimated(begin: Begin) -> None:
    [note] = lived(begin(), HALF_HOUR + 60)
    # The fake repeats itself, and is asked again, now and then: how much is not the matter here.
    assert "The first 30 town minutes took " in note
    estimate = estimate_first_half_hour(FIGURES, 6, Terms(None, None))
    assert f"{estimate.calls.low:,.0f} to {estimate.calls.high:,.0f} calls" in note


@pytest.mark.parametrize(("known", "says"), [(LAVISH, "less than estimated"), (FRUGAL, "times the upper estimate")])
def test_it_says_so_if_it_uses_more_or_less_than_its_profile_said(known: UseRecord, says: str, begin: Begin) -> None:
    [note] = lived(begin(known=known), HALF_HOUR + 60)
    assert says in note


def test_a_figure_that_fits_is_said_to_fit(begin: Begin, tmp_path: Path) -> None:
    lived(begin(), HALF_HOUR + 60)
    with Chronicle.read(tmp_path / "day.milkwood") as reader:
        [(_, calls, prompt, answer)] = reader.used(0, HALF_HOUR)
    spread = estimate_first_half_hour(FIGURES, 6, Terms(None, None))
    middle = {
        "calls": 2 * calls / (spread.calls.low + spread.calls.high / 1.1),
        "prompt_tokens": 2 * prompt / (spread.prompt_tokens.low + spread.prompt_tokens.high / 1.1),
        "answer_tokens": 2 * answer / (spread.answer_tokens.low + spread.answer_tokens.high / 1.1),
    }
    (tmp_path / "day.milkwood").unlink()
    known = UseRecord("2026-11-17", "gull_quay", 6, 4.0, **middle)
    [note] = lived(begin(known=known), HALF_HOUR + 60)
    assert "tokens, about as estimated (" in note


def test_the_comparison_comes_once_the_half_hour_is_over_also_in_a_run_that_went_on(begin: Begin) -> None:
    assert lived(begin(), HALF_HOUR - 60) == []
    assert len(lived(begin(), HALF_HOUR + 60)) == 1
    assert lived(begin(), HALF_HOUR + 120) == [], "it was said before"


def test_without_a_call_or_past_the_budget_there_is_nothing_to_compare(begin: Begin) -> None:
    assert lived(begin(cap=Cap.parse("5calls")), HALF_HOUR + 60) == []


# --- what is kept


def test_what_a_run_used_goes_into_the_profile_as_multiples_of_the_measured_days(
    begin: Begin, fake: Fake, tmp_path: Path
) -> None:
    lived(begin(), FOUR_HOURS)
    [record] = profile_in(tmp_path, fake).use
    assert (record.town, record.people, record.town_hours) == ("gull_quay", 6, 4.0)
    expected = FIGURES.between(0.0, 4.0)
    with Chronicle.read(tmp_path / "day.milkwood") as reader:
        spent = reader.spent().calls
    assert record.calls == pytest.approx(spent / (6 * expected.calls), rel=0.1)
    factors = factors_of(Spec("m", "custom", "m"), profile_in(tmp_path, fake), "gull_quay")
    assert (factors.rests_on, factors.calls.low, factors.calls.high) == ("runs", record.calls, record.calls)


OFF: Mapping[str, Any] = {"minds": MindConfig(embedding=False, switches=Switches(reflection=False))}


@pytest.mark.parametrize(
    "what",
    [{"cap": Cap.parse("60calls")}, {"routing": {"questions": {"speak": "understudy"}}}, OFF],
    ids=["a budget", "rules", "parts of minds off"],
)
def test_use_that_is_not_the_models_own_is_not_kept(
    what: Mapping[str, Any], begin: Begin, fake: Fake, tmp_path: Path
) -> None:
    lived(begin(**what), FOUR_HOURS)
    assert profile_in(tmp_path, fake).use == ()


def test_use_beside_a_cache_is_not_kept(begin: Begin, fake: Fake, tmp_path: Path) -> None:
    lived(begin(cache=tmp_path / "answers"), FOUR_HOURS)
    assert profile_in(tmp_path, fake).use == ()


def test_use_with_a_server_that_was_away_is_not_kept(begin: Begin, tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="filter", every=4),))) as failing:
        lived(begin(address=failing.address), FOUR_HOURS)
        assert profile_in(tmp_path, failing).use == ()


def test_short_parts_of_runs_say_nothing(begin: Begin, fake: Fake, tmp_path: Path) -> None:
    lived(begin(), 1000)
    assert profile_in(tmp_path, fake).use == ()


# --- the measured hours


def test_expected_use_follows_the_hours_of_the_day() -> None:
    whole = FIGURES.between(0.0, 48.0)
    assert whole.calls == pytest.approx(2 * sum(kind.calls for kind in FIGURES.kinds.values()), rel=0.02)
    assert FIGURES.between(0.0, 0.5).calls == pytest.approx(FIGURES.hours[0].calls / 2)
    assert FIGURES.between(1.5, 1.5).calls == 0
    assert FIGURES.between(48.0, 72.0) == FIGURES.between(24.0, 48.0)
    first = estimate_first_half_hour(FIGURES, 1, Terms(None, None))
    assert first.calls.high > 2 * sum(kind.calls for kind in FIGURES.kinds.values()) / 48, "plans are made then"
