"""Queries about the town of a run."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Reader
from milkwood.chronicle.rumour import Fact, rumour_of
from milkwood.ids import PersonId, ThingId
from milkwood.run import MindConfig, RestoredRun, new_run
from milkwood.run.mind_config import RULE
from milkwood.server.views.machine import SpeedMeter
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.ties import ties
from milkwood.server.wire.machine import MachineOut
from milkwood.server.wire.run_town import FeedOut, NewsOut, TalksOut, ThingNowOut, TiesOut
from milkwood.town.acts import Announce, Change
from milkwood.words import ENGLISH
from tests.lived import quay
from tests.server.morning import (
    ANNOUNCED,
    CHANGED,
    LEFT,
    MARKUP,
    NOTICE,
    RUN,
    TICKS,
    TOLD,
    VISITOR_NAME,
    WHISPERED,
    acts,
    app_state,
    built,
    get,
    lived,
    reader,
    recording,
    resident,
    window,
)

__all__ = ["app_state", "built", "lived", "reader", "recording", "window"]


# --- talks


def test_talks_are_told_newest_first_and_page_by_page(window: TestClient, reader: Reader) -> None:
    known = reader.talks()
    seen: list[str] = []
    before = TICKS
    while True:
        page = TalksOut.model_validate(get(window, "/talks", limit=3, before=before))
        assert page.total == len(known)
        if not page.talks:
            break
        seen += [talk.id for talk in page.talks]
        before = page.talks[-1].begin
    assert sorted(seen) == sorted(talk.id for talk in known)


def test_a_talk_is_told_as_it_stood(window: TestClient, reader: Reader) -> None:
    talk = next(each for each in reader.talks() if len(each.lines) >= 3)
    tick = talk.lines[2].tick
    told = next(each for each in get(window, "/talks", until=tick, limit=500)["talks"] if each["id"] == talk.id)
    assert (told["end"], len(told["lines"])) == (None, 2)


def test_talks_are_found_by_person_words_and_time(window: TestClient, reader: Reader) -> None:
    of_one = TalksOut.model_validate(get(window, "/talks", person=resident(), limit=500))
    assert of_one.talks
    assert all(resident() in talk.people for talk in of_one.talks)
    assert get(window, "/talks", q="ALERT('MILK')")["total"] == len([talk for talk in reader.talks() if talk.lines])
    assert get(window, "/talks", q="no such words")["total"] == 0
    late = TalksOut.model_validate(get(window, "/talks", **{"from": 700}))
    assert all(talk.end is None or talk.end >= 700 for talk in late.talks)


def test_a_talk_says_where_it_was(window: TestClient, reader: Reader) -> None:
    for talk in TalksOut.model_validate(get(window, "/talks", limit=500)).talks:
        scene = reader.scene(talk.begin, quay().town_map)
        room = quay().town_map.room_at(scene.tiles[PersonId(talk.people[0])])
        assert talk.place == (room.id if room else None)


# --- feed


def test_the_feed_tells_in_sentences_newest_first(window: TestClient) -> None:
    feed = FeedOut.model_validate(get(window, "/feed", until=TICKS, limit=50))
    ticks = [item.t for item in feed.items]
    assert ticks == sorted(ticks, reverse=True)
    assert len(feed.items) >= 50
    assert all(item.sentence for item in feed.items)


def test_the_feed_continues_where_it_stopped(window: TestClient) -> None:
    kinds, seen, until = "said,whispered", [], TICKS
    for _ in range(200):
        feed = FeedOut.model_validate(get(window, "/feed", until=until, limit=10, kinds=kinds))
        seen += [(item.t, item.who) for item in feed.items]
        if feed.before is None:
            break
        until = feed.before
    whole = [(item.t, item.who) for item in FeedOut.model_validate(get(window, "/feed", kinds=kinds, limit=500)).items]
    assert seen == whole
    assert len(seen) == len(set(seen))


def test_the_feed_includes_user_acts(window: TestClient) -> None:
    items = FeedOut.model_validate(get(window, "/feed", kinds="input,departed", limit=500)).items
    said = {(item.t, item.sentence) for item in items}
    name = quay().people[resident()].name.in_language(quay().languages[0])
    assert (WHISPERED, f"You whisper to {name}: “{MARKUP}”") in said
    assert (LEFT, f"{VISITOR_NAME} leaves the town") in said


def test_a_notice_is_told_once_and_what_a_visitor_said_to_whom(window: TestClient) -> None:
    items = FeedOut.model_validate(get(window, "/feed", until=ANNOUNCED + 1, limit=500)).items
    assert [item.t for item in items if item.k == "announced"] == [ANNOUNCED]
    told = [(item.t, item.who, item.by) for item in items if item.k == "told"]
    assert told == [(TOLD, resident(), "Aunt May")]
    notice = next(item for item in items if item.k == "announced")
    assert NOTICE in notice.sentence
    assert [notice.place] == [act.room for _, act in acts() if isinstance(act, Announce)]


def test_the_feed_can_be_of_one_person(window: TestClient) -> None:
    items = FeedOut.model_validate(get(window, "/feed", person=resident(), limit=200)).items
    assert items
    assert all(resident() in (item.who, item.partner, item.whom, item.person) for item in items)


def test_a_whole_town_is_told_in_a_language_it_speaks(tmp_path: Path) -> None:
    from milkwood.server.live.app_state import AppState
    from milkwood.server.run_files import RunFiles
    from milkwood.server.views.feed import FeedQuery, feed
    from milkwood.words import Language

    path = tmp_path / "zh.milkwood"
    with new_run(quay(), path, "zh", language=Language("zh"), minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(1500))
    recording = AppState(RunFiles([path])).recordings.find("zh")
    with recording.reader() as reader:
        told = feed(recording, reader, FeedQuery(1500, limit=300))
    assert told.items
    assert not any(" begins to talk to " in item.sentence for item in told.items)


# --- ties


def test_ties_are_as_people_feel_them(window: TestClient, lived: Path) -> None:
    """At a snapshot's tick, exactly as in all heads."""
    told = TiesOut.model_validate(get(window, "/ties", tick=1080))
    look = asyncio.run(RestoredRun.at(lived, quay(), 1080))
    assert told.tick == 1080
    known = {(edge.a, edge.b): edge.closeness for edge in told.edges}
    for one in look.people:
        for other in look.head(one).people.acquainted():
            closeness = look.head(one).people.of(other).closeness
            if closeness and other in look.head(one).folk:
                pair = (one, other) if one < other else (other, one)
                assert known[pair][0 if one < other else 1] == closeness


