"""An imported save that was not continued is exported unchanged: every JSON file of every published save, by field."""

import json
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.cli import app
from milkwood.exchange.reverie import export_simulation
from milkwood.run import new_run
from milkwood.run.pack import pack_of
from milkwood.towns import load
from milkwood.towns.shelf import find
from tests.bridge import upstream
from tests.bridge.original import Reverie
from tests.bridge.upstream import needs_data
from tests.cli.conftest import Run
from tests.cli.imports import home, lived_on, made

__all__ = ["home"]

_MAX_SHOWN = 20


def unpacked(name: str, place: Path) -> Path:
    """A published save that is packed."""
    with tarfile.open(upstream.DATA / "saved" / f"{name}.tar.gz") as archive:
        if hasattr(tarfile, "data_filter"):  # from 3.11.4 on
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(place)
        return place / archive.getnames()[0].split("/")[0]


def differences(source: Path, out: Path) -> list[str]:
    """All values of a simulation's files that differ in another, or are in another order."""
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
    elif one != other or isinstance(one, bool) is not isinstance(other, bool):
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
    if not place.exists():  # a base, from which a run starts
        with new_run(load(find("it").folder), place, "it"):
            pass
    return exported(place, out, format_)


@needs_data
def test_a_saved_run_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    assert differences(upstream.SAVED, unlived(run, upstream.SAVED, tmp_path / "out"))[:_MAX_SHOWN] == []


@needs_data
def test_a_base_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    assert differences(upstream.BASE, unlived(run, upstream.BASE, tmp_path / "out"))[:_MAX_SHOWN] == []


@needs_data
def test_a_base_of_25_people_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    source = unpacked("base_the_ville_n25", tmp_path)
    assert differences(source, unlived(run, source, tmp_path / "out"))[:_MAX_SHOWN] == []


@needs_data
@pytest.mark.long
def test_a_demo_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    out = unlived(run, upstream.DEMO, tmp_path / "out", "compressed")
    assert differences(upstream.DEMO, out)[:_MAX_SHOWN] == []


@needs_data
@pytest.mark.long
def test_a_saved_run_of_most_of_a_day_that_lived_no_tick_goes_out_as_it_came(run: Run, tmp_path: Path) -> None:
    source = unpacked("july1_step-3-14", tmp_path)
    assert differences(source, unlived(run, source, tmp_path / "out"))[:_MAX_SHOWN] == []


# --- when people live on


def check_old_stays(source: Path, out: Path) -> None:
    """Imported data is in the export of a run that continued on the same day."""
    for kind in ("environment", "movement"):
        for path in (source / kind).glob("*.json"):
            assert _json(path) == _json(out / kind / path.name)
    before, after = (_json(root / "reverie" / "meta.json") for root in (source, out))
    assert after["step"] > before["step"]
    for key in before.keys() - {"step", "curr_time"}:
        assert after[key] == before[key], key
    for name in before["persona_names"]:
        _check_person(*(root / "personas" / name / "bootstrap_memory" for root in (source, out)))


_SAME_DAY = (
    "daily_plan_req first_name last_name age innate learned currently lifestyle living_area vision_r att_bandwidth "
    "importance_trigger_max daily_req f_daily_schedule_hourly_org"
).split()


def _check_person(source: Path, out: Path) -> None:
    before, after = (_json(folder / "scratch.json") for folder in (source, out))
    assert {key: after[key] for key in _SAME_DAY} == {key: before[key] for key in _SAME_DAY}
    known, known_now = (_json(folder / "spatial_memory.json") for folder in (source, out))
    for world, sectors in known.items():
        assert {sector: known_now[world][sector] for sector in sectors} == sectors
    memory, memory_now = (folder / "associative_memory" for folder in (source, out))
    nodes = _json(memory_now / "nodes.json")
    for number, node in _json(memory / "nodes.json").items():
        kept = {key: value for key, value in nodes[number].items() if key != "milkwood"}
        assert kept == node
    assert list(nodes) == [f"node_{number}" for number in range(len(nodes), 0, -1)]
    for path in memory.glob("embeddings.json"):
        vectors = _json(memory_now / path.name)
        assert _json(path).items() <= vectors.items()
        assert len({len(vector) for vector in vectors.values()}) == 1
    for kind, counts in _json(memory / "kw_strength.json").items():
        now = _json(memory_now / "kw_strength.json")[kind]
        assert all(now[word] >= count for word, count in counts.items())


