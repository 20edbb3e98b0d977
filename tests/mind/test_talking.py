"""Talking: turns, lines that are said once, news, requests, and the outcome of a talk (rule T2)."""

from typing import Any

import pytest

from milkwood.ids import PersonId, TalkId
from milkwood.mind import talking
from milkwood.mind.head import Head
from milkwood.mind.port import Decision, Memory
from milkwood.mind.state import HeardLine, OnMind
from milkwood.questions.after_talk import KIND as AFTER_TALK
from milkwood.questions.speak import KIND as SPEAK
from milkwood.questions.speak.schema import Ask, Reply
from milkwood.town.body import Deed
from milkwood.town.intents import GoTo, Leave, Say, Stay
from milkwood.town.percepts import Hears, InTalk
from tests.mind.scripted import (
    DAY,
    HOUR,
    IVO,
    MIDNIGHT,
    MINUTE,
    NELL,
    NOON,
    PETRA,
    QUAY,
    RACK,
    TALK,
    VISITOR,
    WEN,
    Script,
    decided,
    head_of,
    in_talk,
    knows,
    sees,
    texts,
    thought,
)

LAMP = "The lamp of the lighthouse is broken."
STRANGER = PersonId("nobody_of_the_town")


def in_a_talk(*partners: PersonId, lines: tuple[HeardLine, ...] = ()) -> Head:
    """Ivo in the middle of a talk."""
    head = head_of()
    own = head.state.talk
    own.id, own.partners, own.lines, own.day, own.talks = TALK, list(partners or (PETRA,)), list(lines), 2, 1
    return head


def spoke(head: Head, reply: Reply | None = None, mine: InTalk | None = None) -> tuple[Decision, Ask]:
    """A line said, and the question that was asked for it."""
    script = Script(reply or Reply(say="The wind turns."))
    decision = decided(talking.talk(thought(head, mine or in_talk(), asker=script)))
    return decision, script.only(SPEAK)


def host(head: Head, *company: PersonId) -> int:
    made = head.calendar.add("hosting Lantern Night", NOON + 5 * HOUR, NOON + 7 * HOUR, QUAY, company, host=True)
    assert made is not None
    return made.id


def rumour_of(head: Head, person: PersonId) -> int:
    return head.memories.add(0, Memory("news", LAMP, (person,), 6, source=WEN, certainty="rumour"))


# --- rumours


def test_a_rumour_of_the_person_present_may_be_asked_about_once() -> None:
    head = in_a_talk()
    number = rumour_of(head, PETRA)
    decision, ask = spoke(head, Reply(say="Is it true about the lamp?", small_talk=True, asks=[number, number + 7]))
    assert [each["id"] for each in ask["doubts"]] == [number]
    assert isinstance(decision.intent, Say)
    assert not decision.intent.small_talk, "the answer is worth remembering"
    _, again = spoke(head, Reply(say="And how are you?"))
    assert "doubts" not in again


def test_a_rumour_of_an_absent_person_is_not_asked_about() -> None:
    head = in_a_talk()
    number = rumour_of(head, NELL)
    _, ask = spoke(head, Reply(say="Is it true about the lamp?", asks=[number]))
    assert "doubts" not in ask
    assert NELL not in {person for each in head.memories.all() for person in each.known_to}


# --- listening and turns


def test_heard_lines_are_stored_one_by_one() -> None:
    head = in_a_talk()
    hears = [Hears(TALK, PETRA, "Hello.", small_talk=True), Hears(TALK, NELL, LAMP)]
    talking.listen(thought(head, hears[0], sees(), hears[1]))
    assert head.state.talk.lines == [HeardLine(PETRA, "Hello.", small_talk=True), HeardLine(NELL, LAMP)]


def test_a_person_without_the_turn_waits() -> None:
    head = in_a_talk()
    decision = decided(talking.talk(thought(head, in_talk(my_turn=False))))
    assert (decision.intent, decision.wake) == (Stay(), NOON + 60)
    assert head.people.of(PETRA).last_talk == NOON


