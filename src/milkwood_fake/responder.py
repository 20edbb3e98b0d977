"""The fake's answer to a request, fitted to the schema and the token limit, with a fault if the plan has one.

Invariant: the same request and seed give the same text; earlier prompts affect only the count of cached tokens.
"""

import json
from collections import OrderedDict
from hashlib import blake2b
from typing import Final

from milkwood.chance import stream
from milkwood.plain import Json, items, table
from milkwood.questions.tokens import TOKEN_WEIGHT, tokens, weight
from milkwood_fake.answers import answer
from milkwood_fake.faults import COUNTS, TEXTS
from milkwood_fake.greedy import greedy
from milkwood_fake.phrases import FOREIGN, PROSE, THINKING
from milkwood_fake.prompts import PromptQuestion, find
from milkwood_fake.request import ChatRequest
from milkwood_fake.responses import ChatReply
from milkwood_fake.schema import MISSING, Given, fit

_HUGE_BYTES: Final = 100_000
_BLOCK_CHARACTERS: Final = 256
"""Block size of the prompt cache."""
_KNOWN_BLOCKS: Final = 20_000


class Responder:
    """Answers requests."""

    def __init__(self, seed: int, context_tokens: int | None = None) -> None:
        self._seed = seed
        self._context_tokens = context_tokens
        self._known: OrderedDict[bytes, None] = OrderedDict()

    def reply(self, chat: ChatRequest, asked: PromptQuestion | None, fault: str = "") -> ChatReply:
        """The answer to a request, with its fault if it has one."""
        text, finish, refusal = self._said(chat, asked, full=fault == "greedy"), "stop", None
        if fault in TEXTS:
            text, finish, refusal = _spoilt(text, fault, asked.language if asked else "en")
        most = max(1, tokens(text) // 2) if fault == "cut_off" else self._room(chat)
        if most is not None and tokens(text) > most and fault != "huge":
            text, finish = _cut(text, most), "length"
        number = blake2b(f"{self._seed}\0{chat.prompt}\0{fault}".encode(), digest_size=12).hexdigest()
        return ChatReply(
            f"chatcmpl-{number}",
            chat.model,
            None if fault in ("null", "refusal") else text,
            finish,
            refusal,
            tokens(chat.prompt),
            self._cached(chat.prompt),
            fault if fault in COUNTS else "",
        )

    def _room(self, chat: ChatRequest) -> int | None:
        """The most tokens that an answer may have: the limit of the request, or what is left of the context."""
        if self._context_tokens is None:
            return chat.most_tokens
        left = max(1, self._context_tokens - tokens(chat.prompt))
        return left if chat.most_tokens is None else min(left, chat.most_tokens)

    def _said(self, chat: ChatRequest, asked: PromptQuestion | None, *, full: bool) -> str:
        draw = stream(self._seed, "fake", chat.prompt)
        content: Given = answer(asked, _places(chat), draw) if asked else MISSING
        if full and chat.schema is not None:
            content = greedy(chat.schema, content, draw, chat.most_tokens)
        elif chat.schema is not None:
            content = fit(chat.schema, content, draw)
        if content is not MISSING:
            return json.dumps(content, ensure_ascii=False)
        return '{"answer": "Yes."}' if chat.response_format == "json_object" else "Yes."

    def _cached(self, prompt: str) -> int:
        """Number of cached tokens of a prompt: whole blocks from its start."""
        digest, known, unbroken = blake2b(digest_size=12), 0, True
        for start in range(0, len(prompt) - _BLOCK_CHARACTERS + 1, _BLOCK_CHARACTERS):
            block = prompt[start : start + _BLOCK_CHARACTERS]
            digest.update(block.encode())
            mark = digest.digest()
            unbroken = unbroken and mark in self._known
            known += tokens(block) if unbroken else 0
            self._known[mark] = None
            self._known.move_to_end(mark)
        while len(self._known) > _KNOWN_BLOCKS:
            self._known.popitem(last=False)
        return known


def question_in(chat: ChatRequest) -> PromptQuestion | None:
    """Which of our questions a request asks, if any."""
    return find(chat.prompt)


def _places(chat: ChatRequest) -> tuple[str, ...]:
    part = chat.schema or {}
    for key in ("properties", "blocks", "items", "properties", "place"):
        part = table(part.get(key))
    return tuple(name for name in items(part.get("enum")) if isinstance(name, str) and name)


def _spoilt(text: str, fault: str, language: str) -> tuple[str, str, str | None]:
    """A text with a fault, its finish reason, and the refusal if the model declines."""
    if fault == "filter":
        return "", "content_filter", None
    if fault == "refusal":
        return "", "stop", "I'm sorry, I can't help with that."
    return _worded(text, fault, language), "stop", None


def _worded(text: str, fault: str, language: str) -> str:
    said = {
        "cut": text[: len(text) // 3],
        "prose": PROSE,
        "empty": "",
        "null": "",
        "thinking": f"<think>\n{THINKING}\n</think>\n\n{text}",
        "fenced": f"Here you are:\n\n```json\n{text}\n```\n\nI hope this helps!",
        "huge": (PROSE + " ") * (_HUGE_BYTES // len(PROSE) + 1) if fault == "huge" else "",
    }
    return _in_another(text, language) if fault == "foreign" else said.get(fault, text)


def _in_another(text: str, language: str) -> str:
    try:
        content = json.loads(text)
    except ValueError:
        return FOREIGN[language]
    return json.dumps(_replaced(content, FOREIGN[language]), ensure_ascii=False)


def _replaced(value: Json, words: str) -> Json:
    if isinstance(value, dict):
        return {key: _replaced(inner, words) for key, inner in value.items()}
    if isinstance(value, list):
        return [_replaced(inner, words) for inner in value]
    return (
        words if isinstance(value, str) and (" " in value or any("一" <= letter <= "鿿" for letter in value)) else value
    )


def _cut(text: str, most_tokens: int) -> str:
    room, end = most_tokens * TOKEN_WEIGHT, 0
    for end, letter in enumerate(text):  # noqa: B007 (where it stops is what is asked)
        room -= weight(letter)
        if room < 0:
            break
    return text[:end]
