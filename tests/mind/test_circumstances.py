"""When a routine is followed and when not: the place, the thing, the bath, company, promises and mood."""

import asyncio
from dataclasses import replace

import pytest

from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind import breakdown, circumstances
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.state import OddThing
from milkwood.mind.thought import Thought
from milkwood.models.port import Content, Question, QuestionId
from milkwood.questions.kind import AskT, Kind, ReplyT
from milkwood.run.minds import MindFactory
from milkwood.town.body import Deed
from milkwood.town.percepts import Moment, Percept, SeesPerson, SeesThing
from milkwood.town.tile import Tile
from milkwood.towns import load
from milkwood.towns.shelf import find

PACK = load(find("gull_quay").folder)
IVO, PETRA = PersonId("ivo_marsh"), PersonId("petra_marsh")
HOUR = 360
DAY = 24 * HOUR
MIDNIGHT = DAY - 7 * HOUR
NOON = MIDNIGHT + 12 * HOUR


class Asked:
    """An asker that records its questions, and answers with one deed."""

    def __init__(self) -> None:
        self.asked: list[Content] = []
        self.ahead_of: list[Content] = []

    async def ask(self, kind: Kind[AskT, ReplyT], ask: AskT) -> ReplyT:
        assert kind.name == "break_down"
        self.asked.append(kind.content(ask))
        return kind.read_back({"deeds": [{"what": "something else", "minutes": 10, "tool": ""}]})

    def ahead(self, kind: Kind[AskT, ReplyT], ask: AskT, due: int) -> Question:
        assert due > 0
        self.ahead_of.append(kind.content(ask))
        return Question(QuestionId(IVO, 0, kind.name, 0), kind.content(ask))

    async def collect(self, kind: Kind[AskT, ReplyT], question: Question) -> ReplyT:
        raise AssertionError(kind, question)


def head_for(person: PersonId) -> Head:
    factory = MindFactory(PACK, PACK.clock, PACK.languages[0], 1, shelf=lambda _person: ())
    head = factory.mind(PACK.people[person]).head
    day = head.state.day
    day.awake, day.midnight, day.bed = True, MIDNIGHT, MIDNIGHT + 22 * HOUR
    return head


def place_of(kind: str) -> ThingId:
    """A thing of this kind in Ivo's house."""
    home = head_for(IVO).character.home
    things = PACK.town_map.things.values()
    return next(each.id for each in things if each.kind.id == kind and PACK.town_map.rooms[each.room].sector == home)


STOVE = place_of("cooking_area")
BATH = next(room for room in head_for(IVO).places.rooms_of(head_for(IVO).character.home) if "bath" in room)


class Case:
    """A person with a routine, about to use it at noon."""

    def __init__(self, what: str, place: str, *company: PersonId, thing: ThingId | None = None) -> None:
        self.head = head_for(IVO)
        self.asker = Asked()
        room = self.head.places.room_of(place)
        assert room is not None
        self.room: RoomId = room
        self.block = Block(NOON, NOON + HOUR, what, place, company=company)
        self.head.state.day.plan, self.head.state.day.block = [self.block], 0
        self.steps = [Step(f"{what} {n}", 10, room, thing, "🙂", "") for n in range(6)]
        piece = breakdown._piece(self.head, self.block, 60)
        self.head.routines.learn(piece, self.steps, NOON - DAY, DAY)

    def thought(self, *percepts: Percept, room: RoomId | None = None) -> Thought:
        moment = Moment(NOON, Tile(0, 0), room, None, False, percepts)
        return Thought(self.head, moment, self.asker)

    def lived(self, *percepts: Percept) -> list[str]:
        """The chosen deeds; by routine if nothing was asked."""
        found = asyncio.run(breakdown.steps_for(self.thought(*percepts), self.block, 60))
        return [each.what for each in found]

    @property
    def by_routine(self) -> bool:
        return not self.asker.asked and self.head.state.breakdown.routine is not None


def sees(person: PersonId, deed: Deed | None = None) -> SeesPerson:
    return SeesPerson(person, Tile(1, 1), 1, deed, False, None)


