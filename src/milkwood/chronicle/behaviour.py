"""What can be done with a run that was lived under another behaviour number than today's.

Invariant: the past of such a run is never lived again: it is read, and a fork of it begins at a snapshot, where
everything is kept.
"""

import shlex
from dataclasses import replace

from milkwood.chronicle.header import Header
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.runs import SUFFIX, folder
from milkwood.engine.behaviour import BEHAVIOUR
from milkwood.errors import SetupError
from milkwood.i18n import t


class OtherBehaviour(SetupError):
    """The run was lived under another behaviour number, and can only go on in a fork."""

    def __init__(self, reader: Reader) -> None:
        header, self.tick = reader.header, cut(reader, reader.end)
        """The tick at which a fork can begin."""
        self.when = moment(header, self.tick)
        super().__init__(
            t(
                "The run “{name}” was lived under behaviour {number}, and today's is {today}: it cannot go on "
                "where it was left.",
                name=header.run,
                number=header.behaviour,
                today=BEHAVIOUR,
            ),
            remedy=t(
                "Fork it at its last snapshot ({when}), and go on with the fork: {command}",
                when=self.when,
                command=fork_command(reader, self.tick),
            ),
        )


def fork_command(reader: Reader, tick: int) -> str:
    """What to type to fork a run at a tick."""
    name = reader.path.name.removesuffix(SUFFIX)
    run = name if reader.path.parent == folder() else str(reader.path)
    return f"milkwood fork {shlex.quote(f'{run}@{tick}')} {shlex.quote(f'{name}-from-{tick}')}"


def refuse_to_go_on(reader: Reader) -> None:
    """An error when a run can only go on in a fork."""
    if reader.header.behaviour != BEHAVIOUR:
        raise OtherBehaviour(reader)


def cut(reader: Reader, tick: int) -> int:
    """Where a fork wanted at a tick begins: at the tick, or at the last snapshot if it cannot be lived up to there."""
    if reader.header.behaviour_at(tick) == BEHAVIOUR:
        return tick
    return snapshot_at(reader, tick)


def snapshot_at(reader: Reader, tick: int) -> int:
    """The last snapshot at or before a tick; the beginning when there is none."""
    return max((each for each in reader.snapshots() if each <= tick), default=0)


def fork_at(reader: Reader) -> int | None:
    """The snapshot at which a run has to be forked to go on; None when it can go on as it is."""
    return None if reader.header.behaviour == BEHAVIOUR else cut(reader, reader.end)


def forked(header: Header, tick: int) -> Header:
    """The header for what is lived from a tick on under today's behaviour."""
    earlier = [(until, number) for until, number in header.earlier_behaviours if until < tick]
    before = header.behaviour_at(tick - 1)
    if tick > 0 and before != BEHAVIOUR:
        earlier.append((tick, before))
    return replace(header, behaviour=BEHAVIOUR, earlier_behaviours=tuple(earlier))


def lived_under(header: Header, tick: int) -> str:
    """That a tick was lived under another behaviour number, as the beginning of a sentence; empty when it was not."""
    number = header.behaviour_at(tick)
    return (
        ""
        if number == BEHAVIOUR
        else t("Lived under behaviour {number}, today's is {today}", number=number, today=BEHAVIOUR)
    )


def reasons_note(header: Header, tick: int) -> str:
    """One sentence for reasons that today's minds might not have; empty when there is nothing to say."""
    under = lived_under(header, tick)
    return t("{why}: these are the reasons recorded then.", why=under) if under else ""


def moment(header: Header, tick: int) -> str:
    """A tick as a day and a time."""
    return t("day {day} {time:%H:%M}", day=header.clock.day(tick), time=header.clock.moment(tick))
