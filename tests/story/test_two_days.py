"""Two days with a story: news spreads from person to person, invited people come, strangers become acquainted; and the
cost stays within its bound. By default one seed of each town; `MILKWOOD_PROOF=1` takes three.
"""

import itertools
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.rumour import Fact, rumour_of
from tests.story import measures_cost, measures_news
from tests.story.lived import PROOF, SEEDS, Wish
from tests.story.measures import Life, failing

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=[(t, seed) for t in ("the_ville", "gull_quay") for seed in SEEDS], ids=str)
def life(request: pytest.FixtureRequest, lives: Path) -> Life:
    town, seed = request.param
    return Wish(town, seed, embedding=PROOF).life(lives)


def test_news_spreads_invited_people_come_and_strangers_meet(life: Life) -> None:
    assert not failing(measures_news.measures(life))


def test_calls_and_tokens_stay_within_their_bounds(life: Life) -> None:
    assert not failing(measures_cost.measures(life))


def test_every_link_of_a_chain_is_a_line_that_was_said(life: Life) -> None:
    story = measures_news.WANTED[life.pack.scenario.id][0].story
    first = next(each for each in life.pack.scenario.stories if each.id == story).memories[0]
    with Chronicle.read(life.path) as reader:
        fact = Fact((first.text.in_language(life.language),))
        rumour = rumour_of(fact, reader.memories(), reader.talks())
    assert rumour.told()
    for person in rumour.told():
        chain = rumour.chain(person)
        assert chain[0].own
        for teller, hearer in itertools.pairwise(chain):
            assert hearer.line is not None
            assert hearer.line.speaker == teller.person
            assert teller.tick <= hearer.line.tick <= hearer.tick
