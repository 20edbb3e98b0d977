"""The outcome of a talk: its memory, news with the speaker, impressions, promises and refusals (rule M5)."""

from typing import Any

import pytest

from milkwood.ids import PersonId
from milkwood.mind import news_sharing, talk_outcome
from milkwood.mind.calendar import DECLINED, OPEN
from milkwood.mind.head import Head
from milkwood.mind.state import Pending
from milkwood.mind.stream import Record
from milkwood.questions.after_talk.schema import Commitment, NewImpression, News, Reply, SaidCertainty
from milkwood.questions.terms import Certainty
from tests.mind.scripted import (
    BED,
    BEDROOM,
    DAY,
    HOUR,
    INN,
    MIDNIGHT,
    MINUTE,
    NELL,
    NOON,
    PETRA,
    QUAY,
    RACK,
    WEN,
    asked,
    head_of,
    knows,
    texts,
    thought,
)

LAMP = "The lamp of the lighthouse is broken."
SATURDAY, SUNDAY = "2023-03-11", "2023-03-12"
PENDING = Pending(NOON, asked("after_talk"), talk="9-petra_marsh", partners=(PETRA,))
SUMMARY = "We talked of the lamp."


def take_in(head: Head, reply: Reply) -> Head:
    talk_outcome.take_in(thought(head), PENDING, reply)
    return head


def record_of(head: Head, kind: str) -> Record:
    (record,) = [each for each in head.memories.all() if each.kind == kind]
    return record


def lunch(
    start: str = "15:00",
    end: str = "16:00",
    *,
    date: str = SATURDAY,
    place: str = INN,
    company: tuple[str, ...] = (),
    accepted: bool = True,
    reason: str = "",
) -> Commitment:
    return Commitment.model_construct(
        what="having lunch",
        date=date,
        start=start,
        end=end,
        place=place,
        company=list(company),
        accepted=accepted,
        reason=reason,
    )


# --- the talk and the thought about it


def test_a_talk_is_remembered_with_its_people_place_and_talk_and_is_weighed_later() -> None:
    head = take_in(head_of(), Reply(summary=SUMMARY))
    (record,) = head.memories.all()
    assert (record.kind, record.text, record.about, record.importance) == ("talk", SUMMARY, (PETRA,), 3)
    assert (record.place, record.talk, record.tick) == (QUAY, "9-petra_marsh", NOON)
    assert head.state.reflection.unweighed == [record.number]
    assert head.state.day.done == [SUMMARY]


def test_the_thought_about_a_talk_rests_on_it() -> None:
    head = take_in(head_of(), Reply(summary=SUMMARY, thought="She worries too much."))
    record = record_of(head, "thought")
    assert (record.text, record.about, record.importance) == ("She worries too much.", (PETRA,), 4)
    assert record.evidence == (record_of(head, "talk").number,)


# --- news


def test_news_carries_its_speaker_and_is_known_to_them_and_its_subject() -> None:
    news = News(text=LAMP, by=PETRA, about=[NELL, "nobody_of_the_town"], importance=7)
    head = take_in(head_of(), Reply(summary=SUMMARY, news=[news]))
    record = record_of(head, "news")
    assert (record.text, record.source, record.importance) == (LAMP, PETRA, 7)
    assert (record.about, record.known_to) == ((NELL,), {PETRA, NELL})
    assert (record.talk, record.evidence) == ("9-petra_marsh", (record_of(head, "talk").number,))


def test_the_speaker_of_known_news_is_recorded_as_knowing_it() -> None:
    head = head_of()
    number = head.remember(NOON - 50, "news", LAMP, importance=9, source=NELL)
    take_in(head, Reply(summary=SUMMARY, news=[News(text=LAMP, by=PETRA)]))
    record = record_of(head, "news")
    assert (record.number, record.known_to, record.source) == (number, {NELL, PETRA}, NELL)


