"""Calls to language models in the record: reserved before they are sent, and charged however they end (rule B1)."""

import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.calls import Outcome
from milkwood.chronicle.file import connect_to_read
from milkwood.chronicle.fork import fork
from milkwood.models.budget import Cap, PaidReply, Purse, Sum, Unit
from milkwood.models.completion import Call, Completion, Failure, Tariff
from milkwood.models.metering import Budgeted, Metered
from milkwood.models.port import Answer, Question, Usage
from tests.chronicle.conftest import ELSEWHERE
from tests.chronicle.story import make_header
from tests.instruments.damage import make_format_5
from tests.instruments.virtual import run_virtually
from tests.models.endpoints import PROMPT, SCHEMA, Scripted, call


def test_calls_are_counted_by_model_and_outcome_and_those_never_settled_in_full(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        ends = [("answered", Usage(10, 5, 0.25, 1.0)), ("answered", Usage(20, 5, 0.5, 2.0)), ("rate", Usage())]
        for outcome, usage in ends:
            chronicle.settle(chronicle.reserve(call(), "fast", Usage(900, 100, 2.0)), outcome, usage, 3)
        chronicle.reserve(call(attempt=1), "strong", Usage(900, 100, 2.0))
    with Chronicle.read(path) as reader:
        assert reader.outcomes() == [
            Outcome("fast", "answered", 2, 30, 10, 6, 0.75, 3.0),
            Outcome("fast", "rate", 1, 0, 0, 3, 0.0, 0.0),
            Outcome("strong", "lost", 1, 900, 100, 0, 2.0, 0.0),
        ]
        assert reader.spent() == Sum(2.75, 1040, 3), "a call that was refused is none"


def test_use_in_a_part_of_a_run_is_that_of_calls_that_ended_for_the_people_in_it(path: Path) -> None:
    used = Usage(10, 5, 0.25, 1.0)
    with Chronicle.create(path, make_header()) as chronicle:
        for tick in (0, 5, 9, 10):
            chronicle.settle(chronicle.reserve(call(tick=tick), "fast", Usage(900, 100, 2.0)), "answered", used, 3)
        chronicle.settle(chronicle.reserve(call(tick=5, n=1), "strong", Usage(900, 100, 2.0)), "rate", Usage(), 0)
        asked = call(tick=5, kind="interview")
        chronicle.settle(chronicle.reserve(asked, "fast", Usage(900, 100, 2.0)), "answered", used, 3)
        chronicle.reserve(call(tick=6), "fast", Usage(900, 100, 2.0))  # under way, or lost
        most = Usage(900, 100, 2.0)
        chronicle.settle(chronicle.reserve(call(tick=7), "fast", most), "given_up", most, 0)
    with Chronicle.read(path) as reader:
        assert reader.used(1, 10) == [("fast", 2, 20, 10), ("strong", 0, 0, 0)]
        assert reader.used(0, 100) == [("fast", 4, 40, 20), ("strong", 0, 0, 0)]
        assert reader.used(20, 30) == []


def test_the_tries_of_a_call_are_counted_one_by_one_and_its_reservation_once(path: Path) -> None:
    most, more = Usage(900, 100, 2.0), Usage(900, 300, 3.0)
    with Chronicle.create(path, make_header()) as chronicle:
        answered, waiting, lost = (chronicle.reserve(call(n=n), "fast", most) for n in range(3))
        for number in (answered, waiting, lost):
            chronicle.fail(number, "rate", Usage(seconds=0.5))
            chronicle.resend(number, most)
            chronicle.fail(number, "timeout", most)
        chronicle.resend(answered, more)
        chronicle.settle(answered, "answered", Usage(10, 5, 0.25), 3)
        chronicle.resend(lost, more)
    with Chronicle.read(path) as reader:
        assert reader.outcomes() == [
            Outcome("fast", "answered", 1, 10, 5, 3, 0.25, 0.0),
            Outcome("fast", "lost", 1, 900, 300, 0, 3.0, 0.0),
            Outcome("fast", "rate", 3, 0, 0, 0, 0.0, 1.5),
            Outcome("fast", "timeout", 3, 2700, 300, 0, 6.0, 0.0),
        ]
        assert reader.spent() == Sum(9.25, 4215, 5)


def test_a_reply_is_kept_until_its_question_is_answered(path: Path) -> None:
    asked = Question(call(n=1).question, {"self": {}})
    replies = [
        PaidReply(asked.id, b"one", "{\ud83d: half an emoji, \x00", cut_off=True),
        PaidReply(asked.id, b"two", None),
    ]
    with Chronicle.create(path, make_header()) as chronicle:
        for attempt, reply in enumerate(replies):
            number = chronicle.reserve(Call(asked.id, attempt), "fast", Usage(900, 100, 2.0))
            chronicle.settle(number, ("answered", "filter")[attempt], Usage(10, 5, 0.25, 1.0), 3, reply)
    with Chronicle.open(path) as chronicle:
        left = {
            (Call(asked.id, attempt), "fast"): [replace(reply, outcome=outcome, usage=Usage(10, 5, 0.25, 1.0))]
            for attempt, (reply, outcome) in enumerate(zip(replies, ("answered", "filter"), strict=True))
        }
        assert chronicle.replies() == left
        chronicle.keep_answer(Question(call(n=2).question, {}), Answer({}, "fast"))
        assert chronicle.replies() == left, "another question is answered"
        chronicle.keep_answer(asked, Answer({}, "fast"))
        assert chronicle.replies() == {}
        assert chronicle.count("replies") == 0


def test_a_file_that_cannot_be_brought_up_to_date_is_billed_as_it_lies(told: Path) -> None:
    with Chronicle.open(told) as chronicle:
        chronicle.settle(chronicle.reserve(call(), "fast", Usage(900, 100, 2.0)), "answered", Usage(10, 5, 0.25), 0)
        spent, outcomes, bill = chronicle.spent(), chronicle.outcomes(), chronicle.bill()
    make_format_5(told)
    with closing(connect_to_read(told)) as older:
        reader = Reader(told, older)
        assert (reader.spent(), reader.outcomes(), reader.bill()) == (spent, outcomes, bill)


def test_calls_lie_outside_the_hash_and_a_fork_begins_with_none(told: Path, tmp_path: Path) -> None:
    with Chronicle.open(told) as chronicle:
        before = chronicle.history_hash()
        chronicle.reserve(call(), "fast", Usage(900, 100, 2.0))
        assert chronicle.history_hash() == before
        end = chronicle.end
    fork(told, end, tmp_path / "child.milkwood", "child")
    with Chronicle.read(tmp_path / "child.milkwood") as child:
        assert child.spent() == Sum()


# --- killed between the reservation and the answer

KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from milkwood.chronicle import Chronicle
from milkwood.models.budget import Cap, Purse, Unit
from milkwood.models.completion import Completion, Tariff
from milkwood.models.metering import Budgeted, Metered
from milkwood.models.port import Usage
from tests.models.endpoints import PROMPT, SCHEMA, call

class Deadly:
    name, server, tariff, near = "deadly", "deadly:8080", Tariff(1.0, 8.0), False

    def __init__(self, die_at):
        self.calls, self.die_at = 0, die_at

    async def complete(self, prompt, schema, most_tokens, call):
        self.calls += 1
        number = self.calls
        if number == self.die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        await asyncio.sleep(0.001 * (number % 5))
        return Completion("{}", Usage(50, 10, 0.00013))

async def main(path, die_at):
    with Chronicle.open(path) as chronicle:
        model = Budgeted(Metered(Deadly(die_at)), Purse(chronicle, Cap(0.03, Unit.DOLLARS)))
        await asyncio.gather(*(model.complete(PROMPT, SCHEMA, 300, call(n=n)) for n in range(200)))

asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
@pytest.mark.parametrize("die_at", [1, 8, 40])
def test_calls_in_flight_when_a_process_is_killed_are_charged_in_full(path: Path, die_at: int) -> None:
    Chronicle.create(path, make_header()).close()
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path), str(die_at)], env=ELSEWHERE, check=False)
    assert ended.returncode == -signal.SIGKILL
    with Chronicle.open(path) as chronicle:
        outcomes = {each.outcome: each for each in chronicle.outcomes()}
        lost = outcomes["lost"]
        assert lost.calls >= 1
        assert sum(each.calls for each in outcomes.values()) >= die_at
        spent = chronicle.spent()
        assert spent.price == pytest.approx(sum(each.price for each in outcomes.values()))
        assert lost.price / lost.calls > 0.0024  # what each may have cost, without what the others cost
        assert spent.price <= 0.03
        _go_on(chronicle)
        assert 0.025 < chronicle.spent().price <= 0.03


def _go_on(chronicle: Chronicle) -> None:
    """The next process may spend the remainder and no more."""
    endpoint = Scripted(Completion("{}", Usage(50, 10, 0.00013)), tariff=Tariff(1.0, 8.0))
    purse = Purse(chronicle, Cap(0.03, Unit.DOLLARS))
    assert purse.spent == chronicle.spent()
    model = Budgeted(Metered(endpoint), purse)

    async def on_and_on() -> None:
        for n in range(1000):
            await model.complete(PROMPT, SCHEMA, 300, call(n=n))

    with pytest.raises(Failure, match="used up"):
        run_virtually(on_and_on())
