"""The vendor's own library works with the fake: answers, streams, vectors, models and errors."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from milkwood_fake import Fake, Strike
from milkwood_fake.plan import MODEL
from tests.fake.conftest import Begin
from tests.fake.test_server import SCHEMA, formatted

openai: Any = pytest.importorskip("openai", reason="only to hold the fake to the vendor's own library")
ASKED: Any = {"model": MODEL, "messages": [{"role": "user", "content": "Is the ferry late?"}]}


def through(fake: Fake, what: Callable[[Any], Awaitable[Any]], timeout: float = 60.0, strict: bool = True) -> Any:
    async def go() -> Any:
        async with openai.AsyncOpenAI(
            base_url=fake.address, api_key="k", max_retries=0, timeout=timeout, _strict_response_validation=strict
        ) as client:
            return await what(client)

    return asyncio.run(go())


def test_an_answer_is_understood_strictly(begin: Begin) -> None:
    got = through(begin(), lambda client: client.chat.completions.create(**ASKED, response_format=formatted(SCHEMA)))
    assert set(json.loads(got.choices[0].message.content)) == {"place", "hours"}
    assert got.usage.prompt_tokens_details.cached_tokens == 0


def test_a_stream_is_understood(begin: Begin) -> None:
    async def streamed(client: Any) -> str:
        stream: Any = await client.chat.completions.create(**ASKED, stream=True)
        return "".join([piece.choices[0].delta.content or "" async for piece in stream])

    assert through(begin(), streamed) == "Yes."


def test_models_and_vectors_are_understood(begin: Begin) -> None:
    fake = begin()
    assert [model.id for model in through(fake, lambda client: client.models.list()).data] == [MODEL]
    # The library requests packed vectors and unpacks them; it would have failed on anything else.
    got = through(fake, lambda client: client.embeddings.create(model=MODEL, input="ferry"), strict=False)
    assert len(got.data[0].embedding) == 64


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("no_format", openai.BadRequestError),
        ("wrong_key", openai.AuthenticationError),
        ("forbidden", openai.PermissionDeniedError),
        ("no_model", openai.NotFoundError),
        ("conflict", openai.ConflictError),
        ("rate", openai.RateLimitError),
        ("unavailable", openai.InternalServerError),
        ("unpaid", openai.APIStatusError),
        ("too_large", openai.APIStatusError),
        ("closed", openai.APIConnectionError),
    ],
)
def test_a_fault_becomes_the_librarys_own_error(fault: str, error: type[Exception], begin: Begin) -> None:
    with pytest.raises(error):
        through(begin(fault), lambda client: client.chat.completions.create(**ASKED, response_format=formatted(SCHEMA)))


def test_a_hang_ends_in_the_librarys_time_out(begin: Begin) -> None:
    with pytest.raises(openai.APITimeoutError):
        through(begin(Strike(fault="hang")), lambda client: client.chat.completions.create(**ASKED), timeout=0.1)
