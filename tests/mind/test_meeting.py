"""Meeting people and things: who is considered, when habit decides, and how a thing is handled."""

import pytest

from milkwood.ids import PersonId, ThingId
from milkwood.mind import doing, limits, meeting
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.port import Decision
from milkwood.mind.state import AskedAhead, OddThing
from milkwood.plain import items
from milkwood.questions.react import KIND as REACT
from milkwood.questions.react.schema import Reply
from milkwood.questions.speak import KIND as SPEAK
from milkwood.town.body import Deed
from milkwood.town.intents import Approach, Join, Stay, TalkTo
from milkwood.town.percepts import Prevented, SeesPerson, SeesThing
from tests.mind.scripted import (
    BATHROOM,
    HOUR,
    IVO,
    KITCHEN,
    MINUTE,
    NELL,
    NEWCOMER,
    NOON,
    NOW,
    PETRA,
    QUAY,
    RACK,
    SITTING,
    STOVE,
    TALK,
    WEN,
    Draws,
    Script,
    done,
    head_of,
    kept,
    knows,
    sees,
    sees_thing,
    texts,
    thought,
)

NETS = Deed("mending nets", at=QUAY)
MENDING = Step("mending nets", 10, QUAY, RACK, "🪢", "hung with nets")
LAMP = "The lamp of the lighthouse is broken."


@pytest.fixture
def likely(monkeypatch: pytest.MonkeyPatch) -> Draws:
    """Chance by which everything possible happens."""
    return Draws(monkeypatch, 0.0)


@pytest.fixture
def even(monkeypatch: pytest.MonkeyPatch) -> Draws:
    """Chance by which everything more likely than not happens: habits are followed."""
    return Draws(monkeypatch, 0.5)


def found(head: Head, seen: SeesPerson, tick: int = NOON) -> list[PersonId]:
    """The person to talk to."""
    candidate, _ = meeting.candidate(thought(head, seen, tick=tick))
    return [candidate.person] if candidate else []


def with_news() -> Head:
    """A person who has news for everyone."""
    head = head_of()
    head.remember(NOON - 10, "news", LAMP, importance=9, source="outside")
    return head


def talked(head: Head, number: int) -> Head:
    """A person who had the given number of talks today."""
    head.state.talk.talks, head.state.talk.day = number, head.state.day.number
    return head


# --- who is considered


@pytest.mark.parametrize(("tiles", "near"), [(1, True), (4, True), (5, False), (40, False)])
def test_a_person_is_spoken_to_within_four_tiles_and_no_farther(likely: Draws, tiles: int, near: bool) -> None:
    assert found(talked(head_of(), 1), sees(PETRA, tiles)) == ([PETRA] if near else [])


def test_someone_who_has_talked_with_nobody_today_speaks_to_anyone_in_view(likely: Draws) -> None:
    assert found(head_of(), sees(PETRA, 8)) == [PETRA]


@pytest.mark.parametrize(("talks", "hours", "near"), [(1, 3, True), (1, 2, False), (2, 3, False)])
def test_someone_long_alone_with_few_talks_speaks_to_anyone_in_view(
    monkeypatch: pytest.MonkeyPatch, talks: int, hours: int, near: bool
) -> None:
    Draws(monkeypatch, 0.99)
    head = talked(head_of(), talks)
    head.state.talk.ended = NOON - hours * HOUR
    assert found(head, sees(PETRA, 8)) == ([PETRA] if near else [])


@pytest.mark.parametrize(("ended", "alone"), [(NOON - 5 * HOUR, 4), (NOON - 3 * HOUR, 3), (NOON - 2 * HOUR, None)])
def test_the_question_says_how_long_one_was_alone_since_waking_or_the_last_talk(ended: int, alone: int | None) -> None:
    head, script = talked(head_of(), 1), Script(Reply(choice="ignore"))
    head.state.day.wake, head.state.talk.ended = NOON - 4 * HOUR, ended
    considered(head, script, sees())
    assert script.only(REACT).get("alone") == alone


