"""Lives that several tests look at, each lived once."""

from pathlib import Path

import pytest

from tests.story.lived import folder_of


@pytest.fixture(scope="session")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which lives are found, or lived when they are first wished for."""
    return folder_of(tmp_path_factory)
