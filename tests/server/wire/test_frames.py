"""Positions on the wire match the town's positions at every tick."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId, TalkId
from milkwood.server.wire.frames import (
    MAX_FRAME_TICKS,
    NO_COORDINATE,
    PersonNumbers,
    PositionRecord,
    Positions,
    pack,
    stretch,
)
from milkwood.town import events as happened
from milkwood.town.acts import OUTSIDE
from milkwood.town.body import Deed, Standing
from milkwood.town.events import Happening
from milkwood.town.tile import Route, Tile
from milkwood.town.town import Town
from tests.lived import TICKS, _morning, friday, quay
from tests.server.unpacked import Frame, unpack

__all__ = ["_morning", "friday"]

ADA, BEN, CAL = PersonId("ada"), PersonId("ben"), PersonId("cal")
HOUR = 360


def places(frame: Frame, tick: int) -> dict[int, tuple[int, int]]:
    """The position of each person at a tick, as the page computes it."""
    found: dict[int, tuple[int, int]] = {}
    for record in frame.records:
        if record.tick <= tick:
            found[record.who] = (record.x, record.y)
    return found


def truth(roll: PersonNumbers, town: Town, tick: int) -> dict[int, tuple[int, int]]:
    gone = dict.fromkeys(range(len(roll)), (NO_COORDINATE, NO_COORDINATE))
    tiles = {roll.number(person): town.tile(person, tick) for person in town.people(tick)}
    return gone | {number: (tile.x, tile.y) for number, tile in tiles.items()}


def test_every_place_of_a_morning_is_the_town_s(friday: Path) -> None:
    with Chronicle.read(friday) as reader:
        roll = PersonNumbers(reader.header.cast)
        town = Town(quay().town_map).fold(reader.happenings())
        moved = 0
        for base in range(0, TICKS - HOUR, HOUR):
            scene = reader.scene(base, quay().town_map)
            frame = unpack(stretch(roll, scene, reader.happenings(base, base + HOUR - 1), base + HOUR))
            assert (frame.base, frame.until, frame.snapshot, frame.people) == (base, base + HOUR, True, len(roll))
            moved += len(frame.records) - frame.people
            for tick in range(base, base + HOUR):
                assert places(frame, tick) == truth(roll, town, tick)
    assert moved > 500


def test_stretches_of_any_length_give_the_same_moves(friday: Path) -> None:
    with Chronicle.read(friday) as reader:
        scene = reader.scene(0, quay().town_map)
        told = []
        for every in (1, 7, 1000):
            here, records = Positions.of(PersonNumbers(reader.header.cast), scene), list[PositionRecord]()
            for since in range(0, 1000, every):
                until = min(since + every, 1000)
                records += here.go(reader.happenings(since, until), until)
            told.append(records)
    assert told[0] == told[1] == told[2]


def go(*happenings: Happening, until: int, people: Iterable[PersonId] = (ADA, BEN)) -> list[tuple[int, ...]]:
    """Who moved when, from tick 0 on, with all people on 0,0 and 5,5."""
    starts = {ADA: Standing(Tile(0, 0)), BEN: Standing(Tile(5, 5))}
    here = Positions(PersonNumbers(people), 0, {person: starts[person] for person in people})
    return [tuple(record) for record in here.go(happenings, until)]


EAST = Route((Tile(0, 0), Tile(1, 0), Tile(2, 0), Tile(3, 0)))


def test_a_walker_moves_a_tile_a_tick_and_stays_at_the_end() -> None:
    assert go(Happening(2, ADA, 0, happened.SetOff(EAST)), until=9) == [(3, 0, 1, 0), (4, 0, 2, 0), (5, 0, 3, 0)]


def test_a_talk_stops_both_where_they_are_at_its_tick() -> None:
    talk = Happening(1, BEN, 0, happened.TalkBegan(TalkId("t"), ADA))
    assert go(Happening(0, ADA, 0, happened.SetOff(EAST)), talk, until=5) == [(1, 0, 1, 0)]


def test_a_deed_moves_onto_its_spot_and_halting_ends_a_walk() -> None:
    deed = Happening(0, BEN, 0, happened.DeedBegan(Deed("rests"), Tile(5, 6)))
    halt = Happening(2, ADA, 0, happened.Halted(Tile(2, 0)))
    moved = go(Happening(0, ADA, 0, happened.SetOff(EAST)), deed, halt, until=5)
    assert moved == [(1, 0, 1, 0), (1, 1, 5, 6), (2, 0, 2, 0)]


def test_a_newcomer_gets_the_next_number_and_a_departed_person_has_no_position() -> None:
    came = Happening(1, CAL, 0, happened.Entered(Tile(7, 7)))
    gone = Happening(3, OUTSIDE, 0, happened.Departed(ADA))
    assert go(came, gone, until=6) == [(2, 2, 7, 7), (4, 0, NO_COORDINATE, NO_COORDINATE)]
    roll = PersonNumbers([BEN, ADA])
    assert (roll.people, roll.enrol([came]), roll.enrol([came]), roll.number(CAL)) == ([ADA, BEN, CAL], [CAL], [], 2)


def test_a_snapshot_includes_people_outside_the_town() -> None:
    roll = PersonNumbers([ADA, BEN])
    here = Positions(roll, 4, {BEN: Standing(Tile(5, 5))})
    assert here.snapshot() == [PositionRecord(4, 0, NO_COORDINATE, NO_COORDINATE), PositionRecord(4, 1, 5, 5)]


def test_a_frame_is_read_as_it_was_written_and_to_the_byte() -> None:
    records = (PositionRecord(70000, 0, 3, 4), PositionRecord(70002, 300, 65535, 65535))
    frame = pack(301, 70000, 70010, records, snapshot=True)
    assert unpack(frame) == Frame(301, 70000, 70010, True, records)
    assert frame[:16].hex() == "01012d01701101007a11010002000000"
    assert frame[16:24] == bytes([0, 0, 0, 0, 3, 0, 4, 0])


@pytest.mark.parametrize("frame", [b"", b"\x01", pack(1, 0, 1, ()) + b"x", b"\x02" + pack(1, 0, 1, ())[1:]])
def test_an_invalid_frame_is_refused(frame: bytes) -> None:
    with pytest.raises(ValueError, match="frame"):
        unpack(frame)


def test_a_frame_cannot_span_more_than_its_numbers_hold() -> None:
    with pytest.raises(ValueError, match="cannot span"):
        pack(1, 0, MAX_FRAME_TICKS + 1, ())
