"""The mind of a townsperson: perceives, remembers, plans, meets, talks and reflects.

Invariant: decisions depend on moments and answers alone; `keep` covers the complete state, except the texts of
memories, which the keeper of the history has.
"""

from collections.abc import Awaitable, Callable, Sequence

from milkwood.errors import OurBug
from milkwood.ids import PersonId
from milkwood.mind import attention, day, doing, meeting, notices, reflection, talk_outcome, talking, voices
from milkwood.mind.head import Head
from milkwood.mind.port import Asker, Decision, Kept, Memory
from milkwood.mind.state import Pending
from milkwood.mind.thought import Thought
from milkwood.questions.after_talk import KIND as AFTER_TALK
from milkwood.questions.reflect import KIND as REFLECT
from milkwood.questions.weigh import KIND as WEIGH
from milkwood.town.intents import Stay
from milkwood.town.percepts import Moment, SeesPerson, SeesThing

Shelf = Callable[[PersonId], Sequence[tuple[int, Memory]]]
"""A person's written memories, in order."""


class Townsperson:
    """One person's mind."""

    def __init__(self, head: Head, shelf: Shelf = lambda _person: ()) -> None:
        self.head = head
        self._shelf = shelf

    def keep(self) -> Kept:
        """The complete state but the texts of memories."""
        return self.head.keep()

    def restore(self, kept: Kept) -> None:
        """Restore the state."""
        self.head.restore(kept, self._shelf(self.head.id))

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        """Continue as before at once if nothing new needs a thought."""
        thought = Thought(self.head, moment, asker)
        if self._is_due(thought) or attention.voices(thought) or attention.tidings_told(thought):
            return self._take_in(thought)
        self._sense(thought)
        return self._go_on(thought)

    def _sense(self, thought: Thought) -> None:
        attention.notice(thought)
        talking.listen(thought)
        doing.be_hindered(thought)

    def _wanted(self, thought: Thought) -> tuple[str, ...]:
        """Answers taken in early: outcomes of earlier talks, before the next talk."""
        return (AFTER_TALK.name,) if attention.my_talk(thought) is not None else ()

    def _is_due(self, thought: Thought) -> bool:
        state = self.head.state
        if not state.day.awake or not state.pending.entries:
            return False
        kinds = self._wanted(thought)
        return any(thought.is_due(each, kinds) for each in state.pending.entries)

    async def _take_in(self, thought: Thought) -> Decision:
        """Take in due answers and inner voices, then continue."""
        if self._is_due(thought):
            for pending in thought.take_due(self._wanted(thought)):
                await self._take_answer(thought, pending)
        for voice in attention.voices(thought):
            await voices.hear(thought, voice)
        for told in attention.tidings_told(thought):
            await notices.be_told(thought, told)
        self._sense(thought)
        found = self._go_on(thought)
        return found if isinstance(found, Decision) else await found

    async def _take_answer(self, thought: Thought, pending: Pending) -> None:
        match pending.asked.kind:
            case WEIGH.name:
                reflection.take_weights(thought, pending.about, await thought.collect(WEIGH, pending.asked))
            case REFLECT.name:
                reflection.take_insights(thought, await thought.collect(REFLECT, pending.asked))
            case AFTER_TALK.name:
                talk_outcome.take_in(thought, pending, await thought.collect(AFTER_TALK, pending.asked))
            case other:
                raise OurBug(f"Nothing waits for an answer to “{other}”.")

    def _go_on(self, thought: Thought) -> Decision | Awaitable[Decision]:
        state = self.head.state
        if not state.day.awake:
            return day.asleep(thought)
        reflection.think_over(thought)
        if state.talk.id or attention.my_talk(thought) is not None:
            return talking.talk(thought)
        if state.meeting.whom:
            return meeting.walk_up(thought)
        odd = attention.oddity(thought)
        seen, thought_of = (None, []) if thought.tick >= state.day.bed else meeting.candidate(thought)
        meeting.think_of(self.head, thought_of, thought.tick)
        if odd is not None or seen is not None:
            return self._react(thought, odd, seen)
        return self._carry_on(thought)

    async def _react(self, thought: Thought, odd: SeesThing | None, seen: SeesPerson | None) -> Decision:
        if odd is not None:
            await meeting.wonder(thought, odd)
        elif seen is not None:
            decision = await meeting.consider(thought, seen)
            if decision is not None:
                return decision
        found = self._carry_on(thought)
        return found if isinstance(found, Decision) else await found

    def _carry_on(self, thought: Thought) -> Decision | Awaitable[Decision]:
        if doing.is_due(thought):
            return day.go_on(thought)
        return thought.decide(Stay(), max(self.head.state.doing.until, thought.tick + 1))
