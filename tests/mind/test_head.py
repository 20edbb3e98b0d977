"""The whole state of a mind: reading changes nothing, questions are made of it, and all of it is restored."""

from collections.abc import Callable

import pytest

from milkwood.ids import RoomId, SectorId
from milkwood.mind import circumstances
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.interview import interview
from milkwood.mind.plan import Block
from milkwood.mind.port import Memory
from milkwood.mind.routines import Piece
from milkwood.mind.state import OddThing
from milkwood.town.body import Deed
from tests.mind.scripted import (
    BAKERY,
    BRAM,
    DAY,
    HOUR,
    IVO,
    KITCHEN,
    MIDNIGHT,
    NELL,
    NEWCOMER,
    NOON,
    PETRA,
    QUAY,
    RACK,
    STOVE,
    VISITOR,
    WEN,
    head_of,
    kept,
    knows,
    moment,
    sees,
    sees_thing,
    thought,
)

LAMP = "The lamp of the lighthouse is broken."


def full() -> Head:
    """A head with something in every component."""
    head = head_of()
    head.remember(-1, "seed", "Nell taught me to read.", about=[NELL], importance=8)
    head.remember(NOON - 9, "news", LAMP, about=[NELL], importance=9, source=PETRA, talk="a talk", place=QUAY)
    head.remember(NOON - 8, "saw", "I saw Petra baking.", about=[PETRA], evidence=[1], private=True)
    head.calendar.add("helping Nell", NOON - HOUR, NOON + HOUR, QUAY, [NELL])
    head.calendar.keep_word(0)
    head.calendar.add("hosting Lantern Night", NOON + 5 * HOUR, NOON + 7 * HOUR, QUAY, [PETRA], host=True)
    head.manners.decided("close", True)
    head.routines.learn(
        Piece("mending nets", QUAY, RACK, 60), [Step("mending", 10, QUAY, RACK, "", "")], NOON - DAY, DAY
    )
    head.state.notice.things = {STOVE: OddThing("burning", usable=False)}
    head.people.see(PETRA, NOON - 8, noted=True)
    head.state.morning.low, head.state.morning.mood = True, "grey"
    return head


# --- reading changes nothing


def against(head: Head) -> object:
    block = Block(NOON, NOON + HOUR, "cooking", STOVE, company=(PETRA,))
    step = Step("cooking", 10, KITCHEN, STOVE, "", "")
    return circumstances.against(thought(head, sees(WEN), sees_thing()), block, [step])


@pytest.mark.parametrize(
    "look",
    [
        lambda head: head.recall(NOON, ["Nell's lamp"], [NELL]),
        lambda head: interview(head, NOON, "What do you know of Nell and her lamp?"),
        against,
        lambda head: head.card(),
        lambda head: (head.promises(NOON), head.engagements(NOON), head.usual(), head.spots()),
        lambda head: (head.known_people([NELL]), head.known_places(["Boat Shed"]), head.spoken_of(["Nell"])),
        lambda head: head.keep(),
    ],
)
def test_looking_at_a_head_changes_nothing_in_it(look: Callable[[Head], object]) -> None:
    """Rule C5: an interview leaves no trace."""
    head = full()
    before = kept(head)
    assert look(head)
    assert kept(head) == before
    assert [memory.kind for memory in head.fresh] == ["seed", "news", "saw"]


def test_recalled_memories_are_fresh_again_and_looked_up_ones_are_not() -> None:
    head = full()
    looked_up = head.recall(NOON, ["Nell's lamp"], [NELL], n=1)
    assert [each.last_recalled for each in head.memories.all()] == [-1, NOON - 9, NOON - 8]
    found = head.bring_to_mind(NOON, ["Nell's lamp"], [NELL], n=1)
    assert found == looked_up
    assert [each.number for each in found] == [2]
    assert [each.last_recalled for each in head.memories.all()] == [-1, NOON, NOON - 8]


def test_some_memories_can_be_left_out() -> None:
    head = full()
    assert [each.number for each in head.recall(NOON, ["Nell's lamp"], [NELL], 1, but=[2])] == [1]
    assert [each.number for each in head.bring_to_mind(NOON, ["Nell's lamp"], [NELL], 1, but=[2])] == [1]
    assert len(head.recall(NOON, ["Nell's lamp"])) == 3


# --- remembering


def test_a_memory_is_stored_with_all_its_fields_and_is_fresh() -> None:
    head = head_of()
    number = head.remember(
        NOON,
        "news",
        LAMP,
        about=[NELL],
        importance=9,
        place=QUAY,
        source=PETRA,
        talk="a talk",
        evidence=[7],
        private=True,
    )
    assert head.fresh == [Memory("news", LAMP, (NELL,), 9, number, QUAY, PETRA, "a talk", (7,), True)]
    record = head.memories.find(number)
    assert record is not None
    assert (record.tick, record.known_to) == (NOON, {PETRA})


