"""Inputs as they are recorded. Rule C1."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.engine import inputs
from milkwood.engine.inputs import MAX_TEXT_CHARACTERS, act_of, checked, input_of
from milkwood.engine.keeper import Input
from milkwood.errors import SetupError
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.town import acts
from milkwood.town.acts import Key, Touch, UserAct
from milkwood.town.tile import Tile
from tests.engine.village import MAPS

ADA, BEN, YOU = PersonId("ada"), PersonId("ben"), PersonId("you")
MAP = MAPS["village"]()
THING = sorted(MAP.things)[0]

texts = st.text(st.characters(exclude_categories=["Cs"]))
people = st.sampled_from([ADA, BEN])
tiles = st.builds(Tile, st.integers(0, 99), st.integers(0, 99))
profiles = st.dictionaries(texts, st.none() | st.integers() | texts | st.lists(texts, max_size=3), max_size=3)
anything: st.SearchStrategy[UserAct] = st.one_of(
    st.builds(acts.Whisper, people, texts),
    st.builds(acts.Remind, people, st.lists(texts, max_size=3).map(tuple)),
    st.builds(acts.Tell, people, texts, texts),
    st.builds(acts.Announce, texts, texts.map(RoomId), st.integers(0, 9999)),
    st.builds(acts.Change, texts.map(ThingId), texts),
    st.builds(acts.Arrive, people, tiles, profiles),
    st.builds(acts.Remove, people),
    st.builds(acts.Enter, people, tiles, texts, st.integers(0, 99)),
    st.builds(acts.Exit, people),
    st.builds(acts.Move, people, st.sampled_from("ulrd")),
    st.builds(acts.Stand, people),
    st.builds(acts.Speak, people, texts, st.booleans()),
    st.builds(acts.Pause, st.booleans()),
)


@given(anything, st.integers(0, 9999))
def test_an_act_comes_back_from_json_as_it_was(act: UserAct, tick: int) -> None:
    given = input_of(tick, act)
    kept = json.loads(json.dumps(given.content))
    assert act_of(Input(tick, given.kind, given.person, kept)) == act


def test_every_act_has_a_kind_of_its_own() -> None:
    classes = {*get_args(Key), *get_args(Touch), acts.Pause}
    assert set(inputs._KINDS) == classes
    assert len(inputs._READERS) == len(classes)


@pytest.mark.parametrize(
    ("kind", "content", "why"),
    [
        ("earthquake", {}, "unknown kind: “earthquake”.*newer one"),
        ("whisper", {}, "“whisper” cannot be read"),
        ("move", {"step": "north"}, "“north” is not a step"),
        ("enter", {"tile": [1], "name": "", "idle_ticks": 0}, "cannot be read"),
    ],
)
def test_unknown_inputs_are_refused_and_never_ignored(kind: str, content: dict[str, Any], why: str) -> None:
    with pytest.raises(SetupError, match=f"(?s)input at tick 7.*{why}"):
        act_of(Input(7, kind, ADA, content))


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (acts.Whisper(BEN, "hi"), "“ben” is not in the town. There are: ada, you."),
        (acts.Whisper(ADA, " \n"), "nothing to say"),
        (acts.Tell(BEN, "Sam", "hi"), "“ben” is not in the town"),
        (acts.Tell(ADA, " ", "hi"), "nothing to say"),
        (acts.Announce("A dance.", RoomId("nowhere:at all"), 9), "There is no place “nowhere:at all”"),
        (acts.Remind(BEN, ("hi",)), "“ben” is not in the town"),
        (acts.Remind(ADA, ()), "nothing to say"),
        (acts.Remind(ADA, ("hi", " ")), "nothing to say"),
        (acts.Whisper(ADA, "x" * (MAX_TEXT_CHARACTERS + 1)), "4,001 characters. Write at most 4,000"),
        (acts.Change(ThingId("no:such:thing"), "odd"), "There is no thing “no:such:thing”"),
        (acts.Change(THING, ""), "nothing to say"),
        (acts.Arrive(ADA, Tile(0, 0)), "“ada” is in the town already"),
        (acts.Arrive(PersonId("Big Ben"), Tile(0, 0)), "“Big Ben” cannot be an id"),
        (acts.Enter(BEN, Tile(1, 5)), "Nobody can stand on the tile 1,5"),
        (acts.Enter(BEN, Tile(-1, 0)), "Nobody can stand on the tile -1,0"),
        (acts.Remove(BEN), "“ben” is not in the town"),
        (acts.Exit(ADA), "“ada” is not an avatar"),
        (acts.Move(ADA, "u"), "“ada” is not an avatar"),
        (acts.Speak(YOU, ""), "nothing to say"),
    ],
)
def test_what_cannot_be_done_is_explained(act: UserAct, why: str) -> None:
    with pytest.raises(SetupError) as error:
        checked(act, MAP, {ADA, YOU}, {YOU})
    assert why in error.value.sentence()


@pytest.mark.parametrize(
    "act",
    [
        acts.Whisper(ADA, "hi"),
        acts.Change(THING, "burning"),
        acts.Arrive(BEN, Tile(0, 0)),
        acts.Enter(BEN, Tile(0, 0)),
        acts.Remove(ADA),
        acts.Remove(YOU),
        acts.Exit(YOU),
        acts.Move(YOU, "u"),
        acts.Speak(YOU, "hello"),
        acts.Pause(),
    ],
)
def test_what_can_be_done_is_not_refused(act: UserAct) -> None:
    checked(act, MAP, {ADA, YOU}, {YOU})
