import json
from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.chronicle import codec
from milkwood.mind.port import Memory
from milkwood.plain import canonical, in_order
from milkwood.town import events as happened
from milkwood.town.body import Body, Bound, Deed, Onward, Standing, Walking
from milkwood.town.events import BodyEvent, Event, Happening, TalkEvent
from milkwood.town.places import ThingState
from milkwood.town.talk import Line, Talk
from milkwood.town.town import Scene
from tests.chronicle import words

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def through_json(plain: codec.PlainRecord) -> codec.PlainRecord:
    loaded: codec.PlainRecord = json.loads(canonical(plain))
    return loaded


@given(words.events)
def test_every_event_comes_back_as_it_was(event: Event) -> None:
    kind, content = codec.event_to_plain(event)
    assert codec.event_from_plain(kind, through_json(content)) == event


@given(words.bodies)
def test_every_body_comes_back_as_it_was(body: Body) -> None:
    assert codec.body_from_plain(through_json(codec.body_to_plain(body))) == body


@given(words.talks)
def test_every_talk_comes_back_as_it_was(talk: Talk) -> None:
    assert codec.talk_from_plain(through_json(codec.talk_to_plain(talk))) == talk


@given(words.scenes())
def test_every_scene_comes_back_as_it_was(scene: Scene) -> None:
    assert codec.scene_from_plain(through_json(codec.scene_to_plain(scene))) == scene


@given(words.memories)
def test_every_memory_comes_back_as_it_was(memory: Memory) -> None:
    plain = through_json(codec.memory_to_plain(memory))
    lists = {name: tuple(value) for name, value in plain.items() if isinstance(value, list)}
    assert Memory(**{**plain, **lists}) == memory


def test_the_vocabulary_holds_every_kind_of_event_and_no_other() -> None:
    classes = {*get_args(BodyEvent), *get_args(TalkEvent)} | {
        kind for kind in get_args(Event) if kind not in (BodyEvent, TalkEvent)
    }
    assert set(codec._WORDS) == classes
    assert len(codec._BY_KIND) == len(classes)


FIELDS = {
    Deed: "what emoji at thing effect note asleep busy stays house",
    Bound: "until room way onward house",
    Onward: "until room way house",
    Body: "motion deed talk bound",
    Standing: "tile",
    Walking: "since route",
    ThingState: "words presses since",
    Line: "speaker text tick small_talk",
    Talk: "id members turn lines last over",
    Memory: "kind text about importance number place source talk evidence private secret_from witnesses certainty",
    Scene: "tick tiles bodies states talks",
    Happening: "tick person sequence event",
    happened.Entered: "tile deed",
    happened.Departed: "whom",
    happened.SetOff: "route stays then then_stays house then_house",
    happened.Halted: "tile",
    happened.DeedBegan: "deed tile then then_stays then_house",
    happened.DeedEnded: "deed",
    happened.ThingChanged: "thing state presses",
    happened.TalkBegan: "talk partner",
    happened.Joined: "talk",
    happened.Said: "talk text stays small_talk",
    happened.Left: "talk",
    happened.TalkEnded: "talk why",
    happened.Refused: "tried why until",
    happened.Whispered: "text",
    happened.Told: "text by room start",
    happened.Announced: "text room start",
}


@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
def test_no_field_is_forgotten(kind: type[Any]) -> None:
    """A field with a default would be lost silently: every new field is added to the codec and to `words`."""
    assert [entry.name for entry in fields(kind)] == FIELDS[kind].split()


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind of event “danced”"):
        codec.event_from_plain("danced", {})


@given(anything)
def test_any_text_can_be_stored_and_read(content: object) -> None:
    for text in (canonical(content), in_order(content)):
        assert json.loads(text.encode().decode()) == content
        assert "\n" not in text


def test_half_a_surrogate_pair_as_models_write_them_survives() -> None:
    content = {"b": "好\ud83d", "a": 1}
    assert json.loads(canonical(content).encode()) == content
    assert list(json.loads(in_order(content).encode())) == ["b", "a"]


def test_equal_contents_have_one_canonical_spelling() -> None:
    assert canonical({"b": 1, "a": "好"}) == canonical({"a": "好", "b": 1}) == '{"a":"好","b":1}'
