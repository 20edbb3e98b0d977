"""The `print` commands of the prompt, for the end of a run.

Invariant: values are those of an export, with places named in the run's language.
"""

import typer

from milkwood.bridge.export import schedule
from milkwood.bridge.export.scratch import BUFFER_STEPS, buffers
from milkwood.bridge.export.steps import Steps
from milkwood.bridge.nodes import CHAT, EVENT, THOUGHT, type_of
from milkwood.chronicle import Reader
from milkwood.chronicle.names import Names
from milkwood.cli.prompt.forms import Typed, tile_of
from milkwood.cli.prompt.places import PlaceNames
from milkwood.cli.prompt.wording import PromptTexts
from milkwood.cli.terminal import echo
from milkwood.clock import hour_of
from milkwood.errors import OurBug
from milkwood.exchange.origin import hourly_plan
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.run import RestoredRun
from milkwood.town.tile import Tile
from milkwood.towns import Pack

_TYPES = {"events": EVENT, "thoughts": THOUGHT, "chats": CHAT}


class Printer:
    """Prints one moment."""

    def __init__(
        self,
        reader: Reader,
        pack: Pack,
        places: PlaceNames,
        names: Names,
        words: PromptTexts,
        look: RestoredRun | None,
    ) -> None:
        self._reader = reader
        self._pack = pack
        self._places = places
        self._map = places.map
        self._names = names
        self._words = words
        self._look = look
        self._header = reader.header
        self._tick = reader.end

    def show(self, typed: Typed, whom: PersonId | None) -> None:
        """Print the result of a command; `whom` is the person named."""
        form = typed.form.id
        if form == "time":
            self._time()
        elif form == "schedules":
            for person in self._people():
                self._schedule(person)
        elif form in ("tile_event", "tile_details"):
            self._tile(typed.given, details=form == "tile_details")
        elif whom is not None:
            self._person(form, whom)

    def _person(self, form: str, whom: PersonId) -> None:
        match form:
            case "schedule":
                self._schedule(whom)
            case "hourly":
                self._schedule(whom, broad=True)
            case "tile":
                self._where(whom)
            case "buffer":
                self._buffer(whom)
            case "places":
                self._known_places(whom)
            case _:
                self._memories(whom, _TYPES[form])

    def _head(self, person: PersonId) -> Head:
        if self._look is None:
            raise OurBug("Nobody was looked at.")
        return self._look.head(person)

    def _people(self) -> list[PersonId]:
        return self._look.people if self._look is not None else []

    def _when(self, tick: int) -> str:
        return self._words.when(self._header.clock, tick)

    # --- time and places

    def _time(self) -> None:
        steps = Steps(self._header.clock)
        step = steps.step(self._tick)
        typer.echo(
            self._words.now.format(date=f"{steps.moment(step):%Y-%m-%d}", when=self._when(self._tick), step=step)
        )

    def _where(self, person: PersonId) -> None:
        body = self._reader.scene(self._tick, self._map).bodies.get(person)
        name = self._names.person(person)
        if body is None:
            typer.echo(self._words.away.format(name=name))
            return
        tile = body.tile(self._tick)
        place = self._names.place(tile) or self._places.town
        typer.echo(self._words.at_tile.format(name=name, x=tile.x, y=tile.y, place=place))

    def _tile(self, given: str, *, details: bool) -> None:
        found, town_map = tile_of(given), self._map
        if found is None:
            typer.echo(self._words.need["tile"])
            return
        tile = Tile(*found)
        if not town_map.holds(tile):
            width, height = town_map.width, town_map.height
            typer.echo(self._words.off_map.format(x=tile.x, y=tile.y, width=width, height=height))
            return
        if details:
            self._details(tile)
        self._events(tile)

    def _details(self, tile: Tile) -> None:
        places, none = self._places, self._words.none
        room = self._map.room_at(tile)
        thing = next((thing for thing in self._map.things.values() if tile in thing.tiles), None)
        values = (
            places.town,
            places.sector(room.sector) if room is not None else none,
            places.address_of_room(room.id) if room is not None else none,
            places.address_of_thing(thing.id) if thing is not None else none,
            self._words.free if self._map.is_walkable(tile) else self._words.blocked,
        )
        for label, value in zip(self._words.details, values, strict=True):
            typer.echo(self._words.labelled.format(label=label, value=value))

    def _events(self, tile: Tile) -> None:
        scene = self._reader.scene(self._tick, self._map)
        shown = False
        for thing in self._map.things.values():
            if tile in thing.tiles:
                known = scene.states.get(thing.id)
                state = self._words.idle if known is None else known.words
                typer.echo(self._words.state.format(thing=self._names.thing(thing.id), state=state))
                shown = True
        for person, at in scene.tiles.items():
            if at == tile:
                deed = scene.bodies[person].deed
                what = deed.what if deed is not None else self._words.none
                typer.echo(self._words.on_tile.format(name=self._names.person(person), what=what))
                shown = True
        if not shown:
            typer.echo(self._words.nothing)

    # --- minds

    def _schedule(self, person: PersonId, *, broad: bool = False) -> None:
        head = self._head(person)
        imported = hourly_plan(self._reader, self._pack, person) if broad else []
        planned = imported or schedule.is_planned(head, self._tick)
        note = "" if planned else f" {self._words.unplanned}"
        echo(f"{self._names.person(person)}{note}", bold=True)
        entries = imported or (schedule.hourly if broad else schedule.detailed)(head, self._tick)
        at = 0
        for what, minutes in entries:
            typer.echo(f"  {hour_of(at)}-{hour_of(at + minutes)}  {what}")
            at += minutes

    def _buffer(self, person: PersonId) -> None:
        head = self._head(person)
        names = {str(each): self._names.person(each) for each in self._header.cast}
        left = buffers(head, self._tick, names)
        if not left:
            typer.echo(self._words.no_buffer.format(name=self._names.person(person)))
        for other, name in names.items():
            if name in left:
                when = self._when(head.people.of(PersonId(other)).last_talk)
                typer.echo(self._words.buffer.format(other=name, left=left[name], most=BUFFER_STEPS, when=when))

    def _memories(self, person: PersonId, kind: str) -> None:
        talks = {talk.id: talk for talk in self._reader.talks(person=person)}
        shown = False
        for record in reversed(self._head(person).memories.all()):
            if type_of(record.kind) != kind:
                continue
            shown = True
            typer.echo(
                self._words.memory.format(
                    number=record.number,
                    when=self._when(max(0, record.tick)),
                    importance=record.importance,
                    text=record.text,
                )
            )
            talk = next((each for name, each in talks.items() if name == record.talk), None)
            for line in talk.lines if talk is not None and kind == CHAT else ():
                said = self._words.said.format(name=self._names.person(line.speaker), text=line.text)
                typer.echo(f"    {said}")
        if not shown:
            typer.echo(self._words.nothing)

    def _known_places(self, person: PersonId) -> None:
        places, known = self._places, set(self._head(person).state.notice.places)
        typer.echo(places.town)
        for sector in self._map.sectors:
            if sector in known:
                typer.echo(f"  {places.sector(sector)}")
                for room in self._map.rooms_of(sector):
                    things = [places.thing(thing.id) for thing in self._map.things_in_room(room.id)]
                    inside = self._words.comma.join(things)
                    label = places.room(room.id)
                    typer.echo(f"    {self._words.labelled.format(label=label, value=inside) if things else label}")
