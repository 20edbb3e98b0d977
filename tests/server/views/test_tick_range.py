"""A stretch of a run is sent in a form that a page can fold."""

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Chronicle, Reader
from milkwood.server.views import tick_range
from milkwood.server.wire.frames import NO_COORDINATE, PersonNumbers
from milkwood.server.wire.playback import ReelOut
from milkwood.town.town import Scene
from milkwood.towns import Pack
from tests.server.morning import (
    CHANGED,
    ENTERED,
    LEFT,
    MARKUP,
    NAME,
    TICKS,
    VISITOR,
    WHISPERED,
    app_state,
    built,
    get,
    lived,
    pack,
    reader,
    resident,
    window,
)
from tests.server.unpacked import unpack

__all__ = ["app_state", "built", "lived", "pack", "reader", "window"]

HOUR = 360


def shown(scene: Scene) -> dict[str, tuple[bool, str | None, str | None]]:
    """What a page shows of each person: asleep, current deed, current talk."""
    return {
        str(person): (body.asleep, body.deed.what if body.deed else None, body.talk)
        for person, body in scene.bodies.items()
    }


def folded(told: dict[str, Any], until: int) -> dict[str, Any]:
    """A page's state after a reel, and all events before a tick."""
    state = told["state"]
    people: dict[str, Any] = {
        each["who"]: (each["asleep"], each["deed"] and each["deed"]["what"], each["talk"]) for each in state["people"]
    }
    talks = {each["id"]: list(each["people"]) for each in state["talks"]}
    for each in told["happenings"]:
        if each["t"] >= until:
            break
        fold_one(each, people, talks)
    return people


def fold_one(each: dict[str, Any], people: dict[str, Any], talks: dict[str, list[str]]) -> None:
    who = each["who"]
    match each["k"]:
        case "deed_began" | "entered":
            deed = each.get("deed") or {}
            talk = people.get(who, (False, None, None))[2]
            people[who] = (bool(deed.get("asleep")), deed.get("what"), talk)
        case "deed_ended":
            people[who] = (False, None, people[who][2])
        case "departed":
            del people[each["whom"]]
        case "talk_began":
            talks[each["talk"]] = [who, each["partner"]]
        case "joined":
            talks[each["talk"]].append(who)
        case "left":
            talks[each["talk"]].remove(who)
            people[who] = (*people[who][:2], None)
        case "talk_ended":
            for member in talks.pop(each["talk"]):
                if member in people:
                    people[member] = (*people[member][:2], None)
    for talk, members in talks.items():
        for member in members:
            people[member] = (*people[member][:2], talk)


@pytest.mark.parametrize("since", range(0, TICKS, HOUR))
def test_folding_a_reel_gives_the_town_at_every_tick(since: int, reader: Reader, pack: Pack) -> None:
    until = min(since + HOUR, TICKS)
    told = tick_range.reel(reader, pack.town_map, since, until)
    for tick in sorted({since, since + 1, min(since + 77, until), until - 1, until}):
        assert folded(told, tick) == shown(reader.scene(tick, pack.town_map)), tick


@pytest.mark.parametrize("since", range(0, TICKS, HOUR))
def test_the_moves_of_an_hour_match_the_town(since: int, reader: Reader, pack: Pack) -> None:
    roll = PersonNumbers([*reader.header.cast, VISITOR])
    frame = unpack(tick_range.moves(reader, roll, pack.town_map, since, min(since + HOUR, TICKS)))
    at: dict[int, tuple[int, int]] = {}
    records = iter(sorted(frame.records, key=lambda record: record.tick))
    following = next(records, None)
    for tick in range(frame.base, frame.until):
        while following is not None and following.tick <= tick:
            at[following.who] = (following.x, following.y)
            following = next(records, None)
        if tick % 29:
            continue
        here = {roll.people[who]: place for who, place in at.items() if place[0] != NO_COORDINATE}
        assert here == {person: tuple(tile) for person, tile in reader.scene(tick, pack.town_map).tiles.items()}


def test_reels_are_as_the_types_say(window: TestClient) -> None:
    for since in range(0, TICKS, HOUR):
        answer = get(window, "/reel", **{"from": since, "until": since + HOUR})
        assert ReelOut.model_validate(answer).until == min(since + HOUR, TICKS)


def test_ongoing_talks_come_with_their_lines(reader: Reader, pack: Pack) -> None:
    talk = next(each for each in reader.talks() if len(each.lines) >= 3)
    tick = talk.lines[2].tick
    told = next(
        each for each in tick_range.state(reader, reader.scene(tick, pack.town_map))["talks"] if each["id"] == talk.id
    )
    assert [line["text"] for line in told["lines"]] == [line.text for line in talk.lines[:2]]


def test_deeds_say_since_when(reader: Reader, pack: Pack) -> None:
    state = tick_range.state(reader, reader.scene(1000, pack.town_map))
    for each in state["people"]:
        if each["deed"]:
            began = reader.happenings(each["deed"]["since"], each["deed"]["since"] + 1, person=each["who"])
            deeds = [getattr(happening.event, "deed", None) for happening in began]
            assert each["deed"]["what"] in [deed.what for deed in deeds if deed]


def test_what_the_user_did_is_told_at_its_tick(reader: Reader) -> None:
    told = {(each["t"], each["k"]): each for each in tick_range.happenings(reader, 0, TICKS)}
    assert told[WHISPERED, "whispered"]["text"] == MARKUP
    assert told[WHISPERED, "input"] | {"kind": "whisper", "person": resident()} == told[WHISPERED, "input"]
    assert told[CHANGED, "thing_changed"]["state"] == "on fire <b>"
    assert told[ENTERED, "entered"]["who"] == VISITOR
    assert told[LEFT, "departed"]["whom"] == VISITOR


def test_walks_and_what_only_the_engine_needs_are_left_out(reader: Reader) -> None:
    for each in tick_range.happenings(reader, 0, TICKS):
        assert each["k"] not in ("set_off", "halted", "refused", "reminded")
        assert not {"stays", "then", "then_stays"} & {*each, *each.get("deed", {})}


def test_a_browser_that_has_a_stretch_is_sent_nothing(window: TestClient, lived: Path) -> None:
    path = f"/api/runs/{NAME}/reel?from=0&until=360"
    first = window.get(path)
    again = window.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    other = window.get(f"/api/runs/{NAME}/moves?from=0&until=360", headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["reel", "moves"])
@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("from=0&until=8641", 422),
        ("from=10&until=9", 422),
        ("from=-1&until=9", 422),
        ("from=1501&until=1600", 404),
        ("from=1500&until=1600", 200),
        ("from=99999999999999999999999&until=99999999999999999999999", 422),
        ("from=a&until=b", 422),
        ("", 422),
    ],
)
def test_invalid_stretches_are_refused(path: str, query: str, status: int, window: TestClient) -> None:
    assert window.get(f"/api/runs/{NAME}/{path}?{query}").status_code == status


def test_a_run_can_be_read_while_it_continues(lived: Path, pack: Pack) -> None:
    with Chronicle.read(lived) as one, one.held(), Chronicle.read(lived) as other:
        assert tick_range.reel(one, pack.town_map, 360, 720) == tick_range.reel(other, pack.town_map, 360, 720)
