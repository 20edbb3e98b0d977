"""A user who acts on a chaotic town while it is live, and the same acts applied again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from milkwood.chance import Stream, stream
from milkwood.engine.avatar import Avatar
from milkwood.engine.inbox import Inbox, MakeNewcomer
from milkwood.engine.inputs import act_of
from milkwood.engine.keeper import Input
from milkwood.engine.keys import Keys
from milkwood.engine.life import Life, Schedule
from milkwood.engine.pace import Pace
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.mind.port import Memory, Mind
from milkwood.models.port import Model
from milkwood.town.acts import Arrive, Change, Enter, Exit, Move, Pause, Remove, Speak, Stand, UserAct, Whisper
from milkwood.town.map import TownMap
from tests.engine.chaos import ChaosMind, SlowModel
from tests.engine.scenes import Diary, Story
from tests.instruments.virtual import run_virtually

IDLE_TICKS = 8


@dataclass
class Acts:
    """The recorded acts, in order of arrival."""

    inputs: list[Input] = field(default_factory=list)

    def keep_input(self, tick: int, kind: str, person: PersonId | None, content: Mapping[str, Any]) -> None:
        self.inputs.append(Input(tick, kind, person, content))

    def since(self, tick: int) -> list[Input]:
        """Acts that take effect from a tick on, as a chronicle returns them."""
        return sorted((each for each in self.inputs if each.tick >= tick), key=lambda each: each.tick)

    def shifted(self, ticks: int) -> list[Input]:
        """The same acts, shifted by a number of ticks."""
        return [Input(max(0, each.tick + ticks), each.kind, each.person, each.content) for each in self.since(0)]

    def kinds(self) -> set[str]:
        return {each.kind for each in self.inputs}


def newcomer(story: Story) -> MakeNewcomer:
    def mind(act: Arrive | Enter, tick: int, keys: Keys) -> tuple[Mind, list[Memory]]:
        if isinstance(act, Enter):
            return Avatar(act.person, keys, entered=tick, idle_ticks=act.idle_ticks or IDLE_TICKS), []
        memories = [Memory("seed", f"{act.person} came at {tick}"), Memory("seed", "and stayed")]
        return ChaosMind(act.person, story.seed, story.town_map, thinks=story.thinks), memories

    return mind


class Meddler:
    """Acts from time to time, by chance: depends on a seed and on the number of calls."""

    def __init__(self, life: Life, town_map: TownMap, seed: int, *, how_often: float, pauses: bool = False) -> None:
        self._life = life
        self._map = town_map
        self._seed = seed
        self._how_often = how_often
        self._pauses = pauses
        self._asked = 0
        self.landed: list[tuple[UserAct, int]] = []

    def meddle(self) -> None:
        """Perhaps act; the act must land no earlier than any person has reached."""
        self._asked += 1
        draw = stream(self._seed, self._asked, "meddle")
        if draw.happens(self._how_often):
            act = self._act(draw)
            try:
                tick = self._life.give(act)
            except SetupError:
                return  # the avatar or person is not, or no longer, in the town
            self.landed.append((act, tick))

    def _act(self, draw: Stream) -> UserAct:
        avatars = [person for person in self._life.people if person.startswith("you")]
        if avatars and draw.happens(0.6):
            return self._key(draw.chosen(avatars), draw)
        someone = draw.chosen(self._life.people) if self._life.people else PersonId("nobody")
        free = [tile for room in self._map.rooms for tile in self._map.floor(room)]
        acts: list[UserAct] = [
            Whisper(someone, f"voice {draw.below(99)}"),
            Whisper(someone, f"voice {draw.below(99)}"),
            Change(draw.chosen(sorted(self._map.things)), draw.chosen(["idle", "odd", "burning"])),
            Arrive(PersonId(f"q{draw.below(50):02}"), draw.chosen(free)),
            Remove(someone),
            Enter(PersonId(f"you_{draw.below(3)}"), draw.chosen(free)),
        ]
        return Pause(draw.happens(0.5)) if self._pauses and draw.happens(0.1) else draw.chosen(acts)

    def _key(self, person: PersonId, draw: Stream) -> UserAct:
        keys: list[UserAct] = [Move(person, draw.chosen("ulrd")) for _ in range(4)]
        keys += [Stand(person), Speak(person, f"hello {draw.below(9)}", last=draw.happens(0.2))]
        return Exit(person) if draw.happens(0.05) else draw.chosen(keys)


@dataclass(frozen=True)
class Meddled:
    """The outcome of a run with outside acts."""

    diary: Diary
    acts: Acts
    landed: list[tuple[UserAct, int]]
    seconds: float


def meddle(
    story: Story,
    schedule: Schedule,
    model: Model | None = None,
    *,
    how_often: float = 0.1,
    pace: Pace | None = None,
    pauses: bool = False,
) -> Meddled:
    """Live a story with outside acts."""
    diary, acts, landed = Diary(), Acts(), list[tuple[UserAct, int]]()

    async def live() -> None:
        inbox = Inbox(acts, pace=pace, newcomer=newcomer(story))
        life = story.begin(schedule, model or SlowModel(story.seed), diary, inbox)
        meddler = Meddler(life, story.town_map, story.seed, how_often=how_often, pauses=pauses)
        try:
            await life.live(story.ticks, meddler.meddle)
        finally:
            landed.extend(meddler.landed)
            await life.close()

    _, seconds = run_virtually(live())
    return Meddled(diary, acts, landed, seconds)


def again(story: Story, schedule: Schedule, inputs: list[Input], model: Model | None = None) -> Diary:
    """Live a story with recorded acts."""
    diary = Diary()

    async def live() -> None:
        inbox = Inbox(None, inputs, first=story.ticks, newcomer=newcomer(story))
        life = story.begin(schedule, model or SlowModel(story.seed + 1), diary, inbox)
        try:
            await life.live(story.ticks)
        finally:
            await life.close()

    run_virtually(live())
    return diary


def resumed(story: Story, schedule: Schedule, meddled: Meddled, tick: int) -> Diary:
    """Continue from a snapshot of a run with outside acts, with the acts recorded after it."""
    diary, make = Diary(), newcomer(story)

    async def live() -> None:
        inbox = Inbox(None, meddled.acts.since(tick), first=story.ticks, newcomer=make)
        before = [(each.tick, act_of(each)) for each in meddled.acts.inputs if each.tick < tick]
        came = {act.person: inbox.mind_for(act, when)[0] for when, act in before if isinstance(act, Arrive | Enter)}
        life = story.resume(schedule, SlowModel(7), diary, meddled.diary, tick, inbox, came)
        try:
            await life.live(story.ticks)
        finally:
            await life.close()

    run_virtually(live())
    return diary
