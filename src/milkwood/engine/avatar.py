"""The mind of an avatar: a person controlled by the user's keys, who stands still when no key comes (rule T4).

Invariant: its decisions depend on its moments and the recorded keys alone; it thinks at every tick, so others are held
by it as by anyone who may do anything next.
"""

from collections.abc import Awaitable

from milkwood.engine.keys import Keys
from milkwood.ids import PersonId
from milkwood.mind.port import Asker, Decision, Kept
from milkwood.town.acts import Key, Move, Speak
from milkwood.town.intents import Approach, GoTo, Intent, Join, Say, Stay, TalkTo
from milkwood.town.percepts import InTalk, Moment, Prevented, SeesPerson
from milkwood.town.resolve import TALK_TILES
from milkwood.town.tile import STEPS, Tile


class Avatar:
    """The user, in the town."""

    def __init__(self, person: PersonId, keys: Keys, *, entered: int, idle_ticks: int) -> None:
        self._person = person
        self._keys = keys
        self._idle_ticks = idle_ticks
        self._pressed = entered
        """The last tick a key was pressed for."""
        self._unsaid: list[tuple[str, bool]] = []
        """Lines that were typed and wait for their turn: the text, and whether it is the last."""
        self.tired = False
        """Whether the avatar has been idle long enough to leave."""

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:  # noqa: ARG002
        """Follow the key: at once if it is known, otherwise when it comes or its tick is over."""
        key = self._keys.find(self._person, moment.tick)
        if key is None and not self._keys.is_over(moment.tick):
            return self._wait(moment)
        self._keys.decided(self._person, moment.tick)
        return self._decide(moment, key)

    async def _wait(self, moment: Moment) -> Decision:
        return self._decide(moment, await self._keys.wait(self._person, moment.tick))

    def _decide(self, moment: Moment, key: Key | None) -> Decision:
        if key is not None:
            self._pressed = moment.tick
        self.tired = moment.tick - self._pressed >= self._idle_ticks
        if isinstance(key, Move):
            self._unsaid.clear()
            dx, dy = STEPS[key.step]
            return Decision(GoTo(Tile(moment.tile.x + dx, moment.tile.y + dy)), moment.tick + 1)
        if isinstance(key, Speak):
            self._unsaid.append((key.text, key.last))
        return Decision(self._words(moment), moment.tick + 1)

    def _words(self, moment: Moment) -> Intent:
        """Say the typed line on the avatar's turn; outside a talk, approach the nearest person who can hear it."""
        if not self._unsaid:
            return Stay()
        talk = next((percept for percept in moment.percepts if isinstance(percept, InTalk)), None)
        if talk is not None:
            return Say(*self._unsaid.pop(0)) if talk.my_turn else Stay()
        near = sorted(
            (percept.away, percept.person, percept.talk)
            for percept in moment.percepts
            if isinstance(percept, SeesPerson) and not (percept.deed is not None and percept.deed.asleep)
        )
        if not near or any(isinstance(each, Prevented) and each.tried == "Approach" for each in moment.percepts):
            self._unsaid.clear()  # nobody hears it
            return Stay()
        away, person, others = near[0]
        if away > TALK_TILES:
            return Stay() if moment.walking else Approach(person)
        return TalkTo(person) if others is None else Join(others)

    def keep(self) -> Kept:
        """The complete state."""
        return {"pressed": self._pressed, "unsaid": [list(line) for line in self._unsaid], "tired": self.tired}

    def restore(self, kept: Kept) -> None:
        """Restore the state."""
        self._pressed = kept["pressed"]
        self._unsaid = [(text, last) for text, last in kept["unsaid"]]
        self.tired = kept["tired"]
