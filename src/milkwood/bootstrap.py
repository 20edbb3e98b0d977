"""How a town pack becomes a life that is recorded: the one file that knows everybody, and decides nothing itself.

Knows every room below it, no screen. Invariant: a run is put together here and nowhere else, so that a new one, one
that goes on and a fork differ only in where they begin; what has no bearing on history (schedule, calls at once, how
hard the disk is pressed) may be chosen anew each time, what has is in the header and stays.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version
from types import TracebackType
from typing import Any, Self

from milkwood.casting import Casting, MindSettings, seeded
from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.behaviour import refuse_to_go_on
from milkwood.chronicle.file import take_back
from milkwood.chronicle.glimpse import Glimpse
from milkwood.chronicle.till import Till
from milkwood.engine.avatar import Avatar
from milkwood.engine.inbox import Inbox
from milkwood.engine.inputs import act_of
from milkwood.engine.keeper import Reason, Remembered, Resting
from milkwood.engine.keys import Keys
from milkwood.engine.life import Life, Schedule, Settings
from milkwood.engine.pace import Pace
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.engine.stillness import sentence, stillness
from milkwood.errors import MilkwoodError, SetupError
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind.head import Switches
from milkwood.mind.port import Kept, Memory, Mind
from milkwood.mind.rule import Block, Routine, RuleMind
from milkwood.mind.rule_answers import RuleAnswers
from milkwood.mind.townsperson import Shelf, Townsperson
from milkwood.models.calls import Calls, Unpaid
from milkwood.models.embedding import Meanings
from milkwood.models.gate import Gate
from milkwood.models.port import Answer, Model, Question, QuestionId
from milkwood.models.tape import Taped, TapeOnly
from milkwood.models.wording import Wording
from milkwood.providers.sentences import Sentences
from milkwood.questions.registry import prompt_hashes
from milkwood.recorded import refuse_other_pack
from milkwood.stack import Stack, Wanted, build, wanted_by_settings
from milkwood.town.acts import Act, Arrive, Enter
from milkwood.town.address import Address
from milkwood.town.body import Deed
from milkwood.town.events import Entered, Happening, TalkBegan
from milkwood.town.map import TownMap
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.town import BEFORE_TIME, Scene, Town
from milkwood.towns import Pack, Person
from milkwood.towns.archive import pack_hash, packed
from milkwood.towns.newcomer import newcomer
from milkwood.towns.routines import routines_in
from milkwood.understudy.model import Understudy
from milkwood.words import CHINESE, Language, Words

SCHEDULES: Mapping[str, Callable[[], Schedule]] = {
    "serial": Serial,
    "lockstep": Lockstep,
    "outoforder": OutOfOrder,
}
TOWN, RULE = "town", "rule"
"""Minds that remember and think, and those that live by habit (for measuring everything around a mind)."""
DEFAULT_SEED = 1
AT_ONCE = 64
"""How many questions may be with the model at a time when nobody says otherwise."""
PATIENCE_SECONDS = 5.0
"""How long answers that are being paid for are waited for when a run stops."""
HALTED_PATIENCE_SECONDS = 60.0
"""And when it stops by itself, and nobody waits for it to."""

_SLEEPING = Words({Language("en"): "sleeping", CHINESE: "睡觉"})
_SENTENCES = Sentences()
"""One for all runs of a process: its weights are read when the first text is met, and then stay."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a run is lived this time: none of it changes what happens, as long as the model's answers are the same."""

    schedule: str = "outoforder"
    at_once: int = AT_ONCE
    survive_power_cuts: bool = False
    model: Model | None = None
    """What answers questions instead of all that is wanted."""
    pace: Pace | None = None
    """The clock to live by; none to live as fast as possible."""
    wanted: Wanted | None = None
    """Which language models answer, and how far they may go; None for what the user's settings say."""


@dataclass(frozen=True, slots=True)
class Minds:
    """What minds a run is lived with: it bears on what happens, and stays as it was begun."""

    kind: str = TOWN
    embedding: bool = True
    """Whether memories are compared by meaning; otherwise by words alone."""
    switches: Switches = field(default_factory=Switches)

    def plain(self) -> dict[str, Any]:
        """As a header keeps it."""
        if self.kind == RULE:
            return {"mind": RULE}
        off = [name for name, on in asdict(self.switches).items() if not on]
        return {"mind": TOWN, "embedding": Sentences.name if self.embedding else "", "off": off}

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Minds":
        """As a header has it."""
        off = dict.fromkeys(settings.get("off", ()), False)
        return cls(str(settings.get("mind", RULE)), bool(settings.get("embedding")), Switches(**off))


@dataclass(frozen=True, slots=True)
class _Makers:
    """How the minds of a run are made, and what answers them when nothing else does."""

    make: Callable[[Person], Mind]
    introduce: Callable[[PersonId, str], None]
    model: Model


