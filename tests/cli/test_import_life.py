"""Imported people live their lives on the understudy: work, dinner and bed as their texts say."""

import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.ids import PersonId
from milkwood.run import RunOptions, new_run
from milkwood.town.town import Town
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language
from tests.bridge import upstream
from tests.bridge.little import scratch, write_base, write_json
from tests.bridge.upstream import needs_data
from tests.cli.conftest import Run
from tests.cli.imports import home, made, there
from tests.instruments.virtual import run_virtually

__all__ = ["home", "there"]

MIN_SHARE = 0.85
N25: Mapping[str, tuple[str, float, float]] = {
    "isabella_rodriguez": ("Hobbs Cafe", 8, 20),
    "arthur_burton": ("The Rose and Crown Pub", 17, 22),
    "carmen_ortiz": ("Harvey Oak Supply Store", 8, 18),
    "john_lin": ("The Willows Market and Pharmacy", 9, 17),
    "tom_moreno": ("The Willows Market and Pharmacy", 8, 17),
    "mei_lin": ("Oak Hill College", 10, 14),
    "ayesha_khan": ("Oak Hill College", 10, 14),
    "eddy_lin": ("Oak Hill College", 10, 12),
    "klaus_mueller": ("Oak Hill College", 9, 12),
}
"""Stated working hours of base n25, as a human reads them in the texts."""
N25_BEDS: Mapping[str, float] = {
    "rajiv_patel": 24, "abigail_chen": 24, "arthur_burton": 24, "giorgio_rossi": 24, "maria_lopez": 24,
    "adam_smith": 20, "hailey_johnson": 26, "ryan_park": 25, "john_lin": 22, "klaus_mueller": 23,
}  # fmt: skip
N25_DINNERS: Mapping[str, float] = {
    "abigail_chen": 18, "adam_smith": 17, "arthur_burton": 16, "ayesha_khan": 17, "carmen_ortiz": 20,
    "giorgio_rossi": 16, "jane_moreno": 18, "latoya_williams": 17.5, "maria_lopez": 19, "mei_lin": 17,
    "tom_moreno": 17, "wolfgang_schulz": 18,
}  # fmt: skip


def lived(pack: Pack, path: Path, ticks: int = 8640) -> Town:
    """A town after its first day on the understudy."""
    with new_run(pack, path, "day", options=RunOptions("lockstep")) as run:
        run_virtually(run.live(ticks))
        return Town(pack.town_map).fold(run.chronicle.happenings())


def sectors(town: Town, person: str, minutes: Iterable[int]) -> list[str]:
    """Where a person is at each minute of the first day."""
    found = []
    for minute in minutes:
        tick = minute * 60 // 10
        room = town.map.room_at(town.body(PersonId(person), tick).tile(tick))
        found.append(str(room.sector) if room is not None else "")
    return found


def shares(town: Town, stated: Mapping[str, tuple[str, float, float]]) -> dict[str, float]:
    """The share of stated working hours that each person spends at the stated place."""
    found = {}
    for person, (sector, start, end) in stated.items():
        there = sectors(town, person, range(round(start * 60), round(end * 60)))
        found[person] = there.count(sector) / len(there)
    return found


@pytest.fixture
def n25(tmp_path: Path) -> Path:
    with tarfile.open(upstream.DATA / "saved" / "base_the_ville_n25.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path / "base_the_ville_n25"


@needs_data
def test_the_days_of_the_published_base_of_25_have_work_dinner_and_bed_as_stated(run: Run, n25: Path) -> None:
    made(run, n25, "--to", upstream.MATRIX)
    people = towns.load(find("base_the_ville_n25").folder).people
    for who, (sector, start, end) in N25.items():
        person = people[PersonId(who)]
        at_work = sum(
            max(0, min(block.end, end * 60) - max(block.start, start * 60))
            for block in person.habits.day
            if block.where.sector_id == sector
        )
        assert at_work >= MIN_SHARE * (end - start) * 60, who
    late = {who: people[PersonId(who)].habits.sleep for who in N25_BEDS}
    assert late == {who: hour * 60 % 1440 for who, hour in N25_BEDS.items()}
    for who, hour in N25_DINNERS.items():
        texts = {block.start: block.what.in_language(Language("en")) for block in people[PersonId(who)].habits.day}
        assert "dinner" in texts[round(hour * 60)], who
    assert people[PersonId("jane_moreno")].work is None


@needs_data
@pytest.mark.long
def test_stated_working_hours_of_the_published_base_of_25_are_spent_at_work(
    run: Run, n25: Path, tmp_path: Path
) -> None:
    made(run, n25, "--to", upstream.MATRIX)
    town = lived(towns.load(find("base_the_ville_n25").folder), tmp_path / "day.milkwood")
    found = shares(town, N25)
    assert {person: share for person, share in found.items() if share < MIN_SHARE} == {}


def test_imported_people_are_at_work_at_dinner_and_in_bed_when_their_texts_say_so(
    run: Run, there: Path, tmp_path: Path
) -> None:
    base = write_base(there)
    ada = {
        "daily_plan_req": "Ada Reed goes to plum cafe around 9am to open it, and stands at the piano until 4pm.",
        "lifestyle": "Ada Reed goes to bed around ten, gets up at six, and has dinner at half past five.",
    }
    write_json(base / "personas/Ada Reed/bootstrap_memory/scratch.json", scratch("Ada Reed", **ada))
    made(run, base)
    pack = towns.load(find("base_littleton").folder)
    town = lived(pack, tmp_path / "day.milkwood")
    assert shares(town, {"ada_reed": ("Plum Cafe", 9, 16)})["ada_reed"] >= MIN_SHARE
    assert sectors(town, "ada_reed", [17 * 60 + 45]) == ["Ada Reed's house"]
    asleep = town.body(PersonId("ada_reed"), (22 * 60 + 15) * 6)
    assert asleep.deed is not None
    assert asleep.deed.asleep
