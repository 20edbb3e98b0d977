"""Profiles of models: what a model at an endpoint was seen to do, by examinations and by runs, in one language.

Invariants: the files can be deleted without harm; they hold no keys, no prompts and no answers; what cannot be read is
no profile; a file is replaced as a whole, so that two runs may end at once.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from platformdirs import user_cache_path

from milkwood.errors import SetupError
from milkwood.models.secret import masked_address
from milkwood.models.spec import Spec
from milkwood.models.speed import Speed
from milkwood.providers.presets import Means, address_of, preset, presets
from milkwood.questions.aptitude import KindRecord

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_FILE_FORMAT: Final = 1
MAX_USE_RECORDS: Final = 8
"""Runs whose use is remembered; later ones push out earlier ones."""


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """How fast a model answers, from an examination or a run."""

    date: str
    calls: int
    """Number of calls that were measured."""
    speed: Speed
    tokens_per_second: float | None = None
    """Of one answer."""
    tokens_per_second_together: float | None = None
    """Of all answers at the same time."""


@dataclass(frozen=True, slots=True)
class ModeFigures:
    """How a model answers in one JSON mode: the same few questions in each, one after the other."""

    mode: Means
    works: bool | None
    """Whether the endpoint supports it; None if there was no time to find out."""
    asked: int = 0
    usable: int = 0
    """Of these, after asking once more."""
    seconds: float = 0.0
    """Of all answers together, unusable ones included."""
    tokens_per_second: float | None = None

    @property
    def share(self) -> float:
        """Share of usable answers."""
        return self.usable / self.asked if self.asked else 0.0

    @property
    def seconds_per_usable(self) -> float | None:
        """Duration per usable answer; None without any."""
        return self.seconds / self.usable if self.usable else None


@dataclass(frozen=True, slots=True)
class UseRecord:
    """What a run used, as multiples of what the understudy's days would have used in the same hours."""

    date: str
    town: str
    people: int
    town_hours: float
    calls: float
    prompt_tokens: float
    answer_tokens: float


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """What is known about a model at an endpoint, in one language."""

    endpoint: str
    """Its address, without secrets; empty for weights in this process."""
    model: str
    language: str
    date: str
    """When something was added last."""
    kinds: Mapping[str, KindRecord] = field(default_factory=dict)
    examined: ModelSpeed | None = None
    """Speed in the latest examination."""
    lived: ModelSpeed | None = None
    """Speed in the latest run, with many questions at the same time."""
    prompt_factor: float = 1.0
    answer_factor: float = 1.0
    """Tokens of the model per token of ours."""
    context_tokens: int | None = None
    """Context length, if the server tells it."""
    modes: tuple[ModeFigures, ...] = ()
    json_mode: Means | None = None
    """The mode to ask in; None for the usual one."""
    use: tuple[UseRecord, ...] = ()
    """Of runs, the latest last."""
    format: int = _FILE_FORMAT

    @property
    def latest_speed(self) -> ModelSpeed | None:
        """The speed that was measured last."""
        known = [each for each in (self.examined, self.lived) if each is not None]
        return max(known, key=lambda each: each.date, default=None)

    def with_answers(self, seen: Mapping[str, KindRecord], date: str) -> "ModelProfile":
        """With the answers of a run, which follow those that are known."""
        more = {kind: self.kinds.get(kind, KindRecord()).followed_by(record) for kind, record in seen.items()}
        return replace(self, kinds={**self.kinds, **more}, date=date)

    def with_use(self, record: UseRecord) -> "ModelProfile":
        """With the use of one more run."""
        return replace(self, use=(*self.use, record)[-MAX_USE_RECORDS:], date=record.date)


class ProfileShelf:
    """The profiles of this user."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or usual_folder()

    def find(self, spec: Spec, language: str) -> ModelProfile | None:
        """The profile of a model in a language, if there is one that can be read."""
        with suppress(OSError, ValueError):
            found = _adapter().validate_json(self._path(spec, language).read_bytes())
            return found if found.format == _FILE_FORMAT else None
        return None

    def blank(self, spec: Spec, language: str, date: str) -> ModelProfile:
        """The profile of a model about which nothing is known."""
        return ModelProfile(masked_address(_address(spec)), spec.model, language, date)

    def keep(self, spec: Spec, profile: ModelProfile) -> None:
        """Store a profile; a full disk or a read-only folder is no reason to fail."""
        path = self._path(spec, profile.language)
        part = path.with_suffix(f".{id(self)}.part")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                part.write_bytes(_adapter().dump_json(profile, indent=1))
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)

    def _path(self, spec: Spec, language: str) -> Path:
        text = json.dumps([spec.provider, _address(spec), spec.model, language])
        return self._folder / f"{blake2b(text.encode(), digest_size=12).hexdigest()}.json"


def usual_folder() -> Path:
    """Folder of the profiles."""
    return user_cache_path("milkwood", appauthor=False) / "profiles"


def _address(spec: Spec) -> str:
    """The whole address of a model; empty for weights in this process, and if none is configured."""
    with suppress(SetupError):
        return address_of(preset(spec.provider), spec.address) if spec.provider in presets() else ""
    return ""


@cache
def _adapter() -> "TypeAdapter[ModelProfile]":
    from pydantic import TypeAdapter

    return TypeAdapter(ModelProfile)
