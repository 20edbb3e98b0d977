import asyncio
import inspect
import re
import shutil
import subprocess
import sys
from datetime import datetime
from hashlib import sha256
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import milkwood
from milkwood.chronicle import Chronicle
from milkwood.errors import MilkwoodError, SetupError
from milkwood.notebook.waiting import wait_for
from milkwood.run import trial
from milkwood_fake import Fake, FaultPlan, Strike
from tests.bridge import little
from tests.chronicle.conftest import ELSEWHERE
from tests.lived import TICKS, _morning, friday
from tests.models.obliging import Obliging
from tools.tree import ROOT

__all__ = ["_morning", "friday"]


@pytest.fixture
def run(friday: Path) -> milkwood.Run:
    return milkwood.open("friday", model=Obliging())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))


# --- importing


def test_importing_milkwood_imports_nothing_else() -> None:
    code = (
        "import sys, milkwood; sys.exit(', '.join(sorted(m for m in sys.modules if m.startswith('milkwood.'))) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=ELSEWHERE, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_public_name_is_there_and_no_other() -> None:
    for name in milkwood.__all__:
        assert getattr(milkwood, name) is not None
        assert name in dir(milkwood)
    with pytest.raises(AttributeError, match="has no attribute 'lode'"):
        _ = milkwood.lode


def test_the_reference_page_has_an_entry_for_every_public_name() -> None:
    lines = (ROOT / "docs" / "reference" / "python.md").read_text("utf-8").splitlines()
    entries = {line.strip("# `") for line in lines if line.startswith("##")}
    assert set(milkwood.__all__) == entries - {"Functions", "Values"}


@pytest.mark.parametrize("name", ["import_path", "load", "open", "runs", "start"])
def test_the_reference_page_names_every_parameter_of_a_function(name: str) -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text("utf-8")
    signature = page.partition(f"\n`{name}(")[2].partition(") ->")[0]
    assert re.findall(r"(\w+)(?:=[^,]*)?(?:, |$)", signature) == list(
        inspect.signature(getattr(milkwood, name)).parameters
    )


# --- towns


def test_a_town_is_loaded_by_its_name() -> None:
    town = milkwood.load("gull_quay")
    assert repr(town) == "<Town Gull Quay: lanterns, 6 people>"
    assert (town.id, town.scenarios, town.languages) == ("gull_quay", ["lanterns", "ordinary"], ["en", "zh"])
    assert town.people()[1] == "Ivo Marsh"
    assert town.people("zh")[1] != "Ivo Marsh"
    assert milkwood.load("gull_quay", "ordinary").scenario == "ordinary"


def test_a_missing_town_is_reported_with_similar_names() -> None:
    with pytest.raises(milkwood.MilkwoodError, match="Did you mean “gull_quay”"):
        milkwood.load("gull_key")


# --- starting and living


def test_a_run_is_begun_lived_and_found_again(friday: Path) -> None:
    town = milkwood.load("gull_quay")
    run = milkwood.start(town, "monday", seed=3, language="zh", model=Obliging(), embedding=False, off=("reflection",))
    assert (run.name, run.tick, run.header.seed, run.header.language) == ("monday", 0, 3, "zh")
    assert run.header.settings["off"] == ["reflection"]
    assert run.until("day 1 7:30") is run
    assert (run.tick, run.time) == (180, datetime(2023, 3, 10, 7, 30))
    before = run.hash
    assert run.until(100).hash == before  # completed runs are not repeated
    assert milkwood.runs() == ["friday", "monday"]
    assert repr(milkwood.open("monday")) == "<Run monday: gull_quay, day 1 07:30>"


def test_a_run_without_a_name_gets_one_that_is_free(friday: Path) -> None:
    names = [milkwood.start("gull_quay", embedding=False).name for _ in range(2)]
    assert names == ["gull_quay-lanterns", "gull_quay-lanterns-2"]


def test_a_name_that_is_taken_is_refused(friday: Path) -> None:
    with pytest.raises(milkwood.MilkwoodError, match="There is a run of that name already"):
        milkwood.start("gull_quay", "friday")


def test_an_unknown_component_cannot_be_switched_off(friday: Path) -> None:
    with pytest.raises(milkwood.MilkwoodError, match="There are: observation, reflection, planning, impressions"):
        milkwood.start("gull_quay", "x", off=("love",))
    assert milkwood.runs() == ["friday"]


def test_a_run_may_be_named_by_a_path_and_a_part_by_a_word(friday: Path, tmp_path: Path) -> None:
    begun = milkwood.start("gull_quay", tmp_path / "there.milkwood", embedding=False, off="routines")
    parent = begun.fork(name=tmp_path / "fork.milkwood").header.parent
    assert parent is not None
    assert milkwood.open(begun.path).name == parent.run == "there"
    assert begun.header.settings["off"] == ["routines"]


def test_invalid_seeds_and_models_are_reported_before_the_start(friday: Path) -> None:
    with pytest.raises(milkwood.MilkwoodError, match="“x” is no seed"):
        milkwood.start("gull_quay", "new", seed="x")  # type: ignore[arg-type]  # the mistake to be named
    with pytest.raises(milkwood.MilkwoodError, match="“openai/gpt-4o” cannot answer questions"):
        milkwood.start("gull_quay", "new", model="openai/gpt-4o")  # type: ignore[arg-type]  # the mistake to be named
    with pytest.raises(milkwood.MilkwoodError, match="“openai/gpt-4o” cannot answer questions"):
        milkwood.open("friday", model="openai/gpt-4o")  # type: ignore[arg-type]  # the mistake to be named
    assert milkwood.runs() == ["friday"]


def test_living_in_pieces_is_the_same_history_as_living_at_once(run: milkwood.Run, friday: Path) -> None:
    again = milkwood.start("gull_quay", "again", model=Obliging(), embedding=False)
    for tick in (50, 700, TICKS):
        again.until(tick)
    assert again.hash == run.hash


def test_a_run_does_not_continue_in_another_town_than_its_own(run: milkwood.Run, tmp_path: Path) -> None:
    other = tmp_path / "gull_quay"
    shutil.copytree(run.town.pack.folder, other)
    (other / "people" / "ivo_marsh.toml").open("a").write("\n")
    opened = milkwood.open(run.path, pack=other)
    with pytest.raises(milkwood.MilkwoodError, match="town's files have changed"):
        opened.until(TICKS + 1)
    assert opened.until(TICKS).tick == TICKS


def test_it_works_where_an_event_loop_runs_already(run: milkwood.Run) -> None:
    async def cell() -> str:
        run.until(TICKS + 6)
        return str(run.person("Ivo").ask("Who are you?"))

    assert asyncio.run(cell()) == "I am Ivo Marsh, it is 11:11, asked 0 before."


def test_an_interrupt_in_a_notebook_stops_the_current_work() -> None:
    stopped: list[bool] = []

    async def interrupted() -> None:
        raise KeyboardInterrupt

    async def cell() -> None:
        wait_for(interrupted(), lambda: stopped.append(True))

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(cell())
    assert stopped == [True]


# --- looking at people


def test_people_are_seen_where_they_are(run: milkwood.Run) -> None:
    assert [person.name for person in run.people][:2] == ["Bram Okoye", "Ivo Marsh"]
    ivo = run.at("day 1 9:46").person("Ivo")
    assert (ivo.id, ivo.now.place, ivo.now.asleep) == ("ivo_marsh", "The Quay", False)
    assert repr(ivo) == f"<Ivo Marsh: {ivo.now.doing}, The Quay>"
    asleep = run.at(0).person("Lottie").now
    assert (asleep.asleep, asleep.doing, asleep.emoji) == (True, "sleeping", "💤")


def test_a_plan_has_times_and_places_and_no_holes(run: milkwood.Run) -> None:
    assert run.at(0).person("Lottie").plan == []
    plan = run.person("Ivo").plan
    assert len(plan) > 3
    assert all(before.end == after.start for before, after in pairwise(plan))
    assert str(plan[0]).startswith("07:00-")
    assert plan[0].place in str(plan[0])


def test_memories_are_found_by_kind_person_and_number(run: milkwood.Run) -> None:
    ivo = run.person("Ivo")
    every = ivo.memories()
    seeds = ivo.memories("seed")
    assert seeds
    assert {memory.kind for memory in seeds} == {"seed"}
    assert all(memory.time is None for memory in seeds)
    assert ivo.memories(last=2) == every[-2:]
    assert ivo.memories(last=0) == []
    about = ivo.memories(about="petra_marsh")
    assert about
    assert all("Petra Marsh" in (*memory.about, memory.source) for memory in about)
    news = ivo.memories("news")[0]
    assert news.source
    assert news.time is not None
    assert str(news) == news.text


def test_recalling_says_how_strongly_and_changes_nothing(run: milkwood.Run) -> None:
    ivo = run.person("Ivo")
    before = ivo.head.keep()
    found = ivo.recall("a warm roll from Petra", 3)
    assert len(found) == 3
    scores = [memory.score for memory in found if memory.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert "warm roll" in found[0].text
    assert ivo.head.keep() == before


def test_promises_and_ties_have_names_in_them(run: milkwood.Run) -> None:
    nell = run.person("Nell")
    first = nell.promises()[0]
    assert (first.status, first.place, first.start) == ("open", "The Quay", datetime(2023, 3, 11, 16, 30))
    assert nell.promises("kept") == []
    assert len(nell.promises(None)) >= len(nell.promises())
    ties = run.person("Ivo").ties
    assert ("Petra Marsh", "my wife, the baker") in [(tie.name, tie.tie) for tie in ties]
    assert [tie.closeness for tie in ties] == sorted((tie.closeness for tie in ties), reverse=True)
    assert nell.concerns


def test_one_question_stands_alone_and_an_interview_continues(run: milkwood.Run) -> None:
    ivo = run.at(1000).person("ivo_marsh")
    assert str(ivo.ask("Who are you?")).endswith("asked 0 before.")
    interview = ivo.interview()
    assert interview.ask("Who are you?").say.endswith("asked 0 before.")
    assert interview.ask("And your wife?").say.endswith("asked 1 before.")
    assert ivo.ask("And your wife?").used


def test_a_person_can_be_asked_though_others_are_looked_at_meanwhile(run: milkwood.Run) -> None:
    early = run.at(500).person("Ivo")
    run.at(900)
    run.until(TICKS + 1)
    assert "it is 08:23" in early.ask("What time is it?").say
    assert early.why() is not None


def test_a_view_is_not_made_twice(run: milkwood.Run) -> None:
    assert run.at(500) is run.at("500")
    view = run.at("8:30")
    assert (repr(view), view.time) == ("<friday, day 1 08:30>", datetime(2023, 3, 10, 8, 30))


def test_looking_and_asking_leave_the_file_as_it_was(run: milkwood.Run) -> None:
    before = sha256(run.path.read_bytes()).hexdigest()
    for person in run.at(777).people:
        person.ask("How are you?")
        person.recall("breakfast")
        person.why()
    assert sha256(run.path.read_bytes()).hexdigest() == before


def test_why_is_the_reason_of_what_they_do(run: milkwood.Run) -> None:
    why = run.person("Ivo").why()
    assert why is not None
    assert why.act
    assert run.at(0).person("Lottie").why() is None


# --- talks, forks, whispers


def test_talks_are_told_with_names(run: milkwood.Run) -> None:
    talks = run.talks("Ivo")
    assert talks
    assert all("Ivo Marsh" in talk.people for talk in talks)
    assert len(run.talks()) > len(talks)
    first = talks[0]
    assert str(first).splitlines()[0] == f"{first.lines[0][0]}: {first.lines[0][1]}"


class Careless:
    """Answers, but not what was asked."""

    def __init__(self, given: object) -> None:
        self.given = given

    async def answer(self, question: milkwood.Question) -> Any:
        return self.given


@pytest.mark.parametrize("given", [{}, milkwood.Answer({}, "careless"), None])
def test_an_answer_that_cannot_be_used_is_an_error_that_names_the_question(given: object, home: None) -> None:
    run = milkwood.start("gull_quay", "careless", model=Careless(given), embedding=False)
    with pytest.raises(milkwood.MilkwoodError, match="The model's answer to “plan_day” cannot be used"):
        run.until("12:00")


def test_a_simulation_is_imported_and_exported(home: None, tmp_path: Path) -> None:
    little.write_maze(tmp_path)
    town = milkwood.import_path(little.write_base(tmp_path), "village")
    assert isinstance(town, milkwood.Town)
    assert town.id == "village"
    run = milkwood.import_path(little.write_saved(tmp_path), "lived")
    assert isinstance(run, milkwood.Run)
    assert (run.export("reverie", tmp_path / "out") / "reverie" / "meta.json").is_file()
    with pytest.raises(milkwood.MilkwoodError, match=r"There are: csv, .*reverie, compressed"):
        run.export("demo", tmp_path / "demo")


def test_the_version_is_that_of_the_package() -> None:
    assert milkwood.__version__ == version("milkwood")


def test_a_fork_shares_the_past_and_goes_its_own_way(run: milkwood.Run) -> None:
    other = run.fork("day 1 8:00", "what if")
    assert other.header.parent is not None
    assert (other.tick, other.header.parent.tick, other.header.parent.run) == (360, 360, "friday")
    heard = other.whisper("Ivo", "The boat is leaking.")
    assert heard >= datetime(2023, 3, 10, 8, 0)
    other.until(720)
    assert "The boat is leaking." in [memory.text for memory in other.person("Ivo").memories("voice")]
    with run.reader() as mine, Chronicle.read(other.path) as theirs:
        assert mine.history_hash(360) == theirs.history_hash(360)
        assert mine.history_hash(720) != theirs.history_hash(720)
    assert run.fork().tick == run.tick
    assert run.fork().name == "friday-from-1500-2"


def test_a_run_is_exported_as_by_the_command(run: milkwood.Run, tmp_path: Path) -> None:
    folder = run.export("jsonl", tmp_path / "out")
    assert "events.jsonl" in {path.name for path in folder.iterdir()}
    with pytest.raises(milkwood.MilkwoodError, match="There is no format “xml”"):
        run.export("xml", tmp_path / "other")


def test_a_run_becomes_a_page_that_replays_it(
    run: milkwood.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "replay.html").write_text('<script type="application/json" id="milkwood-replay">null</script>')
    monkeypatch.setattr("milkwood.server.views.html_export.STATIC", tmp_path)
    whole, bare = (run.export("html", tmp_path / f"{minds}.html", minds=minds) for minds in ("open", "none"))
    assert whole.name == "open.html"
    assert whole.stat().st_size > bare.stat().st_size
    with pytest.raises(milkwood.MilkwoodError, match="already"):
        run.export("html", bare)
    assert run.export("html", bare, overwrite=True) == bare
    with pytest.raises(milkwood.MilkwoodError, match="cannot carry minds"):
        run.export("html", tmp_path / "other.html", minds="some")


def test_an_empty_whisper_is_refused(run: milkwood.Run) -> None:
    with pytest.raises(milkwood.MilkwoodError, match="nothing to say"):
        run.whisper("Ivo", "  ")


@pytest.mark.parametrize(
    ("moment", "why"),
    [(TICKS + 1, "has not reached tick"), ("soon", "is not a time"), (-1, "is not a time")],
)
def test_an_invalid_moment_is_reported(moment: str | int, why: str, run: milkwood.Run) -> None:
    with pytest.raises(milkwood.MilkwoodError, match=why):
        run.at(moment)


def test_a_missing_person_is_reported_with_similar_names(run: milkwood.Run) -> None:
    with pytest.raises(milkwood.MilkwoodError, match="Did you mean “Ivo”"):
        run.person("Ivvo")


# --- the models of the settings


@pytest.fixture
def alone(home: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings, and a folder for runs."""
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setattr(trial, "FIRST_PAUSE_SECONDS", 0.02)
    return tmp_path / "home"


def named(fake: Fake, monkeypatch: pytest.MonkeyPatch, **settings: str) -> None:
    """Let a fake answer, by the settings."""
    monkeypatch.setenv("MILKWOOD_MODEL", f"{fake.address}#fake-1")
    for name, value in settings.items():
        monkeypatch.setenv(f"MILKWOOD_{name.upper()}", value)


def test_a_model_that_cannot_be_asked_is_an_error_at_the_start_and_leaves_no_file(
    alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Fake(FaultPlan(models=("qwen3-8b",))) as fake:
        named(fake, monkeypatch)
        with pytest.raises(SetupError, match="It offers qwen3-8b"):
            milkwood.start("gull_quay", "friday", embedding=False)
    with pytest.raises(SetupError, match="Nothing answers at this address"):
        milkwood.start("gull_quay", "friday", embedding=False)
    assert not list(alone.rglob("*.milkwood"))


def test_a_model_is_asked_once_for_a_run_that_is_lived_in_pieces(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="unavailable", first=1),))) as fake:
        named(fake, monkeypatch)
        with pytest.warns(UserWarning, match="It is waited for"):
            run = milkwood.start("gull_quay", "friday", embedding=False)
        run.until(5).until(10)
        assert fake.server.asked[""] == 2
        milkwood.open("friday").until(15).until(20)
        assert fake.server.asked[""] == 3
    with pytest.raises(SetupError, match="Nothing answers at this address"):
        milkwood.open("friday").until(25)


def test_a_model_of_ones_own_answers_without_those_of_the_settings(
    alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Fake(FaultPlan(key="sk-another")) as fake:
        named(fake, monkeypatch)
        run = milkwood.start("gull_quay", "friday", model=Obliging(), embedding=False)
        assert run.until(5).tick == 5
        assert not fake.done


def test_a_run_that_stops_by_itself_is_an_error_with_the_reason(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose", question="break_down"),))) as fake:
        named(fake, monkeypatch, strict="true")
        run = milkwood.start("gull_quay", "friday", embedding=False)
        with pytest.raises(MilkwoodError, match="No usable answer to “break_down”"):
            run.until("day 1 09:00")


def test_what_a_user_should_know_about_the_models_is_a_warning(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose", question="break_down"),))) as fake:
        named(fake, monkeypatch)
        run = milkwood.start("gull_quay", "friday", embedding=False)
        with pytest.warns(UserWarning, match="cannot answer break_down"):
            run.until("day 1 10:00")
