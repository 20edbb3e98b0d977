"""Events, bodies, talks, scenes and memories as plain JSON, and back.

Invariant: the vocabulary is closed (unknown kinds are refused) and lossless: decoding an encoded value gives an equal
value. Default values are left out, so that rows stay short.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.mind.port import Memory
from milkwood.town import events as happened
from milkwood.town.body import Body, Bound, Deed, Motion, Onward, Standing, Walking
from milkwood.town.events import Event
from milkwood.town.places import WHILE_USED_TICK, ThingState
from milkwood.town.talk import Line, Talk
from milkwood.town.tile import Route, Tile
from milkwood.town.town import Scene

PlainRecord: TypeAlias = dict[str, Any]
"""What JSON can hold."""

# --- events


@dataclass(frozen=True, slots=True)
class _Word:
    """One kind of event: its name in the file, its encoder and its decoder."""

    kind: str
    to_plain: Callable[[Any], PlainRecord]
    from_plain: Callable[[PlainRecord], Event]


def _then(event: happened.DeedBegan | happened.SetOff) -> PlainRecord:
    """Where the person goes next, if announced."""
    if event.then is None:
        return {}
    house = {"then_house": event.then_house} if event.then_house else {}
    return {"then": event.then.say(), "then_stays": event.then_stays, **house}


def _then_from(plain: PlainRecord) -> tuple[Route | None, int]:
    return (Route.parse(plain["then"]), plain["then_stays"]) if "then" in plain else (None, 0)


def _set_off_to_plain(event: happened.SetOff) -> PlainRecord:
    until = {name: tick for name, tick in (("stays", event.stays), ("house", event.house)) if tick}
    return {"route": event.route.say(), **until, **_then(event)}


def _set_off_from_plain(plain: PlainRecord) -> happened.SetOff:
    route, (then, then_stays) = Route.parse(plain["route"]), _then_from(plain)
    return happened.SetOff(
        route, plain.get("stays", 0), then, then_stays, plain.get("house", 0), plain.get("then_house", 0)
    )


def _told_to_plain(event: happened.Told) -> PlainRecord:
    """What a visitor said, or a notice of something at a place and a time."""
    plain: PlainRecord = {"text": event.text}
    if event.by:
        plain["by"] = event.by
    return plain if event.room is None else {**plain, "place": event.room, "start": event.start}


def _told_from_plain(plain: PlainRecord) -> happened.Told:
    room = plain.get("place")
    return happened.Told(
        plain["text"], plain.get("by", ""), None if room is None else RoomId(room), plain.get("start", 0)
    )


def _said_to_plain(event: happened.Said) -> PlainRecord:
    plain: PlainRecord = {"talk": event.talk, "text": event.text}
    if event.stays:
        plain["stays"] = event.stays
    return {**plain, "small_talk": True} if event.small_talk else plain


_WORDS: Mapping[type[Event], _Word] = {
    happened.Entered: _Word(
        "entered",
        lambda event: {"tile": event.tile} | ({"deed": deed_to_plain(event.deed)} if event.deed else {}),
        lambda plain: happened.Entered(_tile(plain["tile"]), _deed_or_none(plain.get("deed"))),
    ),
    happened.Departed: _Word(
        "departed",
        lambda event: {"whom": event.whom},
        lambda plain: happened.Departed(PersonId(plain["whom"])),
    ),
    happened.SetOff: _Word(
        "set_off",
        _set_off_to_plain,
        _set_off_from_plain,
    ),
    happened.Halted: _Word(
        "halted",
        lambda event: {"tile": event.tile},
        lambda plain: happened.Halted(_tile(plain["tile"])),
    ),
    happened.DeedBegan: _Word(
        "deed_began",
        lambda event: {"deed": deed_to_plain(event.deed), "tile": event.tile, **_then(event)},
        lambda plain: happened.DeedBegan(
            deed_from_plain(plain["deed"]), _tile(plain["tile"]), *_then_from(plain), plain.get("then_house", 0)
        ),
    ),
    happened.DeedEnded: _Word(
        "deed_ended",
        lambda event: {"deed": deed_to_plain(event.deed)},
        lambda plain: happened.DeedEnded(deed_from_plain(plain["deed"])),
    ),
    happened.ThingChanged: _Word(
        "thing_changed",
        lambda event: {"state": event.state, "thing": event.thing} | ({"presses": True} if event.presses else {}),
        lambda plain: happened.ThingChanged(ThingId(plain["thing"]), plain["state"], plain.get("presses", False)),
    ),
    happened.TalkBegan: _Word(
        "talk_began",
        lambda event: {"partner": event.partner, "talk": event.talk},
        lambda plain: happened.TalkBegan(TalkId(plain["talk"]), PersonId(plain["partner"])),
    ),
    happened.Joined: _Word(
        "joined",
        lambda event: {"talk": event.talk},
        lambda plain: happened.Joined(TalkId(plain["talk"])),
    ),
    happened.Said: _Word(
        "said",
        _said_to_plain,
        lambda plain: happened.Said(
            TalkId(plain["talk"]), plain["text"], plain.get("stays", 0), plain.get("small_talk", False)
        ),
    ),
    happened.Left: _Word(
        "left",
        lambda event: {"talk": event.talk},
        lambda plain: happened.Left(TalkId(plain["talk"])),
    ),
    happened.TalkEnded: _Word(
        "talk_ended",
        lambda event: {"talk": event.talk, "why": event.why},
        lambda plain: happened.TalkEnded(TalkId(plain["talk"]), plain["why"]),
    ),
    happened.Refused: _Word(
        "refused",
        lambda event: {"tried": event.tried, "why": event.why, **({"until": event.until} if event.until else {})},
        lambda plain: happened.Refused(plain["tried"], plain["why"], plain.get("until", 0)),
    ),
    happened.Whispered: _Word(
        "whispered",
        lambda event: {"text": event.text},
        lambda plain: happened.Whispered(plain["text"]),
    ),
    happened.Reminded: _Word(
        "reminded",
        lambda event: {"texts": list(event.texts)},
        lambda plain: happened.Reminded(tuple(plain["texts"])),
    ),
    happened.Told: _Word("told", _told_to_plain, _told_from_plain),
    happened.Announced: _Word(
        "announced",
        lambda event: {"place": event.room, "start": event.start, "text": event.text},
        lambda plain: happened.Announced(plain["text"], RoomId(plain["place"]), plain["start"]),
    ),
}
"""A table, not a chain of cases, because every event goes through it."""

_BY_KIND = {word.kind: word for word in _WORDS.values()}


def event_to_plain(event: Event) -> tuple[str, PlainRecord]:
    """An event's kind and content."""
    word = _WORDS[type(event)]
    return word.kind, word.to_plain(event)


