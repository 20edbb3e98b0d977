"""A run as the bridge exports it: everyone at its end, and the unchanged part of the imported simulation.

Invariant: the run is only read; what was simulated since an import is compared with our own export at its end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from milkwood.bridge.export.folder import OriginalFiles, Outgoing
from milkwood.bridge.export.nodes import SpokenLines
from milkwood.bridge.export.people import ExportedPerson
from milkwood.bridge.export.scratch import Situation, scratch_of, spatial_of
from milkwood.bridge.export.shown import Showing, Spoken, spoken
from milkwood.bridge.export.steps import Steps
from milkwood.bridge.export.unchanged import SinceImport, places_since, scratch_of_before, scratch_since
from milkwood.bridge.origin import OriginalSteps
from milkwood.chronicle import Reader
from milkwood.chronicle.vectors import FoundOnly
from milkwood.exchange.origin import PersonOrigin, SimulationOrigin, holds_plan
from milkwood.ids import PersonId, file_names
from milkwood.models.embedding import Meanings
from milkwood.plain import JsonObject, items, text
from milkwood.providers.sentences import Sentences
from milkwood.run import RestoredRun
from milkwood.run.characters import character_of
from milkwood.town.events import Entered, Happening
from milkwood.town.tile import Tile
from milkwood.towns import Pack
from milkwood.words import Language

_UNKNOWN = PersonOrigin()


@dataclass(frozen=True, slots=True)
class _Cast:
    """Everyone who was ever in a run, in the order of the export."""

    names: Mapping[PersonId, str]
    entrances: Mapping[PersonId, Tile]
    talks: Mapping[str, SpokenLines]

    @property
    def known(self) -> dict[str, str]:
        """Names by id."""
        return {str(person): name for person, name in self.names.items()}


class RunExport:
    """A run to export."""

    def __init__(self, reader: Reader, pack: Pack, origin: SimulationOrigin | None) -> None:
        self._reader = reader
        self._pack = pack
        self._origin = origin
        self._steps = Steps(reader.header.clock)
        self._language = Language(reader.header.language)
        self._cast = self._everyone()

    @property
    def showing(self) -> Showing:
        """Produces the steps that were lived here."""
        cast, town_map = self._cast, self._pack.town_map
        return Showing(town_map, cast.names, self._reader.header.language, cast.talks, cast.entrances)

    def outgoing(self, look: RestoredRun | None, then: RestoredRun | None) -> Outgoing:
        """All but the steps; `then` is the run at the end of its import, if it was imported and lived on."""
        reader, pack, origin = self._reader, self._pack, self._origin
        header = reader.header
        people = self._people(look, reader.end)
        scratches, places = self._tables(people, reader.end)
        if origin is not None:
            before = self._tables(self._people(then, origin.tick), origin.tick) if then is not None else None
            scratches, places = self._unchanged(origin, (scratches, places), before)
        meanings = Meanings(Sentences(), FoundOnly(reader))
        parent = header.parent.run if header.parent else text(origin.meta.get("fork_sim_code")) if origin else ""
        return Outgoing(
            parent=parent or header.scenario,
            town=(text(origin.meta.get("maze_name")) if origin else "") or str(pack.id),
            steps=self._steps,
            tick=reader.end,
            town_map=pack.town_map,
            people=people,
            scratches=scratches,
            places=places,
            talks=self._cast.talks,
            vectors=lambda person, texts: self._vectors(meanings, person, texts),
            own={
                "town": header.town,
                "scenario": header.scenario,
                "language": header.language,
                "embedding": meanings.name,
            },
            source=self._source(),
        )

    # --- people

    def _everyone(self) -> _Cast:
        reader, pack, language = self._reader, self._pack, self._language
        entered = {each.person: each for each in reversed(reader.happenings(kinds=("entered",)))}
        everyone = dict.fromkeys([*self._imported(), *reader.header.cast, *entered])
        called = {**{person: _name(person, pack, language) for person in everyone}, **self._imported()}
        names = file_names((person, called[person]) for person in everyone)
        known = {str(person): name for person, name in names.items()}
        told = ((each.id, [(line.speaker, line.text) for line in each.lines]) for each in reader.talks())
        entrances = {person: _entrance(entered.get(person), pack) for person in everyone}
        return _Cast(names, entrances, spoken(told, known))

    def _imported(self) -> dict[PersonId, str]:
        """The names of imported people, in the order of the source."""
        if self._origin is None:
            return {}
        names = [text(name).strip() for name in items(self._origin.meta.get("persona_names"))]
        return dict(zip(map(PersonId, self._origin.people), names, strict=False))

    def _people(self, look: RestoredRun | None, tick: int) -> tuple[ExportedPerson, ...]:
        return tuple(self._person(person, name, look, tick) for person, name in self._cast.names.items())

    def _person(self, person: PersonId, name: str, look: RestoredRun | None, tick: int) -> ExportedPerson:
        reader, pack = self._reader, self._pack
        head = look.head(person) if look is not None and person in look.people else None
        known = pack.people.get(person)
        character = head.character if head is not None else None
        if character is None and known is not None:
            character = character_of(known, pack, self._language)
        written = tuple((at, memory) for at, _, memory in reader.memories(person=person, until=tick))
        origin = self._origin_of(person)
        is_base = self._origin is not None and self._origin.is_base
        if is_base and tick == 0:
            written = tuple(each for each in written if each[1].text not in origin.derived)
        return ExportedPerson(
            person,
            name,
            character,
            head,
            written,
            looks={**asdict(known.looks), "extras": list(known.looks.extras)} if known is not None else {},
            entrance=self._cast.entrances[person],
            title=known.work.title.in_language(self._language) if known is not None and known.work is not None else "",
            before=origin.scratch,
            chats=origin.chats,
            nodes=origin.nodes,
            known=origin.seeds(written) if is_base else {number: number for number in origin.nodes},
        )

    def _origin_of(self, person: PersonId) -> PersonOrigin:
        return _UNKNOWN if self._origin is None else self._origin.people.get(person, _UNKNOWN)

    # --- tables

    def _tables(
        self, people: Sequence[ExportedPerson], tick: int
    ) -> tuple[dict[PersonId, JsonObject], dict[PersonId, JsonObject]]:
        """Everyone's scratch file and known places at a tick, without regard to the import."""
        reader, cast, town_map = self._reader, self._cast, self._pack.town_map
        scene = reader.scene(tick, town_map)
        began = {each.person: each.tick for each in reader.happenings(until=tick, kinds=("deed_began", "entered"))}
        phrases = Spoken.of(reader.header.language)
        scratches: dict[PersonId, JsonObject] = {}
        for leaver in people:
            body = scene.bodies.get(leaver.id)
            talk = body.talk if body is not None else None
            company = [cast.names[who] for who, other in scene.bodies.items() if talk and other.talk == talk]
            now = Situation(
                tick=tick,
                steps=self._steps,
                town_map=town_map,
                names=cast.known,
                view_radius=reader.header.view_radius,
                attention=reader.header.attention,
                body=body,
                began=began.get(leaver.id, 0),
                chat=cast.talks.get(talk) if talk is not None else None,
                company=tuple(company),
                visiting=phrases.visiting,
                talking=phrases.talking,
            )
            scratches[leaver.id] = scratch_of(leaver, now)
        return scratches, {leaver.id: spatial_of(leaver, town_map) for leaver in people}

    def _unchanged(
        self,
        origin: SimulationOrigin,
        now: tuple[dict[PersonId, JsonObject], dict[PersonId, JsonObject]],
        then: tuple[dict[PersonId, JsonObject], dict[PersonId, JsonObject]] | None,
    ) -> tuple[dict[PersonId, JsonObject], dict[PersonId, JsonObject]]:
        """The same tables, in which everything that did not change since the import is as it came."""
        since = SinceImport(self._steps, origin.tick, self._reader.end)
        scratches, places = dict(now[0]), dict(now[1])
        for person, known in origin.people.items():
            who = PersonId(person)
            if who not in scratches:
                continue
            if since.ticks == 0 or then is not None:
                before = then or now
                plan_holds = holds_plan(self._reader, origin, who)
                scratches[who] = scratch_since(
                    known.scratch, before[0][who], scratches[who], since, plan_holds=plan_holds
                )
                places[who] = places_since(known.spatial, before[1][who], places[who])
            else:
                scratches[who] = scratch_of_before(known.scratch, scratches[who])
        return scratches, places

    # --- the source

    def _source(self) -> OriginalFiles:
        origin = self._origin
        if origin is None:
            return OriginalFiles()
        return OriginalFiles(
            meta=origin.meta,
            begins=origin.begins,
            steps=OriginalSteps(each for each in origin.steps() if each[0] < self._reader.end),
            names=frozenset(self._imported().values()),
            strengths={PersonId(person): known.strengths for person, known in origin.people.items()},
            until=origin.tick,
            is_all=origin.tick == self._reader.end,
        )

    def _vectors(
        self, meanings: Meanings, person: PersonId, texts: Iterable[str]
    ) -> Iterator[tuple[str, Sequence[float] | None]]:
        """Vectors as imported; ours for other texts, as long as those, since the original cannot compare others."""
        known, length = self._origin_of(person).vectors, 0
        for each, vector in known.items():
            found = vector() if vector is not None else None
            length = len(found) if found is not None else length
            yield each, found
        for each in texts:
            if each not in known:
                numbers = [float(number) for number in meanings.vector(each).tolist()]
                yield each, [*numbers, *[0.0] * (length - len(numbers))][: length or None]


def _name(person: PersonId, pack: Pack, language: Language) -> str:
    known = pack.people.get(person)
    return known.name.in_language(language) if known is not None else str(person)


def _entrance(entered: Happening | None, pack: Pack) -> Tile:
    """A person's position before they arrive."""
    if entered is not None and isinstance(entered.event, Entered):
        return entered.event.tile
    return next(iter(pack.town_map.floor(next(iter(pack.town_map.rooms)))), Tile(0, 0))