def test_a_memory_has_low_importance_by_default() -> None:
    head = head_of()
    head.remember(NOON, "saw", "A gull.")
    assert head.fresh == [Memory("saw", "A gull.", (), 2, 1)]


def test_a_memory_is_found_by_its_very_words() -> None:
    head = full()
    assert head.find_text(LAMP) == 2
    assert head.find_text(LAMP.lower()) is None


def test_a_memory_is_spoken_of_with_who_told_it_and_who_of_those_present_knows_it() -> None:
    head = full()
    record = head.memories.find(2)
    assert record is not None
    assert head.as_recalled(NOON, record, [0.5], [NELL, PETRA]) == {
        "id": 2,
        "kind": "news",
        "text": LAMP,
        "when": "Saturday 11:58",
        "about": [NELL],
        "importance": 9,
        "source": PETRA,
        "known_to": [NELL, PETRA],
        "private": False,
        "scores": [0.5],
    }
    own = head.memories.find(3)
    assert own is not None
    told = head.as_recalled(NOON, own)
    assert (told["source"], told["private"], told["known_to"], told["scores"]) == ("me", True, [], [])


def test_a_memory_says_how_sure_it_is_who_was_there_and_who_must_not_hear_it_where_that_matters() -> None:
    head = head_of()
    number = head.remember(NOON, "news", LAMP, source=PETRA, secret_from=[NELL], witnesses=[PETRA], certainty="rumour")
    assert head.fresh == [
        Memory(
            "news",
            LAMP,
            number=number,
            importance=2,
            source=PETRA,
            secret_from=(NELL,),
            witnesses=(PETRA,),
            certainty="rumour",
        )
    ]
    record = head.memories.find(number)
    assert record is not None
    told = head.as_recalled(NOON, record)
    assert (told["secret_from"], told["witnesses"], told["certainty"]) == ([NELL], [PETRA], "rumour")


def test_recollections_carry_their_scores_and_leave_out_forgotten_memories() -> None:
    head = full()
    found = head.recall(NOON, ["Nell's lamp"], [NELL])
    assert [each["id"] for each in head.recalled(NOON, found)] == [each.number for each in found]
    assert head.recalled(NOON, found, [PETRA])[0]["scores"] == found[0].scores()
    assert head.recalled(NOON, found[:1], [PETRA])[0]["known_to"] == [PETRA]
    assert head_of().recalled(NOON, found) == []


@pytest.mark.parametrize(("tick", "said"), [(NOON, "Saturday 12:00"), (0, "Friday 07:00"), (-1, "")])
def test_memories_from_before_the_run_have_no_hour(tick: int, said: str) -> None:
    assert head_of().when(tick) == said


# --- the contents of questions


def test_the_card_describes_the_person_and_follows_their_concerns() -> None:
    head = head_of()
    card = head.card()
    assert (card["id"], card["name"], card["called"], card["age"], card["pronoun"]) == (
        IVO,
        "Ivo Marsh",
        "Ivo",
        38,
        "he",
    )
    assert (card["traits"], card["style"], card["home"]) == (["taciturn", "steady", "gentle"], "gruff", "Marsh house")
    assert (card["work"], card["language"]) == ("fisherman, The Quay", "en")
    assert card["biography"] == head.character.biography
    assert card["manner"] == head.character.manner
    assert (card["concerns"], card["goals"]) == (list(head.character.concerns), list(head.character.goals))
    assert head.card() is card
    head.state.morning.concerns = ["the plank"]
    assert head.card()["concerns"] == ["the plank"]


def test_the_moment_says_where_they_are_and_what_they_do() -> None:
    head = head_of()
    now = head.now(moment(deed=Deed("mending nets")))
    assert now == {
        "date": "2023-03-11",
        "weekday": 5,
        "time": "12:00",
        "place": "The Quay",
        "doing": "mending nets",
        "season": "spring",
        "daylight": True,
    }
    head.state.doing.heading = STOVE
    assert head.now(moment(deed=Deed("mending nets")))["doing"] == "mending nets"
    assert head.now(moment())["doing"] == "on the way to Marsh house, kitchen"
    head.state.doing.heading = ""
    outdoors = head.now(moment(room=None))
    assert (outdoors["doing"], outdoors["place"]) == ("", "")


