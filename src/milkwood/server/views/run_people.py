"""Everyone of a run, in the order of their numbers: the cast by id, then later arrivals by time.

Invariant: a number never changes; the same person always looks the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from milkwood.chance import stream
from milkwood.chronicle import Reader
from milkwood.chronicle.seek import comers
from milkwood.engine.inputs import act_of
from milkwood.errors import MilkwoodError
from milkwood.ids import PersonId
from milkwood.server.views.town import person_out, text_of
from milkwood.server.wire.model import WireText
from milkwood.server.wire.playback import FolkOut
from milkwood.server.wire.town import PersonOut
from milkwood.town.acts import Arrive, Enter
from milkwood.town.looks import Looks
from milkwood.towns import Pack
from milkwood.towns.newcomer import newcomer

VISITOR_AGE = 30
_VISITORS = tuple(
    Looks(skin=skin, hair=hair, hair_style=style, outfit="coat", top=top, bottom="navy", extras=("backpack",))
    for skin, hair, style, top in (
        ("light", "brown", "short", "red"),
        ("tan", "black", "bob", "teal"),
        ("brown", "black", "curly", "yellow"),
        ("dark", "black", "crop", "green"),
    )
)
"""Looks of the user's person."""


@dataclass(frozen=True, slots=True)
class RunPerson:
    """A person of a run."""

    id: PersonId
    name: WireText
    called: WireText
    looks: Looks
    age: int
    arrived: int = 0
    newcomer: bool = False
    avatar: bool = False
    profile: PersonOut | None = None

    def name_in(self, language: str) -> str:
        """Their name in a language, or in the only one."""
        return self.name.get(language) or next(iter(self.name.values()), str(self.id))

    def out(self) -> FolkOut:
        """As a wire model."""
        return FolkOut(
            id=self.id,
            name=self.name,
            called=self.called,
            arrived=self.arrived,
            newcomer=self.newcomer,
            avatar=self.avatar,
            profile=self.profile,
        )


def people_of(reader: Reader, pack: Pack) -> list[RunPerson]:
    """Everyone who was ever in a run, by number."""
    cast = [_of_the_cast(person, reader, pack) for person in sorted(reader.header.cast)]
    known = {each.id for each in cast}
    came: dict[PersonId, RunPerson] = {}
    for given in comers(reader, reader.settled):
        act = act_of(given)
        if isinstance(act, Arrive | Enter) and act.person not in known and act.person not in came:
            came[act.person] = _who_came(act, given.tick + 1, reader, pack)
    return [*cast, *sorted(came.values(), key=lambda each: (each.arrived, each.id))]


def _of_the_cast(person: PersonId, reader: Reader, pack: Pack) -> RunPerson:
    found = pack.people.get(person)
    if found is None:
        return _stranger(person, {reader.header.language: str(person)}, 0)
    return RunPerson(person, text_of(found.name), text_of(found.called), found.looks, found.age)


def _who_came(act: Arrive | Enter, tick: int, reader: Reader, pack: Pack) -> RunPerson:
    if isinstance(act, Enter):
        return _stranger(act.person, {reader.header.language: act.name or str(act.person)}, tick, avatar=True)
    try:
        found = newcomer(act.person, act.profile, pack)
    except MilkwoodError:  # the pack has changed since they came
        return _stranger(act.person, {reader.header.language: str(act.person)}, tick)
    name, called, profile = text_of(found.name), text_of(found.called), person_out(found, act.tile)
    return RunPerson(act.person, name, called, found.looks, found.age, tick, newcomer=True, profile=profile)


def _stranger(person: PersonId, name: Mapping[str, str], tick: int, *, avatar: bool = False) -> RunPerson:
    looks = _VISITORS[stream(0, person, "looks").below(len(_VISITORS))]
    return RunPerson(
        person, dict(name), dict(name), looks, VISITOR_AGE, tick, newcomer=tick > 0 or avatar, avatar=avatar
    )
