import pytest

from milkwood.lab.comparing.interval import interval, t95


def test_a_mean_lies_in_the_middle_of_its_interval() -> None:
    found = interval([1.0, 2.0, 3.0])
    assert found.mean == 2.0
    assert found.half == pytest.approx(4.3027 * 1.0 / 3**0.5)
    assert found.low == pytest.approx(2.0 - 2.4841, abs=1e-3)
    assert not found.is_sure


def test_one_figure_has_no_interval() -> None:
    found = interval([7.0])
    assert (found.n, found.mean, found.low, found.high, found.half) == (1, 7.0, None, None, None)
    assert not found.is_sure


def test_a_difference_is_certain_when_its_interval_excludes_0() -> None:
    assert interval([-5.0, -5.1, -4.9]).is_sure
    assert interval([5.0, 5.1, 4.9]).is_sure


def test_the_expansion_continues_where_the_table_ends() -> None:
    assert t95(1) == 12.7062
    assert t95(31) == pytest.approx(2.0395, abs=2e-4)
    assert t95(100) == pytest.approx(1.9840, abs=1e-4)
    assert all(t95(freedom) > t95(freedom + 1) for freedom in range(1, 200))
