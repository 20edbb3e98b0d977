"""Runs recorded under another behaviour number than today's.

Invariant: such ticks are read, never re-run; a fork starts at a snapshot, where the whole state is kept.
"""

import shlex
from contextlib import suppress
from dataclasses import replace

from milkwood.chronicle.faults import Damaged
from milkwood.chronicle.header import Header
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.runs import SUFFIX, typed_name
from milkwood.errors import SetupError
from milkwood.i18n import t


class OtherBehaviour(SetupError):
    """The run has another behaviour number, and can only continue in a fork."""

    def __init__(self, reader: Reader) -> None:
        header, self.tick = reader.header, cut(reader, reader.end)
        """The tick at which a fork can start."""
        self.when = header.when(self.tick)
        super().__init__(
            t(
                "The run “{name}” was recorded with behaviour {number}, and this version has {today}: it cannot "
                "continue where it stopped.",
                name=header.run,
                number=header.behaviour,
                today=header.current_behaviour,
            ),
            remedy=t(
                "Fork it at its last snapshot ({when}), and continue the fork: {command}",
                when=self.when,
                command=fork_command(reader, self.tick),
            ),
        )


def fork_command(reader: Reader, tick: int) -> str:
    """The command that forks a run at a tick."""
    name, run = reader.path.name.removesuffix(SUFFIX), typed_name(reader.path)
    return f"milkwood fork {shlex.quote(f'{run}@{tick}')} {shlex.quote(f'{name}-from-{tick}')}"


def refuse_to_go_on(reader: Reader) -> None:
    """Raise an error if a run can only continue in a fork."""
    if reader.header.behaviour != reader.header.current_behaviour:
        raise OtherBehaviour(reader)


def cut(reader: Reader, tick: int) -> int:
    """The first tick of a fork: the tick, or the last snapshot if it cannot be re-run up to there."""
    if reader.header.behaviour_at(tick) == reader.header.current_behaviour:
        return tick
    return snapshot_at(reader, tick)


def snapshot_at(reader: Reader, tick: int) -> int:
    """The last sound snapshot at or before a tick; the beginning if there is none."""
    for each in reversed([each for each in reader.snapshots() if each <= tick]):
        with suppress(Damaged):
            return reader.snapshot(each).tick
    return 0


def fork_at(reader: Reader) -> int | None:
    """The snapshot to fork at before the run can continue; None if it can continue."""
    header = reader.header
    return None if header.behaviour == header.current_behaviour else cut(reader, reader.end)


def forked(header: Header, tick: int) -> Header:
    """The header of a fork with today's behaviour from a tick on."""
    earlier = [(until, number) for until, number in header.earlier_behaviours if until < tick]
    before, today = header.behaviour_at(tick - 1), header.current_behaviour
    if tick > 0 and before != today:
        earlier.append((tick, before))
    return replace(header, behaviour=today, earlier_behaviours=tuple(earlier))


def lived_under(header: Header, tick: int) -> str:
    """A clause that a tick has another behaviour number; empty if it has today's."""
    number, today = header.behaviour_at(tick), header.current_behaviour
    if number == today:
        return ""
    return t("Recorded with behaviour {number}, this version has {today}", number=number, today=today)


def reasons_note(header: Header, tick: int) -> str:
    """A sentence for reasons that today's minds might not have; empty otherwise."""
    under = lived_under(header, tick)
    return t("{why}: these are the recorded reasons.", why=under) if under else ""
