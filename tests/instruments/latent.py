"""A model with simulated latency, for virtual clocks and benchmarks.

Knows nothing of the questions. Invariant: an answer takes a fixed time plus a time per token, by the clock of the
event loop; the answer itself is the inner model's.
"""

import asyncio

from milkwood.models.port import Answer, Model, Question

CALL_SECONDS = 0.150
TOKEN_SECONDS = 0.008


class Latent:
    """A model behind simulated latency."""

    def __init__(self, model: Model, call_seconds: float = CALL_SECONDS, token_seconds: float = TOKEN_SECONDS) -> None:
        self._model = model
        self._call_seconds = call_seconds
        self._token_seconds = token_seconds
        self.calls = 0
        self.seconds = 0.0

    async def answer(self, question: Question) -> Answer:
        """The inner model's answer, after the simulated latency."""
        answer = await self._model.answer(question)
        wait = self._call_seconds + self._token_seconds * answer.usage.answer_tokens
        self.calls += 1
        self.seconds += wait
        await asyncio.sleep(wait)
        return answer