def _makers(pack: Pack, chronicle: Chronicle | Glimpse) -> _Makers:
    header = chronicle.header
    minds, language = Minds.of(header.settings), Language(header.language)
    if minds.kind == RULE:

        def by_habit(person: Person) -> Mind:
            return RuleMind(person.id, routine_of(person, pack.town_map, language), header.clock)

        return _Makers(by_habit, lambda _person, _name: None, RuleAnswers())
    meanings = Meanings(_SENTENCES, chronicle) if minds.embedding else None
    casting = Casting(
        pack,
        header.clock,
        language,
        header.seed,
        settings=MindSettings(meanings, minds.switches),
        shelf=_shelf(chronicle),
        routines=header.routines.get("people"),
    )
    model = Understudy(header.seed, meanings or Wording())
    return _Makers(casting.mind, casting.introduce, model)


def _shelf(chronicle: Chronicle | Glimpse) -> Shelf:
    def of(person: PersonId) -> list[tuple[int, Memory]]:
        return [(tick, memory) for tick, _, memory in chronicle.memories(person=person)]

    return of


class Tally:
    """A chronicle that counts what is written to it, so that whoever watches need not ask the file."""

    def __init__(self, chronicle: Chronicle | Glimpse) -> None:
        self._chronicle = chronicle
        kinds = chronicle.counts("events")
        total = chronicle.bill().total
        self.events = sum(kinds.values())
        self.talks = kinds.get("talk_began", 0)
        self.answers = total.answers
        self.tokens = total.prompt_tokens + total.answer_tokens
        self.price = total.price

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered]) -> None:
        """Hand history on; what is lived again is not counted again."""
        known = self._chronicle.settled
        self._chronicle.record(up_to, happenings, memories)
        fresh = [each for each in happenings if each.tick >= known]
        self.events += len(fresh)
        self.talks += sum(isinstance(each.event, TalkBegan) for each in fresh)

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """Hand reasons on."""
        self._chronicle.keep_reasons(reasons)

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """Hand a snapshot on."""
        self._chronicle.keep_snapshot(tick, scene, minds, wakes)

    def find_answer(self, question: QuestionId) -> Answer | None:
        """The answer given before, if any."""
        return self._chronicle.find_answer(question)

    def keep_answer(self, question: Question, answer: Answer) -> None:
        """Hand an answer on; it is on disk when this returns."""
        self._chronicle.keep_answer(question, answer)
        self.answers += 1
        self.tokens += answer.usage.prompt_tokens + answer.usage.answer_tokens
        self.price += answer.usage.price


