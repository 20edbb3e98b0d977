"""Events: announced, hosted, or promised by several; who means to come, and who came."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Reader
from milkwood.ids import PersonId
from milkwood.mind.calendar import DECLINED, Promise
from milkwood.server.live.app_state import AppState
from milkwood.server.views import town_events
from milkwood.server.wire.run_town import TownEventOut
from tests.lived import quay
from tests.server.morning import ANNOUNCED, NAME, NOTICE, RUN, app_state, built, get, lived, pack, reader, window

__all__ = ["app_state", "built", "lived", "pack", "reader", "window"]

GREEN = "The Green:green"
ANN, BOB, CY, DEE = map(PersonId, ("ann", "bob", "cy", "dee"))


def found(window: TestClient, tick: int) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = get(window, "/events", tick=tick)
    return listed


def test_an_announced_event_is_known_from_its_announcement_on(window: TestClient) -> None:
    assert NOTICE not in [each["what"] for each in found(window, ANNOUNCED)]
    [notice] = [each for each in found(window, ANNOUNCED + 1) if each["what"] == NOTICE]
    assert (notice["announced"], notice["start"]) == (True, 2000)
    assert notice["end"] > notice["start"]


def test_one_event_is_read_by_its_id_and_an_unknown_one_is_refused(window: TestClient) -> None:
    [notice] = [each for each in found(window, 1500) if each["what"] == NOTICE]
    assert get(window, f"/events/{notice['id']}", tick=1500) == {**notice, "came": []}
    refused = window.get(f"{RUN}/events/1-nowhere?tick=1500")
    assert refused.status_code == 404
    assert "list of events" in refused.text


def listed(
    app_state: AppState, reader: Reader, monkeypatch: pytest.MonkeyPatch, *given: tuple[PersonId, Promise]
) -> list[TownEventOut]:
    monkeypatch.setattr(town_events, "_promises", lambda *_: given)
    with app_state.recordings.opened(NAME) as (recording, _):
        return town_events.town_events(recording, reader, 100)


def going(what: str, status: str = "open", *, host: bool = False, start: int = 2000) -> Promise:
    return Promise(0, what, start, start + 360, GREEN, [], host, status)


def test_a_hosted_event_is_called_as_its_host_calls_it(
    app_state: AppState, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    promises = (
        (ANN, going("going to Bob's fair")),
        (BOB, going("holding a fair", host=True)),
        (CY, going("going to the fair", DECLINED)),
    )
    [event] = listed(app_state, reader, monkeypatch, *promises)
    assert (event.what, event.host, event.coming, event.declined) == ("holding a fair", BOB, [ANN, BOB], [CY])


def test_an_appointment_without_a_host_is_an_event_if_several_mean_to_come(
    app_state: AppState, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = [(ANN, going("a walk", start=3000)), (BOB, going("a walk", start=3000))]
    swim = [(each, going("a swim")) for each in (ANN, CY, DEE)]
    assert [event.what for event in listed(app_state, reader, monkeypatch, *walk, *swim)] == ["a swim"]


def test_those_came_who_were_in_the_room_while_it_went_on(app_state: AppState, reader: Reader) -> None:
    town_map = quay().town_map
    bodies = reader.scene(1000, town_map).bodies
    rooms = {person: town_map.room_at(body.tile(1000)) for person, body in bodies.items()}
    person, room = next((person, room) for person, room in sorted(rooms.items()) if room is not None)
    event = TownEventOut(
        id="", what="", place=room.id, start=1000, end=1100, host=None, announced=False, coming=[], declined=[]
    )
    with app_state.recordings.opened(NAME) as (recording, _):
        assert person in town_events.guests(recording, reader, event, 1050)
        assert town_events.guests(recording, reader, event, 999) == {}
