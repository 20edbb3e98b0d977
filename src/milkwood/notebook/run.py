"""A run for scripts: start it, run it, look at its people at any moment, fork it.

Invariant: a file is open for writing only while the run executes; a view shows one tick, whatever happens to the run
afterwards.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import get_args

from milkwood.chronicle import Chronicle, Header, Reader, Transcript
from milkwood.chronicle.behaviour import cut, refuse_to_go_on
from milkwood.chronicle.runs import SUFFIX, find, listed, new_path, path_for
from milkwood.clean import clean
from milkwood.engine import inputs
from milkwood.errors import SetupError
from milkwood.exchange import importing
from milkwood.exchange.export import export_run
from milkwood.exchange.importing import ImportedTown, ImportOptions, ImportReporter
from milkwood.exchange.run_import import ImportedRun
from milkwood.i18n import join, t
from milkwood.mind.head import Switches
from milkwood.models.port import Answer, Model, Question
from milkwood.notebook.person import Person
from milkwood.notebook.town import Town, load
from milkwood.notebook.waiting import wait_for
from milkwood.questions.own_prompts import BUILT_IN
from milkwood.questions.reading import check
from milkwood.questions.registry import kind_of
from milkwood.run import DEFAULT_SEED, LiveRun, MindConfig, RestoredRun, RunOptions, assembly
from milkwood.run.names import names_in, person_of, tick_of
from milkwood.run.own_prompts import prompts_by_settings
from milkwood.run.pack import fork, pack_of
from milkwood.town.acts import Whisper
from milkwood.words import Language


@dataclass(frozen=True, slots=True)
class Conversation:
    """A talk, with names instead of ids."""

    time: datetime
    people: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    """Speaker and text of each line."""

    def __str__(self) -> str:
        return "\n".join(f"{name}: {text}" for name, text in self.lines)


class CheckedModel:
    """A user's model; an answer that cannot be used is an error that names the question."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def answer(self, question: Question) -> Answer:
        """Its answer, if it is valid."""
        answer = await self._model.answer(question)
        kind = kind_of(question.id.kind)
        if not isinstance(answer, Answer):
            faults = t("it is not an Answer")
        elif found := check(kind, question.content, answer.content):
            faults = join(", ", [fault.brief() for fault in found])
        else:
            return answer
        raise SetupError(
            t("The model's answer to “{kind}” cannot be used: {faults}.", kind=kind.name, faults=faults),
            remedy=t("Return milkwood.Answer(content, name) with all fields of the reply."),
        )


