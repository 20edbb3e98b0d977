"""Acts as they are written down and read back: each is an Input with a tick, a kind, perhaps a person, and the rest.

Knows no storage. Invariant (rule C1): the vocabulary is closed and nothing is lost on the way, so that whoever lives a
run again does to it exactly what was done; a kind that is not known is refused, never passed over, since the history
would be another one without it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from milkwood.engine.keeper import Input
from milkwood.errors import SetupError
from milkwood.ids import PersonId, ThingId
from milkwood.town import acts
from milkwood.town.acts import Act
from milkwood.town.tile import STEPS, Tile

Plain: TypeAlias = Mapping[str, Any]


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
_OF_NOBODY = (acts.Change, acts.Pause)

KINDS = tuple(_BY_KIND)
"""Every kind of act there is."""


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
            remedy="Nothing was changed. Take a copy of the run from before.",
        ) from error


def _tile(plain: Any) -> Tile:
    x, y = plain
    return Tile(int(x), int(y))


def _step(plain: Any) -> str:
    if plain not in STEPS:
        raise ValueError(f"“{plain}” is no step")
    return str(plain)
