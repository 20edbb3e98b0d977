"""A real small model drives the town (fetched once into the user's cache), and the errors when there is none."""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from milkwood.models import network
from milkwood.models.spec import Spec
from milkwood.models.tape import Recorded, TapeOnly
from milkwood.models.wording import WordOverlap
from milkwood.providers.gguf import GgufWeights
from milkwood.providers.judging import Judge
from milkwood.providers.local import lent
from milkwood.providers.weights import found, local
from milkwood.run import ModelConfig, RunOptions, new_run
from milkwood.run.options import SCHEDULES
from milkwood.understudy.model import Understudy
from tests.providers.small import smol
from tests.story.lives import pack_of

__all__ = ["smol"]

SECONDS = 180
NOON = 1800


@dataclass(frozen=True)
class Morning:
    """A recorded morning, and how long it took."""

    path: Path
    seconds: float
    hash: str
    model: str


@pytest.fixture(scope="module")
def morning(smol: Path, tmp_path_factory: pytest.TempPathFactory) -> Morning:
    """A family of three, as `milkwood run the_ville --scenario lins --model local --until 12:00` runs them."""
    wanted = ModelConfig(specs={"local": Spec("local", "weights", str(smol))}, usual="local")
    path = tmp_path_factory.mktemp("morning") / "lins.milkwood"
    began, worked = time.monotonic(), time.process_time()
    with new_run(pack_of("the_ville", "lins"), path, "lins", options=RunOptions(models=wanted)) as run:
        asyncio.run(run.live(NOON))
        # On an idle machine the wall time equals the CPU time: other processes are not counted.
        seconds = min(time.monotonic() - began, time.process_time() - worked)
        return Morning(path, seconds, run.chronicle.history_hash(), smol.stem)


@pytest.mark.slow
@pytest.mark.long
def test_the_small_model_lives_a_morning_of_three_people(morning: Morning) -> None:
    with Chronicle.read(morning.path) as chronicle:
        told = [(asked.question.id.kind, asked.answer) for asked in chronicle.questions()]
        assert chronicle.settled == NOON
    own = [(kind, answer) for kind, answer in told if answer.by == f"{morning.model}+understudy"]
    choices = sum(lent(answer.why)[0] for _, answer in own)
    lines = sum(lent(answer.why)[1] for kind, answer in own if kind == "speak")
    assert choices >= 30
    assert lines >= 10
    assert not [answer.why for _, answer in told if "failed" in answer.why]
    assert morning.seconds < SECONDS


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_that_morning_is_replayed_from_its_tape_with_the_network_off(
    schedule: str, morning: Morning, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_WEIGHTS", str(tmp_path))  # and no weights either
    assert network.is_off()
    with Chronicle.open(morning.path) as tape:
        options = RunOptions(schedule=schedule, model=Recorded(TapeOnly(), tape))
        with new_run(pack_of("the_ville", "lins"), tmp_path / "again.milkwood", "again", options=options) as run:
            asyncio.run(run.live(NOON))
            assert run.chronicle.settled == NOON
            assert run.chronicle.history_hash() == morning.hash


@pytest.mark.slow
def test_the_small_model_knows_what_things_are_for(smol: Path) -> None:
    judge = Judge(GgufWeights(smol))
    things = ["At the desk", "At the kitchen sink", "At the piano", "At the refrigerator"]
    for activity, best in (
        ("practising a tune", "At the piano"),
        ("washing the face", "At the kitchen sink"),
        ("putting the milk away", "At the refrigerator"),
        ("writing the next section of the paper", "At the desk"),
    ):
        scores = judge.fits(activity, things)
        assert things[scores.index(max(scores))] == best


@pytest.mark.slow
def test_the_small_model_tells_plain_memories_from_those_that_matter(smol: Path) -> None:
    judge = Judge(GgufWeights(smol))
    plain = judge.matter(["I brushed my teeth and washed my face", "The kettle was boiling"])
    grave = judge.matter(["My grandmother died last night", "My husband wants a divorce"])
    assert max(plain) < min(grave)


def test_a_missing_small_model_is_reported_with_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_WEIGHTS", str(tmp_path))
    with pytest.raises(SetupError, match="milkwood local fetch"):
        found("local")


def test_a_file_without_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"hello")
    with pytest.raises(SetupError, match="not a file of weights"):
        local(Spec("x", "weights", str(tmp_path / "x.gguf")), Understudy(1, WordOverlap()), 1)