def test_news_is_known_to_its_speaker_and_to_all_who_took_part() -> None:
    head = take_in(head_of(), Reply(summary=SUMMARY, news=[News(text=LAMP, by=WEN)]))
    assert record_of(head, "news").known_to == {WEN, PETRA}


def test_news_keeps_how_sure_it_is_who_was_there_and_who_must_not_hear_it() -> None:
    news = News(text=LAMP, by=PETRA, certainty="rumour", secret_from=[WEN, "nobody_of_the_town"], witnesses=[NELL])
    record = record_of(take_in(head_of(), Reply(summary=SUMMARY, news=[news])), "news")
    assert (record.certainty, record.witnesses) == ("rumour", (NELL,))
    assert record.secret_from == {WEN}
    private = News(text=LAMP, by=PETRA, private=True)
    assert record_of(take_in(head_of(), Reply(summary=SUMMARY, news=[private])), "news").private


def heard_again(before: Certainty, said: SaidCertainty, **fields: Any) -> str:
    """How sure a memory is once Petra speaks of it again."""
    head = head_of()
    head.remember(NOON - 50, "news", LAMP, importance=5, source=NELL, certainty=before, **fields)
    take_in(head, Reply(summary=SUMMARY, news=[News(text=LAMP, by=PETRA, certainty=said)]))
    return record_of(head, "news").certainty


def test_a_rumour_stays_one_until_someone_who_must_know_confirms_it() -> None:
    assert heard_again("rumour", "told") == "rumour"
    assert heard_again("rumour", "rumour", about=[PETRA]) == "rumour"
    assert heard_again("rumour", "told", about=[PETRA]) == "told"
    assert heard_again("rumour", "told", witnesses=[PETRA]) == "told"


def test_a_denial_is_believed_except_of_what_the_person_lived() -> None:
    assert heard_again("rumour", "denied") == "denied"
    assert heard_again("told", "denied") == "denied"
    assert heard_again("known", "denied") == "known"
    assert heard_again("denied", "rumour") == "denied"


def test_without_observation_no_news_is_kept() -> None:
    head = take_in(head_of(without=["observation"]), Reply(summary=SUMMARY, news=[News(text=LAMP, by=PETRA)]))
    assert texts(head, "news") == []


# --- impressions


def test_the_impression_of_the_other_is_renewed() -> None:
    head = head_of()
    knows(head, PETRA, closeness=5, knows="She bakes.", feeling="calm")
    new = NewImpression(person=PETRA, knows="She worries about the lamp.", feeling="tender", closeness=9)
    take_in(head, Reply(summary=SUMMARY, impressions=[new]))
    known = head.people.of(PETRA)
    assert (known.knows, known.feeling) == ("She bakes. She worries about the lamp.", "tender")
    assert known.closeness == 6


def test_talk_makes_nobody_closer_who_is_absent() -> None:
    head = head_of()
    knows(head, NELL, closeness=3)
    before = head.people.of(NELL)
    take_in(head, Reply(summary=SUMMARY, impressions=[NewImpression(person=NELL, feeling="dear", closeness=4)]))
    assert head.people.of(NELL) == before


# --- promises


def committed(commitment: Commitment, head: Head | None = None, company: tuple[PersonId, ...] = (PETRA,)) -> Head:
    head = head or head_of()
    talk_outcome.commit(thought(head), commitment, company)
    return head


def test_an_agreement_goes_into_the_calendar_the_memory_and_todays_plan() -> None:
    head = committed(lunch(company=(NELL, "nobody_of_the_town")))
    (promise,) = head.calendar.promises
    start, end = NOON + 3 * HOUR, NOON + 4 * HOUR
    assert (promise.what, promise.start, promise.end, promise.place) == ("having lunch", start, end, INN)
    assert (promise.company, promise.status, promise.host) == ([NELL, PETRA], OPEN, False)
    record = record_of(head, "promise")
    assert record.text == "I have promised: having lunch, Saturday at 15:00, The Anchor Inn, taproom."
    assert (record.about, record.importance, record.place, record.tick) == ((NELL, PETRA), 6, INN, NOON)
    block = head.state.day.plan[-1]
    assert (block.start, block.end, block.place) == (start - 10 * MINUTE, end, INN)
    assert (block.what, block.promise) == ("having lunch", promise.id)


