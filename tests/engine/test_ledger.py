from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from milkwood.engine import ledger as ledgers
from milkwood.engine.keeper import RestingPerson
from milkwood.engine.ledger import BATCH_HAPPENINGS, Ledger
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.town import events as happened
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from tests.engine.scenes import Diary
from tests.engine.village import MAPS

ANN, BEN = PersonId("ann"), PersonId("ben")


def two_in_a_town() -> Town:
    places = {ANN: Tile(0, 0), BEN: Tile(5, 0)}
    entered = [Happening(BEFORE_TIME, person, 0, happened.Entered(tile)) for person, tile in places.items()]
    return Town(MAPS["terrace"]()).fold(entered)


def refused(tick: int, person: PersonId, sequence: int = 0) -> Happening:
    return Happening(tick, person, sequence, happened.Refused("Do", f"{tick}"))


def resting(person: PersonId, wake: int = 99) -> Callable[[int], RestingPerson]:
    return lambda due: RestingPerson({"of": person, "due": due}, wake, roused=False)


EVERYONE = {ANN: resting(ANN), BEN: resting(BEN)}

entries = st.lists(st.tuples(st.integers(0, 60), st.sampled_from([ANN, BEN])), unique=True, max_size=40)


@settings(max_examples=50)
@given(entries, st.lists(st.integers(0, 70), max_size=6), st.randoms(use_true_random=False))
def test_everything_is_told_once_and_in_canonical_order_in_whichever_order_it_happened(
    happenings: list[tuple[int, PersonId]], lowests: list[int], order: Random
) -> None:
    diary = Diary()
    ledger = Ledger(diary, two_in_a_town(), 0, snapshot_every=1000)
    left = [refused(tick, person, sequence) for tick, person in happenings for sequence in (0, 1)]
    truth = sorted(left, key=lambda each: each.order)
    order.shuffle(left)
    for lowest in [*sorted(lowests), 100]:
        now = [each for each in left if each.tick < lowest]
        left = [each for each in left if each.tick >= lowest]
        ledger.add(now)
        for tick, person in {(each.tick, each.person) for each in now}:
            ledger.remember(tick, person, (Memory("first", ""), Memory("then", "")))
        ledger.settle(lowest, EVERYONE, now=True)
        assert diary.up_to == lowest
    assert diary.happenings == truth
    assert [(tick, person) for tick, person, _ in diary.memories[::2]] == sorted(happenings)
    assert [memory.kind for _, _, memory in diary.memories] == ["first", "then"] * len(happenings)


def test_events_that_a_person_behind_could_still_precede_are_not_reported() -> None:
    diary = Diary()
    ledger = Ledger(diary, two_in_a_town(), 0, snapshot_every=1000)
    ledger.add([refused(9, ANN), refused(4, BEN)])
    ledger.settle(5, EVERYONE, now=True)
    assert diary.happenings == [refused(4, BEN)]
    ledger.settle(9, EVERYONE, now=True)
    assert diary.happenings == [refused(4, BEN)]
    ledger.settle(10, EVERYONE, now=True)
    assert diary.happenings == [refused(4, BEN), refused(9, ANN)]


def test_the_keeper_gets_stretches_and_not_single_ticks() -> None:
    diary = Diary()
    ledger = Ledger(diary, two_in_a_town(), 0, snapshot_every=1000)
    ledger.settle(0, EVERYONE, now=True)
    diary.snapshots.clear()
    for tick in range(BATCH_HAPPENINGS):
        ledger.add([refused(tick, ANN)])
        ledger.settle(tick, EVERYONE)
    assert diary.happenings == []
    ledger.add([refused(BATCH_HAPPENINGS, ANN)])
    ledger.settle(BATCH_HAPPENINGS, EVERYONE)
    assert len(diary.happenings) == BATCH_HAPPENINGS


def test_a_snapshot_holds_every_mind_as_it_was_then_even_of_those_who_have_continued() -> None:
    diary = Diary()
    town = two_in_a_town()
    ledger = Ledger(diary, town, 0, snapshot_every=10)
    ledger.about_to_live(ANN, 3, resting(ANN, wake=3))
    ledger.about_to_live(ANN, 25, resting(ANN, wake=25))
    ledger.about_to_live(ANN, 40, resting(ANN, wake=40))
    ledger.settle(21, {ANN: resting(ANN, wake=77), BEN: resting(BEN, wake=55)})
    assert list(diary.snapshots) == [0, 10, 20]
    assert {tick: wakes for tick, (_, _, wakes) in diary.snapshots.items()} == {
        0: {ANN: 3, BEN: 55},
        10: {ANN: 25, BEN: 55},
        20: {ANN: 25, BEN: 55},
    }
    assert [minds[ANN]["mind"]["due"] for _, minds, _ in diary.snapshots.values()] == [0, 10, 20]
    assert all(scene == town.scene(tick) for tick, (scene, _, _) in diary.snapshots.items())
    ledger.settle(30, EVERYONE)
    assert diary.snapshots[30][2] == {ANN: 40, BEN: 99}


def test_events_before_a_snapshot_are_reported_before_it() -> None:
    heard: list[str] = []

    class Listener(Diary):
        def record(self, up_to: int, *rest: object) -> None:
            heard.append(f"up to {up_to}")

        def keep_snapshot(self, tick: int, *rest: object) -> None:
            heard.append(f"snapshot {tick}")

    ledger = Ledger(Listener(), two_in_a_town(), 0, snapshot_every=10)
    ledger.add([refused(4, ANN), refused(14, BEN)])
    ledger.settle(15, EVERYONE, now=True)
    assert heard == ["snapshot 0", "up to 10", "snapshot 10", "up to 15"]


def test_a_reported_past_is_dropped_except_the_last_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledgers, "FORGET_EVERY_TICKS", 5)
    town = two_in_a_town()
    ledger = Ledger(Diary(), town, 0, snapshot_every=1000)
    for tick in range(6):
        step = Happening(tick, ANN, 0, happened.DeedBegan(deed=_deed(tick), tile=Tile(0, 0)))
        town.apply(step)
        ledger.add([step])
    ledger.settle(5, EVERYONE, now=True)
    assert [town.body(ANN, tick).deed for tick in (4, 5, 6)] == [_deed(3), _deed(4), _deed(5)]
    assert town.find_body(ANN, 1) in (None, town.find_body(ANN, 4))


def _deed(number: int) -> Deed:
    return Deed(f"deed {number}")
