"""A rule-based mind: it follows a given day of places, greets people it meets and remembers them.

It asks a model for what a richer mind would ask (the day's plan, the deeds of the next block, whether to talk, what to
say), so that it exercises everything around a mind; `answers` answers without one.

Invariant: all of its state is in `keep`; at most one thought at a time.
"""

from collections.abc import Awaitable, Sequence

from milkwood.clock import MINUTES_A_DAY, NEVER, TownClock
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind.codec import decoded, encoded
from milkwood.mind.port import Asker, Decision, Kept, Memory
from milkwood.mind.state import AskedAhead
from milkwood.models.port import Question, QuestionId
from milkwood.questions.kind import AskT, Kind, ReplyT
from milkwood.town.body import Deed
from milkwood.town.intents import Approach, Do, GoTo, Say, Stay, TalkTo
from milkwood.town.percepts import Hears, InnerVoice, InTalk, IsTold, Moment, Prevented, Reminder, SeesPerson
from milkwood.town.resolve import TALK_TILES
from milkwood_rule.questions import (
    AFTER_TALK,
    BREAK_DOWN,
    PLAN_DAY,
    REACT,
    REFLECT,
    SPEAK,
    WEIGH,
    BreakDownAsk,
    PlanAsk,
    ReactAsk,
    ReflectAsk,
    SpeakAsk,
    WeighAsk,
)
from milkwood_rule.routine import DayRoutine, RoutineBlock
from milkwood_rule.state import Due, RuleState, Timed, brought_up

EARSHOT_TILES = 4
"""Maximum distance of a person to greet."""
MAX_APPROACH_TICKS = 12
"""Maximum time to walk up to a person."""
TALK_PAUSE_MINUTES = 120
"""Minimum time between two talks of the same people."""
NEXT_DEEDS_MINUTES = 5
"""Time after the start of a block when the deeds of the next one are received."""
NO_TALK_MINUTES = 15
"""Time before the end of a block in which no talk is started."""
FUTURE_BLOCKS = 3
"""Number of future blocks whose deeds are requested."""
MEMORIES_PER_WEIGHING = 6
"""Number of new memories per weigh question."""
MEMORIES_PER_REFLECTION = 18
"""Number of weighed memories per reflection."""
ANSWER_DELAY_MINUTES = 45
"""Time between a question asked ahead and the use of its answer: long enough for the answer to arrive."""


