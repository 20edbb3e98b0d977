"""The flags of the offline runner, as users of generative agents type them."""

import json
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.cli.runner import UsualQuestions, with_question
from milkwood.run.pack import pack_of
from milkwood.words import Language
from tests.bridge import little
from tests.cases import long_after
from tests.cli.conftest import Run
from tests.cli.recorded import home
from tests.towns.conftest import TinyPack

__all__ = ["home"]


def reached(path: Path) -> int:
    with Chronicle.read(path) as reader:
        return reader.end


def test_a_run_is_typed_as_for_the_runner(run: Run, tiny: TinyPack, home: Path) -> None:
    result = run("run", "-o", tiny.folder, "-t", "mine", "-s", 20, "--quiet")
    assert result.exit_code == 0, result.output
    assert reached(home / "mine.milkwood") == 20


def test_the_same_words_again_do_nothing_more(run: Run, tiny: TinyPack, home: Path) -> None:
    for _ in range(2):
        assert run("run", "-o", tiny.folder, "-t", "mine", "-s", 20, "--quiet").exit_code == 0
    assert reached(home / "mine.milkwood") == 20


def test_both_command_forms_give_the_same_history(run: Run, tiny: TinyPack, home: Path) -> None:
    ours = run("run", tiny.folder, "--name", "ours", "--ticks", 200, "--json", "--quiet")
    theirs = run("run", "-o", tiny.folder, "-t", "theirs", "-s", 200, "--json", "--quiet")
    assert json.loads(ours.stdout)["hash"] == json.loads(theirs.stdout)["hash"]


def test_steps_of_a_fork_count_from_where_it_was_forked(run: Run, tiny: TinyPack, home: Path) -> None:
    run("run", "-o", tiny.folder, "-t", "first", "-s", 20, "--quiet")
    for _ in range(2):
        result = run("run", "-o", "first", "-t", "second", "-s", 5, "--quiet")
        assert result.exit_code == 0, result.output
    assert (reached(home / "first.milkwood"), reached(home / "second.milkwood")) == (20, 25)
    with Chronicle.read(home / "second.milkwood") as reader:
        assert reader.header.parent is not None
        assert (reader.header.parent.run, reader.header.parent.tick) == ("first", 20)


def test_a_run_that_is_forked_under_its_own_name_continues(run: Run, tiny: TinyPack, home: Path) -> None:
    run("run", "-o", tiny.folder, "-t", "first", "-s", 20, "--quiet")
    result = run("run", "-o", "first", "-t", "first", "-s", 30, "--quiet")
    assert result.exit_code == 0, result.output
    assert reached(home / "first.milkwood") == 30


def test_a_mistyped_origin_brings_similar_runs_and_towns(run: Run, tiny: TinyPack, home: Path) -> None:
    run("run", "-o", tiny.folder, "-t", "my first run", "-s", 2, "--quiet")
    for typed, offered in (("my frist run", "my first run"), ("base_the_vile_n25", "base_the_ville_n25")):
        result = run("run", "-o", typed, "-t", "x", "-s", 5)
        assert result.exit_code == 2
        assert f"There is no run or town “{typed}”. Did you mean “{offered}”" in result.stderr
    assert [path.name for path in home.glob("*.milkwood")] == ["my first run.milkwood"]


@pytest.mark.parametrize(
    ("flag", "part"),
    [
        ("--disable_policy", "routines"),
        ("--disable-policy", "routines"),
        ("--disable_relationship", "impressions"),
        ("--disable-relationship", "impressions"),
        ("--disable_wandering", "wandering"),
        ("--disable-wandering", "wandering"),
    ],
)
def test_parts_switched_off_by_the_runner_are_off(flag: str, part: str, run: Run, tiny: TinyPack, home: Path) -> None:
    assert run("run", "-o", tiny.folder, "-t", "mine", "-s", 2, flag, "--quiet").exit_code == 0
    with Chronicle.read(home / "mine.milkwood") as reader:
        assert reader.header.settings["off"] == [part]


def test_several_flags_take_several_parts(run: Run, tiny: TinyPack, home: Path) -> None:
    words = ["--disable-policy", "--disable-wandering", "--off", "reflection", "--off", "routines"]
    assert run("run", tiny.folder, "--name", "mine", "--ticks", 2, "--quiet", *words).exit_code == 0
    with Chronicle.read(home / "mine.milkwood") as reader:
        assert reader.header.settings["off"] == ["reflection", "routines", "wandering"]


def test_everyone_is_asked_afterwards_in_one_table(run: Run, tiny: TinyPack, home: Path) -> None:
    result = run("run", "-o", tiny.folder, "-t", "mine", "-s", 40, "--quiet", "-q", "What is your name?")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("What is your name?") == 3
    assert all(name in result.stdout for name in ("Ada Small", "Ben Small", "Cleo Small"))


def test_without_a_question_the_usual_ones_are_asked(run: Run, tiny: TinyPack, home: Path) -> None:
    result = run("run", "-o", tiny.folder, "-t", "mine", "-q", "-s", 5, "--quiet")
    assert result.exit_code == 0, result.output
    for question in UsualQuestions.questions:
        assert result.stdout.count(question) == 3
    assert reached(home / "mine.milkwood") == 5


