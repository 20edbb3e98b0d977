"""Runs that several tests use, each lived once."""

from pathlib import Path

import pytest

from tests.story.lived import folder_of


@pytest.fixture(scope="session")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which runs are found, or recorded on first use."""
    return folder_of(tmp_path_factory)
