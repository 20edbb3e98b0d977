"""Response bodies of the protocol: completions, streamed chunks, models, vectors.

Invariant: streamed or not, the same answer has the same text and token count.
"""

import base64
import json
import math
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from milkwood.models.wording import words_of
from milkwood.plain import Json, JsonObject
from milkwood.questions.tokens import tokens

_PIECE_CHARACTERS: Final = 24
"""Length of a streamed chunk."""
_CREATED_SECONDS: Final = 1_700_000_000
VECTOR_DIMENSIONS: Final = 64
_HUGE_NUMBER: Final = "9" * 5_000
_LIES: Final[Mapping[str, tuple[Json, Json]]] = {
    "usage_odd": (None, "many"),
    "usage_under": (1, 1),
    "usage_over": (200_000, 200_000),
    "usage_zero": (0, 0),
    "usage_negative": (-5, -7),
    "usage_nan": (math.nan, math.nan),
    "usage_infinite": (math.inf, math.inf),
    "usage_text": ("all of them", "twelve"),
    "usage_huge": (2**64, 10**30),
    "usage_digits": (_HUGE_NUMBER, _HUGE_NUMBER),
}
_COSTS: Final[Mapping[str, float]] = {"usage_free": 0.0, "usage_dear": 1e300}
"""What a lying endpoint says it took."""


@dataclass(frozen=True, slots=True)
class ChatReply:
    """An answer before it is formatted."""

    id: str
    model: str
    text: str | None
    finish: str = "stop"
    refusal: str | None = None
    prompt_tokens: int = 0
    cached_tokens: int = 0
    counts: str = ""
    """The fault of its token count, if any."""

    def usage(self) -> dict[str, Json] | None:
        """The token usage in the format of the protocol."""
        answered = tokens(self.text or self.refusal or "")
        if self.counts == "no_usage":
            return None
        if self.counts == "usage_renamed":
            return {"input_tokens": self.prompt_tokens, "output_tokens": answered}
        if self.counts in _LIES:
            prompt, answer = _LIES[self.counts]
            total = -1 if isinstance(answer, str) else answer
            return {"prompt_tokens": prompt, "completion_tokens": answer, "total_tokens": total}
        cost: JsonObject = {"cost": _COSTS[self.counts]} if self.counts in _COSTS else {}
        return {
            **cost,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": answered,
            "total_tokens": self.prompt_tokens + answered,
            "prompt_tokens_details": {"cached_tokens": self.cached_tokens},
            "completion_tokens_details": {"reasoning_tokens": 0},
        }


def completion(reply: ChatReply) -> dict[str, Json]:
    """An answer that is not streamed."""
    message = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    choice: JsonObject = {"index": 0, "message": message, "logprobs": None, "finish_reason": reply.finish}
    body: dict[str, Json] = {**_head(reply, "chat.completion"), "choices": [choice]}
    usage = reply.usage()
    return body if usage is None else {**body, "usage": usage}


def pieces(reply: ChatReply, include_usage: bool) -> Iterator[bytes]:
    """An answer as server-sent events, one per chunk."""
    yield _event(_piece(reply, {"role": "assistant", "content": "" if reply.text is not None else None}))
    if reply.refusal is not None:
        yield _event(_piece(reply, {"refusal": reply.refusal}))
    text = reply.text or ""
    for start in range(0, len(text), _PIECE_CHARACTERS):
        yield _event(_piece(reply, {"content": text[start : start + _PIECE_CHARACTERS]}))
    yield _event(_piece(reply, {}, reply.finish))
    if include_usage and (usage := reply.usage()) is not None:
        yield _event({**_head(reply, "chat.completion.chunk"), "choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


def encoded(body: JsonObject) -> bytes:
    """A body as JSON; a number of more digits than Python writes comes as a text and loses its quotes here."""
    return json.dumps(body, ensure_ascii=False).replace(f'"{_HUGE_NUMBER}"', _HUGE_NUMBER).encode("utf-8", "replace")


def models(names: Sequence[str], context_tokens: int | None = None) -> dict[str, Json]:
    """The list of models."""
    return {"object": "list", "data": [model(name, context_tokens) for name in names]}


def model(name: str, context_tokens: int | None = None) -> dict[str, Json]:
    """One model; its context as vLLM tells it."""
    context = {} if context_tokens is None else {"max_model_len": context_tokens}
    return {"id": name, "object": "model", "created": _CREATED_SECONDS, "owned_by": "milkwood", **context}


def vectors(name: str, texts: Sequence[str], dimensions: int, as_base64: bool) -> dict[str, Json]:
    """Texts as vectors: texts that share words are similar."""
    data = [
        {"object": "embedding", "index": place, "embedding": _packed(vector) if as_base64 else vector}
        for place, vector in enumerate(_vector(text, dimensions) for text in texts)
    ]
    took = sum(tokens(text) for text in texts)
    usage = {"prompt_tokens": took, "total_tokens": took}
    return {"object": "list", "model": name, "data": data, "usage": usage}


def _vector(text: str, dimensions: int) -> list[float]:
    vector = [0.0] * dimensions
    for word in sorted(words_of(text)) or [text]:
        digest = blake2b(word.encode(), digest_size=8).digest()
        vector[int.from_bytes(digest[:4], "big") % dimensions] += 1.0 if digest[4] % 2 else -1.0
    length = math.sqrt(sum(value * value for value in vector))
    return [value / length for value in vector] if length else [1.0, *vector[1:]]


def _packed(vector: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()


def _head(reply: ChatReply, kind: str) -> dict[str, Json]:
    return {
        "id": reply.id,
        "object": kind,
        "created": int(time.time()),
        "model": reply.model,
        "system_fingerprint": "fp_fake",
    }


def _piece(reply: ChatReply, delta: JsonObject, finish: str | None = None) -> dict[str, Json]:
    choice: JsonObject = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return {**_head(reply, "chat.completion.chunk"), "choices": [choice]}


def _event(piece: JsonObject) -> bytes:
    return b"data: " + encoded(piece) + b"\n\n"
