"""People as they were at a tick of a run, and asking them: looking that leaves no trace (rule C5).

Knows runs and minds, no screen. Invariant: the file is only read, also while the run goes on; everybody is restored
from the latest snapshot and lives on in memory to exactly that tick, from recorded answers alone; a past that cannot be
lived again is taken from the record, and `note` says so; what is asked then is answered by a model or the understudy,
and remembered by nobody; what a model takes for it is in the run's bill.
"""

import weakref
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.behaviour import lived_under, moment
from milkwood.chronicle.glimpse import Unlike
from milkwood.engine.avatar import Avatar
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.mind.townsperson import Townsperson
from milkwood.models.port import Model
from milkwood.models.tape import NotOnTape
from milkwood.run.assembly import glimpse_run
from milkwood.run.interview import Interview
from milkwood.run.live_run import Run
from milkwood.run.model_config import Wanted
from milkwood.town.percepts import Moment
from milkwood.town.senses import sense
from milkwood.towns import Pack
from milkwood.towns.archive import pack_hash


def _changed(header: Header, pack: Pack) -> str:
    same = header.pack_hash in ("", pack_hash(pack.folder))
    return "" if same else f"The files of the town are not those of the run “{header.run}”"


def _note(run: Run, why: str, tick: int) -> str:
    header, since = run.chronicle.header, run.life.settings.start
    kept = f"of {moment(header, since)} (the last snapshot)"
    if not any(each <= tick for each in run.chronicle.snapshots()):
        kept = "at the beginning (there is no snapshot)"
    until = moment(header, tick)
    return f"{why}: what people had in mind is as {kept}, with all memories recorded until {until}."


def _recorded(pack: Pack, path: Path, tick: int, wanted: Wanted | None) -> Run:
    """A run at a tick without living any of it: minds as they were last kept, and all that is recorded since."""
    try:
        run = glimpse_run(pack, path, tick, wanted)
        try:
            _bring_up(run, tick)
        except BaseException:
            run.close()
            raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # what is kept is not what minds are made of
        raise SetupError(
            "What people had in mind cannot be read from this run.",
            remedy="The run itself can still be shown and exported.",
        ) from error
    return run


def _bring_up(run: Run, tick: int) -> None:
    """Let all that is recorded since the snapshot have happened and be remembered, without living it."""
    life, chronicle = run.life, run.chronicle
    since = life.settings.start
    life.town.fold(chronicle.happenings(since, tick))
    minds = {**life.minds, **run.came(life.inbox.keys, since, tick)}
    life.minds = {person: minds[person] for person in life.town.people(tick) if person in minds}
    for at, person, memory in chronicle.memories(since, tick):
        mind = life.minds.get(person)
        if isinstance(mind, Townsperson):
            mind.head.memories.add(at, memory)


class Look:
    """Everybody as they were at one tick of a run."""

    def __init__(self, run: Run, tick: int, model: Model | None = None, why: str = "") -> None:
        """The people of a run that is at a tick; `why` it was not lived up to there, if it was not."""
        self.tick = tick
        self.minds_at = run.life.settings.start if why else tick
        """The tick that minds are of, apart from their memories."""
        self.note = _note(run, why, tick) if why else ""
        """One sentence when what people had in mind is not of this very tick; otherwise empty."""
        self._run = run
        self._model = model or run.usual
        self.town = run.life.town
        self._closing = weakref.finalize(self, run.close)

    @classmethod
    async def at(
        cls, path: Path, pack: Pack, tick: int, model: Model | None = None, wanted: Wanted | None = None
    ) -> "Look":
        """The people of a run at a tick it has reached; `model` answers instead of all that is `wanted`.

        What cannot be lived again is read: the town from its events, minds from the last snapshot, and all memories.
        """
        with Chronicle.read(path) as reader:
            why = lived_under(reader.header, tick) or _changed(reader.header, pack)
        if not why:
            run = glimpse_run(pack, path, tick, wanted)
            try:
                await run.live(tick)
                return cls(run, tick, model)
            except (NotOnTape, Unlike) as error:
                run.close()
                why = str(error) if isinstance(error, Unlike) else f"The answer to {error} is not recorded"
            except BaseException:
                run.close()
                raise
        return cls(_recorded(pack, path, tick, wanted), tick, model, why)

    async def rest(self) -> None:
        """Let go of the connections of whoever answers; the next question makes new ones."""
        if self._run.stack is not None:
            await self._run.stack.close()

    def close(self) -> None:
        """Let go of the file; when nobody looks any more it is let go of anyway."""
        self._closing()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def people(self) -> list[PersonId]:
        """Everybody in the town who can be asked, in order of id."""
        return [person for person, mind in sorted(self._run.life.minds.items()) if isinstance(mind, Townsperson)]

    def head(self, person: PersonId) -> Head:
        """What somebody had in mind."""
        mind = self._run.life.minds.get(person)
        if isinstance(mind, Townsperson):
            return mind.head
        if mind is None:
            what, remedy = f"“{person}” is not in the town at tick {self.tick}.", "Ask about another moment."
        elif isinstance(mind, Avatar):
            what, remedy = f"“{person}” does what keys say and remembers nothing.", "Ask somebody who lives there."
        else:
            what, remedy = (
                "People live by habit in this run, without memories, so nobody can be asked.",
                "Begin a run with minds that remember: “milkwood run”.",
            )
        raise SetupError(what, where=self._run.chronicle.header.run, remedy=remedy)

    def moment(self, person: PersonId) -> Moment:
        """What somebody sensed."""
        others = [other for other in self.town.people(self.tick) if other != person]
        header = self._run.chronicle.header
        return sense(
            self.town, person, self.tick, others=others, view_radius=header.view_radius, attention=header.attention
        )

    def interview(
        self, person: PersonId, before: Sequence[tuple[str, str]] = (), model: Model | None = None
    ) -> Interview:
        """Sit down with somebody; each interview begins anew, or with questions and answers from `before`."""
        # The bound `rest` keeps this object, and so the file, open as long as the interview.
        interview = Interview(self.head(person), self.moment(person), model or self._model, self.rest)
        interview.go_on_from(before)
        return interview
