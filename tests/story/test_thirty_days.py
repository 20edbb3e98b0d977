"""Thirty days cost the same per day as two: no question grows with the past. Only with `MILKWOOD_PROOF=1`."""

from pathlib import Path

import pytest

from tests.story.lived import PROOF, Wish
from tests.story.measures import failing
from tests.story.measures_cost import growth

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PROOF, reason="thirty days are lived by `make proof`")]


def test_the_thirtieth_day_costs_at_most_a_fifth_more_than_the_second(lives: Path) -> None:
    assert not failing(list(growth(Wish("gull_quay", 1, days=30, embedding=False).life(lives))))
