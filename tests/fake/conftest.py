"""A fake endpoint, and how to call it."""

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from milkwood_fake import Fake, FaultPlan, Strike
from milkwood_fake.plan import MODEL

Begin = Callable[..., Fake]


@dataclass(frozen=True)
class Got:
    """The reply."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> Any:
        return self.json["choices"][0]["message"]["content"]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Starts a fake with these faults; it ends with the test."""
    with ExitStack() as stack:

        def of(*strikes: str | Strike, **plan: Any) -> Fake:
            given = (Strike(fault=strike) if isinstance(strike, str) else strike for strike in strikes)
            return stack.enter_context(Fake(FaultPlan(strike=tuple(given), **plan)))

        yield of


def send(fake: Fake, method: str, path: str, body: bytes | None = None, timeout: float = 10.0, key: str = "k") -> Got:
    connection = http.client.HTTPConnection("127.0.0.1", fake.port, timeout=timeout)
    sent = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    try:
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        names = {name.lower() for name in response.headers}
        headers = {name: ", ".join(response.headers.get_all(name, [])) for name in names}
        return Got(response.status, headers, response.read())
    finally:
        connection.close()


def ask(fake: Fake, prompt: str = "Say yes.", timeout: float = 10.0, key: str = "k", **fields: Any) -> Got:
    payload = {"model": MODEL, "messages": [{"role": "user", "content": prompt}], **fields}
    return send(fake, "POST", "/v1/chat/completions", json.dumps(payload).encode(), timeout, key)
