"""The order of a person's thoughts at a moment: due answers, voices, talk, oddities, people, then the day."""

import pytest

from milkwood.errors import OurBug
from milkwood.mind.head import Head
from milkwood.mind.port import Decision, Memory
from milkwood.mind.state import HeardLine, OddThing, Pending
from milkwood.mind.townsperson import Townsperson
from milkwood.questions.after_talk.schema import Reply as Kept
from milkwood.questions.react.schema import Reply as React
from milkwood.questions.reflect.schema import Insight
from milkwood.questions.reflect.schema import Reply as Reflected
from milkwood.questions.speak.schema import Reply as Line
from milkwood.questions.weigh.schema import Reply as Weighed
from milkwood.questions.whisper.schema import Reply as Whispered
from milkwood.town.body import Deed
from milkwood.town.intents import GoTo, Say, Stay, TalkTo
from milkwood.town.percepts import Hears, InnerVoice, IsTold, Percept, Prevented
from tests.mind.scripted import (
    BED,
    MINUTE,
    NOON,
    PETRA,
    QUAY,
    STOVE,
    TALK,
    Draws,
    Script,
    asked,
    decided,
    head_of,
    in_talk,
    kept,
    moment,
    sees,
    sees_thing,
    texts,
)


@pytest.fixture
def sociable(monkeypatch: pytest.MonkeyPatch) -> Draws:
    return Draws(monkeypatch, 0.0)


def lived(head: Head, *percepts: Percept, script: Script | None = None, tick: int = NOON) -> Decision:
    return decided(Townsperson(head).live(moment(*percepts, tick=tick), script or Script()))


def pending(kind: str, due: int = NOON, about: tuple[int, ...] = ()) -> Pending:
    return Pending(due, asked(kind), about, "a talk", (PETRA,))


def test_without_news_the_person_continues_at_once() -> None:
    head = head_of()
    found = Townsperson(head).live(moment(), Script())
    assert isinstance(found, Decision)
    assert (found.intent, found.wake, found.reason) == (Stay(), NOON + 30 * MINUTE, None)


def test_a_finished_deed_is_continued_at_the_next_tick() -> None:
    head = head_of()
    head.state.doing.until, head.state.doing.heading = NOON - 5, STOVE
    at = moment(walking=True)
    found = decided(Townsperson(head).live(at, Script()))
    assert (found.intent, found.wake) == (Stay(), NOON + 1)


def test_a_moment_is_sensed_before_the_person_continues() -> None:
    head = head_of()
    head.state.talk.id = TALK
    deed = Deed("mending nets", at=QUAY)
    lived(head, sees(PETRA, deed=deed), Hears(TALK, PETRA, "Ivo!"), in_talk(my_turn=False), Prevented("Do", "taken"))
    assert texts(head, "saw") == ["I saw Petra mending nets."]
    assert head.state.talk.lines == [HeardLine(PETRA, "Ivo!")]
    assert head.state.doing.without


# --- answers


def test_weights_insights_and_results_of_talks_are_applied_when_due() -> None:
    head = head_of()
    number = head.remember(NOON - 5, "news", "The lamp is broken.", importance=1)
    head.state.pending.entries = [
        pending("weigh", about=(number,)),
        pending("reflect"),
        pending("after_talk"),
        pending("weigh", NOON + 1),
    ]
    script = Script(
        Weighed(weights=[7]),
        Reflected(insights=[Insight(text="The light matters.", evidence=[number])]),
        Kept(summary="We talked of the lamp."),
    )
    decision = lived(head, script=script)
    assert head.memories.all()[0].importance == 7
    assert texts(head, "insight") == ["The light matters."]
    assert texts(head, "talk") == ["We talked of the lamp."]
    assert [each.due for each in head.state.pending.entries] == [NOON + 1]
    assert decision.wake == NOON + 1
    assert [memory.kind for memory in decision.memories] == ["news", "insight", "talk"]


def test_the_result_of_a_talk_is_applied_before_the_next_talk() -> None:
    head = head_of()
    head.state.pending.entries = [pending("after_talk", NOON + 90), pending("weigh", NOON + 90)]
    lived(head, in_talk(my_turn=False), script=Script(Kept(summary="We talked of the lamp.")))
    assert texts(head, "talk") == ["We talked of the lamp."]
    assert [each.asked.kind for each in head.state.pending.entries] == ["weigh"]


