"""What a recorded page carries of minds: as of any hour, without secrets unless they are asked for, and no cost."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from milkwood.chronicle import Reader
from milkwood.chronicle.why import decisions, why
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.server.views.html_export import part
from milkwood.server.views.look_cache import LookCache
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.person_card import mind_of
from milkwood.server.views.replay_minds import Discretion, minds_out
from milkwood.server.wire.replay import MindsOut
from tests.server.morning import NAME, RUN, TICKS, app_state, built, lived, reader, recording, resident, window
from tests.server.views.test_html_export import carried

__all__ = ["app_state", "built", "lived", "reader", "recording", "window"]

SECRET = "I have sold the old boat shed to a stranger from Ferry Point."
RETOLD = "Telling nobody that the old boat shed is sold to a stranger from Ferry Point"
PLAIN = "The tide was low this morning."


def page(window: TestClient, query: str = "") -> dict[str, Any]:
    return carried(window.get(f"{RUN}/export/html{query}").text)


def minds_of(answers: dict[str, Any]) -> MindsOut:
    return MindsOut.model_validate_json(answers[f"runs/{part(NAME)}/minds"]["text"])


def private_texts(reader: Reader) -> list[str]:
    return [memory.text for _, _, memory in reader.memories() if memory.private]


@pytest.fixture(scope="module")
def told(recording: OpenRun) -> Iterator[MindsOut]:
    with recording.reader() as reader:
        yield minds_out(recording, reader, secrets=True)


def test_a_recording_has_minds_without_secrets_with_them_or_none(window: TestClient, reader: Reader) -> None:
    hidden = private_texts(reader)
    assert hidden, "the town has secrets"
    default, everything, nothing = (page(window, query) for query in ("", "?minds=all", "?minds=none"))
    assert page(window, "?minds=open") == default
    open_minds, all_minds = minds_of(default), minds_of(everything)
    assert all(each.memories and each.plan and each.reasons for each in open_minds.people.values() if not each.missing)
    known = {memory.text for each in all_minds.people.values() for memory in each.memories}
    shown = {memory.text for each in open_minds.people.values() for memory in each.memories}
    assert known - shown >= set(hidden)
    assert not shown & set(hidden)
    assert set(everything) - set(nothing) == {f"runs/{part(NAME)}/minds"}
    memories = {memory.text for _, _, memory in reader.memories() if memory.kind in ("insight", "thought", "plan")}
    rest = json.dumps(nothing, ensure_ascii=False)
    assert not [text for text in hidden if text in rest]
    assert memories, "there is something to carry"
    assert window.get(f"{RUN}/export/html?minds=some").status_code == 422


def test_nothing_that_calls_cost_is_carried(told: MindsOut) -> None:
    fields = json.dumps(told.model_dump(mode="json"))
    assert not [name for name in ("tokens", "price", "seconds", "prompt") if f'"{name}"' in fields]


def test_every_hour_is_as_the_card_of_that_hour_has_it(told: MindsOut, recording: OpenRun, reader: Reader) -> None:
    looks, person = LookCache(), resident()
    for tick in range(0, TICKS, 360):
        mind = mind_of(recording, looks, person, tick)
        mine = told.people[person]

        def at(changes: list[tuple[int, Any]], tick: int = tick) -> Any:
            return [value for since, value in changes if since <= tick][-1]

        assert [(item.start, item.what) for item in at(mine.plan)] == [(item.start, item.what) for item in mind.plan]
        assert at(mine.promises) == list(mind.promises)
        assert at(mine.concerns) == list(mind.concerns)
        assert at(mine.ties) == list(mind.ties)


def test_all_decisions_are_those_that_are_found_one_by_one(reader: Reader) -> None:
    person = resident()
    found = {each.decided: each for each in decisions(reader, person)}
    assert len(found) > 20
    for tick in range(0, TICKS, 50):
        one = why(reader, person, tick)
        if one is not None:
            assert found[one[0].decided] == one[0]
            assert [found[each.decided] for each in one[1]] == one[1]


def test_what_others_must_not_know_is_left_out_with_all_that_rests_on_it() -> None:
    memories = (
        Memory("seed", SECRET, number=1, private=True),
        Memory("saw", PLAIN, number=2),
        Memory("insight", "Strangers pay well.", number=3, evidence=(1, 2)),
        Memory("insight", "One thing leads to another.", number=4, evidence=(3,)),
        Memory("insight", "The sea does as it likes.", number=5, evidence=(2,)),
    )
    kept = Discretion(memories, secrets=False)
    assert [memory.number for memory in memories if kept.hides(memory.number)] == [1, 3, 4]
    assert [kept.said(text) for text in (SECRET, RETOLD, PLAIN)] == ["", "", PLAIN]
    everything = Discretion(memories, secrets=True)
    assert not any(everything.hides(memory.number) for memory in memories)
    assert everything.said(SECRET) == SECRET


def test_a_secret_is_in_no_part_of_what_is_open(recording: OpenRun, reader: Reader) -> None:
    found = minds_out(recording, reader, secrets=False)
    for person, mind in found.people.items():
        secrets = [memory.text for _, _, memory in reader.memories(person=PersonId(person)) if memory.private]
        said = json.dumps(mind.model_dump(mode="json"), ensure_ascii=False)
        assert not [text for text in secrets if text in said]
        hidden = {memory.number for _, _, memory in reader.memories(person=PersonId(person)) if memory.private}
        assert not any(number in hidden for each in mind.reasons for number, *_ in each.recalled)
