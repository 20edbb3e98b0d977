import gc
import json
import os
import signal
import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.models.port import Answer, Question
from milkwood.understudy.model import Understudy
from tests.chronicle.test_file import powerless, shelf
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.towns.conftest import TinyPack

__all__ = ["home", "shelf"]

TICKS = 400


@pytest.fixture
def lived(run: Run, tiny: TinyPack, home: Path) -> Callable[..., dict[str, Any]]:
    """Run the tiny town and return the summary."""

    def live(*words: object) -> dict[str, Any]:
        result = run("run", tiny.folder, "--json", *words)
        assert result.exit_code == 0, result.output
        summary: dict[str, Any] = json.loads(result.stdout)
        return summary

    return live


Lived = Callable[..., dict[str, Any]]


def test_a_run_ends_with_a_summary_and_how_to_continue(run: Run, tiny: TinyPack, home: Path) -> None:
    result = run("run", tiny.folder, "--ticks", TICKS, "--name", "my monday")
    assert result.exit_code == 0
    assert "my monday starts, until day 1 08:06." in result.stderr
    said = result.stdout
    assert "my monday has reached day 1 08:06 (tick 400): " in said
    assert f"file        {home / 'my monday.milkwood'}" in said
    assert "history     blake2b-160:" in said
    for hint in (
        "milkwood show 'my monday'",
        "milkwood export 'my monday' --format md",
        "milkwood verify 'my monday'",
        f"milkwood run {tiny.folder} --name 'my monday' --days 1",
    ):
        assert hint in said


def test_the_hints_work(run: Run, tiny: TinyPack, home: Path) -> None:
    run("run", tiny.folder, "--ticks", 60)
    for words in (("show",), ("export", "--format", "md"), ("verify",)):
        assert run(words[0], "tinytown-plain", *words[1:]).exit_code == 0


def test_as_json_the_summary_is_all_there_is_on_stdout(lived: Lived, home: Path) -> None:
    summary = lived("--ticks", TICKS, "--seed", 5)
    with Chronicle.read(home / "tinytown-plain.milkwood") as reader:
        assert summary["hash"] == reader.history_hash()
        assert summary["events"] == reader.count("events")
        assert summary["talks"] == len(reader.talks())
        assert summary["answers"] == reader.bill().total.answers
    assert (summary["tick"], summary["until"], summary["finished"]) == (TICKS, TICKS, True)
    assert (summary["run"], summary["seed"], summary["parent"]) == ("tinytown-plain", 5, None)
    assert (summary["day"], summary["time"]) == (1, "2023-03-10T08:06:40")


def test_in_quiet_mode_only_the_end_is_shown(run: Run, tiny: TinyPack, home: Path) -> None:
    result = run("run", tiny.folder, "--ticks", 10, "--quiet")
    assert result.stderr == ""
    assert "has reached" in result.stdout
    assert run("run", tiny.folder, "--ticks", 10, "--quiet").stderr == ""


# --- how far


@pytest.mark.parametrize(
    ("words", "tick"),
    [
        (("--ticks", 7), 7),
        (("--until", "07:10"), 60),
        (("--until", "day 1 07:10"), 60),
        (("--until", "2023-03-10 07:10"), 60),
        (("--until", "61"), 61),
        (("--days", 1), 8640),
        ((), 2 * 8640),
    ],
)
def test_the_end_can_be_given_in_many_ways_and_has_a_default(
    words: tuple[object, ...], tick: int, lived: Lived
) -> None:
    assert lived(*words)["tick"] == tick


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--until", "teatime"), "“teatime” is not a time. Write “day 2 18:00”"),
        (("--until", "25:99"), "is not a time"),
        (("--until", ""), "is not a time"),
        (("--until", "06:59"), "is not after the run's start. It starts at 2023-03-10 07:00"),
        (("--until", "07:00"), "is not after the run's start"),
        (("--until", "day 0"), "is not a time"),
        (("--until", "99999999999"), "more than ten years"),
        (("--until", "2099-01-01"), "more than ten years"),
        (("--ticks", 10**12), "more than ten years"),
        (("--ticks", 0), "--ticks"),
        (("--days", 0), "--days"),
        (("--days", 99999), "--days"),
        (("--ticks", 5, "--days", 1), "--ticks and --days cannot be used together. Use one of them."),
        (("--until", "08:00", "--ticks", 5), "--until and --ticks cannot be used together"),
    ],
)
def test_an_impossible_length_is_explained(
    words: tuple[object, ...], why: str, run: Run, tiny: TinyPack, home: Path
) -> None:
    result = run("run", tiny.folder, *words)
    assert result.exit_code == 2
    assert why in result.stderr
    assert not home.exists()


