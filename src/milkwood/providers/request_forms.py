"""Request forms of an endpoint: unsupported features are learned once, from refusals, and remembered.

Invariants: a form only ever loses features, so learning ends; a refusal of one kind of question does not affect kinds
that have been answered; only forms that worked are written to disk, and they expire after a month, since endpoints
improve. A preferred mode may be plainer than what is known to work, never the other way round; it is not learned.
"""

import json
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from milkwood.plain import JsonObject
from milkwood.providers.presets import THINKING_TOKENS, Means, Preset

_FILE_FORMAT: Final = 1
_KEPT_SECONDS: Final = 30 * 24 * 3_600
_MAX_THINKING_TOKENS: Final = 4 * THINKING_TOKENS
_LIMITS: Final = ("max_tokens", "max_completion_tokens")
_UNKNOWN: Final = re.compile(
    r"unsupported|not (?:be )?(?:support|permitted|allowed)|unrecogni[sz]ed|unknown|unexpected|extra|invalid|deprecated"
    r"|instead|不支持|无效|非法",
    re.IGNORECASE,
)
_FORM: Final = re.compile(
    r"response_?format|json_?(?:schema|object|mode|_)|schema|grammar|structured|strict|output_(?:config|format)"
    r"|tool|guided|enum|property|properties",
    re.IGNORECASE,
)

