"""The cost of interviews with a stopped run: written under the lock, within the cap, and nothing else (rule B1)."""

from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, lock
from milkwood.chronicle.interview_ledger import InterviewLedger
from milkwood.ids import PersonId
from milkwood.models.budget import Cap, Sum
from milkwood.models.completion import Call, Failure
from milkwood.models.port import QuestionId, Usage
from tests.chronicle.story import make_header

MOST = Usage(100, 20, 0.5)
CHARGED = Usage(60, 10, 0.2, 1.5)


def asked(n: int = 0) -> Call:
    return Call(QuestionId(PersonId("ada"), 7, "interview", n), 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "run.milkwood"
    Chronicle.create(made, make_header()).close()
    return made


def test_a_reservation_counts_in_full_until_it_is_settled(path: Path) -> None:
    till = InterviewLedger(path)
    number = till.reserve(asked(), "m", MOST)
    assert till.spent() == Sum(0.5, 120, 1)
    till.settle(number, "answered", CHARGED, 0)
    assert till.spent() == Sum(0.2, 70, 1)
    with Chronicle.read(path) as reader:
        bill = reader.bill()
        assert (bill.total.answers, bill.total.price) == (1, 0.2)
        assert list(bill.by_person) == ["ada"]
        assert list(bill.by_kind) == ["interview"]
        assert list(bill.by_answerer) == ["m"]
        assert reader.count("questions") == 0


def test_two_simultaneous_interviews_share_one_cap(path: Path) -> None:
    cap = Cap.parse("200tokens")
    one, other = InterviewLedger(path, cap), InterviewLedger(path, cap)
    number = one.reserve(asked(), "m", MOST)
    with pytest.raises(Failure, match="used up") as refused:
        other.reserve(asked(1), "m", MOST)
    assert refused.value.category == "budget"
    one.settle(number, "answered", CHARGED, 0)
    assert other.reserve(asked(1), "m", MOST) > number


def test_nothing_is_spent_from_a_run_that_another_process_lives(path: Path) -> None:
    with Chronicle.open(path), pytest.raises(Failure, match="Another process is running"):
        InterviewLedger(path).reserve(asked(), "m", MOST)
    assert InterviewLedger(path).spent() == Sum()


def test_a_process_that_continues_the_run_meanwhile_finds_the_reservation(path: Path) -> None:
    till = InterviewLedger(path)
    number = till.reserve(asked(), "m", MOST)
    with Chronicle.open(path) as chronicle:
        assert chronicle.spent() == Sum(0.5, 120, 1)
        till.settle(number, "answered", CHARGED, 0)
        assert chronicle.spent() == Sum(0.2, 70, 1)
    assert not lock.is_taken(path)


def test_where_nothing_can_be_written_only_interviews_without_a_cap_continue(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda _path, _mode: False)
    free = InterviewLedger(path)
    free.settle(free.reserve(asked(), "m", MOST), "answered", CHARGED, 0)
    with pytest.raises(Failure, match="cannot be recorded"):
        InterviewLedger(path, Cap.parse("9calls")).reserve(asked(), "m", MOST)
    assert free.spent() == Sum()


def test_one_who_waits_for_a_limit_keeps_one_reservation_and_must_fit_again(path: Path) -> None:
    cap = Cap.parse("200tokens")
    one, other = InterviewLedger(path, cap), InterviewLedger(path, cap)
    number = one.reserve(asked(), "m", MOST)
    one.fail(number, "rate", Usage())
    assert one.spent() == Sum(), "a limit that is waited for takes nothing"
    theirs = other.reserve(asked(1), "m", MOST)
    with pytest.raises(Failure, match="used up"):
        one.resend(number, MOST)
    other.settle(theirs, "answered", CHARGED, 0)
    one.resend(number, MOST)
    assert one.spent() == Sum(0.7, 190, 2)
    one.settle(number, "answered", CHARGED, 0)
    with Chronicle.read(path) as reader:
        assert (reader.count("reservations"), reader.count("replies")) == (2, 0)
        assert reader.bill().total.price == 0.4
