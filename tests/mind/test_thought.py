"""One thought: what is asked, what is pending, what leaves with the decision."""

import pytest

from milkwood.mind.state import AskedAhead, Pending
from milkwood.models.port import QuestionId
from milkwood.questions.weigh import KIND as WEIGH
from milkwood.questions.weigh.schema import Ask, Reply
from milkwood.town.intents import Stay
from tests.mind.scripted import IVO, MINUTE, NOON, PETRA, Script, asked, done, head_of, thought


def weigh() -> Ask:
    return Ask(self=head_of().card(), memories=["The wind turned."])


def pending(due: int, kind: str = "weigh") -> Pending:
    return Pending(due, asked(kind))


# --- asking


def test_a_question_is_asked_and_named_in_the_reason() -> None:
    at = thought(head_of(), asker=(script := Script(Reply(weights=[3]), Reply(weights=[4]))))
    assert done(at.ask(WEIGH, weigh())).weights == [3]
    assert at.reason == {"question": f"ivo_marsh@{NOON}/weigh/0"}
    assert done(at.ask(WEIGH, weigh())).weights == [4]
    assert at.reason == {"question": f"ivo_marsh@{NOON}/weigh/1"}
    assert [content["memories"] for _, content in script.asked] == [["The wind turned."]] * 2


def test_a_question_asked_ahead_counts_among_its_kind_and_gives_no_reason() -> None:
    at = thought(head_of(), asker=(script := Script(Reply(weights=[3]), ahead=["weigh"])))
    ask = weigh()
    assert at.ask_ahead(WEIGH, ask, NOON + 7) == AskedAhead("weigh", NOON, 0, ask)
    assert script.ahead_of == [("weigh", ask, NOON + 7)]
    assert at.reason == {}
    done(at.ask(WEIGH, weigh()))
    assert at.reason["question"] == f"ivo_marsh@{NOON}/weigh/1"


def test_an_invisible_decision_is_pending_for_some_minutes() -> None:
    head = head_of()
    at = thought(head, asker=(script := Script(ahead=["weigh"])))
    at.ask_for_later(WEIGH, weigh(), 20, about=[1, 2], talk="a talk", partners=[PETRA])
    due = NOON + 20 * MINUTE
    assert script.only_ahead(WEIGH)[1] == due
    assert head.state.pending.entries == [
        Pending(due, AskedAhead("weigh", NOON, 0, weigh()), (1, 2), "a talk", (PETRA,))
    ]


def test_the_reply_to_an_earlier_question_is_collected_under_its_own_id() -> None:
    at = thought(head_of(), asker=(script := Script(Reply(weights=[5]))))
    assert done(at.collect(WEIGH, asked("weigh", 77, 2))).weights == [5]
    assert script.collected == [QuestionId(IVO, 77, "weigh", 2)]
    assert at.reason == {"question": "ivo_marsh@77/weigh/2"}


# --- what is due


def test_a_due_answer_is_taken_and_no_longer_pending() -> None:
    head = head_of()
    now, early, later = pending(NOON), pending(NOON - 5), pending(NOON + 1)
    talk = pending(NOON + 9, "after_talk")
    head.state.pending.entries = [now, later, talk, early]
    assert thought(head).take_due() == [now, early]
    assert head.state.pending.entries == [later, talk]
    assert thought(head).take_due(["after_talk"]) == [talk]
    assert head.state.pending.entries == [later]


def test_checking_for_due_answers_takes_nothing() -> None:
    head = head_of()
    head.state.pending.entries = [pending(NOON)]
    at = thought(head)
    assert at.is_due(pending(NOON), ())
    assert not at.is_due(pending(NOON + 1), ())
    assert at.is_due(pending(NOON + 1, "reflect"), ("reflect",))
    assert len(head.state.pending.entries) == 1


# --- deciding


@pytest.mark.parametrize(
    ("wake", "due", "roused"),
    [
        (NOON + 9, [], NOON + 9),
        (NOON + 9, [NOON + 4, NOON + 6], NOON + 4),
        (NOON + 3, [NOON + 4], NOON + 3),
        (NOON, [], NOON + 1),
        (NOON + 9, [NOON - 3], NOON + 1),
    ],
)
def test_a_person_wakes_in_time_for_answers_and_never_in_the_past(wake: int, due: list[int], roused: int) -> None:
    head = head_of()
    head.state.pending.entries = [pending(each) for each in due]
    decision = thought(head).decide(Stay(), wake)
    assert (decision.intent, decision.wake) == (Stay(), roused)


def test_a_sleeper_is_not_woken_by_answers() -> None:
    head = head_of()
    head.state.day.awake = False
    head.state.pending.entries = [pending(NOON + 1)]
    assert thought(head).decide(Stay(), NOON + 9).wake == NOON + 9


def test_everything_remembered_leaves_with_the_decision_once() -> None:
    head = head_of()
    head.remember(NOON, "saw", "A gull.")
    decision = thought(head).decide(Stay(), NOON + 1)
    assert [memory.text for memory in decision.memories] == ["A gull."]
    assert thought(head).decide(Stay(), NOON + 1).memories == ()


def test_a_reason_is_given_for_an_act_and_none_for_continuing() -> None:
    at = thought(head_of())
    at.because(percept="a gull")
    assert at.decide(Stay(), NOON + 1).reason is None
    at.because(act="walk", percept="two gulls")
    decision = at.decide(Stay(), NOON + 1)
    at.because(act="sit")
    assert decision.reason == {"act": "walk", "percept": "two gulls"}
