"""Raw replies of models: kept with the answer, limited to a share of the file, and no part of the history."""

import random
import sqlite3
from contextlib import closing
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.chronicle import Chronicle
from milkwood.chronicle.fork import fork
from milkwood.chronicle.kept_replies import USUAL_REPLIES_SHARE, packed, unpacked
from milkwood.chronicle.verify import verify
from milkwood.ids import PersonId
from milkwood.models.budget import PaidReply, SentPrompt
from milkwood.models.completion import Call
from milkwood.models.port import Answer, Question, QuestionId, Usage
from tests.chronicle.story import Story, make_header
from tests.instruments.damage import rewritten

USAGE = Usage(10, 5, 0.25, 1.0)


def ask(chronicle: Chronicle, tick: int, *said: str | None, by: str = "fast", why: str = "") -> list[int]:
    """A question with these replies of one model, and its answer."""
    asked = Question(QuestionId(PersonId("ada"), tick, "speak"), {})
    numbers = []
    for attempt, text in enumerate(said):
        sent = SentPrompt(b"%d" % attempt, "127.0.0.1:8080")
        number = chronicle.reserve(Call(asked.id, attempt), "fast", Usage(900, 100, 2.0), sent)
        outcome = "answered" if text is not None else "timeout"
        chronicle.settle(number, outcome, USAGE, 3, PaidReply(asked.id, sent.prompt_hash, text, attempt == 1))
        numbers.append(number)
    chronicle.keep_answer(asked, Answer({}, by, why))
    return numbers


