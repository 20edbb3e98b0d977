"""The console, used in a real terminal and through a pipe."""

import sys
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.cli.voice import user_language
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.towns.conftest import TinyPack

if sys.platform != "win32":
    from tests.cli.terminal import Terminal

__all__ = ["home"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="There are no such terminals on Windows.")
HISTORY = "Name,Whisper\nAda Small,You once found a coin; You dislike rain, mostly\n"


@pytest.fixture
def place(tiny: TinyPack, home: Path, tmp_path: Path) -> dict[str, str]:
    """A separate home folder, for another process; the town has a short path there."""
    tiny.folder.rename(tmp_path / "tinytown")
    (tmp_path / "before.csv").write_text(HISTORY, encoding="utf-8")
    return {"MILKWOOD_HOME": str(home.parent), "XDG_CONFIG_HOME": str(tmp_path / "cfg"), "LC_ALL": "C.UTF-8"}


def reached(path: Path) -> int:
    with Chronicle.read(path) as reader:
        return reader.end


@pytest.mark.slow
def test_a_whole_session_is_typed_in_a_terminal_left_and_continued(
    place: dict[str, str], home: Path, tmp_path: Path
) -> None:
    path = home / "my first run.milkwood"
    with Terminal("console", folder=tmp_path, **place) as shell:
        shell.expect("Name of the forked simulation:")
        shell.say("nowhere", "There is no run or town “nowhere”. There are: ", "Name of the forked simulation:")
        shell.say("./tinytown", "Name of the new simulation:")
        shell.say("my first run", "my first run starts in tinytown, at day 1 07:00:00 (tick 0).", "Enter option:")
        shell.say("run 300", "300 steps done; it is day 1 07:50:00 (tick 300).", "Enter option:")
        shell.say("print current time", "2023-03-10, day 1 07:50:00 (tick 300), step 2820 from midnight")
        shell.say("print persona schedule Ada Small", "00:00-07:00  sleeping", "weeding", "-24:00")
        shell.say("PRINT   hourly org persona schedule ada small", "-24:00  sleeping")
        shell.say("print all persona schedule", "Ada Small", "Ben Small", "Cleo Small")
        shell.say("print persona current tile Ada Small", "Ada Small: ")
        shell.say("print persona chatting with buffer Ada Small", "Enter option:")
        shell.say("print persona associative memory (event) Ada Small", "Enter option:")
        shell.say("print persona associative memory (thought) Ada Small", "My plan for today", "Enter option:")
        shell.say("print persona associative memory (chat) Ada Small", "Enter option:")
        shell.say("print persona spatial memory Ada Small", "House", "kitchen: ", "Enter option:")
        shell.say("print tile event 12, 3", "Enter option:")
        shell.say("print tile details 3, 3", "world: Tinytown", "room: House:bedroom")
        shell.say("print tile details 99, 99", "99, 99 is not on the map of 16 x 12 tiles.")
        shell.say(
            "print persona schedule Nobody Atall", "There is no person “Nobody Atall” in the run", "Enter option:"
        )
        shell.say("call -- analysis Ada Small", "You speak with Ada Small", ">")
        shell.say("Who are you?", "Ada Small: ", ">")
        shell.say("end_convo", "The talk is over.", "Enter option:")
        shell.say("call -- load history before.csv", "2 memories for 1 people")
        shell.say("run 5", "5 steps done", "Enter option:")
        shell.say("print persona associative memory (thought) Ada Small", "once found a coin", "rain, mostly")
        shell.say("start path tester mode", "The simulation does not change", "x, y >")
        shell.say("3, 3", "House:bedroom: ")
        shell.say("somewhere", "Which tile?")
        shell.say("7, 4", "steps from the last tile")
        shell.say("end", "Known by now:", "Enter option:")
        shell.say("sav", "“sav” is not a command; nothing was done.", "Did you mean: save")
        shell.type("print cur", end="\t")
        shell.expect("rent time")  # the input may have been drawn before
        shell.say("", "tick 305")
        shell.say("save", "my first run is saved: everything up to day 1 07:50:50 (tick 305) is in")
        shell.say("fin", "my first run is saved, at day 1 07:50:50 (tick 305).")
        assert shell.end() == 0
    assert reached(path) == 305
    with Terminal("console", "my first run", "my first run", folder=tmp_path, **place) as shell:
        shell.expect("my first run is at day 1 07:50:50 (tick 305).", "Enter option:")
        shell.type("\x1b[A", end="")  # the last line of the previous session
        shell.expect("fin")
        shell.type("\x03", end="")
        shell.expect("Enter option:")
        shell.say("run 10", "10 steps done; it is day 1 07:52:30 (tick 315).", "Enter option:")
        shell.say("exit", "type its name; Enter keeps it:")
        shell.say("my frist run", "my first run is kept.")
        assert shell.end() == 0
    assert reached(path) == 315
    with Terminal("console", "my first run", "second try", folder=tmp_path, **place) as shell:
        shell.expect("second try continues from my first run, at day 1 07:52:30 (tick 315).", "Enter option:")
        shell.say("exit", "type its name; Enter keeps it:")
        shell.say("second try", "second try is deleted.")
        assert shell.end() == 0
    assert [each.name for each in home.glob("*.milkwood")] == ["my first run.milkwood"]


