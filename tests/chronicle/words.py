"""Arbitrary contents of a chronicle, for Hypothesis."""

from hypothesis import strategies as st

from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.mind.port import Memory
from milkwood.questions.terms import CERTAINTIES
from milkwood.town import events as happened
from milkwood.town.body import Body, Bound, Deed, Onward, Standing, Walking
from milkwood.town.events import Event, Happening
from milkwood.town.places import IDLE, WHILE_USED_TICK, ThingState
from milkwood.town.talk import Line, Talk
from milkwood.town.tile import STEPS, Route, Tile
from milkwood.town.town import Scene

texts = st.text(max_size=30)
slugs = st.from_regex(r"[a-z0-9]{1,6}(_[a-z0-9]{1,6})?", fullmatch=True)
people = slugs.map(PersonId)
talk_ids = st.builds(lambda tick, person: TalkId(f"{tick}-{person}"), st.integers(0, 9999), people)
things = texts.map(ThingId)
tiles = st.builds(Tile, st.integers(0, 300), st.integers(0, 300))
ticks = st.integers(-1, 10_000)


def _walk(start: Tile, letters: list[str]) -> Route:
    way = [start]
    for letter in letters:
        dx, dy = STEPS[letter]
        way.append(Tile(way[-1].x + dx, way[-1].y + dy))
    return Route(tuple(way))


routes = st.builds(_walk, tiles, st.lists(st.sampled_from(sorted(STEPS)), max_size=12))
deeds = st.builds(
    Deed,
    what=texts,
    emoji=texts,
    at=st.none() | texts.map(RoomId),
    thing=st.none() | things,
    effect=texts,
    note=texts,
    asleep=st.booleans(),
    busy=st.booleans(),
    stays=st.integers(0, 9999),
    house=st.integers(0, 9999),
)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(happened.Entered, tiles, st.none() | deeds),
    st.builds(happened.Departed, people),
    st.builds(happened.SetOff, routes, st.integers(0, 9999)),
    st.builds(happened.SetOff, routes, *[st.integers(0, 99), routes, *[st.integers(0, 99)] * 3]),
    st.builds(happened.Halted, tiles),
    st.builds(happened.DeedBegan, deeds, tiles),
    st.builds(happened.DeedBegan, deeds, tiles, routes, st.integers(0, 99), st.integers(0, 99)),
    st.builds(happened.DeedEnded, deeds),
    st.builds(happened.ThingChanged, things, texts, st.booleans()),
    st.builds(happened.TalkBegan, talk_ids, people),
    st.builds(happened.Joined, talk_ids),
    st.builds(happened.Said, talk_ids, texts, st.integers(0, 99), st.booleans()),
    st.builds(happened.Left, talk_ids),
    st.builds(happened.TalkEnded, talk_ids, texts),
    st.builds(happened.Refused, texts, texts),
    st.builds(happened.Whispered, texts),
    st.builds(happened.Reminded, st.lists(texts, max_size=3).map(tuple)),
    st.builds(happened.Told, texts, texts),
    st.builds(happened.Told, texts, texts, texts.map(RoomId), st.integers(0, 9999)),
    st.builds(happened.Announced, texts, texts.map(RoomId), st.integers(0, 9999)),
)
happenings = st.builds(Happening, ticks, people, st.integers(0, 3), events)
motions = st.builds(Standing, tiles) | st.builds(Walking, ticks, routes)
until = st.integers(0, 9999)
onwards = st.builds(Onward, until, texts.map(RoomId), routes, until)
promises = st.builds(Bound, until, texts.map(RoomId), st.none() | routes, st.none() | onwards, until)
bodies = st.builds(Body, motions, st.none() | deeds, st.none() | talk_ids, st.none() | promises)
lines = st.builds(Line, people, texts, ticks, st.booleans())
talks = st.builds(
    Talk,
    id=talk_ids,
    members=st.lists(people, max_size=4).map(tuple),
    turn=people,
    lines=st.integers(0, 16),
    last=st.none() | lines,
    over=st.booleans(),
)
memories = st.builds(
    Memory,
    texts,
    texts,
    st.lists(texts, max_size=3).map(tuple),
    st.integers(1, 10),
    st.integers(0, 99),
    texts,
    texts,
    texts,
    st.lists(st.integers(0, 99), max_size=3).map(tuple),
    st.booleans(),
    st.lists(texts, max_size=3).map(tuple),
    st.lists(texts, max_size=3).map(tuple),
    st.sampled_from(CERTAINTIES),
)


thing_states = st.builds(ThingState, texts.filter(lambda words: words != IDLE), st.booleans(), ticks) | st.builds(
    ThingState, texts.filter(lambda words: words != IDLE), st.just(False), st.just(WHILE_USED_TICK)
)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    tick = draw(ticks)
    living = draw(st.dictionaries(people, bodies, max_size=3))
    return Scene(
        tick=tick,
        tiles={person: body.tile(tick) for person, body in living.items()},
        bodies=living,
        states=draw(st.dictionaries(things, thing_states, max_size=3)),
        talks={talk.id: talk for talk in draw(st.lists(talks, max_size=2))},
    )
