import sqlite3
import threading
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, lock
from milkwood.chronicle.faults import Damaged
from milkwood.chronicle.file import opened
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_SEALS
from milkwood.chronicle.verify import blamed, verify
from milkwood.ids import PersonId
from milkwood.models.completion import Call
from milkwood.models.port import QuestionId, Usage
from tests.chronicle.story import Story, asked, make_header
from tests.old import EN, ENDS, ZH, Unpack, old

__all__ = ["old"]

ADA = PersonId("ada")


def write_all(chronicle: Chronicle, tick: int) -> None:
    """A row for every table that holds more than history."""
    chronicle.keep_answer(*asked("ada", tick))
    chronicle.keep_input(tick, "whisper", ADA, {"text": "psst"})
    chronicle.keep_reasons([(tick, ADA, {"act": "deed"})])
    chronicle.keep_vector("bag", f"text {tick}", b"123")
    made = chronicle.reserve(Call(QuestionId(ADA, tick, "react", 0), 0), "fast", Usage(100, 50, 0.01, 0.0))
    chronicle.settle(made, "answered", Usage(90, 20, 0, 1.25), 10)


@pytest.fixture
def full(told: Path) -> Path:
    """A run with rows in every table but that of packs."""
    with Chronicle.open(told) as chronicle:
        for tick in range(0, 400, 10):
            write_all(chronicle, tick)
    return told


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_valid_run_is_confirmed_with_its_hash(told: Path, story: Story) -> None:
    verdict = verify(told)
    assert verdict.sound
    assert verdict.sentence() == (
        f"monday: {len(story.happenings)} events over 400 ticks, hash {Chronicle.read(told).history_hash()}"
    )


def test_a_run_that_has_not_begun_is_sound(path: Path) -> None:
    Chronicle.create(path, make_header()).close()
    assert verify(path).sentence().startswith("monday: 0 events over 0 ticks, hash blake2b-160:")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET content = replace(content, 'r', 'l') WHERE tick = {tick}",
        "DELETE FROM events WHERE tick = {tick}",
        "UPDATE events SET person = 'zoe' WHERE tick = {tick}",
        "DELETE FROM chain WHERE tick = {tick}",
        "UPDATE chain SET hash = zeroblob(20) WHERE tick = {tick}",
        "INSERT INTO events VALUES ({tick}, 'zoe', 0, 'whispered', '{}', 1)",
        "INSERT INTO memories VALUES ({tick}, 'zoe', 0, 'event', 'I was here', '[]', 1, '{{}}', 1)",
    ],
)
def test_the_first_broken_tick_is_named(statement: str, told: Path, story: Story) -> None:
    tick = min(each.tick for each in story.happenings if each.tick >= 77)
    change(told, statement.replace("{tick}", str(tick)))
    verdict = verify(told)
    assert verdict.broken == tick
    assert f"the history was changed or damaged at tick {verdict.broken} (2023-03-10 07:1" in verdict.sentence()


def test_history_after_the_settled_tick_is_found(told: Path) -> None:
    change(told, "UPDATE progress SET settled = 100")
    assert "though only ticks before 100 are settled" in verify(told).sentence()


def test_a_spoiled_index_is_found(told: Path) -> None:
    change(told, "PRAGMA writable_schema = ON")
    connection = sqlite3.connect(told)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'inputs_by_tick')"
        " WHERE name = 'events_of_talks'"
    )
    connection.commit()
    connection.close()
    assert "damaged" in verify(told).sentence()


# --- all of the file


@pytest.mark.parametrize(
    ("statement", "named", "until"),
    [
        (
            "UPDATE questions SET price = 9 WHERE tick = 310",
            "a question with its answer (ada, react, day 1 07:51)",
            400,
        ),
        (
            "UPDATE questions SET answer = '{}' WHERE tick = 60",
            "a question with its answer (ada, react, day 1 07:10)",
            400,
        ),
        (
            "DELETE FROM questions WHERE tick = 390",
            "“questions” from day 1 08:00 to day 1 09:00 has 3 rows, but 4 were written",
            400,
        ),
        ("UPDATE inputs SET content = '[]' WHERE tick = 60", "an input (ada, whisper, day 1 07:10)", 60),
        ("UPDATE snapshots SET wakes = '{}' WHERE tick = 400", "a snapshot (day 1 08:06)", 400),
        ("UPDATE minds SET content = x'00'", "a saved mind (ada, day 1 07:00)", 400),
        ("DELETE FROM minds", "“minds” has 0 rows, but 3 were written", 400),
        ("UPDATE reasons SET content = '{' WHERE tick = 60", "a reason (ada, day 1 07:10)", 400),
        ("UPDATE vectors SET vector = x'00'", "a vector (bag)", 400),
        ("UPDATE reservations SET model = 'slow' WHERE tick = 0", "the reservation of a call (ada, react, slow", 400),
        ("DELETE FROM settlements WHERE reservation = 3", "“settlements” has 39 rows, but 40 were written", 400),
        (
            "UPDATE chain SET hash = x'00' WHERE tick = (SELECT max(tick) FROM chain)",
            "the hash of a tick (day 1 08:0",
            400,
        ),
        ("UPDATE openings SET pid = 0", "a note of who opened the file", 400),
        ("UPDATE header SET value = '2' WHERE key = 'seed'", "a line of the header (seed)", None),
        ("DELETE FROM header WHERE key = 'settings'", "“header” has", None),
        ("UPDATE progress SET settled = 99999999", "how far the history goes", 400),
        ("UPDATE seals SET sum = 0 WHERE name = 'vectors'", "the rows of “vectors” are not those", 400),
        ("DELETE FROM seals WHERE name = 'header'", "“header” has", None),
        ("INSERT INTO seals VALUES ('x', 0, 0, 0)", "“seals” has an unknown row", 400),
        ("DELETE FROM seals", "“seals” cannot be read", 400),
        ("DROP TABLE seals", "“seals” is missing", 400),
        ("UPDATE seals SET stretch = 'x' WHERE name = 'vectors'", "“vectors” has", 400),
        ("DROP TABLE reasons", "“reasons” is missing", 400),
        ("DROP INDEX inputs_by_tick", "“inputs_by_tick” is missing", 400),
        ("DROP VIEW deeds", "“deeds” is missing", 400),
    ],
)
def test_damage_anywhere_is_found_and_named(statement: str, named: str, until: int | None, full: Path) -> None:
    assert verify(full).sound
    change(full, statement)
    verdict = verify(full)
    assert any(named in fault for fault in verdict.faults), verdict.faults
    assert verdict.sound_until == until
    assert (f"milkwood run -o {full}@{until}" in verdict.advice) == (until is not None)


