"""The forward pass of the multilingual Universal Sentence Encoder, for one text at a time.

Invariant: what comes out depends on the tokens alone, never on what was encoded before: all that is remembered between
texts is what the first layers make of a single token.

The encoder averages over tokens what three small convolutions see around each of them (2, 3 and 5 tokens wide) and
sends that through four dense layers. A short text spends its time waiting for weights to come from memory, so the
layers that look at one token are computed once for each token of the vocabulary that is met.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Activations = NDArray[np.float32]

TOKEN_DIMENSIONS = 512
_WEIGHT_CHUNKS = 17
_VIEWS = ((2, 0), (3, 1), (5, 2))
"""Width of each convolution, and how many of its tokens are to the left."""
_VIEW_DIMENSIONS = 256
_FIRST_DIMENSIONS = len(_VIEWS) * _VIEW_DIMENSIONS
_MAX_CACHED_TOKENS = 4_096
"""Cached tokens: more than a town uses, 13 kB each."""


class Encoder:
    """Turns token numbers into vectors of length 1."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self._table = np.empty((_WEIGHT_CHUNKS * len(weights["q1"]), TOKEN_DIMENSIONS), np.uint8)
        for chunk in range(_WEIGHT_CHUNKS):
            self._table[chunk::_WEIGHT_CHUNKS] = weights[f"q{chunk + 1}"]
        self._scale, self._low = _floats(weights["scale"]), _floats(weights["lo"])
        self._eps = float(weights["eps"])
        each = [n for n, _ in _VIEWS]
        self._project = np.concatenate([_floats(weights[f"proj{n}"]) for n in each], axis=1)
        self._project_bias = np.concatenate([_floats(weights[f"proj_b{n}"]) for n in each])
        self._norm = _joined(weights, "ln_g", each), _joined(weights, "ln_b", each)
        self._near = [_by_slot(_floats(weights[f"w1_{n}"]), n) for n in each]
        self._near_bias = [_floats(weights[f"b1_{n}"]) for n in each]
        self._far = [_by_slot(_floats(weights[f"w2_{n}"]), n) for n in each]
        self._far_bias = [_floats(weights[f"b2_{n}"]) for n in each]
        self._last_norm = _floats(weights["ln_g"]), _floats(weights["ln_b"])
        self._gather, self._gather_bias = _floats(weights["cnn_W"]), _floats(weights["cnn_b"])
        self._dense = {name: _floats(weights[name]) for name in ("d0", "d1", "d2", "d3", "p1", "p3")}
        self._tokens: dict[int, Activations] = {}

    def encode(self, tokens: Sequence[int]) -> Activations:
        """The vector of a text given as at least one token number."""
        count = len(tokens)
        firsts = np.stack([self._first(token) for token in tokens])
        features = np.empty((count, TOKEN_DIMENSIONS + _FIRST_DIMENSIONS), np.float32)
        features[:, :TOKEN_DIMENSIONS] = self._embedded(np.array(tokens))
        begin = _FIRST_DIMENSIONS
        for view, (slots, left) in enumerate(_VIEWS):
            own = firsts[:, view * _VIEW_DIMENSIONS : (view + 1) * _VIEW_DIMENSIONS]
            seen = _put_together(firsts[:, begin : begin + slots * _VIEW_DIMENSIONS], slots, left)
            begin += slots * _VIEW_DIMENSIONS
            near = np.maximum(seen + self._near_bias[view], 0) + own
            seen = _put_together(near @ self._far[view], slots, left)
            place = TOKEN_DIMENSIONS + view * _VIEW_DIMENSIONS
            features[:, place : place + _VIEW_DIMENSIONS] = np.maximum(seen + self._far_bias[view], 0) + near
        mean = _normalised(features, *self._last_norm, self._eps).sum(axis=0) @ self._gather
        return self._through_the_dense_layers((mean + count * self._gather_bias) / np.float32(count**0.5))

    def _through_the_dense_layers(self, mean: Activations) -> Activations:
        dense = self._dense
        first = np.maximum(mean @ dense["d0"], 0)
        second = np.maximum(mean @ dense["p1"] + first @ dense["d1"], 0)
        third = np.maximum(second @ dense["d2"], 0)
        out = np.tanh(second @ dense["p3"] + third @ dense["d3"])
        return np.asarray(out / np.sqrt(max(float(out @ out), self._eps)), np.float32)

    def _embedded(self, tokens: NDArray[np.int64]) -> Activations:
        chunks = tokens % _WEIGHT_CHUNKS
        return self._table[tokens] * self._scale[chunks, None] + self._low[chunks, None]

    def _first(self, token: int) -> Activations:
        """The output of the layers for single tokens: the token, and its part in each slot of each view."""
        known = self._tokens.pop(token, None)
        if known is None:
            known = self._made(token)
            if len(self._tokens) >= _MAX_CACHED_TOKENS:
                del self._tokens[next(iter(self._tokens))]
        self._tokens[token] = known
        return known

    def _made(self, token: int) -> Activations:
        projected = self._embedded(np.array([token])) @ self._project + self._project_bias
        own = _normalised(projected, *self._norm, self._eps)[0]
        parts = [
            own[view * _VIEW_DIMENSIONS : (view + 1) * _VIEW_DIMENSIONS] @ slots
            for view, slots in enumerate(self._near)
        ]
        return np.concatenate([own, *parts])


def _floats(weight: NDArray[np.generic]) -> Activations:
    return np.ascontiguousarray(weight, np.float32)


def _joined(weights: Mapping[str, NDArray[np.generic]], name: str, each: Sequence[int]) -> Activations:
    return np.concatenate([_floats(weights[f"{name}{n}"]) for n in each])


def _by_slot(weight: Activations, slots: int) -> Activations:
    """A convolution's weights as one matrix from a token to its part in each slot."""
    return _floats(
        weight.reshape(slots, _VIEW_DIMENSIONS, _VIEW_DIMENSIONS)
        .transpose(1, 0, 2)
        .reshape(_VIEW_DIMENSIONS, slots * _VIEW_DIMENSIONS)
    )


def _put_together(parts: Activations, slots: int, left: int) -> Activations:
    """The view at each position: the parts of its neighbours by slot; zero beyond the ends."""
    count = len(parts)
    whole = np.zeros((count, _VIEW_DIMENSIONS), np.float32)
    for slot in range(slots):
        shift = slot - left
        first, end = max(0, -shift), min(count, count - shift)
        if first < end:
            whole[first:end] += parts[
                first + shift : end + shift, slot * _VIEW_DIMENSIONS : (slot + 1) * _VIEW_DIMENSIONS
            ]
    return whole


def _normalised(rows: Activations, gain: Activations, bias: Activations, eps: float) -> Activations:
    """Rows with mean 0 and variance 1, then scaled and shifted as learnt."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred) / rows.shape[1]
    return np.asarray(centred / np.sqrt(variance + eps)[:, None] * gain + bias, np.float32)
