"""Runs restored at a tick: people as they were then, without leaving a trace (rule C5).

Invariant: the file is only read, also while the run goes on. Minds are restored from the latest snapshot and lived on
in memory to exactly that tick, from recorded answers alone. A past that cannot be replayed is read from the record, and
`note` says so. What a model costs in interviews is in the run's bill.
"""

import weakref
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.behaviour import lived_under
from milkwood.chronicle.glimpse import Unlike
from milkwood.engine.avatar import Avatar
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.mind.townsperson import Townsperson
from milkwood.models.port import Model
from milkwood.models.tape import NotOnTape
from milkwood.run.assembly import glimpse_run
from milkwood.run.interview import InterviewSession
from milkwood.run.interview_contents import InterviewGiven
from milkwood.run.live_run import LiveRun
from milkwood.run.model_config import ModelConfig
from milkwood.town.percepts import Moment
from milkwood.town.senses import sense
from milkwood.towns import Pack
from milkwood.towns.archive import pack_hash


def _changed(header: Header, pack: Pack) -> str:
    same = header.pack_hash in ("", pack_hash(pack.folder))
    return "" if same else t("The town's files have changed since the run “{name}” was started", name=header.run)


def _note(run: LiveRun, why: str, tick: int) -> str:
    header, since = run.chronicle.header, run.life.settings.start
    until = header.when(tick)
    if not any(each <= tick for each in run.chronicle.snapshots()):
        return t(
            "{why}: what people had in mind is as at the beginning (there is no snapshot), with all memories recorded "
            "until {until}.",
            why=why,
            until=until,
        )
    return t(
        "{why}: what people had in mind is as of {when} (the last snapshot), with all memories recorded until {until}.",
        why=why,
        when=header.when(since),
        until=until,
    )


def _recorded(pack: Pack, path: Path, tick: int, models: ModelConfig | None) -> LiveRun:
    """A run at a tick without replaying: minds of the last snapshot, and everything recorded since."""
    try:
        run = glimpse_run(pack, path, tick, models)
        try:
            _bring_up(run, tick)
        except BaseException:
            run.close()
            raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # the snapshot does not fit the mind
        raise SetupError(
            t("The minds of people in this run cannot be read."),
            remedy=t("The run itself can still be shown and exported."),
        ) from error
    return run


def _bring_up(run: LiveRun, tick: int) -> None:
    """Apply recorded events and memories since the snapshot, without replaying."""
    life, chronicle = run.life, run.chronicle
    since = life.settings.start
    life.town.fold(chronicle.happenings(since, tick))
    minds = {**life.minds, **run.arrivals(life.inbox.keys, since, tick)}
    life.minds = {person: minds[person] for person in life.town.people(tick) if person in minds}
    for at, person, memory in chronicle.memories(since, tick):
        mind = life.minds.get(person)
        if isinstance(mind, Townsperson):
            mind.head.memories.add(at, memory)


class RestoredRun:
    """The town and its people at one tick of a run."""

    def __init__(self, run: LiveRun, tick: int, model: Model | None = None, why: str = "") -> None:
        """A run that is at a tick; `why` it could not be replayed up to there, if so."""
        self.tick = tick
        self.minds_at = run.life.settings.start if why else tick
        """The tick of the minds' state, apart from their memories."""
        self.note = _note(run, why, tick) if why else ""
        """One sentence if the minds' state is of an earlier tick; otherwise empty."""
        self._run = run
        self._model = model or run.default_model
        self.town = run.life.town
        self._closing = weakref.finalize(self, run.close)

    @classmethod
    async def at(
        cls, path: Path, pack: Pack, tick: int, model: Model | None = None, models: ModelConfig | None = None
    ) -> "RestoredRun":
        """Restore a run at a tick it has reached; `model` answers instead of `models`.

        A past that cannot be replayed is read: the town from events, minds from the last snapshot, and all memories.
        """
        with Chronicle.read(path) as reader:
            why = lived_under(reader.header, tick) or _changed(reader.header, pack)
        if not why:
            run = glimpse_run(pack, path, tick, models)
            try:
                await run.live(tick)
                return cls(run, tick, model)
            except (NotOnTape, Unlike) as error:
                run.close()
                why = (
                    str(error)
                    if isinstance(error, Unlike)
                    else t("The answer to {question} is not recorded", question=error)
                )
            except BaseException:
                run.close()
                raise
        return cls(_recorded(pack, path, tick, models), tick, model, why)

    async def rest(self) -> None:
        """Close the connections of the models; the next question opens new ones."""
        if self._run.stack is not None:
            await self._run.stack.close()

    def close(self) -> None:
        """Close the file; garbage collection closes it anyway."""
        self._closing()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def people(self) -> list[PersonId]:
        """Everyone in the town who can be interviewed, by id."""
        return [person for person, mind in sorted(self._run.life.minds.items()) if isinstance(mind, Townsperson)]

    def head(self, person: PersonId) -> Head:
        """The mind of a person."""
        mind = self._run.life.minds.get(person)
        if isinstance(mind, Townsperson):
            return mind.head
        if mind is None:
            what, remedy = (
                t("“{person}” is not in the town at tick {tick}.", person=person, tick=self.tick),
                t("Ask about another moment."),
            )
        elif isinstance(mind, Avatar):
            what, remedy = (
                t("“{person}” is controlled by keys and remembers nothing.", person=person),
                t("Ask a person of the town."),
            )
        else:
            what, remedy = (
                t("People in this run have fixed habits and no memories, so nobody can be asked."),
                t("Start a run with minds that remember: “milkwood run”."),
            )
        raise SetupError(what, where=self._run.chronicle.header.run, remedy=remedy)

    def moment(self, person: PersonId) -> Moment:
        """What a person sensed."""
        others = [other for other in self.town.people(self.tick) if other != person]
        header = self._run.chronicle.header
        return sense(
            self.town, person, self.tick, others=others, view_radius=header.view_radius, attention=header.attention
        )

    def interview(
        self, person: PersonId, before: Sequence[tuple[str, str]] = (), model: Model | None = None
    ) -> InterviewSession:
        """A new interview with a person, or one that continues after the questions and answers of `before`."""
        # The bound `rest` keeps this object, and so the file, open as long as the interview.
        given = InterviewGiven(self._run.chronicle, self._run.pack)
        interview = InterviewSession(self.head(person), self.moment(person), model or self._model, self.rest, given)
        interview.resume(before)
        return interview