# --- going on


def test_the_same_command_continues_to_the_same_history(lived: Lived) -> None:
    whole = lived("--ticks", TICKS, "--name", "whole")
    for ticks in (30, 150, 370, TICKS):
        part = lived("--ticks", ticks)
    assert part["run"] == "tinytown-plain"
    assert part["hash"] == whole["hash"]


def test_an_existing_run_says_so_and_stays_unchanged(run: Run, tiny: TinyPack, lived: Lived) -> None:
    before = lived("--ticks", 200)
    result = run("run", tiny.folder, "--ticks", 100)
    assert result.exit_code == 0
    assert "tinytown-plain has already reached that moment." in result.stderr
    assert "has reached day 1 07:33 (tick 200)" in result.stdout
    assert lived("--ticks", 200)["hash"] == before["hash"]


def test_continuing_is_reported(run: Run, tiny: TinyPack, lived: Lived) -> None:
    lived("--ticks", 60)
    assert "tinytown-plain continues from day 1 07:10, until day 1 07:20." in (
        run("run", tiny.folder, "--ticks", 120).stderr
    )


def test_changed_settings_are_refused_with_what_differs_and_what_to_do(run: Run, tiny: TinyPack, lived: Lived) -> None:
    lived("--ticks", 60, "--name", "monday")
    result = run("run", tiny.folder, "--name", "monday", "--seed", 7, "--scenario", "picnic")
    assert result.exit_code == 2
    assert "was started with other options: its scenario is plain, not picnic; its seed is 1, not 7." in result.stderr
    assert "Leave that out to continue it, or start another run with another name (--name, -t)." in result.stderr


def test_a_second_process_is_refused(run: Run, tiny: TinyPack, lived: Lived, home: Path) -> None:
    lived("--ticks", 60)
    with Chronicle.open(home / "tinytown-plain.milkwood"):
        result = run("run", tiny.folder, "--ticks", 120)
    assert result.exit_code == 2
    assert f"Another process is running this run (pid {os.getpid()})." in result.stderr
    assert "Stop that process first, or fork the run and continue the fork." in result.stderr
    assert lived("--ticks", 120)["tick"] == 120


# --- forks


def test_a_fork_continues_to_the_history_of_its_parent(lived: Lived) -> None:
    parent = lived("--ticks", TICKS)
    for moment in ("0", "1", "07:10", "300", "360", "400"):
        child = lived("--from", f"tinytown-plain@{moment}", "--ticks", TICKS)
        assert child["hash"] == parent["hash"]
        assert child["run"] != parent["run"]
    assert child["parent"] == "tinytown-plain@400"


def test_the_same_fork_continues(lived: Lived) -> None:
    lived("--ticks", 100)
    for ticks in (150, 200):
        child = lived("--from", "tinytown-plain@50", "--name", "what if", "--ticks", ticks)
        assert (child["run"], child["tick"]) == ("what if", ticks)


@pytest.mark.parametrize(
    ("moment", "why"),
    [
        ("monday@121", "has not reached tick 121. Its last tick is 60 (day 1 07:10)"),
        ("monday@day 2 18:00", "Its last tick is 60"),
        ("monday@06:00", "before the start of the run"),
        ("monday@teatime", "is not a time"),
        ("monday@", "has no time"),
        ("mondey", "There is no run “mondey”. Did you mean “monday”?"),
        ("tuesday@30", "There is no run “tuesday”"),
    ],
)
def test_a_fork_of_a_missing_run_is_explained(
    moment: str, why: str, run: Run, tiny: TinyPack, lived: Lived, home: Path
) -> None:
    lived("--ticks", 60, "--name", "monday")
    result = run("run", tiny.folder, "--from", moment)
    assert result.exit_code == 2
    assert why in result.stderr
    assert [path.name for path in home.glob("*.milkwood")] == ["monday.milkwood"]