def test_a_tail_that_was_cut_off_with_its_hashes_is_found(full: Path) -> None:
    for table in ("events", "memories", "chain"):
        change(full, f"DELETE FROM {table} WHERE tick >= 350")
    verdict = verify(full)
    assert any("“chain” from day 1 07:00 to day 1 08:00" in fault for fault in verdict.faults)
    assert verdict.sound_until is not None
    assert 340 < verdict.sound_until <= 350


def test_a_run_that_is_being_written_is_never_found_damaged(path: Path, story: Story) -> None:
    written, verdicts = threading.Event(), list[str]()

    def look() -> None:
        while not written.is_set():
            verdicts.append(verify(path).complaint)

    with Chronicle.create(path, make_header()) as chronicle:
        watcher = threading.Thread(target=look)
        watcher.start()
        for up_to, happenings, memories in story.pieces(5):
            chronicle.record(up_to, happenings, memories)
            write_all(chronicle, max(0, up_to))
            if up_to % 50 == 0:
                minds = {person: {"mood": up_to} for person in story.people}
                chronicle.keep_snapshot(up_to, story.scene(up_to), minds, dict.fromkeys(story.people, up_to))
        more = 0
        while len(verdicts) < 5:
            more += 1
            chronicle.keep_vector("bag", f"another {more}", b"123")
        written.set()
        watcher.join()
    assert set(verdicts) == {""}
    assert verify(path).sound


# --- damage and errors


def test_an_error_of_a_damaged_file_is_told_as_damage(full: Path) -> None:
    opened.clear()
    Chronicle.read(full).close()
    assert blamed(KeyError("x"), "monday") is None
    change(full, "UPDATE events SET content = '{}' WHERE tick = 30")
    found = blamed(KeyError("x"), "monday")
    assert isinstance(found, Damaged)
    assert "Everything before day 1 07:05 is intact" in found.sentence()
    assert blamed(KeyError("x"), "tuesday") is None


def test_a_run_does_not_go_on_from_damaged_rows(full: Path) -> None:
    change(full, "UPDATE questions SET answer = '{}' WHERE tick = 390")
    Chronicle.open(full).close()  # the last snapshot is later
    change(full, "DELETE FROM snapshots WHERE tick > 300")
    with pytest.raises(Damaged, match="a question with its answer"):
        Chronicle.open(full)
    assert verify(full).sound_until == 390


# --- files of earlier formats


@pytest.mark.parametrize("name", [EN, ZH])
def test_an_old_file_is_sealed_and_what_is_not_covered_is_said(name: str, old: Unpack) -> None:
    path = old(name)
    verdict = verify(path)
    assert verdict.sound, verdict.faults
    until = "09:30" if name == EN else "09:13"
    assert f"until day 1 {until} was recorded before format {FIRST_FORMAT_WITH_SEALS}" in verdict.note
    assert verdict.ticks == ENDS[name]
    change(path, "UPDATE minds SET content = x'00' WHERE hash = (SELECT max(hash) FROM minds)")
    assert "a saved mind (" in verify(path).sentence()


def test_an_old_file_that_was_damaged_before_is_read_too(old: Unpack) -> None:
    path = old(EN)
    change(path, "UPDATE questions SET answer = substr(answer, 1, 5) WHERE id = 9")
    assert "a question with its answer" in verify(path).sentence()


def test_an_old_file_that_cannot_be_written_is_checked_as_it_is(old: Unpack) -> None:
    path = old(EN)
    held = lock.take(path)
    try:
        verdict = verify(path)
    finally:
        held.release()
    assert verdict.sound
    assert f"recorded before format {FIRST_FORMAT_WITH_SEALS}: not covered" in verdict.note
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (4,)
