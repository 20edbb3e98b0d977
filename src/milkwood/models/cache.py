"""Answers kept across runs: the same prompt to the same model need not be paid for twice.

Invariants: what is kept is found by a hash of all that it depends on, and holds the model's text alone, no prompt and
no key; an answer that broke off is not kept; a file that cannot be read or written is as if it were not there.
"""

import json
import os
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from milkwood.models.completion import Call, Completion, Schema, TextModel
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt

_CACHE_FORMAT: Final = 1


def usual_folder() -> Path:
    """Where answers are kept for a user."""
    return user_cache_path("milkwood", appauthor=False) / "answers"


class Cached:
    """A model whose answers are kept in a folder."""

    def __init__(self, model: TextModel, folder: Path, *depends_on: str | float | None) -> None:
        self._model = model
        self._folder = folder
        self._depends_on = depends_on
        """What the answer depends on besides the prompt: provider, address, model, temperature."""
        self._count = count()

    @property
    def name(self) -> str:
        """Who answers, or did."""
        return self._model.name

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """What the model wrote before, for nothing; or what it writes now."""
        path = self._path(prompt, schema, most_tokens, call.attempt)
        kept = _read(path)
        if kept is not None:
            return Completion(kept, Usage())
        completion = await self._model.complete(prompt, schema, most_tokens, call)
        if not completion.cut_off:
            self._write(path, completion.text)
        return completion

    def _path(self, prompt: Prompt, schema: Schema, most_tokens: int, attempt: int) -> Path:
        shown = (prompt.system, prompt.parts, prompt.user)
        # Keys keep their order: models write the parts of an answer in the order in which a schema has them.
        whole = json.dumps([_CACHE_FORMAT, self._depends_on, shown, schema, most_tokens, attempt], ensure_ascii=False)
        name = blake2b(whole.encode(), digest_size=20).hexdigest()
        return self._folder / name[:2] / f"{name[2:]}.json"

    def _write(self, path: Path, text: str) -> None:
        part = path.with_name(f".{path.name}.{os.getpid()}.{next(self._count)}.part")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                part.write_text(json.dumps({"text": text}, ensure_ascii=False), "utf-8")
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)


def _read(path: Path) -> str | None:
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    text = kept.get("text") if isinstance(kept, dict) else None
    return text if isinstance(text, str) else None
