"""Outages, limits and wrong keys: the messages, the waiting, and that nothing is lost (rules C4, O2)."""

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.models.port import Answer, Question
from milkwood.models.retry import Patience
from milkwood.run import LiveRun, ModelConfig
from milkwood.run.model_config import STOP
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood_fake import Fake, FaultPlan, Strike
from tests.models.faulty import DAY, KEY, MORNING, PATIENT, live, soon, spec, wanted

__all__ = ["soon"]
pytestmark = pytest.mark.usefixtures("soon")
FAKE = "custom/fake-1"


class Process:
    """A fake in its own process, which can be killed and restarted at the same port."""

    def __init__(self) -> None:
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self, plan: Path | None = None) -> None:
        line = [sys.executable, "-m", "milkwood", "fake", "--port", str(self.port)]
        line += ["--plan", str(plan)] if plan else []
        self._process = subprocess.Popen(line, stdout=subprocess.PIPE, encoding="utf-8")
        assert self._process.stdout is not None
        said = re.search(r":(\d+)/v1", self._process.stdout.readline())
        assert said is not None
        self.port = int(said[1])

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


@pytest.fixture
def server() -> Iterator[Process]:
    process = Process()
    yield process
    process.kill()


@pytest.mark.slow
def test_a_server_that_is_killed_in_the_middle_of_a_talk_and_started_again_loses_nothing(
    server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, path = tmp_path / "plan.toml", tmp_path / "three.milkwood"
    plan.write_text('[[strike]]\nfault = "hang"\nquestion = "speak"\nat = [3]\n')
    server.start(plan)
    killed: list[Question] = []

    def meanwhile(run: LiveRun) -> None:
        answer, spoken, tasks = run.router.answer, [], []

        async def breaks() -> None:
            await asyncio.sleep(0.2)  # the call has reached the server, which hangs
            while len(run.limiter.under_way()) > 1:  # the other calls end first: the server itself works
                await asyncio.sleep(0.01)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

        async def watched(question: Question) -> Answer:
            spoken.extend([question] if question.id.kind == "speak" else [])
            if len(spoken) == 3 and not killed:
                killed.append(question)
                tasks.append(asyncio.ensure_future(breaks()))
            return await answer(question)

        monkeypatch.setattr(run.router, "answer", watched)

    lived = live(path, wanted(server.address, patience=Patience(outage_seconds=120.0)), DAY, meanwhile)
    assert lived.settled == DAY
    assert set(lived.by) == {FAKE}, "the understudy did not answer: the town waited"
    assert lived.calls["connection"] >= 1
    assert "lost" not in lived.calls
    again = sum(times for why, times in lived.why.items() if why != "filled")
    assert lived.calls["answered"] == lived.by[FAKE] + again, "what was answered is on the tape"
    with Chronicle.read(path) as chronicle:
        (talk,) = chronicle.talks(killed[0].id.tick, killed[0].id.tick + 1, person=killed[0].id.person)
        answered = chronicle.find_answer(killed[0].id)
    assert talk.ended is not None
    assert len(talk.lines) > 2
    assert answered is not None
    assert answered.content["say"] in [line.text for line in talk.lines], "the very line was said after all"


def test_a_wrong_key_is_one_sentence_and_the_town_continues_with_the_understudy(tmp_path: Path) -> None:
    with Fake(FaultPlan(key="another")) as fake:
        lived = live(tmp_path / "three.milkwood", wanted(fake.address), MORNING)
    assert lived.settled == MORNING
    assert set(lived.by) == {UNDERSTUDY}
    (sentence,) = lived.notes
    assert "key" in sentence
    assert "Meanwhile understudy answers." in sentence
    assert KEY not in sentence
    assert lived.price == 0.0


def test_at_a_limit_a_run_stops_when_it_is_told_to_and_continues_later_with_nothing_lost(tmp_path: Path) -> None:
    path = tmp_path / "three.milkwood"
    with Fake(FaultPlan(strike=(Strike(fault="rate", after=8),))) as fake:
        stopped = live(path, wanted(fake.address, on_limit=STOP), MORNING)
    assert stopped.settled < MORNING
    assert stopped.halted is not None
    assert stopped.halted.remedy
    assert set(stopped.by) == {FAKE}
    assert stopped.by[FAKE] == stopped.calls["answered"] == 8
    with Fake() as fake:
        lived = live(path, wanted(fake.address), MORNING)
        whole = live(tmp_path / "whole.milkwood", wanted(fake.address), MORNING)
    assert lived.settled == MORNING
    assert lived.hash == whole.hash, "the answers that were paid for were used"
    assert lived.calls["answered"] == whole.calls["answered"]


def test_an_outage_that_lasts_is_said_and_the_understudy_continues(tmp_path: Path) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))  # no other process may start to listen there
        address = f"http://127.0.0.1:{deaf.getsockname()[1]}/v1"
        soon_over = Patience(outage_seconds=0.3)
        lived = live(tmp_path / "three.milkwood", wanted(address, patience=soon_over), MORNING)
    assert lived.settled == MORNING
    assert set(lived.by) == {UNDERSTUDY}
    assert set(lived.why) == {"connection"}
    (sentence,) = lived.notes
    assert "Start the server" in sentence
    assert lived.tokens == 0


def test_more_calls_than_an_endpoint_bears_are_sent_fewer_at_a_time(tmp_path: Path) -> None:
    with Fake(FaultPlan(at_once=1, latency_seconds=0.01)) as fake:
        lived = live(tmp_path / "three.milkwood", wanted(fake.address, patience=Patience()), MORNING)
    assert set(lived.by) == {FAKE}
    assert lived.calls["rate"] == fake.done["rate"] > 0


def test_a_model_that_fails_hands_on_to_the_next_one(tmp_path: Path) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="error"),))) as ill, Fake(FaultPlan(models=("fake-2",))) as well:
        first = spec(ill.address, fallback=("second",))
        second = replace(spec(well.address), name="second", model="fake-2")
        both = ModelConfig({"fake": first, "second": second}, usual="fake", patience=PATIENT)
        lived = live(tmp_path / "three.milkwood", both, MORNING)
    assert set(lived.by) == {"custom/fake-2"}
    assert lived.calls["server"] == ill.done["error"] > 0
    assert lived.why["server"] == lived.by["custom/fake-2"], "each answer says why it is not the first one's"


def test_a_morning_in_chinese_is_answered_by_the_model_alone(tmp_path: Path) -> None:
    with Fake() as fake:
        lived = live(tmp_path / "three.milkwood", wanted(fake.address), MORNING, language="zh")
    assert set(lived.by) == {FAKE}
    assert not lived.why


@pytest.mark.slow
def test_lines_of_talks_are_streamed_from_a_server_on_this_machine_and_some_break_off(tmp_path: Path) -> None:
    strikes = (Strike(fault=fault, question="speak", every=5, after=n) for n, fault in enumerate(("reset", "broken")))
    with Fake(FaultPlan(strike=tuple(strikes))) as fake:
        near = ModelConfig({"fake": replace(spec(fake.address), provider="lmstudio")}, usual="fake", patience=PATIENT)
        lived = live(tmp_path / "three.milkwood", near, DAY)
    assert fake.server.streamed == fake.server.asked["speak"] > 10
    assert fake.done["reset"]
    assert fake.done["broken"]
    assert lived.by["lmstudio/fake-1"] >= 0.9 * sum(lived.by.values())