# --- bad names, towns and languages


@pytest.mark.parametrize("name", ["my monday", "星期一", "🏡🐦", "a.b", "x" * 200])
def test_many_names_are_accepted(name: str, lived: Lived, home: Path) -> None:
    assert lived("--ticks", 5, "--name", name)["run"] == name
    assert (home / f"{name}.milkwood").is_file()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--name", "a/b"), "it contains “/”"),
        (("--name", "a@b"), "it contains “@”"),
        (("--name", ""), "it is empty"),
        (("--name", " "), "it is empty"),
        (("--name", "x" * 300), "too long"),
        (("--name", "🏡" * 300), "too long"),
        (("--name", "../up"), "it contains “/”"),
        (("--name", "nul"), "Windows reserves that name"),
        (("--name", "a\nb"), "cannot be shown"),
        (("--scenario", "picknick"), "no scenario “picknick”. Did you mean “picnic”?"),
        (("--language", "fr"), "is not available in “fr”. Available: en, zh."),
        (("--seed", "two"), "--seed"),
        (("--schedule", "random"), "--schedule"),
        (("--at-once", 0), "--at-once"),
    ],
)
def test_impossible_input_is_explained(
    words: tuple[object, ...], why: str, run: Run, tiny: TinyPack, home: Path
) -> None:
    result = run("run", tiny.folder, *words)
    assert result.exit_code == 2
    assert why in result.stderr
    assert "Traceback" not in result.output
    assert not home.exists()


@pytest.mark.parametrize("town", ["gull_key", "", "no/such/folder", "x" * 5000])
def test_an_unknown_town_is_explained(town: str, run: Run, home: Path) -> None:
    result = run("run", town)
    assert result.exit_code == 2
    assert "There is no town" in result.stderr
    assert not home.exists()


def test_a_broken_town_is_not_lived_in(run: Run, tiny: TinyPack, home: Path) -> None:
    tiny.swap("people/ada.toml", "House:bedroom:big bed", "House:bedroom:no bed")
    result = run("run", tiny.folder)
    assert result.exit_code == 1
    assert "The town pack has one error" in result.stderr
    assert not home.exists()


# --- what may be wrong with the file


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + bytes(30)])
@pytest.mark.parametrize("words", [("--name", "tinytown-plain"), ()])
def test_a_foreign_or_truncated_file_is_explained_and_left_alone(
    words: tuple[str, ...], content: bytes, run: Run, tiny: TinyPack, home: Path
) -> None:
    home.mkdir(parents=True)
    path = home / "tinytown-plain.milkwood"
    path.write_bytes(content)
    result = run("run", tiny.folder, *words)
    assert result.exit_code == 2
    assert "not a chronicle" in result.stderr or "was cut off" in result.stderr
    assert path.read_bytes() == content
    assert [each.name for each in home.iterdir()] == [path.name]


def test_a_run_cut_short_is_explained_and_left_alone(run: Run, tiny: TinyPack, lived: Lived, home: Path) -> None:
    path = Path(lived("--ticks", 100)["path"])
    cut = path.read_bytes()[:-5000]
    path.write_bytes(cut)
    result = run("run", tiny.folder, "--ticks", 200)
    assert result.exit_code == 2
    assert "was cut off" in result.stderr
    assert path.read_bytes() == cut


def test_a_newer_version_is_explained_and_left_alone(run: Run, tiny: TinyPack, lived: Lived, home: Path) -> None:
    path = Path(lived("--ticks", 100)["path"])
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    result = run("run", tiny.folder, "--ticks", 200)
    assert result.exit_code == 2
    assert "was written by a newer Milkwood (format 99" in result.stderr
    assert path.read_bytes() == before