def kept(path: Path) -> dict[int, tuple[int, int, str]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT reservation, used, cut_off, text FROM kept_replies").fetchall()
    return {number: (used, cut_off, unpacked(text)) for number, used, cut_off, text in rows}


def noise(seed: int, size: int = 3000) -> str:
    """A text that does not get smaller."""
    return random.Random(seed).randbytes(size // 2).hex()


@given(st.text(st.characters()))
def test_a_text_comes_back_as_it_was_half_letters_too(text: str) -> None:
    assert unpacked(packed(text)) == text


@pytest.mark.parametrize("content", [b"", b"nonsense", packed("some words, some words")[:-3], packed("x" * (1 << 26))])
def test_what_is_no_packed_text_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (what Python says about it)
        unpacked(content)


def test_the_reply_that_became_the_answer_is_told_from_those_that_could_not_be_used(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        (at_once,) = ask(chronicle, 1, "{good")
        first, second = ask(chronicle, 2, "{\ud83d", "{good", why="missing: say")
        one, other = ask(chronicle, 3, "prose", "more prose", by="understudy", why="no_json: answer; no_json: answer")
        ask(chronicle, 4, None, by="understudy", why="failed: timeout")
        (unlike,) = ask(chronicle, 5, "not fast", by="strong", why="no_json: answer; no_json: answer")
    assert kept(path) == {
        at_once: (1, 0, "{good"),
        first: (0, 0, "{\ud83d"),
        second: (1, 1, "{good"),
        one: (0, 0, "prose"),
        other: (0, 1, "more prose"),
        unlike: (0, 0, "not fast"),
    }


def test_a_reply_is_not_kept_before_its_question_is_answered(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        asked = QuestionId(PersonId("ada"), 1, "speak")
        number = chronicle.reserve(Call(asked), "fast", USAGE, SentPrompt(b"one"))
        chronicle.settle(number, "answered", USAGE, 0, PaidReply(asked, b"one", "{good"))
        assert (chronicle.count("kept_replies"), chronicle.count("replies")) == (0, 1)
    with Chronicle.open(path) as chronicle:
        chronicle.keep_answer(Question(asked, {}), Answer({}, "fast"))
        assert (chronicle.count("kept_replies"), chronicle.count("replies")) == (1, 0)
    assert kept(path) == {number: (1, 0, "{good")}


def test_none_is_kept_when_that_is_switched_off_and_the_call_says_so(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        chronicle.kept_replies.share = 0.0
        ask(chronicle, 1, "{good")
        assert chronicle.count("replies") == 0
        assert [kept for (kept,) in chronicle.select("SELECT reply_kept FROM prompts", ())] == [0]
        chronicle.kept_replies.share = USUAL_REPLIES_SHARE
        (number,) = ask(chronicle, 2, "{good")
    assert list(kept(path)) == [number]


# --- the limit


def share(path: Path) -> float:
    with closing(sqlite3.connect(path)) as connection:
        ((texts,),) = connection.execute("SELECT total(length(text)) FROM kept_replies").fetchall()
    return float(texts / path.stat().st_size)


def snapshot(chronicle: Chronicle, story: Story, tick: int) -> None:
    since = chronicle.settled
    chronicle.record(tick, *story.between(since, tick))
    chronicle.keep_snapshot(tick, story.scene(tick), {}, {})


def test_beyond_the_limit_the_oldest_used_replies_go_first_and_failed_ones_stay(path: Path, story: Story) -> None:
    failed, used = [], []
    with Chronicle.create(path, make_header()) as chronicle:
        for tick in range(400):
            if tick % 20 == 0:
                snapshot(chronicle, story, tick)
            if tick % 10 == 0:
                failed += ask(chronicle, tick, noise(tick), by="understudy", why="failed: other")
            else:
                used += ask(chronicle, tick, noise(tick))
        snapshot(chronicle, story, 400)
        assert chronicle.kept_replies_bytes() > 0.8 * USUAL_REPLIES_SHARE * path.stat().st_size
    left = kept(path)
    assert share(path) <= USUAL_REPLIES_SHARE
    assert set(failed) <= set(left)
    assert [number for number in used if number in left] == used[-(len(left) - len(failed)) :]
    assert 0 < len(left) - len(failed) < len(used)
    assert verify(path).sound


def test_if_failed_replies_alone_are_too_much_the_oldest_of_them_go(path: Path, story: Story) -> None:
    numbers = []
    with Chronicle.create(path, make_header()) as chronicle:
        snapshot(chronicle, story, 0)
        for tick in range(300):
            numbers += ask(chronicle, tick, noise(tick), by="understudy", why="failed: other")
        snapshot(chronicle, story, 300)
    left = list(kept(path))
    assert share(path) <= USUAL_REPLIES_SHARE
    assert 0 < len(left) < len(numbers)
    assert left == numbers[-len(left) :]


def test_a_run_that_is_closed_before_the_hour_keeps_to_the_limit_too_and_counts_on_when_it_goes_on(path: Path) -> None:
    Chronicle.create(path, make_header()).close()
    for begin in range(0, 300, 100):
        with Chronicle.open(path) as chronicle:
            for tick in range(begin, begin + 100):
                ask(chronicle, tick, noise(tick))
        assert share(path) <= USUAL_REPLIES_SHARE
    assert max(kept(path)) == 300


def test_without_a_limit_all_stay(path: Path, story: Story) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        chronicle.kept_replies.share = inf
        for tick in range(100):
            ask(chronicle, tick, noise(tick))
        snapshot(chronicle, story, 100)
    assert len(kept(path)) == 100
    assert share(path) > USUAL_REPLIES_SHARE


# --- no history


def test_kept_replies_lie_outside_the_hash_and_a_fork_begins_with_none(told: Path, tmp_path: Path) -> None:
    with Chronicle.open(told) as chronicle:
        before = chronicle.history_hash()
        ask(chronicle, 3, "{good")
        assert (chronicle.history_hash(), chronicle.count("kept_replies")) == (before, 1)
    fork(told, 200, tmp_path / "child.milkwood", "child")
    with Chronicle.read(tmp_path / "child.milkwood") as child:
        assert [child.count(table) for table in ("kept_replies", "prompts", "templates")] == [0, 0, 0]
        assert child.kept_replies_bytes() == 0


def test_a_changed_or_lost_reply_is_found_and_named(told: Path) -> None:
    with Chronicle.open(told) as chronicle:
        ask(chronicle, 3, "{good", "{better", why="missing: say")
    assert verify(told).sound
    with closing(sqlite3.connect(told)) as connection, connection:
        connection.execute("UPDATE kept_replies SET text = ? WHERE used = 1", (packed("{worse"),))
    assert "a kept reply is damaged" in verify(told).faults
    with closing(sqlite3.connect(told)) as connection, connection:
        connection.execute("DELETE FROM kept_replies")
    assert "“kept_replies” has 0 rows, but 2 were written" in verify(told).faults
    assert verify(told).sound_until == 400, "the history is intact"


def test_a_run_goes_on_although_a_kept_reply_is_damaged(told: Path) -> None:
    with Chronicle.open(told) as chronicle:
        ask(chronicle, 3, "{good")
    with rewritten(told) as connection:
        connection.execute("UPDATE kept_replies SET text = x'00'")
    with Chronicle.open(told) as chronicle:
        ask(chronicle, 4, "{good")
        assert chronicle.count("kept_replies") == 2
