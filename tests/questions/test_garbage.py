"""A morning of the hamlet on garbage alone is the understudy's morning, with nothing of the garbage in it (rule M3)."""

import asyncio
from pathlib import Path

import pytest

from milkwood.models.port import Model
from milkwood.questions.answering import Answering
from milkwood.questions.debris import is_machine, is_refusal
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.towns import load
from milkwood.towns.shelf import find
from milkwood.understudy.model import Understudy
from milkwood.words import Language
from tests.questions.days import Words
from tests.questions.garbage import GARBAGE, Garbage, by_prompt

TICKS = 3 * 360


def _morning(path: Path, language: str, model: Model) -> tuple[str, list[str], set[str]]:
    """The hash of the history, the memories, and the reasons why the understudy answered."""
    options, minds = RunOptions("lockstep", model=model), MindConfig(embedding=False)
    pack = load(find("gull_quay").folder)
    with new_run(pack, path, "morning", language=Language(language), options=options, minds=minds) as run:
        asyncio.run(run.live(TICKS))
        happened = run.chronicle.history_hash()
        remembered = [str(each) for each in run.chronicle.memories()]
        return happened, remembered, {each.answer.why for each in run.chronicle.questions()}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_morning_of_garbage_is_the_understudys_morning(tmp_path: Path, language: str) -> None:
    understudy = Understudy(1, Words())
    happened, remembered, _ = _morning(tmp_path / "plain.milkwood", language, understudy)
    garbage = Answering(Garbage(by_prompt), understudy)
    again, recalled, whys = _morning(tmp_path / "garbage.milkwood", language, garbage)
    assert (again, recalled) == (happened, remembered)
    assert len(remembered) > 100
    assert {why.split(":")[0] for why in whys} == {category for _, category in GARBAGE.values()}
    assert not any(is_machine(text) or is_refusal(text) for text in recalled)
