import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId
from tests.cli.conftest import Run
from tests.instruments.damage import rewritten
from tests.lived import _morning, friday, live

__all__ = ["_morning", "friday"]


def reasons(path: Path, act: str) -> list[tuple[int, str, dict[str, Any]]]:
    """Recorded decisions of a kind: tick, person, reason."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT tick, person, content FROM reasons ORDER BY tick, person").fetchall()
    found = [(tick, person, json.loads(content)) for tick, person, content in rows]
    return [each for each in found if each[2].get("act") == act]


def test_a_talk_is_explained_by_what_was_seen_and_what_came_to_mind(run: Run, friday: Path) -> None:
    tick, person, reason = reasons(friday, "talk")[0]
    result = run("why", "friday", f"{person}@{tick}")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[1].startswith("decided: day 1 ")
    assert lines[2].startswith("  does: begins to talk to ")
    assert f"  noticed: {reason['percept']}" in lines
    assert "  reason: It is a fine day." in lines
    assert any(line.startswith("  question: how to react to an observation, asked day 1") for line in lines)
    assert "  came to mind (score: recency, importance, relevance, words)" in lines
    _, recency, importance, relevance, words, score = reason["recalled"][0]
    shown = f"    {score:.2f}: {recency:.2f} {importance:.2f} {relevance:.2f} {words:.2f}  "
    assert any(line.startswith(shown) and len(line) > len(shown) + 10 for line in lines)


def test_a_deed_is_explained_by_its_plan_and_the_question_it_was_thought_out_in(run: Run, friday: Path) -> None:
    tick, person, reason = reasons(friday, "deed")[-1]
    told = json.loads(run("why", "friday", f"{person}@{tick}", "--json").output)
    why = told["why"]
    assert (told["person"], told["tick"], why["decided"]) == (person, tick, tick)
    assert (why["act"], why["plan"], why["deed"]) == ("deed", reason["plan"], reason["deed"])
    assert why["deed"] in why["does"]
    assert [event["kind"] for event in why["events"]] == ["deed_began"]
    (question,) = [each for each in why["questions"] if each["kind"] == "break_down"]
    assert (question["by"], question["why"]) == ("obliging", "")
    assert why["deed"] in [deed["what"] for deed in question["answer"]["deeds"]]


def test_an_ongoing_deed_is_explained_by_the_decision_that_began_it(run: Run, friday: Path) -> None:
    """Between two acts the earlier one holds, whatever was considered meanwhile."""
    first, person, _ = next(each for each in reasons(friday, "deed") if each[1] == "ivo_marsh")
    with closing(sqlite3.connect(f"file:{friday}?mode=ro", uri=True)) as connection:
        query = "SELECT min(tick) FROM reasons WHERE person = ? AND tick > ? AND content LIKE '%\"act\"%'"
        (ends,) = connection.execute(query, (person, first)).fetchone()
    told = json.loads(run("why", "friday", f"ivo@{ends - 1}", "--json").output)["why"]
    assert told["decided"] == first
    assert all(first < each["decided"] < ends and not each["act"] for each in told["since"])


def test_every_recorded_decision_can_be_explained(run: Run, friday: Path) -> None:
    for act in ("walk", "say"):
        tick, person, _ = reasons(friday, act)[3]
        result = run("why", "friday", f"{person}@{tick}")
        assert (result.exit_code, result.output.count("decided:")) == (0, 1)


@pytest.mark.parametrize("moment", ["@996", "@day 1 9:46", "@9:46", "@2023-03-10 09:46"])
def test_a_moment_can_be_given_in_many_ways(moment: str, run: Run, friday: Path) -> None:
    assert run("why", "friday", f"Ivo Marsh{moment}").output.startswith("Ivo Marsh, day 1 09:46 (tick 996)\n")


def test_without_a_moment_it_is_the_end_of_the_run(run: Run, friday: Path) -> None:
    assert run("why", "friday", "Ivo").output.startswith("Ivo Marsh, day 1 11:10 (tick 1500)\n")


def test_before_the_first_decision_there_is_nothing_to_explain(run: Run, friday: Path) -> None:
    assert "Nothing has been decided yet" in run("why", "friday", "Lottie@0").output
    assert json.loads(run("why", "friday", "Lottie@0", "--json").output)["why"] is None


def test_a_person_who_has_left_does_nothing_that_could_be_explained(run: Run, friday: Path) -> None:
    with Chronicle.open(friday) as chronicle:
        chronicle.keep_input(1200, "remove", PersonId("ivo_marsh"), {})
    assert "decided:" in run("why", "friday", "Ivo@1200").output
    assert run("why", "friday", "Ivo@1206").output == (
        "Ivo Marsh, day 1 10:21 (tick 1206)\nHas left the town: day 1 10:20 (tick 1200).\n"
    )
    assert json.loads(run("why", "friday", "Ivo@1206", "--json").output)["why"] is None
    with Chronicle.open(friday) as chronicle:
        chronicle.keep_input(1300, "arrive", PersonId("ivo_marsh"), {})
    assert "decided:" in run("why", "friday", "Ivo@1306").output


def test_a_chinese_run_is_explained_in_chinese(run: Run, friday: Path) -> None:
    path = live(friday.with_name("周五.milkwood"), 400, "zh")
    tick, person, _ = reasons(path, "talk")[0]
    output = run("why", "周五", f"{person}@{tick}").output
    for word in (
        "决定于：第1天 07:",
        "做的事：找",
        "注意到：我看见",
        "想起的事 (总分：新近，重要，相关，字词)",
        "回答者：",
    ):
        assert word in output


@pytest.mark.parametrize(
    ("whom", "why"),
    [
        ("Ivvo@996", "Did you mean “Ivo”"),
        ("Ivo@", "has no time"),
        ("Ivo@9999", "has not reached tick 9999"),
        ("Ivo@-4", "is not a time"),
        ("@996", "There is no person “”"),
    ],
)
def test_a_request_without_an_explanation_is_reported(whom: str, why: str, run: Run, friday: Path) -> None:
    result = run("why", "friday", whom)
    assert result.exit_code == 2
    assert why in result.output


def remake(path: Path, person: str, tick: int, reason: dict[str, Any]) -> None:
    """Give a recorded decision another reason."""
    with rewritten(path) as connection:
        values = (json.dumps(reason, ensure_ascii=False), person, tick)
        connection.execute("UPDATE reasons SET content = ? WHERE person = ? AND tick = ?", values)


def test_a_routine_and_a_thought_that_came_up_are_shown(run: Run, friday: Path) -> None:
    tick, person, reason = reasons(friday, "deed")[-1]
    habit = {"made": 360, "what": "mending nets", "score": 0.934, "used": 2, "of": ""}
    remake(friday, person, tick, {**reason, "routine": habit, "wandering": {"memory": 3, "text": "the old tide"}})
    lines = run("why", "friday", f"{person}@{tick}").output.splitlines()
    assert "  by habit: as on day 1 08:00, when it was “mending nets” (93% the same)" in lines
    assert "  crossed their mind: the old tide" in lines
    why = json.loads(run("why", "friday", f"{person}@{tick}", "--json").output)["why"]
    assert (why["routine"], why["wandering"], why["questions"]) == (habit, "the old tide", [])
    remake(friday, person, tick, {**reason, "routine": {**habit, "made": -1, "of": "last week"}})
    text = run("why", "friday", f"{person}@{tick}").output
    assert "  by habit: as in the run “last week”, when it was “mending nets” (93% the same)" in text