def test_a_new_talk_begins_with_nothing_of_the_last_one() -> None:
    head = in_a_talk(NELL, lines=(HeardLine(NELL, "The tide is out."), HeardLine(PETRA, "Ivo!")))
    own = head.state.talk
    own.told, own.asked_to, own.again, own.brief, own.reason = [1], [0], [NELL], False, "an old reason"
    head.state.talk.on_mind = OnMind((NELL,), ())
    talk = TalkId(f"{NOON - 3}-petra_marsh")
    decided(talking.talk(thought(head, in_talk(my_turn=False, lines=1, talk=talk))))
    assert (own.id, own.partners, own.lines) == (talk, [PETRA], [HeardLine(PETRA, "Ivo!")])
    assert (own.told, own.asked_to, own.again) == ([], [], [])
    assert head.state.talk.on_mind is None
    assert (own.talks, own.day, own.reason) == (2, 2, "")


def test_before_the_first_line_nothing_was_said() -> None:
    head = in_a_talk(NELL, lines=(HeardLine(NELL, "The tide is out."),))
    decided(talking.talk(thought(head, in_talk(my_turn=False, talk=TalkId("2-petra_marsh")))))
    assert head.state.talk.lines == []


def test_talks_are_counted_by_the_day() -> None:
    head = head_of()
    head.state.talk.talks, head.state.talk.day = 5, 1
    decided(talking.talk(thought(head, in_talk(my_turn=False))))
    assert (head.state.talk.talks, head.state.talk.day) == (1, 2)
    decided(talking.talk(thought(head, in_talk(my_turn=False, lines=1))))
    assert head.state.talk.talks == 1


@pytest.mark.parametrize(
    ("talk", "reason"), [(f"{NOON - 1}-{IVO}", "I missed her."), (f"{NOON - 2}-{IVO}", ""), (f"{NOON - 1}-{PETRA}", "")]
)
def test_a_person_has_a_reason_for_the_talk_they_began_and_for_no_other(talk: str, reason: str) -> None:
    head = head_of()
    head.state.meeting.reason = "I missed her."
    _, ask = spoke(head, mine=in_talk(talk=TalkId(talk)))
    assert (head.state.talk.reason, ask["reason"]) == (reason, reason)


@pytest.mark.parametrize(("last", "again"), [(MIDNIGHT, True), (MIDNIGHT - 1, False), (-1, False)])
def test_an_earlier_talk_of_today_is_known_and_mentioned(last: int, again: bool) -> None:
    head = head_of()
    knows(head, PETRA, last_talk=last)
    _, ask = spoke(head)
    assert head.state.talk.again == ([PETRA] if again else [])
    assert ask["others"][0].get("today", False) is again
    assert head.people.of(PETRA).last_talk == NOON


@pytest.mark.parametrize(("last", "again"), [(0, [PETRA]), (-1, [])])
def test_on_the_first_day_a_talk_at_tick_zero_was_today_and_none_was_not(last: int, again: list[PersonId]) -> None:
    head = head_of()
    head.state.day.midnight = MIDNIGHT - DAY
    knows(head, PETRA, last_talk=last)
    decided(talking.talk(thought(head, in_talk(my_turn=False))))
    assert head.state.talk.again == again


@pytest.mark.parametrize(("last", "brief"), [(NOON - HOUR, True), (-1, False)])
def test_a_talk_is_brief_only_if_all_partners_were_talked_to_today(last: int, brief: bool) -> None:
    head = head_of()
    knows(head, PETRA, last_talk=NOON - HOUR)
    knows(head, NELL, last_talk=last)
    decided(talking.talk(thought(head, in_talk(PETRA, NELL, my_turn=False))))
    assert head.state.talk.brief is brief


