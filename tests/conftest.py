"""Settings for all tests: no network, and the same Hypothesis examples on every machine.

With MILKWOOD_PROOF=1 (`make proof`) properties are tried far more often, and differently each time.
"""

import gc
import os
import sys
from functools import wraps
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from numpy.typing import NDArray

from milkwood.chronicle.file import opened
from milkwood.models import network
from milkwood.providers import profile
from milkwood.providers.sentences import Sentences

settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("full", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("full" if os.environ.get("MILKWOOD_PROOF") else "house")
if not os.environ.get("MILKWOOD_PROOF") and hasattr(providers, "_local_constants"):
    # Hypothesis also tries constants of our modules: which ones would depend on the modules loaded so far.
    providers._get_local_constants = lambda: providers._local_constants

for _variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
    if os.environ.get(_variable, "").startswith("zh"):
        os.environ[_variable] = "C.UTF-8"  # tests expect English, also where the user's language is Chinese
os.environ.setdefault("LANG", "C.UTF-8")
os.environ.pop("MILKWOOD_LANGUAGE", None)

# Bytecode is kept, also where the environment forbids it: workers and many child processes load the same modules.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

network.turn_off()  # a test that uses the network fails there, instead of waiting for it

_number = count()
_embed = Sentences.vector


@wraps(_embed)
def _embed_once(self: Sentences, text: str) -> NDArray[np.float32]:
    """The runs of many tests share one embedder, and have most of their texts in common."""
    known: dict[str, NDArray[np.float32]] = vars(self).setdefault("known", {})
    if text not in known:
        known[text] = _embed(self, text)
    return known[text]


Sentences.vector = _embed_once  # type: ignore[method-assign]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: many tests wait for a browser, a server or a terminal."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first where several processes share the tests, so that all of them end together."""
    if os.environ.get("PYTEST_XDIST_WORKER"):
        slow = {item.path for item in items if item.get_closest_marker("slow")}
        items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(autouse=True)
def own_profiles(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for profiles of models that no other test has: addresses of fakes are used again."""
    folder = tmp_path_factory.getbasetemp() / "profiles" / str(next(_number))
    monkeypatch.setattr(profile, "usual_folder", lambda: folder)
    return folder


def pytest_runtest_setup() -> None:
    """A damaged file of an earlier test explains no error of this one."""
    opened.clear()


def pytest_collection_finish() -> None:
    """Thousands of collected tests are kept to the end: the garbage collector need not scan them."""
    gc.collect()
    gc.freeze()