def test_a_talk_commits_to_what_was_agreed_with_those_present() -> None:
    head = take_in(head_of(), Reply(summary=SUMMARY, commitments=[lunch()]))
    assert [each.company for each in head.calendar.promises] == [[PETRA]]


def test_a_declined_invitation_is_kept_as_declined_with_its_reason_and_changes_no_plan() -> None:
    head = committed(lunch(accepted=False, reason="I am tired."))
    (promise,) = head.calendar.promises
    assert (promise.status, promise.reason) == (DECLINED, "I am tired.")
    assert texts(head, "promise") == ["I will not be there: having lunch, Saturday at 15:00. I am tired."]
    assert [block.what for block in head.state.day.plan] == ["mending nets"]


def test_a_refusal_without_a_reason_ends_with_its_sentence() -> None:
    head = committed(lunch(accepted=False))
    assert texts(head, "promise") == ["I will not be there: having lunch, Saturday at 15:00."]


def test_a_known_agreement_is_not_promised_twice() -> None:
    head = committed(lunch(), committed(lunch()), (NELL,))
    assert len(head.calendar.promises) == 1
    assert head.calendar.promises[0].company == [NELL, PETRA]
    assert len(texts(head, "promise")) == 1


@pytest.mark.parametrize(("date", "hour", "day"), [(SUNDAY, "15:00", "Sunday"), (SATURDAY, "21:00", "Saturday")])
def test_an_event_after_bed_time_is_left_to_the_calendar(date: str, hour: str, day: str) -> None:
    head = committed(lunch(hour, "23:00", date=date))
    assert texts(head, "promise") == [f"I have promised: having lunch, {day} at {hour}, The Anchor Inn, taproom."]
    assert [block.what for block in head.state.day.plan] == ["mending nets"]


def test_an_event_just_before_bed_time_is_still_done_today() -> None:
    head = committed(lunch("20:59", "22:00"))
    assert [block.what for block in head.state.day.plan] == ["mending nets", "having lunch"]
    assert head.state.day.plan[-1].end == BED


def test_a_person_sets_off_at_the_next_tick_where_it_begins_sooner_than_the_way_takes() -> None:
    head = head_of()
    committed(lunch("12:05", "13:00"), head)
    assert (head.state.day.plan[0].end, head.state.day.plan[-1].start) == (NOON + 1, NOON + 1)


@pytest.mark.parametrize(
    ("start", "end", "ticks"),
    [("15:00", "15:00", 60), ("15:00", "14:00", 60), ("15:00", "15:01", 1), ("23:30", "25:30", 120)],
)
def test_an_end_that_is_not_after_the_start_is_an_hour_later(start: str, end: str, ticks: int) -> None:
    (promise,) = committed(lunch(start, end)).calendar.promises
    assert promise.end - promise.start == ticks * MINUTE


@pytest.mark.parametrize(
    ("start", "end", "date"),
    [
        ("soon", "15:00", SATURDAY),
        ("14:00", "later", SATURDAY),
        ("14:00", "15:00", "tomorrow"),
        ("10:00", "12:00", SATURDAY),
    ],
)
def test_an_undated_or_past_event_is_not_a_promise(start: str, end: str, date: str) -> None:
    head = committed(lunch(start, end, date=date))
    assert head.calendar.promises == []
    assert texts(head, "promise") == []


def test_an_ongoing_event_is_a_promise() -> None:
    assert len(committed(lunch("11:00", "12:01")).calendar.promises) == 1


