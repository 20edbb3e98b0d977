"""Cases of a parametrised test: `make test` takes some, `.ci/run` and `make proof` take all."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet


def long_after(count: int, cases: Iterable[object]) -> "list[ParameterSet]":
    """The cases; all after the first few are marked `long`."""
    return [pytest.param(case, marks=[pytest.mark.long] if place >= count else []) for place, case in enumerate(cases)]


def long_unless(short: Iterable[object], cases: Iterable[object]) -> "list[ParameterSet]":
    """The cases; all but the short ones are marked `long`."""
    kept = list(short)
    return [pytest.param(case, marks=[] if case in kept else [pytest.mark.long]) for case in cases]