class Run:
    """One simulation of a town, in one file."""

    def __init__(self, path: Path, town: Town | None = None, model: Model | None = None) -> None:
        _refuse_no_model(model)
        self.path = path
        self.model = model if model is None or isinstance(model, CheckedModel) else CheckedModel(model)
        """The model that answers questions; the understudy if None."""
        with self.reader() as reader:
            self.header: Header = reader.header
            self.town = town or Town(pack_of(reader))
        self._view: View | None = None
        self.models_tried = False
        """Whether its models have answered a first question; internal."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.header.run

    @property
    def tick(self) -> int:
        """The first tick that is not simulated yet."""
        with self.reader() as reader:
            return reader.end

    @property
    def time(self) -> datetime:
        """The town's date and time at `tick`."""
        return self.header.clock.moment(self.tick)

    @property
    def hash(self) -> str:
        """A hash of everything that happened."""
        with self.reader() as reader:
            return reader.history_hash()

    def reader(self) -> Reader:
        """A reader of the file (events, memories, questions); close it after use."""
        return Chronicle.read(self.path)

    # --- running

    def until(self, moment: str | int) -> "Run":
        """Simulate until `day 2 18:00`, `18:00` (of day 1) or a tick; do nothing if that moment is past.

        A run that stops by itself before, at a cap or a limit, raises the reason.
        """
        end = int(self.header.clock.parse(str(moment)))
        if end > self.tick:
            with assembly.open_run(self.town.pack, self.path, options=RunOptions(model=self.model)) as living:
                wait_for(self._lived(living, end), living.stop)
                for note in living.notes():
                    _warn(note)
            if living.halted is not None:
                raise living.halted
        return self

    async def _lived(self, living: LiveRun, end: int) -> None:
        if not self.models_tried:
            await living.try_models(_warn)
            self.models_tried = True
        await living.live(end)

    def whisper(self, person: str, text: str) -> datetime:
        """Put a thought into a person's mind; returns the time they hear it, once the run continues."""
        with self.reader() as reader:
            refuse_to_go_on(reader)
        with Chronicle.open(self.path) as chronicle:
            whom = person_of(chronicle, self.town.pack, person)
            act = inputs.checked(Whisper(whom, text), self.town.pack.town_map, [whom])
            given = inputs.input_of(chronicle.open_from, act)
            chronicle.keep_input(given.tick, given.kind, given.person, given.content)
            return self.header.clock.moment(given.tick)

    def fork(self, moment: str | int | None = None, name: str | Path | None = None) -> "Run":
        """A new run that shares the past up to a moment, or all of it, and has its own future."""
        with self.reader() as reader:
            tick = cut(reader, tick_of(reader, None if moment is None else str(moment)))
        path, called = _free(f"{self.name}-from-{tick}") if name is None else new_path(str(name))
        fork(self.path, tick, path, called)
        return Run(path, self.town, self.model)

    # --- viewing

    @property
    def now(self) -> "View":
        """The town at the run's last tick."""
        return self.at(self.tick)

    def at(self, moment: str | int) -> "View":
        """The town at `day 1 9:30`, `9:30` or a tick."""
        with self.reader() as reader:
            tick = tick_of(reader, str(moment))
        if self._view is None or self._view.tick != tick or self._view.model is not self.model:
            self._view = View(self, tick)
        return self._view

    @property
    def people(self) -> list[Person]:
        """Everyone, at the run's last tick."""
        return self.now.people

    def person(self, name: str) -> Person:
        """A person by name (in any language of the town) or id, at the run's last tick."""
        return self.now.person(name)

    def talks(self, person: str | None = None) -> list[Conversation]:
        """All talks so far, or those with a person."""
        with self.reader() as reader:
            whom = None if person is None else person_of(reader, self.town.pack, person)
            return [self._talk(each) for each in reader.talks(person=whom)]

    def export(
        self, format_: str = "csv", out: str | Path | None = None, *, overwrite: bool = False, minds: str = "open"
    ) -> Path:
        """Export the run in a format of “milkwood export”; returns the folder, or for html the file.

        `minds` is what the html page carries of minds: `open` (all but secrets), `all`, or `none`.
        """
        place = None if out is None else Path(out)
        if format_ == "html":
            return _write_page(self.path, place, minds, overwrite=overwrite)
        with self.reader() as reader:
            return export_run(reader, format_, place, overwrite=overwrite, warn=_warn)[0]

    def _talk(self, talk: Transcript) -> Conversation:
        names = names_in(self.town.pack, self.header.language)
        return Conversation(
            time=self.header.clock.moment(talk.began),
            people=tuple(names.person(member) for member in talk.members),
            lines=tuple((names.person(line.speaker), line.text) for line in talk.lines),
        )

    def __repr__(self) -> str:
        return f"<Run {self.name}: {self.town.id}, {_said(self.header, self.tick)}>"


class View:
    """The town at one tick of a run."""

    def __init__(self, run: Run, tick: int) -> None:
        self.tick = tick
        self.model = run.model
        self._run = run
        self._look = wait_for(RestoredRun.at(run.path, run.town.pack, tick, run.model))
        self._names = names_in(run.town.pack, run.header.language)

    @property
    def time(self) -> datetime:
        """The town's date and time."""
        return self._run.header.clock.moment(self.tick)

    @property
    def note(self) -> str:
        """One sentence if people's state of mind is of an earlier tick; otherwise empty."""
        return self._look.note

    @property
    def people(self) -> list[Person]:
        """Everyone in the town."""
        return [Person(person, self._look, self._names, self._run.reader) for person in self._look.people]

    def person(self, name: str) -> Person:
        """A person by name (in any language of the town) or id."""
        with self._run.reader() as reader:
            whom = person_of(reader, self._run.town.pack, name)
        self._look.head(whom)  # raises an error if they are not in the town
        return Person(whom, self._look, self._names, self._run.reader)

    def __repr__(self) -> str:
        return f"<{self._run.name}, {_said(self._run.header, self.tick)}>"


