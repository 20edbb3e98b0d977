"""Intervals of shares: they hold what they promise, also for few questions and shares near 0 and 1."""

import pytest

from milkwood.chance import stream
from milkwood.lab.bench.proportion import paired_difference, share_of

TRIALS = 2000


def test_known_values() -> None:
    found = share_of(81, 263)  # Newcombe 1998, Statistics in Medicine 17, 857: (a)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    assert (share_of(0, 20).low, round(share_of(0, 20).high, 4)) == (0.0, 0.1611)
    assert share_of(20, 20).high == 1.0
    pairs = [(True, True)] * 36 + [(False, True)] * 12 + [(True, False)] * 2
    difference = paired_difference(pairs)
    assert round(difference.share, 4) == 0.2
    assert (round(difference.low, 4), round(difference.high, 4)) == (0.0569, 0.3404)


def test_nothing_says_nothing() -> None:
    assert (share_of(0, 0).low, share_of(0, 0).high) == (0.0, 1.0)
    assert not paired_difference([]).is_sure
    assert not paired_difference([(True, True)] * 200).is_sure


def test_the_difference_turns_round_with_the_order() -> None:
    pairs = [(True, True)] * 30 + [(True, False)] * 15 + [(False, True)] * 4 + [(False, False)] * 11
    one, other = paired_difference(pairs), paired_difference([(second, first) for first, second in pairs])
    assert one.share == pytest.approx(-other.share)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.is_sure
    assert one.high < 0


@pytest.mark.parametrize("n", [50, 200])
@pytest.mark.parametrize(
    ("first", "second", "shared"), [(0.9, 0.9, 0.5), (0.6, 0.7, 0.8), (0.5, 0.5, 0.0), (0.98, 0.95, 0.9)]
)
def test_an_interval_holds_the_true_difference_about_95_times_in_100(
    n: int, first: float, second: float, shared: float
) -> None:
    """Each context is hard or easy for both prompts with a probability; otherwise they fail independently."""
    held = 0
    for trial in range(TRIALS):
        draw = stream(trial, "proportion", str((n, first, second)))
        pairs = []
        for _ in range(n):
            luck = draw.unit()
            lucks = (luck, luck) if draw.happens(shared) else (draw.unit(), draw.unit())
            pairs.append((lucks[0] < first, lucks[1] < second))
        found = paired_difference(pairs)
        held += found.low <= second - first <= found.high
    assert 0.935 <= held / TRIALS <= 1.0
