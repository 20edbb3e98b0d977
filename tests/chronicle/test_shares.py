"""Usage and failures by model: for any answers and calls, each breakdown adds up, and the understudy is free."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.chronicle import Chronicle
from milkwood.chronicle.export.metrics import FOLDER, write
from milkwood.chronicle.export.place import Place
from milkwood.chronicle.metrics import metrics_of
from milkwood.chronicle.names import Names
from milkwood.chronicle.shares import UNSENT, Share, failures_of, shares_of
from milkwood.ids import PersonId
from milkwood.models.completion import Call
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood.questions.why import failures
from tests.chronicle.story import make_header

MODELS = ("fast", "strong", "local")
ATTEMPTS = (
    "missing: say",
    "echo: say, form: over",
    "failed: timeout",
    "failed: budget",
    "cut_off: answer",
    "choices: 0",
)
usages = st.builds(
    Usage, st.integers(0, 5_000), st.integers(0, 500), st.sampled_from([0.0, 0.25, 0.5]), st.sampled_from([0.0, 1.5])
)
calls = st.tuples(
    st.sampled_from(MODELS), usages, st.sampled_from(["answered", "estimated", "timeout", "rate", "given_up", "lost"])
)
answers = st.tuples(
    st.sampled_from(["ada", "ben"]),
    st.sampled_from(["speak", "react"]),
    st.sampled_from([*MODELS, "understudy"]),
    st.lists(st.sampled_from(ATTEMPTS), max_size=5).map("; ".join),
    usages,
    st.lists(calls, max_size=4),
)


def keep(
    chronicle: Chronicle, tick: int, answer: tuple[str, str, str, str, Usage, list[tuple[str, Usage, str]]]
) -> None:
    person, kind, by, why, usage, called = answer
    asked = QuestionId(PersonId(person), tick, kind)
    for attempt, (model, charge, outcome) in enumerate(called):
        reservation = chronicle.reserve(Call(asked, attempt), model, Usage(9_000, 900, 9.0))
        if outcome != "lost":
            chronicle.settle(reservation, outcome, charge, 0)
    nothing = by == "understudy" and not why  # the understudy alone calls no model
    chronicle.keep_answer(Question(asked, {}), Answer({}, by, why, Usage() if nothing else usage))


@given(st.lists(answers, max_size=6))
@settings(max_examples=60, deadline=None)
def test_every_breakdown_adds_up_and_the_understudy_is_free(given_answers: list[tuple]) -> None:  # type: ignore[type-arg]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.milkwood"
        with Chronicle.create(path, make_header()) as chronicle:
            for tick, answer in enumerate(given_answers):
                keep(chronicle, tick, answer)
        with Chronicle.read(path) as reader:
            bill, metrics = reader.bill(), metrics_of(reader)
    for lines in (bill.by_person, bill.by_kind, bill.by_answerer):
        for name in ("answers", "prompt_tokens", "answer_tokens", "price", "seconds"):
            assert sum(getattr(each, name) for each in lines.values()) == getattr(bill.total, name)
    for figures in (metrics.by_person, metrics.by_kind, metrics.by_mind):
        for name in ("answers", "tokens", "price", "seconds", "failed"):
            assert sum(getattr(each, name) for each in figures.values()) == getattr(metrics.total, name)
    assert metrics.total.failed == sum(len(failures(answer[3])) for answer in given_answers)
    for model, line in bill.by_answerer.items():
        figure = metrics.by_mind[model]
        used = (line.answers, line.prompt_tokens, line.answer_tokens, line.price, line.seconds)
        assert used == (figure.answers, figure.prompt_tokens, figure.answer_tokens, figure.price, figure.seconds)
        assert min(used) >= 0
    free = metrics.by_mind["understudy"]
    assert (free.tokens, free.price) == (0, 0.0)


def test_a_failed_attempt_is_paid_by_its_model_and_the_rest_by_the_answerer() -> None:
    charges = {"strong": Share(700, 70, 0.5, 3.0), "fast": Share(100, 10, 0.25, 1.0)}
    shares = shares_of("fast", Share(800, 80, 0.75, 4.0), charges)
    assert shares == charges
    assert shares_of("understudy", Share(800, 80, 0.75, 4.0), charges) == {**charges, "understudy": Share()}


def test_usage_without_a_recorded_call_is_not_the_understudys() -> None:
    assert shares_of("understudy", Share(800, 80, 0.75, 4.0), {}) == {
        "understudy": Share(seconds=4.0),
        UNSENT: Share(800, 80, 0.75),
    }


def test_failures_belong_to_the_models_in_their_order() -> None:
    strong, fast = {"strong": Share()}, {"fast": Share()}
    both = {**strong, **fast}
    assert dict(failures_of("fast", "failed: timeout; missing: say", both)) == {
        "strong": ["failed: timeout"],
        "fast": ["missing: say"],
    }
    assert dict(failures_of("understudy", "echo: say; form: say; failed: rate", both)) == {
        "strong": ["echo: say", "form: say"],
        "fast": ["failed: rate"],
    }
    assert dict(failures_of("understudy", "failed: budget; failed: rate", fast)) == {
        UNSENT: ["failed: budget"],
        "fast": ["failed: rate"],
    }
    assert dict(failures_of("fast", "failed: connection", fast)) == {UNSENT: ["failed: connection"]}


def test_exported_metrics_have_the_same_shares(tmp_path: Path) -> None:
    path = tmp_path / "x.milkwood"
    with Chronicle.create(path, make_header()) as chronicle:
        called = [("fast", Usage(700, 70, 0.5, 3.0), "answered")]
        keep(chronicle, 3, ("ada", "speak", "understudy", "echo: say", Usage(700, 70, 0.5, 3.0), called))
        keep(chronicle, 4, ("ada", "speak", "fast", "", Usage(100, 10, 0.25, 1.0), called))
    with Chronicle.read(path) as reader:
        place = Place(tmp_path / "out")
        write(reader, Names(), place)
    told = {
        name: json.loads((tmp_path / "out" / FOLDER / f"{name}.json").read_text("utf-8"))
        for name in ("model_token", "detail_info")
    }
    assert told["model_token"] == {"fast": [770, 110], "understudy": [0]}
    assert [(each["model"], each["token"]) for each in told["detail_info"]] == [
        ("fast", 770),
        ("understudy", 0),
        ("fast", 110),
    ]
