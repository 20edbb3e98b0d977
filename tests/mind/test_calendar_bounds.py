"""Promises, bound by bound: current, overlapping and past."""

import pytest

from milkwood.mind.calendar import DECLINED, KEPT, MISSED, OPEN, Calendar


def calendar(*, host: bool = False, declined: bool = False) -> Calendar:
    found = Calendar()
    found.add("a walk", 10, 20, "quay", ["petra"], host=host, declined=declined)
    return found


@pytest.mark.parametrize(("tick", "now"), [(9, False), (10, True), (19, True), (20, False)])
def test_a_person_is_at_something_from_its_start_to_its_end_if_they_keep_it(tick: int, now: bool) -> None:
    promises = calendar()
    assert promises.now(tick) == []
    promises.keep_word(0)
    assert bool(promises.now(tick)) is now


@pytest.mark.parametrize(("start", "end", "clashes"), [(0, 10, False), (0, 11, True), (19, 30, True), (20, 30, False)])
def test_what_touches_does_not_overlap(start: int, end: int, clashes: bool) -> None:
    promises = calendar()
    assert (promises.clash(start, end) is not None) is clashes
    assert bool(promises.between(start, end)) is clashes
    assert (promises.add("tea", start, end, "quay", []) is None) is clashes


def test_only_what_is_open_clashes_and_is_ahead() -> None:
    promises = calendar(declined=True)
    assert promises.clash(10, 20) is None
    assert promises.ahead(0) == []
    promises = calendar()
    promises.keep_word(0)
    assert promises.clash(10, 20) is None


@pytest.mark.parametrize(("tick", "ahead"), [(19, 1), (20, 0)])
def test_what_is_over_is_not_ahead_and_was_missed(tick: int, ahead: int) -> None:
    promises = calendar()
    assert len(promises.ahead(tick)) == ahead
    promises.pass_by(tick)
    assert promises.promises[0].status == (OPEN if ahead else MISSED)


def test_a_word_is_kept_once_and_a_refusal_is_not() -> None:
    promises = calendar(declined=True)
    promises.keep_word(0)
    assert promises.promises[0].status == DECLINED
    promises = calendar()
    promises.keep_word(0)
    promises.pass_by(99)
    assert promises.promises[0].status == KEPT


def test_another_place_at_the_same_time_is_another_promise_and_no_place_is_the_same() -> None:
    promises = calendar()
    assert promises.add("tea", 10, 20, "inn", ["nell"]) is not None
    assert promises.add("tea", 10, 20, "", ["wen"]) is None
    assert [each.company for each in promises.promises] == [["petra", "wen"], ["nell"]]


def test_what_was_declined_can_be_promised_after_all_and_stays_declined_otherwise() -> None:
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