def test_a_file_that_may_only_be_read_is_explained_and_left_alone(run: Run, home: Path, shelf: Path) -> None:
    path = shelf / "monday.milkwood"
    with powerless():
        assert run("run", "gull_quay", "--ticks", 5, "--name", path).exit_code == 0
        path.chmod(0o444)
        before = path.read_bytes()
        result = run("run", "gull_quay", "--ticks", 10, "--name", path)
    assert result.exit_code == 2
    assert "The file is read-only" in result.stderr
    assert "Make the file and its folder writable" in result.stderr
    assert path.read_bytes() == before


def test_a_full_disk_is_explained_and_the_same_command_continues_when_there_is_room(
    run: Run, tiny: TinyPack, lived: Lived, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = lived("--ticks", TICKS, "--name", "whole")
    begin = Chronicle.__init__

    def cramped(self: Chronicle, *arguments: Any) -> None:
        begin(self, *arguments)
        pages = self._connection.execute("PRAGMA page_count").fetchone()[0]
        self._connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    with monkeypatch.context() as patch:
        patch.setattr(Chronicle, "__init__", cramped)
        result = run("run", tiny.folder, "--ticks", TICKS)
    assert result.exit_code == 2
    assert "The disk is full. Everything recorded before is safe." in result.stderr
    assert "Free some space and give the same command again; it continues from here." in result.stderr
    assert "Traceback" not in result.output
    assert run("verify", "tinytown-plain").exit_code == 0
    assert lived("--ticks", TICKS)["hash"] == whole["hash"]


# --- Ctrl-C


Signalling = Callable[..., None]


@pytest.fixture
def signalling(monkeypatch: pytest.MonkeyPatch) -> Signalling:
    """Send a signal with the n-th question, the given number of times."""
    answer = Understudy.answer

    def set_up(question: int, number: signal.Signals, times: int = 1) -> None:
        asked = count(1)

        async def answered(self: Understudy, put: Question) -> Answer:
            if next(asked) == question:
                for _ in range(times):
                    signal.raise_signal(number)
            return await answer(self, put)

        monkeypatch.setattr(Understudy, "answer", answered)

    return set_up


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_stops_it_cleanly_and_says_how_to_continue(
    number: signal.Signals,
    code: int,
    signalling: Signalling,
    run: Run,
    tiny: TinyPack,
    lived: Lived,
) -> None:
    whole = lived("--ticks", TICKS, "--name", "whole")
    before = signal.getsignal(number)
    signalling(5, number)
    result = run("run", tiny.folder, "--ticks", TICKS)
    assert result.exit_code == code
    assert "tinytown-plain was stopped at day 1 07:" in result.stdout
    assert f"continue    milkwood run {tiny.folder} --name tinytown-plain --ticks {TICKS}" in result.stdout
    assert signal.getsignal(number) is before
    assert lived("--ticks", TICKS)["hash"] == whole["hash"]


@pytest.mark.filterwarnings("ignore:coroutine")
def test_the_second_ctrl_c_leaves_at_once_and_nothing_is_lost(
    signalling: Signalling, run: Run, tiny: TinyPack, lived: Lived
) -> None:
    whole = lived("--ticks", TICKS, "--name", "whole")
    signalling(7, signal.SIGINT, times=2)
    result = run("run", tiny.folder, "--ticks", TICKS)
    assert result.exit_code == 130
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    del result
    gc.collect()  # warnings about dropped tasks must appear here, not in another test
    assert lived("--ticks", TICKS)["hash"] == whole["hash"]


def test_rule_minds_live_by_habit_and_are_remembered_by_the_run(lived: Lived, run: Run, tiny: TinyPack) -> None:
    begun = lived("--mind", "rule", "--ticks", 60, "--name", "habits")
    with Chronicle.read(Path(begun["path"])) as reader:
        assert reader.header.settings == {"mind": "rule"}
    assert lived("--ticks", 90, "--name", "habits")["path"] == begun["path"]
    refused = run("run", tiny.folder, "--mind", "rule", "--off", "routines", "--name", "other")
    assert refused.exit_code == 2
    assert "no abilities to switch off" in refused.output
