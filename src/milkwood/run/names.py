"""What a user names: a run, a tick, a person; and the names of a run's people and places.

Invariant: without a readable pack, names are ids and the run is still readable.
"""

from collections.abc import Callable
from dataclasses import dataclass

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.runs import find
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.run.pack import pack_of
from milkwood.towns import Pack
from milkwood.towns.problem import meant, one_of, quoted
from milkwood.words import Language


def open_reader(run: str) -> Reader:
    """A reader of the run that a user named."""
    return Chronicle.read(find(run))


def tick_of(reader: Reader, text: str | None) -> int:
    """The tick a user means, which the run must have reached; the last one if None."""
    if text is None:
        return reader.end
    tick = reader.header.clock.parse(text)
    if not 0 <= tick <= reader.end:
        raise reader.beyond(tick)
    return int(tick)


@dataclass(frozen=True, slots=True)
class RunNames:
    """Names for a run, and why they are missing if they are."""

    names: Names
    complaint: str = ""


def names_of(reader: Reader, language: str | None = None) -> RunNames:
    """The names of a run's people and places in its language; ids if its pack is unreadable."""
    try:
        pack = pack_of(reader)
    except MilkwoodError as error:
        return RunNames(Names(), t("Names are ids: {why}", why=error.sentence()))
    return RunNames(names_in(pack, language or reader.header.language))


def names_in(pack: Pack, language: str) -> Names:
    """The names of a pack in a language."""
    spoken = Language(language)
    words = EventPhrases.of(language)
    rooms = {}
    for room in pack.town_map.rooms.values():
        sector = pack.town_map.sectors[room.sector].name.in_language(spoken)
        name = room.name.in_language(spoken)
        rooms[room.id] = sector if name.lower() == sector.lower() else words.room.format(sector=sector, room=name)

    return Names(
        people={person.id: person.name.in_language(spoken) for person in pack.people.values()},
        rooms=rooms,
        things={thing.id: thing.name.in_language(spoken) for thing in pack.town_map.things.values()},
        room_at=lambda tile: room.id if (room := pack.town_map.room_at(tile)) else None,
    )


def person_of(reader: Reader, pack: Pack, typed: str, called: Callable[[str], str] = str) -> PersonId:
    """The person a user means by an id or a name in any language; an error lists people by `called`."""
    known = {str(person): PersonId(person) for person in reader.header.cast}
    known |= {str(each.person): each.person for each in reader.happenings(kinds=("entered",))}
    spelled = dict(known)
    for person in pack.people.values():
        if person.id in known:
            for name in (*person.called.values(), *person.name.values()):
                spelled.setdefault(name, person.id)
    found = {_folded(name): whom for name, whom in reversed(spelled.items())}.get(_folded(typed))
    if found is None:
        advice = meant(typed, spelled) or t("There are: {names}.", names=one_of(sorted(map(called, known))))
        raise SetupError(
            t("There is no person {name} in the run “{run}”.", name=quoted(typed), run=reader.header.run), remedy=advice
        )
    return found


def _folded(name: str) -> str:
    return name.casefold().replace(" ", "_")