@pytest.mark.parametrize(("talks", "alone"), [(1, 18), (2, None)])
def test_after_a_day_with_hardly_a_talk_one_is_alone_since_then(talks: int, alone: int | None) -> None:
    head, script = head_of(), Script(Reply(choice="ignore"))
    head.state.talk.talks, head.state.talk.day = talks, head.state.day.number - 1
    head.state.day.wake, head.state.talk.ended = NOON - 2 * HOUR, NOON - 18 * HOUR
    considered(head, script, sees())
    assert script.only(REACT).get("alone") == alone


@pytest.mark.parametrize("walker", ["self", "other"])
@pytest.mark.parametrize("alone_hours", [1, 5])
def test_someone_who_has_not_talked_today_waits_for_a_person_who_passes_by_and_cannot_be_reached(
    walker: str, alone_hours: int
) -> None:
    head = head_of()
    head.state.talk.ended = NOON - alone_hours * HOUR
    passing = sees(away=4, walking=walker == "other")
    considered(head, Script(Reply(choice="talk")), passing)
    barred = Prevented("Approach", "there is no way there")
    waiting = thought(head, passing, barred, walking=walker == "self", tick=NOON + 1)
    turned = meeting.walk_up(waiting)
    assert (turned.intent, turned.wake) == (Stay(), NOON + 2)
    assert meeting.walk_up(thought(head, sees(away=2), tick=NOON + 2)).intent == TalkTo(PETRA)


@pytest.mark.parametrize(("minutes", "again"), [(0, False), (99, False), (100, True)])
def test_after_a_talk_the_same_two_people_start_no_other_for_a_hundred_minutes(
    likely: Draws, minutes: int, again: bool
) -> None:
    head = with_news()
    knows(head, PETRA, last_talk=NOON - minutes * MINUTE)
    assert found(head, sees()) == ([PETRA] if again else [])


def test_a_talk_at_the_first_tick_counts_as_a_talk(likely: Draws) -> None:
    head = with_news()
    knows(head, PETRA, last_talk=0)
    assert found(head, sees(), tick=100 * MINUTE - 1) == []
    assert found(head, sees(), tick=100 * MINUTE) == [PETRA]


@pytest.mark.parametrize(("minutes", "again"), [(0, False), (6 - 1 / 6, False), (6, True)])
def test_after_a_talk_a_person_starts_none_for_six_minutes(likely: Draws, minutes: float, again: bool) -> None:
    head = head_of()
    head.state.talk.ended = NOON - round(minutes * MINUTE)
    assert found(head, sees()) == ([PETRA] if again else [])


@pytest.mark.parametrize(("minutes", "worth"), [(239, False), (240, True)])
def test_without_news_a_person_waits_four_hours(likely: Draws, minutes: int, worth: bool) -> None:
    head = head_of()
    knows(head, PETRA, last_talk=NOON - minutes * MINUTE)
    assert meeting.candidate(thought(head, sees()))[1] == [PETRA]
    assert found(head, sees()) == ([PETRA] if worth else [])


@pytest.mark.parametrize(
    "limit", [REACT.name, SPEAK.name, limits.TALKS, f"{limits.TALKS_WITH}:{PETRA}", f"{limits.PARTNER}:{PETRA}"]
)
def test_at_a_limit_nothing_is_asked_and_the_reason_names_it(limit: str) -> None:
    head = head_of()
    for _ in range(limits.USUAL[limit.partition(":")[0]]):
        limits.count(thought(head), limit)
    at = thought(head, sees(), asker=Script())
    assert done(meeting.consider(at, sees())) is None
    assert at.reason == {"limit": limit.partition(":")[0]}
    tomorrow = thought(head, sees(), asker=Script(Reply(choice="talk")), tick=NOON + 24 * 60 * MINUTE)
    assert done(meeting.consider(tomorrow, sees())) is not None


def test_in_a_bathroom_no_one_is_considered(likely: Draws) -> None:
    head = head_of()
    assert meeting.candidate(thought(head, sees(), room=BATHROOM)) == (None, [])
    assert meeting.candidate(thought(head, sees(), room=KITCHEN)) == (sees(), [PETRA])


def test_sleepers_and_people_without_a_name_are_left_alone(likely: Draws) -> None:
    head = head_of()
    assert found(head, sees(PETRA, deed=Deed("sleeping", asleep=True))) == []
    assert found(head, sees(PersonId("nobody_of_the_town"))) == []
    assert found(head, sees(PETRA, deed=NETS)) == [PETRA]


