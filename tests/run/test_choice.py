from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.run import DEFAULT_SEED, RunOptions
from milkwood.run.choice import RunChoice, RunRequest, choose
from tests.cli.recorded import home
from tests.towns.conftest import TinyPack

__all__ = ["home"]


def begin(wish: RunRequest) -> RunChoice:
    """Choose, and start the run, if only for a moment."""
    choice = choose(wish)
    choice.begun(wish, RunOptions(), "en").close()
    return choice


def wish(tiny: TinyPack, **more: Any) -> RunRequest:
    return RunRequest(str(tiny.folder), **more)


def test_without_a_name_a_run_is_called_by_its_town_and_scenario(tiny: TinyPack, home: Path) -> None:
    choice = choose(wish(tiny))
    assert (choice.name, choice.path, choice.goes_on) == (
        "tinytown-plain",
        home / "tinytown-plain.milkwood",
        False,
    )
    assert choose(wish(tiny, scenario="picnic")).name == "tinytown-picnic"
    assert choose(wish(tiny, scenario="tiny_n2")).name == "tinytown-picnic"


def test_missing_options_have_their_defaults(tiny: TinyPack, home: Path) -> None:
    with Chronicle.read(begin(wish(tiny)).path) as reader:
        assert (reader.header.seed, reader.header.language, reader.header.run) == (DEFAULT_SEED, "en", "tinytown-plain")


def test_the_same_options_continue_the_same_run(tiny: TinyPack, home: Path) -> None:
    begin(wish(tiny, seed=3, language="zh"))
    for again in (wish(tiny, seed=3, language="zh"), wish(tiny, seed=3), wish(tiny)):
        choice = begin(again)
        assert (choice.name, choice.goes_on) == ("tinytown-plain", True)


def test_without_a_name_another_seed_gets_a_run_of_its_own(tiny: TinyPack, home: Path) -> None:
    begin(wish(tiny, seed=3))
    for _ in range(2):
        assert begin(wish(tiny, seed=4)).name == "tinytown-plain-2"
    assert begin(wish(tiny, seed=5)).name == "tinytown-plain-3"
    assert begin(wish(tiny, seed=3)).name == "tinytown-plain"


def test_a_named_run_continues_with_its_own_options(tiny: TinyPack, home: Path) -> None:
    begin(wish(tiny, name="monday", scenario="picnic", seed=5, language="zh"))
    choice = choose(wish(tiny, name="monday"))
    assert choice.goes_on
    assert choice.pack.scenario.id == "picnic"
    assert sorted(choice.pack.people) == ["ada", "ben"]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"seed": 4}, "its seed is 3, not 4"),
        ({"scenario": "picnic"}, "its scenario is plain, not picnic"),
        ({"language": "zh"}, "its language is en, not zh"),
        ({"seed": 4, "scenario": "tiny_n2"}, "its scenario is plain, not picnic; its seed is 3, not 4"),
    ],
)
def test_a_named_run_refuses_to_be_another(changed: dict[str, object], why: str, tiny: TinyPack, home: Path) -> None:
    path = begin(wish(tiny, name="monday", seed=3)).path
    before = path.read_bytes()
    with pytest.raises(SetupError) as refused:
        choose(wish(tiny, name="monday", **changed))
    assert f"The run “monday” was started with other options: {why}." in refused.value.sentence()
    assert (
        "Leave that out to continue it, or start another run with another name (--name, -t)."
        in refused.value.sentence()
    )
    assert path.read_bytes() == before


def test_a_run_of_another_town_is_refused(tiny: TinyPack, home: Path) -> None:
    begin(wish(tiny, name="monday"))
    with pytest.raises(SetupError, match="its town is tinytown, not gull_quay"):
        choose(RunRequest("gull_quay", name="monday"))


def test_a_town_whose_files_have_changed_continues_as_the_run_carries_it(tiny: TinyPack, home: Path) -> None:
    begin(wish(tiny))
    tiny.swap("people/ada.toml", 'wake = "07:00"', 'wake = "06:00"')
    choice = choose(wish(tiny))
    assert choice.goes_on
    assert choice.pack.people[PersonId("ada")].habits.wake == 7 * 60
    choice.begun(wish(tiny), RunOptions(), "en").close()


def test_a_run_may_lie_anywhere(tiny: TinyPack, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "my runs" / "小镇 🏡.milkwood"
    assert begin(wish(tiny, name=str(path))).path == path
    again = choose(wish(tiny, name=str(path)))
    assert (again.name, again.goes_on) == ("小镇 🏡", True)


def test_a_language_the_town_does_not_speak_is_refused(tiny: TinyPack, home: Path) -> None:
    with pytest.raises(SetupError, match=r"is not available in “fr”\. Available: en, zh"):
        choose(wish(tiny, language="fr"))
    assert not home.exists()


# --- forks


@pytest.fixture
def monday(tiny: TinyPack, home: Path) -> Path:
    """A run that has reached tick 60."""
    return settled(begin(wish(tiny, name="monday", seed=3)).path, 60)


def settled(path: Path, tick: int) -> Path:
    with Chronicle.open(path) as chronicle:
        chronicle.record(tick, [])
    return path


def test_a_fork_is_called_by_its_parent_and_its_tick(tiny: TinyPack, monday: Path) -> None:
    wanted = wish(tiny, parent="monday@07:05")
    with Chronicle.read(begin(wanted).path) as reader:
        assert reader.header.run == "monday-from-30"
        assert reader.header.parent is not None
        assert (reader.header.parent.run, reader.header.parent.tick) == ("monday", 30)
        assert reader.settled == 30
    again = choose(wanted)
    assert (again.name, again.goes_on) == ("monday-from-30", True)


def test_without_a_moment_the_end_is_forked(tiny: TinyPack, monday: Path) -> None:
    assert begin(wish(tiny, parent="monday")).name == "monday-from-60"


def test_a_named_fork_continues_though_its_parent_has_continued_too(tiny: TinyPack, monday: Path) -> None:
    begin(wish(tiny, parent="monday", name="tuesday"))
    settled(monday, 90)
    assert choose(wish(tiny, parent="monday", name="tuesday")).goes_on


def test_a_run_that_is_no_such_fork_is_refused(tiny: TinyPack, monday: Path) -> None:
    begin(wish(tiny, parent="monday@30", name="tuesday"))
    begin(wish(tiny, name="sunday"))
    for parent, name in (("monday@31", "tuesday"), ("monday@30", "sunday"), ("sunday", "tuesday")):
        with pytest.raises(SetupError, match=f"a run “{name}” already, and it is not a fork of “{parent}”"):
            choose(wish(tiny, parent=parent, name=name))


def test_a_fork_keeps_what_its_parent_was_begun_with(tiny: TinyPack, monday: Path, home: Path) -> None:
    with pytest.raises(SetupError, match="its seed is 3, not 9"):
        choose(wish(tiny, parent="monday@30", seed=9))
    with pytest.raises(SetupError, match="its town is tinytown, not gull_quay"):
        choose(RunRequest("gull_quay", parent="monday@30"))
    assert [path.name for path in home.glob("*.milkwood")] == ["monday.milkwood"]


def test_a_fork_is_not_taken_for_the_run_without_a_name(tiny: TinyPack, home: Path) -> None:
    settled(begin(wish(tiny)).path, 60)
    begin(wish(tiny, parent="tinytown-plain@30", name="tinytown-plain-2"))
    assert begin(wish(tiny, seed=9)).name == "tinytown-plain-3"
