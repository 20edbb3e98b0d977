"""Messages from outside: remembered with their speaker, and entered in the calendar when announced."""

import asyncio
from functools import cache
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.engine.inputs import input_of
from milkwood.ids import PersonId, RoomId
from milkwood.run import MindConfig, ModelConfig, RunOptions, new_run, open_run
from milkwood.town.acts import OUTSIDE, Announce, Tell
from milkwood.town.events import DeedBegan
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language

NELL = PersonId("nell_avery")
GREEN = RoomId("The Green:green")
TEN = 1080
"""Ten in the morning."""


@cache
def quay() -> Pack:
    return towns.load(find("gull_quay").folder)


def told(path: Path, language: str, schedule: str = "outoforder", until: int = 1400) -> Path:
    """A morning with a visitor's words and an announced dance."""
    minds, options = MindConfig(embedding=False), RunOptions(schedule, models=ModelConfig())
    new_run(quay(), path, path.stem, minds=minds, options=options, language=Language(language)).close()
    with Chronicle.open(path) as chronicle:
        for act in (Tell(NELL, "Old Tom", "A ship was seen at dawn."), Announce("A dance", GREEN, TEN)):
            given = input_of(100, act)
            chronicle.keep_input(given.tick, given.kind, given.person, given.content)
    with open_run(quay(), path, options=options) as run:
        asyncio.run(run.live(until))
    return path


@pytest.mark.parametrize(("language", "said"), [("en", "Friday at 10:00"), ("zh", "星期五10:00")])
def test_messages_are_stored_verbatim_with_their_speaker(tmp_path: Path, language: str, said: str) -> None:
    with Chronicle.read(told(tmp_path / "told.milkwood", language)) as reader:
        memories = reader.memories()
        promised = [who for _, who, memory in memories if memory.kind == "promise" and "A dance" in memory.text]
        danced = [
            each.person
            for each in reader.happenings(since=TEN - 90)
            if isinstance(each.event, DeedBegan) and each.event.deed.at == GREEN and each.person in promised
        ]
    ship = [(who, memory.kind) for _, who, memory in memories if memory.text == "A ship was seen at dawn."]
    assert (NELL, "news") in ship
    assert {memory.source for _, who, memory in memories if who == NELL and memory.text.startswith("A ship")} == {
        "Old Tom"
    }
    notices = [memory for _, _, memory in memories if memory.source == OUTSIDE]
    assert len(notices) >= 3
    assert all(said in memory.text for memory in notices)
    assert promised
    assert danced


def test_it_is_one_history_under_every_schedule(tmp_path: Path) -> None:
    hashes = set()
    for schedule in ("serial", "lockstep", "outoforder"):
        with Chronicle.read(told(tmp_path / f"{schedule}.milkwood", "en", schedule, until=400)) as reader:
            hashes.add(reader.history_hash())
    assert len(hashes) == 1
