"""`milkwood history`: lets people of a run remember things from before, from a table.

Knows how people are named and what they know already. Invariant: all of a file is taken in or none of it; what somebody
knows already they are not told again, so that the same command given twice does nothing.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from milkwood.cli.recorded import RUN_HELP
from milkwood.cli.voice import say
from milkwood.errors import MilkwoodError, SetupError

if TYPE_CHECKING:
    from milkwood.bridge.history import Entry
    from milkwood.chronicle import Chronicle, Header
    from milkwood.chronicle.names import Names
    from milkwood.ids import PersonId
    from milkwood.towns import Pack

_MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a file: what each person is told, at which tick, and how much was known already."""

    header: "Header"
    names: "Names"
    new: "dict[PersonId, list[str]]"
    known: int
    tick: int

    @property
    def count(self) -> int:
        """How many memories there are."""
        return sum(map(len, self.new.values()))


def history(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    file: Annotated[Path, typer.Argument(help="A CSV file: a name, and what to remember, with semicolons between.")],
    as_is: Annotated[bool, typer.Option("--as-is", help="Keep statements word for word: “You love …”.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say it as JSON.")] = False,
) -> None:
    """Let people remember things from before; they know them when the run goes on."""
    from milkwood.chronicle.runs import find

    taken = take_in(find(run), file, as_is=as_is)
    header, clock, tick = taken.header, taken.header.clock, taken.tick
    if as_json:
        told = {"run": header.run, "tick": tick, "time": clock.moment(tick).isoformat(), "memories": taken.new}
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    for person, texts in taken.new.items():
        typer.echo(f"{taken.names.person(person)}: {len(texts)}")
    if taken.known:
        say(f"{taken.known} were known already.")
    if not taken.new:
        say(f"{header.run}: there is nothing new in it.")
        return
    when = f"day {clock.day(tick)} {clock.moment(tick):%H:%M} (tick {tick})"
    people = len(taken.new)
    say(f"{header.run}: {taken.count} memories for {people} people, known at {when}, when the run goes on.")


def take_in(path: Path, file: Path, *, as_is: bool = False) -> Taken:
    """Write down what a file says for the people of a run."""
    from milkwood.bridge.history import read
    from milkwood.chronicle import Chronicle
    from milkwood.chronicle.behaviour import refuse_to_go_on
    from milkwood.run.names import names_in
    from milkwood.run.pack import pack_of

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
    return Taken(header, names_in(pack, header.language), new, known, tick)


def _by_person(chronicle: "Chronicle", pack: "Pack", file: Path, entries: "list[Entry]") -> "dict[PersonId, list[str]]":
    """Whom each row means; all rows that mean nobody, or say nothing, are named at once."""
    from milkwood.engine.inputs import LONGEST_TEXT
    from milkwood.run.names import person_of

    found: dict[PersonId, list[str]] = {}
    faults = []
    for entry in entries:
        try:
            found.setdefault(person_of(chronicle, pack, entry.name), []).extend(entry.statements)
        except MilkwoodError as error:
            faults.append(f"line {entry.line}: {error.sentence()}")
        if not entry.statements:
            faults.append(f"line {entry.line}: “{entry.name}” has nothing to remember.")
        if any(len(each) > LONGEST_TEXT for each in entry.statements):
            faults.append(f"line {entry.line}: a statement has more than {LONGEST_TEXT:,} characters.")
    if faults:
        more = f"\n  … and {len(faults) - _MOST_SHOWN} more" if len(faults) > _MOST_SHOWN else ""
        listed = "".join(f"\n  {fault}" for fault in faults[:_MOST_SHOWN])
        raise SetupError(f"Nothing was taken in:{listed}{more}\n", where=str(file), remedy="Mend these lines.")
    return found


def _worded(statements: list[str], language: str, as_is: bool) -> list[str]:
    from milkwood.bridge.history import own_words

    return list(dict.fromkeys(statements if as_is else (own_words(each, language) for each in statements)))


def _new(chronicle: "Chronicle", wanted: "dict[PersonId, list[str]]") -> "dict[PersonId, list[str]]":
    """What people do not know yet, nor will know by what was given before."""
    from milkwood.plain import items

    known = {(person, memory.text) for _, person, memory in chronicle.memories(kinds=("seed",))}
    for given in chronicle.inputs():
        if given.kind == "remind" and given.person is not None:
            known |= {(given.person, text) for text in map(str, items(given.content["texts"]))}
    new = {person: [text for text in texts if (person, text) not in known] for person, texts in wanted.items()}
    return {person: texts for person, texts in sorted(new.items()) if texts}


def _write(chronicle: "Chronicle", pack: "Pack", new: "dict[PersonId, list[str]]") -> int:
    from milkwood.cli.given import people_of
    from milkwood.engine.inputs import check, input_of
    from milkwood.town.acts import Remind

    tick, people = chronicle.open_from, people_of(chronicle, pack)
    acts = [Remind(person, tuple(texts)) for person, texts in new.items()]
    for act in acts:
        check(act, pack.town_map, people)
    chronicle.keep_inputs([input_of(tick, act) for act in acts])
    return tick
