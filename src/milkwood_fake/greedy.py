"""Answers that are valid and as costly as possible: everything offered is taken up, and every list and text is full.

Invariant: an answer fits its schema, and the token limit where that can be done.
"""

from collections.abc import Sequence
from typing import Final

from milkwood.chance import Stream
from milkwood.plain import Json, JsonObject, items, number, table, text
from milkwood.questions.tokens import tokens
from milkwood_fake.schema import MISSING, Given, fit, part

_EAGER: Final = ("change", "talk")
"""Choices that lead to more questions."""
_SHARES: Final = (1.0, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1, 0.05)
"""Shares of the longest lists and texts that are tried until an answer fits its token limit."""
_MAX_UNBOUNDED_ITEMS: Final = 8
_MAX_UNBOUNDED_CHARACTERS: Final = 120
_SYLLABLES: Final = ("ba", "co", "di", "fu", "ga", "lo", "mi", "nu", "pa", "re", "so", "tu")


def greedy(schema: JsonObject, content: Given, draw: Stream, most_tokens: int | None) -> Json:
    """The fullest answer to a schema within a token limit, from a sensible one."""
    full: Json = None
    for share in _SHARES:
        full = _Greedy(schema, draw, share).filled(schema, content)
        if most_tokens is None or tokens(str(full)) <= 0.8 * most_tokens:
            break
    return full


class _Greedy:
    def __init__(self, root: JsonObject, draw: Stream, share: float) -> None:
        self._root = root
        self._draw = draw
        self._share = share

    def filled(self, schema: JsonObject, value: Given) -> Json:
        """A value with as much in it as the schema and the share allow."""
        if "$ref" in schema:
            return self.filled(part(self._root, text(schema["$ref"])), value)
        if "enum" in schema:
            listed = items(schema["enum"])
            for each in (*_EAGER, value):
                if each is not MISSING and each and each in listed:
                    return each
            return self._draw.chosen([each for each in listed if each] or listed)
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self.filled(_fullest([table(one) for one in items(schema[choice])]), value)
        if "properties" in schema:
            given = value if isinstance(value, dict) else {}
            return {
                key: self.filled(table(inner), given.get(key, MISSING))
                for key, inner in table(schema["properties"]).items()
            }
        if schema.get("type") == "array":
            return self._list(schema, value)
        if schema.get("type") == "boolean":
            return False
        if schema.get("type") == "string" and "pattern" not in schema:
            most = int(number(schema.get("maxLength"), _MAX_UNBOUNDED_CHARACTERS))
            return self._words(value if isinstance(value, str) else "", most)
        return fit(schema, value, self._draw, self._root)

    def _list(self, schema: JsonObject, value: Given) -> list[Json]:
        given: list[Given] = list(value) if isinstance(value, list | tuple) else []
        most = int(number(schema.get("maxItems"), _MAX_UNBOUNDED_ITEMS))
        wanted = max(len(given), int(number(schema.get("minItems"))), int(self._share * most))
        given += [MISSING] * (wanted - len(given))
        return [self.filled(table(schema.get("items")), each) for each in given[:most]]

    def _words(self, start: str, most: int) -> str:
        """A text with new words up to a share of the longest."""
        said = start
        while len(said) < self._share * most - 8:
            said += " " + "".join(self._draw.chosen(_SYLLABLES) for _ in range(3))
        return said[:most].strip()


def _fullest(choices: Sequence[JsonObject]) -> JsonObject:
    """The eager variant, otherwise the one with the most fields."""
    real = [choice for choice in choices if choice.get("type") != "null"]
    eager = [each for each in real if any(word in str(each.get("properties", "")) for word in _EAGER)]
    return max(eager or real, key=lambda each: len(table(each.get("properties"))))
