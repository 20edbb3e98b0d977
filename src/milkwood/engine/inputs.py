"""Serialises acts: each becomes an Input with a tick, a kind, perhaps a person, and content.

Invariant (rule C1): the vocabulary is closed and lossless, so a replay does exactly what was done. An unknown kind is
refused, never skipped, because the history would differ without it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from milkwood.clean import clean, clean_all
from milkwood.engine.keeper import Input
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId, RoomId, ThingId, is_slug
from milkwood.plain import Json, JsonObject
from milkwood.town import acts
from milkwood.town.acts import UserAct
from milkwood.town.map import TownMap
from milkwood.town.tile import STEPS, Tile

MAX_TEXT_CHARACTERS = 4000
"""Longest text of one act."""

A = TypeVar("A", bound=UserAct)
_Reader: TypeAlias = Callable[[PersonId, JsonObject], UserAct]
"""Makes the act of a person from its content."""

_KINDS: Final[Mapping[type[UserAct], tuple[str, _Reader]]] = {
    acts.Whisper: ("whisper", lambda person, plain: acts.Whisper(person, str(plain["text"]))),
    acts.Remind: (
        "remind",
        lambda person, plain: acts.Remind(person, tuple(str(text) for text in _several(plain["texts"]))),
    ),
    acts.Tell: ("tell", lambda person, plain: acts.Tell(person, str(plain["name"]), str(plain["text"]))),
    acts.Announce: (
        "announce",
        lambda _person, plain: acts.Announce(str(plain["text"]), RoomId(str(plain["place"])), _whole(plain["start"])),
    ),
    acts.Change: (
        "change",
        lambda _person, plain: acts.Change(
            ThingId(str(plain["thing"])), str(plain["state"]), bool(plain["presses"]) if "presses" in plain else None
        ),
    ),
    acts.Arrive: ("arrive", lambda person, plain: acts.Arrive(person, _tile(plain["tile"]), _table(plain["profile"]))),
    acts.Remove: ("remove", lambda person, _plain: acts.Remove(person)),
    acts.Enter: (
        "enter",
        lambda person, plain: acts.Enter(person, _tile(plain["tile"]), str(plain["name"]), _whole(plain["idle_ticks"])),
    ),
    acts.Exit: ("exit", lambda person, _plain: acts.Exit(person)),
    acts.Move: ("move", lambda person, plain: acts.Move(person, _step(plain["step"]))),
    acts.Stand: ("stand", lambda person, _plain: acts.Stand(person)),
    acts.Speak: ("speak", lambda person, plain: acts.Speak(person, str(plain["text"]), bool(plain["last"]))),
    acts.Pause: ("pause", lambda _person, plain: acts.Pause(bool(plain["held"]))),
}

_READERS: Final = dict(_KINDS.values())
_OF_NOBODY = (acts.Announce, acts.Change, acts.Pause)


def input_of(tick: int, act: UserAct) -> Input:
    """An act as an Input, with the tick at which it takes effect."""
    kind, _ = _KINDS[type(act)]
    person = None if isinstance(act, _OF_NOBODY) else act.person
    return Input(tick, kind, person, _plain(act))


def _plain(act: UserAct) -> JsonObject:
    match act:
        case acts.Whisper():
            return {"text": act.text}
        case acts.Remind():
            return {"texts": list(act.texts)}
        case acts.Tell():
            return {"name": act.name, "text": act.text}
        case acts.Announce():
            return {"text": act.text, "place": act.room, "start": act.start}
        case acts.Change():
            presses = {} if act.presses is None else {"presses": act.presses}
            return {"thing": act.thing, "state": act.state, **presses}
        case acts.Arrive():
            return {"tile": list(act.tile), "profile": dict(act.profile)}
        case acts.Enter():
            return {"tile": list(act.tile), "name": act.name, "idle_ticks": act.idle_ticks}
        case acts.Move():
            return {"step": act.step}
        case acts.Speak():
            return {"text": act.text, "last": act.last}
        case acts.Pause():
            return {"held": act.held}
        case acts.Remove() | acts.Exit() | acts.Stand():
            return {}


def act_of(given: Input) -> UserAct:
    """The act of an Input."""
    read = _READERS.get(given.kind)
    where = t("input at tick {tick}", tick=given.tick)
    if read is None:
        raise SetupError(
            t("The run contains an act of an unknown kind: “{kind}”.", kind=given.kind),
            where=where,
            remedy=t("Continue it with the Milkwood that made it, or a newer one."),
        )
    try:
        return read(PersonId(given.person or ""), given.content)
    except (KeyError, ValueError, TypeError) as error:
        raise SetupError(
            t("An act of the kind “{kind}” cannot be read ({error}).", kind=given.kind, error=error),
            where=where,
            remedy=t("The record was not changed. Restore an earlier copy of the run."),
        ) from error


def _tile(plain: Json) -> Tile:
    x, y = _several(plain)
    return Tile(_whole(x), _whole(y))


def _several(plain: Json) -> Sequence[Json]:
    if not isinstance(plain, list | tuple):
        raise TypeError(t("“{value}” is not a list", value=plain))
    return plain


def _table(plain: Json) -> JsonObject:
    if not isinstance(plain, Mapping):
        raise TypeError(t("“{value}” is not a table", value=plain))
    return dict(plain)


def _whole(plain: Json) -> int:
    if not isinstance(plain, int):
        raise TypeError(t("“{value}” is not a whole number", value=plain))
    return plain


def _step(plain: Json) -> str:
    if not isinstance(plain, str) or plain not in STEPS:
        raise ValueError(t("“{value}” is not a step", value=plain))
    return plain


# --- checks


def checked(act: A, town_map: TownMap, people: Collection[PersonId], avatars: Collection[PersonId] = ()) -> A:
    """The act with clean texts, to be recorded; an error if it is impossible in a town with these people."""
    act = _cleaned(act)
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
                raise SetupError(t("There is no place “{place}” in {town}.", place=room, town=town_map.name))
        case acts.Change(thing, state):
            _need_words(state)
            if thing not in town_map.things:
                raise SetupError(t("There is no thing “{thing}” in {town}.", thing=thing, town=town_map.name))
        case acts.Arrive(person, tile) | acts.Enter(person, tile):
            _need_newcomer(person, tile, town_map, people)
        case acts.Remove(person):
            _need_person(person, people)
    if isinstance(act, acts.Exit | acts.Move | acts.Stand | acts.Speak) and act.person not in avatars:
        raise SetupError(t("“{person}” is not an avatar.", person=act.person), remedy=t("Walk in first."))
    return act


def _cleaned(act: A) -> A:
    """The act with clean texts. Recorded acts are not cleaned, since the history follows from them."""
    match act:
        case acts.Remind():
            return replace(act, texts=tuple(clean_all(act.texts)))
        case acts.Arrive():
            return replace(act, profile=clean_all(act.profile))
        case acts.Enter():
            return replace(act, name=clean(act.name))
        case acts.Tell():
            return replace(act, name=clean(act.name), text=clean(act.text, lines=True))
        case acts.Whisper() | acts.Announce() | acts.Speak():
            return replace(act, text=clean(act.text, lines=True))
        case acts.Change():
            return replace(act, state=clean(act.state))
    return act


def _need_words(text: str) -> None:
    if not text.strip():
        raise SetupError(t("There is nothing to say."), remedy=t("Write some words."))
    if len(text) > MAX_TEXT_CHARACTERS:
        raise SetupError(
            t("The text has {count:,} characters.", count=len(text)),
            remedy=t("Write at most {most:,}, or several.", most=MAX_TEXT_CHARACTERS),
        )


def _need_person(person: PersonId, people: Collection[PersonId]) -> None:
    if person not in people:
        raise SetupError(
            t("“{person}” is not in the town.", person=person),
            remedy=t("There are: {names}.", names=", ".join(sorted(people)) or "nobody"),
        )


def _need_newcomer(person: PersonId, tile: Tile, town_map: TownMap, people: Collection[PersonId]) -> None:
    if not is_slug(person):
        raise SetupError(
            t("“{person}” cannot be an id.", person=person), remedy=t("Use a-z, 0-9 and single _ between them.")
        )
    if person in people:
        raise SetupError(t("“{person}” is in the town already.", person=person), remedy=t("Choose another id."))
    if not town_map.is_walkable(tile):
        raise SetupError(
            t("Nobody can stand on the tile {tile}.", tile=f"{tile.x},{tile.y}"), remedy=t("Choose a free one.")
        )