@pytest.mark.parametrize(("talks", "minutes"), [(0, 20), (3, 20), (4, 35), (6, 35)])
def test_a_person_is_considered_again_after_a_while_and_sooner_by_lonely_people(
    likely: Draws, talks: int, minutes: int
) -> None:
    head = talked(head_of(), talks)
    knows(head, PETRA, considered=NOON - minutes * MINUTE + 1)
    assert found(head, sees()) == []
    knows(head, PETRA, considered=NOON - minutes * MINUTE)
    assert found(head, sees()) == [PETRA]
    knows(head, PETRA, considered=0)
    assert found(head, sees(), tick=minutes * MINUTE - 1) == []


@pytest.mark.parametrize(("closeness", "joins"), [(2, False), (3, True)])
def test_only_a_talk_of_people_they_know_a_little_is_joined(likely: Draws, closeness: int, joins: bool) -> None:
    head = head_of()
    knows(head, WEN, closeness=closeness)
    assert found(head, sees(WEN, talk=TALK)) == ([WEN] if joins else [])
    assert found(head, sees(WEN)) == [WEN]


@pytest.mark.parametrize(
    ("person", "closeness", "talks", "news", "chance"),
    [
        (PETRA, 4, 0, False, 0.12 + 0.2 + 0.5),
        (PETRA, 4, 1, False, (0.12 + 0.2 + 0.375) * 6 / 7),
        (PETRA, 4, 4, False, (0.12 + 0.2) * 3 / 7),
        (PETRA, 4, 5, True, (0.12 + 0.2 + 0.35) * 2 / 7),
        (NEWCOMER, 0, 4, False, (0.12 + 0.1) * 3 / 7),
        (PETRA, 10, 0, True, 0.9),
        (PETRA, 10, 7, True, 0.0),
        (PETRA, 10, 9, True, 0.0),
    ],
)
def test_interest_grows_with_closeness_loneliness_and_news_and_fades_with_the_talks_of_the_day(
    even: Draws, person: PersonId, closeness: int, talks: int, news: bool, chance: float
) -> None:
    head = talked(with_news() if news else head_of(), talks)
    knows(head, person, closeness=closeness, tie="my wife" if closeness else "")
    meeting.candidate(thought(head, sees(person)))
    assert even.purposes == [(NOON, "notice", person)]
    assert even.chances == [pytest.approx(chance)]


def test_people_considered_on_the_way_are_named_too(likely: Draws) -> None:
    head = talked(head_of(), 1)
    knows(head, NEWCOMER, closeness=0)
    seen = [sees(NEWCOMER, talk=TALK), sees(NELL, 9), sees(PETRA), sees(WEN)]
    assert meeting.candidate(thought(head, *seen)) == (seen[2], [NEWCOMER, PETRA])
    assert meeting.candidate(thought(head, *seen[:2])) == (None, [NEWCOMER])


def test_looking_for_a_person_to_talk_to_changes_nothing() -> None:
    head = with_news()
    before = kept(head)
    meeting.candidate(thought(head, sees(PETRA), sees(NELL), sees(WEN)))
    assert kept(head) == before


def test_considering_people_is_recorded_for_each() -> None:
    head = head_of()
    meeting.think_of(head, [PETRA, NELL], NOON)
    assert [head.people.of(each).considered for each in (PETRA, NELL, WEN)] == [NOON, NOON, -1]


def test_talks_of_an_earlier_day_do_not_count() -> None:
    head = talked(head_of(), 3)
    assert meeting.talks_today(head) == 3
    head.state.day.number += 1
    assert meeting.talks_today(head) == 0


# --- asking


def considered(head: Head, script: Script, seen: SeesPerson, deed: Deed | None = None) -> Decision | None:
    turned: Decision | None = done(meeting.consider(thought(head, seen, asker=script, deed=deed), seen))
    return turned


