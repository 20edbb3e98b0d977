"""Runs that were lived under another behaviour: they stay readable, are never re-run, and continue in forks."""

import asyncio
from pathlib import Path

import pytest

import milkwood
from milkwood.chronicle import Chronicle
from milkwood.chronicle.behaviour import OtherBehaviour, cut
from milkwood.chronicle.migrations import FORMAT
from milkwood.chronicle.verify import verify
from milkwood.engine.behaviour import BEHAVIOUR, PARTS_OFF_BEHAVIOUR
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.models.tape import TapeOnly
from milkwood.run import ModelConfig, RestoredRun, RunOptions, open_run
from milkwood.run.pack import fork
from milkwood.towns.archive import pack_hash
from tests.lived import quay
from tests.old import EN, ENDS, NOTE, SNAPSHOT, ZH, Unpack, old
from tests.run.test_restored import spoil

__all__ = ["old"]

CAL, NELL = PersonId("cal_reed"), PersonId("nell_avery")


def look_at(path: Path, tick: int) -> RestoredRun:
    return asyncio.run(RestoredRun.at(path, quay(), tick, models=ModelConfig()))


@pytest.mark.parametrize("name", [EN, ZH])
def test_an_old_run_opens_and_is_brought_to_todays_format(name: str, old: Unpack) -> None:
    path = old(name)
    with Chronicle.open(path) as chronicle:
        assert (chronicle.header.format, chronicle.header.behaviour) == (FORMAT, 1)
        assert chronicle.end == ENDS[name]
    assert verify(path).sound


