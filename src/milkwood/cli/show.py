"""`milkwood show`: who is where doing what at a moment of a run, or one person's day up to it.

Invariant: reads only, also while the run is running.
"""

from dataclasses import asdict, dataclass
from datetime import datetime, time
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from milkwood.chronicle import Reader, Transcript
from milkwood.chronicle.acts import Reuse, reuse_of
from milkwood.chronicle.codec import body_to_plain, memory_to_plain, talk_to_plain
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.telling import shown, tell, tell_deed
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.recorded import RUN_HELP, OtherPack, pack_for
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import around, label, said, user_language
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.lab.comparing.words import ComparisonPhrases
from milkwood.lab.measures_lines import speakers, spoken_lines
from milkwood.run.names import names_in, open_reader, person_of, tick_of
from milkwood.run.own_prompts import named_prompts
from milkwood.town.body import Body, Walking
from milkwood.town.events import DeedBegan, Entered, Event
from milkwood.town.town import BEFORE_TIME, Scene
from milkwood.towns import Pack
from milkwood.words import Language

_TOLD = ("entered", "departed", "set_off", "deed_began", "whispered")


@dataclass(frozen=True, slots=True)
class ShowContext:
    """A moment of a run, with what is needed to describe it."""

    reader: Reader
    scene: Scene
    names: Names
    words: EventPhrases

    @property
    def when(self) -> str:
        """The moment in words."""
        clock, tick = self.reader.header.clock, self.scene.tick
        day, hour = self.words.on(clock.day(tick), clock.moment(tick)), f"{clock.moment(tick):%H:%M:%S}"
        return f"{day} {said(t('{when} (tick {tick})', when=hour, tick=tick))}"

    def hour(self, tick: int) -> str:
        """The time of day at a tick."""
        return f"{self.reader.header.clock.moment(max(0, tick)):%H:%M}"