def test_a_late_joiner_is_a_partner_too() -> None:
    head = in_a_talk()
    head.state.talk.brief = True
    decided(talking.talk(thought(head, in_talk(PETRA, NELL, my_turn=False))))
    assert head.state.talk.partners == [PETRA, NELL]
    assert head.people.of(NELL).last_talk == NOON
    assert not head.state.talk.brief


# --- speaking


def test_a_line_is_said_and_stored_and_the_person_stays_a_little() -> None:
    head = in_a_talk(lines=(HeardLine(PETRA, "How was the sea?"),))
    head.state.talk.reason = "I missed her."
    number = head.remember(NOON - 9, "saw", "Petra baked salt rolls.", about=[PETRA])
    decision, _ = spoke(head, Reply(say="  Rough, and empty.  "))
    stays = NOON + 9
    assert (decision.intent, decision.wake) == (Say("Rough, and empty.", False, stays, False), NOON + 60)
    assert head.state.talk.lines[-1] == HeardLine(IVO, "Rough, and empty.", False)
    assert head.state.talk.said == ["Rough, and empty."]
    assert head.state.doing.lingers == stays
    assert decision.reason is not None
    assert (decision.reason["act"], decision.reason["because"]) == ("say", "I missed her.")
    assert [each[0] for each in decision.reason["recalled"]] == [number]
    assert decision.reason["question"] == f"ivo_marsh@{NOON}/speak/0"


def test_a_person_committed_elsewhere_does_not_linger() -> None:
    head = in_a_talk()
    head.state.doing.bound = True
    spoke(head)
    assert head.state.doing.lingers == 0


@pytest.mark.parametrize("said", ["The wind turns.", "the  WIND turns.", "The wind\nturns."])
def test_a_line_of_this_talk_is_not_said_again(said: str) -> None:
    head = in_a_talk(lines=(HeardLine(PETRA, "The wind turns."),))
    decision, _ = spoke(head, Reply(say=said))
    assert (decision.intent, decision.wake) == (Leave(), NOON + 1)
    assert len(head.state.talk.lines) == 1
    assert head.state.talk.said == []
    assert decision.reason is not None
    assert decision.reason["act"] == "say"


def test_a_person_with_nothing_to_say_leaves() -> None:
    decision, _ = spoke(in_a_talk(), Reply(say=" "))
    assert decision.intent == Leave()


@pytest.mark.parametrize(
    ("lines", "over", "last"), [(0, False, False), (0, True, True), (3, False, False), (4, False, True)]
)
def test_the_last_line_ends_the_talk(lines: int, over: bool, last: bool) -> None:
    head = in_a_talk()
    head.state.talk.length = 5
    decision, ask = spoke(head, Reply(say="Well, goodbye.", over=over), in_talk(lines=lines))
    assert isinstance(decision.intent, Say)
    assert decision.intent.last is last
    assert ask["left"] == {0: 5, 3: 2, 4: 1}[lines]


def test_told_news_is_known_to_everyone_present() -> None:
    head = in_a_talk(PETRA, NELL)
    number = head.remember(NOON - 9, "news", LAMP, importance=9, source=WEN)
    decision, ask = spoke(head, Reply(say=LAMP, small_talk=True, tells=[number, number + 7]), in_talk(PETRA, NELL))
    record = head.memories.find(number)
    assert record is not None
    assert record.known_to == {WEN, PETRA, NELL}
    assert head.state.talk.told == [number]
    assert [each["id"] for each in ask["recalled"]] == [number]
    assert isinstance(decision.intent, Say)
    assert not decision.intent.small_talk  # a line that passes on news is no small talk
    assert not head.state.talk.lines[-1].small_talk


