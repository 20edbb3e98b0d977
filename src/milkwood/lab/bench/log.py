"""The file of a bench: one JSON line for its set-up, and one for each answer, so that it can be interrupted.

Invariant: an answer is in the file before it counts; a line that was cut off by a crash is ignored and asked again.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.plain import JsonObject, in_order

ContextKey = tuple[str, str]
"""Name of the prompts, name of the context."""


@dataclass(frozen=True, slots=True)
class BenchMark:
    """One answer."""

    prompts: str
    """Name of the prompts it was asked with."""
    context: str
    """Name of the context."""
    kind: str
    outcome: str
    """`valid`, `repaired`, `filled`, `broken`, or `unanswered` if the model gave no reply that could be judged."""
    why: str
    prompt_tokens: int
    answer_tokens: int
    price: float
    seconds: float
    replies: Sequence[str] = ()
    """What the model wrote, at first and when asked again."""

    @property
    def key(self) -> ContextKey:
        """What was asked."""
        return self.prompts, self.context

    @property
    def usable(self) -> bool:
        """Whether a mind can use it."""
        return self.outcome in ("valid", "repaired", "filled")

    @property
    def judged(self) -> bool:
        """Whether it says something about the model."""
        return self.outcome != "unanswered"


class BenchLog:
    """Answers, in memory and in a file if one is named."""

    def __init__(self, path: Path | None, setup: JsonObject) -> None:
        self.path = path
        self._marks: dict[ContextKey, BenchMark] = {}
        self._file: TextIO | None = None
        if path is not None:
            self._file = _opened(path, setup, self._read)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def __contains__(self, key: ContextKey) -> bool:
        return key in self._marks

    def __len__(self) -> int:
        return len(self._marks)

    def keep(self, mark: BenchMark) -> None:
        """Add an answer. One that says nothing of the model is not kept in the file: it is asked again."""
        if self._file is not None and mark.judged:
            self._file.write(in_order(asdict(mark)) + "\n")
            self._file.flush()
        self._marks[mark.key] = mark

    def marks(self, keys: Iterable[ContextKey]) -> list[BenchMark]:
        """The answers to these, as far as there are any."""
        return [self._marks[key] for key in keys if key in self._marks]

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            try:
                mark = BenchMark(**json.loads(line))
            except (ValueError, TypeError):
                continue
            self._marks[mark.key] = mark


def _opened(path: Path, setup: JsonObject, read: Callable[[Iterable[str]], None]) -> TextIO:
    """The file, open at its end; what it has is read if it is of the same set-up."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        lines = []
    except UnicodeDecodeError:
        raise _not_a_bench(path) from None
    if lines:
        _refuse_other(path, lines[0], setup)
        read(lines[1:])
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("a", encoding="utf-8")
    if not lines:
        file.write(in_order(setup) + "\n")
    elif not path.read_text("utf-8").endswith("\n"):
        file.write("\n")
    file.flush()
    return file


def _refuse_other(path: Path, line: str, setup: JsonObject) -> None:
    try:
        there = json.loads(line)
    except ValueError:
        raise _not_a_bench(path) from None
    if not isinstance(there, dict) or there.keys() != setup.keys():
        raise _not_a_bench(path)
    other = next((name for name, value in setup.items() if there[name] != value), None)
    if other is not None:
        raise SetupError(
            t(
                "The file was begun with other “{name}”: {one}, not {other}.",
                name=other,
                one=in_order(there[other]),
                other=in_order(setup[other]),
            ),
            where=str(path),
            remedy=t("Name another file with --keep."),
        )


def _not_a_bench(path: Path) -> SetupError:
    return SetupError(t("This is not a file of a bench."), where=str(path), remedy=t("Name another file with --keep."))
