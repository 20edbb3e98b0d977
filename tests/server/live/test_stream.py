"""Watching live, over real sockets: snapshot then changes, many viewers, viewers that do not read, and garbage."""

import asyncio
import json
import random
import socket
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.server.live import stream
from milkwood.server.routes import stream as live
from milkwood.server.wire.frames import NO_COORDINATE
from tests.lived import quay
from tests.server.served import PATIENCE, RUN, Message, Served, lived, serving
from tests.server.unpacked import Frame


@pytest.fixture
def served(static: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    with serving(static) as opened:
        lived(opened.app_state)
        yield opened


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that only try to connect."""
    home = tmp_path_factory.mktemp("lasting")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MILKWOOD_HOME", str(home))
        with serving(home) as opened:
            lived(opened.app_state)
            yield opened


@pytest.fixture
def door(lasting: Served, monkeypatch: pytest.MonkeyPatch) -> Served:
    living = lasting.app_state.threads.find(RUN)
    assert living is not None
    monkeypatch.setenv("MILKWOOD_HOME", str(living.call(lambda run: run.chronicle.path).result(PATIENCE).parents[1]))
    return lasting


def is_reel(message: Message, since: int = 0) -> bool:
    """Whether it is what happened, up to some tick after another."""
    return isinstance(message, dict) and message["type"] == "reel" and message["until"] > since


def places_of(messages: list[Message]) -> tuple[dict[int, list[tuple[int, int, int]]], int]:
    """The records of each person, and the last tick they cover."""
    records: dict[int, list[tuple[int, int, int]]] = {}
    until = 0
    for frame in messages:
        if isinstance(frame, Frame):
            if until:
                assert frame.base == until
            until = frame.until
            for record in frame.records:
                records.setdefault(record.who, []).append((record.tick, record.x, record.y))
    return records, until


def assert_true_to_the_chronicle(messages: list[Message]) -> None:
    records, until = places_of(messages)
    first = next(message for message in messages if isinstance(message, Frame)).base
    with Chronicle.read(path_for(RUN)) as reader:
        people = sorted(reader.header.cast)
        for tick in random.Random(1).sample(range(first, until), min(20, until - first)):
            tiles = reader.scene(tick, quay().town_map).tiles
            for number, person in enumerate(people):
                known = [(x, y) for when, x, y in records[number] if when <= tick]
                assert known[-1] == tuple(tiles[person])


def test_a_viewer_gets_a_greeting_then_a_snapshot_then_changes(served: Served) -> None:
    with served.viewer() as viewer:
        assert viewer.hello["type"] == "hello"
        assert (viewer.hello["protocol"], viewer.hello["run"], viewer.hello["state"]) == (1, RUN, "living")
        assert viewer.hello["may_act"] is True
        first = viewer.next()
        assert isinstance(first, Frame)
        messages = [first, *viewer.until(lambda each: is_reel(each, first.until + 100))]
    assert first.snapshot
    assert len(first.records) == first.people == 6
    assert_true_to_the_chronicle(messages)
    reels = [each for each in messages if isinstance(each, dict) and each["type"] == "reel"]
    assert all(one["until"] == two["from"] for one, two in pairwise(reels))
    with Chronicle.read(path_for(RUN)) as reader:
        kinds = ("deed_began", "said", "talk_began")
        happened = reader.happenings(reels[0]["from"], reels[-1]["until"], kinds=kinds)
    told = [each for reel in reels for each in reel["happenings"] if each["k"] in kinds]
    assert [(each["t"], each["who"]) for each in told] == [(each.tick, each.person) for each in happened]


def test_a_viewer_who_comes_back_is_caught_up_from_where_they_were(served: Served) -> None:
    with served.viewer() as viewer:
        viewer.until(lambda each: isinstance(each, Frame) and each.until > 80)
    with served.viewer(since=10) as viewer:
        messages = viewer.until(is_reel)
    first = messages[0]
    assert isinstance(first, Frame)
    assert (first.base, first.snapshot) == (10, True)
    assert first.until > 80
    assert isinstance(messages[1], dict)
    assert (messages[1]["type"], messages[1]["from"], messages[1]["until"]) == ("reel", 10, first.until - 1)
    assert_true_to_the_chronicle(messages)


def test_a_viewer_too_far_behind_starts_again_and_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_CATCH_UP_TICKS", 5)
    with served.viewer() as viewer:
        viewer.until(lambda each: isinstance(each, Frame) and each.until > 20)
    with served.viewer(since=0) as viewer:
        gap, frame = viewer.next(), viewer.next()
    assert isinstance(gap, dict)
    assert isinstance(frame, Frame)
    assert (gap["type"], gap["from"], frame.snapshot) == ("gap", frame.base, True)


def test_three_simultaneous_viewers_see_the_same(served: Served) -> None:
    with served.viewer() as one, served.viewer() as two, served.viewer() as three:
        seen = [viewer.until(lambda each: isinstance(each, Frame) and each.until > 500) for viewer in (one, two, three)]
    frames = [
        {each.base: each for each in messages if isinstance(each, Frame) and not each.snapshot} for messages in seen
    ]
    shared = set(frames[0]) & set(frames[1]) & set(frames[2])
    assert len(shared) > 5
    assert all(frames[0][base] == frames[1][base] == frames[2][base] for base in shared)


def test_a_page_reloaded_twenty_times_leaves_nothing_behind(served: Served) -> None:
    for _ in range(20):
        with served.viewer() as viewer:
            assert viewer.frame().snapshot
    with served.viewer() as last:
        last.until(lambda each: isinstance(each, Frame) and not each.snapshot)
    assert served.app_state.threads.find(RUN) is not None


def test_a_viewer_that_does_not_read_loses_frames_and_the_others_continue(
    static: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    # A day in some 300 messages, whatever its speed: more than a viewer's queue and the system's buffers hold, and slow
    # enough for viewers that read.
    monkeypatch.setattr(stream, "MAX_MESSAGE_TICKS", 60)
    monkeypatch.setattr(stream, "FRAME_SECONDS", 0.02)
    with serving(static, narrow=True) as served:
        lived(served.app_state, speed=1)
        few = socket.create_connection(("127.0.0.1", served.port))
        few.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        with served.viewer() as reading, served.viewer(sock=few, max_queue=1) as stuck:
            # Only now, or the run would be far ahead before the viewers look.
            assert served.post(f"/api/runs/{RUN}/pace", {"speed": "max"}).status_code == 200
            messages = reading.until(lambda each: isinstance(each, Frame) and each.until > 8640)
            frames = [each for each in messages if isinstance(each, Frame)]
            assert len(frames) > 2 * stream.MAX_QUEUED_MESSAGES
            assert all(one.until == two.base for one, two in pairwise(frames))
            few.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)  # now the viewer reads, and quickly
            missed = stuck.told("gap")
            again = stuck.frame()
            assert (again.snapshot, again.base) == (True, missed["from"])


def test_a_queue_holds_no_more_than_it_may_and_starts_again() -> None:
    async def flood() -> None:
        viewer = stream.Viewer()
        for _ in range(stream.MAX_QUEUED_MESSAGES * 3):
            viewer.offer(b"x" * 100)
        assert viewer.lost
        assert await viewer.next() is None
        viewer.begin(["again"])
        assert (await viewer.next(), viewer.lost) == ("again", False)
        viewer.offer(b"x" * (stream.MAX_QUEUED_BYTES + 1))
        assert viewer.lost

    asyncio.run(flood())


def test_a_lost_viewer_keeps_nothing_waiting() -> None:
    viewer = stream.Viewer()
    for _ in range(10_000):
        viewer.offer("x" * 1000)
    assert len(viewer._waiting) == 0


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('{"protocol": 2}', live.OTHER_VERSION_CLOSE_CODE),
        ('{"protocol": 1, "from": -1}', live.UNREADABLE_CLOSE_CODE),
        ('{"protocol": 1, "from": 1e300}', live.UNREADABLE_CLOSE_CODE),
        ('{"protocol": "1"}', live.UNREADABLE_CLOSE_CODE),
        ("{}", live.UNREADABLE_CLOSE_CODE),
        ("not json", live.UNREADABLE_CLOSE_CODE),
        ("[" * 5000, live.UNREADABLE_CLOSE_CODE),
        (b"\x00\xff", live.UNREADABLE_CLOSE_CODE),
        ("", live.UNREADABLE_CLOSE_CODE),
    ],
)
def test_unknown_messages_are_refused_with_a_message(door: Served, said: str | bytes, code: int) -> None:
    with door.connect() as opened:
        opened.recv(PATIENCE)
        opened.send(said)
        refused = json.loads(opened.recv(PATIENCE))
        assert refused["type"] == "refused"
        assert all(refused[part][tongue] for part in ("what", "remedy") for tongue in ("en", "zh"))
        assert refused["what"]["en"] != refused["what"]["zh"]
        with pytest.raises(ConnectionClosed):
            opened.recv(PATIENCE)
        assert opened.close_code == code


def test_a_message_that_is_too_long_ends_the_stream_and_nothing_else(door: Served) -> None:
    with door.connect() as opened:
        opened.recv(PATIENCE)
        opened.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            opened.recv(PATIENCE)
    with door.viewer() as viewer:
        assert viewer.frame().snapshot


def test_later_messages_of_a_viewer_are_ignored(door: Served) -> None:
    with door.viewer() as viewer:
        for noise in ("{}", "[1", b"\x01", '{"protocol": 9}'):
            viewer.socket.send(noise)
        viewer.until(lambda each: isinstance(each, Frame) and not each.snapshot)


def test_a_missing_run_is_refused(door: Served) -> None:
    for run in ("nobody", "..", "%00", "x" * 300):
        with door.connect(run) as opened:
            refused = json.loads(opened.recv(PATIENCE))
            assert refused["type"] == "refused"
    with pytest.raises(InvalidStatus, match="403"):
        door.connect("..%2f..%2fetc")


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_a_page_from_elsewhere_cannot_listen_in(door: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        door.connect(origin=origin)


def test_our_own_page_may(door: Served) -> None:
    with door.viewer(origin=door.origin) as viewer:
        assert viewer.frame().snapshot


def test_a_foreign_host_name_is_refused(door: Served) -> None:
    here = socket.create_connection(("127.0.0.1", door.port))
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://evil.example/api/runs/{RUN}/live", sock=here)


def test_changes_of_the_run_status_are_sent(served: Served) -> None:
    with served.viewer() as viewer:
        assert served.post(f"/api/runs/{RUN}/pace", {"held": True, "speed": 3}).json()["held"] is True
        told = viewer.until(lambda each: isinstance(each, dict) and each["type"] == "state" and each["pace"]["held"])
        last = told[-1]
        assert isinstance(last, dict)
        assert last["pace"]["speed"] == 3
        assert last["still"] == {"is": "held", "words": {"en": "The town is paused.", "zh": "小镇已暂停。"}}


def test_a_run_that_stops_says_so_and_can_still_be_watched(served: Served) -> None:
    with served.viewer() as viewer:
        viewer.frame()
        assert served.post(f"/api/runs/{RUN}/rest").json()["state"] == "resting"
        end = viewer.told("end")
        assert end["why"] == {}
    with served.viewer() as viewer:
        assert viewer.hello["state"] == "resting"
        assert viewer.hello["pace"] is None
        assert viewer.frame().base == end["end"]


def test_a_run_is_over_only_when_all_of_it_was_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_MESSAGE_TICKS", 20)
    living = served.app_state.threads.find(RUN)
    assert living is not None
    with served.viewer() as viewer:
        viewer.frame()
        assert served.post(f"/api/runs/{RUN}/pace", {"speed": "max"}).status_code == 200
        viewer.until(lambda each: isinstance(each, Frame) and living.status.now > each.until + 400)
        served.post(f"/api/runs/{RUN}/rest")  # much of it has not been sent yet
        monkeypatch.setattr(stream, "FRAME_SECONDS", 0.01)
        told = viewer.until(lambda each: isinstance(each, dict) and each["type"] == "end")
    end = told[-1]
    assert isinstance(end, dict)
    with Chronicle.read(path_for(RUN)) as reader:
        assert end["end"] == reader.end
    assert [each.until for each in told if isinstance(each, Frame)][-1] == end["end"] + 1


def test_a_run_deleted_under_a_viewer_ends_with_a_message(served: Served) -> None:
    served.post(f"/api/runs/{RUN}/rest")
    with served.viewer() as viewer:
        viewer.frame()
        assert served.erase(RUN, RUN).status_code == 200
        assert "no run" in viewer.told("refused")["what"]["en"]
        with pytest.raises(ConnectionClosed):
            viewer.next()
        assert viewer.socket.close_code == live.UNKNOWN_CLOSE_CODE


def test_a_server_that_is_started_again_continues_the_run(static: Path, served: Served) -> None:
    with served.viewer() as viewer:
        viewer.until(lambda each: isinstance(each, Frame) and each.until > 60)
    served.app_state.close()
    with serving(static) as again:
        assert again.get("/api/runs").json()["runs"][0]["state"] == "resting"
        lived(again.app_state)
        with again.viewer(since=20) as viewer:
            first = viewer.frame()
            messages = [first, *viewer.until(lambda each: isinstance(each, Frame) and each.until > first.until + 30)]
        assert first.base == 20
        assert_true_to_the_chronicle(messages)


def test_a_person_who_walks_in_is_announced_before_they_move(served: Served) -> None:
    with served.viewer() as viewer:
        answer = served.act("enter", name="Sam", tile=[20, 20]).json()
        assert answer["person"] == "sam"
        people = viewer.told("people")["people"]
        assert [each["id"] for each in people[6:]] == ["sam"]
        assert people[6]["avatar"] is True
        came = viewer.until(lambda each: isinstance(each, Frame) and any(record.who == 6 for record in each.records))
        frame = came[-1]
        assert isinstance(frame, Frame)
        assert frame.people == 7
        assert NO_COORDINATE not in [record.x for record in frame.records if record.who == 6]