def test_a_memory_that_was_not_offered_is_not_told() -> None:
    head = in_a_talk()
    number = head.remember(NOON - 9, "plan", "My plan for today: fishing.")
    for n in range(30):
        head.remember(NOON - 8, "saw", f"Petra carried basket number {n}.", about=[PETRA], importance=5)
    spoke(head, Reply(say="Fishing today.", tells=[number]))
    record = head.memories.find(number)
    assert record is not None
    assert record.known_to == set()
    assert head.state.talk.told == []


def test_invitations_are_recorded_for_the_hosts_own_events_alone() -> None:
    head = in_a_talk()
    number = host(head)
    head.calendar.add("helping Nell", NOON + HOUR, NOON + 2 * HOUR, QUAY, [])
    decision, _ = spoke(head, Reply(say="Come to Lantern Night!", small_talk=True, invites=[str(number), "1", "7"]))
    assert head.state.talk.asked_to == [number]
    assert isinstance(decision.intent, Say)
    assert not decision.intent.small_talk


def test_small_talk_is_marked_as_such() -> None:
    head = in_a_talk()
    decision, _ = spoke(head, Reply(say="Morning.", small_talk=True))
    assert isinstance(decision.intent, Say)
    assert decision.intent.small_talk
    assert head.state.talk.lines == [HeardLine(IVO, "Morning.", small_talk=True)]


def test_the_last_24_lines_are_kept_not_to_be_said_again() -> None:
    head = in_a_talk()
    head.state.talk.said = [f"line {n}" for n in range(24)]
    _, ask = spoke(head)
    assert ask["said_before"] == [f"line {n}" for n in range(24)]
    assert head.state.talk.said == [*(f"line {n}" for n in range(1, 24)), "The wind turns."]


def test_own_lines_of_the_day_to_the_same_people_are_named_and_small_talk_is_not() -> None:
    head = in_a_talk()
    head.state.talk.day = head.state.day.number
    for line in (Reply(say=LAMP), Reply(say="Well, well.", small_talk=True)):
        assert "said_today" not in spoke(head, line)[1]
    _, again = spoke(head, mine=in_talk(talk=TalkId("later")))
    assert again["said_today"] == [LAMP]
    _, other = spoke(head, mine=in_talk(NELL, talk=TalkId("third")))
    assert "said_today" not in other
    head.state.day.number += 1
    _, tomorrow = spoke(head, mine=in_talk(talk=TalkId("fourth")))
    assert "said_today" not in tomorrow


def test_the_question_carries_the_talk_and_those_present() -> None:
    """Rule M2."""
    head = in_a_talk(PETRA, STRANGER, lines=(HeardLine(PETRA, "Wen is at the Boat Shed."), HeardLine(IVO, "Yes.")))
    number = head.remember(NOON - 9, "saw", "Petra baked salt rolls.", about=[PETRA])
    at = thought(
        head,
        in_talk(PETRA, STRANGER, lines=2),
        sees(PETRA, deed=Deed("baking")),
        asker=(script := Script(Reply(say="Good."))),
    )
    decided(talking.talk(at))
    ask = script.only(SPEAK)
    assert [(each["id"], each["doing"]) for each in ask["others"]] == [(PETRA, "baking")]
    assert ask["lines"] == [{"by": PETRA, "text": "Wen is at the Boat Shed."}, {"by": IVO, "text": "Yes."}]
    assert [each["id"] for each in ask["recalled"]] == [number]
    assert ask["lasting"] == 1
    assert ask["people"][0]["id"] == PETRA
    assert WEN in [each["id"] for each in ask["people"]]
    assert "Boat Shed" in [each["name"] for each in ask["places"]]
    assert ask["usual"] == head.usual()
    assert head.state.talk.on_mind is not None
    assert head.state.talk.on_mind.company == (PETRA,)


def test_people_who_are_named_come_right_after_those_present() -> None:
    head = in_a_talk(lines=(HeardLine(PETRA, "Ada was here."),))
    head.remember(NOON - 9, "saw", "Nell spoke with Petra.", about=[PETRA])
    _, ask = spoke(head)
    assert [each["id"] for each in ask["people"][:3]] == [PETRA, NELL, VISITOR]
    assert len(ask["people"]) <= 20