@pytest.fixture(autouse=True)
def no_rethinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never rethink by chance."""
    monkeypatch.setattr(breakdown, "RETHINK_CHANCE", 0.0)


def test_a_known_block_is_repeated_without_asking_and_says_so() -> None:
    case = Case("mending nets", STOVE)
    told = case.lived()
    assert case.by_routine
    assert all(each.startswith("mending nets") for each in told)
    thought = case.thought()
    breakdown.because(thought)
    assert thought.reason["routine"] == {"made": NOON - DAY, "what": "mending nets", "score": 1.0, "used": 1, "of": ""}


def test_nothing_is_asked_ahead_for_a_routine() -> None:
    case = Case("mending nets", STOVE)
    breakdown.ask_ahead(case.thought(), case.block)
    assert not case.asker.ahead_of
    breakdown.ask_ahead(case.thought(), replace(case.block, what="counting the gulls"))
    assert len(case.asker.ahead_of) == 1


def test_with_routines_off_everything_is_asked() -> None:
    case = Case("mending nets", STOVE)
    case.head.switches = replace(case.head.switches, routines=False)
    assert set(case.lived()) == {"something else", "mending nets"}
    assert not case.by_routine


def test_a_closed_place_is_not_gone_to_by_routine() -> None:
    shop = next(
        room.id
        for room in PACK.town_map.rooms.values()
        if PACK.town_map.sectors[room.sector].hours is not None
        and room.sector in head_for(IVO).state.notice.places
        and not circumstances._is_mine(head_for(IVO), room.id)
    )
    case = Case("buying bread", shop)
    hours = PACK.town_map.sectors[case.head.places.sector_of(shop)].hours
    assert hours is not None
    case.lived()
    assert case.by_routine == (hours.holds(12 * 60) and hours.holds(13 * 60 - 1))
    late = Case("buying bread", shop)
    late.block = Block(MIDNIGHT + 3 * HOUR, MIDNIGHT + 4 * HOUR, "buying bread", shop)
    late.head.state.day.plan = [late.block]
    late.lived()
    assert not late.by_routine
    assert "closed" in late.asker.asked[0]["in_the_way"]


def test_a_burning_stove_is_not_cooked_on_by_routine() -> None:
    case = Case("cooking dinner", STOVE, thing=STOVE)
    case.head.state.notice.things = {STOVE: OddThing("burning", usable=False)}
    case.lived(SeesThing(STOVE, "burning", 2))
    assert not case.by_routine
    asked = case.asker.asked[0]
    assert "burning" in asked["in_the_way"]
    assert STOVE not in {tool["id"] for tool in asked["tools"]}
    assert asked["main_tool"] == ""


def test_a_stove_that_was_last_seen_burning_is_not_counted_on_from_afar() -> None:
    case = Case("cooking dinner", STOVE, thing=STOVE)
    case.head.state.notice.things = {STOVE: OddThing("burning", usable=False)}
    case.lived()
    assert not case.by_routine


def test_a_stove_whose_state_has_changed_is_used() -> None:
    case = Case("cooking dinner", STOVE, thing=STOVE)
    case.head.state.notice.things = {STOVE: OddThing("burning", usable=False)}
    case.lived(SeesThing(STOVE, "wet", 2))
    assert case.by_routine


def test_a_stove_in_an_ordinary_state_is_used() -> None:
    case = Case("cooking dinner", STOVE, thing=STOVE)
    case.head.state.notice.things = {STOVE: OddThing("freshly wiped")}
    case.lived(SeesThing(STOVE, "freshly wiped", 2))
    assert case.by_routine


def test_a_taken_thing_is_not_counted_on() -> None:
    case = Case("cooking dinner", STOVE, thing=STOVE)
    seats = PACK.town_map.things[STOVE].seats
    assert seats > 0
    others = [person for person in PACK.people if person != IVO][:seats]
    case.lived(*(sees(person, Deed("cooking", at=case.room, thing=STOVE)) for person in others))
    assert not case.by_routine


def test_a_taken_bath_is_not_gone_to_by_routine() -> None:
    case = Case("washing", BATH)
    case.lived(sees(PETRA, Deed("washing her hair", at=BATH)))
    assert not case.by_routine


def test_a_bath_that_is_found_taken_on_arrival_ends_the_routine_which_counts_a_failure() -> None:
    case = Case("washing", BATH)
    case.lived()
    assert case.by_routine
    thought = case.thought(sees(PETRA, Deed("washing her hair", at=BATH)), room=BATH)
    found = circumstances.hindered(thought, case.steps[0], case.block, first=True)
    assert found is not None
    breakdown.give_up(thought, found)
    assert case.head.state.breakdown.routine is None
    assert case.head.routines.all()[0].failures == 1
    assert thought.reason["given_up"]


def test_without_the_partner_it_is_not_done_by_routine() -> None:
    case = Case("having dinner", STOVE, PETRA)
    case.lived()
    assert not case.by_routine
    assert "Petra" in case.asker.asked[0]["in_the_way"]
    there = Case("having dinner", STOVE, PETRA)
    there.lived(sees(PETRA))
    assert there.by_routine


def test_a_partner_who_is_not_there_after_all_ends_the_routine() -> None:
    case = Case("having dinner", STOVE, PETRA)
    case.head.people.see(PETRA, NOON - HOUR)
    case.lived()
    assert case.by_routine
    alone = case.thought(room=case.room)
    assert circumstances.hindered(alone, case.steps[0], case.block, first=True) is not None
    together = case.thought(sees(PETRA), room=case.room)
    assert circumstances.hindered(together, case.steps[0], case.block, first=True) is None


def test_a_promise_is_kept_with_thought() -> None:
    case = Case("mending nets", STOVE)
    case.head.calendar.add("mending nets", NOON, NOON + HOUR, "", [PETRA])
    case.block = replace(case.block, promise=0)
    case.lived()
    assert not case.by_routine


def test_after_a_voice_or_important_memory_the_person_thinks() -> None:
    for kind, importance, by_routine in (("voice", 3, False), ("news", 9, False), ("news", 5, True)):
        case = Case("mending nets", STOVE)
        case.head.remember(NOON - 60, kind, "The harbour is on fire.", importance=importance)
        case.lived()
        assert case.by_routine == by_routine


def test_a_person_in_a_bad_mood_does_not_live_by_routine() -> None:
    case = Case("mending nets", STOVE)
    case.head.state.morning.low = True
    case.lived()
    assert not case.by_routine


def test_a_frequent_routine_is_thought_out_again() -> None:
    case = Case("mending nets", STOVE)
    for n in range(5):
        case.head.routines.live_again(1, NOON - DAY + n)
    case.lived()
    assert not case.by_routine