def test_no_answer_is_applied_during_sleep() -> None:
    head = head_of()
    head.state.day.awake, head.state.day.wake = False, NOON + 9
    head.state.pending.entries = [pending("after_talk")]
    assert lived(head).wake == NOON + 9
    assert lived(head, InnerVoice("Rest."), script=Script(Whispered(thought="I rest."))).wake == NOON + 9
    assert len(head.state.pending.entries) == 1


def test_an_answer_that_nothing_waits_for_is_our_fault() -> None:
    head = head_of()
    head.state.pending.entries = [pending("react")]
    with pytest.raises(OurBug, match="Nothing waits for an answer to “react”"):
        lived(head)


# --- voices, talk, oddities, people


def test_a_voice_and_a_visitor_are_heard_before_the_person_continues() -> None:
    head = head_of()
    head.state.talk.talks, head.state.talk.day = 1, head.state.day.number
    script = Script(Whispered(thought="I should rest."), ahead=["after_talk"])
    lived(head, InnerVoice("Rest."), IsTold("Wen is ill.", "Ada", None, 0), sees(PETRA, 9), script=script)
    assert texts(head, "voice") == ["I should rest."]
    assert texts(head, "news") == ["Wen is ill."]
    assert head.people.of(PETRA).seen == NOON


def test_speaking_goes_before_everything_else_in_a_talk(sociable: Draws) -> None:
    head = head_of()
    decision = lived(head, in_talk(), sees_thing(), sees(), script=Script(Line(say="The wind turns.")))
    assert isinstance(decision.intent, Say)
    assert head.state.notice.things == {}


def test_a_talk_that_is_over_is_closed() -> None:
    head = head_of()
    own = head.state.talk
    own.id = TALK
    lived(head)
    assert head.state.talk.id is None
    assert own.ended == NOON


def test_a_thing_out_of_order_comes_before_people_and_then_the_day(sociable: Draws) -> None:
    head = head_of()
    script = Script(React(choice="ignore"))
    decision = lived(head, sees_thing(), sees(), script=script)
    assert head.state.notice.things == {STOVE: OddThing("burning", since=0)}
    assert (decision.intent, decision.wake) == (Stay(), NOON + 30 * MINUTE)
    assert head.people.of(PETRA).considered == NOON
    assert "reactions_per_partner:petra_marsh" not in head.state.limits.counts


def test_a_person_turns_to_a_person_or_continues(sociable: Draws) -> None:
    head = head_of()
    assert lived(head, sees(), script=Script(React(choice="talk"))).intent == TalkTo(PETRA)
    head = head_of()
    decision = lived(head, sees(), script=Script(React(choice="ignore")))
    assert (decision.intent, decision.wake) == (Stay(), NOON + 30 * MINUTE)
    assert (head.state.limits.counts["react"], head.people.of(PETRA).considered) == (1, NOON)


@pytest.mark.parametrize(("tick", "thinks"), [(BED - 1, True), (BED, False)])
def test_at_bed_time_no_one_is_considered(sociable: Draws, tick: int, thinks: bool) -> None:
    head = head_of()
    head.state.doing.until, head.state.day.block = BED, 0
    script = Script(React(choice="ignore"))
    decision = lived(head, sees(), script=script, tick=tick)
    assert bool(script.asked) is thinks
    assert isinstance(decision.intent, Stay if thinks else GoTo)


def test_things_are_thought_over_by_the_way() -> None:
    head = head_of()
    for n in range(4):
        head.state.reflection.unweighed.append(head.remember(n, "talk", f"Talk {n}."))
    script = Script(ahead=["weigh"])
    decision = lived(head, script=script)
    assert [kind for kind, _, _ in script.ahead_of] == ["weigh"]
    assert decision.wake == NOON + 20 * MINUTE


def test_without_anything_else_the_day_continues() -> None:
    head = head_of()
    head.state.doing.until = NOON
    decision = lived(head)
    assert decision.reason is not None
    assert decision.reason["act"] == "deed"


# --- storing


def test_a_mind_is_restored_from_its_state_and_the_record() -> None:
    head = head_of()
    head.remember(5, "saw", "A gull.")
    written = [(5, Memory("saw", "A gull.", (), 2, 1))]
    other = Townsperson(head_of(), shelf=lambda person: written if person == head.id else [])
    other.head.state.day.bed = 1
    other.restore(kept(head))
    assert other.keep() == head.keep()
    assert [record.text for record in other.head.memories.all()] == ["A gull."]
    assert other.head.state.day.bed == BED
