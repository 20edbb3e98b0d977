"""Acts as they are written down and read back: each is an Input with a tick, a kind, perhaps a person, and the rest.

Knows no storage. Invariant (rule C1): the vocabulary is closed and nothing is lost on the way, so that whoever lives a
run again does to it exactly what was done; a kind that is not known is refused, never passed over, since the history
would be another one without it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from milkwood.engine.keeper import Input
from milkwood.errors import SetupError
from milkwood.ids import PersonId, RoomId, ThingId, is_slug
from milkwood.town import acts
from milkwood.town.acts import Act
from milkwood.town.map import TownMap
from milkwood.town.tile import STEPS, Tile

Plain: TypeAlias = Mapping[str, Any]

LONGEST_TEXT = 4000
"""How many characters somebody may say, or whisper, at once."""


@dataclass(frozen=True, slots=True)
class _Word:
    """One kind of act: its name in the file, and the way there and back."""

    kind: str
    to_plain: Callable[[Any], Plain]
    from_plain: Callable[[PersonId, Plain], Act]


_WORDS: Mapping[type[Act], _Word] = {
    acts.Whisper: _Word(
        "whisper",
        lambda act: {"text": act.text},
        lambda person, plain: acts.Whisper(person, str(plain["text"])),
    ),
    acts.Remind: _Word(
        "remind",
        lambda act: {"texts": list(act.texts)},
        lambda person, plain: acts.Remind(person, tuple(str(text) for text in plain["texts"])),
    ),
    acts.Tell: _Word(
        "tell",
        lambda act: {"name": act.name, "text": act.text},
        lambda person, plain: acts.Tell(person, str(plain["name"]), str(plain["text"])),
    ),
    acts.Announce: _Word(
        "announce",
        lambda act: {"text": act.text, "place": act.room, "start": act.start},
        lambda _person, plain: acts.Announce(str(plain["text"]), RoomId(plain["place"]), int(plain["start"])),
    ),
    acts.Change: _Word(
        "change",
        lambda act: {"thing": act.thing, "state": act.state},
        lambda _person, plain: acts.Change(ThingId(plain["thing"]), str(plain["state"])),
    ),
    acts.Arrive: _Word(
        "arrive",
        lambda act: {"tile": list(act.tile), "profile": dict(act.profile)},
        lambda person, plain: acts.Arrive(person, _tile(plain["tile"]), dict(plain["profile"])),
    ),
    acts.Remove: _Word("remove", lambda _act: {}, lambda person, _plain: acts.Remove(person)),
    acts.Enter: _Word(
        "enter",
        lambda act: {"tile": list(act.tile), "name": act.name, "idle_ticks": act.idle_ticks},
        lambda person, plain: acts.Enter(person, _tile(plain["tile"]), str(plain["name"]), int(plain["idle_ticks"])),
    ),
    acts.Exit: _Word("exit", lambda _act: {}, lambda person, _plain: acts.Exit(person)),
    acts.Move: _Word(
        "move",
        lambda act: {"step": act.step},
        lambda person, plain: acts.Move(person, _step(plain["step"])),
    ),
    acts.Stand: _Word("stand", lambda _act: {}, lambda person, _plain: acts.Stand(person)),
    acts.Speak: _Word(
        "speak",
        lambda act: {"text": act.text, "last": act.last},
        lambda person, plain: acts.Speak(person, str(plain["text"]), bool(plain["last"])),
    ),
    acts.Pause: _Word(
        "pause",
        lambda act: {"held": act.held},
        lambda _person, plain: acts.Pause(bool(plain["held"])),
    ),
}

_BY_KIND = {word.kind: word for word in _WORDS.values()}
_OF_NOBODY = (acts.Announce, acts.Change, acts.Pause)


def input_of(tick: int, act: Act) -> Input:
    """An act as it is written down, with the tick it takes effect at."""
    word = _WORDS[type(act)]
    person = None if isinstance(act, _OF_NOBODY) else act.person
    return Input(tick, word.kind, person, word.to_plain(act))


def act_of(given: Input) -> Act:
    """The act that was written down."""
    word = _BY_KIND.get(given.kind)
    where = f"input at tick {given.tick}"
    if word is None:
        raise SetupError(
            f"The run holds an act of a kind this Milkwood does not know: “{given.kind}”.",
            where=where,
            remedy="Go on with the Milkwood it was made with, or a newer one.",
        )
    try:
        return word.from_plain(PersonId(given.person or ""), given.content)
    except (KeyError, ValueError, TypeError) as error:
        raise SetupError(
            f"An act of the kind “{given.kind}” cannot be read ({error}).",
            where=where,
            remedy="What is recorded was not changed. Take a copy of the run from before.",
        ) from error


def _tile(plain: Any) -> Tile:
    x, y = plain
    return Tile(int(x), int(y))


def _step(plain: Any) -> str:
    if plain not in STEPS:
        raise ValueError(f"“{plain}” is no step")
    return str(plain)


# --- what may be done


def check(act: Act, town_map: TownMap, people: Collection[PersonId], avatars: Collection[PersonId] = ()) -> None:
    """An error when an act cannot be done to a town with these people in it, before anything is written down."""
    match act:
        case acts.Whisper(person, text) | acts.Speak(person, text):
            _need_words(text)
            _need_person(person, people)
        case acts.Remind(person, texts):
            for each in texts or ("",):
                _need_words(each)
            _need_person(person, people)
        case acts.Tell(person, name, text):
            _need_words(text)
            _need_words(name)
            _need_person(person, people)
        case acts.Announce(text, room):
            _need_words(text)
            if room not in town_map.rooms:
                raise SetupError(f"There is no place “{room}” in {town_map.name}.")
        case acts.Change(thing, state):
            _need_words(state)
            if thing not in town_map.things:
                raise SetupError(f"There is no thing “{thing}” in {town_map.name}.")
        case acts.Arrive(person, tile) | acts.Enter(person, tile):
            _need_newcomer(person, tile, town_map, people)
        case acts.Remove(person):
            _need_person(person, people)
    if isinstance(act, acts.Exit | acts.Move | acts.Stand | acts.Speak) and act.person not in avatars:
        raise SetupError(f"“{act.person}” is nobody's avatar.", remedy="Walk in first.")


def _need_words(text: str) -> None:
    if not text.strip():
        raise SetupError("There is nothing to say.", remedy="Write some words.")
    if len(text) > LONGEST_TEXT:
        raise SetupError(
            f"The text has {len(text):,} characters.", remedy=f"Write at most {LONGEST_TEXT:,}, or several."
        )


def _need_person(person: PersonId, people: Collection[PersonId]) -> None:
    if person not in people:
        raise SetupError(
            f"“{person}” is not in the town.", remedy=f"There are: {', '.join(sorted(people)) or 'nobody'}."
        )


def _need_newcomer(person: PersonId, tile: Tile, town_map: TownMap, people: Collection[PersonId]) -> None:
    if not is_slug(person):
        raise SetupError(f"“{person}” cannot be an id.", remedy="Use a-z, 0-9 and single _ between them.")
    if person in people:
        raise SetupError(f"“{person}” is in the town already.", remedy="Choose another id.")
    if not town_map.is_walkable(tile):
        raise SetupError(f"Nobody can stand on the tile {tile.x},{tile.y}.", remedy="Choose a free one.")
