from milkwood.mind.calendar import DECLINED, KEPT, MISSED, OPEN, Calendar


def calendar() -> Calendar:
    found = Calendar()
    found.add("the party", 100, 200, "cafe:cafe", ["isabella"])
    found.add("lunch", 50, 80, "pub:pub", ["arthur"])
    return found


def test_future_promises_are_in_order_of_time() -> None:
    assert [promise.what for promise in calendar().ahead(0)] == ["lunch", "the party"]
    assert [promise.what for promise in calendar().ahead(80)] == ["the party"]


def test_a_repeated_promise_only_gains_company() -> None:
    found = calendar()
    assert found.add("the party at the cafe", 110, 200, "cafe:cafe", ["klaus"]) is None
    assert [promise.company for promise in found.promises] == [["isabella", "klaus"], ["arthur"]]


def test_a_refusal_is_known_with_its_reason_and_can_be_reversed_later() -> None:
    found = Calendar()
    found.add("the party", 100, 200, "cafe:cafe", [], declined=True, reason="I work then.")
    assert found.ahead(0) == []
    assert (found.promises[0].status, found.promises[0].reason) == (DECLINED, "I work then.")
    taken_up = found.add("the party", 100, 200, "cafe:cafe", ["maria"])
    assert taken_up is found.promises[0]
    assert found.promises[0].status == OPEN


def test_a_past_unkept_promise_was_missed() -> None:
    found = calendar()
    found.promises[0].status = KEPT
    found.pass_by(300)
    assert [promise.status for promise in found.promises] == [KEPT, MISSED]


def test_a_clash_is_found_and_everything_is_restored() -> None:
    found = calendar()
    clash = found.clash(190, 250)
    assert clash is not None
    assert clash.what == "the party"
    assert found.clash(200, 250) is None
    again = Calendar()
    again.restore(found.keep())
    assert again.keep() == found.keep()
