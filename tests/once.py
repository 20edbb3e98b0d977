"""Expensive read-only fixtures, made once however many processes run the tests."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def shared(factory: pytest.TempPathFactory) -> Path:
    """A temporary folder for all processes of a test session."""
    base = factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


def once(place: Path, make: Callable[[Path], object]) -> Path:
    """The file made at a place, unless it exists already: only finished files are ever found there."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(place.with_name(f"{place.name}.lock")):
        if not place.exists():
            workshop = place.with_name(f"{place.name}.draft")
            shutil.rmtree(workshop, ignore_errors=True)  # of an interrupted process
            workshop.mkdir()
            make(workshop / place.name)
            (workshop / place.name).rename(place)
            shutil.rmtree(workshop)
    return place
