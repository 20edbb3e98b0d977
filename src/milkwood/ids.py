"""Ids: each kind is a NewType, so that a person's id is never accepted as a place's.

Invariant: ids are lower-case slugs (`isabella_rodriguez`) or full addresses, stable across languages and runs; screens
show names, never ids.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NewType, TypeAlias

PersonId = NewType("PersonId", str)
"""A person's slug; their fixed order (rule E2) is the order of these."""
SectorId = NewType("SectorId", str)
"""A sector's canonical (first-language) name within its town."""
RoomId = NewType("RoomId", str)
"""`sector:room`, canonical names."""
ThingId = NewType("ThingId", str)
"""`sector:room:thing`, canonical names."""
PlaceId: TypeAlias = RoomId | SectorId
"""A room or a sector."""
TalkId = NewType("TalkId", str)
"""`tick-initiator`: start tick and initiator name a talk, so no counter is needed."""
TownId = NewType("TownId", str)
ScenarioId = NewType("ScenarioId", str)
Tick = NewType("Tick", int)
"""Step number since the start of a run."""

_NO_FILE_NAME = '/\\<>:"|?*\0'
SLUG = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*\Z")


def is_slug(text: str) -> bool:
    """Whether a text may serve as an id of a person, town or scenario."""
    return SLUG.match(text) is not None


def typed_path(text: str | Path) -> Path:
    """The path that a user typed, `~` expanded; an unknown home (`~noone/x`) stays as it is."""
    path = Path(text)
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def file_names(names: Iterable[tuple[PersonId, str]]) -> dict[PersonId, str]:
    """A unique name for each person that is valid for a file or folder."""
    found: dict[PersonId, str] = {}
    for person, name in names:
        plain = "".join(" " if char in _NO_FILE_NAME or not char.isprintable() else char for char in name)
        plain = " ".join(plain.split()).strip(".") or str(person)
        number, wanted = 2, plain
        while wanted in found.values():
            wanted, number = f"{plain} {number}", number + 1
        found[person] = wanted
    return found
