"""Whether damage to a run's file is found, and said without a traceback.

Random bits are flipped in the file of a run that was lived here, half of them anywhere, half with the same chance for
every kind of page, and in the log that a killed run leaves. Every column of every table is spoiled by SQL, rows are
swapped and deleted, tables dropped. `verify` must find whatever changes a row. On spoiled files all commands that read
or continue a run are given: none may end in a traceback. With MILKWOOD_PROOF=1 260 bits, and far more of the rest.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.instruments.damage import COMMANDS, Flip, Spoiled, flips, judged, killed, lived, outcry, spoilings
from tools.proof import Row

_LONG = bool(os.environ.get("MILKWOOD_PROOF"))
_FLIPS = 260 if _LONG else 20
_LOG_FLIPS = 60 if _LONG else 6
_EVERY_SPOILED = 1 if _LONG else 25
_EVERY_COMMANDED = 4 if _LONG else 100


def main() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name, _at_home(Path(name)):
        folder = Path(name)
        whole, left = lived(folder / "whole.milkwood"), killed(folder / "left.milkwood")
        every = spoilings(whole)
        return [
            *_found("bits flipped in the file of a run", whole, flips(whole, _FLIPS, seed=1), folder),
            *_found("bits flipped in the log of a killed run", left, flips(left, _LOG_FLIPS, 2, "-wal"), folder),
            *_found("columns, rows and tables spoiled by SQL", whole, every[::_EVERY_SPOILED], folder),
            _said(whole, every[::_EVERY_COMMANDED], folder),
        ]


@contextmanager
def _at_home(folder: Path) -> Iterator[None]:
    """A home for runs and a current folder that may be written to."""
    before, here = os.environ.get("MILKWOOD_HOME"), Path.cwd()
    os.environ["MILKWOOD_HOME"] = str(folder / "home")
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)
        os.environ.pop("MILKWOOD_HOME")
        if before is not None:
            os.environ["MILKWOOD_HOME"] = before


def _found(name: str, source: Path, damages: Iterable[Flip | Spoiled], folder: Path) -> list[Row]:
    """How often something changed, and how often `verify` said so."""
    seen, kinds = Counter[str](), Counter[str]()
    for damage in damages:
        verdict = judged(source, damage, folder / "judged")
        if verdict is None:
            continue
        seen["tried"] += 1
        if isinstance(damage, Flip):
            kinds[damage.kind] += 1
        if verdict.changed:
            seen["changed"] += 1
            seen["found"] += verdict.found
        if verdict.changed and not verdict.found:
            print(f"not found: {damage}")
    of = f" ({', '.join(f'{kind}: {count}' for kind, count in sorted(kinds.items()))})" if len(kinds) > 1 else ""
    said, ok = f"{seen['found']} of {seen['changed']}", seen["found"] == seen["changed"]
    return [
        Row(name=f"{name}{of}", figure=seen["tried"], unit="", bound="", ok=True),
        Row(name=f"{name}: those that changed a row, found by verify", figure=said, unit="", bound="all", ok=ok),
    ]


def _said(source: Path, damages: list[Spoiled], folder: Path) -> Row:
    """How often a command ended otherwise than in a result or a sentence."""
    cries = [outcry(source, damage, folder / "home", command) for damage in damages for command in COMMANDS]
    for cry in filter(None, cries):
        print(cry)
    name = f"{len(cries)} commands on spoiled files ({', '.join(COMMANDS)}): tracebacks"
    return Row(name=name, figure=sum(map(bool, cries)), unit="", bound="0", ok=not any(cries))
