"""The original's published data, if it lies beside the project: counts are compared with its files."""

import os
from pathlib import Path

import pytest

DATA = Path(os.environ.get("MILKWOOD_UPSTREAM") or Path(__file__).parents[3] / "shared" / "data")
needs_data = pytest.mark.skipif(
    not (DATA / "the_ville" / "matrix").is_dir(),
    reason="The original's published data is not here: name its folder by MILKWOOD_UPSTREAM.",
)
MATRIX = DATA / "the_ville" / "matrix"
TILED = DATA / "tiled" / "the_ville_jan7.json"
BASE = DATA / "storage" / "base_the_ville_isabella_maria_klaus"
SAVED = DATA / "storage" / "July1_the_ville_isabella_maria_klaus-step-3-1"
DEMO = DATA / "compressed_storage" / "July1_the_ville_isabella_maria_klaus-step-3-20"
HISTORY = DATA / "the_ville" / "agent_history_init_n3.csv"
