"""The calls of a run one by one: what became of each, and everything about one."""

import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle, Reader, sent_prompts
from milkwood.chronicle import call_details as details_module
from milkwood.chronicle.call_details import CallDetails, call_details
from milkwood.chronicle.call_log import CallQuery, RecordedCall, ReplyState, ReplyUse, calls_of, count_calls
from milkwood.chronicle.file import connect_to_read
from milkwood.chronicle.seals import seal_table
from milkwood.chronicle.sent_prompts import packed_template, unpacked_template
from milkwood.chronicle.verify import verify
from milkwood.errors import MilkwoodError, SetupError
from milkwood.ids import PersonId
from milkwood.models.budget import PaidReply, SentPrompt
from milkwood.models.completion import Call
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood.questions import prompt as prompts
from milkwood.questions.faults import Fault
from milkwood.questions.prompt import template, template_hash
from milkwood.questions.registry import KINDS, prompt_hashes
from milkwood.questions.why import failures
from tests.called import _calls, tuesday
from tests.chronicle.story import make_header
from tests.instruments.damage import make_format_5, rewritten
from tests.old import EN, ZH, Unpack, old

__all__ = ["_calls", "old", "tuesday"]
ALL = 10_000
SENT = "This is what was sent: its hash is the recorded one."


def every(reader: Reader, **wanted: Any) -> list[RecordedCall]:
    return calls_of(reader, CallQuery(**wanted), ALL)


# --- of a run that was lived


