"""A run lived in Chinese has no English words in what people plan, say, think and do. By default Gull Quay; .ci/run
lives a day of the Ville as well, `MILKWOOD_PROOF=1` two days of it."""

from pathlib import Path

import pytest

from tests.cases import long_after
from tests.story import measures_day, measures_talk, measures_words
from tests.story.lived import PROOF, Wish
from tests.story.measures import Life, failing

pytestmark = pytest.mark.slow

WISHES = (
    Wish("gull_quay", 1, "zh", embedding=PROOF),
    Wish("the_ville", 1, "zh", days=2 if PROOF else 1, embedding=PROOF),
)


@pytest.fixture(scope="module", params=long_after(1, WISHES), ids=lambda wish: wish.name)
def life(request: pytest.FixtureRequest, lives: Path) -> Life:
    wish: Wish = request.param
    return wish.life(lives)


def test_everything_is_in_chinese_without_template_artefacts(life: Life) -> None:
    assert not failing(measures_words.measures(life))


def test_a_chinese_day_is_as_plausible_as_an_english_one(life: Life) -> None:
    assert not failing([*measures_day.measures(life), *measures_talk.measures(life)])