def test_ties_of_people_whose_minds_the_first_release_kept_are_told(
    recording: OpenRun, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = json.loads((Path(__file__).parents[2] / "fixtures" / "minds_1" / "talking.json").read_text("utf-8"))
    person, mind = PersonId(file["person"]), {"mind": file["mind"]}
    snapshot = reader.snapshot_before(1080)
    assert snapshot is not None
    monkeypatch.setattr(Reader, "snapshot_before", lambda _self, _tick: replace(snapshot, minds={person: mind}))
    told = ties(recording, reader, 1080)
    felt = {known: facts[3] for known, facts in file["mind"]["people"].items() if facts[3]}
    mine = [edge for edge in told.edges if any(edge.closeness)]
    assert {edge.b if edge.a == person else edge.a: max(edge.closeness) for edge in mine} == felt
    assert len(felt) > 2


def test_ties_count_talks_up_to_the_tick(window: TestClient, reader: Reader) -> None:
    for tick in (0, 300, TICKS):
        told = TiesOut.model_validate(get(window, "/ties", tick=tick))
        members = [talk.members for talk in reader.talks() if talk.began < tick]
        assert sum(edge.talks for edge in told.edges) == sum(len(each) * (len(each) - 1) // 2 for each in members)


# --- news


def test_news_are_followed_as_the_chronicle_follows_them(window: TestClient, reader: Reader) -> None:
    text = next(memory.text for _, _, memory in reader.memories(kinds=("news",)))
    told = NewsOut.model_validate(get(window, "/news", q=text))
    known = rumour_of(Fact((text,)), reader.memories(), reader.talks())
    assert [(knower.person, knower.tick) for knower in told.knowers] == [
        (person, known.knowings[person].tick) for person in known.knowers()
    ]
    assert [knower.person for knower in told.unexplained] == [knowing.person for knowing in known.unexplained()]


def test_news_can_be_picked_from_a_memory(window: TestClient, reader: Reader) -> None:
    _, person, memory = reader.memories(kinds=("news",))[0]
    by_memory = get(window, "/news", person=person, memory=memory.number)
    assert by_memory == get(window, "/news", q=memory.text)


def test_no_person_knew_it_before_being_told(window: TestClient, reader: Reader) -> None:
    tick, _, memory = reader.memories(kinds=("news",))[0]
    told = NewsOut.model_validate(get(window, "/news", q=memory.text, tick=tick))
    assert all(knower.tick < tick for knower in told.knowers)


@pytest.mark.parametrize("query", ["", "?q=%20", "?person=nobody&memory=3", "?memory=3", "?memory=-3&person=x"])
def test_missing_news_text_is_refused(query: str, window: TestClient) -> None:
    assert window.get(f"{RUN}/news{query}").status_code in (404, 422)


def test_the_first_news_is_the_first_time_that_a_story_was_told(window: TestClient, reader: Reader) -> None:
    texts = [
        memory.text[ENGLISH] for story in quay().scenario.stories for memory in story.memories if not memory.private
    ]
    rumours = [rumour_of(Fact((text,)), reader.memories(), reader.talks()) for text in texts]
    told = [rumour.knowings[person].tick for rumour in rumours for person in rumour.told()]
    first = get(window, "/news/first")
    assert (first["tick"] if first else None) == min(told, default=None)
    assert get(window, "/news/first", tick=1) is None


def test_stories_are_worth_following(window: TestClient) -> None:
    ideas = get(window, "/news/ideas")
    stories = {memory.text[ENGLISH] for story in quay().scenario.stories for memory in story.memories}
    assert ideas
    assert ideas[0]["text"] in stories
    assert ideas[0]["first"] in [str(person) for person in quay().people]


# --- things


def test_a_thing_is_told_with_its_past(window: TestClient) -> None:
    (thing,) = (act.thing for _, act in acts() if isinstance(act, Change))
    told = ThingNowOut.model_validate(get(window, f"/things/{thing}", tick=CHANGED + 1))
    assert told.state == "on fire <b>"
    assert (told.history[0].tick, told.history[0].by) == (CHANGED, "~outside")
    before = ThingNowOut.model_validate(get(window, f"/things/{thing}", tick=CHANGED))
    assert before.state != "on fire <b>"


def test_every_thing_can_be_looked_at(window: TestClient, reader: Reader) -> None:
    scene = reader.scene(1000, quay().town_map)
    for thing in list(scene.states)[:10]:
        told = ThingNowOut.model_validate(get(window, f"/things/{thing}", tick=1000))
        assert told.state == scene.states[ThingId(thing)].words == told.history[0].state


def test_a_thing_that_is_not_there_is_refused(window: TestClient) -> None:
    assert window.get(f"{RUN}/things/no:such:thing").status_code == 404


# --- the machine room


def test_the_machine_room_adds_up(window: TestClient, reader: Reader) -> None:
    told = MachineOut.model_validate(get(window, "/machine"))
    asked = reader.count("questions")
    assert told.total.answers == asked
    for parts in (told.by_person, told.by_question, told.mind.models):
        assert sum(part.answers for part in parts) == asked
    assert sum(count for _, count in told.per_minute) == asked
    assert told.mind.name == "obliging"
    assert (told.waiting, told.still, told.budget, told.spending_paused) == ([], None, None, False)
    assert told.estimate is not None
    assert told.estimate.calls > 0


def test_speed_is_the_progress_since_the_last_request() -> None:
    meter = SpeedMeter()
    assert meter.speed("a", 100, 1.0) == 0.0
    assert meter.speed("a", 130, 4.0) == 10.0
    assert meter.speed("b", 130, 4.0) == 0.0
    assert meter.speed("a", 130, 100.0) == 0.0, "what was long ago does not count"


def test_no_answer_names_a_path_of_this_machine(window: TestClient, lived: Path) -> None:
    paths = ["", "/marks", "/talks", "/feed", "/ties", "/news/ideas", "/machine", "/reel?from=0&until=360"]
    paths += [f"/people/{resident()}", f"/people/{resident()}/memories", f"/people/{resident()}/why"]
    for path in paths:
        text = window.get(f"{RUN}{path}").text
        assert not [secret for secret in (lived.parent, quay().folder) if str(secret) in text], path
