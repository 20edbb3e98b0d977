"""An avatar among people. Rule T4."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from milkwood.engine.inbox import Inbox
from milkwood.engine.keys import Keys
from milkwood.engine.life import Life, LifeSettings, Schedule
from milkwood.engine.pace import LEASH_TICKS, Pace
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.errors import SetupError
from milkwood.ids import PersonId, TalkId
from milkwood.mind.port import Mind
from milkwood.town import events as happened
from milkwood.town.acts import Arrive, Enter, Exit, Move, Speak, Stand
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.intents import Do, Intent, Say, Stay, TalkTo
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.senses import ATTENTION_PERCEPTS
from milkwood.town.tile import Tile
from milkwood.town.town import BEFORE_TIME, Town
from tests.engine.meddling import Acts, newcomer
from tests.engine.scenes import Diary, Story, first_difference
from tests.engine.script import Part, Ponderous
from tests.engine.village import draw
from tests.instruments.virtual import run_virtually

YOU, ANN, BEN = PersonId("you"), PersonId("ann"), PersonId("ben")
GREEN = draw("green", "\n".join(["." * 30] * 6))
SCHEDULES: dict[str, Callable[[], Schedule]] = {"serial": Serial, "lockstep": Lockstep, "out of order": OutOfOrder}
ANY_SCHEDULE = pytest.mark.parametrize("schedule", SCHEDULES)
MAKE = newcomer(Story(GREEN, 0))


@dataclass
class Scene:
    """People on a green by a script, and the user among them."""

    schedule: Schedule
    cast: dict[str, Part] = field(default_factory=dict)
    pace: Pace | None = None
    acts: Acts = field(default_factory=Acts)
    diary: Diary = field(default_factory=Diary)
    attention: int = ATTENTION_PERCEPTS

    def life(self, inbox: Inbox) -> Life:
        minds: dict[PersonId, Mind] = {PersonId(name): part for name, part in self.cast.items()}
        town = Town(GREEN).fold(
            Happening(BEFORE_TIME, PersonId(name), 0, happened.Entered(part.tile))
            for name, part in sorted(self.cast.items())
        )
        rules = Rules(Paths(GREEN), seed=0, view_radius=5)
        settings = LifeSettings(rules, snapshot_every=1000, attention=self.attention)
        return Life(town, minds, Ponderous(), self.schedule, settings, self.diary, inbox)

    def play(self, until: int, user: Callable[[Life], Awaitable[None]]) -> list[Happening]:
        """The result when a user does this meanwhile."""

        async def live() -> None:
            life = self.life(Inbox(self.acts, pace=self.pace, newcomer=MAKE))
            using = asyncio.ensure_future(user(life))
            await asyncio.sleep(0)
            await life.live(until)
            await using
            await life.close()

        run_virtually(live())
        return [each for each in self.diary.happenings if each.person == YOU or each.event == happened.Departed(YOU)]

    def again(self, until: int, schedule: Schedule) -> Diary:
        """The same again, from the recorded acts."""
        parts = {name: Part(part.tile, part.lines, part.slow) for name, part in self.cast.items()}
        scene = Scene(schedule, parts)

        async def live() -> None:
            life = scene.life(Inbox(None, self.acts.since(0), first=until, newcomer=MAKE))
            await life.live(until)
            await life.close()

        run_virtually(live())
        return scene.diary


@ANY_SCHEDULE
def test_keys_move_the_avatar_a_tile_a_tick_and_without_one_it_stands(schedule: str) -> None:
    async def user(life: Life) -> None:
        assert life.give(Enter(YOU, Tile(4, 2), idle_ticks=50)) == 0
        await asyncio.sleep(2.5)  # the clock shows tick 2
        pressed = [life.give(Move(YOU, step)) for step in "rrd"]
        assert pressed == [2, 3, 4]
        await asyncio.sleep(7.0)
        assert life.town.tile(YOU, 9) == Tile(6, 3)
        assert life.give(Stand(YOU)) == 9

    scene = Scene(SCHEDULES[schedule](), {"ann": Part(Tile(20, 2), {})}, Pace(1.0))
    mine = scene.play(20, user)
    walks = [(each.tick, each.event.route.end) for each in mine if isinstance(each.event, happened.SetOff)]
    assert walks == [(2, Tile(5, 2)), (3, Tile(6, 2)), (4, Tile(6, 3))]
    for name, make in SCHEDULES.items():
        assert first_difference(scene.diary, scene.again(20, make())) == "", name


def test_a_wall_stops_an_avatar_and_says_so() -> None:
    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(0, 0)))
        life.give(Move(YOU, "u"))

    mine = Scene(OutOfOrder(), pace=Pace(1.0)).play(10, user)
    assert happened.Refused("GoTo", "there is no such place") in [each.event for each in mine]


@ANY_SCHEDULE
def test_an_avatar_that_no_key_moves_leaves_after_its_time_and_that_is_written_down(schedule: str) -> None:
    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(4, 2), idle_ticks=6))
        life.give(Move(YOU, "r"))

    scene = Scene(SCHEDULES[schedule](), {"ann": Part(Tile(20, 2), {})}, Pace(1.0))
    mine = scene.play(40, user)
    assert [each.kind for each in scene.acts.inputs] == ["enter", "move", "exit"]
    left = next(each.tick for each in mine if isinstance(each.event, happened.Departed))
    assert 7 <= left <= 7 + LEASH_TICKS + 1
    assert first_difference(scene.diary, scene.again(40, Serial())) == ""


def test_as_fast_as_possible_an_avatar_stands_at_once_and_leaves() -> None:
    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(4, 2)))

    mine = Scene(OutOfOrder(), {"ann": Part(Tile(20, 2), {30: Stay()})}).play(40, user)
    assert isinstance(mine[-1].event, happened.Departed)


@ANY_SCHEDULE
def test_typed_lines_are_said_to_the_nearest_free_person_and_answered(schedule: str) -> None:
    ann = Part(Tile(6, 2), {tick: Say(f"line {tick}") for tick in range(3, 30)})
    ben = Part(Tile(9, 2), {})

    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(4, 2), idle_ticks=60))
        life.give(Speak(YOU, "good morning"))
        life.give(Speak(YOU, "and goodbye", last=True))

    scene = Scene(SCHEDULES[schedule](), {"ann": ann, "ben": ben}, Pace(1.0))
    mine = scene.play(12, user)
    talk = TalkId("1-you")
    assert [each.event for each in mine if isinstance(each.event, happened.TalkBegan | happened.Said)] == [
        happened.TalkBegan(talk, ANN),
        happened.Said(talk, "good morning"),
        happened.Said(talk, "and goodbye"),
    ]
    said = [each for each in scene.diary.happenings if isinstance(each.event, happened.Said)]
    assert [each.person for each in said] == [YOU, ANN, YOU]
    assert first_difference(scene.diary, scene.again(12, Lockstep())) == ""


def test_a_line_without_listeners_is_not_said_later() -> None:
    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(4, 2), idle_ticks=60))
        life.give(Speak(YOU, "anybody there?"))

    mine = Scene(OutOfOrder(), {"ann": Part(Tile(29, 5), {})}, Pace(1.0)).play(10, user)
    assert not [each for each in mine if isinstance(each.event, happened.TalkBegan | happened.Said)]


def test_a_user_sees_everyone_in_view_however_little_people_perceive() -> None:
    ann = Part(Tile(6, 2), {0: Do(Deed("sleeping", asleep=True))})

    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(5, 2), idle_ticks=60))
        life.give(Speak(YOU, "are you awake?"))

    mine = Scene(OutOfOrder(), {"ann": ann, "ben": Part(Tile(9, 2), {})}, Pace(1.0), attention=1).play(10, user)
    assert happened.TalkBegan(TalkId("3-you"), BEN) in [each.event for each in mine], "after walking up"


def test_an_ongoing_talk_is_joined() -> None:
    ann = Part(Tile(6, 2), {0: TalkTo(BEN), 1: Say("well")})
    ben = Part(Tile(7, 2), {})

    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(5, 2), idle_ticks=60))
        await asyncio.sleep(3.5)
        life.give(Speak(YOU, "may I?"))

    mine = Scene(OutOfOrder(), {"ann": ann, "ben": ben}, Pace(1.0)).play(10, user)
    assert happened.Joined(TalkId("0-ann")) in [each.event for each in mine]


def test_others_talk_to_an_avatar_as_to_anyone() -> None:
    lines: dict[int, Intent] = {4: TalkTo(YOU), 5: Say("hello stranger")}

    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(5, 2), idle_ticks=60))
        await asyncio.sleep(7.5)
        life.give(Speak(YOU, "hello ann"))

    scene = Scene(OutOfOrder(), {"ann": Part(Tile(6, 2), lines)}, Pace(1.0))
    scene.play(12, user)
    said = [each.event.text for each in scene.diary.happenings if isinstance(each.event, happened.Said)]
    assert said == ["hello stranger", "hello ann"]


def test_keys_wait_for_their_ticks_and_too_many_are_refused() -> None:
    async def user(life: Life) -> None:
        life.give(Enter(YOU, Tile(4, 2), idle_ticks=60))
        for _ in range(LEASH_TICKS):
            life.give(Move(YOU, "r"))
        with pytest.raises(SetupError, match="you is 6 steps behind the keys"):
            life.give(Move(YOU, "r"))

    Scene(OutOfOrder(), {"ann": Part(Tile(20, 2), {})}, Pace(1.0)).play(10, user)


def test_only_an_avatar_has_keys_and_two_cannot_have_one_name() -> None:
    async def user(life: Life) -> None:
        with pytest.raises(SetupError, match="not an avatar"):
            life.give(Move(YOU, "r"))
        with pytest.raises(SetupError, match="not an avatar"):
            life.give(Exit(ANN))
        life.give(Enter(YOU, Tile(4, 2)))
        for act in (Enter(YOU, Tile(4, 2)), Arrive(YOU, Tile(4, 2))):
            with pytest.raises(SetupError, match="in the town already"):
                life.give(act)
        life.give(Exit(YOU))
        life.give(Enter(YOU, Tile(5, 2)))

    scene = Scene(OutOfOrder(), {"ann": Part(Tile(20, 2), {})}, Pace(1.0))
    mine = scene.play(30, user)
    assert [type(each.event).__name__ for each in mine] == ["Entered", "Departed", "Entered", "Departed"]
    assert first_difference(scene.diary, scene.again(30, Serial())) == ""


def test_a_key_is_waited_for_until_the_clock_has_passed_its_tick() -> None:
    async def wait() -> None:
        pace = Pace(1.0)
        pace.begin(3, lambda: None)
        keys = Keys(pace, first=2)
        assert keys.is_over(1), "what was lived before waits for no key"
        assert not keys.is_over(3)
        assert await keys.wait(YOU, 3) is None
        assert asyncio.get_running_loop().time() == pytest.approx(1.0)
        assert keys.next_tick(YOU, 0) == 4, "what was decided without a key stays without one"
        waiting = asyncio.ensure_future(keys.wait(YOU, 4))
        await asyncio.sleep(0.5)
        keys.put(4, Stand(YOU))
        assert await waiting == Stand(YOU)
        assert asyncio.get_running_loop().time() == pytest.approx(1.5)
        assert keys.next_tick(YOU, 0) == 5

    run_virtually(wait())
