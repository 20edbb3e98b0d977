import json

from hypothesis import given
from hypothesis import strategies as st

from milkwood.engine.keeper import OUTSIDE, RestingPerson
from milkwood.ids import PersonId
from milkwood.town.events import Event, Refused, Reminded, Whispered

refusals = st.lists(st.builds(Refused, st.text(), st.text()), max_size=3)
reminders = st.lists(st.builds(Reminded, st.lists(st.text(), max_size=2).map(tuple)), max_size=2)
whispers = st.lists(st.builds(Whispered, st.text()), max_size=3)


@given(st.dictionaries(st.text(), st.text()), st.integers(0, 9999), st.booleans(), refusals, whispers, reminders)
def test_a_person_at_rest_comes_back_from_json_as_they_were(
    mind: dict[str, str], wake: int, roused: bool, refused: list[Event], heard: list[Event], known: list[Event]
) -> None:
    resting = RestingPerson(mind, wake, roused, (*refused, *heard, *known))
    assert RestingPerson.restored(json.loads(json.dumps(resting.keep())), wake) == resting


def test_an_outside_hand_comes_after_everyone_in_the_order_of_a_tick() -> None:
    assert all(person < OUTSIDE for person in (PersonId("ann"), PersonId("zoe_9"), PersonId("z")))
