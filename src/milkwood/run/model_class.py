"""Classes of models, and what models of a class were seen to use.

Invariant: a class has figures only if they were measured; the file says when, with which model, and how.
"""

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from milkwood.errors import SetupError
from milkwood.models.spec import Spec
from milkwood.models.speed import Range
from milkwood.providers.presets import address_of, host_of, is_near, preset, presets

ModelClass: TypeAlias = Literal["small", "large", "hosted"]
"""A model on the user's machine or network, up to about 4 billion parameters or larger; a vendor's model."""
CLASSES_FILE: Final = Path(__file__).parent / "classes.toml"
SMALL_BILLIONS: Final = 4.5
"""Up to so many billion parameters a model is small: “4B” models have a little more than their name says."""
_SIZE: Final = re.compile(r"(?<![a-z0-9.])e?(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", re.IGNORECASE)
_MILLIONS_PER_BILLION: Final = 1000.0


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """What models of a class used, as multiples of the understudy's days."""

    date: date
    source: str
    """The models and runs that were measured."""
    calls: Range
    prompt_tokens: Range
    answer_tokens: Range


def class_of(spec: Spec) -> ModelClass | None:
    """The class of a model; None if its size is not in its name."""
    if not _is_at_home(spec):
        return "hosted"
    billions = size_in(spec.model)
    if billions is None:
        return None
    return "small" if billions <= SMALL_BILLIONS else "large"


def size_in(name: str) -> float | None:
    """Billions of parameters, as the name of a model says; the largest number if there are several."""
    sizes = [float(number) / (_MILLIONS_PER_BILLION if unit in "mM" else 1.0) for number, unit in _SIZE.findall(name)]
    return max(sizes, default=None)


def measured_class(name: ModelClass | None) -> ClassFigures | None:
    """What models of a class were seen to use; None if none was measured."""
    return _classes().get(name or "")


def _is_at_home(spec: Spec) -> bool:
    if spec.provider not in presets():
        return True  # weights in this process
    one = preset(spec.provider)
    try:
        return one.local or is_near(host_of(address_of(one, spec.address)))
    except SetupError:
        return False


@cache
def _classes() -> dict[str, ClassFigures]:
    plain = tomllib.loads(CLASSES_FILE.read_text("utf-8"))
    return {name: _figures(table) for name, table in plain.items()}


def _figures(table: dict[str, Any]) -> ClassFigures:
    ranges = {name: Range(*table[name]) for name in ("calls", "prompt_tokens", "answer_tokens")}
    return ClassFigures(table["date"], table["source"], **ranges)
