"""A real small model lives in the town (fetched once into the user's cache), and what happens when there is none."""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.bootstrap import Manner, new_run
from milkwood.errors import SetupError
from milkwood.models.spec import Spec
from milkwood.models.wording import Wording
from milkwood.providers import parcel
from milkwood.providers.gguf import RUNTIME, Weights
from milkwood.providers.judging import Judge
from milkwood.providers.local import lent
from milkwood.providers.weights import found, local
from milkwood.questions.understudy import Understudy
from milkwood.stack import Wanted
from milkwood.towns.shelf import find

SECONDS = 180
NOON = 1800
FAMILY = """
id = "family"
name = { en = "A family", zh = "一家人" }
about = { en = "Three who live together.", zh = "住在一起的三个人。" }
cast = ["eddy_lin", "john_lin", "mei_lin"]
start = 2023-02-13T07:00:00
days = 1
"""


@pytest.fixture(scope="session")
def smol() -> Path:
    if find_spec(RUNTIME) is None:  # not importorskip: who imports it before `runtime` does gets threads that spin
        pytest.skip(f"needs {RUNTIME}")
    return parcel.fetch()


@pytest.mark.slow
def test_the_small_model_lives_a_morning_of_three_people(smol: Path, tmp_path: Path) -> None:
    shutil.copytree(find("the_ville").folder, tmp_path / "ville")
    (tmp_path / "ville/scenarios/family.toml").write_text(FAMILY, encoding="utf-8")
    pack = towns.load(tmp_path / "ville", "family")
    wanted = Wanted(specs={"local": Spec("local", "weights", str(smol))}, usual="local")
    path = tmp_path / "family.milkwood"
    began = time.monotonic()
    with new_run(pack, path, "family", seed=1, manner=Manner(wanted=wanted)) as run:
        asyncio.run(run.live(NOON))
    took = time.monotonic() - began
    told = _answers(path)
    choices = sum(lent(why)[0] for by, why, _ in told if by == f"{smol.stem}+understudy")
    lines = sum(lent(why)[1] for by, why, kind in told if by == f"{smol.stem}+understudy" and kind == "speak")
    assert choices >= 30
    assert lines >= 10
    assert not [why for _, why, _ in told if "failed" in why]
    assert took < SECONDS


def _answers(path: Path) -> Sequence[tuple[str, str, str]]:
    with sqlite3.connect(path) as connection:
        return connection.execute('SELECT "by", why, kind FROM questions').fetchall()


@pytest.mark.slow
def test_the_small_model_knows_what_things_are_for(smol: Path) -> None:
    judge = Judge(Weights(smol))
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
    judge = Judge(Weights(smol))
    plain = judge.matter(["I brushed my teeth and washed my face", "The kettle was boiling"])
    grave = judge.matter(["My grandmother died last night", "My husband wants a divorce"])
    assert max(plain) < min(grave)


def test_a_missing_small_model_is_said_with_its_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_WEIGHTS", str(tmp_path))
    with pytest.raises(SetupError, match="milkwood local fetch"):
        found("local")


def test_a_file_that_is_no_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"hello")
    with pytest.raises(SetupError, match="no file of weights"):
        local(Spec("x", "weights", str(tmp_path / "x.gguf")), Understudy(1, Wording()), 1)
