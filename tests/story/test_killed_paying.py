"""Rules B1 and C4: kill -9 at any moment, and nothing that was paid for is paid for again, usable or not."""

import signal
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.call_details import call_details
from milkwood.chronicle.call_log import CallQuery, ReplyState, ReplyUse, calls_of
from milkwood.chronicle.verify import verify
from milkwood.models.budget import TRIAL
from tests.instruments.paid_deaths import PaidLife, killed, lived, random_moments
from tests.story.test_killed import ASKED_AHEAD

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here"),
]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[PaidLife, str]:
    return lived(tmp_path_factory.mktemp("undisturbed"))


def agree(mine: tuple[PaidLife, str], theirs: tuple[PaidLife, str]) -> None:
    """The same history, the same prompts, and every attempt paid for once."""
    (life, history), (other, expected) = mine, theirs
    assert life.paid_again() == []
    assert history == expected
    assert life.paid() <= other.paid()
    assert set(life.prompts) <= set(other.prompts), "corrections are worded as if nothing had been"
    # What was asked ahead and died with the run is asked again when it is needed, which may be after the end.
    unneeded = other.paid() - life.paid()
    assert all(attempt.split("/")[1] in ASKED_AHEAD for attempt in unneeded), unneeded
    keeps_what_came(life)


def keeps_what_came(life: PaidLife) -> None:
    """Every text that came is in the file, and every answered question shows the prompts that were sent for it."""
    assert verify(life.path).sound
    with Chronicle.read(life.path) as reader:
        calls = calls_of(reader, CallQuery(), 10_000)
        answered = [call for call in calls if call.outcome in ("answered", "estimated")]
        came = [call for call in answered if call.call.question.kind != TRIAL]
        assert {call.reply for call in came} == {ReplyState.KEPT}
        assert {call.use for call in came} <= {ReplyUse.USED, ReplyUse.UNUSABLE, ReplyUse.WAITING}
        told = [call_details(reader, call.number) for call in came if call.use is not ReplyUse.WAITING]
        assert {details.prompt_note for details in told} == {"This is what was sent: its hash is the recorded one."}
        assert {details.prompt for details in told} <= set(life.prompts), "as the server got them"


def test_a_reply_that_was_paid_for_and_could_not_be_used_is_not_paid_for_again(
    tmp_path: Path, undisturbed: tuple[PaidLife, str]
) -> None:
    mine = killed(tmp_path, iter(["paid:2", "paid:3", "statement:60"]))
    agree(mine, undisturbed)
    assert (mine[0].deaths, mine[0].left >= 2) == (3, True)


@pytest.mark.full
@pytest.mark.parametrize("seed", [1001, 1002])
def test_a_run_that_is_killed_ten_times_pays_for_everything_once(
    seed: int, tmp_path: Path, undisturbed: tuple[PaidLife, str]
) -> None:
    agree(killed(tmp_path, random_moments(10, seed), seed), undisturbed)
