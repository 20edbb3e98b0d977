"""Minds that do anything, but always the same thing for the same perceptions: a broken causality shows at once.

Every decision is drawn from a hash of all that was perceived, so if any schedule lets somebody perceive something else,
or at another time, their life takes another course.
"""

import asyncio
from collections.abc import Awaitable
from hashlib import blake2b

from milkwood.chance import Stream
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind.port import Asker, Decision, Kept, Memory
from milkwood.models.port import Answer, Question
from milkwood.town.body import Deed
from milkwood.town.intents import Do, Finish, GoTo, Halt, Intent, Join, Leave, Say, SetThing, Stay, TalkTo
from milkwood.town.map import TownMap
from milkwood.town.percepts import InTalk, Moment, SeesPerson, SeesThing


class ChaosMind:
    """One person, moved by chance and by everything they perceive."""

    def __init__(self, person: PersonId, seed: int, town_map: TownMap, *, thinks: float = 0.3) -> None:
        self._person = person
        self._mood = f"{person}/{seed}"
        self._things = sorted(town_map.things)
        self._rooms = sorted(town_map.rooms)
        self._thinks = thinks

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        self._mood = blake2b(f"{self._mood}{moment}".encode(), digest_size=8).hexdigest()
        draw = Stream(int(self._mood, 16))
        if draw.happens(self._thinks):
            return self._ponder(moment, asker, draw)
        return self._decide(moment, draw)

    async def _ponder(self, moment: Moment, asker: Asker, draw: Stream) -> Decision:
        answer = await asker.ask("ponder", {"mood": self._mood})
        self._mood = f"{self._mood}{answer['said']}"
        return self._decide(moment, draw)

    def _decide(self, moment: Moment, draw: Stream) -> Decision:
        intent = self._intent(moment, draw)
        wake = moment.tick + draw.between(1, 40)
        return Decision(intent, wake, (Memory("mood", self._mood),) if draw.happens(0.2) else ())

    def _intent(self, moment: Moment, draw: Stream) -> Intent:
        talk = next((percept for percept in moment.percepts if isinstance(percept, InTalk)), None)
        if talk and draw.happens(0.9):
            if not talk.my_turn:
                return Stay()
            return Say(f"line {draw.below(99)}", last=draw.happens(0.3)) if draw.happens(0.9) else Leave()
        people = [percept for percept in moment.percepts if isinstance(percept, SeesPerson)]
        if people and draw.happens(0.3):
            other = draw.chosen(people)
            if other.talk is not None and draw.happens(0.5):
                return Join(other.talk)
            return TalkTo(other.person)
        if moment.walking and draw.happens(0.6):
            return Stay()
        near = [percept.thing for percept in moment.percepts if isinstance(percept, SeesThing) and percept.away <= 1]
        if near and draw.happens(0.6):
            thing = draw.chosen(near)
            if draw.happens(0.2):
                return SetThing(thing, draw.chosen(["idle", "odd", "hot"]))
            asleep = draw.happens(0.2)
            return Do(Deed(f"deed {draw.below(5)}", thing=thing, effect=draw.chosen(["", "hot"]), asleep=asleep))
        return draw.chosen([GoTo(self._goal(draw)), GoTo(self._goal(draw)), Halt(), Finish(), Stay()])

    def _goal(self, draw: Stream) -> ThingId | RoomId:
        return draw.chosen(self._things) if draw.happens(0.8) else draw.chosen(self._rooms)

    def keep(self) -> Kept:
        return {"mood": self._mood}

    def restore(self, kept: Kept) -> None:
        self._mood = kept["mood"]


class SlowModel:
    """Answers by a function of the question, after a latency that is a function of another seed."""

    def __init__(self, latency_seed: int, longest_seconds: float = 20.0) -> None:
        self._seed = latency_seed
        self._longest = longest_seconds
        self.asked = 0

    async def answer(self, question: Question) -> Answer:
        self.asked += 1
        name = question.id.say()
        slow = int(blake2b(f"{self._seed}{name}".encode(), digest_size=4).hexdigest(), 16) / 2**32
        if self._longest:
            await asyncio.sleep(slow**3 * self._longest)
        said = blake2b(f"{name}{question.text()}".encode(), digest_size=4).hexdigest()
        return Answer({"said": said}, by="slow")
