from datetime import datetime

import pytest
from hypothesis import given

from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.telling import tell, tell_memory
from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.mind.port import Memory
from milkwood.town.body import Deed
from milkwood.town.events import DeedBegan, Event, SetOff, TalkBegan, TalkEnded, ThingChanged
from milkwood.town.tile import Route, Tile
from tests.chronicle import words

ENGLISH, CHINESE = EventPhrases.of("en"), EventPhrases.of("zh")

NAMES = Names(
    people={PersonId("ada"): "艾达"},
    rooms={RoomId("House:kitchen"): "房子 · 厨房"},
    things={ThingId("House:kitchen:stove"): "炉子"},
    room_at=lambda tile: RoomId("House:kitchen") if tile == Tile(6, 2) else None,
)


@given(words.events)
def test_every_event_can_be_told_in_every_language(event: Event) -> None:
    for language in (ENGLISH, CHINESE):
        assert tell(event, Names(), language)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (SetOff(Route((Tile(6, 2),))), "动身去房子 · 厨房"),
        (SetOff(Route((Tile(9, 9),))), "动身出门"),
        (DeedBegan(Deed("煮粥", "🍲", RoomId("House:kitchen")), Tile(6, 2)), "开始：🍲 煮粥，房子 · 厨房"),
        (ThingChanged(ThingId("House:kitchen:stove"), "热"), "炉子变成了“热”"),
        (TalkBegan(TalkId("3-ben"), PersonId("ada")), "找艾达说话"),
        (TalkEnded(TalkId("3-ben"), "said all"), "谈话结束（话说完了）"),
    ],
)
def test_names_stand_where_ids_were(event: Event, told: str) -> None:
    assert tell(event, NAMES, CHINESE) == told


def test_an_unnamed_thing_is_called_by_its_id() -> None:
    assert Names().person("ada") == "ada"
    assert Names().room("House:kitchen") == "House, kitchen"
    assert Names().thing("House:kitchen:stove") == "stove"
    assert Names().place(Tile(1, 1)) == ""


def test_a_memory_is_told_with_its_kind() -> None:
    assert tell_memory(Memory("insight", "I like Ada."), ENGLISH) == "remembers (insight): I like Ada."


def test_days_are_dated_as_each_language_does() -> None:
    assert ENGLISH.on(2, datetime(2023, 2, 14)) == "Day 2, Tuesday 14 February 2023"
    assert CHINESE.on(2, datetime(2023, 2, 14)) == "第2天，2023年2月14日 星期二"
    assert EventPhrases.of("fr") is ENGLISH