def test_a_promise_without_a_place_is_kept_at_home() -> None:
    head = committed(lunch(place="nowhere"))
    assert head.calendar.promises[0].place == ""
    assert head.state.day.plan[-1].place == BEDROOM
    assert texts(head, "promise") == ["I have promised: having lunch, Saturday at 15:00, ."]


def test_a_promise_at_a_thing_is_one_for_its_room() -> None:
    head = committed(lunch(place=RACK))
    assert head.calendar.promises[0].place == QUAY


def test_a_date_is_a_day_of_the_calendar() -> None:
    (promise,) = committed(lunch(date=SUNDAY)).calendar.promises
    assert promise.start == MIDNIGHT + DAY + 15 * HOUR


def test_without_observation_an_outcome_asked_before_changes_nothing() -> None:
    head = head_of(without=["observation"])
    before = head.keep()
    news = News.model_construct(text=LAMP, by=PETRA, about=[], importance=7)
    impression = NewImpression.model_construct(person=PETRA, knows="She bakes.", feeling="fond", closeness=9)
    take_in(
        head,
        Reply.model_construct(
            summary=SUMMARY, thought="Poor lamp.", news=[news], commitments=[lunch()], impressions=[impression]
        ),
    )
    assert head.keep() == before


def test_without_reflection_a_talk_is_remembered_without_a_thought() -> None:
    reply = Reply.model_construct(summary=SUMMARY, thought="Poor lamp.", news=[], commitments=[], impressions=[])
    without, whole = take_in(head_of(without=["reflection"]), reply), take_in(head_of(), reply)
    assert texts(without, "talk") == texts(whole, "talk") == [SUMMARY]
    assert (texts(without, "thought"), texts(whole, "thought")) == ([], ["Poor lamp."])


def test_news_of_a_betrayal_costs_an_absent_person_several_points() -> None:
    head = head_of()
    knows(head, NELL, closeness=6)
    take_in(head, Reply(summary=SUMMARY, impressions=[NewImpression(person=NELL, feeling="betrayed", closeness=2)]))
    assert head.people.of(NELL).closeness == 2


# --- guests


@pytest.mark.parametrize(("accepted", "coming"), [(True, [PETRA]), (False, [])])
def test_a_host_keeps_who_comes_and_makes_no_promise_of_it(accepted: bool, coming: list[PersonId]) -> None:
    head = head_of()
    event = head.calendar.add("a lunch", NOON + 3 * HOUR, NOON + 4 * HOUR, INN, [], host=True)
    assert event is not None
    event.coming = [] if accepted else [PETRA]
    take_in(head, Reply(summary=SUMMARY, commitments=[lunch(company=(PETRA, NELL), accepted=accepted)]))
    assert event.coming == coming
    assert head.calendar.promises == [event]
    assert texts(head, "promise") == []


def test_a_guest_counts_on_the_host_and_not_on_who_passed_the_invitation_on() -> None:
    head = head_of()
    take_in(head, Reply(summary=SUMMARY, commitments=[lunch(company=(NELL,))]))
    (promise,) = head.calendar.promises
    assert (promise.coming, promise.company) == ([NELL], sorted([NELL, PETRA]))


def test_whom_a_rumour_is_about_can_still_be_asked_and_their_answer_counts() -> None:
    rumour = News(text="Nell has sold the boat.", by=PETRA, about=[NELL], importance=6, certainty="rumour")
    head = take_in(head_of(), Reply(summary=SUMMARY, news=[rumour]))
    record = record_of(head, "news")
    assert NELL not in record.known_to
    assert news_sharing.to_ask(head, [NELL]) == [record]
    denial = News(text=rumour.text, by=NELL, about=[NELL], importance=6, certainty="denied")
    take_in(head, Reply(summary=SUMMARY, news=[denial]))
    assert (record.certainty, record.importance) == ("denied", news_sharing.BIG_IMPORTANCE)
    assert news_sharing.untold(head, [WEN], 5) == [record], "the denial is news for others"