@pytest.mark.slow
def test_the_prompt_speaks_chinese_to_a_chinese_user(place: dict[str, str], home: Path, tmp_path: Path) -> None:
    with Terminal("console", folder=tmp_path, **{**place, "LC_ALL": "zh_CN.UTF-8"}) as shell:
        shell.expect("从哪个模拟开始")
        shell.say("./tinytown", "新模拟叫什么名字")
        shell.say("第一次", "第一次在tinytown开始了，现在是第1天07:00:00（第0步）。", "请输入命令")
        shell.say("run 3", "走了3步，现在是第1天07:00:30（第3步）。")
        shell.say("help", "再走这么多步", "这张表")
        shell.say("胡说", "没有“胡说”这个命令，什么也没做。")
        shell.say("fin", "第一次已经存好")
        assert shell.end() == 0
    assert reached(home / "第一次.milkwood") == 3


@pytest.mark.slow
def test_an_interrupt_while_it_runs_comes_back_to_the_prompt(place: dict[str, str], home: Path, tmp_path: Path) -> None:
    with Terminal("console", "./tinytown", "long", folder=tmp_path, **place) as shell:
        shell.expect("Enter option:")
        shell.type("run 5000000")
        shell.expect("questions")
        shell.type("\x03", end="")
        shell.expect("Stopped after", "Enter option:")
        shell.say("fin", "long is saved")
        assert shell.end() == 0
    assert 0 <= reached(home / "long.milkwood") < 5_000_000


# --- without a terminal


def typed(*words: str, lines: str) -> str:
    from typer.testing import CliRunner

    from milkwood.cli import app

    result = CliRunner().invoke(app, ["console", *words], input=lines)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("leaving", ["fin", "f", "finish", "save and finish", "FIN", " save  and finish "])
def test_every_way_to_leave_leaves_and_keeps(leaving: str, run: Run, tiny: TinyPack, home: Path) -> None:
    said = typed(str(tiny.folder), "a", lines=f"run 2\n{leaving}\nrun 3\n")
    assert "a is saved" in said
    assert reached(home / "a.milkwood") == 2


def test_the_end_of_input_leaves_and_keeps(run: Run, tiny: TinyPack, home: Path) -> None:
    assert "a is saved" in typed(str(tiny.folder), "a", lines="run 2\n")
    assert reached(home / "a.milkwood") == 2


def test_components_switched_off_in_settings_are_off_here_too(
    run: Run, tiny: TinyPack, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_OFF", "routines wandering")
    typed(str(tiny.folder), "a", lines="run 2\nfin\n")
    with Chronicle.read(home / "a.milkwood") as reader:
        assert reader.header.settings["off"] == ["routines", "wandering"]
    monkeypatch.setenv("MILKWOOD_OFF", "planning")
    assert "a is saved" in typed(str(tiny.folder), "a", lines="y\nrun 2\nfin\n")  # it keeps its own


def test_a_run_that_exists_continues_only_after_a_yes(run: Run, tiny: TinyPack, home: Path) -> None:
    typed(str(tiny.folder), "a", lines="run 2\nfin\n")
    assert "Nothing was done." in typed(str(tiny.folder), "a", lines="\nrun 2\n")
    assert reached(home / "a.milkwood") == 2
    typed(str(tiny.folder), "a", lines="y\nrun 2\nfin\n")
    assert reached(home / "a.milkwood") == 4


@pytest.mark.parametrize("answer", ["", "y", "yes", "A", "aa", "a b"])
def test_only_its_whole_name_deletes_a_run(answer: str, run: Run, tiny: TinyPack, home: Path) -> None:
    assert "a is kept." in typed(str(tiny.folder), "a", lines=f"run 2\nexit\n{answer}\n")
    assert reached(home / "a.milkwood") == 2


def test_a_run_that_another_process_lives_is_not_deleted(
    run: Run, tiny: TinyPack, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(str(tiny.folder), "a", lines="run 2\nfin\n")
    from milkwood.chronicle import lock

    with lock.take(home / "a.milkwood"):
        said = typed("a", "a", lines="exit\na\nfin\n")
    assert "is deleted" not in said
    assert reached(home / "a.milkwood") == 2


@pytest.mark.parametrize("text", ["run", "run x", "run -5", "run 0", "run 1e9", "run 99999999999", "run ٣", "run 3 4"])
def test_an_invalid_number_runs_nothing(text: str, run: Run, tiny: TinyPack, home: Path) -> None:
    assert "How many steps?" in typed(str(tiny.folder), "a", lines=f"{text}\nfin\n")
    assert reached(home / "a.milkwood") == 0


def test_two_arguments_that_are_wrong_are_refused_at_once(run: Run, home: Path) -> None:
    result = run("console", "nowhere", "a")
    assert (result.exit_code, "no run or town “nowhere”" in result.output) == (2, True)


def test_a_language_that_the_prompt_does_not_speak_is_refused(run: Run, home: Path) -> None:
    result = run("console", "gull_quay", "a", "--language", "xx")
    assert (result.exit_code, "is not available in “xx”. Available: en, zh." in result.output) == (2, True)
    assert not list(home.glob("*"))


# --- words


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "zh"}, "zh"),
    ],
)
def test_the_language_is_that_of_the_users_machine(environment: dict[str, str], language: str) -> None:
    assert user_language(environment, lambda: "") == language
