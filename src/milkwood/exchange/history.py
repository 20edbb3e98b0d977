"""Memories from before, added to a run from a table.

Invariant: all of a file is added or none of it; known memories are not added again, so adding a file twice changes
nothing.
"""

from dataclasses import dataclass
from pathlib import Path

from milkwood.bridge.history import HistoryRow, own_words, read
from milkwood.bridge.recognise import history_near
from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.behaviour import refuse_to_go_on
from milkwood.chronicle.names import Names
from milkwood.chronicle.runs import home
from milkwood.engine.inbox import Inbox
from milkwood.engine.inputs import MAX_TEXT_CHARACTERS, checked, input_of
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import join, t
from milkwood.ids import PersonId, typed_path
from milkwood.plain import items
from milkwood.run.names import names_in, person_of
from milkwood.run.pack import pack_of
from milkwood.run.visits import is_there_at_first
from milkwood.town.acts import Remind
from milkwood.towns import Pack

_MAX_SHOWN_FAULTS = 20


@dataclass(frozen=True, slots=True)
class HistoryImport:
    """The result: new memories per person, their tick, and the number of known ones."""

    header: Header
    names: Names
    new: dict[PersonId, list[str]]
    known: int
    tick: int

    @property
    def count(self) -> int:
        """The number of memories."""
        return sum(map(len, self.new.values()))


def add_history(path: Path, file: Path, *, as_is: bool = False) -> HistoryImport:
    """Record a file's memories for the people of a run; its path may be relative to the original's assets."""
    file = history_near(typed_path(file), (Path.cwd(), home()))
    entries = read(file)
    with Chronicle.read(path) as reader:
        refuse_to_go_on(reader)
    with Chronicle.open(path) as chronicle:
        header = chronicle.header
        pack = pack_of(chronicle)
        wanted = _by_person(chronicle, pack, file, entries)
        new = _new(chronicle, {who: _worded(texts, header.language, as_is) for who, texts in wanted.items()})
        tick = _write(chronicle, pack, new)
    known = sum(map(len, wanted.values())) - sum(map(len, new.values()))
    return HistoryImport(header, names_in(pack, header.language), new, known, tick)


def _by_person(chronicle: Chronicle, pack: Pack, file: Path, entries: list[HistoryRow]) -> dict[PersonId, list[str]]:
    """Rows by person; one error names all rows without a known person or text."""
    found: dict[PersonId, list[str]] = {}
    faults = []
    for entry in entries:
        try:
            found.setdefault(person_of(chronicle, pack, entry.name), []).extend(entry.statements)
        except MilkwoodError as error:
            faults.append(t("line {line}: {fault}", line=entry.line, fault=error.sentence()))
        if not entry.statements:
            faults.append(t("line {line}: “{name}” has nothing to remember.", line=entry.line, name=entry.name))
        if any(len(each) > MAX_TEXT_CHARACTERS for each in entry.statements):
            faults.append(
                t(
                    "line {line}: a statement has more than {most:,} characters.",
                    line=entry.line,
                    most=MAX_TEXT_CHARACTERS,
                )
            )
    if faults:
        more = len(faults) - _MAX_SHOWN_FAULTS
        listed = [*faults[:_MAX_SHOWN_FAULTS], *([t("… and {count} more", count=more)] if more > 0 else [])]
        raise SetupError(
            t("Nothing was imported:{lines}", lines=join("", [join("\n  ", ["", *listed]), "\n"])),
            where=str(file),
            remedy=t("Correct these lines."),
        )
    return found


def _worded(statements: list[str], language: str, as_is: bool) -> list[str]:
    return list(dict.fromkeys(statements if as_is else (own_words(each, language) for each in statements)))


def _new(chronicle: Chronicle, wanted: dict[PersonId, list[str]]) -> dict[PersonId, list[str]]:
    """Memories that people neither have nor were given before."""
    known = {(person, memory.text) for _, person, memory in chronicle.memories(kinds=("seed",))}
    for given in chronicle.inputs():
        if given.kind == "remind" and given.person is not None:
            known |= {(given.person, text) for text in map(str, items(given.content["texts"]))}
    new = {person: [text for text in texts if (person, text) not in known] for person, texts in wanted.items()}
    return {person: texts for person, texts in sorted(new.items()) if texts}


def _write(chronicle: Chronicle, pack: Pack, new: dict[PersonId, list[str]]) -> int:
    tick, people = chronicle.open_from, expected_people(chronicle, pack)
    acts = [checked(Remind(person, tuple(texts)), pack.town_map, people) for person, texts in new.items()]
    chronicle.keep_inputs([input_of(tick, act) for act in acts])
    return tick


def expected_people(chronicle: Chronicle, pack: Pack) -> set[PersonId]:
    """Everyone in town once all recorded inputs have taken effect."""
    if chronicle.settled < 0:
        here = {each.id for each in pack.people.values() if is_there_at_first(each, chronicle.header.clock)}
    else:
        here = set(chronicle.scene(chronicle.end, pack.town_map).bodies)
    return Inbox(None, chronicle.inputs(chronicle.end)).people(here)
