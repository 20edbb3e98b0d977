"""A typo at the console does nothing, and a message says what to type instead."""

import sys
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from tests.cli.recorded import home
from tests.cli.test_console import place, reached, typed
from tests.towns.conftest import TinyPack

if sys.platform != "win32":
    from tests.cli.terminal import Terminal

__all__ = ["home", "place"]

SLIPS = [
    ("prin", "Did you mean: print current time"),
    ("print curent time", "Did you mean: print current time"),
    ("print persona schedule", "Which person? Write the name after it; there are: Ada Small, "),
    ("print persona schedule Ada Smal", "There is no person “Ada Smal” in the run “a”. Did you mean “Ada Small”"),
    ("print persona schedule Nobody", "There are: Ada Small, Ben Small, Cleo Small."),
    ("print persona current tile Zoe", "There is no person “Zoe”"),
    ("print persona associative memory (evnt) Ada", "is not a command; nothing was done."),
    ("print persona associative memory", "Did you mean: print persona associative memory (event)"),
    ("print tile event", "Which tile? Write for example “print tile details 72, 14”."),
    ("print tile event 3", "Which tile?"),
    ("print tile details 3 -4", "Which tile?"),
    ("print tile details 300, 4", "300, 4 is not on the map of 16 x 12 tiles."),
    ("run", "How many steps? Write for example “run 360”"),
    ("run abc", "How many steps?"),
    ("run -1", "How many steps?"),
    ("rum 5", "“rum 5” is not a command; nothing was done."),
    ("call -- analysis", "Which person? Write the name after it"),
    ("call -- analysis Nobody", "There is no person “Nobody” in the run “a”. There are: Ada Small"),
    ("call - analysis Ada Small", "is not a command; nothing was done."),
    ("call -- load history", "Which file? Write its path after it."),
    ("call -- load history nowhere.csv", "nowhere.csv: It cannot be read (No such file or directory). Give the path"),
    ("call -- load history .", "It cannot be read"),
    ("start path tester", "Did you mean: start path tester mode"),
    ("exit now", "is not a command; nothing was done."),
    ("exi", "Did you mean: exit"),
    ("fin please", "is not a command; nothing was done."),
    ("sav", "Did you mean: save"),
    ("delete", "is not a command; nothing was done."),
]


def test_no_typo_changes_anything_and_each_gets_a_message(tiny: TinyPack, home: Path) -> None:
    lines = "".join(f"{slip}\n" for slip, _ in SLIPS)
    said = typed(str(tiny.folder), "a", lines=f"{lines}fin\n")
    _, *answers, left = said.split("Enter option: ")
    assert len(answers) == len(SLIPS)
    for (slip, wanted), answer in zip(SLIPS, answers, strict=True):
        assert wanted in answer, slip
    assert "a is saved" in left
    assert reached(home / "a.milkwood") == 0
    with Chronicle.read(home / "a.milkwood") as reader:
        assert list(reader.inputs()) == []


def test_a_wrong_name_at_the_beginning_is_asked_for_again_by_itself(tiny: TinyPack, home: Path) -> None:
    lines = f"gull_quai\n\n{tiny.folder}\na/b\nmonday\nfin\n"
    said = typed(lines=lines)
    assert "There is no run or town “gull_quai”. Did you mean “gull_quay”?" in said
    assert "Write a name; Ctrl-D leaves." in said
    assert "“a/b” cannot be the name of a run: it contains “/”." in said
    assert said.count("Name of the forked simulation: ") == 3
    assert said.count("Name of the new simulation: ") == 2
    assert [each.name for each in home.glob("*.milkwood")] == ["monday.milkwood"]


def test_a_run_whose_name_was_almost_typed_is_offered(tiny: TinyPack, home: Path) -> None:
    typed(str(tiny.folder), "my first run", lines="fin\n")
    said = typed(lines="my frist run\n")
    assert "There is no run or town “my frist run”. Did you mean “my first run”?" in said
    assert "Nothing was done." in said


def test_the_name_of_a_run_from_elsewhere_is_not_taken(tiny: TinyPack, home: Path) -> None:
    typed(str(tiny.folder), "a", lines="run 2\nfin\n")
    said = typed("gull_quay", lines="a\nb\nfin\n")
    assert "There is a run “a” already, and it does not come from “gull_quay”. Choose another name" in said
    assert reached(home / "a.milkwood") == 2
    assert "b starts in gull_quay" in said


def test_a_no_to_continuing_asks_for_another_name(tiny: TinyPack, home: Path) -> None:
    typed(str(tiny.folder), "a", lines="run 2\nfin\n")
    said = typed(str(tiny.folder), lines="a\nn\nb\nrun 3\nfin\n")
    assert "b starts in tinytown" in said
    assert (reached(home / "a.milkwood"), reached(home / "b.milkwood")) == (2, 3)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="There are no such terminals on Windows.")
def test_an_interrupt_or_the_end_of_input_at_any_prompt_harms_nothing(
    place: dict[str, str], home: Path, tmp_path: Path
) -> None:
    with Terminal("console", folder=tmp_path, **place) as shell:
        shell.expect("Name of the forked simulation:")
        shell.type("./tiny\x03", end="")
        shell.expect("Write a name; Ctrl-D leaves.", "\nName of the forked simulation:")
        shell.say("./tinytown", "Name of the new simulation:")
        shell.type("\x04", end="")
        shell.expect("Nothing was done.")
        assert shell.end() == 0
    assert not list(home.glob("*.milkwood"))
    with Terminal("console", "./tinytown", "a", folder=tmp_path, **place) as shell:
        shell.expect("Enter option:")
        shell.type("run 10\x03", end="")
        shell.expect("\nEnter option:")
        shell.say("call -- analysis Ada Small", "You speak with Ada Small", ">")
        shell.type("Who\x03", end="")
        shell.expect("\n>")
        shell.say("Who are you?", "Ada Small: ", "\n>")
        shell.type("\x04", end="")
        shell.expect("The talk is over.", "Enter option:")
        shell.say("start path tester mode", "x, y >")
        shell.type("3,\x03", end="")
        shell.expect("Which tile?", "\nx, y >")
        shell.type("\x04", end="")
        shell.expect("Known by now:", "Enter option:")
        shell.say("exit", "type its name; Enter keeps it:")
        shell.type("a\x03", end="")
        shell.expect("a is kept.")
        assert shell.end() == 0
    with Terminal("console", "./tinytown", "a", folder=tmp_path, **place) as shell:
        shell.expect("Continue it? [y/N]")
        shell.type("\x03", end="")
        shell.expect("Nothing was done.")
        assert shell.end() == 0
    with Terminal("console", "a", "a", folder=tmp_path, **place) as shell:
        shell.expect("Enter option:")
        shell.say("exit", "type its name; Enter keeps it:")
        shell.type("\x04", end="")
        shell.expect("a is kept.")
        assert shell.end() == 0
    with Terminal("console", "a", "a", folder=tmp_path, **place) as shell:
        shell.expect("Enter option:")
        shell.type("\x04", end="")
        shell.expect("a is saved")
        assert shell.end() == 0
    assert reached(home / "a.milkwood") == 0