def event_from_plain(kind: str, content: PlainRecord) -> Event:
    """The event that was encoded; KeyError, ValueError or TypeError if it is invalid."""
    if kind not in _BY_KIND:
        raise ValueError(f"there is no kind of event “{kind}”")
    return _BY_KIND[kind].from_plain(content)


# --- bodies


def deed_to_plain(deed: Deed) -> PlainRecord:
    """A deed."""
    plain: PlainRecord = {"what": deed.what}
    if deed.emoji:
        plain["emoji"] = deed.emoji
    if deed.at is not None:
        plain["at"] = deed.at
    if deed.thing is not None:
        plain["thing"] = deed.thing
    if deed.effect:
        plain["effect"] = deed.effect
    if deed.note:
        plain["note"] = deed.note
    if deed.asleep:
        plain["asleep"] = True
    if deed.busy:
        plain["busy"] = True
    if deed.stays:
        plain["stays"] = deed.stays
    if deed.house:
        plain["house"] = deed.house
    return plain


def deed_from_plain(plain: PlainRecord) -> Deed:
    """The deed that was encoded."""
    at, thing = plain.get("at"), plain.get("thing")
    return Deed(
        what=plain["what"],
        emoji=plain.get("emoji", ""),
        at=None if at is None else RoomId(at),
        thing=None if thing is None else ThingId(thing),
        effect=plain.get("effect", ""),
        note=plain.get("note", ""),
        asleep=plain.get("asleep", False),
        busy=plain.get("busy", False),
        stays=plain.get("stays", 0),
        house=plain.get("house", 0),
    )


def _deed_or_none(plain: PlainRecord | None) -> Deed | None:
    return None if plain is None else deed_from_plain(plain)


def _tile(plain: list[int]) -> Tile:
    x, y = plain
    return Tile(int(x), int(y))


def body_to_plain(body: Body) -> PlainRecord:
    """A body."""
    plain: PlainRecord
    match body.motion:
        case Standing(tile):
            plain = {"stands": tile}
        case Walking(since, route):
            plain = {"walks": route.say(), "since": since}
    if body.deed is not None:
        plain["deed"] = deed_to_plain(body.deed)
    if body.talk is not None:
        plain["talk"] = body.talk
    if body.bound is not None:
        plain["bound"] = _bound_to_plain(body.bound)
    return plain


