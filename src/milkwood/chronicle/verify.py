"""Verifying a chronicle: the file is intact, and its history matches its hashes.

Invariant: reads only; every row of history is in the hash chain, so that a changed, added or removed row breaks it at
its tick.
"""

from dataclasses import dataclass
from pathlib import Path

from milkwood.chronicle import history
from milkwood.chronicle.behaviour import lived_under
from milkwood.chronicle.chronicle import Chronicle
from milkwood.chronicle.reader import Reader
from milkwood.i18n import Finished, t
from milkwood.town.town import BEFORE_TIME

_BATCH_TICKS = 10_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verification."""

    run: str
    events: int
    memories: int
    ticks: int
    hash: str
    broken: int | None = None
    """The first tick that does not match its hash."""
    complaint: str = ""
    note: str = ""
    """What was not checked, and why."""

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
    """Check a run's file and recompute its hashes."""
    with Chronicle.read(path) as reader, reader.held():
        broken, complaint = _history_fault(reader)
        return Verdict(
            run=reader.header.run,
            events=reader.count("events"),
            memories=reader.count("memories"),
            ticks=reader.end,
            hash=reader.history_hash(),
            broken=broken,
            complaint=complaint or _file_fault(reader),
            note=_not_lived_again(reader),
        )


def _history_fault(reader: Reader) -> tuple[int | None, str]:
    before = history.BEGINNING
    last = reader.last_tick()
    if last is None:
        return None, ""
    for since in range(BEFORE_TIME, last + 1, _BATCH_TICKS):
        told = history.chained(before, reader.rows(since, since + _BATCH_TICKS))
        kept = reader.chain(since, since + _BATCH_TICKS)
        if told != kept:
            pairs = zip(told, kept, strict=False)
            place = next((n for n, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(told), len(kept)))
            tick = min(chain[place][0] for chain in (told, kept) if place < len(chain))
            moment = reader.header.clock.moment(tick)
            return tick, t(
                "the history was changed or damaged at tick {tick} ({time:%Y-%m-%d %H:%M:%S})",
                tick=tick,
                time=moment,
            )
        before = told[-1][1] if told else before
    if last >= reader.settled:
        return last, t(
            "there is history at tick {tick}, though only ticks before {settled} are settled",
            tick=last,
            settled=reader.settled,
        )
    return None, ""


def _not_lived_again(reader: Reader) -> str:
    under = lived_under(reader.header, 0) or lived_under(reader.header, reader.end)
    return t("{why}: the file and its hashes were checked, but nothing was re-run.", why=under) if under else ""


def _file_fault(reader: Reader) -> str:
    found = reader.integrity()
    return "" if found == ["ok"] else t("the file is damaged: {what}", what=Finished("; ".join(found)))