class Run:
    """A run that is being lived: a life, the model that answers it and the chronicle that keeps it."""

    def __init__(self, pack: Pack, chronicle: Chronicle | Glimpse, manner: Manner) -> None:
        self.pack = pack
        self.chronicle = chronicle
        self.tally = Tally(chronicle)
        self._minds = _makers(pack, chronicle)
        self._wanted = manner.wanted
        self.stack: Stack | None = None
        """The language models that answer, once they are connected to."""
        self.halted: MilkwoodError | None = None
        """Why it stopped by itself, if it did: at a cap or a limit."""
        self.calls = Calls(manner.model or self.usual)
        self.gate = Gate(self.calls, manner.at_once)
        self.tape = Taped(self.gate, self.tally)
        self.life = self._begun(SCHEDULES[manner.schedule](), manner.pace)
        self._stopped = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def _begun(self, schedule: Schedule, pace: Pace | None) -> Life:
        """The life from the latest snapshot on; what was settled since is lived again, from recorded answers."""
        header, chronicle, town_map = self.chronicle.header, self.chronicle, self.pack.town_map
        snapshot = chronicle.snapshot_before(chronicle.settled)
        start = 0 if snapshot is None else snapshot.tick
        inbox = Inbox(
            chronicle,
            chronicle.inputs(start),
            first=chronicle.open_from,
            relived=chronicle.end,
            pace=pace,
            newcomer=self._newcomer,
        )
        cast = {person.id: self._minds.make(person) for person in self.pack.people.values()}
        minds: dict[PersonId, Mind] = {**cast, **self.came(inbox.keys, until=start)}
        rules = Rules(Paths(town_map), header.seed, header.view_radius)
        settings = Settings(rules, start, header.clock.ticks_in_minutes(60), header.attention)
        if snapshot is None:
            beds = everybody_in_bed(self.pack, Language(header.language))
            seeds = seeded((mind for mind in cast.values() if isinstance(mind, Townsperson)), BEFORE_TIME)
            if chronicle.settled < start:
                self.tally.record(start, beds, seeds)
            chronicle.relive(start)
            return Life(Town(town_map).fold(beds), minds, self.tape, schedule, settings, self.tally, inbox)
        chronicle.relive(start)
        town = Town.restored(town_map, snapshot.scene)
        resting = {
            person: Resting.restored(kept, snapshot.wakes[person])
            for person, kept in snapshot.minds.items()
            if person in minds  # a run that is only looked at may be shown in another pack
        }
        here = {person: minds[person] for person in resting}
        return Life.resumed(town, here, self.tape, schedule, settings, resting, self.tally, inbox)

    def came(self, keys: Keys, since: int = BEFORE_TIME, until: int | None = None) -> dict[PersonId, Mind]:
        """The minds of those who came from outside in a stretch, as new as when they came."""
        acts = [(given.tick, act_of(given)) for given in self.chronicle.inputs(since, until)]
        return {act.person: self._came(act, tick, keys) for tick, act in acts if isinstance(act, Arrive | Enter)}

    def _newcomer(self, act: Arrive | Enter, tick: int, keys: Keys) -> tuple[Mind, list[Memory]]:
        """The mind of whoever comes from outside, and what they remember from before."""
        mind = self._came(act, tick, keys)
        return mind, [memory for _, _, memory in seeded([mind] if isinstance(mind, Townsperson) else (), tick)]

    def _came(self, act: Arrive | Enter, tick: int, keys: Keys) -> Mind:
        header = self.chronicle.header
        if isinstance(act, Enter):
            idle_ticks = act.idle_ticks or header.clock.ticks_in_minutes(1)
            self._minds.introduce(act.person, act.name or act.person)
            return Avatar(act.person, keys, entered=tick, idle_ticks=idle_ticks)
        return self._minds.make(newcomer(act.person, act.profile, self.pack))

    @property
    def usual(self) -> Model:
        """What answers when nothing else was chosen; it is connected to when it is first needed."""
        if self.stack is None:
            header, chronicle = self.chronicle.header, self.chronicle
            by_rule = Minds.of(header.settings).kind == RULE
            wanted = Wanted() if by_rule else self._wanted or wanted_by_settings()
            ledger = chronicle if isinstance(chronicle, Chronicle) else Till(chronicle.path, wanted.cap)
            self.stack = build(wanted, self._minds.model, self.pack.people, ledger, seed=header.seed, halt=self._halt)
        return self.stack.model

    @property
    def spending_paused(self) -> bool:
        """Whether the user wants nothing to be spent for now."""
        return self.calls.instead is not None

    def pause_spending(self, paused: bool) -> None:
        """Let the understudy answer until further notice, or the models again; calls under way go on."""
        self.calls.instead = Unpaid(self._minds.model) if paused else None
        if self.stack is not None:
            self.stack.purse.paused = paused

    def notes(self) -> list[str]:
        """One sentence for each thing a user should know about the models, as long as it is so."""
        return [] if self.stack is None else self.stack.notes()

    def _halt(self, why: MilkwoodError) -> None:
        self.halted = self.halted or why
        self.stop()

    def give(self, act: Act) -> int:
        """Do something to the town from outside: it is on disk, and the tick it takes effect at is returned.

        To be called on the event loop that the run is lived on.
        """
        if isinstance(act, Arrive):
            newcomer(act.person, act.profile, self.pack)  # says what is wrong before anything is written down
        return self.life.give(act)

    def why(self) -> str:
        """One sentence on what holds the town up, empty while it moves (rule O2); to be called on its event loop."""
        header = self.chronicle.header

        def name(person: PersonId) -> str:
            known = self.pack.people.get(person)
            return known.name.in_language(Language(header.language)) if known else person

        return sentence(stillness(self.life), name, header.clock)

    @property
    def stopping(self) -> bool:
        """Whether it was told to stop."""
        return self.life.stopping

    async def live(self, until: int) -> None:
        """Let the town live, once: until a tick (not included) or told to stop. All that is settled is on disk then."""
        self._loop = asyncio.get_running_loop()
        living = asyncio.ensure_future(self.life.live(until))
        stopped = asyncio.ensure_future(self._stopped.wait())
        try:
            await asyncio.wait({living, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if living.done():
                await living
            self.calls.closed = True
            if self.stopping and self.stack is not None:
                self.stack.shut()
            await self.tape.settle(PATIENCE_SECONDS if self.halted is None else HALTED_PATIENCE_SECONDS)
            if self.stopping:
                await self._end(living, until)
        finally:
            living.cancel()
            stopped.cancel()
            await asyncio.sleep(0)  # a thought that has not begun must begin to be given up without complaint
            await self.life.close()
            await self.tape.give_up()
            if self.stack is not None:
                await self.stack.close()

    async def _end(self, living: "asyncio.Future[None]", until: int) -> None:
        """A stopped life waits for nobody: write down what it has settled, without the thoughts that are not done."""
        living.cancel()
        await asyncio.wait({living})
        if not living.cancelled():
            await living  # it may have failed meanwhile
        await self.life.live(until)

    def stop(self) -> None:
        """Stop soon; may be called from a signal's handler or another thread."""
        self.life.stopping = self.calls.closed = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it may be over, and its loop closed
                self._loop.call_soon_threadsafe(self._stopped.set)

    def close(self) -> None:
        """Let go of the file."""
        self.chronicle.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()


def new_run(
    pack: Pack,
    path: Path,
    name: str,
    *,
    seed: int = DEFAULT_SEED,
    language: Language | None = None,
    manner: Manner | None = None,
    minds: Minds | None = None,
    routines: Mapping[str, Any] | None = None,
) -> Run:
    """Begin a run in a file that must not exist yet: all are in bed, with routines of another run or of their town."""
    manner = manner or Manner()
    spoken = language or pack.languages[0]
    header = header_of(pack, name, seed, spoken, minds or Minds())
    header = replace(header, routines=dict(routines or routines_in(pack, spoken)))
    carried = packed(pack.folder)
    chronicle = Chronicle.create(path, header, pack=carried, survive_power_cuts=manner.survive_power_cuts)
    return _put_together(pack, chronicle, manner, made=path)


def open_run(pack: Pack, path: Path, *, manner: Manner | None = None) -> Run:
    """Go on with a run where it was left, in the pack and scenario it was begun with."""
    manner = manner or Manner()
    with Chronicle.read(path) as reader:
        refuse_to_go_on(reader)
        refuse_other_pack(reader, pack)
    chronicle = Chronicle.open(path, survive_power_cuts=manner.survive_power_cuts)
    return _put_together(pack, chronicle, manner)


def glimpse_run(pack: Pack, path: Path, tick: int, wanted: Wanted | None = None) -> Run:
    """A run as it was at a tick, to be lived up to there in memory, from recorded answers alone (rule C5)."""
    return _put_together(pack, Glimpse.of(path, tick), Manner("lockstep", model=TapeOnly(), wanted=wanted))


def _put_together(pack: Pack, chronicle: Chronicle | Glimpse, manner: Manner, made: Path | None = None) -> Run:
    try:
        return Run(pack, chronicle, manner)
    except BaseException:
        chronicle.close()
        if made is not None:
            take_back(made)
        raise


def header_of(pack: Pack, name: str, seed: int, language: Language, minds: Minds) -> Header:
    """All that a run's history follows from, besides the answers."""
    if language not in pack.languages:
        known = ", ".join(pack.languages)
        raise SetupError(f"The town does not speak “{language}”.", remedy=f"It speaks: {known}.")
    return Header(
        run=name,
        town=pack.id,
        town_path=str(pack.folder.resolve()),
        scenario=pack.scenario.id,
        language=language,
        seed=seed,
        start=pack.scenario.start.isoformat(),
        seconds_per_tick=pack.seconds_per_tick,
        view_radius=pack.view_radius,
        attention=pack.attention,
        cast=tuple(pack.people),
        versions={"milkwood": version_of(), "python": python_version()},
        pack_hash=pack_hash(pack.folder),
        prompt_hashes=prompt_hashes(),
        settings=minds.plain(),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def version_of() -> str:
    """Which Milkwood this is."""
    try:
        return version("milkwood")
    except PackageNotFoundError:
        return "unknown"


def everybody_in_bed(pack: Pack, language: Language) -> list[Happening]:
    """How a run begins: each person asleep in their bed, those who share one on different spots of it."""
    town_map = pack.town_map
    taken: dict[ThingId, int] = {}
    happenings = []
    for person in pack.people.values():
        spots = town_map.spots(person.bed)
        place = taken.get(person.bed, 0)
        taken[person.bed] = place + 1
        room = town_map.things[person.bed].room
        deed = Deed(_SLEEPING.in_language(language), "💤", at=room, thing=person.bed, asleep=True)
        happenings.append(Happening(BEFORE_TIME, person.id, 0, Entered(spots[place % len(spots)], deed)))
    return happenings


def routine_of(person: Person, town_map: TownMap, language: Language) -> Routine:
    """Somebody's usual day, in the words of a language."""
    habits = person.habits
    blocks = []
    for block in habits.day:
        goal = _goal(block.where, town_map)
        thing = town_map.things.get(ThingId(goal))
        emoji = thing.kind.emoji if thing else ""
        blocks.append(Block(block.start, block.end, block.what.in_language(language), goal, emoji))
    return Routine(habits.wake, habits.sleep, person.bed, _SLEEPING.in_language(language), tuple(blocks))


def _goal(where: Address, town_map: TownMap) -> ThingId | RoomId:
    """Where to go for an address: the thing, the room, or the first room of a sector."""
    return where.thing_id or where.room_id or town_map.rooms_of(where.sector_id)[0].id
