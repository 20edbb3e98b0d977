"""Minds that act at random, but always the same for the same perceptions: a broken causality shows at once.

Every decision is drawn from a hash of all perceptions. If a schedule lets a person perceive something else, or at
another time, their history changes.
"""

import asyncio
from collections.abc import Awaitable
from hashlib import blake2b

from milkwood.chance import Stream
from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.mind.port import Asker, Decision, Kept, Memory
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.town.body import Deed
from milkwood.town.intents import Approach, Do, Finish, GoTo, Halt, Intent, Join, Leave, Say, SetThing, Stay, TalkTo
from milkwood.town.map import TownMap
from milkwood.town.percepts import InTalk, Moment, SeesPerson, SeesThing
from milkwood.town.resolve import TALK_TILES
from tests.ponder import FORESEE, PONDER, Matter


class ChaosMind:
    """One person, driven by chance and by everything they perceive."""

    def __init__(self, person: PersonId, seed: int, town_map: TownMap, *, thinks: float = 0.3) -> None:
        self._person = person
        self._mood = f"{person}/{seed}"
        self._things = sorted(town_map.things)
        self._rooms = sorted(town_map.rooms)
        self._widest = max(self._things, key=lambda thing: len(town_map.things[thing].tiles))
        self._thinks = thinks
        self._foreseen: Question | None = None
        self._goals: tuple[ThingId | RoomId, ThingId | RoomId] = (self._widest, self._widest)
        """Their last goal; people like to turn back."""

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        self._mood = blake2b(f"{self._mood}{moment}".encode(), digest_size=8).hexdigest()
        draw = Stream(int(self._mood, 16))
        if draw.happens(self._thinks):
            return self._ponder(moment, asker, draw)
        return self._decide(moment, draw)

    async def _ponder(self, moment: Moment, asker: Asker, draw: Stream) -> Decision:
        sides = range(draw.between(1, 2))
        questions = [asker.ask(PONDER, Matter(mood=self._mood, side=side)) for side in sides]
        if self._foreseen and draw.happens(0.5):
            questions.append(asker.collect(FORESEE, self._foreseen))
            self._foreseen = None
        elif self._foreseen is None and draw.happens(0.3):
            self._foreseen = asker.ahead(FORESEE, Matter(mood=self._mood), moment.tick + 20)
        answers = await asyncio.gather(*questions)
        self._mood += "".join(answer.said for answer in answers)
        return self._decide(moment, draw)

    def _decide(self, moment: Moment, draw: Stream) -> Decision:
        intent = self._intent(moment, draw)
        wake = moment.tick + draw.between(1, 40)
        if isinstance(intent, Do) and intent.deed.stays and draw.happens(0.5):
            wake = intent.deed.stays
        return Decision(intent, wake, (Memory("mood", self._mood),) if draw.happens(0.2) else ())

    def _intent(self, moment: Moment, draw: Stream) -> Intent:
        talk = next((percept for percept in moment.percepts if isinstance(percept, InTalk)), None)
        if talk and draw.happens(0.9):
            if not talk.my_turn:
                return Stay()
            stays = moment.tick + draw.below(30) if draw.happens(0.5) else 0
            return Say(f"line {draw.below(99)}", draw.happens(0.2), stays) if draw.happens(0.9) else Leave()
        people = [percept for percept in moment.percepts if isinstance(percept, SeesPerson)]
        talks = [percept.talk for percept in people if percept.talk is not None]
        if talks and draw.happens(0.4):
            return Join(draw.chosen(talks))
        if people and draw.happens(0.25):
            whom = draw.chosen(people)
            return TalkTo(whom.person) if whom.away <= TALK_TILES else Approach(whom.person)
        if moment.walking and draw.happens(0.6):
            return Stay()
        near = [percept.thing for percept in moment.percepts if isinstance(percept, SeesThing) and percept.away <= 1]
        if near and draw.happens(0.6):
            thing = draw.chosen(near)
            if draw.happens(0.2):
                return SetThing(thing, draw.chosen(["idle", "odd", "hot"]))
            deed = self._deed(moment, thing, draw)
            if (deed.stays or deed.house) and draw.happens(0.6):
                self._goals = (self._goals[-1], self._goal(draw))
                return Do(deed, self._goals[-1], *self._until(moment, draw))
            return Do(deed)
        if draw.happens(0.4):
            pauses: list[Intent] = [Halt(), Finish(), Stay()]
            return draw.chosen(pauses)
        if draw.happens(0.6):
            self._goals = (self._goals[-1], self._goal(draw))
        if draw.happens(0.8):
            return GoTo(self._goals[-1])
        goal, self._goals = self._goals[-1], (self._goals[-1], self._goal(draw))
        stays, house = self._until(moment, draw)
        then_stays, then_house = self._until(moment, draw)
        return GoTo(goal, stays, self._goals[-1], then_stays, house, then_house)

    def _until(self, moment: Moment, draw: Stream) -> tuple[int, int]:
        """Ticks until which a person commits to a room and to a house."""
        room = moment.tick + draw.below(90) if draw.happens(0.7) else 0
        return room, moment.tick + draw.below(120) if draw.happens(0.4) else 0

    def _deed(self, moment: Moment, thing: ThingId, draw: Stream) -> Deed:
        return Deed(
            f"deed {draw.below(5)}",
            thing=thing,
            effect=draw.chosen(["", "hot"]),
            asleep=draw.happens(0.2),
            stays=moment.tick + draw.below(30) if draw.happens(0.3) else 0,
            house=moment.tick + draw.below(60) if draw.happens(0.2) else 0,
        )

    def _goal(self, draw: Stream) -> ThingId | RoomId:
        if draw.happens(0.4):
            return draw.chosen([self._widest, self._goals[0]])
        return draw.chosen(self._things) if draw.happens(0.8) else draw.chosen(self._rooms)

    def keep(self) -> Kept:
        ahead = self._foreseen
        foreseen = ahead and {"tick": ahead.id.tick, "n": ahead.id.n, "content": dict(ahead.content)}
        return {"mood": self._mood, "foreseen": foreseen, "goals": list(self._goals)}

    def restore(self, kept: Kept) -> None:
        self._mood = kept["mood"]
        self._goals = (kept["goals"][0], kept["goals"][1])
        ahead = kept["foreseen"]
        self._foreseen = ahead and Question(
            QuestionId(self._person, ahead["tick"], FORESEE.name, ahead["n"]), ahead["content"]
        )


class SlowModel:
    """Answers by a function of the question, after a latency that is a function of another seed."""

    def __init__(self, latency_seed: int, longest_seconds: float = 20.0) -> None:
        self._seed = latency_seed
        self._longest = longest_seconds
        self.asked = 0
        self.in_flight = 0
        self.most_in_flight = 0

    async def answer(self, question: Question) -> Answer:
        self.asked += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        name = question.id.say()
        slow = int(blake2b(f"{self._seed}{name}".encode(), digest_size=4).hexdigest(), 16) / 2**32
        if self._longest:
            await asyncio.sleep(slow**3 * self._longest)
        self.in_flight -= 1
        said = blake2b(f"{name}{question.text()}".encode(), digest_size=4).hexdigest()
        return Answer({"said": said}, by="slow")