def test_a_decision_to_talk_is_carried_out_with_its_reason() -> None:
    head = head_of()
    number = head.remember(NOON - 10, "saw", "Petra baked salt rolls.", about=[PETRA])
    turned = considered(head, Script(Reply(choice="talk", reason="I missed her.")), sees(PETRA, deed=NETS))
    assert turned is not None
    assert (turned.intent, turned.wake) == (TalkTo(PETRA), NOON + 1)
    assert turned.reason is not None
    assert turned.reason["recalled"][0][0] == number
    assert {key: turned.reason[key] for key in ("act", "percept", "because", "question")} == {
        "act": "talk",
        "percept": "I saw Petra mending nets.",
        "because": "I missed her.",
        "question": f"ivo_marsh@{NOON}/react/0",
    }
    assert head.state.meeting.reason == "I missed her."
    assert head.manners.keep() == {"close": [1, 0]}


def test_a_decision_to_ignore_is_carried_out_and_learnt_from() -> None:
    head, seen = head_of(), sees(PETRA, walking=True)
    at = thought(head, seen, asker=Script(Reply(choice="ignore", reason="She is in a hurry.")))
    assert done(meeting.consider(at, seen)) is None
    assert at.reason["percept"] == "I saw Petra walking by."
    assert (at.reason["choice"], at.reason["because"]) == ("ignore", "She is in a hurry.")
    assert "act" not in at.reason
    assert head.manners.keep() == {"close": [0, 1]}
    assert head.state.meeting.reason == ""


def test_people_who_talk_are_joined() -> None:
    turned = considered(head_of(), Script(Reply(choice="talk")), sees(talk=TALK))
    assert turned is not None
    assert turned.intent == Join(TALK)


def test_each_question_and_each_person_is_counted() -> None:
    head = head_of()
    for expected in (1, 2):
        considered(head, Script(Reply(choice="ignore")), sees())
        counts = head.state.limits.counts
        assert (counts[REACT.name], counts[f"{limits.PARTNER}:{PETRA}"]) == (expected, expected)


# --- walking up


def test_a_person_walks_up_and_begins_the_talk_when_near() -> None:
    head, far, near = head_of(), sees(away=4), sees(away=2)
    turned = considered(head, Script(Reply(choice="talk")), far)
    assert turned is not None
    assert (turned.intent, turned.wake) == (Approach(PETRA), NOON + meeting.MAX_APPROACH_TICKS)
    assert meeting.walk_up(thought(head, far, walking=True, tick=NOON + 1)).intent == Stay()
    assert meeting.walk_up(thought(head, far, tick=NOON + 2)).intent == Approach(PETRA)
    assert meeting.walk_up(thought(head, near, tick=NOON + 3)).intent == TalkTo(PETRA)
    assert meeting.walk_up(thought(head, sees(away=1, talk=TALK), tick=NOON + 4)).intent == Join(TALK)


@pytest.mark.parametrize("gives_up", ["late", "gone", "no way"])
def test_a_person_who_cannot_come_near_goes_back_to_what_they_did(gives_up: str) -> None:
    head = head_of()
    considered(head, Script(Reply(choice="talk")), sees(away=4))
    at = thought(
        head,
        *([] if gives_up == "gone" else [sees(away=4)]),
        *([Prevented("Approach", "there is no way there")] if gives_up == "no way" else []),
        tick=NOON + (meeting.MAX_APPROACH_TICKS if gives_up == "late" else 1),
    )
    assert meeting.walk_up(at).intent == Stay()
    assert head.state.meeting.whom == ""


def test_memories_recalled_for_the_decision_are_fresh_again() -> None:
    head = head_of()
    number = head.remember(NOON - 90, "saw", "Petra baked salt rolls.", about=[PETRA])
    considered(head, Script(Reply(choice="ignore")), sees())
    record = head.memories.find(number)
    assert record is not None
    assert record.last_recalled == NOON


def test_the_question_carries_the_other_the_moment_and_the_options() -> None:
    """Rule M2."""
    head, script = head_of(), Script(Reply(choice="ignore"))
    knows(head, PETRA, last_talk=NOON - 150 * MINUTE - 5)
    for n in range(5):
        head.remember(NOON - 50 + n, "news", f"{LAMP} {n}", about=[PETRA], source=PETRA)
    considered(head, script, sees(PETRA, deed=NETS), Deed("coiling rope"))
    ask = script.only(REACT)
    assert ask["other"] is not None
    assert (ask["other"]["id"], ask["other"]["doing"]) == (PETRA, "mending nets")
    assert (ask["thing"], ask["state"]) == ("", "")
    assert ask["options"] == ["ignore", "talk"]
    assert ask["since_talk_minutes"] == 150
    assert (ask["block"], ask["now"]["doing"]) == ("mending nets", "coiling rope")
    assert [each["known_to"] for each in ask["recalled"]] == [[PETRA]] * 4


