from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from milkwood.cli import app
from tests.towns.conftest import _tiny_master, tiny

__all__ = ["_tiny_master", "run", "tiny"]

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run the command line as a user would."""
    runner = CliRunner()
    return lambda *words: runner.invoke(app, [str(word) for word in words])
