"""JSON modes: compared with the same questions, and another one is chosen only if it is clearly better."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from milkwood.lab.exam import Examination
from milkwood.lab.modes import MODE_KINDS, best_mode, mode_papers, rotated
from milkwood.lab.paper import Paper
from milkwood.lab.paper import paper as written
from milkwood.lab.sheet import ExamSheet
from milkwood.models.budget import Cap
from milkwood.models.spec import Spec
from milkwood.providers.presets import Means, presets
from milkwood.providers.profile import ModeFigures
from milkwood.questions.aptitude import ENOUGH_ANSWERS
from milkwood_fake import Fake, FaultPlan, Strike


@cache
def paper(language: str) -> list[Paper]:
    return written(language)


def figures(mode: Means, seconds: float, usable: int = 6, asked: int = 6) -> ModeFigures:
    return ModeFigures(mode, True, asked, usable, seconds)


@pytest.mark.parametrize(
    ("known", "best"),
    [
        ([], None),
        ([figures("schema", 10.0)], None),
        ([figures("schema", 10.0), figures("plain", 7.9)], "plain"),
        ([figures("schema", 10.0), figures("plain", 8.1)], None),
        ([figures("schema", 10.0), figures("object", 5.0), figures("plain", 4.5)], "object"),
        ([figures("schema", 10.0), figures("object", 5.0), figures("plain", 2.0)], "plain"),
        ([figures("schema", 10.0), figures("plain", 2.0, usable=5)], None),
        ([figures("schema", 10.0, usable=3), figures("plain", 2.0, usable=3)], None),
        ([figures("schema", 10.0, usable=0), figures("plain", 20.0, usable=6)], "plain"),
        ([figures("schema", 10.0, 2, 2), figures("plain", 1.0, 2, 2)], None),
        ([ModeFigures("schema", False), figures("object", 10.0), figures("plain", 2.0)], "plain"),
        ([ModeFigures("schema", False), figures("object", 10.0), figures("plain", 9.0)], None),
        ([ModeFigures("schema", None), ModeFigures("plain", None)], None),
    ],
)
def test_another_mode_is_chosen_if_it_is_clearly_faster_and_about_as_usable(
    known: Sequence[ModeFigures], best: Means | None
) -> None:
    assert best_mode(known) == best


def test_every_mode_is_first_in_turn() -> None:
    modes: list[Means] = ["schema", "object", "plain"]
    assert [rotated(modes, number)[0] for number in range(6)] == modes * 2
    assert rotated([], 3) == []


def test_the_questions_of_a_comparison_are_real_ones_and_short_ones_first() -> None:
    chosen = mode_papers(paper("en"))
    assert [each.question.id.kind for each in chosen] == list(MODE_KINDS)
    assert all(each.trap is None for each in chosen)


# --- with servers


def sat(plan: FaultPlan, seconds: float = 60.0, json_mode: str = "") -> tuple[ExamSheet, Fake]:
    with Fake(plan) as fake:
        model = Spec("fake", "custom", "fake-1", fake.address, json_mode=json_mode)
        return asyncio.run(Examination(model, paper("en"), None, seconds).sit()), fake


SLOW_SCHEMA = FaultPlan(latency_seconds=0.01, schema_slowdown=40)


@pytest.fixture(autouse=True)
def forgotten(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Request forms that no other test has learned."""
    folder = tmp_path_factory.mktemp("endpoints")
    monkeypatch.setattr("milkwood.providers.request_forms.usual_folder", lambda: folder)


def test_a_server_with_a_slow_schema_mode_is_asked_in_another_one() -> None:
    sheet, fake = sat(SLOW_SCHEMA)
    schema, object_, plain = sheet.modes
    assert [each.mode for each in sheet.modes] == list(presets()["custom"].means)
    assert all(each.works and each.asked == each.usable == len(MODE_KINDS) for each in sheet.modes)
    assert schema.seconds > 2 * max(object_.seconds, plain.seconds)
    assert schema.tokens_per_second is not None
    assert object_.tokens_per_second is not None
    assert schema.tokens_per_second < object_.tokens_per_second
    assert sheet.json_mode in ("object", "plain")
    assert len(sheet.marks) == len(paper("en"))
    assert {call.json_mode for call in [*sheet.alone[1:], *sheet.together]} == {sheet.json_mode}
    assert len(sheet.heard) == fake.done["answered"]


def test_a_server_without_a_schema_mode_is_known_to_have_none() -> None:
    sheet, fake = sat(FaultPlan(strike=(Strike(fault="no_schema"),)))
    assert [(each.mode, each.works) for each in sheet.modes] == [("schema", False), ("object", True), ("plain", True)]
    assert fake.done["no_schema"] <= 2, "refused once or twice, and not asked for again"
    assert sheet.json_mode in (None, "plain")


def test_the_users_own_choice_of_a_mode_stays() -> None:
    sheet, _ = sat(SLOW_SCHEMA, json_mode="object")
    assert sheet.json_mode is None
    assert {call.json_mode for call in [*sheet.alone, *sheet.together]} == {"object"}


def test_without_time_for_whole_rounds_nothing_is_known_and_nothing_chosen() -> None:
    began = time.monotonic()
    sheet, _ = sat(FaultPlan(latency_seconds=0.3), seconds=2.0)
    assert time.monotonic() - began < 10
    assert all(each.asked <= 1 for each in sheet.modes)
    assert sheet.json_mode is None
    assert sheet.marks


def test_a_comparison_keeps_to_the_budget() -> None:
    with Fake(FaultPlan()) as fake:
        model = Spec("fake", "custom", "fake-1", fake.address)
        sheet = asyncio.run(Examination(model, paper("en"), Cap.parse("8calls")).sit())
    assert fake.done["answered"] == 8
    assert sheet.json_mode is None


def test_a_model_with_others_to_fall_back_on_is_examined_alone() -> None:
    papers = [each for each in paper("en") if each.question.id.kind == "react"]
    with Fake(FaultPlan(strike=(Strike(fault="prose"),))) as fake:
        model = replace(Spec("fake", "custom", "fake-1", fake.address), fallback=("strong",))
        sheet = asyncio.run(Examination(model, papers).sit())
    assert {mark.outcome for mark in sheet.marks} == {"fallback"}


def test_a_small_context_shows_in_the_questions_that_do_not_fit() -> None:
    sheet, fake = sat(FaultPlan(context_tokens=700))
    assert sheet.context_tokens == 700
    assert fake.done["too_long"] > 0
    long = [mark for mark in sheet.marks if mark.kind == "plan_day"]
    assert len(long) >= ENOUGH_ANSWERS
    assert {mark.outcome for mark in long} == {"fallback"}
    assert {mark.why for mark in long} <= {"failed: too_large", "cut_off: answer; cut_off: answer"}