def went_on(run: Run, source: Path, ticks: int, out: Path) -> Path:
    """A save that was imported, continued for some ticks and exported."""
    made(run, source, "--name", "it", "--to", upstream.MATRIX)
    with Chronicle.read(path_for("it")) as reader:
        end = reader.end
    lived_on("it", "it", end + ticks)
    return exported(path_for("it"), out)


@needs_data
def test_old_data_stays_when_people_live_on(run: Run, tmp_path: Path) -> None:
    out = went_on(run, upstream.SAVED, 40, tmp_path / "out")
    check_old_stays(upstream.SAVED, out)
    Reverie(out)


@needs_data
@pytest.mark.long
def test_old_data_stays_when_people_live_on_in_the_middle_of_a_day(run: Run, tmp_path: Path) -> None:
    source = unpacked("july1_step-3-14", tmp_path)
    out = went_on(run, source, 700, tmp_path / "out")
    check_old_stays(source, out)
    Reverie(out)
    nodes = [[len(_json(path)) for path in sorted(root.glob("personas/*/*/*/nodes.json"))] for root in (source, out)]
    assert all(now > before for before, now in zip(*nodes, strict=True))


@needs_data
def test_a_re_imported_run_is_the_same_run(run: Run, tmp_path: Path) -> None:
    out = went_on(run, upstream.SAVED, 30, tmp_path / "out")
    made(run, out, "--name", "again")
    with Chronicle.read(path_for("it")) as first, Chronicle.read(path_for("again")) as again:
        assert first.end == again.end
        assert list(again.header.settings["imported"]["people"]) == list(first.header.settings["imported"]["people"])
        ours, theirs = ({(p, m.number): m for _, p, m in reader.memories()} for reader in (first, again))
        assert {key: (m.kind, m.text, m.about, m.importance) for key, m in ours.items()} == {
            key: (m.kind, m.text, m.about, m.importance) for key, m in theirs.items()
        }
    assert differences(out, exported(path_for("again"), tmp_path / "once more"))[:_MAX_SHOWN] == []


def printed(name: str, command: str) -> list[str]:
    """The output of a console command, without the prompt."""
    result = CliRunner().invoke(app, ["console", name, name], input=f"{command}\nfin\n")
    assert result.exit_code == 0, result.output
    return [line.strip() for line in result.output.splitlines() if re.match(r"\s+\d\d:\d\d-\d\d:\d\d  ", line)]


@needs_data
def test_the_hourly_plan_that_came_is_printed_until_another_is_made(run: Run) -> None:
    made(run, upstream.SAVED, "--name", "it", "--to", upstream.MATRIX)
    scratch = _json(upstream.SAVED / "personas" / "Isabella Rodriguez" / "bootstrap_memory" / "scratch.json")
    for lived in (0, 30):
        if lived:
            lived_on("it", "it", 3 + lived)
        hourly = printed("it", "print hourly org persona schedule Isabella Rodriguez")
        assert [line.partition("  ")[2] for line in hourly] == [
            what for what, _ in scratch["f_daily_schedule_hourly_org"]
        ]
        assert hourly[-1].startswith("23:00-24:00") or hourly[-1].partition("-")[2].startswith("24:00")


@needs_data
@pytest.mark.long
def test_the_hourly_plan_is_not_the_one_in_small_deeds(run: Run, tmp_path: Path) -> None:
    source = unpacked("july1_step-3-14", tmp_path)
    made(run, source, "--name", "it", "--to", upstream.MATRIX)
    for name in _json(source / "reverie" / "meta.json")["persona_names"]:
        scratch = _json(source / "personas" / name / "bootstrap_memory" / "scratch.json")
        hourly = printed("it", f"print hourly org persona schedule {name}")
        assert len(hourly) == len(scratch["f_daily_schedule_hourly_org"])
        assert len(printed("it", f"print persona schedule {name}")) > 2 * len(hourly)
