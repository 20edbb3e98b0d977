import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from milkwood.chance import stream
from milkwood.chronicle import Chronicle
from milkwood.engine.behaviour import BEHAVIOUR
from milkwood.ids import PersonId
from milkwood.models.port import QuestionId
from milkwood.models.tape import NotOnTape
from milkwood.run import RunOptions, new_run
from milkwood.run.pack import pack_of
from milkwood.town.acts import Whisper
from tests.instruments.reliving import OtherQuestion, Relived, relive
from tests.lived import quay
from tests.story.lives import begin, live
from tools import real_tape
from tools.real_tape import RealTape, load, outdated, pack_of_tape, save, tape_of, unusable

TICKS = 800
"""Of a run that stops on its way: two hours and some minutes."""


@pytest.fixture(scope="module")
def monday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("taped") / "monday.milkwood"
    begin("gull_quay", path, TICKS)
    return path


@pytest.fixture(scope="module")
def tape(monday: Path) -> RealTape:
    """Its tape, as if each answer had taken a while."""
    with Chronicle.read(monday) as reader:
        return _slow(tape_of(reader))


def _slow(tape: RealTape) -> RealTape:
    def took(asked: QuestionId) -> Any:
        taped = tape.answers[asked]
        seconds = stream(1, asked.say(), "seconds").unit() * 20
        usage = replace(taped.answer.usage, seconds=seconds)
        return replace(taped, answer=replace(taped.answer, usage=usage))

    return replace(tape, answers={asked: took(asked) for asked in tape.answers})


def _relived(tape: RealTape, path: Path, schedule: str = "outoforder") -> Relived:
    return relive(tape, quay(), path, schedule)


def test_a_tape_lives_again_under_both_schedules_and_out_of_order_is_faster(tape: RealTape, tmp_path: Path) -> None:
    ahead, together = (_relived(tape, tmp_path / f"{each}.milkwood", each) for each in ("outoforder", "lockstep"))
    assert ahead.hashes == together.hashes == tape.hashes
    assert [*tape.hashes] == [360, 720, TICKS]
    assert 0 < ahead.seconds < together.seconds


def test_a_tape_in_a_file_is_the_same_tape(monday: Path, tape: RealTape, tmp_path: Path) -> None:
    path = tmp_path / "tape.json.xz"
    save(tape, path)
    again = load(path)
    assert replace(again, answers={}) == replace(tape, answers={})
    assert again.answers.keys() == tape.answers.keys()
    assert _relived(again, tmp_path / "again.milkwood").hashes == tape.hashes
    assert pack_of_tape(again).id == "gull_quay"
    with Chronicle.read(monday) as reader:
        assert tape.header.town_path == ""
        assert pack_of(reader).id == "gull_quay"


def test_a_tape_lives_again_where_vectors_come_out_differently(
    tape: RealTape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(tape.vectors) > 50
    monkeypatch.setattr("milkwood.models.embedding.rounded", lambda vector: -np.ones(vector.shape, np.int8))
    assert _relived(tape, tmp_path / "elsewhere.milkwood").hashes == tape.hashes
    with pytest.raises((OtherQuestion, NotOnTape)):
        _relived(replace(tape, vectors=()), tmp_path / "without.milkwood")


def test_what_the_user_did_is_on_the_tape(tmp_path: Path) -> None:
    path = tmp_path / "whispered.milkwood"
    with new_run(quay(), path, "whispered", options=RunOptions("lockstep")) as run:
        run.give(Whisper(PersonId("nell_avery"), "The ferry is late today."))
        live(run, 400)
    with Chronicle.read(path) as reader:
        taped = tape_of(reader)
    assert [each.kind for each in taped.inputs] == ["whisper"]
    assert _relived(taped, tmp_path / "again.milkwood").hashes == taped.hashes


def test_another_answer_gives_another_history(tape: RealTape, tmp_path: Path) -> None:
    asked = next(each for each in tape.answers if each.kind == "plan_day")
    taped = tape.answers[asked]
    blocks = [{**block, "what": "counting gulls"} for block in taped.answer.content["blocks"]]
    other = replace(taped, answer=replace(taped.answer, content={**taped.answer.content, "blocks": blocks}))
    with pytest.raises((OtherQuestion, NotOnTape)):
        _relived(replace(tape, answers={**tape.answers, asked: other}), tmp_path / "again.milkwood")


def test_a_missing_answer_ends_the_life(tape: RealTape, tmp_path: Path) -> None:
    asked = next(each for each in tape.answers if each.kind == "plan_day")
    left = {each: taped for each, taped in tape.answers.items() if each != asked}
    with pytest.raises(NotOnTape, match=asked.say()):
        _relived(replace(tape, answers=left), tmp_path / "again.milkwood")


def test_a_tape_of_another_behaviour_is_not_used_and_the_reason_said(tape: RealTape, tmp_path: Path) -> None:
    path = tmp_path / "tape.json.xz"
    assert unusable(path) == "there is no tape tape.json.xz: record it with “python -m tools.real_tape RUN”"
    save(tape, path)
    assert unusable(path) == ""
    save(replace(tape, header=replace(tape.header, behaviour=BEHAVIOUR - 1)), path)
    assert f"it was recorded with behaviour {BEHAVIOUR - 1}, and this version has {BEHAVIOUR}" in unusable(path)
    assert "behaviour 1," in outdated(replace(tape.header, earlier_behaviours=((100, 1),)))
    save(replace(tape, header=replace(tape.header, pack_hash="another")), path)
    assert "the files of gull_quay have changed" in unusable(path)
    save(replace(tape, header=replace(tape.header, town="elsewhere")), path)
    assert "its town elsewhere does not come with Milkwood" in unusable(path)


def test_the_command_writes_the_last_full_hour_or_the_moment_that_is_named(
    monday: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tape.json.xz"

    def written(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", ["real_tape", str(monday), *words, "--to", str(path)])
        return real_tape.main()

    assert written() == 0
    assert load(path).until == 720
    assert written("08:00") == 0
    assert load(path).until == 360
    assert written("12:00") == 1
    assert "The run ends at day 1 09:13." in capsys.readouterr().err
    assert str(tmp_path) not in json.dumps(load(path).header.as_plain())
