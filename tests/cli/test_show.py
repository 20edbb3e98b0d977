import json
import shutil
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId
from tests.chronicle.conftest import tell
from tests.chronicle.story import Story
from tests.cli.conftest import Run
from tests.cli.recorded import home, monday, story
from tests.towns.conftest import TinyPack

__all__ = ["home", "monday", "story"]


def test_the_town_is_shown_with_positions_and_deeds(run: Run, monday: Path) -> None:
    result = run("show", "monday")
    assert result.exit_code == 0
    assert "monday: tinytown / plain" in result.output
    assert "Day 1, Friday 10 March 2023 07:20:00 (tick 120)" in result.output
    for name in ("Ada Small", "Ben Small", "Cleo Small"):
        assert name in result.output


def test_the_beginning_shows_everyone_asleep(run: Run, monday: Path) -> None:
    result = run("show", "monday", "--at", "0")
    assert result.output.count("💤 sleeping") == result.output.count("House, bedroom") == 3


@pytest.mark.parametrize("tick", [0, 33, 77, 120])
def test_a_script_gets_the_town_at_any_tick(tick: int, run: Run, monday: Path, story: Story) -> None:
    told = json.loads(run("show", "monday", "--at", tick, "--json").output)
    scene = story.scene(tick)
    assert told["tick"] == tick
    assert {person: tuple(entry["tile"]) for person, entry in told["people"].items()} == scene.tiles
    assert told["things"] == {thing: state.words for thing, state in scene.states.items()}
    assert [talk["id"] for talk in told["talks"]] == list(scene.talks)


@pytest.mark.parametrize("name", ["ada", "Ada", "ada small", "Ada Small", "艾达", "ADA"])
def test_a_person_is_found_by_id_or_name(name: str, run: Run, monday: Path) -> None:
    result = run("show", "monday", "--person", name)
    assert result.exit_code == 0
    assert result.output.startswith("Ada Small\nDay 1, Friday 10 March 2023 07:20:00")
    assert "The day so far" in result.output
    assert "07:00 (seed) I am ada." in result.output


def test_one_persons_day_goes_up_to_the_moment_asked_for(run: Run, monday: Path, story: Story) -> None:
    told = json.loads(run("show", "monday", "--person", "ben", "--at", "07:10", "--json").output)
    assert told["name"] == "Ben Small"
    assert told["now"]["tile"] == list(story.scene(60).tiles[story.people[1]])
    assert told["deeds"]
    assert all(deed["tick"] < 60 for deed in told["deeds"])
    assert all(memory["tick"] < 60 for memory in told["memories"])
    assert all(line["tick"] < 60 for talk in told["talks"] for line in talk["lines"])
    whole = json.loads(run("show", "monday", "--person", "ben", "--json").output)
    assert len(whole["deeds"]) > len(told["deeds"])


def test_a_chinese_run_is_shown_in_chinese(run: Run, home: Path, tiny: TinyPack, story: Story) -> None:
    tell(home / "周五.milkwood", story, "周五", town_path=str(tiny.folder), language="zh")
    assert "第1天，2023年3月10日 星期五" in run("show", "周五").output
    result = run("show", "周五", "--person", "艾达")
    assert result.output.startswith("小艾达\n")
    assert "今天到现在" in result.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--at", "121"], "has not reached tick 121. Its last tick is 120 (day 1 07:20)."),
        (["--at", "day 9 07:00"], "Its last tick is 120"),
        (["--at", "-3"], "is not a time"),
        (["--at", "soon"], "“soon” is not a time"),
        (["--person", "adda"], "There is no person “adda” in the run “monday”. Did you mean “ada”"),
        (["--person", "x" * 300], "There are: ada, ben, cleo."),
        (["--person", ""], "There are: ada, ben, cleo."),
    ],
)
def test_a_missing_moment_or_person_is_explained(words: list[str], why: str, run: Run, monday: Path) -> None:
    result = run("show", "monday", *words)
    assert result.exit_code == 2
    assert why in result.output


def test_a_pack_that_is_gone_is_reported(run: Run, monday: Path, tiny: TinyPack) -> None:
    shutil.rmtree(tiny.folder)
    result = run("show", "monday")
    assert result.exit_code == 2
    assert "The town pack “tinytown” of the run “monday” is no longer in" in result.output


def test_a_bundled_town_is_found_wherever_milkwood_lies_now(
    run: Run, home: Path, tiny: TinyPack, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(home / "moved.milkwood", story, "moved", town_path="/old/place/tinytown")
    monkeypatch.setattr("milkwood.towns.shelf.SHELF", tiny.folder.parent)
    assert towns.load(tiny.folder).id == "tinytown"
    assert run("show", "moved").exit_code == 0


def test_the_share_of_habits_in_the_day_is_shown(run: Run, monday: Path) -> None:
    habit = {"made": 1, "what": "tea", "score": 0.9, "used": 1}
    with Chronicle.open(monday) as chronicle:
        reasons: list[tuple[int, dict[str, object]]] = [
            (5, {"act": "deed", "plan": "tea"}),
            (9, {"act": "deed", "plan": "toast", "routine": habit}),
        ]
        chronicle.keep_reasons([(tick, PersonId("ben"), reason) for tick, reason in reasons])
    assert "1 of 2 blocks lived by habit (50%)" in run("show", "monday", "--person", "ben").output
    plain = json.loads(run("show", "monday", "--person", "ben", "--json").output)
    assert plain["routines"] == {"blocks": 2, "reused": 1}
    assert "by habit" not in run("show", "monday", "--person", "ada").output
