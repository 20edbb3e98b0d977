"""The report of an import: what was read, guessed, changed and dropped, by person.

Invariants: every entry has a count; details are few and short, so that a report is small whatever was imported; topics
are English messages, which a screen translates; a report is the same after JSON and back.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from milkwood.i18n import Finished, in_language, looked_up
from milkwood.plain import Json, JsonObject, items, table, text

READ: Final = "read"
GUESSED: Final = "guessed"
CHANGED: Final = "changed"
DROPPED: Final = "dropped"
SORTS = (READ, GUESSED, CHANGED, DROPPED)
MAX_DETAILS = 5
MAX_DETAIL_CHARACTERS = 200
MAX_ENTRIES = 5000
REPORT_FORMAT = 1


@dataclass(slots=True)
class ReportEntry:
    """One topic of a report: how often, and for example what."""

    sort: str
    person: str
    """A person's id; empty for the whole simulation."""
    topic: str
    count: int = 0
    details: list[str] = field(default_factory=list)

    def said(self, language: str = "en") -> str:
        """The topic in a language."""
        found = looked_up(self.topic, language)
        return found if found != self.topic else in_language(Finished(self.topic), language)


@dataclass(slots=True)
class ImportReport:
    """What an import did with what it found."""

    source: str = ""
    kind: str = ""
    names: dict[str, str] = field(default_factory=dict)
    """People's names by id, in the order of the simulation."""
    left_out: int = 0
    """Entries beyond the maximum."""
    _entries: dict[tuple[str, str, str], ReportEntry] = field(default_factory=dict)

    def add(self, sort: str, topic: str, detail: object = "", *, person: str = "", count: int = 1) -> None:
        """Count something under a topic, with an example."""
        key = (person, sort, str(topic))
        if key not in self._entries and len(self._entries) >= MAX_ENTRIES:
            self.left_out += count
            return
        entry = self._entries.setdefault(key, ReportEntry(sort, person, str(topic)))
        entry.count += count
        said = _short(str(detail))
        if said and said not in entry.details and len(entry.details) < MAX_DETAILS:
            entry.details.append(said)

    def take(self, other: "ImportReport", person: str = "") -> None:
        """Add all entries of another report; those of nobody may be a person's."""
        for entry in other._entries.values():
            who = entry.person or person
            for detail in entry.details:
                self.add(entry.sort, entry.topic, detail, person=who, count=0)
            self.add(entry.sort, entry.topic, person=who, count=entry.count)

    def entries(self, person: str | None = None, sorts: Iterable[str] = SORTS) -> list[ReportEntry]:
        """The entries of a person (empty: of the whole simulation) or of all, in order."""
        wanted = tuple(sorts)
        found = [each for each in self._entries.values() if person in (None, each.person) and each.sort in wanted]
        places = {who: place for place, who in enumerate(["", *self.names])}
        return sorted(found, key=lambda each: (places.get(each.person, len(places)), SORTS.index(each.sort)))

    def people(self) -> Iterator[tuple[str, str]]:
        """The id and name of everyone with entries, in order."""
        told = {each.person for each in self._entries.values()}
        yield from ((who, name) for who, name in self.names.items() if who in told)

    def counts(self) -> dict[str, int]:
        """How much was read, guessed, changed and dropped."""
        return {sort: sum(each.count for each in self._entries.values() if each.sort == sort) for sort in SORTS}

    # --- JSON

    def plain(self) -> dict[str, Json]:
        """As JSON."""
        return {
            "format": REPORT_FORMAT,
            "from": self.source,
            "kind": self.kind,
            "names": dict(self.names),
            "counts": dict(self.counts()),
            "left_out": self.left_out,
            "entries": [
                {
                    "sort": each.sort,
                    "person": each.person,
                    "topic": each.topic,
                    "count": each.count,
                    "details": list(each.details),
                }
                for each in self.entries()
            ],
        }

    @classmethod
    def of_plain(cls, plain: JsonObject) -> "ImportReport":
        """From JSON, which anyone may have made: what does not fit is left out."""
        names = {who: text(name) for who, name in table(plain.get("names")).items()}
        found = cls(text(plain.get("from")), text(plain.get("kind")), names, _whole(plain, "left_out"))
        for entry in map(table, items(plain.get("entries"))[:MAX_ENTRIES]):
            sort = text(entry.get("sort"))
            if sort in SORTS:
                made = ReportEntry(sort, text(entry.get("person")), text(entry.get("topic")), _whole(entry, "count"))
                made.details = [_short(text(each)) for each in items(entry.get("details"))[:MAX_DETAILS]]
                found._entries[made.person, sort, made.topic] = made
        return found


def _whole(plain: Mapping[str, Json], key: str) -> int:
    value = plain.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _short(detail: str) -> str:
    shown = "".join(char if char.isprintable() else "\ufffd" for char in detail[: MAX_DETAIL_CHARACTERS + 1])
    return shown if len(shown) <= MAX_DETAIL_CHARACTERS else f"{shown[: MAX_DETAIL_CHARACTERS - 1]}…"
