"""A person's values that the original has no field for: hours, looks, speech, work, a usual day, and impressions.

Invariant: plain values that JSON can hold; `milkwood.bridge.portrait` and `milkwood.bridge.own` read them back.
"""

from collections.abc import Callable, Mapping

from milkwood.bridge.export.people import ExportedPerson
from milkwood.clock import hour_of
from milkwood.ids import PersonId
from milkwood.mind.acquaintances import Impression
from milkwood.mind.character import Character
from milkwood.mind.head import Head
from milkwood.plain import Json

TimeFormat = Callable[[int], str]
"""The time of a tick."""


def portrait_of(leaver: ExportedPerson) -> dict[str, Json]:
    """The values of a person that a scratch file lacks."""
    character = leaver.character
    if character is None:
        return {}
    return {
        "id": str(character.id),
        "pronoun": character.folk.pronoun,
        "traits": list(character.traits),
        "style": character.style,
        "manner": character.manner,
        "bed": str(character.bed),
        "wake": hour_of(character.wake),
        "sleep": hour_of(character.sleep),
        "work": _work(leaver, character),
        "usual": [[hour_of(each.start), hour_of(each.end), each.what, each.place] for each in character.usual],
        "looks": dict(leaver.looks),
    }


def _work(leaver: ExportedPerson, character: Character) -> dict[str, str]:
    if character.work_room is None:
        return {}
    work = {"title": leaver.title or character.work, "at": str(character.work_room)}
    if character.work_hours is not None:
        work["hours"] = "-".join(map(hour_of, character.work_hours))
    return work


def impressions_of(head: Head, names: Mapping[str, str], moment: TimeFormat) -> dict[str, dict[str, Json]]:
    """A person's impressions of others, by name, with dates instead of ticks."""
    found = {}
    for person in head.people.keep():
        if person in names:
            found[names[person]] = _impression(head.people.of(PersonId(person)), moment)
    return found


def _impression(known: Impression, moment: TimeFormat) -> dict[str, Json]:
    times = {name: getattr(known, name) for name in ("last_talk", "considered", "seen", "noted")}
    return {
        "tie": known.tie,
        "feeling": known.feeling,
        "knows": known.knows,
        "closeness": known.closeness,
        "talks": known.talks,
        **{name: moment(tick) if tick >= 0 else None for name, tick in times.items()},
    }
