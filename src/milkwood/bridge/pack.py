"""Writes a town pack from imported data: map, people and scenario.

Invariant: everything is written below that folder, and the pack names the origin of what belongs to others.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from milkwood.bridge import people, portrait, toml
from milkwood.bridge.aga import AgaRecords
from milkwood.bridge.history import HistoryRow, own_words
from milkwood.bridge.people import PriorMemory
from milkwood.bridge.persona import Persona
from milkwood.bridge.places import Places
from milkwood.bridge.reading import Unreadable
from milkwood.bridge.report import CHANGED, DROPPED, GUESSED, READ, ImportReport
from milkwood.bridge.usual_day import DayFinding
from milkwood.i18n import t
from milkwood.mind.port import Memory
from milkwood.plain import JsonObject, TomlTable

POOLS = "pools.json"
_LICENCE = """The places, names and texts of this town were imported from:

  {source}

They belong to their authors, under the terms under which you received them. The pictures in tiles/ that come with
Milkwood may be reused under Milkwood's LICENSE.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """The data for a pack."""

    id: str
    title: str
    about: str
    start: datetime
    seconds_per_tick: int
    people: Sequence[Persona]
    places: Places
    source: Path
    language: str = "en"
    aliases: Sequence[str] = ()
    history: Sequence[HistoryRow] = ()
    """Memories from before the run, besides people's own texts."""
    history_file: Path | None = None
    """The source of those; it is copied into the pack."""
    memories: Mapping[str, Sequence[Memory]] = field(default_factory=dict)
    """Existing memories by person id."""
    pools: AgaRecords = field(default_factory=AgaRecords)
    """The affordable fork's records; they are copied into the pack."""
    origin: JsonObject = field(default_factory=dict)
    """What the files of a base simulation say; it is put into the pack."""
    report: ImportReport = field(default_factory=ImportReport)
    """Is told what was guessed and left out."""
    days: int = 2
    beds: dict[str, str] = field(default_factory=dict)
    """The bed of each person by id, set when the pack is written."""


def language_of(texts: Sequence[str]) -> str:
    """The language of names or of people's texts: Chinese if most of them are."""
    chinese = sum(any("\u4e00" <= char <= "\u9fff" for char in text) for text in texts)
    return "zh" if chinese * 2 > len(texts) else "en"


def write(plan: Plan, folder: Path) -> None:
    """Write all files of a pack except its map."""
    language = plan.language
    first = plan.people[0] if plan.people else None
    town: TomlTable = {
        "format": 1,
        "name": {language: people.clean(plan.places.world or plan.title)},
        "about": {language: people.clean(plan.about)},
        "languages": [language],
        "map": "map.tmj",
        "start": plan.start,
        "seconds_per_tick": plan.seconds_per_tick,
        "default_scenario": plan.id,
        "defaults": {
            "view_radius": min(64, max(1, first.vision_r if first else 8)),
            "attention": min(64, max(1, first.att_bandwidth if first else 8)),
        },
    }
    scenario: TomlTable = {
        "id": plan.id,
        "aliases": [alias for alias in plan.aliases if alias != plan.id],
        "name": {language: people.clean(plan.title)},
        "about": {language: people.clean(plan.about)},
        "cast": "all",
        "start": plan.start,
        "days": plan.days,
    }
    _put(folder / "town.toml", town)
    _put(folder / "scenarios" / f"{plan.id}.toml", scenario)
    plan.beds.update(beds_for(plan.people, plan.places, plan.report))
    remembered = _remembered(plan)
    household = people.Household(plan.places, plan.people, language)
    for person in plan.people:
        # Drop duplicate texts; existing memories win over those from texts.
        told = [*people.recollections(person, plan.people), *remembered.get(person.id, [])]
        memories = {each.text: each for each in told}.values()
        table, findings = people.table_of(person, plan.beds[person.id], household, memories)
        _tell(plan, person, findings)
        if known := table.get("knows"):
            plan.report.add(
                READ, t("acquaintances"), person=person.id, count=len(known) if isinstance(known, list) else 0
            )
        looks = table.pop("looks")
        _put(folder / "people" / f"{person.id}.toml", {**table, "looks": looks})
    plan.report.add(GUESSED, t("looks and manner of speaking: made up from names and traits"), count=len(plan.people))
    if plan.pools:
        (folder / POOLS).write_text(json.dumps(plan.pools, ensure_ascii=False), encoding="utf-8")
    if plan.history_file is not None:
        shutil.copyfile(plan.history_file, folder / "history.csv")
    (folder / "LICENSE").write_text(_LICENCE.format(source=plan.source), encoding="utf-8")


def _tell(plan: Plan, person: Persona, findings: Sequence[DayFinding]) -> None:
    """Report what of a person's day was read or guessed, and what of their texts does not fit."""
    for each in findings:
        plan.report.add(GUESSED if each.guessed else READ, each.what, each.value, person=person.id)
    if people.pronoun_of(person) == "they":
        plan.report.add(GUESSED, t("pronoun"), "they", person=person.id)
    known = {spot.sector for spot in plan.places.spots}
    for name in person.places:
        if name not in known:
            plan.report.add(DROPPED, t("known places that are not on the map"), name, person=person.id)
    for text in (person.learned, person.currently, person.daily_plan_req, person.lifestyle):
        if people.clean(text) not in (text, "…"):
            most = people.MAX_PERSON_TEXT_CHARACTERS
            detail = text if len(text) <= most else f"{len(text)} > {most}"
            plan.report.add(
                CHANGED, t("texts with control characters or of too great length"), detail, person=person.id
            )


def beds_for(people: Sequence[Persona], places: Places, report: ImportReport | None = None) -> dict[str, str]:
    """A bed for each person, by id; people with their own bed come first."""
    left, found = dict(places.beds()), {}
    for person in people:
        wanted = portrait.bed_of(person.raw)
        bed = wanted if left.get(wanted, 0) > 0 else places.bed_for(person.living_area, left)
        if not bed:
            raise Unreadable(
                t("There is no bed left for {name}.", name=person.name),
                where=person.living_area or person.name,
                remedy=t("A town needs a bed for each person: give one with more beds with --to."),
            )
        left[bed] -= 1
        found[person.id] = bed
        room = places.address(person.living_area)
        if report is not None and bed != wanted and not (room.count(":") and bed.startswith(f"{room}:")):
            report.add(GUESSED, t("bed"), f"{person.living_area or '–'} → {bed}", person=person.id)
    return found


def _remembered(plan: Plan) -> Mapping[str, list[PriorMemory]]:
    by_name = {person.name.casefold(): person for person in plan.people}
    found: dict[str, list[PriorMemory]] = {}
    for entry in plan.history:
        person = by_name.get(entry.name.casefold())
        if person is not None:
            found.setdefault(person.id, []).extend(
                people.recollection(own_words(text, plan.language), 6, plan.people, person.id)
                for text in entry.statements
            )
    for who, memories in plan.memories.items():
        own = (PriorMemory(people.clean(each.text), each.importance, each.about) for each in memories)
        found.setdefault(who, []).extend(own)
    return found


def _put(path: Path, table: TomlTable) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(toml.text_of(table), encoding="utf-8", newline="\n")
