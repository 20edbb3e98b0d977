import asyncio
import json
import re
import sqlite3
import zlib
from collections.abc import Coroutine
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.fork import fork
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.run import InterviewReply, MindConfig, RestoredRun, RunOptions, new_run, open_run
from milkwood.run.interview import MAX_QUESTION_CHARACTERS
from milkwood.run.mind_config import RULE
from milkwood.town.acts import Enter, Remove, Whisper
from tests.instruments.damage import seal_again
from tests.lived import TICKS, _morning, friday, quay
from tests.models.obliging import Obliging

__all__ = ["_morning", "friday"]

IVO, NELL = PersonId("ivo_marsh"), PersonId("nell_avery")
T = TypeVar("T")


def wait(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def look_at(path: Path, tick: int, model: Obliging | None = None) -> RestoredRun:
    return wait(RestoredRun.at(path, quay(), tick, model or Obliging()))


def ask(
    path: Path, tick: int, *questions: str, person: PersonId = IVO, model: Obliging | None = None
) -> list[InterviewReply]:
    async def interview() -> list[InterviewReply]:
        with await RestoredRun.at(path, quay(), tick, model or Obliging()) as look:
            sitting = look.interview(person)
            return [await sitting.ask(question) for question in questions]

    return wait(interview())


def kept(path: Path, tick: int) -> dict[PersonId, Any]:
    """All minds as they are restored."""
    with look_at(path, tick) as look:
        return {person: json.loads(json.dumps(look.head(person).keep())) for person in look.people}


def spoil(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def rows(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


# --- minds at a tick


def test_a_mind_continued_from_a_snapshot_is_the_recorded_mind(friday: Path) -> None:
    with Chronicle.read(friday) as reader:
        found = reader.snapshot_before(720)
    assert found is not None
    assert found.tick == 720
    assert kept(friday, 720) == {person: mind["mind"] for person, mind in found.minds.items()}
    spoil(friday, "DELETE FROM snapshots WHERE tick > 360")  # now an hour has to be re-run
    assert kept(friday, 720) == {person: mind["mind"] for person, mind in found.minds.items()}


def test_a_mind_can_be_brought_back_from_the_very_beginning(friday: Path) -> None:
    then = kept(friday, 400)
    spoil(friday, "DELETE FROM snapshots")
    assert kept(friday, 400) == then


@pytest.mark.parametrize("tick", [0, 1, 359, 360, 361, 1000, TICKS])
def test_a_person_remembers_everything_before_the_tick_and_nothing_after_it(tick: int, friday: Path) -> None:
    with Chronicle.read(friday) as reader:
        written = {memory.number for _, _, memory in reader.memories(until=tick, person=IVO)}
    with look_at(friday, tick) as look:
        remembered = {record.number for record in look.head(IVO).memories.all()}
        assert look.tick == tick
        assert remembered == written


def test_the_last_settled_tick_can_be_inspected_while_the_run_is_live(friday: Path) -> None:
    whole = ask(friday, 1000, "Who are you?")
    spare = friday.with_name("spare.milkwood")
    fork(friday, 800, spare, "spare")
    with open_run(quay(), spare, options=RunOptions(model=Obliging())) as run:  # holds the lock
        seen: list[InterviewReply] = []

        async def live() -> None:
            await run.live(1000)
            seen.extend(
                [await (await RestoredRun.at(spare, quay(), 1000, Obliging())).interview(IVO).ask("Who are you?")]
            )

        asyncio.run(live())
    assert seen == whole


def test_a_fork_has_the_minds_of_its_parent(friday: Path) -> None:
    other = friday.with_name("other.milkwood")
    fork(friday, 900, other, "other")
    assert kept(other, 900) == kept(friday, 900)
    assert kept(other, 700) == kept(friday, 700)


def test_a_whisper_is_remembered_from_the_tick_it_was_heard(friday: Path) -> None:
    with open_run(quay(), friday, options=RunOptions(model=Obliging())) as run:
        heard = run.give(Whisper(IVO, "The boat is leaking."))
        asyncio.run(run.live(TICKS + 20))
    voices = []
    for tick in (heard, heard + 2):
        with look_at(friday, tick) as look:
            voices.append([record.text for record in look.head(IVO).memories.all() if record.kind == "voice"])
    assert voices == [[], ["The boat is leaking."]]


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("DELETE FROM questions WHERE kind = 'break_down' AND tick < 360", r"The answer to .+ is not recorded"),
        (
            "UPDATE questions SET answer = replace(answer, 'Line', 'Lie') WHERE kind = 'speak'",
            r"A re-run of tick \d+ gives other events",
        ),
        (
            "UPDATE header SET value = '\"another\"' WHERE key = 'pack_hash'",
            "The town's files have changed since the run “friday” was started",
        ),
    ],
)
def test_a_run_that_cannot_be_replayed_is_read_with_the_reason(statement: str, why: str, friday: Path) -> None:
    spoil(friday, statement)
    with look_at(friday, 359) as look, Chronicle.read(friday) as reader:
        assert re.fullmatch(
            rf"{why}: what people had in mind is as of day 1 07:00 \(the last snapshot\),"
            r" with all memories recorded until day 1 07:59\.",
            look.note,
        )
        assert look.minds_at == 0
        assert look.town.scene(359) == reader.scene(359, quay().town_map)
        written = {memory.number for _, _, memory in reader.memories(until=359, person=IVO)}
        assert {record.number for record in look.head(IVO).memories.all()} == written
        assert wait(look.interview(IVO).ask("Who are you?")).say


def test_a_replayable_run_needs_no_note(friday: Path) -> None:
    with look_at(friday, 359) as look:
        assert (look.note, look.minds_at) == ("", 359)


def test_minds_that_cannot_be_read_are_refused_in_a_sentence(friday: Path) -> None:
    spoil(friday, "UPDATE header SET value = '1' WHERE key = 'behaviour'")
    with closing(sqlite3.connect(friday)) as connection, connection:
        connection.execute("UPDATE minds SET content = ?", (zlib.compress(b"{}"),))
    seal_again(friday)
    with pytest.raises(SetupError, match="cannot be read"):
        look_at(friday, 359)


@pytest.mark.parametrize("tick", [-1, TICKS + 1])
def test_a_tick_that_the_run_has_not_reached_is_refused(tick: int, friday: Path) -> None:
    with pytest.raises(SetupError, match=r"before the start of the run|has not reached tick"):
        look_at(friday, tick)


# --- asking


def test_an_answer_names_its_author_and_its_memories(friday: Path) -> None:
    (reply,) = ask(friday, 1000, "What about the catch?")
    assert str(reply) == reply.say == "I am Ivo Marsh, it is 09:46, asked 0 before."
    assert (reply.person, reply.tick, reply.question, reply.by) == (IVO, 1000, "What about the catch?", "obliging")
    assert len(reply.used) == 2  # a text that was not offered is not a memory
    for used in reply.used:
        assert used.text
        assert used.tick < 1000
        assert len(used.scores) == 5


def test_a_question_carries_where_the_person_is_and_what_they_do(friday: Path) -> None:
    model = Obliging()
    ask(friday, 1000, "Where are you?", model=model)
    now = model.asked[-1].content["now"]
    assert (now["place"], now["time"]) == ("The Quay", "09:46")
    assert now["doing"]


def test_an_interview_keeps_its_thread_and_a_new_one_starts_again(friday: Path) -> None:
    model = Obliging()
    first, second = ask(friday, 1000, "Who are you?", "And your wife?", model=model)
    assert second.say.endswith("asked 1 before.")
    assert [line["by"] for line in model.asked[-1].content["before"]] == ["you", IVO]
    assert [line["text"] for line in model.asked[-1].content["before"]] == ["Who are you?", first.say]
    assert ask(friday, 1000, "And your wife?")[0].say.endswith("asked 0 before.")


def test_asking_leaves_no_trace(friday: Path) -> None:
    before, counted = sha256(friday.read_bytes()).hexdigest(), rows(friday)
    mind = kept(friday, 1234)
    for person in (IVO, NELL):
        ask(friday, 1234, "Who are you?", "What do you remember?", person=person)
    assert sha256(friday.read_bytes()).hexdigest() == before
    assert rows(friday) == counted
    with look_at(friday, 1234) as look:
        wait(look.interview(IVO).ask("What did I ask you?"))
        assert json.loads(json.dumps(look.head(IVO).keep())) == mind[IVO]


def test_without_a_model_the_understudy_answers(friday: Path) -> None:
    with wait(RestoredRun.at(friday, quay(), 600)) as look:
        reply = wait(look.interview(IVO).ask("Who is Zorgon Blix?"))
    assert (reply.by, reply.knows) == ("understudy", False)


@pytest.mark.parametrize("question", ["", " \n ", "x" * (MAX_QUESTION_CHARACTERS + 1)])
def test_an_empty_question_is_refused(question: str, friday: Path) -> None:
    with look_at(friday, 10) as look, pytest.raises(SetupError, match=r"No question is given|characters"):
        wait(look.interview(IVO).ask(question))


def test_absent_people_and_people_without_memories_cannot_be_asked(friday: Path) -> None:
    with open_run(quay(), friday, options=RunOptions(model=Obliging())) as run:
        run.give(Remove(NELL))
        tile = run.life.town.tile(IVO, TICKS)
        entered = run.give(Enter(PersonId("me"), tile, "Me"))
        asyncio.run(run.live(TICKS + 4))
    with look_at(friday, entered + 2) as look:
        assert NELL not in look.people
        with pytest.raises(SetupError, match="is not in the town at tick"):
            look.head(NELL)
        with pytest.raises(SetupError, match="remembers nothing"):
            look.head(PersonId("me"))


def test_people_who_live_by_habit_have_nothing_to_say(tmp_path: Path) -> None:
    path = tmp_path / "rule.milkwood"
    with new_run(quay(), path, "rule", minds=MindConfig(RULE)) as run:
        asyncio.run(run.live(30))
    with look_at(path, 20) as look, pytest.raises(SetupError, match="have fixed habits"):
        look.interview(IVO)


def test_the_file_is_released_after_the_last_look(friday: Path) -> None:
    look = look_at(friday, 10)
    look.close()
    look.close()
    assert look.head(IVO).id == IVO  # heads that were already read stay readable