def test_without_a_talk_the_time_since_it_is_minus_one() -> None:
    head, script = head_of(), Script(Reply(choice="ignore"))
    head.state.day.block = -1
    considered(head, script, sees())
    assert script.only(REACT)["since_talk_minutes"] == -1
    assert script.only(REACT)["block"] == ""
    script = Script(Reply(choice="ignore"))
    knows(head, PETRA, last_talk=0)
    considered(head, script, sees())
    assert script.only(REACT)["since_talk_minutes"] == NOON // MINUTE


@pytest.mark.parametrize(("begins", "free"), [(30, 30), (-10, 0), (121, 120), (None, 120)])
def test_spare_time_lasts_until_the_next_promise_and_is_at_most_two_hours(begins: int | None, free: int) -> None:
    head, script = head_of(), Script(Reply(choice="ignore"))
    if begins is not None:
        start = NOON + begins * MINUTE
        for n in range(4):
            head.calendar.add(f"helping {n}", start + n * HOUR, start + n * HOUR + HOUR, QUAY, [])
    considered(head, script, sees())
    assert script.only(REACT)["minutes_free"] == free
    assert len(script.only(REACT)["promises"]) == (0 if begins is None else 3)


# --- habit


@pytest.mark.parametrize("talks", [True, False])
def test_a_decision_made_twice_in_similar_cases_becomes_a_habit(even: Draws, talks: bool) -> None:
    head, seen = head_of(), sees()
    head.state.meeting.reason = "an older one"
    for _ in range(2):
        head.manners.decided("close", talks)
    at = thought(head, seen)
    turned = done(meeting.consider(at, seen))
    assert (turned is not None) == talks
    assert at.reason["habit"] == {"case": "close", "met": 2}
    assert at.reason["percept"] == "I saw Petra walking by."
    assert head.state.meeting.reason == ("" if talks else "an older one")
    assert head.manners.keep() == {"close": [2, 0] if talks else [0, 2]}
    assert even.purposes == [(NOON, "as usual")]


def test_without_routines_everything_is_asked(even: Draws) -> None:
    head, script = head_of(without=["routines"]), Script(Reply(choice="ignore"))
    for _ in range(2):
        head.manners.decided("close", True)
    assert considered(head, script, sees()) is None
    assert len(script.asked) == 1


@pytest.mark.parametrize(
    ("closeness", "tie", "news", "case"),
    [
        (5, "a friend", False, "close"),
        (4, "a friend", False, "known"),
        (0, "", False, "stranger"),
        (5, "a friend", True, "close/news"),
    ],
)
def test_meetings_are_alike_by_bond_and_by_news(closeness: int, tie: str, news: bool, case: str) -> None:
    head = with_news() if news else head_of()
    knows(head, WEN, closeness=closeness, tie=tie, talks=1 if tie else 0)
    considered(head, Script(Reply(choice="talk")), sees(WEN))
    assert head.manners.keep() == {case: [1, 0]}


def test_the_first_meeting_with_an_acquaintance_is_thought_about_whatever_the_habit(even: Draws) -> None:
    head, script = head_of(), Script(Reply(choice="avoid"))
    head.manners.decided("known", True)
    head.manners.decided("known", True)
    knows(head, WEN, closeness=2, tie="the man who called me a thief")
    assert considered(head, script, sees(WEN)) is None
    assert len(script.asked) == 1


def test_a_person_who_was_avoided_is_never_spoken_to_by_habit_and_not_thought_of_for_two_hours(even: Draws) -> None:
    head = head_of()
    knows(head, WEN, closeness=2, tie="a neighbour", talks=3)
    head.manners.decided("stranger", True)
    assert considered(head, Script(Reply(choice="avoid", reason="He lied to me.")), sees(WEN)) is None
    for _ in range(3):
        head.manners.decided("known", True)
    script = Script(Reply(choice="ignore"))
    assert considered(head, script, sees(WEN)) is None
    assert len(script.asked) == 1
    head.people.consider(WEN, NOON - 119 * MINUTE)
    assert found(head, sees(WEN)) == []


