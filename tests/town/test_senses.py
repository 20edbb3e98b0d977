"""What people sense. Rules: W2, M1."""

from milkwood.ids import PersonId, TalkId
from milkwood.town import events as happened
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.percepts import Hears, InnerVoice, InTalk, Moment, Prevented, SeesPerson, SeesThing
from milkwood.town.senses import attended, sense
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from tests.town.conftest import BED, STOVE, make_map

MAP = make_map()
ADA, BEN, CAT = PersonId("ada"), PersonId("ben"), PersonId("cat")


def town() -> Town:
    places = {ADA: Tile(2, 2), BEN: Tile(4, 2), CAT: Tile(6, 3)}
    return Town(MAP).fold(Happening(BEFORE_TIME, who, 0, happened.Entered(tile)) for who, tile in places.items())


def senses_of(place: Town, person: PersonId, tick: int = 0, **more: list[happened.Event]) -> Moment:
    return sense(place, person, tick, others=[ADA, BEN, CAT], felt=more.get("felt", ()))


def test_one_sees_people_and_things_of_the_same_room_with_what_they_do() -> None:
    place = town()
    place.apply(Happening(0, BEN, 0, happened.DeedBegan(Deed("reading", "📖"), Tile(4, 2))))
    moment = senses_of(place, ADA, 1)
    assert moment.percepts == (
        SeesPerson(BEN, Tile(4, 2), 2, Deed("reading", "📖"), walking=False, talk=None),
        SeesThing(BED, "idle", 0),
        SeesThing(STOVE, "idle", 2),
    )
    assert moment.room == "west house:room"


def test_one_does_not_see_what_will_be() -> None:
    place = town()
    place.apply(Happening(5, BEN, 0, happened.ThingChanged(STOVE, "burning")))
    assert SeesThing(STOVE, "idle", 2) in senses_of(place, ADA, 5).percepts
    assert SeesThing(STOVE, "burning", 2) in senses_of(place, ADA, 6).percepts


def test_a_sleeper_senses_nothing_but_an_inner_voice() -> None:
    place = town()
    place.apply(Happening(0, ADA, 0, happened.DeedBegan(Deed("sleeping", asleep=True), Tile(2, 2))))
    assert senses_of(place, ADA, 1).percepts == ()
    whispered: list[happened.Event] = [happened.Whispered("The cafe is on fire.")]
    assert senses_of(place, ADA, 1, felt=whispered).percepts == (InnerVoice("The cafe is on fire."),)


def test_one_hears_the_line_just_said_and_knows_whose_turn_it_is() -> None:
    place, talk = town(), TalkId("0-ada")
    place.fold(
        [Happening(0, ADA, 0, happened.TalkBegan(talk, BEN)), Happening(1, ADA, 0, happened.Said(talk, "Hello."))]
    )
    assert senses_of(place, BEN, 2).percepts[:2] == (Hears(talk, ADA, "Hello."), InTalk(talk, (ADA,), True, 1))
    assert senses_of(place, ADA, 2).percepts[0] == InTalk(talk, (BEN,), False, 1)
    assert senses_of(place, BEN, 3).percepts[0] == InTalk(talk, (ADA,), True, 1), "a line is heard once"
    onlooker = senses_of(place, CAT, 2)
    assert not any(isinstance(percept, Hears | InTalk) for percept in onlooker.percepts)


def test_one_feels_what_one_was_prevented_from() -> None:
    refused: list[happened.Event] = [happened.Refused("Do", "somebody is using it")]
    assert Prevented("Do", "somebody is using it") in senses_of(town(), ADA, 1, felt=refused).percepts


def test_attention_keeps_what_concerns_oneself_and_the_nearest_of_the_rest() -> None:
    seen = tuple(SeesThing(BED, "idle", away) for away in (5, 1, 4, 2))
    moment = Moment(0, Tile(0, 0), None, None, False, (*seen, InnerVoice("hm")))
    assert attended(moment, 2) == (InnerVoice("hm"), seen[1], seen[3])
    assert len(attended(moment)) == 5
