"""Speed and token counts of models, measured by examinations and stored for estimates.

Invariant: the files can be deleted without harm; they hold no keys and no answers.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_cache_path

from milkwood.lab.verdict import ExamVerdict
from milkwood.models.spec import Spec
from milkwood.models.speed import Range, Speed


@dataclass(frozen=True, slots=True)
class MeasuredSpeed:
    """The speed that an examination measured."""

    date: str
    speed: Speed
    prompt_factor: float
    answer_factor: float


def keep(spec: Spec, verdict: ExamVerdict) -> None:
    """Store the measured speed of a model."""
    if verdict.speed is None:
        return
    found = MeasuredSpeed(f"{datetime.now(UTC):%Y-%m-%d}", verdict.speed, verdict.prompt_factor, verdict.answer_factor)
    path = _path(spec, verdict.language)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(found)), "utf-8")


def recall(spec: Spec, language: str) -> MeasuredSpeed | None:
    """The speed that the last examination measured, if any."""
    try:
        plain = json.loads(_path(spec, language).read_text("utf-8"))
        ranges = {name: Range(**plain["speed"][name]) for name in ("call_seconds", "token_seconds", "calls_per_second")}
        return MeasuredSpeed(
            plain["date"], Speed(**ranges, measured=True), plain["prompt_factor"], plain["answer_factor"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _path(spec: Spec, language: str) -> Path:
    text = json.dumps([spec.provider, spec.address, spec.model, language])
    name = blake2b(text.encode(), digest_size=12).hexdigest()
    return user_cache_path("milkwood", appauthor=False) / "exams" / f"{name}.json"