@pytest.mark.parametrize(("closeness", "offered"), [(-9, True), (4, True), (5, False), (0, False)])
def test_only_acquaintances_who_are_no_friends_may_be_avoided(closeness: int, offered: bool) -> None:
    head, script = head_of(), Script(Reply(choice="ignore"))
    knows(head, WEN, closeness=closeness, tie="")
    considered(head, script, sees(WEN))
    (_, asked), *_ = script.asked
    assert ("avoid" in asked["options"]) is offered


@pytest.mark.parametrize("why", ["I am busy", "they are busy", "they talk", "I host"])
def test_extraordinary_meetings_are_thought_about_and_leave_no_habit(even: Draws, why: str) -> None:
    head, script = head_of(), Script(Reply(choice="ignore"))
    head.manners.decided("close", True)
    head.manners.decided("close", True)
    busy = Deed("counting", busy=True)
    if why == "I host":
        head.calendar.add("giving a party", NOON + HOUR, NOON + 2 * HOUR, QUAY, [NELL], host=True)
    seen = sees(PETRA, deed=busy if why == "they are busy" else NETS, talk=TALK if why == "they talk" else None)
    considered(head, script, seen, busy if why == "I am busy" else NETS)
    assert len(script.asked) == 1
    assert head.manners.keep() == {"close": [2, 0]}


def test_an_already_invited_person_is_met_as_usual(even: Draws) -> None:
    head = head_of()
    head.calendar.add("giving a party", NOON + HOUR, NOON + 2 * HOUR, QUAY, [PETRA], host=True)
    head.calendar.add("helping Nell", NOON + 3 * HOUR, NOON + 4 * HOUR, QUAY, [NELL])
    for _ in range(2):
        head.manners.decided("close", False)
    assert considered(head, Script(), sees()) is None


# --- things

BURNING = sees_thing(STOVE, "burning")
SEEN = "The cooking area at Marsh house, kitchen is burning."


def test_a_thing_in_an_unusual_state_is_remembered_and_asked_about() -> None:
    head, script = head_of(), Script(Reply(choice="ignore", reason="It is nothing."))
    at = thought(head, BURNING, asker=script, room=KITCHEN)
    done(meeting.wonder(at, BURNING))
    (record,) = head.memories.all()
    assert (record.kind, record.text, record.importance, record.place) == ("saw", SEEN, 3, KITCHEN)
    ask = script.only(REACT)
    assert (ask["thing"], ask["state"], ask["other"]) == ("cooking area", "burning", None)
    assert (ask["options"], ask["noticed"]) == (["ignore", "wait", "change"], SEEN)
    assert ask["since_talk_minutes"] == -1
    assert (at.reason["percept"], at.reason["because"]) == (SEEN, "It is nothing.")
    assert items(items(at.reason["recalled"])[0])[0] == record.number
    assert head.state.notice.things == {STOVE: OddThing("burning", usable=True, since=0)}
    assert head.manners.keep() == {f"{STOVE}/burning": [0, 1]}
    assert not doing.is_reacting(head)
    assert [block.what for block in head.state.day.plan] == ["mending nets"]


def test_at_most_three_memories_come_to_mind_about_a_thing() -> None:
    head, script = head_of(), Script(Reply(choice="ignore"))
    for n in range(5):
        head.remember(n, "saw", f"The stove smoked {n}.")
    done(meeting.wonder(thought(head, BURNING, asker=script), BURNING))
    assert len(script.only(REACT)["recalled"]) == 3