@pytest.mark.parametrize(("impressions", "concerns"), [(True, 2), (False, 3)])
def test_two_concerns_are_in_mind_in_a_talk_with_impressions(impressions: bool, concerns: int) -> None:
    head = head_of(without=[] if impressions else ["impressions"])
    _, ask = spoke(head)
    assert ask["self"]["concerns"] == list(head.character.concerns[:concerns])


def test_the_current_deed_is_mentioned_with_the_next_one() -> None:
    head = in_a_talk()
    head.calendar.add("helping Nell", NOON - HOUR, NOON + HOUR, QUAY, [NELL])
    head.calendar.keep_word(0)
    host(head)
    _, ask = spoke(head)
    assert [each["what"] for each in ask["promises"]] == ["helping Nell", "hosting Lantern Night"]


# --- declined requests


def declined(head: Head, end: int = NOON + 8 * HOUR) -> int:
    head.calendar.add("supper at the inn", end - HOUR, end, "", [NELL], declined=True, reason="I am tired.")
    return head.remember(NOON - 50, "promise", "I will not be there: supper at the inn. I am tired.", importance=1)


def speak_of(text: str, end: int = NOON + 8 * HOUR, many: int = 40) -> tuple[int, Ask]:
    head = in_a_talk(lines=(HeardLine(PETRA, text),))
    number = declined(head, end)
    head.remember(NOON - 49, "promise", "I have promised: helping Nell.", importance=1)
    for n in range(many):  # many other memories come to mind first
        head.remember(NOON - 40 + n, "saw", f"Petra said: {text} {n}", about=[PETRA], importance=9)
    return number, spoke(head)[1]


def test_a_refusal_comes_to_mind_when_it_is_mentioned() -> None:
    number, ask = speak_of("Will you be at the inn for supper?")
    ids = [each["id"] for each in ask["recalled"]]
    assert ids[-1] == number
    assert ids.count(number) == 1
    assert ask["lasting"] == len(ids) - 1


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Will you be at the quay?", NOON + 8 * HOUR),
        ("Will you be at the inn?", NOON + 8 * HOUR),
        ("Were you at the inn for supper?", NOON),
    ],
)
def test_an_unmentioned_or_past_refusal_does_not_come_to_mind(text: str, end: int) -> None:
    number, ask = speak_of(text, end)
    assert number not in [each["id"] for each in ask["recalled"]]


def test_a_promise_is_not_a_refusal() -> None:
    head = in_a_talk(lines=(HeardLine(PETRA, "Will you be at the inn for supper?"),))
    head.calendar.add("supper at the inn", NOON + HOUR, NOON + 2 * HOUR, "", [NELL])
    number = head.remember(NOON - 50, "promise", "I have promised: supper at the inn.", importance=1)
    for n in range(40):
        head.remember(NOON - 40 + n, "saw", f"Petra said: the inn has supper {n}", about=[PETRA], importance=9)
    assert number not in [each["id"] for each in spoke(head)[1]["recalled"]]


def test_a_refusal_that_came_to_mind_anyway_is_not_said_twice() -> None:
    number, ask = speak_of("Will you be at the inn for supper?", many=0)
    assert [each["id"] for each in ask["recalled"]].count(number) == 1


# --- the outcome


def over(head: Head, script: Script | None = None, **at: Any) -> Decision:
    return decided(talking.talk(thought(head, asker=script or Script(ahead=[AFTER_TALK.name]), **at)))


LINES = (HeardLine(PETRA, "Wen is at the Boat Shed."), HeardLine(IVO, "Good to know."))