def test_a_run_that_is_there_is_only_asked_when_no_steps_are_given(run: Run, tiny: TinyPack, home: Path) -> None:
    run("run", "-o", tiny.folder, "-t", "mine", "-s", 5, "--quiet")
    result = run("run", "-t", "mine", "-q", "Who are you?")
    assert (result.exit_code, result.stdout.count("Who are you?")) == (0, 3)
    assert reached(home / "mine.milkwood") == 5


def test_a_person_is_interviewed_afterwards(tiny: TinyPack, home: Path) -> None:
    from typer.testing import CliRunner

    from milkwood.cli import app

    words = ["run", "-o", str(tiny.folder), "-t", "mine", "-s", "5", "--quiet", "-c", "Ada Small"]
    result = CliRunner().invoke(app, words, input="Who are you?\n\n")
    assert result.exit_code == 0, result.output
    assert "Ada Small" in result.stdout.split("continue")[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-t", "a", "--name", "b"], "-t and --name mean the same"),
        (["-s", "3", "--ticks", "4"], "-s and --ticks mean the same"),
        (["-s", "3", "--days", "1"], "-s and --days mean the same"),
        (["-o", "x", "--from", "y"], "-o and --from mean the same"),
    ],
)
def test_contradicting_options_are_refused(words: list[str], said: str, run: Run, tiny: TinyPack, home: Path) -> None:
    result = run("run", *words) if "-o" in words else run("run", tiny.folder, *words)
    assert (result.exit_code, said in result.output) == (2, True)


def test_without_a_town_nothing_begins(run: Run, home: Path) -> None:
    for words in (["run"], ["run", "-t", "nobody"]):
        result = run(*words)
        assert (result.exit_code, "No town is given" in result.output) == (2, True)
    assert not list(home.glob("*")) if home.exists() else True


def test_a_question_may_be_left_out() -> None:
    assert with_question(["-q"]) == ["-q", ""]
    assert with_question(["-q", "-s", "5"]) == ["-q", "", "-s", "5"]
    assert with_question(["-q", "Why?", "-s", "5"]) == ["-q", "Why?", "-s", "5"]
    assert with_question(["--question", "--quiet"]) == ["--question", "", "--quiet"]


FIRST = "Isabella Rodriguez;Klaus Mueller;Maria Lopez"
FIVE = f"{FIRST};Ayesha Khan;Wolfgang Schulz"
SEVEN = f"{FIVE};Mei Lin;John Lin"
BASES = {
    "base_the_ville_isabella": "Isabella Rodriguez",
    "base_the_ville_n1": "Isabella Rodriguez",
    "base_the_ville_n3": FIRST,
    "base_the_ville_n5": FIVE,
    "base_the_ville_n7": SEVEN,
    "base_the_ville_n9": f"{SEVEN};Eddy Lin;Tom Moreno",
}


@pytest.mark.parametrize("base", long_after(2, BASES))
def test_every_base_of_the_affordable_fork_begins_with_its_people(base: str, run: Run, home: Path) -> None:
    result = run("run", "-o", base, "-t", "mine", "-s", 1, "--quiet")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    with Chronicle.read(home / "mine.milkwood") as reader:
        pack = pack_of(reader)
        names = {pack.people[person].name.in_language(Language("en")) for person in reader.header.cast}
        assert names == set(BASES[base].split(";"))
        assert reader.header.start == "2023-02-13T07:00:00"


def test_without_an_origin_the_runner_begins_with_its_usual_base(run: Run, home: Path) -> None:
    result = run("run", "-t", "mine", "-s", 2, "--quiet")
    assert result.exit_code == 0, result.output
    assert "No origin is given (-o): starting from “base_the_ville_isabella_maria_klaus”." in result.stderr
    with Chronicle.read(home / "mine.milkwood") as reader:
        assert (reader.header.scenario, len(reader.header.cast), reader.end) == ("three", 3, 2)
    again = run("run", "-t", "mine", "-s", 5, "--quiet")
    assert (again.exit_code, again.stderr) == (0, "")
    assert reached(home / "mine.milkwood") == 5


def test_a_users_own_run_or_town_goes_before_a_base_of_that_name(run: Run, home: Path, tmp_path: Path) -> None:
    little.write_maze(tmp_path)
    made = run("import", little.write_base(tmp_path), "--name", "base_the_ville_n5")
    assert made.exit_code == 0, made.output
    said = "The bundled scenario of that name: milkwood run the_ville --scenario five"
    for words in (["-o", "base_the_ville_n5", "-s", 2], ["base_the_ville_n5", "--ticks", 2]):
        result = run("run", *words, "-t", "mine", "--quiet")
        assert result.exit_code == 0, result.output
        assert "“base_the_ville_n5” is your town" in result.stderr
        assert said in " ".join(result.stderr.split())
    run("run", "-o", "base_the_ville_n1", "-t", "base_the_ville_n9", "-s", 2, "--quiet")
    forked = run("run", "-o", "base_the_ville_n9", "-t", "fork", "-s", 2, "--quiet")
    assert forked.exit_code == 0, forked.output
    assert "“base_the_ville_n9” is one of your runs" in forked.stderr
