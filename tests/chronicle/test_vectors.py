import sqlite3
from pathlib import Path

import numpy as np

from milkwood.chronicle import Chronicle
from milkwood.chronicle.fork import fork
from milkwood.chronicle.vectors import FoundOnly
from milkwood.models.embedding import Meanings
from tests.chronicle.conftest import tell
from tests.chronicle.story import Story, make_header
from tests.mind.embedder import Bag


def test_a_vector_is_found_when_the_run_is_opened_again(path: Path) -> None:
    bag = Bag()
    with Chronicle.create(path, make_header("monday")) as chronicle:
        first = Meanings(bag, chronicle).vector("bread 面包")
    with Chronicle.open(path) as chronicle:
        meanings = Meanings(bag, chronicle)
        assert np.array_equal(meanings.vector("bread 面包"), first)
    assert bag.asked == ["bread 面包"]


def test_vectors_of_another_model_are_made_again_beside_the_old_ones(path: Path) -> None:
    with Chronicle.create(path, make_header("monday")) as chronicle:
        Meanings(Bag(name="old"), chronicle).vector("bread")
        bag = Bag(name="new")
        Meanings(bag, chronicle).vector("bread")
        assert bag.asked == ["bread"]
        assert chronicle.count("vectors") == 2


def test_a_vector_that_is_kept_is_never_changed(path: Path) -> None:
    with Chronicle.create(path, make_header("monday")) as chronicle:
        chronicle.keep_vector("bag", "bread", b"first")
        chronicle.keep_vector("bag", "bread", b"second")
        assert chronicle.find_vector("bag", "bread") == b"first"


def test_it_is_on_disk_when_keeping_returns(path: Path) -> None:
    with Chronicle.create(path, make_header("monday")) as chronicle:
        chronicle.keep_vector("bag", "bread", b"here")
        found = sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("SELECT vector FROM vectors").fetchall()
    assert found == [(b"here",)]


def test_a_reader_without_trace_finds_vectors_and_stores_none(path: Path) -> None:
    bag = Bag()
    with Chronicle.create(path, make_header("monday")) as chronicle:
        Meanings(bag, chronicle).vector("bread")
    with Chronicle.read(path) as reader:
        meanings = Meanings(bag, FoundOnly(reader))
        meanings.vector("bread")
        meanings.vector("butter")
        assert reader.count("vectors") == 1
    assert bag.asked == ["bread", "butter"]


def test_vectors_lie_outside_the_hash(path: Path, story: Story) -> None:
    tell(path, story)
    with Chronicle.open(path) as chronicle:
        before = chronicle.history_hash()
        chronicle.keep_vector("bag", "bread", b"here")
        assert chronicle.history_hash() == before


def test_a_fork_has_the_vectors_of_its_parent(path: Path, story: Story) -> None:
    tell(path, story)
    with Chronicle.open(path) as chronicle:
        chronicle.keep_vector("bag", "bread", b"here")
    fork(path, 200, path.with_stem("fork"), "fork")
    with Chronicle.read(path.with_stem("fork")) as reader:
        assert reader.find_vector("bag", "bread") == b"here"


def test_invalid_unicode_can_be_stored_too(path: Path) -> None:
    with Chronicle.create(path, make_header("monday")) as chronicle:
        chronicle.keep_vector("bag", "half \ud83c", b"here")
        assert chronicle.find_vector("bag", "half \ud83c") == b"here"