def test_the_result_of_a_talk_is_asked_after_it_and_applied_later() -> None:
    head = in_a_talk(lines=LINES)
    head.state.talk.on_mind = OnMind((PETRA,), ())
    for n in range(14):
        head.remember(n, "news", f"News number {n}.", source=NELL)
    host(head)
    script = Script(ahead=[AFTER_TALK.name])
    over(head, script)
    ask, due = script.only_ahead(AFTER_TALK)
    assert due == NOON + 25 * MINUTE
    assert [each["id"] for each in ask["others"]] == [PETRA]
    assert ask["lines"] == [{"by": line.by, "text": line.text} for line in LINES]
    assert ask["known"] == [f"News number {n}." for n in range(2, 14)]
    assert [each["what"] for each in ask["promises"]] == ["hosting Lantern Night"]
    assert ask["usual"] == head.usual()
    assert [each["id"] for each in ask["people"][:2]] == [PETRA, WEN]
    assert "Boat Shed" in [each["name"] for each in ask["places"]]
    (pending,) = head.state.pending.entries
    assert (pending.due, pending.talk, pending.partners) == (due, TALK, (PETRA,))
    own = head.state.talk
    assert (own.id, own.lines, own.partners, own.ended, own.on_mind) == (None, [], [], NOON, None)
    assert head.people.of(PETRA).talks == 1


def test_invited_people_count_as_invited_after_the_talk() -> None:
    head = in_a_talk(PETRA, NELL, lines=LINES)
    number = host(head, WEN)
    head.state.talk.asked_to = [number]
    over(head)
    assert head.calendar.promises[number].company == [NELL, PETRA, WEN]


def test_a_partner_who_says_the_news_knows_it() -> None:
    head = in_a_talk(lines=(HeardLine(PETRA, LAMP), HeardLine(IVO, "The plank of the boat is soft.")))
    told = head.remember(NOON - 9, "news", LAMP, importance=9, source=NELL)
    mine = head.remember(NOON - 9, "news", "The plank of the boat is soft.", importance=9, source=NELL)
    over(head)
    found = {number: head.memories.find(number) for number in (told, mine)}
    assert {number: record.known_to for number, record in found.items() if record} == {
        told: {NELL, PETRA},
        mine: {NELL},
    }


def test_a_talk_without_anything_to_remember_is_passed_over() -> None:
    head = in_a_talk(
        PETRA, NELL, lines=(HeardLine(PETRA, "Hello.", small_talk=True), HeardLine(IVO, "Hm.", small_talk=True))
    )
    over(head, Script())
    (record,) = head.memories.all()
    assert (record.kind, record.text) == ("talk", "I had a few words with Petra, Nell.")
    assert (record.about, record.place, record.talk) == ((PETRA, NELL), QUAY, TALK)
    assert head.state.day.done == ["I had a few words with Petra, Nell."]
    assert head.state.pending.entries == []
    assert [head.people.of(each).talks for each in (PETRA, NELL)] == [1, 1]


def test_one_line_that_is_more_than_small_talk_is_thought_over() -> None:
    head = in_a_talk(lines=(HeardLine(PETRA, "Hello.", small_talk=True), HeardLine(PETRA, "Nell is ill.")))
    over(head)
    assert len(head.state.pending.entries) == 1
    assert texts(head, "talk") == []


@pytest.mark.parametrize(("partners", "lines"), [((STRANGER,), LINES), ((PETRA,), ())])
def test_a_talk_without_partners_or_lines_leaves_nothing(
    partners: tuple[PersonId, ...], lines: tuple[HeardLine, ...]
) -> None:
    head = in_a_talk(*partners, lines=lines)
    over(head, Script())
    assert (head.state.talk.id, head.state.talk.ended) == (None, NOON)
    assert head.people.of(PETRA).talks == 0
    assert not head.memories.all()


def test_after_a_talk_the_way_is_taken_up_again() -> None:
    head = in_a_talk(lines=LINES)
    head.state.doing.heading = RACK
    decision = over(head)
    assert isinstance(decision.intent, GoTo)
    assert decision.intent.goal == RACK