def show(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    at: Annotated[
        str | None, typer.Option("--at", help="The moment: “day 2 18:00”, “18:00”, or a tick.", show_default="the last")
    ] = None,
    person: Annotated[str | None, typer.Option("--person", help="Show one person's day: a name or an id.")] = None,
    broken: Annotated[
        bool, typer.Option("--broken", help="Show the lines said until then that nobody would say, by sort.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    pack: OtherPack = None,
) -> None:
    """Show where everyone is and what they do at a moment of a run."""
    if broken and person is not None:
        raise SetupError(t("“--broken” shows all people."), remedy=t("Leave out “--person”."))
    with open_reader(run) as reader:
        tick = tick_of(reader, at)
        town = pack_for(reader, pack)
        language = reader.header.language
        whom = None if person is None else person_of(reader, town, person)
        words = EventPhrases.of(language if as_json else around(language))
        view = ShowContext(reader, reader.scene(tick, town.town_map), names_in(town, language), words)
        if broken:
            _show_broken(view, town, as_json=as_json)
        elif as_json:
            told = _person_as_plain(view, whom) if whom else _town_as_plain(view)
            echo_json(told)
        elif whom:
            _show_person(view, whom)
        else:
            _show_town(view)


# --- the town


def _where(view: ShowContext, person: PersonId) -> str:
    return view.names.place(view.scene.tiles[person]) or view.words.outdoors


def _doing(view: ShowContext, body: Body) -> str:
    doing = []
    if body.talk is not None and body.talk in view.scene.talks:
        doing.append(view.words.in_talk)
    if body.deed is not None:
        doing.append(shown(body.deed))
    if isinstance(body.motion, Walking) and body.walking(view.scene.tick):
        place = view.names.place(body.motion.route.end)
        doing.append(view.words.on_the_way.format(place=place) if place else view.words.on_the_way_outside)
    return "; ".join(doing)


def _town_as_plain(view: ShowContext) -> dict[str, Any]:
    scene, header = view.scene, view.reader.header
    return {
        "run": header.run,
        "own_prompts": header.own_prompts,
        "tick": scene.tick,
        "time": header.clock.moment(scene.tick).isoformat(),
        "people": {
            person: {
                "name": view.names.person(person),
                "tile": list(scene.tiles[person]),
                "place": _where(view, person),
                **body_to_plain(body),
            }
            for person, body in scene.bodies.items()
        },
        "things": {thing: state.words for thing, state in scene.states.items()},
        "talks": [talk_to_plain(talk) for talk in scene.talks.values()],
    }


def _show_town(view: ShowContext) -> None:
    header = view.reader.header
    console = CleanConsole()
    console.print(Text(f"{header.run}: {header.town} / {header.scenario}", style="bold"))
    console.print(Text(view.when))
    if header.own_prompts:
        console.print(Text(said(t("own prompts: {names}", names=named_prompts(header.own_prompts)))))
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(3):
        table.add_column(overflow="fold")
    for person, body in view.scene.bodies.items():
        row = (view.names.person(person), _where(view, person), _doing(view, body))
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)
    for thing, state in view.scene.states.items():
        console.print(Text(view.words.thing_changed.format(thing=view.names.thing(thing), state=state.words)))


# --- broken lines


def _show_broken(view: ShowContext, pack: Pack, *, as_json: bool) -> None:
    header = view.reader.header
    talks, people = view.reader.talks(until=view.scene.tick), speakers(pack, Language(header.language))
    found = spoken_lines(talks, people, header.language, header.clock)
    if as_json:
        echo_json({"lines": found.lines, "share": found.share, **asdict(found), "by_sort": found.by_sort})
        return
    words = ComparisonPhrases.of(user_language())
    console = CleanConsole()
    console.print(
        Text(said(t("{broken:,} of {lines:,} lines are broken.", broken=len(found.broken), lines=found.lines)))
    )
    table = Table(box=None, pad_edge=False, show_header=False)
    for each in found.broken:
        table.add_row(Text(words.broken_sorts[each.sort]), Text(view.names.person(each.by)), Text(each.text))
    console.print(table)


# --- one person


def _today(view: ShowContext) -> tuple[int, int]:
    """The ticks of the day up to the moment; ticks before the start belong to the first day."""
    clock, tick = view.reader.header.clock, view.scene.tick
    midnight = clock.tick_at(datetime.combine(clock.moment(tick).date(), time()))
    return (int(midnight) if midnight > 0 else BEFORE_TIME), tick


def _deeds(view: ShowContext, person: PersonId) -> list[tuple[int, str]]:
    def told(event: Event) -> str:
        deed = event.deed if isinstance(event, DeedBegan | Entered) else None
        return tell_deed(deed, *spoken) if deed else tell(event, *spoken)

    since, until = _today(view)
    spoken = (view.names, view.words)
    happenings = view.reader.happenings(since, until, person=person, kinds=_TOLD)
    return [(each.tick, told(each.event)) for each in happenings]


def _reuse(view: ShowContext, person: PersonId) -> Reuse:
    return reuse_of(view.reader, *_today(view), person=person)


def _talks(view: ShowContext, person: PersonId) -> list[Transcript]:
    since, until = _today(view)
    return view.reader.talks(since, until, person=person)


def _person_as_plain(view: ShowContext, person: PersonId) -> dict[str, Any]:
    since, until = _today(view)
    town = _town_as_plain(view)
    return {
        "run": town["run"],
        "tick": town["tick"],
        "time": town["time"],
        "person": person,
        "name": view.names.person(person),
        "now": town["people"].get(person),
        "deeds": [{"tick": tick, "text": text} for tick, text in _deeds(view, person)],
        "routines": asdict(_reuse(view, person)),
        "memories": [
            {"tick": tick, **memory_to_plain(memory)}
            for tick, _, memory in view.reader.memories(since, until, person=person)
        ],
        "talks": [
            {
                "talk": talk.id,
                "members": list(talk.members),
                "began": talk.began,
                "lines": [
                    {"tick": line.tick, "speaker": line.speaker, "text": line.text}
                    for line in talk.lines
                    if line.tick < until
                ],
            }
            for talk in _talks(view, person)
        ],
    }


def _show_person(view: ShowContext, person: PersonId) -> None:
    since, until = _today(view)
    echo(view.names.person(person), bold=True)
    typer.echo(view.when)
    body = view.scene.bodies.get(person)
    if body is not None:
        doing = _doing(view, body)
        typer.echo(_where(view, person) + (f": {doing}" if doing else ""))
    _section(view.words.deeds, [f"{view.hour(tick)} {text}" for tick, text in _deeds(view, person)])
    reuse = _reuse(view, person)
    if reuse.reused:
        typer.echo("  " + view.words.by_habit.format(blocks=reuse.blocks, reused=reuse.reused, share=reuse.rate))
    memories = view.reader.memories(since, until, person=person)
    _section(
        view.words.memories, [f"{view.hour(tick)} ({label(memory.kind)}) {memory.text}" for tick, _, memory in memories]
    )
    spoken: list[str] = []
    for talk in _talks(view, person):
        members = view.words.listed([view.names.person(member) for member in talk.members])
        spoken.append(f"{view.hour(talk.began)} {members}")
        spoken += [
            f"      {view.names.person(line.speaker)} {view.words.quoted(line.text)}"
            for line in talk.lines
            if line.tick < until
        ]
    _section(view.words.spoken, spoken)


def _section(title: str, lines: list[str]) -> None:
    if lines:
        echo(f"\n{title}", bold=True)
        for line in lines:
            typer.echo(f"  {line}")
