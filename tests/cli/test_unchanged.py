"""What was imported and not lived on goes out as it came: every JSON file of every published save, field by field."""

import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.exchange.reverie import export_simulation
from milkwood.run import new_run
from milkwood.run.pack import pack_of
from milkwood.towns import load
from milkwood.towns.shelf import find
from tests.bridge import upstream
from tests.bridge.upstream import needs_data
from tests.cli.conftest import Run
from tests.cli.imports import home, made

__all__ = ["home"]

_MOST_SHOWN = 20


def unpacked(name: str, place: Path) -> Path:
    """A published save that is packed."""
    with tarfile.open(upstream.DATA / "saved" / f"{name}.tar.gz") as archive:
        archive.extractall(place, filter="data")
        return place / archive.getnames()[0].split("/")[0]


def differences(source: Path, out: Path) -> list[str]:
    """All values of a simulation's files that are different in another, or in another order."""
    found: list[str] = []
    for path in sorted(source.rglob("*.json")):
        name = path.relative_to(source)
        if not (out / name).is_file():
            found.append(f"{name}: missing")
            continue
        found += [f"{name}{each}" for each in _unlike(_json(path), _json(out / name))]
    return found


def _unlike(one: Any, other: Any, at: str = "") -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            if key not in one or key not in other:
                yield f"{at} > {key}: {'more' if key in other else 'less'}"
            else:
                yield from _unlike(one[key], other[key], f"{at} > {key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from _unlike(mine, theirs, f"{at} > {place}")
    elif one != other or type(one) is not type(other):
        yield f"{at}: {str(one)[:60]} became {str(other)[:60]}"


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def exported(run: Path, out: Path, format_: str = "reverie") -> Path:
    with Chronicle.read(run) as reader:
        pack = pack_of(reader)
        export_simulation(reader, pack, format_, out, overwrite=False, noted=lambda _tick: None, warn=pytest.fail)
    return out


def unlived(run: Run, source: Path, out: Path, format_: str = "reverie") -> Path:
    """A save that was imported and exported at once."""
    made(run, source, "--name", "it", "--to", upstream.MATRIX)
    place = path_for("it")
    if not place.exists():  # a base, of which a run begins
        with new_run(load(find("it").folder), place, "it"):
            pass
    return exported(place, out, format_)


@needs_data
def test_a_saved_run_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    assert differences(upstream.SAVED, unlived(run, upstream.SAVED, tmp_path / "out"))[:_MOST_SHOWN] == []


@needs_data
def test_a_base_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    assert differences(upstream.BASE, unlived(run, upstream.BASE, tmp_path / "out"))[:_MOST_SHOWN] == []


@needs_data
def test_a_base_of_25_people_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    source = unpacked("base_the_ville_n25", tmp_path)
    assert differences(source, unlived(run, source, tmp_path / "out"))[:_MOST_SHOWN] == []


@needs_data
def test_a_demo_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    out = unlived(run, upstream.DEMO, tmp_path / "out", "compressed")
    assert differences(upstream.DEMO, out)[:_MOST_SHOWN] == []


@needs_data
@pytest.mark.long
def test_a_saved_run_of_most_of_a_day_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    source = unpacked("july1_step-3-14", tmp_path)
    assert differences(source, unlived(run, source, tmp_path / "out"))[:_MOST_SHOWN] == []
