"""`milkwood calls`: each call in a line, everything about one, and why there is none."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.call_log import CallQuery, RecordedCall, calls_of
from milkwood.chronicle.kept_replies import packed
from milkwood.cli import calls as command
from milkwood.cli import runs
from milkwood.cli.clean_console import CleanConsole
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId
from milkwood_fake import Fake, FaultPlan, Strike
from tests.called import _calls, live, tuesday
from tests.chronicle.story import make_header
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.cli.test_chinese import english
from tests.instruments.damage import rewritten
from tests.lived import _morning, friday
from tests.old import EN, Unpack, old

NAMES = ("Petra Marsh", "Ivo Marsh", "Nell Avery", "Zhao Wen", "Bram Okoye", "Lottie Okoye")
__all__ = ["_calls", "_morning", "friday", "home", "old", "tuesday"]


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.match(r"\d+ ", line)]


def recorded(path: Path, **wanted: Any) -> list[RecordedCall]:
    with Chronicle.read(path) as reader:
        return calls_of(reader, CallQuery(**wanted), 10_000)[::-1]


def test_each_call_is_a_line_and_the_last_ones_come_first_to_mind(run: Run, tuesday: Path) -> None:
    result = run("calls", "tuesday")
    assert result.exit_code == 0, result.output
    known = recorded(tuesday)
    assert [line.split()[0] for line in lines(result.stdout)] == [f"{call.number}" for call in known[-30:]]
    assert f"These are the last 30 of {len(known)} calls." in result.stderr
    assert result.stdout.splitlines()[0].split() == list(command._HEADINGS)
    assert lines(run("calls", "tuesday", "--last", 10_000).stdout)[0].startswith("1 ")


def test_a_line_says_who_what_which_server_how_much_and_how_it_ended(run: Run, tuesday: Path) -> None:
    call = next(each for each in recorded(tuesday) if each.wrong == "no_json: answer" and each.call.attempt == 1)
    (line,) = [
        line for line in lines(run("calls", "tuesday", "--last", 1000).stdout) if line.split()[0] == f"{call.number}"
    ]
    assert "(attempt 2)" in line
    assert f"custom/fake-1 ({call.server})" in line
    usage = call.usage
    assert f" {usage.prompt_tokens:,}+{usage.answer_tokens:,} ${usage.price:.4f} " in " ".join(line.split())
    assert line.endswith("not usable: no JSON in the answer")
    first = lines(run("calls", "tuesday@0", "--last", 1000).stdout)
    assert any(re.search(r"; before that: .*the server failed", line) for line in first)


def test_calls_are_found_by_person_question_failure_and_moment(run: Run, tuesday: Path) -> None:
    def numbers(*words: object) -> list[int]:
        result = run("calls", *words, "--json")
        assert result.exit_code == 0, result.output
        return [each["number"] for each in json.loads(result.stdout)["calls"]]

    person = recorded(tuesday)[0].call.question.person
    assert numbers("tuesday") == [call.number for call in recorded(tuesday)]
    assert numbers("tuesday", "--person", person) == [call.number for call in recorded(tuesday, person=person)]
    assert numbers("tuesday", "--person", "Petra Marsh", "--kind", "Plan-Day") == [
        call.number for call in recorded(tuesday, person="petra_marsh", kind="plan_day")
    ]
    assert numbers("tuesday", "--failed") == [call.number for call in recorded(tuesday, failed=True)]
    assert numbers("tuesday@day 1 08:00") == [call.number for call in recorded(tuesday, until=360)]
    assert numbers("tuesday", "--last", 3) == [call.number for call in recorded(tuesday)[-3:]]


def test_one_call_is_shown_with_everything(run: Run, tuesday: Path) -> None:
    call = next(each for each in recorded(tuesday) if "unknown: " in each.wrong)
    told = json.loads(run("calls", "tuesday", call.number, "--json").stdout)
    assert (told["number"], told["use"], told["wrong"]) == (call.number, "unusable", call.wrong)
    assert told["prompt_note"] == "This is what was sent: its hash is the recorded one."
    assert {fault["code"] for fault in told["faults"]} == {each.split(": ")[0] for each in call.wrong.split(", ")}
    assert all(fault["about"] for fault in told["faults"] if fault["code"] == "unknown")
    shown = run("calls", "tuesday", call.number).stdout
    blocks = dict(re.findall(r"^(\w[^\n]*)\n((?:  [^\n]*\n?)+)", shown, re.MULTILINE))
    assert list(blocks)[1:] == ["prompt as sent", "raw reply", "what was wrong", "used in the end"]
    assert next(iter(blocks)).startswith(f"Call {call.number}: ")
    assert quoted(blocks["prompt as sent"]) == told["prompt"]
    assert quoted(blocks["raw reply"]) == told["raw_reply"]
    assert "not one of the options (" in blocks["what was wrong"]
    assert json.loads(quoted(blocks["used in the end"])) == told["answer"]["content"]
    assert call.server in shown


def quoted(block: str) -> str:
    return "\n".join(line.removeprefix("  | ") for line in block.splitlines() if line.startswith("  |"))


def test_with_full_each_listed_call_has_everything(run: Run, tuesday: Path) -> None:
    told = json.loads(run("calls", "tuesday", "--failed", "--full", "--json").stdout)["calls"]
    assert len(told) == len(recorded(tuesday, failed=True))
    assert all(each["prompt"] and each["answer"] for each in told)
    shown = run("calls", "tuesday", "--last", 4, "--full").stdout
    assert shown.count("\nprompt as sent\n") == 4


def test_in_a_narrow_terminal_a_call_takes_three_lines(
    run: Run, tuesday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Narrow(CleanConsole):
        is_terminal = True
        width = 80

    monkeypatch.setattr(command, "CleanConsole", Narrow)
    shown = run("calls", "tuesday", "--last", 2).stdout.splitlines()
    assert len(shown) == 6
    assert shown[1].startswith("  custom/fake-1 (127.0.0.1:")
    assert max(map(len, shown)) <= 80


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tuesdy",), "There is no run “tuesdy”. Did you mean “tuesday”?"),
        (("tuesday@",), "has no time"),
        (("tuesday@day 9 10:00",), "has not reached"),
        (("tuesday", "--person", "Petra Mash"), "There is no person “Petra Mash” in the run “tuesday”. Did you mean"),
        (("tuesday", "--kind", "plan_dey"), "There is no question called “plan_dey”. Did you mean “plan_day”?"),
        (("tuesday", "--kind", "zzz"), "There are: plan_day, break_down"),
        (("tuesday", "99999"), "There is no call 99999 in the run “tuesday”. “milkwood calls tuesday” lists them."),
        (("tuesday", "--last", "0"), "it must be at least 1"),
        (("tuesday", "many"), "a whole number is needed"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_is_meant(
    words: tuple[str, ...], said: str, run: Run, tuesday: Path
) -> None:
    result = run("calls", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_in_chinese_all_but_what_was_sent_and_said_is_chinese(
    run: Run, tuesday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
    names = ("custom/fake-1", "tuesday", *NAMES)
    for words in (("--last", 1000), ("--last", 1000, "--full")):
        result = run("calls", "tuesday", *words)
        assert result.exit_code == 0
        shown = "\n".join(line for line in result.output.splitlines() if not line.startswith("  |"))
        shown = re.sub(r"：“.*”$", "", shown, flags=re.MULTILINE)  # what a model wrote
        assert english(shown, *names) == []
    assert "无法采用：回答里没有 JSON" in run("calls", "tuesday", "--last", 1000).output


# --- none


def test_a_run_of_the_understudy_says_that_no_model_was_called(run: Run, home: Path) -> None:
    with Chronicle.create(home / "quiet.milkwood", make_header("quiet")) as chronicle:
        result = run("calls", "quiet")
        assert result.stdout.strip() == "Nothing has been asked in the run “quiet” yet."
        chronicle.keep_answer(Question(QuestionId(PersonId("ada"), 1, "speak"), {}), Answer({}, "understudy"))
        result = run("calls", "quiet")
    assert result.exit_code == 0
    assert result.stdout.strip() == "No model was called in the run “quiet”: the understudy answered everything."


def test_answers_that_are_no_calls_are_named(run: Run, friday: Path) -> None:
    assert "obliging answered inside Milkwood" in run("calls", "friday").stdout
    assert json.loads(run("calls", "friday", "--json").stdout)["calls"] == []


def test_a_run_of_the_first_release_says_that_it_has_none(run: Run, old: Unpack) -> None:
    old(EN)
    result = run("calls", EN)
    assert result.exit_code == 0
    assert result.stdout.strip() == f"No model was called in the run “{EN}”: the understudy answered everything."


def test_a_fork_says_where_the_calls_before_it_are(run: Run, tuesday: Path) -> None:
    assert run("fork", "tuesday@400", "child").exit_code == 0
    said = run("calls", "child").stdout
    assert "No calls are recorded in the run “child”." in said
    assert "in the run “tuesday”" in said


def test_no_call_that_fits_is_said(run: Run, tuesday: Path) -> None:
    assert run("calls", "tuesday", "--kind", "whisper").stdout.strip() == "No call of the run “tuesday” fits."


def test_a_run_with_replies_switched_off_says_so(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_KEEP_REPLIES", "off")
    with Fake(FaultPlan(strike=(Strike(fault="prose", share=0.3),))) as fake:
        words = ("run", "gull_quay", "--name", "off", "--ticks", 10, "--model", f"{fake.address}#fake-1", "--quiet")
        assert run(*words).exit_code == 0
    result = run("calls", "off", "--last", 1000)
    trials = 1
    count = len(lines(result.stdout)) - trials
    assert f"The raw replies of {count} of these calls were not kept: “keep_replies” was off." in result.stderr
    assert "“keep_replies” is off" in run("calls", "off", f"{trials + 1}").stdout
    assert "trials never are" in run("calls", "off", "1").stdout
    with Chronicle.read(home / "off.milkwood") as reader:
        assert (reader.count("kept_replies"), reader.count("replies")) == (0, 0)
    (told,) = json.loads(run("runs", "--json").stdout)
    assert told["replies_bytes"] == 0


def test_calls_from_before_replies_were_kept_say_so(run: Run, tuesday: Path) -> None:
    with rewritten(tuesday) as connection:
        connection.execute("DELETE FROM kept_replies")
        connection.execute("DELETE FROM prompts WHERE reservation > 1")
    said = run("calls", "tuesday", "--last", 1000).stderr
    assert "The raw reply of 1 of these calls was deleted" in said
    assert f"{len(recorded(tuesday)) - 1} of these calls are older than chronicle format 8" in said


# --- borders


def test_what_a_model_wrote_cannot_act_on_the_terminal(run: Run, tuesday: Path) -> None:
    with rewritten(tuesday) as connection:
        evil = packed("\x1b[2J\x1b]0;title\x07{\ud83d\u202e}")
        connection.execute("UPDATE kept_replies SET text = ?", (evil,))
    for words in (("1",), ("1", "--json"), ("--full",)):
        result = run("calls", "tuesday", *words)
        assert result.exit_code == 0
        assert not {"\x1b", "\x07", "\u202e", "\ud83d"} & set(result.stdout)


def test_a_damaged_reply_is_a_sentence(run: Run, tuesday: Path) -> None:
    with closing(sqlite3.connect(tuesday)) as connection, connection:
        connection.execute("UPDATE kept_replies SET text = x'00'")
    assert run("calls", "tuesday").exit_code == 0
    result = run("calls", "tuesday", "1")
    assert result.exit_code == 2
    assert "damaged" in result.stderr
    assert "The history is intact" in result.stderr


def test_the_size_of_kept_replies_is_shown_by_runs(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live(home / "long.milkwood", 60, (Strike(fault="huge", every=1),))
    (told,) = json.loads(run("runs", "--json").stdout)
    with Chronicle.read(home / "long.milkwood") as reader:
        assert told["replies_bytes"] == reader.kept_replies_bytes() > 0
    assert told["replies_bytes"] < 0.3 * told["bytes"]
    assert "replies" not in run("runs").stdout, "so few that they would be 0.0 MB"
    monkeypatch.setattr(runs, "_SHOWN_REPLIES_BYTES", 1)
    assert f"{told['bytes'] / 1e6:.1f} MB ({told['replies_bytes'] / 1e6:.1f} MB replies)" in run("runs").stdout
