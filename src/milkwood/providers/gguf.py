"""A file of weights, run in this process: likelihoods of texts and next words, and generation.

Invariants: the runtime is imported on first use, with spin-waiting off, since spinning threads take CPU time from the
town; one request at a time, on its own thread, so that the event loop never waits; no other process can use the
weights.
"""

import asyncio
import json
import os
import secrets
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.completion import Failure
from milkwood.models.port import Usage, added
from milkwood.plain import JsonObject, table

T = TypeVar("T")

RUNTIME: Final = "xllamacpp"
INSTALL: Final = "pip install 'milkwood[local]'"
PARALLEL_SLOTS: Final = 4
"""Texts processed in parallel."""
SLOT_TOKENS: Final = 4096
CACHE_MEBIBYTES: Final = 512
"""Memory for cached prompt prefixes."""
_MAX_ALTERNATIVES: Final = 64
"""Next words searched for the given ones."""
_UNLIKELY_LOG_PROBABILITY: Final = -20.0
"""Of a word that is not among them."""


@dataclass(frozen=True, slots=True)
class Written:
    """A generated text, and whether it ended by itself."""

    text: str
    ended: bool
    usage: Usage


class _Server(Protocol):
    """The part of the runtime's server that is used here."""

    listening_address: str

    def handle_completions(self, request: JsonObject) -> dict[str, Any]: ...

    def handle_chat_completions(self, request: JsonObject) -> dict[str, Any]: ...


class GgufWeights:
    """A loaded file of weights. All methods but `run` and `close` block; call them through `run`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem
        self._server: _Server | None = None
        self._key = secrets.token_hex(16)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="weights")
        self._tokens: dict[str, list[int]] = {}
        self._taken = Usage()

    async def run(self, work: Callable[[], T]) -> T:
        """Run a job on the weights, after the current one."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def close(self) -> None:
        """Release the weights; they are loaded again when needed."""
        await self.run(self._unload)

    def metered(self, work: Callable[[], T]) -> tuple[T, Usage]:
        """Run a job and count the tokens read and written."""
        self._taken = Usage()
        return work(), self._taken

    def _unload(self) -> None:
        self._server = None

    def likelihoods(self, contexts: Sequence[str], text: str) -> list[float]:
        """The log probability of a text after each of the contexts."""
        tokens = self._tokens_of(text)
        # Force tokens, not letters: letters would be spelt in pieces the model never uses.
        grammar = "root ::= " + " ".join(f"<[{token}]>" for token in tokens)
        reply = self._complete(
            {"prompt": list(contexts), "max_tokens": len(tokens), "temperature": 0, "n_probs": 1, "grammar": grammar}
        )
        found = [0.0] * len(contexts)
        for choice in reply["choices"]:
            found[choice["index"]] = sum(token["logprob"] for token in choice["logprobs"]["content"][: len(tokens)])
        return found

    def next_words(self, contexts: Sequence[str], words: Sequence[str]) -> list[dict[str, float]]:
        """For each context, the log probability of each of these words (of one token) coming next."""
        ids = {self._tokens_of(word)[0]: word for word in words}
        reply = self._complete(
            {"prompt": list(contexts), "max_tokens": 1, "temperature": 0, "n_probs": _MAX_ALTERNATIVES}
        )
        found = [dict.fromkeys(words, _UNLIKELY_LOG_PROBABILITY) for _ in contexts]
        for choice in reply["choices"]:
            for token in choice["logprobs"]["content"][0]["top_logprobs"]:
                if token["id"] in ids:
                    found[choice["index"]][ids[token["id"]]] = token["logprob"]
        return found

    def write(self, context: str, grammar: str, most_tokens: int, temperature: float, seed: int) -> Written:
        """The continuation of a context, constrained by a grammar."""
        reply = self._complete(
            {
                "prompt": context,
                "max_tokens": most_tokens,
                "temperature": temperature,
                "seed": seed,
                "grammar": grammar,
            }
        )
        return _written(reply, str(reply["choices"][0]["text"]))

    def chat(self, system: str, user: str, schema: JsonObject, most_tokens: int, temperature: float) -> Written:
        """The answer to a message, constrained by a JSON schema."""
        server = self._loaded()
        reply = server.handle_chat_completions(
            {
                "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
                "max_tokens": most_tokens,
                "temperature": temperature,
                "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema)}},
                "cache_prompt": True,
            }
        )
        _refuse_error(reply)
        return _written(reply, str(reply["choices"][0]["message"]["content"]))

    def _complete(self, request: JsonObject) -> dict[str, Any]:
        reply = self._loaded().handle_completions({**request, "cache_prompt": True})
        _refuse_error(reply)
        usage = reply["usage"]
        self._taken = added(self._taken, Usage(int(usage["prompt_tokens"]), int(usage["completion_tokens"])))
        return reply

    def _tokens_of(self, text: str) -> list[int]:
        if text not in self._tokens:
            reply = self._post("/tokenize", {"content": text, "add_special": False})
            self._tokens[text] = [int(token) for token in reply["tokens"]]
        return self._tokens[text]

    def _post(self, path: str, body: JsonObject) -> dict[str, Any]:
        """A request that the runtime answers on its local port only."""
        request = urllib.request.Request(
            self._loaded().listening_address + path,
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self._key}"},
        )
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(request, timeout=60) as reply:
            told: dict[str, Any] = json.load(reply)
        return told

    def _loaded(self) -> _Server:
        if self._server is None:
            self._server = _load(self.path, self._key)
        return self._server


def runtime() -> ModuleType:
    """The module that runs weights."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # read once, when the runtime is imported
    try:
        import xllamacpp  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise SetupError(
            t("A package that runs models from files is missing."),
            where=RUNTIME,
            remedy=t("Install it: {command}", command=INSTALL),
        ) from error
    module: ModuleType = xllamacpp
    return module


def _load(path: Path, key: str) -> _Server:
    module = runtime()
    cores = os.cpu_count() or 1
    params = module.CommonParams()
    params.model.path = str(path)
    params.n_parallel = PARALLEL_SLOTS
    params.n_ctx = PARALLEL_SLOTS * SLOT_TOKENS
    params.cpuparams.n_threads = max(1, cores - 1)
    params.cpuparams_batch.n_threads = cores
    params.cache_ram_mib = CACHE_MEBIBYTES
    params.api_keys = [key]
    params.verbosity = -1
    params.ui = params.endpoint_slots = params.warmup = False
    params.offline = True
    try:
        server: _Server = module.Server(params)
    except Exception as error:
        raise SetupError(
            t("It cannot be loaded as weights."),
            where=str(path),
            remedy=t("Check that it is a complete GGUF file, or try another one."),
        ) from error
    return server


def _written(reply: Mapping[str, Any], text: str) -> Written:
    usage = reply["usage"]
    spent = Usage(int(usage["prompt_tokens"]), int(usage["completion_tokens"]))
    return Written(text, reply["choices"][0]["finish_reason"] == "stop", spent)


def _refuse_error(reply: JsonObject) -> None:
    """Errors come in the runtime's reply; their text may quote the prompt."""
    if "choices" not in reply:
        code = reply.get("code", table(reply.get("error")).get("code"))
        raise Failure("too_large" if code == 400 else "server", t("The weights gave no answer."), usage=Usage())
