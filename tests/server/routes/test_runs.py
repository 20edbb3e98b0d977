"""Runs as a whole, through the page's interface: listed, started, continued, forked, compared, deleted."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import folder, path_for
from milkwood.config import PartName
from milkwood.mind.head import Switches
from milkwood.run import MindConfig
from milkwood.server.live import start as begin
from milkwood.server.routes import runs
from milkwood_fake import Fake, FaultPlan, Strike
from tests.lived import live
from tests.server.served import RUN, Served, lived, serving


def words_only(also: Sequence[PartName] = ()) -> MindConfig:
    return MindConfig(embedding=False, switches=Switches(**dict.fromkeys(also, False)))


@pytest.fixture
def served(static: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(begin, "minds_by_settings", words_only)
    with serving(static) as opened:
        yield opened


@pytest.fixture
def rested(served: Served) -> Path:
    """A run that is not live."""
    folder().mkdir(parents=True, exist_ok=True)
    return live(path_for("thursday"), 60)


def names(served: Served) -> list[str]:
    return [run["name"] for run in served.get("/api/runs").json()["runs"]]


def test_there_are_no_runs_at_first(served: Served) -> None:
    assert served.get("/api/runs").json() | {"version": ""} == {
        "runs": [],
        "living": None,
        "may_act": True,
        "version": "",
    }


def test_a_run_is_listed_with_what_it_is_and_how_far_it_has_come(served: Served, rested: Path) -> None:
    (entry,) = served.get("/api/runs").json()["runs"]
    assert entry["name"] == "thursday"
    assert (entry["town"], entry["town_name"]["zh"], entry["people"]) == ("gull_quay", "鸥湾", 6)
    assert (entry["end"], entry["state"], entry["parent"]) == (60, "resting", None)
    assert entry["bytes"] >= rested.stat().st_size
    assert str(rested.parent) not in served.get("/api/runs").text


def test_a_file_that_is_not_a_run_is_left_out(served: Served, rested: Path) -> None:
    path_for("broken").write_text("not a run")
    assert names(served) == ["thursday"]


def test_a_run_that_another_program_lives_is_elsewhere_and_left_alone(served: Served, rested: Path) -> None:
    with Chronicle.open(rested):
        assert served.get("/api/runs").json()["runs"][0]["state"] == "elsewhere"
        assert served.post("/api/runs/thursday/continue").status_code == 409
        assert served.erase("thursday", "thursday").status_code == 409
        with served.viewer("thursday") as viewer:
            assert viewer.hello["state"] == "elsewhere"
    assert served.get("/api/runs").json()["runs"][0]["state"] == "resting"


def test_a_run_is_begun_from_the_page_and_lives(served: Served) -> None:
    wish = {"town": "gull_quay", "name": "mine", "seed": 7, "language": "zh", "model": "understudy"}
    entry = served.post("/api/runs", wish)
    assert entry.status_code == 200, entry.text
    assert (entry.json()["state"], entry.json()["seed"], entry.json()["language"]) == ("living", 7, "zh")
    assert served.get("/api/runs").json()["living"] == "mine"
    with served.viewer("mine") as viewer:
        viewer.until(lambda each: isinstance(each, tuple) and each.until > 3)
    assert served.post("/api/runs", wish).status_code == 409
    unnamed = {key: wish[key] for key in ("town", "model")}
    assert served.post("/api/runs", unnamed).json()["name"] == "gull_quay-lanterns"


def test_parts_of_all_minds_are_switched_off_from_the_page(served: Served) -> None:
    wish = {"town": "gull_quay", "name": "mine", "model": "understudy", "off": ["wandering", "routines"]}
    assert served.post("/api/runs", wish).status_code == 200
    with Chronicle.read(path_for("mine")) as reader:
        assert reader.header.settings["off"] == ["routines", "wandering"]


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"town": "atlantis"}, 400),
        ({"town": "../../etc"}, 404),
        ({"town": "gull_quay", "scenario": "../x"}, 404),
        ({"town": "gull_quay", "scenario": "no_such"}, 400),
        ({"town": "gull_quay", "name": "a/b"}, 400),
        ({"town": "gull_quay", "name": "x" * 300}, 422),
        ({"town": "gull_quay", "language": "tlh"}, 400),
        ({"town": "gull_quay", "model": "/etc/passwd"}, 400),
        ({"town": "gull_quay", "model": "secrets.gguf"}, 400),
        ({"town": "gull_quay", "model": "no such model"}, 400),
        ({"town": "gull_quay", "budget": "a lot"}, 400),
        ({"town": "gull_quay", "off": ["love"]}, 422),
        ({}, 422),
    ],
)
def test_a_run_that_cannot_start_is_refused_with_a_message_and_leaves_nothing(
    served: Served, wish: dict[str, object], status: int
) -> None:
    answer = served.post("/api/runs", wish)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"what", "remedy"}
    assert names(served) == []


@pytest.mark.parametrize("verb", ["begin", "continue"])
def test_a_model_that_cannot_be_asked_is_refused_with_what_to_do(
    verb: str, served: Served, rested: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Fake(FaultPlan(models=("qwen3-8b",))) as fake:
        monkeypatch.setenv("MILKWOOD_MODEL", f"{fake.address}#qwen3")
        if verb == "begin":
            answer = served.post("/api/runs", {"town": "gull_quay", "name": "mine"})
        else:
            answer = served.post("/api/runs/thursday/continue")
    assert answer.status_code == 400, answer.text
    assert "Did you mean “qwen3-8b”?" in answer.json()["remedy"]
    assert names(served) == ["thursday"]


def test_a_model_that_is_waited_for_is_said_in_the_notes_of_the_run(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "TRIAL_SECONDS", 0.2)
    with Fake(FaultPlan(strike=(Strike(fault="unavailable"),))) as fake:
        monkeypatch.setenv("MILKWOOD_MODEL", f"{fake.address}#fake-1")
        entry = served.post("/api/runs", {"town": "gull_quay", "name": "mine"})
        assert (entry.status_code, entry.json()["state"]) == (200, "living"), entry.text
        with served.viewer("mine") as viewer:
            viewer.until(
                lambda each: (
                    isinstance(each, dict) and any("It is waited for (" in note["en"] for note in each.get("notes", ()))
                )
            )
        assert served.post("/api/runs/mine/rest").status_code == 200


def test_a_run_rests_and_continues(served: Served) -> None:
    lived(served.app_state)
    assert served.post(f"/api/runs/{RUN}/rest").json()["state"] == "resting"
    assert served.post(f"/api/runs/{RUN}/rest").json()["state"] == "resting"
    assert served.post(f"/api/runs/{RUN}/continue").json()["state"] == "living"
    assert served.post(f"/api/runs/{RUN}/continue").json()["state"] == "living"
    assert served.post("/api/runs/no such run/continue").status_code == 404


def test_a_run_is_forked_and_both_are_compared(served: Served, rested: Path) -> None:
    entry = served.post("/api/runs/thursday/fork", {"tick": 40, "name": "what if"}).json()
    assert (entry["name"], entry["end"], entry["parent"]) == ("what if", 40, {"run": "thursday", "tick": 40})
    found = served.get("/api/compare", params={"a": "thursday", "b": "what if"}).json()
    assert (found["same_until"], found["first"]) == (40, None)
    assert {"what": "ticks", "a": 60, "b": 40} in found["summary"]
    assert served.post("/api/runs/thursday/fork", {"tick": 40, "name": "what if"}).status_code == 409
    assert served.post("/api/runs/thursday/fork", {"tick": 61, "name": "later"}).status_code == 400
    assert served.post("/api/runs/thursday/fork", {"tick": -1, "name": "before"}).status_code == 422
    assert served.post("/api/runs/thursday/fork", {"tick": 4, "name": "../x"}).status_code == 400
    assert served.get("/api/compare", params={"a": "thursday", "b": "nobody"}).status_code == 404


def test_a_run_is_deleted_only_by_its_name_and_while_it_rests(served: Served, rested: Path) -> None:
    lived(served.app_state)
    assert served.erase("thursday", "Thursday").status_code == 409
    assert served.erase("thursday", "").status_code == 409
    assert served.erase(RUN, RUN).status_code == 409
    assert served.erase("nobody", "nobody").status_code == 404
    assert rested.exists()
    assert [run["name"] for run in served.erase("thursday", "thursday").json()["runs"]] == [RUN]
    assert not rested.exists()
    assert [path.name for path in rested.parent.iterdir() if "thursday" in path.name] == []


def test_changing_the_speed_or_pausing_returns_the_status(served: Served) -> None:
    lived(served.app_state)
    pace = f"/api/runs/{RUN}/pace"
    assert served.post(pace, {"speed": 3}).json() | {"now": 0} == {"held": False, "speed": 3, "now": 0}
    assert served.post(pace, {"held": True}).json()["held"] is True
    assert served.post(f"/api/runs/{RUN}/step").json()["held"] is True
    assert served.post(pace, {"held": False, "speed": "max"}).json()["speed"] == "max"
    for wrong in ({"speed": 6}, {"speed": "fast"}, {"held": "perhaps"}, {"more": 1}):
        assert served.post(pace, wrong).status_code == 422
    assert served.post("/api/runs/nobody/pace", {}).status_code == 404


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/simulator_home", "/"),
        ("/replay/thursday/120/", "/run/thursday?tick=120"),
        ("/replay/my%20run/0", "/run/my%20run?tick=0"),
        ("/demo/thursday/120/3/", "/run/thursday?tick=120&speed=3"),
        ("/demo/thursday/1/6/", "/run/thursday?tick=1&speed=max"),
        ("/demo/thursday/x/9/", "/run/thursday"),
        (
            "/replay_persona_state/thursday/5/Isabella%20Rodriguez/",
            "/run/thursday?tick=5&person=isabella_rodriguez",
        ),
    ],
)
def test_old_addresses_lead_to_the_run(served: Served, old: str, new: str) -> None:
    for name in ("thursday", "my run"):
        path_for(name).parent.mkdir(parents=True, exist_ok=True)
        path_for(name).touch()
    answer = served.get(old, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, new)


@pytest.mark.parametrize("old", ["/replay/{}/1/", "/demo/{}/1/2", "/replay_persona_state/{}/5/Isabella_Rodriguez/"])
def test_old_addresses_of_unknown_runs_are_refused_with_a_message(served: Served, old: str) -> None:
    for run in ("nobody", "a%3Fb", "..%2Fnobody"):
        answer = served.get(old.format(run), follow_redirects=False)
        assert answer.status_code == 404
    words = served.get(old.format("nobody"), headers={"accept-language": "zh"}).json()
    assert "nobody" in words["what"]
    assert served.get(old.format("nobody")).json()["what"] == "There is no run “nobody” here."


def test_a_run_has_a_page_of_its_own(served: Served) -> None:
    for path in ("/", "/run/thursday", "/run/my%20run", "/run/thursday?tick=5"):
        assert "<title>Milkwood</title>" in served.get(path).text


def test_the_page_switches_off_components_in_addition_to_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "milkwood.toml").write_text('[minds]\noff = ["planning"]\n', encoding="utf-8")
    found = begin.minds_by_settings(["routines"])
    assert found is not None
    assert found.to_header()["off"] == ["planning", "routines"]