@pytest.mark.parametrize(("minutes", "lasts"), [(1, 1), (10, 10), (30, 30), (45, 30)])
def test_taking_care_of_a_thing_is_one_deed_and_the_block_keeps_its_own(minutes: int, lasts: int) -> None:
    head = head_of()
    own, ahead = head.state.doing, AskedAhead("break_down", NOON - 9, 0, {})
    own.steps, own.current, own.until = [SITTING], MENDING, NOON + 10 * MINUTE
    head.state.breakdown.asked, head.state.breakdown.asked_for = ahead, NOW
    plan = list(head.state.day.plan)
    reply = Reply.model_construct(choice="change", what="putting out the fire", minutes=minutes, usable=False)
    script = Script(reply)
    fire = SeesThing(STOVE, "burning", 1, presses=True, since=7)
    done(meeting.wonder(thought(head, fire, asker=script), fire))
    mending, *rest = head.state.doing.steps
    assert mending == Step("putting out the fire", lasts, KITCHEN, STOVE, "🔧", "", busy=True, mends=STOVE)
    assert rest == [MENDING, SITTING]
    assert (head.state.day.plan, head.state.breakdown.asked) == (plan, ahead)
    assert [kind for kind, _ in script.asked] == [REACT.name]
    assert head.state.notice.things == {STOVE: OddThing("burning", usable=False, since=7)}
    assert head.manners.keep() == {f"{STOVE}/burning": [1, 0]}


def test_the_question_says_what_presses_and_what_sets_it_right() -> None:
    for said, words, mend in [
        ("burning", "burning", "putting out the fire"),
        ("着火了", "burning", "putting out the fire"),
    ]:
        script = Script(Reply(choice="ignore"))
        fire = SeesThing(STOVE, said, 1, presses=True)
        done(meeting.wonder(thought(head_of(), fire, asker=script), fire))
        ask = script.only(REACT)
        assert (ask["state"], ask["presses"], ask["mend"]) == (words, True, mend)
    script, free = Script(Reply(choice="ignore")), sees_thing(STOVE, "painted green")
    done(meeting.wonder(thought(head_of(), free, asker=script), free))
    assert (script.only(REACT)["state"], script.only(REACT)["mend"]) == ("painted green", "")


def test_waiting_for_a_thing_is_a_deed_beside_it() -> None:
    head = head_of()
    used = sees_thing(STOVE, "in use")
    done(meeting.wonder(thought(head, used, asker=Script(Reply(choice="wait"))), used))
    assert head.state.doing.steps == [
        Step("waiting for the cooking area", 10, KITCHEN, None, "⏳", "", awaits=STOVE),
    ]
    assert [block.place for block in head.state.day.plan] == [RACK]


def test_a_change_without_words_changes_nothing() -> None:
    head = head_of()
    done(meeting.wonder(thought(head, BURNING, asker=Script(Reply(choice="change"))), BURNING))
    assert not doing.is_reacting(head)
    assert head.manners.keep() == {f"{STOVE}/burning": [1, 0]}


def test_what_presses_is_thought_about_however_often_it_was_ignored(even: Draws) -> None:
    head, script = head_of(), Script(Reply(choice="ignore"))
    for _ in range(3):
        head.manners.decided(f"{STOVE}/burning", False)
    fire = SeesThing(STOVE, "burning", 1, presses=True)
    done(meeting.wonder(thought(head, fire, asker=script), fire))
    assert len(script.asked) == 1


def test_a_thing_that_was_left_alone_twice_is_left_alone_without_a_thought(even: Draws) -> None:
    head = head_of()
    case = f"{STOVE}/burning"
    head.manners.decided(case, False)
    head.manners.decided(case, False)
    done(meeting.wonder(thought(head, BURNING), BURNING))
    assert texts(head, "saw") == [SEEN]
    assert head.state.notice.things == {STOVE: OddThing("burning", since=0)}
    assert head.manners.met(case) == 2
    assert even.purposes == [(NOON, "as usual", STOVE)]


def test_without_routines_things_are_always_asked_about(even: Draws) -> None:
    head, script = head_of(without=["routines"]), Script(Reply(choice="ignore"))
    for _ in range(2):
        head.manners.decided(f"{STOVE}/burning", False)
    done(meeting.wonder(thought(head, BURNING, asker=script), BURNING))
    assert len(script.asked) == 1


def test_the_thing_is_looked_up_by_its_own_room() -> None:
    head = head_of(IVO)
    lamp = sees_thing(ThingId("Lighthouse:lamp room:great lamp"), "dark")
    done(meeting.wonder(thought(head, lamp, asker=Script(Reply(choice="ignore"))), lamp))
    assert texts(head, "saw") == ["The great lamp at Lighthouse, lamp room is dark."]
    assert head.memories.all()[0].place == "Lighthouse:lamp room"