def _bound_to_plain(bound: Bound) -> PlainRecord:
    plain: PlainRecord = {"until": bound.until, "room": bound.room}
    if bound.way is not None:
        plain["way"] = bound.way.say()
    if bound.house:
        plain["house"] = bound.house
    if bound.onward is not None:
        onward = bound.onward
        house = {"house": onward.house} if onward.house else {}
        plain["onward"] = {"until": onward.until, "room": onward.room, "way": onward.way.say(), **house}
    return plain


def _bound_from_plain(plain: PlainRecord | None) -> Bound | None:
    if plain is None:
        return None
    way = plain.get("way")
    then = plain.get("onward")
    onward = None
    if then is not None:
        onward = Onward(then["until"], RoomId(then["room"]), Route.parse(then["way"]), then.get("house", 0))
    route = None if way is None else Route.parse(way)
    return Bound(plain["until"], RoomId(plain["room"]), route, onward, plain.get("house", 0))


def body_from_plain(plain: PlainRecord) -> Body:
    """The body that was encoded."""
    motion: Motion
    if "stands" in plain:
        motion = Standing(_tile(plain["stands"]))
    else:
        motion = Walking(plain["since"], Route.parse(plain["walks"]))
    talk = plain.get("talk")
    return Body(
        motion=motion,
        deed=_deed_or_none(plain.get("deed")),
        talk=None if talk is None else TalkId(talk),
        bound=_bound_from_plain(plain.get("bound")),
    )


# --- talks


def talk_to_plain(talk: Talk) -> PlainRecord:
    """A talk."""
    plain: PlainRecord = {"id": talk.id, "members": list(talk.members), "turn": talk.turn, "lines": talk.lines}
    if talk.last is not None:
        plain["last"] = {"speaker": talk.last.speaker, "text": talk.last.text, "tick": talk.last.tick}
        if talk.last.small_talk:
            plain["last"]["small_talk"] = True
    if talk.over:
        plain["over"] = True
    return plain


def talk_from_plain(plain: PlainRecord) -> Talk:
    """The talk that was encoded."""
    last = plain.get("last")
    return Talk(
        id=TalkId(plain["id"]),
        members=tuple(PersonId(member) for member in plain["members"]),
        turn=PersonId(plain["turn"]),
        lines=plain["lines"],
        last=None
        if last is None
        else Line(PersonId(last["speaker"]), last["text"], last["tick"], last.get("small_talk", False)),
        over=plain.get("over", False),
    )


# --- scenes and memories


def scene_to_plain(scene: Scene) -> PlainRecord:
    """A scene; positions follow from bodies and are left out."""
    return {
        "tick": scene.tick,
        "bodies": {person: body_to_plain(body) for person, body in scene.bodies.items()},
        "states": {thing: state.words for thing, state in scene.states.items()},
        "lasting": {thing: [state.since, state.presses] for thing, state in scene.states.items() if state.lasts},
        "talks": [talk_to_plain(talk) for talk in scene.talks.values()],
    }


def scene_from_plain(plain: PlainRecord) -> Scene:
    """The scene that was encoded."""
    tick = plain["tick"]
    bodies = {PersonId(person): body_from_plain(body) for person, body in plain["bodies"].items()}
    talks = [talk_from_plain(talk) for talk in plain["talks"]]
    return Scene(
        tick=tick,
        tiles={person: body.tile(tick) for person, body in bodies.items()},
        bodies=bodies,
        states={ThingId(thing): _state_from(ThingId(thing), plain, bodies) for thing in plain["states"]},
        talks={talk.id: talk for talk in talks},
    )


def _state_from(thing: ThingId, plain: PlainRecord, bodies: Mapping[PersonId, Body]) -> ThingState:
    """A thing's state; in files of behaviour 2 and earlier, all that no deed brings about lasts."""
    words = plain["states"][thing]
    deeds = [body.deed for body in bodies.values() if body.deed is not None and body.deed.thing == thing]
    used = "lasting" in plain or any(deed.effect == words for deed in deeds)
    since, presses = plain.get("lasting", {}).get(thing, (WHILE_USED_TICK if used else 0, False))
    return ThingState(words, presses, since)


def memory_to_plain(memory: Memory) -> PlainRecord:
    """A memory."""
    return {
        "kind": memory.kind,
        "text": memory.text,
        "about": list(memory.about),
        "importance": memory.importance,
        "number": memory.number,
        "place": memory.place,
        "source": memory.source,
        "talk": memory.talk,
        "evidence": list(memory.evidence),
        "private": memory.private,
        "secret_from": list(memory.secret_from),
        "witnesses": list(memory.witnesses),
        "certainty": memory.certainty,
    }
