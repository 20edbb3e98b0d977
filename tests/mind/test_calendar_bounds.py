"""Promises, bound by bound: current, overlapping and past."""

import pytest

from milkwood.mind.calendar import DECLINED, KEPT, MISSED, OPEN, Calendar


def calendar(*, host: bool = False, declined: bool = False) -> Calendar:
    found = Calendar()
    found.add("a walk", 10, 20, "quay", ["petra"], host=host, declined=declined)
    return found


@pytest.mark.parametrize(("tick", "now"), [(9, False), (10, True), (19, True), (20, False)])
def test_a_kept_promise_is_current_from_its_start_to_its_end(tick: int, now: bool) -> None:
    promises = calendar()
    assert promises.now(tick) == []
    promises.keep_word(0)
    assert bool(promises.now(tick)) is now


@pytest.mark.parametrize(("start", "end", "clashes"), [(0, 10, False), (0, 11, True), (19, 30, True), (20, 30, False)])
def test_adjacent_promises_do_not_overlap(start: int, end: int, clashes: bool) -> None:
    promises = calendar()
    assert (promises.clash(start, end) is not None) is clashes
    assert bool(promises.between(start, end)) is clashes
    assert (promises.add("tea", start, end, "quay", []) is None) is clashes


def test_only_open_promises_clash_and_are_ahead() -> None:
    promises = calendar(declined=True)
    assert promises.clash(10, 20) is None
    assert promises.ahead(0) == []
    promises = calendar()
    promises.keep_word(0)
    assert promises.clash(10, 20) is None


@pytest.mark.parametrize(("tick", "ahead"), [(19, 1), (20, 0)])
def test_past_promises_are_not_ahead_and_were_missed(tick: int, ahead: int) -> None:
    promises = calendar()
    assert len(promises.ahead(tick)) == ahead
    promises.pass_by(tick)
    assert promises.promises[0].status == (OPEN if ahead else MISSED)


def test_a_promise_is_kept_once_and_a_refusal_never() -> None:
    promises = calendar(declined=True)
    promises.keep_word(0)
    assert promises.promises[0].status == DECLINED
    promises = calendar()
    promises.keep_word(0)
    promises.pass_by(99)
    assert promises.promises[0].status == KEPT


def test_another_place_at_the_same_time_is_another_promise_but_no_place_is_not() -> None:
    promises = calendar()
    assert promises.add("tea", 10, 20, "inn", ["nell"]) is not None
    assert promises.add("tea", 10, 20, "", ["wen"]) is None
    assert [each.company for each in promises.promises] == [["petra", "wen"], ["nell"]]


def test_a_refusal_can_become_a_promise_and_stays_a_refusal_otherwise() -> None:
    promises = Calendar()
    promises.add("a walk", 10, 20, "quay", ["petra"], declined=True, reason="I am tired.")
    assert promises.add("a walk", 10, 20, "quay", [], declined=True) is None
    assert (promises.promises[0].status, promises.promises[0].reason) == (DECLINED, "I am tired.")
    assert promises.add("a walk", 10, 20, "quay", []) is promises.promises[0]
    assert (promises.promises[0].status, promises.promises[0].reason) == (OPEN, "")


def test_those_asked_to_an_event_are_its_company() -> None:
    promises = calendar(host=True)
    promises.ask_to(0, ["nell", "petra"])
    assert promises.promises[0].company == ["nell", "petra"]
    assert promises.promises[0].host
