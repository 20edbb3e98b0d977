"""Texts that can be sent: half a letter, which language models do produce, becomes the sign for one that is missing.

Knows Unicode only. Invariant: what is returned can be written as UTF-8; a text that could be is returned as it is.
"""

from typing import Any


def whole(text: str) -> str:
    """The text without halves of surrogate pairs."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def all_whole(plain: Any) -> Any:
    """The same for every text in what JSON can hold."""
    match plain:
        case str():
            return whole(plain)
        case dict():
            return {whole(key): all_whole(value) for key, value in plain.items()}
        case list():
            return [all_whole(each) for each in plain]
    return plain