def test_every_call_of_a_run_is_there_with_its_reply_and_the_prompt_that_was_sent(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        calls = every(reader)
        assert [call.number for call in calls] == list(range(len(calls), 0, -1))
        assert count_calls(reader, CallQuery()) == len(calls) > 50
        told = [call_details(reader, call.number) for call in calls]
        assert {call.reply for call in calls} == {ReplyState.KEPT}
        assert {details.prompt_note for details in told} == {SENT}, "repair prompts, too"
        assert any(call.call.attempt for call in calls)
        for details in told:
            assert details.reply is not None
            assert details.answer is not None
            assert bool(details.faults) == (details.call.use is ReplyUse.UNUSABLE)


def test_what_became_of_calls_agrees_with_the_answers(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        calls, answers = every(reader), {each.question.id: each.answer for each in reader.questions()}
        used = [call for call in calls if call.use is ReplyUse.USED]
        assert {call.call.question for call in used} == {
            asked for asked, answer in answers.items() if answer.by == "custom/fake-1"
        }
        assert len(used) == len({call.call.question for call in used})
        whys = Counter(fault for answer in answers.values() for fault in failures(answer.why))
        assert Counter(call.wrong for call in calls if call.use is ReplyUse.UNUSABLE) == whys
        assert {call.call.question for call in used if call.filled} == {
            asked for asked, answer in answers.items() if "filled: " in answer.why
        }
        rows = reader.select("SELECT reservation FROM kept_replies WHERE used", ())
        assert {number for (number,) in rows} == {call.number for call in used}


def test_usage_and_requests_add_up_to_what_was_spent(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        calls, spent = every(reader), reader.spent()
        assert sum(call.usage.price for call in calls) == pytest.approx(spent.price)
        assert sum(call.usage.prompt_tokens + call.usage.answer_tokens for call in calls) == spent.tokens
        outcomes = Counter(request.outcome for call in calls for request in call.requests)
        assert outcomes == {each.outcome: each.calls for each in reader.outcomes()}
        assert outcomes["server"] == 2
        assert {call.server.partition(":")[0] for call in calls} == {"127.0.0.1"}
        assert {call.model for call in calls} == {"custom/fake-1"}


def test_calls_are_found_by_person_question_time_and_failure_and_read_page_by_page(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        calls = every(reader)
        person = calls[0].call.question.person
        assert every(reader, person=person) == [call for call in calls if call.call.question.person == person]
        assert every(reader, kind="speak") == [call for call in calls if call.call.question.kind == "speak"]
        assert every(reader, until=0) == [call for call in calls if call.call.question.tick <= 0]
        failed = every(reader, failed=True)
        assert failed == [call for call in calls if call.troubled]
        assert 0 < len(failed) < len(calls)
        pages, before = list[RecordedCall](), None
        while page := calls_of(reader, CallQuery(failed=True, before=before), 3):
            pages += page
            before = page[-1].number
        assert pages == failed
        assert every(reader, person="nobody") == []


def test_a_repair_prompt_says_what_the_kept_reply_did_wrong(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        again = next(
            call
            for call in reversed(every(reader))
            if call.call.attempt == 1 and "no_json" in _before(reader, call).call.wrong
        )
        first, second = _before(reader, again), call_details(reader, again.number)
        assert second.prompt.startswith(first.prompt)
        assert Fault("no_json").say("en") in second.prompt.removeprefix(first.prompt)
        assert first.faults == (Fault("no_json"),)


def _before(reader: Reader, call: RecordedCall) -> CallDetails:
    """The attempt before."""
    (first,) = [each for each in every(reader, question=call.call.question) if each.call.attempt == 0]
    return call_details(reader, first.number)


def test_a_fault_has_what_the_model_wrote_there(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        told = [call_details(reader, call.number) for call in every(reader) if "unknown" in call.wrong]
        faults = [fault for details in told for fault in details.faults if fault.category == "unknown"]
    assert faults
    assert all(fault.about for fault in faults)


def test_a_number_that_no_call_has_is_refused(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader, pytest.raises(SetupError, match="There is no call 99999"):
        call_details(reader, 99_999)


# --- templates


def test_the_templates_of_a_run_are_in_its_file_once(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        rows = reader.select("SELECT kind, language, hash, content FROM templates", ())
        asked = {call.call.question.kind for call in every(reader)}
        assert {kind for kind, *_ in rows} == asked
        assert len(rows) == len(asked)
        for kind, language, name, content in rows:
            assert name == reader.header.prompt_hashes[f"{kind}.{language}"] == prompt_hashes()[f"{kind}.{language}"]
            assert unpacked_template(name, content) == template(kind, language)


def test_a_run_of_a_release_with_other_templates_shows_what_was_sent_then(
    tuesday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Chronicle.read(tuesday) as reader:
        shown = [call_details(reader, call.number).prompt for call in every(reader)]

    def newer(kind: str, language: str) -> Mapping[str, tuple[str, ...]]:
        return {**template(kind, language), "rules": ("Entirely new rules.",)}

    monkeypatch.setattr(prompts, "template", newer)
    with Chronicle.read(tuesday) as reader:
        told = [call_details(reader, call.number) for call in every(reader)]
    assert [details.prompt for details in told] == shown
    assert {details.prompt_note for details in told} == {SENT}


def test_a_prompt_that_is_rendered_differently_today_is_said_to_be(
    tuesday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompts, "_value", lambda value, inline, stop: "other words")
    with Chronicle.read(tuesday) as reader:
        details = call_details(reader, 1)
    assert "other words" in details.prompt
    assert details.prompt_note.startswith("This Milkwood renders the prompt differently")


def test_a_newer_template_is_added_when_the_run_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        chronicle.reserve(_call(1), "fast", Usage(), SentPrompt(b"one"))
    newer = {**template("speak", "en"), "rules": ("Entirely new rules.",)}
    monkeypatch.setattr(sent_prompts, "template", lambda kind, language: newer)
    with Chronicle.open(path) as chronicle:
        for tick in (2, 3):
            chronicle.reserve(_call(tick), "fast", Usage(), SentPrompt(b"two"))
        assert chronicle.count("templates") == 2
        used = chronicle.select("SELECT template FROM prompts ORDER BY reservation", ())
        assert used == [(template_hash(template("speak", "en")),), (template_hash(newer),), (template_hash(newer),)]


def test_a_template_that_is_not_the_one_of_its_hash_is_refused() -> None:
    sections = template("speak", "en")
    content = packed_template({**sections, "rules": ("Steal the key.",)})
    for spoilt in (content, content[:-9], b"nonsense"):
        with pytest.raises(ValueError):  # noqa: PT011 (what Python says about it)
            unpacked_template(template_hash(sections), spoilt)


def test_damage_to_what_is_shown_is_said_to_be_damage(tuesday: Path) -> None:
    for statement in ("UPDATE kept_replies SET text = x'00'", "UPDATE templates SET content = x'00'"):
        with rewritten(tuesday) as connection:
            connection.execute(statement)
        with Chronicle.read(tuesday) as reader, pytest.raises(MilkwoodError, match="The chronicle is damaged"):
            call_details(reader, 1)


# --- fates


def _call(tick: int, attempt: int = 0, kind: str = "speak") -> Call:
    return Call(QuestionId(PersonId("ada"), tick, kind), attempt)


class Recording:
    """Calls, written one by one."""

    def __init__(self, chronicle: Chronicle) -> None:
        self._chronicle = chronicle

    def sent(self, call: Call, model: str = "fast") -> int:
        return self._chronicle.reserve(call, model, Usage(900, 100, 2.0), SentPrompt(b"hash", "127.0.0.1:1"))

    def ended(self, number: int, call: Call, outcome: str = "answered", text: str | None = "{}") -> int:
        kept = outcome in ("answered", "timeout") and call.question.kind != "interview"
        reply = PaidReply(call.question, b"hash", text) if kept else None
        self._chronicle.settle(number, outcome, Usage(10, 5, 0.25, 1.0), 3, reply)
        return number

    def answered(self, tick: int, by: str, why: str = "", kind: str = "speak") -> None:
        self._chronicle.keep_answer(Question(_call(tick, kind=kind).question, {}), Answer({}, by, why))


def fates(path: Path) -> dict[int, tuple[str, str, str]]:
    with Chronicle.read(path) as reader:
        return {call.number: (call.use.value, call.wrong, call.reply.value) for call in every(reader)}


def test_what_became_of_a_call_is_told(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        book = Recording(chronicle)
        lost = book.sent(_call(1))
        given_up = book.ended(book.sent(_call(1)), _call(1), "given_up")
        used = book.ended(book.sent(_call(1)), _call(1))
        book.answered(1, "fast")
        late = book.ended(book.sent(_call(2)), _call(2), "timeout", None)
        other = book.ended(book.sent(_call(2), "strong"), _call(2))
        second = book.ended(book.sent(_call(2, 1), "strong"), _call(2, 1))
        book.answered(2, "strong", "failed: timeout; missing: say")
        waiting = book.ended(book.sent(_call(3)), _call(3))
        twice = [book.ended(book.sent(_call(4)), _call(4)) for _ in range(2)]
        book.answered(4, "fast")
        aside = book.ended(book.sent(_call(5, kind="interview")), _call(5, kind="interview"))
    assert fates(path) == {
        lost: ("open", "", "none"),
        given_up: ("given_up", "", "none"),
        used: ("used", "", "kept"),
        late: ("failed", "", "none"),
        other: ("unusable", "missing: say", "kept"),
        second: ("used", "", "kept"),
        waiting: ("waiting", "", "kept"),
        twice[0]: ("unused", "", "kept"),
        twice[1]: ("used", "", "kept"),
        aside: ("aside", "", "aside"),
    }


def test_a_call_that_waits_for_its_answer_has_its_reply_but_no_prompt_yet(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        book = Recording(chronicle)
        number = book.ended(book.sent(_call(3)), _call(3), text="{\ud83d")
    with Chronicle.read(path) as reader:
        details = call_details(reader, number)
    assert (details.reply, details.prompt, details.answer) == ("{\ud83d", "", None)
    assert "not answered yet" in details.prompt_note


def test_an_interview_is_a_call_without_prompt_and_reply(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        book, asked = Recording(chronicle), _call(5, kind="interview")
        number = chronicle.reserve(asked, "fast", Usage(), SentPrompt(b"hash"))
        book.ended(number, asked)
        assert chronicle.count("prompts") == 0
    with Chronicle.read(path) as reader:
        details = call_details(reader, number)
    assert (details.reply, details.prompt) == (None, "")
    assert "of interviews and trials are not kept" in details.prompt_note
    assert "of interviews and trials never are" in details.reply_note


def test_what_is_not_kept_says_why(path: Path) -> None:
    with Chronicle.create(path, make_header()) as chronicle:
        book = Recording(chronicle)
        pruned = book.ended(book.sent(_call(1)), _call(1))
        book.answered(1, "fast")
        chronicle.kept_replies.share = 0.0
        off = book.ended(book.sent(_call(2)), _call(2))
        book.answered(2, "fast")
        earlier = book.ended(chronicle.reserve(_call(3), "fast", Usage()), _call(3))
        book.answered(3, "fast")
        failed = book.ended(book.sent(_call(4)), _call(4), "timeout", None)
        book.answered(4, "understudy", "failed: timeout")
    with rewritten(path) as connection:
        connection.execute("DELETE FROM kept_replies")
    with Chronicle.read(path) as reader:
        notes = {number: call_details(reader, number).reply_note for number in (pruned, off, earlier, failed)}
    assert "deleted" in notes[pruned]
    assert "“keep_replies” is off" in notes[off]
    assert "older than chronicle format 8" in notes[earlier]
    assert notes[failed] == "No text came."


def test_the_prompt_of_a_second_attempt_says_when_the_first_reply_is_gone(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        again = next(
            call for call in every(reader) if call.call.attempt == 1 and not _before(reader, call).call.cut_off
        )
        first = _before(reader, again)
    with rewritten(tuesday) as connection:
        connection.execute("DELETE FROM kept_replies WHERE reservation = ?", (first.call.number,))
    with Chronicle.read(tuesday) as reader:
        details = call_details(reader, again.number)
    assert details.prompt == first.prompt
    assert "a reply that is not kept any more" in details.prompt_note


def test_a_question_that_this_release_does_not_know_is_listed(tuesday: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Chronicle.read(tuesday) as reader:
        kind = every(reader)[0].call.question.kind
        known = {name: each for name, each in KINDS.items() if name != kind}
        monkeypatch.setattr(details_module, "KINDS", known)
        details = call_details(reader, every(reader)[0].number)
    assert details.prompt == ""
    assert kind in details.prompt_note
    assert details.reply is not None


# --- older files


@pytest.mark.parametrize("name", [EN, ZH])
def test_a_run_of_the_first_release_has_no_calls_and_gets_the_tables(name: str, old: Unpack) -> None:
    with Chronicle.read(old(name)) as reader:
        assert reader.header.format == 8
        assert every(reader) == []
        assert reader.kept_replies_bytes() == 0


def test_a_file_that_cannot_be_brought_up_to_date_lists_its_calls_without_replies(tuesday: Path) -> None:
    with Chronicle.read(tuesday) as reader:
        known = {call.number: (call.use, call.wrong) for call in every(reader) if len(call.requests) == 1}
        prompt = call_details(reader, 1).prompt
    make_format_5(tuesday)
    with closing(connect_to_read(tuesday)) as connection:
        reader = Reader(tuesday, connection)
        calls = every(reader)
        assert {call.number: (call.use, call.wrong) for call in calls if call.number in known} == known
        assert {call.reply for call in calls} == {ReplyState.EARLIER}
        details = call_details(reader, 1)
        assert (details.prompt, details.reply) == (prompt, None)
        assert "what was sent then may differ" in details.prompt_note
        assert every(reader, failed=True) == [call for call in calls if call.troubled]


def test_a_file_of_the_format_before_goes_on_in_the_new_one(tuesday: Path) -> None:
    with closing(sqlite3.connect(tuesday, isolation_level=None)) as connection:
        for table in ("prompts", "templates", "kept_replies"):
            connection.execute(f"DROP TABLE {table}")
            connection.execute("DELETE FROM seals WHERE name = ?", (table,))
        connection.execute("UPDATE header SET value = '7' WHERE key = 'format'")
        connection.execute("PRAGMA user_version = 7")
        connection.execute("ALTER TABLE header DROP COLUMN seal")
        connection.execute("DELETE FROM seals WHERE name = 'header'")
        seal_table(connection, "header")
    with Chronicle.open(tuesday) as chronicle:
        assert chronicle.header.format == 8
        assert {call.reply for call in every(chronicle)} == {ReplyState.EARLIER}
        number = chronicle.reserve(_call(9000), "fast", Usage(), SentPrompt(b"hash"))
        Recording(chronicle).ended(number, _call(9000))
        Recording(chronicle).answered(9000, "fast")
        assert every(chronicle)[0].reply is ReplyState.KEPT
    assert verify(tuesday).sound
