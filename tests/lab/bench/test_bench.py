"""A bench against a real server: outcomes, faults, two sets of prompts, interruptions, failures."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from milkwood.errors import SetupError
from milkwood.lab.bench.bench import MAX_CONSECUTIVE_FAILURES, Bench, setup_of
from milkwood.lab.bench.contexts import Contexts, contexts_of
from milkwood.lab.bench.log import BenchLog, BenchMark
from milkwood.lab.bench.result import ALL, differences, figures
from milkwood.models.budget import Cap
from milkwood.models.port import Answer, Question
from milkwood.models.spec import Spec
from milkwood.providers.presets import CUSTOM
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.questions.prompt import template
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood_fake import Fake, FaultPlan, Strike
from tests.lived import _morning, friday

__all__ = ["_morning", "friday"]

COUNTS = {"speak": 12, "react": 6, "break_down": 6}


@pytest.fixture
def contexts(friday: Path) -> Contexts:
    return contexts_of([friday], COUNTS, 1)


def spec(fake: Fake, at_once: int = 8) -> Spec:
    return Spec("fake", CUSTOM, "fake-1", address=fake.address, at_once=at_once)


def other(words: str = "Be brief.") -> OwnPrompts:
    sections = template("speak", "en")
    return OwnPrompts({"speak.en": {**sections, "rules": (*sections["rules"], words)}})


def measured(
    fake: Fake,
    contexts: Contexts,
    prompts: dict[str, OwnPrompts] | None = None,
    log: BenchLog | None = None,
    cap: Cap | None = None,
    at_once: int = 8,
) -> tuple[Bench, list[BenchMark]]:
    sets = prompts or {"built-in": BUILT_IN}
    heard: list[BenchMark] = []
    bench = Bench(spec(fake, at_once), contexts, sets, BenchLog(None, {}) if log is None else log, cap)
    asyncio.run(bench.measure(heard.append, lambda _text: None))
    return bench, heard


def test_outcomes_faults_and_tokens_are_counted_by_kind(contexts: Contexts) -> None:
    strikes = (Strike(fault="prose", question="speak"), Strike(fault="foreign", question="break_down", at=(1, 3)))
    with Fake(FaultPlan(strike=strikes)) as fake:
        bench, marks = measured(fake, contexts, at_once=1)
    assert (bench.left, bench.stopped) == (0, "")
    rows = {row.kind: row for row in figures(marks, [*COUNTS], ["built-in"])}
    assert rows["speak"].outcomes == {"broken": 12}
    assert rows["speak"].broken_by == {"no_json": 12}
    assert rows["speak"].faults == {"no_json": 24}, "asked twice"
    assert {len(mark.replies) for mark in marks if mark.kind == "speak"} == {2}, "what was said is kept"
    assert rows["speak"].usable.share == 0
    assert rows["react"].outcomes == {"valid": 6}
    assert rows["react"].prompt_tokens > 100 > rows["react"].answer_tokens > 5
    assert rows["break_down"].outcomes == {"valid": 4, "repaired": 2}
    assert rows["break_down"].faults == {"language": 2}
    assert rows["break_down"].broken_by == {}
    assert rows[ALL].asked == 24
    assert rows[ALL].usable.share == 0.5


def test_a_difference_between_two_sets_of_prompts_is_found_and_the_rest_is_chance(contexts: Contexts) -> None:
    strike = Strike(fault="prose", question="speak", share=0.5, steady=True)
    with Fake(FaultPlan(strike=(strike,))) as fake:
        log = BenchLog(None, {})
        first, _ = measured(fake, contexts, {"built-in": BUILT_IN}, log)
    with Fake(FaultPlan()) as fake:
        _, marks = measured(fake, contexts, {"built-in": BUILT_IN, "mine": other()}, log)
    assert first.left == 0
    assert {mark.prompts for mark in marks} == {"mine"}, "what was measured is not asked again"
    every = log.marks((name, each.name) for each in contexts.drawn for name in ("built-in", "mine"))
    found = {(each.kind, each.measure): each for each in differences(every, [*COUNTS], ["built-in", "mine"])}
    assert found["speak", "valid"].value > 0.2
    assert found["speak", "valid"].is_sure
    assert found["speak", "valid"].pairs == 12
    assert not found["react", "usable"].is_sure
    assert found["react", "answer_tokens"].value == 0
    assert found["speak", "prompt_tokens"].value < 0, "half of them were asked twice"
    assert differences(every, [*COUNTS], ["mine"]) == []


def test_both_sets_get_every_context_and_each_comes_first_about_as_often(
    contexts: Contexts,
) -> None:
    with Fake(FaultPlan()) as fake:
        bench, marks = measured(fake, contexts, {"a": BUILT_IN, "b": other()})
    assert bench.total == len(marks) == 48
    assert Counter(mark.prompts for mark in marks) == {"a": 24, "b": 24}
    read = {name: sum(mark.prompt_tokens for mark in marks if mark.prompts == name) for name in ("a", "b")}
    assert read["b"] > read["a"], "two more words in each"
    first = Counter(key[0] for key, _ in bench._jobs[::2])
    assert set(first) == {"a", "b"}
    assert min(first.values()) >= 5


def test_an_interrupted_bench_keeps_what_it_has_and_goes_on(contexts: Contexts, tmp_path: Path) -> None:
    path, sets = tmp_path / "kept.jsonl", {"built-in": BUILT_IN}
    with Fake(FaultPlan()) as fake:
        setup = setup_of(spec(fake), contexts, sets)
        with BenchLog(path, setup) as log:
            _, some = measured(fake, contexts, sets, log, Cap.parse("9calls"))
        assert 0 < len(some) < 24
        with path.open("a", encoding="utf-8") as file:
            file.write('{"prompts": "built-in", "cont')  # a crash while it wrote
        with BenchLog(path, setup) as log:
            assert len(log) == len(some)
            bench, rest = measured(fake, contexts, sets, log)
        assert (bench.left, len(some) + len(rest)) == (0, 24)
        with BenchLog(path, setup) as log:
            assert len(log) == 24
            assert measured(fake, contexts, sets, log)[1] == []
            kept = log.marks(("built-in", each.name) for each in contexts.drawn)
    assert all(json.loads(reply) for mark in kept for reply in mark.replies)
    assert all(len(mark.replies) == 1 for mark in kept), "one question, one reply"


def test_a_file_of_another_bench_is_refused(contexts: Contexts, tmp_path: Path) -> None:
    path, sets = tmp_path / "kept.jsonl", {"built-in": BUILT_IN}
    with Fake(FaultPlan()) as fake:
        BenchLog(path, setup_of(spec(fake), contexts, sets)).__exit__(None, None, None)
        with pytest.raises(SetupError, match="begun with other “prompts”"):
            BenchLog(path, setup_of(spec(fake), contexts, {"built-in": other()}))
        with pytest.raises(SetupError, match="begun with other “model”"):
            BenchLog(path, setup_of(None, contexts, sets))
        for text in ("a poem\n", json.dumps([1]) + "\n", b"\xff\xfe".decode("latin-1")):
            (tmp_path / "no.jsonl").write_text(text, encoding="utf-8")
            with pytest.raises(SetupError, match="not a file of a bench"):
                BenchLog(tmp_path / "no.jsonl", setup_of(None, contexts, sets))


def test_no_money_and_no_time_end_a_bench_with_what_was_measured(contexts: Contexts) -> None:
    with Fake(FaultPlan()) as fake:
        bench, marks = measured(fake, contexts, cap=Cap.parse("9calls"))
        assert (bench.stopped, bench.failed) == ("the budget is used up", False)
        assert bench.left == 24 - len(marks) > 0
    with Fake(FaultPlan(latency_seconds=0.2)) as fake:
        bench = Bench(spec(fake), contexts, {"built-in": BUILT_IN}, BenchLog(None, {}), None, 0.7)
        asyncio.run(bench.measure(lambda _mark: None, lambda _text: None))
        assert bench.stopped == "the time is over"
        assert 0 < bench.left < 24


def test_a_model_that_cannot_be_asked_is_an_error_before_anything_is_measured(contexts: Contexts) -> None:
    with Fake(FaultPlan(models=("fake-2",))) as fake, pytest.raises(SetupError, match="no model “fake-1”"):
        measured(fake, contexts)


def test_a_model_that_fails_on_the_way_is_no_bad_answer_and_ends_the_bench(
    friday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("milkwood.lab.bench.bench.MAX_CONSECUTIVE_FAILURES", 5)
    assert MAX_CONSECUTIVE_FAILURES > 5
    contexts = contexts_of([friday], {"break_down": 40}, 1)
    with Fake(FaultPlan(strike=(Strike(fault="wrong_key", after=6),))) as fake:
        bench, marks = measured(fake, contexts)
    assert bench.failed
    assert "the model gives no answers any more (the key was refused)" in bench.stopped
    judged = [mark for mark in marks if mark.judged]
    assert {mark.outcome for mark in marks} == {"valid", "unanswered"}
    (row,) = figures(marks, ["break_down"], ["built-in"])
    assert (row.asked, row.usable.share) == (len(judged), 1.0)


def test_the_understudy_answers_everything_at_once(contexts: Contexts) -> None:
    marks: list[BenchMark] = []
    bench = Bench(None, contexts, {"built-in": BUILT_IN}, BenchLog(None, {}))
    asyncio.run(bench.measure(marks.append, lambda _text: None))
    assert {mark.outcome for mark in marks} == {"valid"}
    assert bench.left == 0


class Said:
    """A model that always gives one answer."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def answer(self, _question: Question) -> Answer:
        return self._answer


def test_questions_that_weights_do_not_answer_say_nothing_of_them(contexts: Contexts) -> None:
    spared = Answer({}, UNDERSTUDY, "not_carried")
    marks: list[BenchMark] = []
    bench = Bench(spec(Fake(FaultPlan())), contexts, {"built-in": BUILT_IN}, BenchLog(None, {}))
    asyncio.run(bench._ask_all({"built-in": Said(spared)}, 1, marks.append))
    assert (len(marks), bench.failed) == (24, False)
    assert {mark.outcome for mark in marks} == {"unanswered"}
