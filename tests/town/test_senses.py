"""What people sense. Rules: W2, M1."""

from milkwood.ids import PersonId, TalkId
from milkwood.town import events as happened
from milkwood.town.acts import OUTSIDE
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.percepts import Hears, InnerVoice, InTalk, Moment, Prevented, Reminder, SeesPerson, SeesThing
from milkwood.town.senses import sense
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from tests.town.conftest import BED, GARDEN, STOVE, make_map

MAP = make_map()
ADA, BEN, CAT = PersonId("ada"), PersonId("ben"), PersonId("cat")


def town() -> Town:
    places = {ADA: Tile(2, 2), BEN: Tile(4, 2), CAT: Tile(6, 3)}
    return Town(MAP).fold(Happening(BEFORE_TIME, who, 0, happened.Entered(tile)) for who, tile in places.items())


def senses_of(place: Town, person: PersonId, tick: int = 0, **more: list[happened.Event]) -> Moment:
    return sense(place, person, tick, others=[ADA, BEN, CAT], felt=more.get("felt", ()))


def test_a_person_sees_people_and_things_of_the_same_room_with_what_they_do() -> None:
    place = town()
    place.apply(Happening(0, BEN, 0, happened.DeedBegan(Deed("reading", "📖"), Tile(4, 2))))
    moment = senses_of(place, ADA, 1)
    assert moment.percepts == (
        SeesPerson(BEN, Tile(4, 2), 2, Deed("reading", "📖"), walking=False, talk=None),
        SeesThing(BED, "idle", 0),
        SeesThing(STOVE, "idle", 2),
    )
    assert moment.room == "west house:room"


def test_a_person_does_not_see_the_future() -> None:
    place = town()
    place.apply(Happening(5, BEN, 0, happened.ThingChanged(STOVE, "burning")))
    assert SeesThing(STOVE, "idle", 2) in senses_of(place, ADA, 5).percepts
    assert SeesThing(STOVE, "burning", 2, since=6) in senses_of(place, ADA, 6).percepts


def test_a_sleeper_senses_nothing_but_an_inner_voice() -> None:
    place = town()
    place.apply(Happening(0, ADA, 0, happened.DeedBegan(Deed("sleeping", asleep=True), Tile(2, 2))))
    assert senses_of(place, ADA, 1).percepts == ()
    whispered: list[happened.Event] = [happened.Whispered("The cafe is on fire.")]
    assert senses_of(place, ADA, 1, felt=whispered).percepts == (InnerVoice("The cafe is on fire."),)


def test_a_person_hears_the_line_just_said_and_knows_whose_turn_it_is() -> None:
    place, talk = town(), TalkId("0-ada")
    place.fold(
        [Happening(0, ADA, 0, happened.TalkBegan(talk, BEN)), Happening(1, ADA, 0, happened.Said(talk, "Hello."))]
    )
    assert senses_of(place, BEN, 2).percepts[:2] == (Hears(talk, ADA, "Hello."), InTalk(talk, (ADA,), True, 1))
    assert senses_of(place, ADA, 2).percepts[0] == InTalk(talk, (BEN,), False, 1)
    assert senses_of(place, BEN, 3).percepts[0] == InTalk(talk, (ADA,), True, 1), "a line is heard once"
    onlooker = senses_of(place, CAT, 2)
    assert not any(isinstance(percept, Hears | InTalk) for percept in onlooker.percepts)


def test_a_person_perceives_a_refused_deed() -> None:
    refused: list[happened.Event] = [happened.Refused("Do", "somebody is using it")]
    assert Prevented("Do", "somebody is using it") in senses_of(town(), ADA, 1, felt=refused).percepts


# --- attention


def on_the_green(*columns: int) -> Town:
    """Ada on the third tile of the green, and others in these columns, named in order."""
    people = {ADA: 2, **{PersonId(f"p{number}"): x for number, x in enumerate(columns)}}
    return Town(MAP).fold(Happening(BEFORE_TIME, who, 0, happened.Entered(Tile(x, 7))) for who, x in people.items())


def attended(place: Town, limit: int, tick: int = 0) -> list[str]:
    """People and things that Ada perceives, in order."""
    moment = sense(place, ADA, tick, others=place.people(tick), attention=limit)
    seen = [each for each in moment.percepts if isinstance(each, SeesPerson | SeesThing)]
    return [each.person if isinstance(each, SeesPerson) else each.thing for each in seen]


def test_only_the_nearest_are_perceived_and_in_the_order_in_which_all_would_be() -> None:
    place = on_the_green(8, 4, 7, 3)
    assert attended(place, 4) == ["p0", "p1", "p2", "p3", GARDEN]
    assert attended(place, 3) == ["p1", "p2", "p3", GARDEN]
    assert attended(place, 1) == ["p3", GARDEN]


def test_at_equal_distance_people_come_before_things_then_by_id() -> None:
    place = on_the_green(1, 3, 1)
    place.apply(Happening(0, OUTSIDE, 0, happened.ThingChanged(GARDEN, "dug over")))
    assert attended(place, 4, 1) == ["p0", "p1", "p2", GARDEN]
    assert attended(place, 3, 1) == ["p0", "p1", "p2"]
    assert attended(place, 2, 1) == ["p0", "p1"]


def test_a_thing_that_is_not_idle_competes_with_people() -> None:
    place = on_the_green(5)
    assert attended(place, 1) == ["p0", GARDEN]
    place.apply(Happening(0, OUTSIDE, 0, happened.ThingChanged(GARDEN, "dug over")))
    assert attended(place, 1, 1) == [GARDEN]


def test_partners_in_a_talk_are_always_perceived_outside_the_limit() -> None:
    place = on_the_green(4, 3, 9)
    place.apply(Happening(0, ADA, 0, happened.TalkBegan(TalkId("0-ada"), PersonId("p2"))))
    assert attended(place, 1, 1) == ["p1", "p2", GARDEN]


def test_the_thing_in_use_is_always_perceived_outside_the_limit() -> None:
    place = on_the_green(9)
    place.apply(Happening(0, OUTSIDE, 0, happened.ThingChanged(GARDEN, "dug over")))
    place.apply(Happening(0, ADA, 0, happened.DeedBegan(Deed("digging", thing=GARDEN), Tile(3, 7))))
    assert attended(place, 1, 1) == ["p0", GARDEN]


def test_percepts_about_the_person_themself_are_never_cut() -> None:
    place, talk = on_the_green(3, 4), TalkId("0-p0")
    place.fold(
        [
            Happening(0, PersonId("p0"), 0, happened.TalkBegan(talk, ADA)),
            Happening(1, PersonId("p0"), 0, happened.Said(talk, "Hello.")),
        ]
    )
    felt: list[happened.Event] = [
        happened.Whispered("Be kind."),
        happened.Refused("Do", "it is out of reach"),
        happened.Reminded(("So.",)),
    ]
    moment = sense(place, ADA, 2, others=place.people(2), felt=felt, attention=1)
    kinds = [type(percept) for percept in moment.percepts]
    assert kinds == [InnerVoice, Prevented, Reminder, Hears, InTalk, SeesPerson, SeesPerson, SeesThing]