@pytest.mark.parametrize("name", [EN, ZH])
def test_an_old_run_is_not_replayed_to_be_looked_at(name: str, old: Unpack, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        raise AssertionError("it is lived again")

    monkeypatch.setattr("milkwood.run.live_run.LiveRun.live", never)
    path, tick = old(name), 770
    with look_at(path, tick) as look, Chronicle.read(path) as reader:
        assert look.note == NOTE.format(until="09:08")
        assert (look.tick, look.minds_at) == (tick, SNAPSHOT)
        assert look.town.scene(tick) == reader.scene(tick, quay().town_map)
        for person in look.people:
            written = [memory for _, _, memory in reader.memories(until=tick, person=person)]
            remembered = look.head(person).memories.all()
            assert [each.number for each in remembered] == [memory.number for memory in written]
            assert [each.text for each in remembered] == [memory.text for memory in written]


@pytest.mark.parametrize(("name", "question"), [(EN, "What have you done today?"), (ZH, "你是谁？")])
def test_people_of_an_old_run_answer(name: str, question: str, old: Unpack) -> None:
    with look_at(old(name), ENDS[name]) as look:
        for person in look.people:
            assert asyncio.run(
                look.interview(person).ask("What have you done today?" if name == EN else "你是谁？")
            ).say


def test_a_person_who_came_after_the_snapshot_is_there_with_what_they_remember(old: Unpack) -> None:
    path = old(EN)
    with look_at(path, 799) as look:
        assert CAL not in look.people
    with look_at(path, 900) as look, Chronicle.read(path) as reader:
        written = [memory.number for _, _, memory in reader.memories(person=CAL)]
        assert [each.number for each in look.head(CAL).memories.all()] == written
        assert asyncio.run(look.interview(CAL).ask("What is your name?")).say
        with pytest.raises(SetupError, match="is controlled by keys"):
            look.head(PersonId("guest"))
        assert "voice" in [each.kind for each in look.head(NELL).memories.all()]


def test_without_a_snapshot_minds_are_as_at_the_beginning(old: Unpack) -> None:
    path = old(EN)
    spoil(path, "DELETE FROM snapshots")
    with look_at(path, 770) as look, Chronicle.read(path) as reader:
        assert "as at the beginning (there is no snapshot), with all memories recorded until day 1 09:08." in look.note
        written = [memory.number for _, _, memory in reader.memories(until=770, person=NELL)]
        assert [each.number for each in look.head(NELL).memories.all()] == written
        assert asyncio.run(look.interview(NELL).ask("Where are you?")).say
        assert cut(reader, 770) == 0


def test_an_old_run_does_not_continue_and_the_command_to_fork_it_is_named(old: Unpack) -> None:
    path = old(EN)
    with pytest.raises(OtherBehaviour, match=rf"milkwood fork {EN}@720 {EN}-from-720$") as refused:
        open_run(quay(), path)
    assert refused.value.tick == SNAPSHOT
    elsewhere = path.rename(path.parent.parent / "else where.milkwood")
    with pytest.raises(OtherBehaviour, match=rf"milkwood fork '{elsewhere}@720' 'else where-from-720'$"):
        open_run(quay(), elsewhere)
    with Chronicle.read(elsewhere) as reader:
        assert reader.end == ENDS[EN]
        assert reader.header.behaviour == 1


@pytest.mark.parametrize(("name", "wanted", "tick"), [(EN, 900, 720), (EN, 720, 720), (EN, 719, 360), (ZH, 800, 720)])
def test_a_fork_of_an_old_run_is_cut_at_a_snapshot_and_lives_on(name: str, wanted: int, tick: int, old: Unpack) -> None:
    path = old(name)
    child = path.with_name("child.milkwood")
    made = fork(path, wanted, child, "child")
    assert made.parent is not None
    assert (made.parent.run, made.parent.tick) == (name, tick)
    assert (made.behaviour, made.earlier_behaviours) == (BEHAVIOUR, ((tick, 1),))
    with open_run(quay(), child, options=RunOptions(models=ModelConfig())) as run:
        asyncio.run(run.live(tick + 120))
        assert run.chronicle.settled == tick + 120
        assert run.chronicle.header.behaviour_at(tick - 1) == 1
    with Chronicle.read(path) as parent, Chronicle.read(child) as forked:
        assert forked.history_hash(tick) == parent.history_hash(tick)
        assert forked.header.pack_hash == pack_hash(quay().folder) != parent.header.pack_hash
    with look_at(child, tick + 50) as look:  # lived under today's behaviour, so that it can be re-run
        assert (look.note, look.minds_at) == ("", tick + 50)
    with look_at(child, tick - 10) as look:
        assert look.note.startswith(f"Recorded with behaviour 1, this version has {BEHAVIOUR}: ")
    with Chronicle.read(child) as reader:
        assert (cut(reader, tick + 50), cut(reader, tick - 10)) == (tick + 50, tick - 360)


def test_a_fork_of_a_fork_knows_which_of_its_past_is_older(old: Unpack) -> None:
    path = old(EN)
    child, later, earlier = (path.with_name(f"{name}.milkwood") for name in ("child", "later", "earlier"))
    fork(path, 900, child, "child")
    with open_run(quay(), child, options=RunOptions(models=ModelConfig())) as run:
        asyncio.run(run.live(800))
    assert fork(child, 780, later, "later").earlier_behaviours == ((720, 1),)
    assert fork(child, 500, earlier, "earlier").earlier_behaviours == ((360, 1),)
    assert fork(child, 0, path.with_name("new.milkwood"), "new").earlier_behaviours == ()


@pytest.mark.parametrize("name", [EN, ZH])
def test_verify_says_that_nothing_was_replayed(name: str, old: Unpack) -> None:
    verdict = verify(old(name))
    assert verdict.sound
    assert verdict.note.startswith(
        f"Recorded with behaviour 1, this version has {BEHAVIOUR}: the file and its hashes were checked,"
        " but nothing was re-run."
    )


def test_verify_has_nothing_to_add_to_a_run_of_today(old: Unpack, tmp_path: Path) -> None:
    run = milkwood.start("gull_quay", tmp_path / "new.milkwood", embedding=False).until(30)
    assert verify(run.path).note == ""
    assert run.header.behaviour == BEHAVIOUR


def test_from_python_an_old_run_says_so_and_continues_in_a_fork(old: Unpack) -> None:
    run = milkwood.open(old(EN))
    assert run.now.note == run.person("Nell").note == NOTE.format(until="09:30")
    assert run.person("Nell").ask("Who are you?").say
    with pytest.raises(OtherBehaviour, match="cannot continue where it stopped"):
        run.until(910)
    with pytest.raises(OtherBehaviour, match="cannot continue where it stopped"):
        run.whisper("Nell", "It would never be heard.")
    assert run.tick == ENDS[EN]
    other = run.fork()
    assert other.name == f"{EN}-from-720"
    assert other.until(740).at(730).note == ""


def test_a_run_from_a_later_behaviour_is_read_as_well(old: Unpack) -> None:
    path = old(EN)
    spoil(path, "INSERT INTO header VALUES ('behaviour', '7')")
    with look_at(path, 800) as look:
        assert look.note.startswith(f"Recorded with behaviour 7, this version has {BEHAVIOUR}: ")
    with pytest.raises(OtherBehaviour, match="was recorded with behaviour 7"):
        open_run(quay(), path, options=RunOptions(model=TapeOnly()))


def test_a_run_with_a_part_off_has_a_behaviour_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        for room in ("run", "chronicle"):
            earlier.setattr(f"milkwood.{room}.header.current_behaviour", lambda _settings: BEHAVIOUR)
        old = milkwood.start("gull_quay", tmp_path / "old.milkwood", embedding=False, off="observation").until(400)
    assert old.person("Nell").note.startswith(
        f"Recorded with behaviour {BEHAVIOUR}, this version has {PARTS_OFF_BEHAVIOUR}: "
    )
    with pytest.raises(
        OtherBehaviour, match=f"recorded with behaviour {BEHAVIOUR}, and this version has {PARTS_OFF_BEHAVIOUR}"
    ):
        old.until(410)
    made = fork(old.path, 400, tmp_path / "child.milkwood", "child")
    assert (made.behaviour, made.earlier_behaviours) == (PARTS_OFF_BEHAVIOUR, ((360, BEHAVIOUR),))
    assert milkwood.open(tmp_path / "child.milkwood").until(380).tick == 380
    new = milkwood.start("gull_quay", tmp_path / "new.milkwood", embedding=False, off="observation").until(30)
    assert new.header.behaviour == PARTS_OFF_BEHAVIOUR
    assert new.until(40).tick == 40
