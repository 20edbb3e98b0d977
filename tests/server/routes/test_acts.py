"""User acts on the page, end to end: each lands, is recorded, and is seen by viewers."""

from collections.abc import Iterator
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.engine.inputs import MAX_TEXT_CHARACTERS
from milkwood.ids import PersonId
from tests.lived import quay
from tests.server.served import RUN, Served, lived, serving
from tests.server.unpacked import Frame

LAMP = "Lighthouse:lamp room:logbook desk"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server with one run for all tests: they do not interfere."""
    folder = tmp_path_factory.mktemp("acts")
    (folder / "index.html").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MILKWOOD_HOME", str(folder / "home"))
        with serving(folder) as opened:
            lived(opened.app_state)
            yield opened


def inputs_of(kind: str) -> list[Any]:
    with Chronicle.read(path_for(RUN)) as reader:
        return [given for given in reader.inputs() if given.kind == kind]


def test_a_whisper_lands_and_is_seen_in_the_stream(served: Served) -> None:
    with served.viewer() as viewer:
        viewer.frame()
        answer = served.act("whisper", person="ivo_marsh", text="The boat is <b>leaking</b>.").json()
        heard = viewer.happens(lambda each: each["k"] == "whispered")
    assert (heard["t"], heard["who"]) == (answer["tick"], "ivo_marsh")
    assert heard["text"] == "The boat is <b>leaking</b>."
    assert inputs_of("whisper")[-1].tick == answer["tick"]


def test_a_visitor_tells_a_person_something_and_they_remember_who_said_it(served: Served) -> None:
    with served.viewer() as viewer:
        viewer.frame()
        answer = served.act("tell", person="nell_avery", name="Old Tom", text="A ship was seen at dawn.")
        assert answer.status_code == 200, answer.text
        heard = viewer.happens(lambda each: each["k"] == "told")
        assert (heard["who"], heard["by"], heard["text"]) == ("nell_avery", "Old Tom", "A ship was seen at dawn.")
        viewer.until(lambda each: isinstance(each, Frame) and each.until > heard["t"] + 3)
    with Chronicle.read(path_for(RUN)) as reader:
        kept = [memory for _, who, memory in reader.memories() if who == "nell_avery" and memory.source == "Old Tom"]
    assert kept[0].text == "A ship was seen at dawn."
    assert kept[0].kind == "news"


def test_an_announcement_is_heard_by_everyone_awake(served: Served) -> None:
    with served.viewer() as viewer:
        viewer.frame()
        answer = served.act("announce", place="The Green", time="18:00", text="A dance by lantern light")
        assert answer.status_code == 200, answer.text
        heard = viewer.happens(lambda each: each["k"] == "announced")
        assert heard["place"].startswith("The Green:")
        assert heard["start"] == 360 * 11
        viewer.until(lambda each: isinstance(each, Frame) and each.until > heard["t"] + 3)
    with Chronicle.read(path_for(RUN)) as reader:
        told = [each for each in reader.happenings(kinds=("told",)) if each.tick == heard["t"]]
        kept = [memory.text for _, _, memory in reader.memories() if "lantern light" in memory.text]
    assert len(told) >= 3
    assert any("Friday at 18:00" in text for text in kept)


def test_a_thing_is_changed_in_plain_words(served: Served) -> None:
    with served.viewer() as viewer:
        viewer.frame()
        served.act("change", thing=LAMP, text="The logbook desk is on fire!")
        changed = viewer.happens(lambda each: each["k"] == "thing_changed" and each["who"] == "~outside")
    assert (changed["thing"], changed["state"]) == (LAMP, "on fire")


def _moves(frame: Frame, number: int, away_from: list[int]) -> bool:
    """Whether a person moves to another tile in a frame."""
    return any(record.who == number and [record.x, record.y] != away_from for record in frame.records)


def test_the_user_walks_in_walks_about_and_talks(served: Served) -> None:
    with served.viewer() as viewer:
        # A walking person is soon out of earshot: by then Petra stands at her counter, until tick 900.
        viewer.until(lambda each: isinstance(each, Frame) and each.until > 100)
        assert served.post(f"/api/runs/{RUN}/pace", {"speed": 3}).status_code == 200
        with Chronicle.read(path_for(RUN)) as reader:
            near = reader.scene(reader.end, quay().town_map).tiles
        tile = near[PersonId("petra_marsh")]
        came = served.act("enter", name="Sam Visitor", tile=list(tile)).json()
        person = came["person"]
        entered = viewer.happens(lambda each: each["k"] == "entered" and each["who"] == person)
        assert max(abs(entered["tile"][0] - tile[0]), abs(entered["tile"][1] - tile[1])) <= 6
        numbers = [each["id"] for each in served.get(f"/api/runs/{RUN}").json()["people"]]
        for step in "lrud":
            assert served.act("move", person=person, step=step).status_code == 200
        viewer.until(lambda each: isinstance(each, Frame) and _moves(each, numbers.index(person), entered["tile"]))
        assert served.act("speak", person=person, text="Good morning!").status_code == 200
        said = viewer.happens(lambda each: each["k"] == "said" and each["who"] == person)
        assert said["text"] == "Good morning!"
        assert viewer.happens(lambda each: each["k"] == "said" and each["talk"] == said["talk"])["who"] != person
        assert served.act("exit", person=person).json()["person"] == person
        assert viewer.happens(lambda each: each["k"] == "departed" and each["whom"] == person)
    served.post(f"/api/runs/{RUN}/pace", {"speed": 5})
    again = served.act("enter", name="Sam Visitor").json()
    assert again["person"] == person
    served.act("exit", person=person)


def test_a_person_comes_to_live_here_by_a_short_form_and_leaves_again(served: Served) -> None:
    with served.viewer() as viewer:
        viewer.frame()
        form: dict[str, Any] = {
            "name": "Mo Zhang",
            "home": "Marsh house",
            "age": 41,
            "traits": "calm, funny",
            "pronoun": "he",
        }
        answer = served.act("arrive", **form, work="baker", look=7)
        assert answer.status_code == 200, answer.text
        assert answer.json()["person"] == "mo_zhang"
        told = viewer.until(lambda each: isinstance(each, dict) and "mo_zhang" in str(each.get("people")))[-1]
        assert isinstance(told, dict)
        came = next(each for each in told["people"] if each["id"] == "mo_zhang" and each["newcomer"])
        assert (came["profile"]["age"], came["profile"]["traits"][0]["en"]) == (41, "calm")
        portrait = served.get(f"/api/runs/{RUN}/people/mo_zhang/portrait.png").content
        assert portrait == served.get("/api/looks/7.png", params={"age": 41}).content
        assert portrait != served.get("/api/looks/8.png", params={"age": 41}).content
        assert served.act("remove", person="mo_zhang").status_code == 200
        assert viewer.happens(lambda each: each["k"] == "departed" and each["whom"] == "mo_zhang")


def test_spending_is_paused_and_continues(served: Served) -> None:
    assert served.act("spending", paused=True).status_code == 200
    living = served.app_state.threads.find(RUN)
    assert living is not None
    assert living.call(lambda run: run.spending_paused).result(10)
    assert served.act("spending", paused=False).status_code == 200
    assert not living.call(lambda run: run.spending_paused).result(10)


@pytest.mark.parametrize(
    ("kind", "about", "status"),
    [
        ("whisper", {"person": "nobody", "text": "x"}, 400),
        ("whisper", {"person": "ivo_marsh", "text": "   "}, 400),
        ("whisper", {"person": "ivo_marsh", "text": "x" * (MAX_TEXT_CHARACTERS + 1)}, 422),
        ("whisper", {"person": "ivo_marsh"}, 422),
        ("whisper", {"person": "ivo_marsh", "text": "x", "more": 1}, 422),
        ("tell", {"person": "nobody", "name": "Tom", "text": "x"}, 400),
        ("change", {"thing": "no such thing", "text": "x"}, 400),
        ("announce", {"place": "Atlantis", "time": "18:00", "text": "x"}, 400),
        ("announce", {"place": "The Green", "time": "25:99", "text": "x"}, 400),
        ("announce", {"place": "The Green", "time": "1999-01-01T10:00", "text": "x"}, 400),
        ("arrive", {"name": "Jo", "home": "The Green"}, 400),
        ("arrive", {"name": "Jo", "home": "Atlantis"}, 400),
        ("enter", {"name": "Jo", "place": "Atlantis"}, 400),
        ("enter", {"name": "Jo", "tile": [-99, 10**6]}, 400),
        ("move", {"person": "ivo_marsh", "step": "u"}, 400),
        ("move", {"person": "ivo_marsh", "step": "north"}, 422),
        ("speak", {"person": "nobody", "text": "x"}, 400),
        ("exit", {"person": "ivo_marsh"}, 400),
        ("remove", {"person": "nobody"}, 400),
        ("dance", {}, 422),
    ],
)
def test_impossible_acts_are_refused_with_a_message(
    served: Served, kind: str, about: dict[str, Any], status: int
) -> None:
    answer = served.act(kind, **about)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"what", "remedy"}
    assert answer.json()["what"]


def test_the_past_is_not_changed_but_a_fork_is_offered(served: Served) -> None:
    with served.viewer() as viewer:
        viewer.until(lambda each: isinstance(each, Frame) and each.until > 400)
    answer = served.act("whisper", person="ivo_marsh", text="x", tick=3)
    assert (answer.status_code, answer.json()["fork"]) == (409, True)
    living = served.app_state.threads.find(RUN)
    assert living is not None
    assert served.act("whisper", person="ivo_marsh", text="now", tick=living.status.now).status_code == 200


def test_a_run_of_another_process_accepts_no_acts(served: Served) -> None:
    assert served.post(f"/api/runs/{RUN}/fork", {"tick": 5, "name": "what if"}).status_code == 200
    answer = served.act("whisper", run="what if", person="ivo_marsh", text="x")
    assert (answer.status_code, answer.json()["fork"]) == (409, True)
    assert served.act("whisper", run="no such run", person="ivo_marsh", text="x").status_code == 404
