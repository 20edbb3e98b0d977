"""What is said already: memories that only say again what another says.

Knows no question and no language. Invariant: texts and their order stay; memories are only left out.
"""

from collections.abc import Sequence
from typing import Final

from milkwood.questions.terms import Recalled
from milkwood.questions.tokens import QUARTERS, weight

_MAX_EXTRA_TOKENS: Final = 18
"""Tokens of what a memory may say beside another, such as who told it, and still say nothing new."""


def without_echoes(memories: Sequence[Recalled]) -> list[Recalled]:
    """Memories, each thing once: a talk in which one only heard, or only told, what another memory says is left out."""
    texts = [memory["text"].rstrip(".。") for memory in memories]
    kept = []
    for n, (memory, text) in enumerate(zip(memories, texts, strict=True)):
        most = weight(text) - _MAX_EXTRA_TOKENS * QUARTERS
        again = any(
            other in text and (m < n if other == text else weight(other) >= most)
            for m, other in enumerate(texts)
            if m != n and other
        )
        if not again:
            kept.append(memory)
    return kept
