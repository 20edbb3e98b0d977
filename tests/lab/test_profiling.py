"""From the sheet of an examination to a profile."""

from milkwood.lab.profiling import examined
from milkwood.lab.sheet import ExamMark, ExamSheet, answered
from milkwood.lab.verdict import verdict
from milkwood.providers.profile import ModeFigures, ModelProfile, UseRecord
from milkwood.questions.aptitude import KindRecord

BLANK = ModelProfile("http://127.0.0.1/v1", "m", "en", "2026-11-01")
USE = UseRecord("2026-11-01", "gull_quay", 6, 4.0, 1.2, 1.3, 0.9)


def sheet(*marks: ExamMark) -> ExamSheet:
    return ExamSheet(list(marks), marks_alone=len(marks))


def mark(kind: str, why: str = "", usable: bool = True) -> ExamMark:
    return ExamMark(kind, "valid" if usable else "fallback", why, 2.0)


def profiled(one: ExamSheet, known: ModelProfile = BLANK, *, lends: bool = False) -> ModelProfile:
    return examined(known, one, verdict("m", "en", one, hosted=False, lends=lends), "2026-11-18", lends=lends)


BAD = mark("plan_day", "form: blocks; form: blocks", usable=False)


def test_only_a_models_own_failures_count() -> None:
    late = mark("react", "failed: timeout", usable=False)
    assert answered(sheet(BAD, mark("react"), late, mark("react", "echo: say"))) == {
        "plan_day": KindRecord(1.0),
        "react": KindRecord(2.0, 2.0, 4.0),
    }


def test_an_examination_with_enough_questions_replaces_what_was_known() -> None:
    known = ModelProfile("", "m", "en", "2026-11-01", kinds={"plan_day": KindRecord(40.0), "react": KindRecord(30.0)})
    profile = profiled(sheet(*[mark("plan_day")] * 5, mark("react")), known)
    assert profile.kinds == {"plan_day": KindRecord(5.0, 5.0, 10.0), "react": KindRecord(31.0, 1.0, 2.0)}
    assert profile.date == "2026-11-18"


def test_what_runs_used_stays_and_so_does_a_comparison_if_there_was_no_time_for_another() -> None:
    modes = (ModeFigures("schema", True, 6, 6, 9.0), ModeFigures("plain", True, 6, 6, 3.0))
    known = ModelProfile("", "m", "en", "d", use=(USE,), modes=modes, json_mode="plain", context_tokens=4096)
    hurried = sheet(mark("react"))
    hurried.modes = [ModeFigures("schema", None), ModeFigures("plain", None)]
    profile = profiled(hurried, known)
    assert (profile.use, profile.modes, profile.json_mode, profile.context_tokens) == ((USE,), modes, "plain", 4096)
    hurried.modes = [ModeFigures("schema", True, 6, 6, 3.0), ModeFigures("plain", True, 6, 6, 3.0)]
    again = profiled(hurried, known)
    assert (again.modes, again.json_mode) == (tuple(hurried.modes), None)


def test_a_model_that_lends_has_no_answers_of_its_own() -> None:
    profile = profiled(sheet(mark("react"), mark("speak", "not_carried", usable=False)), lends=True)
    assert profile.kinds == {}
    assert profile.examined is not None
    assert profile.examined.calls == 2