def test_a_promise_is_put_into_words() -> None:
    head = full()
    (said,) = head.promises(NOON)
    assert said == {
        "id": 1,
        "what": "hosting Lantern Night",
        "date": "2023-03-11",
        "start": "17:00",
        "end": "19:00",
        "place": QUAY,
        "place_name": "The Quay",
        "company": [PETRA],
        "host": True,
    }
    assert [each["what"] for each in head.engagements(NOON)] == ["helping Nell", "hosting Lantern Night"]


def test_at_most_six_promises_are_considered() -> None:
    head = head_of()
    for n in range(8):
        head.calendar.add(f"promise {n}", NOON + n * HOUR, NOON + n * HOUR + 9, "", [])
    assert [each["what"] for each in head.promises(NOON)] == [f"promise {n}" for n in range(6)]
    assert len(head.promises(NOON, 3)) == 3


def test_the_usual_day_is_told_by_its_hours() -> None:
    usual = head_of().usual()
    assert usual[0] == {
        "start": "04:15",
        "end": "04:30",
        "what": "washing in cold water",
        "place": "Marsh house:bathroom:bathroom sink",
    }
    assert len(usual) == 11


def test_known_and_mentioned_places_can_be_named() -> None:
    head = head_of()
    head.state.notice.places = [SectorId("The Quay"), SectorId("Marsh house")]
    assert [each["id"] for each in head.known_places()] == [QUAY, KITCHEN]
    assert [each["name"] for each in head.known_places(["To the Lighthouse,", "from The Quay."])] == [
        "The Quay",
        "Marsh house",
        "Lighthouse",
    ]


def test_known_and_requested_people_can_be_named() -> None:
    head = head_of()
    assert [each["id"] for each in head.known_people()] == [PETRA, BRAM, NELL, NEWCOMER, WEN]
    assert [each["id"] for each in head.known_people([VISITOR, NELL], 3)] == [VISITOR, NELL, PETRA]
    assert head.named(PETRA) == {"id": PETRA, "name": "Petra Marsh", "called": "Petra", "tie": "my wife, the baker"}
    assert head.named(VISITOR) == {"id": VISITOR, "name": "Ada", "called": "Ada"}


def test_mentioned_people_are_found_except_the_person_themself() -> None:
    assert head_of().spoken_of(["Ivo met Nell.", "Then Petra came."]) == [NELL, PETRA]


def test_any_room_at_home_and_work_and_public_rooms_elsewhere_can_be_chosen() -> None:
    head = head_of()
    head.state.notice.places = [
        SectorId("Lighthouse"),
        SectorId("Marsh house"),
        SectorId("The Quay"),
        SectorId("The Salt Loaf"),
    ]
    spots = {spot["id"]: spot["mine"] for spot in head.spots()}
    home = {f"Marsh house:{room}": True for room in ("bedroom", "kitchen", "bathroom", "garden")}
    assert spots == {**home, QUAY: True, BAKERY: False, RoomId("The Salt Loaf:pantry"): False}


def test_chance_depends_on_seed_person_tick_and_purpose() -> None:
    """Rule E3."""
    head, other = head_of(), head_of(PETRA)
    drawn = [
        head.draw(1, "a").bits(),
        head.draw(2, "a").bits(),
        head.draw(1, "b").bits(),
        other.draw(1, "a").bits(),
    ]
    assert len(set(drawn)) == 4
    assert head.draw(1, "a").bits() == drawn[0]


# --- storing


def test_all_of_a_head_is_restored_from_storage() -> None:
    head = full()
    knows(head, WEN, closeness=9)
    head.state.morning.concerns = ["the plank"]
    other = head_of()
    other.card()
    ticks = [record.tick for record in head.memories.all()]
    other.restore(kept(head), list(zip(ticks, head.fresh, strict=True)))
    assert other.keep() == head.keep()
    assert other.state == head.state
    assert other.card() == head.card()
    assert [record.text for record in other.memories.all()] == [record.text for record in head.memories.all()]


def test_a_head_begins_with_the_habits_it_is_given() -> None:
    head, other = full(), head_of()
    other.take_along({})
    assert len(other.routines) == 0
    other.take_along({"blocks": head.routines.keep()[1], "manners": head.manners.keep()})
    assert (len(other.routines), other.manners.keep()) == (1, {"close": [1, 0]})


def test_a_head_knows_home_and_usual_places_from_the_start() -> None:
    head = head_of()
    assert head.state.notice.places == sorted({head.character.home, *head.character.places})
    assert head.state.morning.concerns == list(head.character.concerns)
    assert head.memories.ticks_per_hour == HOUR
    assert MIDNIGHT == 17 * HOUR