def start(
    town: Town | str | Path,
    name: str | Path | None = None,
    *,
    seed: int = DEFAULT_SEED,
    language: str | None = None,
    model: Model | None = None,
    embedding: bool = True,
    off: Sequence[str] = (),
) -> Run:
    """Start a run: everyone is in bed.

    `name` may be a path that ends in `.milkwood`; without one, an unused name is chosen.
    `embedding=False` compares memories by words alone (faster). `off` removes parts of every mind:
    `observation`, `reflection`, `planning`, `impressions`, `routines`, `wandering`.
    """
    _refuse_no_model(model)
    if not isinstance(seed, int):
        raise SetupError(f"“{seed}” is no seed.", remedy="Give a whole number.")
    lived_in = town if isinstance(town, Town) else load(town)
    path, called = _free(f"{lived_in.id}-{lived_in.scenario}") if name is None else new_path(str(name))
    minds = MindConfig(embedding=embedding, switches=_switches([off] if isinstance(off, str) else off))
    spoken = Language(language) if language else None
    options = RunOptions(model=model)
    prompts = prompts_by_settings() or BUILT_IN
    with assembly.new_run(
        lived_in.pack, path, called, seed=seed, language=spoken, minds=minds, options=options, prompts=prompts
    ) as begun:
        wait_for(_tried(begun), begun.stop)
    run = Run(path, lived_in, model)
    run.models_tried = True
    return run


async def _tried(run: LiveRun) -> None:
    """Ask the models of the settings a first question; what that waits for is a warning."""
    await run.try_models(_warn)
    if run.stack is not None:
        await run.stack.close()


def open_run(name: str | Path, *, model: Model | None = None, pack: str | Path | None = None) -> Run:
    """Open an existing run by its name or the path of its file.

    It uses the town pack that it carries, unless `pack` names another one.
    """
    path = find(str(name))
    if pack is None:
        return Run(path, model=model)
    with Chronicle.read(path) as reader:
        return Run(path, Town(pack_of(reader, pack)), model)


def import_path(
    path: str | Path,
    name: str = "",
    *,
    to: str = "",
    visuals: str | Path | None = None,
    history: str | Path | None = None,
) -> Town | Run:
    """Import a maze, a simulation, a demo or a history of Generative Agents, as “milkwood import” does.

    Simulations and demos with steps become a `Run`; a history for a run returns that run; the rest becomes a `Town`.
    """
    options = ImportOptions(name, to, *(None if each is None else Path(each) for each in (visuals, history)))
    made = importing.import_path(Path(path), options, ImportReporter(warn=_warn))
    match made:
        case ImportedTown(folder=folder):
            return load(folder)
        case ImportedRun(path=path):
            return open_run(path)
    return open_run(to)


def runs() -> list[str]:
    """The names of all runs."""
    return [path.name.removesuffix(SUFFIX) for path in listed()]


def _write_page(path: Path, out: Path | None, minds: str, *, overwrite: bool) -> Path:
    # The import takes a second that scripts without it do not need.
    from milkwood.server.views.html_export import write_replay
    from milkwood.server.wire.replay import CarriedMindsIn

    for known in get_args(CarriedMindsIn):
        if known == minds:
            return write_replay(path, out, known, overwrite=overwrite)
    raise SetupError(
        t("A page cannot carry minds “{minds}”.", minds=minds),
        remedy=t("There are: {names}.", names=", ".join(get_args(CarriedMindsIn))),
    )


def _refuse_no_model(model: object) -> None:
    """Raise an error if the model cannot answer, for example because it is only a name."""
    if model is not None and not callable(getattr(model, "answer", None)):
        raise SetupError(
            f"“{model}” cannot answer questions: a model is an object with a method “answer”.",
            remedy="“milkwood run --model” takes a model by its name, and the run can be opened here afterwards.",
        )


def _switches(off: Sequence[str]) -> Switches:
    known = Switches.__dataclass_fields__
    for each in off:
        if each not in known:
            raise SetupError(
                t("“{part}” cannot be switched off.", part=each),
                remedy=t("There are: {names}.", names=", ".join(known)),
            )
    return Switches(**dict.fromkeys(off, False))


def _warn(sentence: str) -> None:
    warnings.warn("".join(clean(sentence)), stacklevel=3)  # a plain str: what reports warnings may not know ours


def _free(stem: str) -> tuple[Path, str]:
    """An unused name: the stem, or the stem and a number."""
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next((path, name) for path, name in ((path_for(name), name) for name in names) if not path.exists())


def _said(header: Header, tick: int) -> str:
    return t("day {day} {time:%H:%M}", day=header.clock.day(tick), time=header.clock.moment(tick))
