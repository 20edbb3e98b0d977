"""`milkwood up`: which run is meant, and how to name it; serving itself is tested with a real server elsewhere."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
import uvicorn
from typer.testing import CliRunner

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.cli import serving
from milkwood.cli import up as command
from milkwood.cli.parts import MindPart
from milkwood.errors import SetupError
from milkwood.mind.head import Switches
from milkwood.models.spec import Spec
from milkwood.providers.profile import ProfileShelf
from milkwood.questions.aptitude import KindRecord
from milkwood.questions.prompt import built_in_text
from milkwood.run import MindConfig
from milkwood.server.connections import SocketConnection
from milkwood.server.live.app_state import AppState
from milkwood.server.live.start import start_run
from milkwood.server.wire.runs import BeginIn
from milkwood_fake import Fake
from tests.cli.played import Played, opened
from tests.lived import live

__all__ = ["opened"]
TOKEN = "Zq3vT8mLx2RbN7wKp5Yd1A"


def words_only(off: Sequence[MindPart] | None = None, also: Sequence[MindPart] = ()) -> MindConfig:
    return MindConfig(embedding=False, switches=Switches(**dict.fromkeys([*(off or ()), *also], False)))


@pytest.fixture(autouse=True)
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "minds_by_settings", words_only)


@pytest.fixture
def states(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[AppState]]:
    """The app states that were opened."""
    found: list[AppState] = []

    def noted(**parts: Any) -> AppState:
        found.append(AppState(**parts))
        return found[-1]

    monkeypatch.setattr(command, "AppState", noted)
    yield found
    for app_state in found:
        app_state.close()


def run(*line: str) -> Any:
    app = typer.Typer()
    app.command()(command.up)
    return CliRunner().invoke(app, ["--port", "0", "--model", "understudy", *line])


def test_it_begins_a_run_says_where_it_is_and_opens_the_browser_there(
    opened: list[str], states: list[AppState]
) -> None:
    result = run("gull_quay")
    assert result.exit_code == 0, result.output
    url = f"http://127.0.0.1:{Played.port}/run/gull_quay-live"
    assert f"Gull Quay is at {url}\n" in result.output
    assert "The run “gull_quay-live” starts." in result.output
    assert opened == [url]
    assert Played.lived == ["gull_quay-live"]
    assert states[0].threads.names() == []  # all runs stop at the end


@pytest.mark.parametrize("where", [(command, "say"), (serving, "create_app")], ids=["greeting", "server"])
def test_ctrl_c_before_it_serves_stops_the_run_too(
    where: tuple[Any, str], opened: list[str], states: list[AppState], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_values: Any, **_named: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(*where, interrupted)
    run("gull_quay")
    assert Played.lived == ["gull_quay-live"]
    assert states[0].threads.names() == []


def test_the_same_command_continues_that_run_and_new_begins_another(opened: list[str], states: list[AppState]) -> None:
    run("gull_quay")
    first = path_for("gull_quay-live")
    with Chronicle.read(first) as reader:
        began = reader.header.created
    again = run("gull_quay")
    assert "gull_quay-live" in again.output
    with Chronicle.read(first) as reader:
        assert reader.header.created == began
    assert "The run “gull_quay-live-2” starts." in run("gull_quay", "--new").output
    assert Played.lived == ["gull_quay-live-2"]
    latest = run("gull_quay").output
    assert "gull_quay-live-2" in latest


def test_a_run_with_other_options_is_not_continued(opened: list[str], states: list[AppState]) -> None:
    run("gull_quay")
    assert "“gull_quay-live-2” starts" in run("gull_quay", "--lang", "zh").output
    with Chronicle.read(path_for("gull_quay-live-2")) as reader:
        assert reader.header.language == "zh"
    assert opened[-1].endswith("/run/gull_quay-live-2?lang=zh")
    assert "“gull_quay-live-3” starts" in run("gull_quay", "--seed", "5").output


def test_a_run_is_named_and_continues(opened: list[str], states: list[AppState], tmp_path: Path) -> None:
    path_for("x").parent.mkdir(parents=True, exist_ok=True)
    live(path_for("thursday"), 30)
    result = run("thursday")
    assert "Gull Quay is at" in result.output
    assert "The run “thursday” continues from day 1 07:05." in result.output
    elsewhere = live(tmp_path / "elsewhere.milkwood", 30)
    assert "The run “elsewhere” continues" in run(str(elsewhere)).output
    assert opened[-1].endswith("/run/elsewhere")


def test_a_run_may_be_given_a_name(opened: list[str], states: list[AppState]) -> None:
    assert "The run “my own” starts." in run("gull_quay", "--name", "my own").output
    assert path_for("my own").exists()
    assert opened[-1].endswith("/run/my%20own")
    error = run("gull_quay", "--name", "my own", "--new").exception
    assert isinstance(error, SetupError)


def test_a_run_that_another_program_lives_is_shown_only(opened: list[str], states: list[AppState]) -> None:
    path_for("x").parent.mkdir(parents=True, exist_ok=True)
    with Chronicle.open(live(path_for("thursday"), 30)):
        result = run("thursday")
    assert "Another program is running" in result.output
    assert Played.lived == []


def test_it_opens_no_browser_when_told_not_to(opened: list[str], states: list[AppState]) -> None:
    assert run("gull_quay", "--no-open").exit_code == 0
    assert opened == []


def test_a_language_that_the_town_does_not_speak_is_refused(opened: list[str], states: list[AppState]) -> None:
    error = run("gull_quay", "--lang", "tlh").exception
    assert isinstance(error, SetupError)
    assert "en, zh" in error.remedy
    assert not path_for("gull_quay-live").exists()


def test_a_page_that_was_not_built_is_explained_before_anything_else(
    opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "STATIC", tmp_path / "none")
    error = run("no_such_town").exception
    assert isinstance(error, SetupError)
    assert "make web" in error.remedy


def test_an_unknown_town_or_run_is_refused_by_name(opened: list[str], states: list[AppState]) -> None:
    error = run("gul_quay").exception
    assert isinstance(error, SetupError)
    assert "gull_quay" in error.remedy
    assert "milkwood runs" in error.remedy


def test_another_name_of_a_scenario_opens_its_town_with_its_cast(opened: list[str]) -> None:
    packs, meant = command.chosen(command.UpRequest("base_the_ville_isabella_maria_klaus"))
    assert set(packs[0].people) == {"isabella_rodriguez", "maria_lopez", "klaus_mueller"}
    assert meant.name == "the_ville-live"


@pytest.mark.parametrize("options", [(), ("--token", "abc")])
def test_the_network_has_access_only_with_a_token_or_to_watch(
    opened: list[str], states: list[AppState], options: tuple[str, ...]
) -> None:
    error = run("gull_quay", "--host", "0.0.0.0", *options).exception
    assert isinstance(error, SetupError)
    assert not path_for("gull_quay-live").exists()


def test_the_way_a_town_is_shared_is_shown(opened: list[str], states: list[AppState]) -> None:
    looking = run("gull_quay", "--host", "0.0.0.0", "--view-only").output
    assert "Everyone in your network can look, but nobody can act" in looking
    both = run("gull_quay", "--host", "0.0.0.0", "--view-only", "--token", TOKEN).output
    assert f"Others in your network can open http://192.168.1.7:{Played.port}/?token={TOKEN}" in both
    assert "with the token they can also act" in both
    assert opened[-1].endswith(f"/run/gull_quay-live?token={TOKEN}")


def test_the_server_gets_its_language(opened: list[str], states: list[AppState]) -> None:
    run("gull_quay")
    config = serving.config_of(Played.served)
    assert isinstance(config, uvicorn.Config)
    assert (config.ws, config.ws_per_message_deflate) == (SocketConnection, False)
    assert config.ws_max_size == serving.MAX_MESSAGE_BYTES


def test_a_run_has_its_own_prompts_and_goes_on_with_no_others(
    opened: list[str], states: list[AppState], tmp_path: Path
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "speak.en.txt").write_text(built_in_text("speak", "en").replace("one or two", "one"), encoding="utf-8")
    run("gull_quay")
    assert "The run “gull_quay-live-2” starts." in run("gull_quay", "--prompts", str(mine)).output
    with Chronicle.read(path_for("gull_quay-live-2")) as reader:
        assert [*reader.header.own_prompts] == ["speak.en"]
    again = run("gull_quay-live-2").output
    assert "The run “gull_quay-live-2” continues" in again or "“gull_quay-live-2” starts" in again
    for refused in (
        run("gull_quay-live", "--prompts", str(mine)),
        run("gull_quay-live-2", "--prompts", "built-in"),
        run("gull_quay", "--name", "gull_quay-live", "--prompts", str(mine)),
    ):
        assert isinstance(refused.exception, SetupError)
        assert "was started with other prompts" in refused.exception.what


def test_parts_of_all_minds_are_taken_away_and_the_run_continues_with_the_same(
    opened: list[str], states: list[AppState]
) -> None:
    run("gull_quay")
    assert "The run “gull_quay-live-2” starts." in run("gull_quay", "--disable-wandering", "--off", "reflection").output
    with Chronicle.read(path_for("gull_quay-live-2")) as reader:
        assert reader.header.settings["off"] == ["reflection", "wandering"]
    again = run("gull_quay", "--disable_wandering", "--off", "reflection")
    assert "The run “gull_quay-live-2” continues" in again.output or "“gull_quay-live-2” starts" in again.output
    for refused in (
        run("gull_quay-live", "--disable-policy"),
        run("gull_quay", "--name", "gull_quay-live", "--off", "planning"),
    ):
        assert isinstance(refused.exception, SetupError)
        assert "was started" in refused.exception.what


def cannot_react(address: str) -> Spec:
    """A model whose profile says that it cannot react."""
    spec, shelf = Spec(f"{address}#fake-1", "custom", "fake-1", address), ProfileShelf()
    shelf.keep(spec, replace(shelf.blank(spec, "en", "2026-11-18"), kinds={"react": KindRecord(5.0)}))
    return spec


def test_what_the_model_cannot_answer_is_said_at_the_start(opened: list[str], states: list[AppState]) -> None:
    with Fake() as fake:
        spec = cannot_react(fake.address)
        result = run("gull_quay", "--model", spec.name)
        assert result.exit_code == 0, result.output
        assert "custom/fake-1 cannot answer react (0 of 5 usable); the understudy answers instead" in result.output
        with Chronicle.read(path_for("gull_quay-live")) as reader:
            assert reader.header.routed == {spec.name: ["react"]}
        trusting = run("gull_quay", "--model", spec.name, "--new", "--trust-all")
        assert "cannot answer" not in trusting.output


def test_a_run_that_the_page_starts_goes_by_the_profile_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    with Fake() as fake, closing(AppState()) as app_state:
        spec = cannot_react(fake.address)
        begun = start_run(app_state, BeginIn(town="gull_quay", name="monday", language="en", model=spec.name))
        begun.thread.ready.result(30)
        notes = begun.thread.call(lambda live: live.notes()).result(30)
        assert any("cannot answer react" in note for note in notes)
    with Chronicle.read(path_for("monday")) as reader:
        assert reader.header.routed == {spec.name: ["react"]}
