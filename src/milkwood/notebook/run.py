"""A run as a script sees it: begun, lived, looked at, forked; and the people of it at any moment.

Knows live and restored runs and chronicles. Invariant: a file is open for writing only while the run is lived; a view
shows one tick, whatever happens to the run afterwards.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from milkwood.chronicle import Chronicle, Header, Reader, Transcript
from milkwood.chronicle.behaviour import cut, refuse_to_go_on
from milkwood.chronicle.runs import SUFFIX, find, listed, new_path, path_for
from milkwood.engine.inputs import check, input_of
from milkwood.errors import SetupError
from milkwood.exchange.export import export_run
from milkwood.i18n import t
from milkwood.mind.head import Switches
from milkwood.models.port import Model
from milkwood.notebook.person import Person
from milkwood.notebook.town import Town, load
from milkwood.notebook.waiting import wait_for
from milkwood.run import DEFAULT_SEED, MindConfig, RestoredRun, RunOptions, assembly
from milkwood.run.names import names_in, person_of, tick_of
from milkwood.run.pack import fork, pack_of
from milkwood.town.acts import Whisper
from milkwood.words import Language


@dataclass(frozen=True, slots=True)
class Conversation:
    """A talk, with names instead of ids."""

    time: datetime
    people: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    """Who said what."""

    def __str__(self) -> str:
        return "\n".join(f"{name}: {text}" for name, text in self.lines)


class Run:
    """One life of a town, in one file."""

    def __init__(self, path: Path, town: Town | None = None, model: Model | None = None) -> None:
        _refuse_no_model(model)
        self.path = path
        self.model = model
        """What answers people's questions; the understudy when it is None."""
        with self.reader() as reader:
            self.header: Header = reader.header
            self.town = town or Town(pack_of(reader))
        self._view: View | None = None

    @property
    def name(self) -> str:
        """Its name."""
        return self.header.run

    @property
    def tick(self) -> int:
        """How far it has come."""
        with self.reader() as reader:
            return reader.end

    @property
    def time(self) -> datetime:
        """The town's date and time it has come to."""
        return self.header.clock.moment(self.tick)

    @property
    def hash(self) -> str:
        """One number for all that happened."""
        with self.reader() as reader:
            return reader.history_hash()

    def reader(self) -> Reader:
        """The file, to be read: events, memories, questions; close it when you are done."""
        return Chronicle.read(self.path)

    # --- living

    def until(self, moment: str | int) -> "Run":
        """Let the town live until `day 2 18:00`, `18:00` (of day 1) or a tick; what was lived before is not again."""
        end = int(self.header.clock.parse(str(moment)))
        if end > self.tick:
            with assembly.open_run(self.town.pack, self.path, options=RunOptions(model=self.model)) as living:
                wait_for(living.live(end), living.stop)
        return self

    def whisper(self, person: str, text: str) -> datetime:
        """Put a thought into somebody's head; returns when they hear it, as soon as the run goes on."""
        with self.reader() as reader:
            refuse_to_go_on(reader)
        with Chronicle.open(self.path) as chronicle:
            act = Whisper(person_of(chronicle, self.town.pack, person), text)
            check(act, self.town.pack.town_map, [act.person])
            given = input_of(chronicle.open_from, act)
            chronicle.keep_input(given.tick, given.kind, given.person, given.content)
            return self.header.clock.moment(given.tick)

    def fork(self, moment: str | int | None = None, name: str | Path | None = None) -> "Run":
        """A new run that shares the past up to a moment (all of it when none is given) and can go its own way."""
        with self.reader() as reader:
            tick = cut(reader, tick_of(reader, None if moment is None else str(moment)))
        path, called = _free(f"{self.name}-from-{tick}") if name is None else new_path(str(name))
        fork(self.path, tick, path, called)
        return Run(path, self.town, self.model)

    # --- looking

    @property
    def now(self) -> "View":
        """The town where the run has come to."""
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
        """Everybody, as they are where the run has come to."""
        return self.now.people

    def person(self, name: str) -> Person:
        """Somebody by name (in any language of the town) or id, as they are where the run has come to."""
        return self.now.person(name)

    def talks(self, person: str | None = None) -> list[Conversation]:
        """What was said in the town so far, or in talks with somebody."""
        with self.reader() as reader:
            whom = None if person is None else person_of(reader, self.town.pack, person)
            return [self._talk(each) for each in reader.talks(person=whom)]

    def export(self, format_: str = "csv", out: str | Path | None = None, *, overwrite: bool = False) -> Path:
        """Write the run in a format of “milkwood export” other than html; returns the folder."""
        with self.reader() as reader:
            folder = None if out is None else Path(out)
            return export_run(reader, format_, folder, overwrite=overwrite, warn=warnings.warn)[0]

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
        """One sentence when what people had in mind could not be brought to this very tick; otherwise empty."""
        return self._look.note

    @property
    def people(self) -> list[Person]:
        """Everybody in the town."""
        return [Person(person, self._look, self._names, self._run.reader) for person in self._look.people]

    def person(self, name: str) -> Person:
        """Somebody by name (in any language of the town) or id."""
        with self._run.reader() as reader:
            whom = person_of(reader, self._run.town.pack, name)
        self._look.head(whom)  # says so when they are not in the town
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
    """Begin a run: everybody is in bed.

    `name` may be a path that ends in `.milkwood`; without one, a free name is found.
    `embedding=False` compares memories by words alone (faster). `off` takes parts of every mind away, to see what they
    bring: `observation`, `reflection`, `planning`, `impressions`, `routines`, `wandering`.
    """
    _refuse_no_model(model)
    if not isinstance(seed, int):
        raise SetupError(f"“{seed}” is no seed.", remedy="Give a whole number.")
    lived_in = town if isinstance(town, Town) else load(town)
    path, called = _free(f"{lived_in.id}-{lived_in.scenario}") if name is None else new_path(str(name))
    minds = MindConfig(embedding=embedding, switches=_switches([off] if isinstance(off, str) else off))
    spoken = Language(language) if language else None
    assembly.new_run(lived_in.pack, path, called, seed=seed, language=spoken, minds=minds).close()
    return Run(path, lived_in, model)


def open_run(name: str | Path, *, model: Model | None = None, pack: str | Path | None = None) -> Run:
    """A run that was begun before, by its name or the path of its file.

    It is seen in the town pack that it carries, or in another one, by its name or folder, that is given on purpose.
    """
    path = find(str(name))
    if pack is None:
        return Run(path, model=model)
    with Chronicle.read(path) as reader:
        return Run(path, Town(pack_of(reader, pack)), model)


def runs() -> list[str]:
    """The names of the runs there are."""
    return [path.name.removesuffix(SUFFIX) for path in listed()]


def _refuse_no_model(model: object) -> None:
    """An error for what cannot answer, such as a model's name, before anything is begun with it."""
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
                t("“{part}” cannot be taken from a mind.", part=each),
                remedy=t("There are: {names}.", names=", ".join(known)),
            )
    return Switches(**dict.fromkeys(off, False))


def _free(stem: str) -> tuple[Path, str]:
    """A name that no run has yet: the stem, or the stem and a number."""
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next((path, name) for path, name in ((path_for(name), name) for name in names) if not path.exists())


def _said(header: Header, tick: int) -> str:
    return t("day {day} {time:%H:%M}", day=header.clock.day(tick), time=header.clock.moment(tick))
