"""Verifying a chronicle: a verdict on the whole file and, if it is damaged, what still works and what to do.

Invariant: reads only; what is offered was checked; an error caused by damage is reported as damage.
"""

import shlex
from dataclasses import dataclass, field
from pathlib import Path

from milkwood.chronicle.behaviour import lived_under
from milkwood.chronicle.chronicle import Chronicle
from milkwood.chronicle.examination import FileExamination, examine
from milkwood.chronicle.faults import NOTHING_WORKS, UNREADABLE, Damaged
from milkwood.chronicle.file import opened
from milkwood.chronicle.header import Header
from milkwood.chronicle.log import log_fault
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_SEALS
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.runs import SUFFIX, typed_name
from milkwood.errors import MilkwoodError, OurBug
from milkwood.i18n import sentences, t


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verification."""

    run: str
    events: int
    memories: int
    ticks: int
    hash: str
    broken: int | None = None
    """The first damaged tick, if it is known."""
    complaint: str = ""
    note: str = ""
    """What was not checked, and why."""
    faults: tuple[str, ...] = ()
    """Everything that is damaged."""
    advice: str = ""
    """What still works in a damaged file, and what to do."""
    own_prompts: dict[str, str] = field(default_factory=dict)
    """Hash of each prompt that the user replaced."""
    sound_until: int | None = None
    """The last tick at which a fork of it is sound; None when there is none."""

    @property
    def sound(self) -> bool:
        """Whether no error was found."""
        return not self.complaint

    def sentence(self) -> str:
        """The verdict in a line."""
        if self.complaint:
            return f"{self.run}: {self.complaint}"
        return t(
            "{run}: {events} events over {ticks} ticks, hash {hash}",
            run=self.run,
            events=self.events,
            ticks=self.ticks,
            hash=self.hash,
        )


def verify(path: Path) -> Verdict:
    """Check a run's file and recompute its hashes; an error when it cannot be opened, or has no header to read."""
    log = log_fault(path)  # first: who opens the file makes SQLite tidy up the traces
    with Chronicle.read(path) as reader:
        run, own_prompts = reader.header.run, reader.header.own_prompts
        events, memories, ticks, history_hash = _figures(reader)
    found = examine(path, log)
    return Verdict(
        run=run,
        events=events,
        memories=memories,
        ticks=ticks,
        hash=history_hash,
        broken=found.broken,
        complaint=found.faults[0].what if found.faults else "",
        note=sentences(*_notes(found)),
        faults=tuple(fault.what for fault in found.faults),
        advice=_advice(path, found) if found.faults else "",
        own_prompts=own_prompts,
        sound_until=found.cut,
    )


def _figures(reader: Reader) -> tuple[int, int, int, str]:
    """Events, memories, ticks and hash; zeros where they cannot be read."""
    try:
        with reader.held():
            return reader.count("events"), reader.count("memories"), reader.end, reader.history_hash()
    except (MilkwoodError, *UNREADABLE):
        return 0, 0, 0, ""


def _notes(found: FileExamination) -> list[str]:
    """What was not checked."""
    if found.header is None:
        return []
    notes, needed = [_not_lived_again(found.header, found.end)], FIRST_FORMAT_WITH_SEALS
    if found.format < needed:
        what = t("Everything but events and memories was recorded before format {number}: not covered.", number=needed)
        notes.append(what)
    elif found.header.unsealed_until:
        notes.append(
            t(
                "Everything but events and memories until {when} was recorded before format {number}: damage from "
                "before the file was brought to that format is not covered.",
                when=found.header.when(found.header.unsealed_until),
                number=needed,
            )
        )
    return notes


def _not_lived_again(header: Header, end: int) -> str:
    under = lived_under(header, 0) or lived_under(header, end)
    return t("{why}: the file and its hashes were checked, but nothing was re-run.", why=under) if under else ""


# --- damage


def _advice(path: Path, found: FileExamination) -> str:
    """What still works, and what to do."""
    if found.header is None or found.cut is None:
        return NOTHING_WORKS
    when = found.header.when(found.cut)
    works = (
        t("The history is intact up to its end ({when}): it can be shown, exported and forked.", when=when)
        if found.cut == found.end
        else t("Everything before {when} is intact: it can be shown and forked up to there.", when=when)
    )
    command = f"milkwood run -o {shlex.quote(f'{typed_name(path)}@{found.cut}')}"
    return sentences(works, t("To continue from there in a fork: {command}", command=command))


def refuse_damaged_past(path: Path, tick: int) -> None:
    """An error when a fork at a tick would have a damaged past, or could not be lived on."""
    found = examine(path)
    if found.faults and (found.cut is None or tick > found.cut):
        raise Damaged(path, t("The chronicle is damaged: {what}.", what=found.faults[0].what), _advice(path, found))


def blamed(error: Exception, run: str = "") -> Damaged | None:
    """The damage that an error comes of, with what still works; None when no file that was opened is damaged.

    `run` is the name of the run that was used; without it, all that this process opened are looked at.
    """
    if isinstance(error, MilkwoodError) and not isinstance(error, (Damaged, OurBug)):
        return None
    paths = [error.path] if isinstance(error, Damaged) else [each for each in opened if run in ("", _name(each))]
    for path in reversed(paths):
        try:
            found = examine(path)
        except Damaged as worse:
            return worse
        except MilkwoodError:
            continue
        if found.faults:
            what = t("The chronicle is damaged: {what}.", what=found.faults[0].what)
            return Damaged(path, error.what if isinstance(error, Damaged) else what, _advice(path, found))
    return None


def _name(path: Path) -> str:
    return path.name.removesuffix(SUFFIX)