_NO_FORM: Final = re.compile(
    r"response_format\W{0,3}(?:is |field |parameter )*(?:not |un)support|(?:unsupported|unknown|unrecogni[sz]ed)\W"
    r"[\w ]{0,30}\W{1,3}response_format\b(?!\.)",
    re.IGNORECASE,
)
"""Refusals of endpoints that support no response format at all."""
_SURELY_FORM: Final = re.compile(
    r"response_?format|json_?schema|structured output|grammar|guided|output_config|requested parameters", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class RequestForm:
    """Features used in a request."""

    means: Means
    lean: bool
    """Whether schemas go without bounds."""
    limit: str
    """Name of the token limit; empty if the endpoint takes none."""
    temperature: bool = True
    quiet: bool = True
    streams: bool = True
    thinking_tokens: int = 0


class RequestForms:
    """The request forms of an endpoint, as far as they are known."""

    def __init__(self, one: Preset, address: str, model: str, folder: Path | None = None, preferred: str = "") -> None:
        self._ladder = one.means
        self._preferred = one.means.index(preferred) if preferred in one.means else 0
        """Place of the first mode to use."""
        self._first = RequestForm(
            one.means[0], one.lean, one.limit, streams=one.streams, thinking_tokens=one.thinking_tokens(model)
        )
        self._quiet = tuple(_names(one.quiet_extras(model)))
        self._path = _path(folder or usual_folder(), address, model)
        self._way, self._own = self._remembered()
        self._answered = False
        """Whether the common form has been answered."""
        self._news = False

    @property
    def usual(self) -> RequestForm:
        """The form for kinds of question without their own."""
        return replace(self._way, means=self._from_preferred(self._way.means))

    def of(self, kind: str) -> RequestForm:
        """The form for a kind of question."""
        means, lean = self._learned(kind)
        return replace(self._way, means=self._from_preferred(means), lean=lean)

    def worked(self, way: RequestForm) -> None:
        """Remember the form after an answer."""
        self._answered |= (way.means, way.lean) == (self.usual.means, self.usual.lean)
        if self._news:
            self._news = False
            self._remember()

    def refused(self, kind: str, way: RequestForm, said: str) -> bool:
        """Whether there is another form to try after this refusal."""
        if self.of(kind) != way:
            return True  # another call was refused first, and has changed the form
        lesser = self._lesser(way, said)
        if lesser is None:
            if not self._answered:
                self._way, self._own = self._first, {}  # the error is something else
            return False
        if (lesser.means, lesser.lean) == (way.means, way.lean):  # the error is not about the form
            self._way = replace(lesser, means=self._way.means, lean=self._way.lean)
        elif way.means != self._learned(kind)[0]:
            self._preferred = 0  # the preferred mode is refused, which says nothing about the others
            return True
        elif self._answered or kind in self._own:
            self._own[kind] = lesser.means, lesser.lean
        else:
            self._way = lesser
        self._news = True
        return True

    def thinks(self, way: RequestForm) -> None:
        """A model was cut off during reasoning: give it more tokens."""
        if way.thinking_tokens == self._way.thinking_tokens < _MAX_THINKING_TOKENS:
            self._way = replace(self._way, thinking_tokens=max(THINKING_TOKENS, 2 * way.thinking_tokens))
            self._news = True

    def _learned(self, kind: str) -> tuple[Means, bool]:
        return self._own.get(kind, (self._way.means, self._way.lean))

    def _from_preferred(self, means: Means) -> Means:
        """A mode that works, or the preferred one if that asks for less."""
        return self._ladder[max(self._ladder.index(means), self._preferred)]

    def _lesser(self, way: RequestForm, said: str) -> RequestForm | None:
        unknown = _UNKNOWN.search(said) is not None
        if unknown and way.limit and re.search(rf"\b{way.limit}\b", said):
            return replace(way, limit=self._other_limit(way.limit))
        if way.temperature and "temperature" in said:
            return replace(way, temperature=False)
        if way.quiet and any(name in said for name in self._quiet):
            return replace(way, quiet=False)
        if way.streams and unknown and re.search(r"\bstream", said):
            return replace(way, streams=False)
        if _NO_FORM.search(said) and way.means != self._ladder[-1]:
            return replace(way, means=self._ladder[-1])
        if _FORM.search(said) or not self._answered:
            return self._plainer(way)
        return None

    def _other_limit(self, limit: str) -> str:
        """The limit's other name, once; then none."""
        return "" if limit != self._first.limit else next(name for name in _LIMITS if name != limit)

    def _plainer(self, way: RequestForm) -> RequestForm | None:
        if way.means in ("schema", "grammar", "tool") and not way.lean:
            return replace(way, lean=True)
        place = self._ladder.index(way.means)
        if place + 1 < len(self._ladder):
            return replace(way, means=self._ladder[place + 1])
        return replace(way, quiet=False) if way.quiet and self._quiet else None

    def _remembered(self) -> tuple[RequestForm, dict[str, tuple[Means, bool]]]:
        with suppress(OSError, ValueError, TypeError, KeyError):
            if time.time() - self._path.stat().st_mtime < _KEPT_SECONDS:
                kept = json.loads(self._path.read_text("utf-8"))
                way = RequestForm(**kept["way"])
                own = {kind: (means, lean) for kind, (means, lean) in kept["own"].items()}
                if kept["format"] == _FILE_FORMAT and {way.means, *(means for means, _ in own.values())} <= {
                    *self._ladder
                }:
                    return way, own
        return self._first, {}

    def _remember(self) -> None:
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            _sweep(self._path.parent)
            part = self._path.with_suffix(f".{id(self)}.part")
            try:
                part.write_text(
                    json.dumps({"format": _FILE_FORMAT, "way": asdict(self._way), "own": self._own}), "utf-8"
                )
                part.replace(self._path)
            finally:
                part.unlink(missing_ok=True)


def is_about_form(said: str) -> bool:
    """Whether a server error is about the form of the answer."""
    return _SURELY_FORM.search(said) is not None


def usual_folder() -> Path:
    """Folder of the learned request forms."""
    return user_cache_path("milkwood", appauthor=False) / "endpoints"


def _path(folder: Path, address: str, model: str) -> Path:
    name = blake2b(json.dumps([address, model]).encode(), digest_size=12).hexdigest()
    return folder / f"{name}.json"


def _sweep(folder: Path) -> None:
    for path in folder.iterdir():
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                path.unlink()


def _names(extras: JsonObject) -> list[str]:
    """Names of fields, nested ones included: a refusal may name either."""
    names = [*extras]
    for value in extras.values():
        if isinstance(value, Mapping):
            names.extend(key for key in value if len(key) > len("type"))
    return names
