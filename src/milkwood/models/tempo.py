"""The tempo of an endpoint: how fast it was seen to answer, and what follows from it.

From the answers so far follow the time a call is given, the tokens an answer may have, and how many calls a server of
one's own is sent at once. Knows no endpoint. Invariants: a call is never given less time than the user's time-out;
nothing here decides what is asked, so no history depends on it.
"""

from collections import deque
from dataclasses import dataclass
from math import inf
from typing import Final

from milkwood.models.completion import Call, Completion, Schema, TextModel
from milkwood.models.prompt import Prompt

PROMPT_TOKENS_PER_TOKEN: Final = 10.0
"""Prompt tokens that take about as long to read as one token takes to write."""
MAX_TIME_FACTOR: Final = 10.0
"""A call is given at most so many times the user's time-out, so that a server that hangs is noticed."""
MARGIN_FACTOR: Final = 3.0
"""How much longer than expected a call may take."""
MAX_PATIENCE_FACTOR: Final = 8
"""How much more time is given at most to an endpoint that answers nothing in time."""
MIN_ANSWER_TOKENS: Final = 200
"""Tokens that an answer may have on the slowest endpoint."""
FIRST_CALLS: Final = 4
"""Calls that a server of one's own is sent at once until it has answered as many."""
QUEUE_SECONDS: Final = 60.0
"""Then it is sent so many that each is answered in this time, as far as was seen."""
MIN_CALLS: Final = 2
"""But never fewer, so that it can show that it answers side by side."""
BYTES_PER_TOKEN: Final = 4
"""Our own count: one token for every so many bytes."""
_KEPT_ANSWERS: Final = 16
_SHORTEST_SECONDS: Final = 1e-6


def counted(text: str) -> float:
    """Tokens of a text by our own count."""
    return len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN


def effort(prompt_tokens: float, answer_tokens: float) -> float:
    """What a call takes, in tokens that are written."""
    return answer_tokens + prompt_tokens / PROMPT_TOKENS_PER_TOKEN


@dataclass(frozen=True, slots=True)
class _Answered:
    """A call that was answered."""

    effort: float
    speed: float
    """Tokens a second."""
    in_flight: int
    """The calls in flight when it was sent."""


class Tempo:
    """The measured speed of one endpoint."""

    def __init__(self, at_once: int, timeout_seconds: float, *, near: bool) -> None:
        self._most = at_once
        self._timeout_seconds = timeout_seconds
        self._longest_seconds = MAX_TIME_FACTOR * timeout_seconds
        self._near = near
        """A server of one's own may answer one call after the other; a vendor's answers them side by side."""
        self._answers: deque[_Answered] = deque(maxlen=_KEPT_ANSWERS)
        self._patience = 1
        """Doubled by each time-out, until a call is answered."""
        self._late_at = -inf
        self.calls = min(at_once, FIRST_CALLS) if near else at_once
        """Calls that it is sent at once."""

    def speed(self, in_flight: int = 1) -> float | None:
        """Tokens a second that a call can count on among so many; None before the first answer."""
        speeds = sorted(each.speed * self._share(each.in_flight, in_flight) for each in self._answers)
        return speeds[len(speeds) // 4] if speeds else None  # a single slow answer may be chance

    def _share(self, sent: int, in_flight: int) -> float:
        return min(1.0, sent / max(1, in_flight)) if self._near else 1.0

    def seconds(self, prompt_tokens: float, most_tokens: int, in_flight: int) -> float:
        """The time that a call is given."""
        speed = self.speed(in_flight)
        expected = 0.0 if speed is None else MARGIN_FACTOR * effort(prompt_tokens, most_tokens) / speed
        return min(self._longest_seconds, self._patience * max(self._timeout_seconds, expected))

    def most_tokens(self, prompt_tokens: float, most_tokens: int) -> int:
        """The tokens that an answer may have, so that it can be written in the longest time."""
        speed = self.speed(MIN_CALLS)
        if speed is None:
            return most_tokens
        room = int(self._longest_seconds * speed - effort(prompt_tokens, 0))
        return min(most_tokens, max(MIN_ANSWER_TOKENS, room))

    def answered(self, tokens: float, seconds: float, in_flight: int) -> None:
        """Note an answer: what it took in tokens and seconds, and the calls in flight when its call was sent."""
        self._patience = 1
        tokens = max(1.0, tokens)
        self._answers.append(_Answered(tokens, tokens / max(seconds, _SHORTEST_SECONDS), in_flight))
        if self._near and len(self._answers) > FIRST_CALLS:
            whole = sorted(each.speed * each.in_flight for each in self._answers)
            mean = sum(each.effort for each in self._answers) / len(self._answers)
            calls = whole[len(whole) * 3 // 4] * QUEUE_SECONDS / mean
            self.calls = int(min(self._most, max(MIN_CALLS, calls)))

    def late(self, began: float, now: float) -> None:
        """Note that a call was not answered in its time; those of one burst count once."""
        if began >= self._late_at:
            self._late_at = now
            self._patience = min(MAX_PATIENCE_FACTOR, 2 * self._patience)


class InTime:
    """A model whose answers have no more tokens than it can write in time."""

    def __init__(self, model: TextModel, tempo: Tempo) -> None:
        self._model = model
        self._tempo = tempo

    @property
    def name(self) -> str:
        """Who answers."""
        return self._model.name

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """The model's text."""
        most = self._tempo.most_tokens(counted(prompt.text), most_tokens)
        return await self._model.complete(prompt, schema, most, call)