class RuleMind:
    """A rule-based mind of one person."""

    def __init__(self, person: PersonId, routine: DayRoutine, clock: TownClock) -> None:
        self._person = person
        self._routine = routine
        self._clock = clock
        self._state = RuleState()
        self._soonest = NEVER
        """The first tick at which an answer is due."""

    def keep(self) -> Kept:
        """A copy of its state, to be saved later."""
        kept: Kept = encoded(self._state)
        return kept

    def restore(self, kept: Kept) -> None:
        """Restore a saved state of any version."""
        self._state = decoded(RuleState, brought_up(kept))
        self._note_soonest()

    def _note_soonest(self) -> None:
        self._soonest = min((each.tick for each in self._state.pending), default=NEVER)

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        """Continue at once if nothing new requires a thought."""
        if self._soonest <= moment.tick:
            return self._collect(moment, asker)
        thought = self._think(moment, asker)
        return self._in_time(thought) if isinstance(thought, Decision) else self._in_time_later(thought)

    def _in_time(self, decision: Decision) -> Decision:
        """Wake no later than the next due answer."""
        due = self._soonest
        return decision if decision.wake <= due else Decision(decision.intent, due, decision.memories)

    async def _in_time_later(self, thought: Awaitable[Decision]) -> Decision:
        return self._in_time(await thought)

    def _ask_ahead(
        self,
        kind: Kind[AskT, ReplyT],
        ask: AskT,
        due: int,
        asker: Asker,
        block: int = -1,
        partners: Sequence[PersonId] = (),
    ) -> None:
        """Ask a question ahead; its answer is used at a fixed tick, whenever it arrives."""
        self._state.pending.append(Due(due, _asked(asker.ahead(kind, ask, due)), block, tuple(partners)))
        self._soonest = min(self._soonest, due)

    def _later(self, tick: int) -> int:
        return tick + self._clock.ticks_in_minutes(ANSWER_DELAY_MINUTES)

    async def _collect(self, moment: Moment, asker: Asker) -> Decision:
        """Use the answers that are due, then continue."""
        state = self._state
        due = [each for each in state.pending if each.tick <= moment.tick]
        state.pending = [each for each in state.pending if each.tick > moment.tick]
        self._note_soonest()
        memories: list[Memory] = []
        for each in due:
            question = self._question(each.asked)
            match each.asked.kind:
                case "after_talk":
                    talked = await asker.collect(AFTER_TALK, question)
                    memories.append(Memory("talk", talked.memory, each.partners, 4))
                case "break_down":
                    broken = await asker.collect(BREAK_DOWN, question)
                    state.coming[str(each.block)] = _in_minutes(broken.deeds)
                case "reflect":
                    reflected = await asker.collect(REFLECT, question)
                    memories += [Memory("insight", insight, (), 6) for insight in reflected.insights]
                case _:
                    await asker.collect(WEIGH, question)
        thought = self.live(moment, asker)
        found = thought if isinstance(thought, Decision) else await thought
        return Decision(found.intent, found.wake, (*memories, *found.memories))

    def _question(self, asked: AskedAhead) -> Question:
        return Question(QuestionId(self._person, asked.tick, asked.kind, asked.n), asked.content)

    def _think(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        state = self._state
        noticed = self._notice(moment)
        if state.unweighed >= MEMORIES_PER_WEIGHING:
            self._weigh(moment, asker)
        if state.talk or _my_talk(moment) is not None:
            return self._talk(moment, asker, noticed)
        if state.whom:
            return self._walk_up(moment, noticed)
        if state.awake and not self._due(moment):
            stranger = self._someone_to_greet(moment)
            if stranger is not None:
                return self._consider(stranger, moment, asker, noticed)
            return Decision(Stay(), self._next_wake(moment), noticed)
        return self._go_on(moment, asker, noticed)

    def _weigh(self, moment: Moment, asker: Asker) -> None:
        """Weigh new memories, and reflect from time to time."""
        state = self._state
        state.unweighed = 0
        state.weighed += MEMORIES_PER_WEIGHING
        self._ask_ahead(
            WEIGH, WeighAsk(person=self._person, count=MEMORIES_PER_WEIGHING), self._later(moment.tick), asker
        )
        if state.weighed >= MEMORIES_PER_REFLECTION:
            state.weighed = 0
            content = ReflectAsk(person=self._person, met=list(state.met))
            self._ask_ahead(REFLECT, content, self._later(moment.tick), asker)

    # --- noticing

    def _notice(self, moment: Moment) -> tuple[Memory, ...]:
        """Remember voices, and people met for the first time today."""
        state, fresh = self._state, []
        for percept in moment.percepts:
            if isinstance(percept, SeesPerson) and percept.person not in state.met:
                state.met.append(percept.person)
                doing = percept.deed.what if percept.deed else ""
                fresh.append(Memory("saw", f"{percept.person}: {doing}", (percept.person,), 2))
            elif isinstance(percept, InnerVoice):
                fresh.append(Memory("voice", percept.text, (), 7))
            elif isinstance(percept, IsTold):
                fresh.append(Memory("news", percept.text, (), 6, source=percept.by))
            elif isinstance(percept, Reminder):
                fresh += [Memory("seed", text, (), 6) for text in percept.texts]
            elif isinstance(percept, Hears):
                state.lines.append([percept.speaker, percept.text])
            elif isinstance(percept, Prevented) and percept.tried == "Do":
                state.stuck = True
        state.unweighed += len(fresh)
        return tuple(fresh)

    # --- the day

    def _due(self, moment: Moment) -> bool:
        """Whether the day requires a new activity now."""
        if self._state.heading:
            return not moment.walking
        return moment.tick >= self._state.until or self._state.stuck

    def _next_wake(self, moment: Moment) -> int:
        return max(self._state.until, moment.tick + 1)

    def _minute(self, tick: int) -> int:
        return self._clock.minute_of_day(tick)

    def _bed_time(self, minute: int) -> bool:
        wake, sleep = self._routine.wake, self._routine.sleep % MINUTES_A_DAY
        if wake < sleep:
            return minute < wake or minute >= sleep
        return sleep <= minute < wake

    def _wake_tick(self, tick: int) -> int:
        minutes = (self._routine.wake - self._minute(tick)) % MINUTES_A_DAY
        return tick + self._clock.ticks_in_minutes(minutes or MINUTES_A_DAY)

    def _block_end(self, block: RoutineBlock, tick: int) -> int:
        """The end tick of a block, bed time at the latest; until then the mind commits to its place."""
        minutes = (self._routine.sleep - self._minute(tick)) % MINUTES_A_DAY
        return tick + self._clock.ticks_in_minutes(max(0, min(block.end - self._minute(tick), minutes)))

    def _go_on(self, moment: Moment, asker: Asker, noticed: tuple[Memory, ...]) -> Decision | Awaitable[Decision]:
        state = self._state
        if self._bed_time(self._minute(moment.tick)):
            return self._to_bed(moment, asker, noticed)
        if not state.awake:
            return self._begin_day(moment, asker, noticed)
        if state.heading:
            state.heading = False
        if state.stuck:
            return self._do_without(moment, noticed)
        if state.deeds:
            return self._next_deed(moment, noticed)
        return self._next_block(moment, asker, noticed)

    def _to_bed(self, moment: Moment, asker: Asker, noticed: tuple[Memory, ...]) -> Decision:
        state, bed = self._state, self._routine.bed
        wake = self._wake_tick(moment.tick)
        if moment.deed is not None and moment.deed.asleep:
            return Decision(Stay(), wake, noticed)
        if not state.heading and not state.stuck:
            state.heading, state.deeds, state.block = True, [], -1
            state.coming, state.asked, state.promised = {}, -1, -1
            return Decision(GoTo(bed), moment.tick + 1, noticed)
        state.heading = False
        thing = None if state.stuck else bed
        state.stuck = False
        state.awake = False
        state.until = wake
        self._think_of_tomorrow(asker, wake)
        return Decision(Do(Deed(self._routine.sleeping, "💤", thing=thing, asleep=True)), moment.tick + 2, noticed)

    def _think_of_tomorrow(self, asker: Asker, wake: int) -> None:
        """When falling asleep, ask for the next day's plan and the deeds of its first block."""
        self._state.morrow = _asked(asker.ahead(PLAN_DAY, self._wishes(wake), wake))
        first = self._block_now(self._minute(wake))
        if first >= 0:
            self._state.asked = first
            self._ask_ahead(BREAK_DOWN, self._breakdown(first), wake, asker, first)

    def _wishes(self, tick: int) -> PlanAsk:
        blocks: list[list[int | str]] = [[block.start, block.end, block.what] for block in self._routine.blocks]
        return PlanAsk(person=self._person, day=self._clock.day(tick), blocks=blocks)

    async def _begin_day(self, moment: Moment, asker: Asker, noticed: tuple[Memory, ...]) -> Decision:
        state = self._state
        if state.morrow is None:
            await asker.ask(PLAN_DAY, self._wishes(moment.tick))
        else:
            asked, state.morrow = state.morrow, None
            await asker.collect(PLAN_DAY, self._question(asked))
        state.day, state.awake, state.block, state.met = self._clock.day(moment.tick), True, -1, []
        memory = Memory("plan", f"day {state.day}", (), 3)
        return await self._next_block(moment, asker, (*noticed, memory))

    def _block_now(self, minute: int) -> int:
        """The index of the current or next block; -1 if the day is over."""
        for index, block in enumerate(self._routine.blocks):
            if minute < block.end:
                return index
        return -1

    async def _next_block(self, moment: Moment, asker: Asker, noticed: tuple[Memory, ...]) -> Decision:
        state, minute = self._state, self._minute(moment.tick)
        index = self._block_now(minute)
        if index < 0 or self._routine.blocks[index].start > minute + 30:
            return self._idle(moment, index, noticed)
        block = self._routine.blocks[index]
        minutes = max(5, block.end - minute)
        deeds = await self._deeds_of(index, minutes, asker)
        state.block = index
        state.deeds = _timed(deeds, self._clock, minutes)
        self._ask_for_blocks(index, moment.tick, asker)
        state.heading = True
        state.until = moment.tick + 1
        return Decision(GoTo(block.goal, self._block_end(block, moment.tick)), moment.tick + 1, noticed)

    def _ask_for_blocks(self, index: int, tick: int, asker: Asker) -> None:
        """Ask ahead for the deeds of the next blocks; each is used early in the block before."""
        for following in range(
            max(self._state.asked, index) + 1, min(index + FUTURE_BLOCKS + 1, len(self._routine.blocks))
        ):
            before = self._routine.blocks[following - 1]
            minutes = NEXT_DEEDS_MINUTES + max(0, before.start - self._minute(tick))
            due = tick + self._clock.ticks_in_minutes(minutes)
            self._ask_ahead(BREAK_DOWN, self._breakdown(following), due, asker, following)
            self._state.asked = following

    async def _deeds_of(self, index: int, minutes: int, asker: Asker) -> list[Timed]:
        """The deeds of a block: known already if it was expected, otherwise asked for now."""
        coming = self._state.coming
        self._state.coming = {block: deeds for block, deeds in coming.items() if int(block) > index}
        if str(index) in coming:
            return coming[str(index)]
        ask = self._breakdown(index)
        ask["minutes"] = minutes
        return _in_minutes((await asker.ask(BREAK_DOWN, ask)).deeds)

    def _breakdown(self, index: int) -> BreakDownAsk:
        block = self._routine.blocks[index]
        return BreakDownAsk(person=self._person, block=index, what=block.what, minutes=block.end - block.start)

    def _idle(self, moment: Moment, index: int, noticed: tuple[Memory, ...]) -> Decision:
        """Free time: stay until the next block or bed time."""
        state, minute = self._state, self._minute(moment.tick)
        ahead = self._routine.blocks[index].start if index >= 0 else self._routine.sleep
        minutes = min((ahead - minute) % MINUTES_A_DAY or 5, 15)
        state.until = moment.tick + self._clock.ticks_in_minutes(minutes)
        return Decision(Stay(), state.until, noticed)

    def _next_deed(self, moment: Moment, noticed: tuple[Memory, ...]) -> Decision:
        deed = self._state.deeds.pop(0)
        return self._begin(moment, deed.what, deed.length, self._thing(), noticed)

    def _do_without(self, moment: Moment, noticed: tuple[Memory, ...]) -> Decision:
        """The thing is in use: do the deed beside it."""
        self._state.stuck = False
        block = self._routine.blocks[self._state.block] if self._state.block >= 0 else None
        ticks = self._clock.ticks_in_minutes(10)
        return self._begin(moment, block.what if block else self._routine.sleeping, ticks, None, noticed)

    def _thing(self) -> ThingId | None:
        goal = self._routine.blocks[self._state.block].goal
        return ThingId(goal) if goal.count(":") == 2 else None

    def _begin(
        self, moment: Moment, what: str, ticks: int, thing: ThingId | None, noticed: tuple[Memory, ...]
    ) -> Decision:
        block = self._routine.blocks[self._state.block]
        self._state.until = moment.tick + ticks
        deed = Deed(what, block.emoji, at=moment.room, thing=thing, stays=self._block_end(block, moment.tick))
        return Decision(Do(deed, *self._afterwards(moment.tick)), self._state.until, noticed)

    def _afterwards(self, tick: int) -> tuple[ThingId | RoomId | None, int]:
        """The destination committed to after this block (the next block's place), and until which tick."""
        state, following = self._state, self._state.block + 1
        if state.promised == following or following >= len(self._routine.blocks):
            return None, 0
        state.promised = following
        block = self._routine.blocks[following]
        return block.goal, self._block_end(block, tick)

    # --- people

    def _someone_to_greet(self, moment: Moment) -> SeesPerson | None:
        if self._in_a_hurry(moment.tick):
            return None
        ready_at = moment.tick - self._clock.ticks_in_minutes(TALK_PAUSE_MINUTES)
        for percept in moment.percepts:
            if not isinstance(percept, SeesPerson) or percept.away > EARSHOT_TILES or percept.talk is not None:
                continue
            asleep = percept.deed is not None and percept.deed.asleep
            if not asleep and self._state.talked.get(percept.person, -1 << 30) <= ready_at:
                return percept
        return None

    def _in_a_hurry(self, tick: int) -> bool:
        block = self._routine.blocks[self._state.block] if self._state.block >= 0 else None
        return block is None or self._block_end(block, tick) < tick + self._clock.ticks_in_minutes(NO_TALK_MINUTES)

    async def _consider(self, other: SeesPerson, moment: Moment, asker: Asker, noticed: tuple[Memory, ...]) -> Decision:
        reply = await asker.ask(REACT, ReactAsk(person=self._person, other=other.person, tick=moment.tick))
        state = self._state
        state.talked[other.person] = moment.tick
        if not reply.talk:
            return Decision(Stay(), self._next_wake(moment), noticed)
        state.whom, state.give_up = other.person, moment.tick + MAX_APPROACH_TICKS
        return self._walk_up(moment, noticed)

    def _walk_up(self, moment: Moment, noticed: tuple[Memory, ...]) -> Decision:
        """Walk up to the person to greet and begin the talk (rule T2); give up after a while."""
        state = self._state
        percepts = moment.percepts
        seen = next((each for each in percepts if isinstance(each, SeesPerson) and each.person == state.whom), None)
        refused = any(isinstance(each, Prevented) and each.tried in ("Approach", "TalkTo") for each in percepts)
        if seen is None or seen.talk is not None or refused or moment.tick >= state.give_up:
            state.whom = None
            return self._resume(moment, noticed)
        if seen.away <= TALK_TILES:
            return Decision(TalkTo(seen.person), moment.tick + 1, noticed)
        return Decision(Stay() if moment.walking else Approach(seen.person), state.give_up, noticed)

    async def _talk(self, moment: Moment, asker: Asker, noticed: tuple[Memory, ...]) -> Decision:
        state, talk = self._state, _my_talk(moment)
        if talk is None:
            return self._after_talk(moment, asker, noticed)
        if state.talk != talk.talk:
            state.talk, state.partners, state.whom = talk.talk, [], None
            state.lines = state.lines[-1:] if talk.lines else []
        for other in talk.others:
            state.talked[other] = moment.tick
            if other not in state.partners:
                state.partners.append(other)
        if not talk.my_turn:
            return Decision(Stay(), moment.tick + 60, noticed)
        reply = await asker.ask(SPEAK, self._so_far())
        state.lines.append([self._person, reply.say])
        return Decision(Say(reply.say, last=reply.last), moment.tick + 60, noticed)

    def _so_far(self) -> SpeakAsk:
        partners, lines = list(self._state.partners), [list(line) for line in self._state.lines]
        return {"person": self._person, "with": partners, "lines": lines}

    def _after_talk(self, moment: Moment, asker: Asker, noticed: tuple[Memory, ...]) -> Decision:
        """After a talk: ask for its result, and resume the day."""
        state = self._state
        self._ask_ahead(AFTER_TALK, self._so_far(), self._later(moment.tick), asker, partners=state.partners)
        state.talk, state.lines = "", []
        state.unweighed += 1
        return self._resume(moment, noticed)

    def _resume(self, moment: Moment, noticed: tuple[Memory, ...]) -> Decision:
        state = self._state
        if state.heading and state.block >= 0:
            goal = self._routine.blocks[state.block].goal
            return Decision(GoTo(goal), moment.tick + 1, noticed)
        return Decision(Stay(), self._next_wake(moment), noticed)


def _my_talk(moment: Moment) -> InTalk | None:
    return next((percept for percept in moment.percepts if isinstance(percept, InTalk)), None)


def _asked(question: Question) -> AskedAhead:
    return AskedAhead(question.id.kind, question.id.tick, question.id.n, question.content)


def _in_minutes(deeds: Sequence[tuple[str, int]]) -> list[Timed]:
    return [Timed(what, minutes) for what, minutes in deeds]


def _timed(deeds: Sequence[Timed], clock: TownClock, minutes: int) -> list[Timed]:
    """Deeds cut to the available time, in ticks."""
    timed, left = [], minutes
    for deed in deeds:
        if left <= 0:
            break
        timed.append(Timed(deed.what, clock.ticks_in_minutes(min(deed.length, left))))
        left -= deed.length
    return timed
