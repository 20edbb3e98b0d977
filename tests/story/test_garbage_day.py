"""Rule M3: with a language model that returns only garbage, every kind of it in turn and for every question, the day
goes on as the understudy lives it; the garbage is counted by kind, and none of it reaches a mind or a line.
"""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.ids import PersonId
from milkwood.models.wording import WordOverlap
from milkwood.questions.answering import Answering
from milkwood.questions.faults import CATEGORIES
from milkwood.questions.registry import KINDS
from milkwood.run import RestoredRun
from milkwood.understudy.model import NAME, Understudy
from tests.questions.garbage import GARBAGE, Garbage
from tests.story import measures_words
from tests.story.lived import Wish
from tests.story.lives import pack_of
from tests.story.measures import Life, failing

pytestmark = pytest.mark.slow

WISH = Wish("gull_quay", 1, days=1, embedding=False)


pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day of Gull Quay in which the language model never gives a usable answer."""
    model = Answering(Garbage(), Understudy(WISH.seed, WordOverlap()))
    return WISH.lived_in(tmp_path_factory.mktemp("garbage"), model)


@pytest.fixture(scope="module")
def life(path: Path) -> Life:
    return Life.read(path, pack_of(WISH.town, WISH.story))


def test_the_day_is_the_one_the_understudy_lives(path: Path, lives: Path) -> None:
    with Chronicle.read(path) as mine, Chronicle.read(WISH.lived_in(lives)) as theirs:
        assert mine.settled == theirs.settled
        assert mine.history_hash() == theirs.history_hash()


def test_every_garbage_is_counted_by_its_kind_and_by_who_answered_instead(life: Life) -> None:
    assert {each.answer.by for each in life.questions} == {NAME}
    counted = Counter(_category(tried) for each in life.questions for tried in each.answer.why.split("; "))
    assert counted.keys() <= set(CATEGORIES)
    assert counted.total() == 2 * len(life.questions), "each question was asked twice of the language model"
    assert counted.keys() >= {category for _, category in GARBAGE.values()}
    asked = {each.question.id.kind for each in life.questions}
    assert asked >= set(KINDS) - {"interview", "whisper"}


def test_no_garbage_is_in_a_memory_or_a_line(life: Life) -> None:
    assert not failing(measures_words.measures(life))


def test_an_interview_survives_garbage_too(path: Path) -> None:
    async def ask() -> tuple[str, str, str]:
        model = Answering(Garbage(), Understudy(WISH.seed, WordOverlap()))
        pack = pack_of(WISH.town, WISH.story)
        with await RestoredRun.at(path, pack, pack.clock.parse("day 1 12:00"), model) as look:
            reply = await look.interview(PersonId("nell_avery")).ask("What do you do for a living?")
        return reply.by, reply.why, reply.say

    by, why, say = asyncio.run(ask())
    assert by == NAME
    assert {_category(tried) for tried in why.split("; ")} <= set(CATEGORIES)
    assert "lighthouse" in say.lower()


def _category(tried: str) -> str:
    return tried.partition(":")[0]
