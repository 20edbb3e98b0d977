"""A person who perceives, remembers, plans, meets, talks and thinks things over: the mind of everybody in town.

Knows no town state, storage or vendor (rule M1). Invariant: what is decided follows from moments and answers alone; all
of its state is in `keep`, with the texts of memories kept by whoever keeps the history.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from milkwood.ids import PersonId
from milkwood.mind import attention, company, day, musing, notices
from milkwood.mind.head import Head
from milkwood.mind.port import Asker, Decision, Kept, Memory
from milkwood.mind.thought import Thought
from milkwood.town.intents import Stay
from milkwood.town.percepts import Moment, SeesPerson, SeesThing

Shelf = Callable[[PersonId], Sequence[tuple[int, Memory]]]
"""The memories of a person that were written down, in order."""


class Townsperson:
    """One person's mind."""

    def __init__(self, head: Head, shelf: Shelf = lambda _person: ()) -> None:
        self.head = head
        self._shelf = shelf

    def keep(self) -> Kept:
        """All of its state but the texts of its memories."""
        return self.head.keep()

    def restore(self, kept: Kept) -> None:
        """Be as one was."""
        self.head.restore(kept, self._shelf(self.head.id))

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        """Go on as before at once when nothing new calls for a thought."""
        thought = Thought(self.head, moment, asker)
        if self._due(thought) or attention.voices(thought) or attention.tidings_told(thought):
            return self._take_in(thought)
        attention.notice(thought)
        return self._go_on(thought)

    async def _take_in(self, thought: Thought) -> Decision:
        """Take in the answers that are due and what a voice says, then go on."""
        state, due = self.head.state, self._due(thought)
        state.pending = [entry for entry in state.pending if entry not in due]
        for _, kind, tick, n, content, numbers in due:
            answer = await thought.collect(kind, tick, n, content)
            musing.take_in(thought, kind, numbers, content, answer)
        for voice in attention.voices(thought):
            await musing.hear(thought, voice)
        for told in attention.tidings_told(thought):
            await notices.be_told(thought, told)
        attention.notice(thought)
        found = self._go_on(thought)
        return found if isinstance(found, Decision) else await found

    def _due(self, thought: Thought) -> list[list[Any]]:
        """What is to be taken in now: what it is time for, and what came of earlier talks before one talks again."""
        if not self.head.state.awake:
            return []
        talks = attention.my_talk(thought) is not None
        return [
            entry
            for entry in self.head.state.pending
            if entry[0] <= thought.tick or (talks and entry[1] == company.AFTER_TALK)
        ]

    def _go_on(self, thought: Thought) -> Decision | Awaitable[Decision]:
        state = self.head.state
        if not state.awake:
            return day.asleep(thought)
        musing.think_over(thought)
        if state.talk or attention.my_talk(thought) is not None:
            return company.talk(thought)
        odd = attention.oddity(thought)
        seen = None if thought.tick >= state.bed else company.candidate(thought)
        if odd is not None or seen is not None:
            return self._react(thought, odd, seen)
        return self._carry_on(thought)

    async def _react(self, thought: Thought, odd: SeesThing | None, seen: SeesPerson | None) -> Decision:
        if odd is not None:
            await company.wonder(thought, odd)
        elif seen is not None:
            decision = await company.consider(thought, seen)
            if decision is not None:
                return decision
        found = self._carry_on(thought)
        return found if isinstance(found, Decision) else await found

    def _carry_on(self, thought: Thought) -> Decision | Awaitable[Decision]:
        if day.due(thought):
            return day.go_on(thought)
        return thought.decide(Stay(), max(self.head.state.until, thought.tick + 1))
