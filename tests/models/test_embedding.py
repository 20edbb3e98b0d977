from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from milkwood.errors import OurBug
from milkwood.models.embedding import Meanings, rounded
from tests.mind.embedder import Bag


class Shelf:
    """A store in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    def find_vector(self, model: str, text: str) -> bytes | None:
        return self.kept.get((model, text))

    def keep_vector(self, model: str, text: str, vector: bytes) -> None:
        assert (model, text) not in self.kept
        self.kept[model, text] = vector


def test_each_text_is_embedded_once_and_alone() -> None:
    bag = Bag()
    meanings = Meanings(bag)
    for text in ("one", "two", "one", "two", "one"):
        meanings.vector(text)
    assert bag.asked == ["one", "two"]
    assert meanings.made == 2


def test_vectors_do_not_depend_on_what_was_asked_before() -> None:
    texts = ["a walk in the park", "coffee at the cafe", "walking home"]
    there, back = Meanings(Bag()), Meanings(Bag())
    one = [there.vector(text) for text in texts]
    other = [back.vector(text) for text in reversed(texts)][::-1]
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_a_stored_vector_is_found_again_and_not_made_again() -> None:
    shelf, bag = Shelf(), Bag()
    first = Meanings(bag, shelf).vector("bread")
    again = Meanings(bag, shelf)
    assert np.array_equal(again.vector("bread"), first)
    assert bag.asked == ["bread"]
    assert again.made == 0


def test_a_vector_of_another_model_is_not_used() -> None:
    shelf = Shelf()
    Meanings(Bag(name="old"), shelf).vector("bread")
    bag = Bag(name="new")
    Meanings(bag, shelf).vector("bread")
    assert bag.asked == ["bread"]
    assert {model for model, _ in shelf.kept} == {"old/int8", "new/int8"}


def test_an_evicted_vector_is_found_or_recomputed_and_is_the_same() -> None:
    bag = Bag()
    meanings = Meanings(bag, most_known=2)
    first = meanings.vector("one")
    for text in ("two", "three", "one"):
        last = meanings.vector(text)
    assert bag.asked == ["one", "two", "three", "one"]
    assert np.array_equal(first, last)


def test_the_last_used_vector_is_kept_longest() -> None:
    bag = Bag()
    meanings = Meanings(bag, most_known=2)
    for text in ("one", "two", "one", "three", "one"):
        meanings.vector(text)
    assert bag.asked == ["one", "two", "three"]


def test_alike_is_the_cosine() -> None:
    meanings = Meanings(Bag(512))
    assert meanings.alike("bread", "bread") == 1.0
    assert meanings.alike("bread", "bread and butter") == pytest.approx(2**-0.5, abs=0.1)
    assert meanings.alike("bread", "a mayor") == pytest.approx(0, abs=0.15)
    assert meanings.alike("bread", "a mayor") == meanings.alike("a mayor", "bread")


class _Nothing:
    name, width = "nothing", 4

    def vector(self, text: str) -> NDArray[np.float32]:
        return np.zeros(4, np.float32)


def test_a_text_that_means_nothing_is_like_no_other() -> None:
    assert Meanings(_Nothing()).alike("", "bread") == 0.0


def test_a_vector_of_the_wrong_width_is_our_bug() -> None:
    shelf = Shelf()
    shelf.kept["bag/int8", "bread"] = b"\x01\x02"
    with pytest.raises(OurBug, match="2 numbers, not 64"):
        Meanings(Bag(), shelf).vector("bread")


def test_a_vector_that_is_not_finite_is_our_bug() -> None:
    with pytest.raises(OurBug, match="not finite"):
        rounded(np.array([1.0, np.nan], np.float32))


def _vectors() -> Iterator[NDArray[np.float32]]:
    chance = np.random.default_rng(1)
    for width in (4, 512, 1024, 3072):
        yield chance.standard_normal(width).astype(np.float32)
        yield np.full(width, -1.0, np.float32)  # the longest vector of this width


@pytest.mark.parametrize("vector", list(_vectors()), ids=lambda vector: f"{len(vector)} wide")
def test_products_of_rounded_vectors_are_exact_in_float32(vector: NDArray[np.float32]) -> None:
    whole = rounded(vector).astype(np.int64)
    assert int(whole @ whole) < 1 << 24
    assert float(np.float32(1) * (whole.astype(np.float32) @ whole.astype(np.float32))) == int(whole @ whole)


@given(st.lists(st.floats(-1, 1, width=32), min_size=8, max_size=64), st.randoms(use_true_random=False))
def test_the_order_of_adding_up_changes_nothing(numbers: list[float], chance: Random) -> None:
    whole = rounded(np.array(numbers, np.float32)).astype(np.float32)
    places = list(range(len(whole)))
    chance.shuffle(places)
    assert whole @ whole[::-1] == whole[places] @ whole[::-1][places]


def test_rounding_keeps_the_direction() -> None:
    vector = np.random.default_rng(1).standard_normal(512).astype(np.float32)
    whole = rounded(vector).astype(np.float64)
    cosine = whole @ vector / np.linalg.norm(whole) / np.linalg.norm(vector)
    assert cosine > 0.999
