"""What a run takes from profiles and gives back to them: units, and real runs with a fake server."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.models.port import Answer, Usage
from milkwood.models.spec import Spec
from milkwood.models.tape import Recorded, TapeOnly
from milkwood.providers.profile import ModeFigures, ModelProfile, ProfileShelf
from milkwood.questions.aptitude import ENOUGH_FIRST_ANSWERS, ROUTED, KindRecord
from milkwood.run import LiveRun, MindConfig, ModelConfig, RunOptions, new_run, open_run
from milkwood.run.fitting import ENOUGH_CALLS, AnswerMeter, Fitting
from milkwood_fake import Fake, FaultPlan, Strike
from tests.models.faulty import soon
from tests.story.lives import pack_of

__all__ = ["soon"]
TICKS = 480
"""An hour and twenty minutes."""
NEVER_PLANS = FaultPlan(strike=(Strike(fault="prose", question="break_down"),))


# --- speed


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_speed_is_that_of_one_answer_and_of_all_together() -> None:
    clock = Clock()
    meter = AnswerMeter(clock)
    for number in range(ENOUGH_CALLS):
        assert meter.measured("2026-11-18") is None
        for _ in range(2):
            meter.begin()
        clock.now += 4.0
        tokens = 20 if number % 2 else 60
        meter.note(Answer({}, "m", usage=Usage(100, tokens, 0.0, 1.0 + tokens / 20)))
        for _ in range(2):
            meter.end()
        clock.now += 100.0  # nobody asks
    found = meter.measured("2026-11-18")
    assert found is not None
    assert (found.calls, found.tokens_per_second, found.tokens_per_second_together) == (ENOUGH_CALLS, 13.3, 10.0)
    assert (found.speed.call_seconds.low, found.speed.call_seconds.high) == pytest.approx((0.8, 1.2))
    assert found.speed.token_seconds.high == pytest.approx(1.2 / 20)
    assert found.speed.calls_per_second.high == pytest.approx(1.2 / 4)


def test_answers_without_a_time_or_tokens_say_nothing_about_speed() -> None:
    meter = AnswerMeter(Clock())
    for _ in range(2 * ENOUGH_CALLS):
        meter.note(Answer({}, "m", usage=Usage(100, 20, 0.0, 0.0)))
        meter.note(Answer({}, "m", usage=Usage(100, 0, 0.0, 1.0)))
    assert meter.measured("2026-11-18") is None


# --- without a run


SPEC = Spec("desk", "custom", "m", "http://127.0.0.1:9/v1")
PROFILE = ModelProfile(
    "http://127.0.0.1:9/v1",
    "m",
    "en",
    "2026-11-17",
    kinds={"plan_day": KindRecord(5.0), "react": KindRecord(5.0, 5.0)},
    modes=(ModeFigures("schema", True, 6, 6, 9.0), ModeFigures("plain", True, 6, 6, 3.0)),
    json_mode="plain",
)


def fitting(tmp_path: Path, spec: Spec = SPEC, **more: Any) -> Fitting:
    shelf = ProfileShelf(tmp_path)
    shelf.keep(SPEC, PROFILE)
    return Fitting({spec.name: spec}, shelf, "en", **more)


def test_a_profile_chooses_the_json_mode_unless_the_user_did(tmp_path: Path) -> None:
    assert fitting(tmp_path).spec("desk").json_mode == "plain"
    own = Spec("desk", "custom", "m", "http://127.0.0.1:9/v1", json_mode="object")
    assert fitting(tmp_path, own).spec("desk").json_mode == "object"
    assert Fitting({"desk": SPEC}, ProfileShelf(tmp_path), "zh").spec("desk") == SPEC
    assert Fitting({"desk": SPEC}, None, "en").spec("desk") == SPEC


def test_what_a_model_is_not_asked_is_said_with_who_answers(tmp_path: Path) -> None:
    [note] = fitting(tmp_path).notes()
    assert "According to its profile of 2026-11-17" in note
    assert "plan_day (0 of 5 usable); the understudy answers instead. --trust-all asks it anyway." in note
    next_one = Spec("desk", "custom", "m", "http://127.0.0.1:9/v1", fallback=("strong",))
    [note] = fitting(tmp_path, next_one).notes()
    assert "; strong answers instead." in note
    assert fitting(tmp_path).routed() == {"desk": ["plan_day"]}
    trusted = fitting(tmp_path, trusted=True)
    assert (trusted.notes(), trusted.routed()) == ([], {})


def test_nothing_seen_leaves_the_profile_as_it_is(tmp_path: Path) -> None:
    fitting(tmp_path).keep()
    assert ProfileShelf(tmp_path).find(SPEC, "en") == PROFILE


# --- runs


@pytest.fixture
def fake() -> Iterator[Fake]:
    with Fake(NEVER_PLANS) as server:
        yield server


Live = Callable[..., Path]


@pytest.fixture
def live(tmp_path: Path, fake: Fake, soon: None) -> Live:
    """Lives a run of six people in the shelf of the test; returns its file."""

    def go(name: str, ticks: int = TICKS, *, trust_all: bool = False, again: bool = False) -> Path:
        path = tmp_path / f"{name}.milkwood"
        with begun(path, fake, tmp_path / "profiles", trust_all=trust_all, again=again) as run:
            asyncio.run(run.live(ticks))
        return path

    return go


def begun(path: Path, fake: Fake, shelf: Path, *, trust_all: bool = False, again: bool = False) -> LiveRun:
    spec = Spec("fake", "custom", "fake-1", fake.address)
    options = RunOptions(models=ModelConfig({"fake": spec}, usual="fake", profiles=shelf, trust_all=trust_all))
    pack = pack_of("gull_quay")
    if again:
        return open_run(pack, path, options=options)
    return new_run(pack, path, path.stem, minds=MindConfig(embedding=False), options=options)


def profile_of(fake: Fake, tmp_path: Path) -> ModelProfile:
    found = ProfileShelf(tmp_path / "profiles").find(Spec("fake", "custom", "fake-1", fake.address), "en")
    assert found is not None
    return found


def whys(reader: Reader, kind: str) -> list[str]:
    return [each.answer.why for each in reader.questions() if each.question.id.kind == kind]


def test_a_run_makes_the_profile_from_its_own_answers_and_goes_by_it(tmp_path: Path, fake: Fake, live: Live) -> None:
    with Chronicle.read(live("first")) as first:
        said = whys(first, "break_down")
        assert first.header.routed == {}
        # Some were under way when it was decided.
        assert ENOUGH_FIRST_ANSWERS <= sum(why != ROUTED for why in said) < len(said)
        assert ROUTED in said
        assert ROUTED not in whys(first, "speak")
    profile = profile_of(fake, tmp_path)
    assert profile.kinds["break_down"].usable == 0
    assert profile.kinds["speak"].share == 1
    assert profile.lived is not None
    assert profile.lived.calls >= ENOUGH_CALLS
    asked = fake.server.asked["break_down"]
    with Chronicle.read(live("second")) as second:
        assert second.header.routed == {"fake": ["break_down"]}
        assert set(whys(second, "break_down")) == {ROUTED}
        assert fake.server.asked["break_down"] == asked


def test_a_trusted_model_is_asked_all_the_same(fake: Fake, live: Live) -> None:
    live("first")
    with Chronicle.read(live("trusting", trust_all=True)) as trusting:
        assert trusting.header.routed == {}
        assert set(whys(trusting, "break_down")) == {"no_json: answer; no_json: answer"}


def test_a_run_that_goes_on_knows_what_it_saw_before(tmp_path: Path, fake: Fake, live: Live) -> None:
    live("day")
    asked = fake.server.asked["break_down"]
    with Chronicle.read(live("day", 2 * TICKS, again=True)) as run:
        assert run.settled == 2 * TICKS
        assert run.header.routed == {}
    assert fake.server.asked["break_down"] == asked


def test_what_was_decided_on_the_way_is_said_and_relived_from_the_tape(tmp_path: Path, fake: Fake, soon: None) -> None:
    path = tmp_path / "first.milkwood"
    with begun(path, fake, tmp_path / "profiles") as run:
        asyncio.run(run.live(TICKS))
        assert any("cannot answer break_down (0 of " in note and "from now on" in note for note in run.notes())
        history = run.chronicle.history_hash()
    for schedule in ("serial", "lockstep"):
        with Chronicle.open(path) as tape:
            options = RunOptions(schedule=schedule, model=Recorded(TapeOnly(), tape))
            copy = tmp_path / f"{schedule}.milkwood"
            with new_run(
                pack_of("gull_quay"), copy, "copy", minds=MindConfig(embedding=False), options=options
            ) as again:
                asyncio.run(again.live(TICKS))
                assert again.chronicle.history_hash() == history


def test_the_next_model_answers_what_the_first_cannot(tmp_path: Path, fake: Fake, soon: None) -> None:
    with Fake(FaultPlan(models=("strong-1",))) as other:
        specs = {
            "fake": Spec("fake", "custom", "fake-1", fake.address, fallback=("strong",)),
            "strong": Spec("strong", "custom", "strong-1", other.address),
        }
        shelf = ProfileShelf(tmp_path / "profiles")
        known = shelf.blank(specs["fake"], "en", "2026-11-18").with_answers(
            {"break_down": KindRecord(5.0)}, "2026-11-18"
        )
        shelf.keep(specs["fake"], known)
        models = ModelConfig(specs, usual="fake", profiles=tmp_path / "profiles")
        path, options = tmp_path / "two.milkwood", RunOptions(models=models)
        with new_run(pack_of("gull_quay"), path, "two", minds=MindConfig(embedding=False), options=options) as run:
            asyncio.run(run.live(120))
    with Chronicle.read(path) as reader:
        answers = [each.answer for each in reader.questions() if each.question.id.kind == "break_down"]
        assert {(answer.by, answer.why) for answer in answers} == {("custom/strong-1", ROUTED)}
        assert fake.server.asked["break_down"] == 0
    assert shelf.find(specs["strong"], "en") is not None
