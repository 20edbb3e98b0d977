"""Living a day: waking, planning, going from block to block and from deed to deed, and to bed.

Knows the head, asks plan_day. Invariant: there is always something to do next, whatever was answered or
prevented; a person binds themselves (rule T5) to where they mean to be, never past the block they are in.
"""

from collections.abc import Awaitable, Mapping

from milkwood.clock import MINUTES_A_DAY
from milkwood.ids import RoomId, ThingId
from milkwood.mind import attention, breakdown, circumstances, morning, wandering
from milkwood.mind.breakdown import home_room
from milkwood.mind.calendar import KEPT
from milkwood.mind.deeds import LONGEST, SHORTEST, Step
from milkwood.mind.head import Head
from milkwood.mind.hours import minutes_in
from milkwood.mind.plan import NO_IDEA, NO_PROMISE, Block, changed, in_pieces, whole_day
from milkwood.mind.port import Decision
from milkwood.mind.thought import Thought
from milkwood.models.port import Content
from milkwood.town.body import Deed
from milkwood.town.intents import Do, GoTo, SetThing, Stay

PIECE_MINUTES = 90
"""How much of a long block is broken down at a time: what is asked for at once takes long to answer."""
LEAD_MINUTES = 10
"""How long before a promise one sets off."""
REST_MINUTES = 3
"""With less than this left of a block one begins nothing new."""
LEAST_MINUTES = 5
"""How long a block lasts at least."""
BIND_MINUTES = 90
"""How long one binds oneself to a room at most, before one thinks of it again."""
BEDWARD_MINUTES = 12
"""How long one binds oneself to go to bed and nowhere else."""
WAIT_MINUTES = 4
"""How long one waits before a taken bathroom."""
MOST_TRIES = 3
LATELY = 60
MOST_DONE = 24
SLEEP_EMOJI = "💤"


# --- waking and sleeping


def bed_time(head: Head, tick: int) -> bool:
    """Whether one would usually be in bed at a tick."""
    minute = head.hours.minute(tick, head.hours.midnight(tick))
    wake, sleep = head.character.wake, head.character.sleep % MINUTES_A_DAY
    return minute < wake or minute >= sleep if wake < sleep else sleep <= minute < wake


def wake_tick(head: Head, tick: int) -> int:
    """When one will wake, going to bed at a tick."""
    midnight = head.hours.midnight(tick)
    today = head.hours.at(midnight, head.character.wake)
    return today if today > tick else head.hours.at(midnight, head.character.wake + MINUTES_A_DAY)


def asleep(thought: Thought) -> Decision | Awaitable[Decision]:
    """In bed: sleep on, or begin the day."""
    head, state = thought.head, thought.head.state
    if state.midnight < 0 and state.wake < 0:
        state.wake = wake_tick(head, thought.tick) if bed_time(head, thought.tick) else thought.tick
    if thought.tick < state.wake:
        return thought.decide(Stay(), state.wake)
    return _begin_day(thought)


async def _begin_day(thought: Thought) -> Decision:
    head, state, tick = thought.head, thought.head.state, thought.tick
    head.calendar.pass_by(tick)
    state.awake, state.midnight, state.block, state.steps = True, head.hours.midnight(tick), -1, []
    if head.hours.minute(tick, state.midnight) < head.character.sleep - MINUTES_A_DAY:
        state.midnight = head.hours.at(state.midnight, -MINUTES_A_DAY)  # up late: it is still yesterday's evening
    state.bed = head.hours.at(state.midnight, head.character.sleep)
    state.reactions = state.reflections = state.talks = 0
    asked, state.morning = {entry[0]: entry[1:] for entry in state.morning}, []
    if "new_self" in asked:
        _renew(head, await thought.collect("new_self", *asked["new_self"]))
    ideas: Mapping[str, int] = {}
    if not head.switches.planning:
        answer: Content = {"blocks": []}
    elif "plan_day" in asked:
        answer = await thought.collect("plan_day", *asked["plan_day"])
        ideas = wandering.taken_up(asked["plan_day"][-1], answer)
    else:
        answer = await thought.ask("plan_day", morning.day_question(head, tick, state.midnight, state.yesterday))
    _lay_out(thought, answer, ideas)
    return await _next_block(thought)


def _renew(head: Head, answer: Content) -> None:
    head.state.concerns = [str(concern) for concern in answer["concerns"]]
    head.state.mood = str(answer.get("mood", ""))


def _lay_out(thought: Thought, answer: Content, ideas: Mapping[str, int]) -> None:
    """The plan for the day, from an answer of whatever quality."""
    head, state, tick = thought.head, thought.head.state, thought.tick
    hours = head.hours
    asked = minutes_in(str(answer.get("sleep", "")))
    if asked is not None and abs(asked - head.character.sleep) <= 90:
        state.bed = hours.at(state.midnight, asked)
    blocks = []
    for block in answer["blocks"]:
        start = minutes_in(str(block["start"]))
        place = str(block["place"])
        if start is None or head.places.room_of(place) is None:
            continue
        begin, idea = hours.at(state.midnight, start), ideas.get(str(block["start"]), NO_IDEA)
        end = begin + hours.ticks(int(block["minutes"]))
        blocks.append(Block(begin, end, str(block["what"]), place, idea=idea))
    blocks += [] if blocks else usual_blocks(head)
    promises = head.calendar.between(tick, state.bed)
    idle = Block(0, 0, head.words.free, home_room(head))
    lead, least = hours.ticks(LEAD_MINUTES), hours.ticks(LEAST_MINUTES)
    plan = whole_day(blocks, promises, tick, state.bed, idle, lead=lead, least=least)
    state.plan = [block.plain() for block in in_pieces(plan, hours.ticks(PIECE_MINUTES))]
    said = "; ".join(f"{hours.say(block.start)} {block.what}" for block in plan[:12])
    head.remember(tick, "plan", head.words.plan.format(plan=said), importance=2)


def usual_blocks(head: Head) -> list[Block]:
    """The usual day as a plan."""
    at = head.state.midnight
    return [
        Block(head.hours.at(at, each.start), head.hours.at(at, each.end), each.what, each.place)
        for each in head.character.usual
    ]


def to_bed(thought: Thought) -> Decision:
    """To bed, or asleep once there."""
    head, state, tick = thought.head, thought.head.state, thought.tick
    if thought.moment.deed is not None and thought.moment.deed.asleep:
        return thought.decide(Stay(), state.wake)
    if state.heading != head.character.bed and not state.without:
        state.heading, state.steps, state.block = head.character.bed, [], len(state.plan)
        thought.because(act="bed", plan=head.character.sleeping)
        return thought.decide(GoTo(head.character.bed), tick + 1)
    thing = None if state.without or attention.hindrance(thought, "GoTo") else head.character.bed
    state.heading, state.without, state.awake = "", False, False
    state.wake = wake_tick(head, tick)
    deed = Deed(head.character.sleeping, SLEEP_EMOJI, at=thought.moment.room, thing=thing, asleep=True)
    thought.because(act="sleep", plan=head.character.sleeping, deed=head.character.sleeping)
    morning.prepare(thought)
    return thought.decide(Do(deed), tick + 2)


# --- blocks and deeds


def due(thought: Thought) -> bool:
    """Whether the day calls for something new to be done now."""
    state = thought.head.state
    if state.heading:
        return not thought.moment.walking
    return thought.tick >= min(state.until, state.bed) or state.without


def go_on(thought: Thought) -> Decision | Awaitable[Decision]:
    """The next thing to do."""
    head, state, tick = thought.head, thought.head.state, thought.tick
    if tick >= state.bed:
        return to_bed(thought)
    block = this_block(head)
    if block is None or tick >= block.end:
        return _next_block(thought)
    if state.mend and not state.heading and tick >= state.until:
        thing, wanted = state.mend
        state.mend = []
        thought.because(act="mend", plan=block.what)
        return thought.decide(SetThing(ThingId(thing), wanted), tick + 1)
    if state.routine is not None and state.steps and (found := _hindered(thought, block)):
        return _anew(thought, block, found)
    if state.heading:
        return _arrived(thought, block)
    if state.without:
        return _do_without(thought, block)
    if state.steps and block.end - tick >= head.hours.ticks(REST_MINUTES):
        return _towards(thought, block, Step.of(state.steps[0]))
    left = head.hours.minutes(block.end - tick)
    if left > LONGEST and thought.moment.room is not None:
        emoji = str(state.doing[4]) if state.doing else "🕰️"
        state.steps = [Step(block.what, LONGEST, thought.moment.room, None, emoji, "").plain()]
        return _towards(thought, block, Step.of(state.steps[0]))
    state.until = block.end
    return thought.decide(Stay(), block.end)


def _hindered(thought: Thought, block: Block) -> circumstances.Against | None:
    """What is in the way of the deed of a routine that comes next."""
    state = thought.head.state
    step = Step.of(state.doing if state.without else state.steps[0])
    return circumstances.hindered(thought, step, block, first=bool(state.routine and state.routine["first"]))


async def _anew(thought: Thought, block: Block, found: circumstances.Against) -> Decision:
    """What was to be done by routine cannot be: think out the rest of the block."""
    head, tick = thought.head, thought.tick
    breakdown.give_up(thought, found)
    minutes = max(1, head.hours.minutes(block.end - tick))
    head.state.steps = [step.plain() for step in await breakdown.ask_now(thought, block, minutes, found)]
    return _towards(thought, block, Step.of(head.state.steps[0]))


def this_block(head: Head) -> Block | None:
    """The block one is in."""
    state = head.state
    return Block(*state.plan[state.block]) if 0 <= state.block < len(state.plan) else None


async def _next_block(thought: Thought) -> Decision:
    head, state, tick = thought.head, thought.head.state, thought.tick
    _close(thought)
    following = next((i for i, block in enumerate(state.plan) if block[1] > tick and i > state.block), None)
    if following is None:
        state.block = len(state.plan)
        return to_bed(thought)
    state.block, state.heading, state.tries, state.without = following, "", 0, False
    block = Block(*state.plan[following])
    minutes = max(1, head.hours.minutes(block.end - max(tick, block.start)))
    state.steps = [step.plain() for step in await breakdown.steps_for(thought, block, minutes)]
    _ask_next(thought, following)
    return _towards(thought, block, Step.of(state.steps[0]))


def _close(thought: Thought) -> None:
    """A block is over: note what was done."""
    head, block = thought.head, this_block(thought.head)
    if block is None:
        return
    if not any(line.endswith(f" {block.what}") for line in head.state.done[-1:]):
        line = f"{head.hours.say(block.start)} {block.what}"
        head.state.done = [*head.state.done, line][-MOST_DONE:]
    if block.promise == NO_PROMISE:
        return
    promise = head.calendar.promises[block.promise]
    text = head.words.kept.format(what=promise.what)
    # A long evening has several pieces, and is remembered once.
    again = any(each.text == text and each.tick >= promise.start for each in head.memories.recent(12, ("did",)))
    if promise.status == KEPT and not again:
        head.remember(
            thought.tick,
            "did",
            text,
            importance=4,
            about=() if promise.host else promise.company,  # those who were asked need not have come
            place=block.place,
        )


def _ask_next(thought: Thought, index: int) -> None:
    """What is known to be needed is asked ahead: the deeds of the next block, or the morning after the last one."""
    head, state = thought.head, thought.head.state
    if index + 1 >= len(state.plan) and not state.morning:
        morning.ask(thought, wake_tick(head, state.bed))
    if index + 1 >= len(state.plan) or not head.switches.planning:
        return
    breakdown.ask_ahead(thought, Block(*state.plan[index + 1]))


def _towards(thought: Thought, block: Block, step: Step) -> Decision:
    """Walk to where the next deed is done, or begin it when one is there."""
    head, moment = thought.head, thought.moment
    here = moment.room == step.room and (step.thing is None or (moment.deed and moment.deed.thing == step.thing))
    if here:
        return _begin(thought, block, step)
    state, tick = head.state, thought.tick
    promised, state.onward = state.onward, ""
    goes_there = bool(promised) and moment.room != step.room and promised == block.place
    state.heading = promised if goes_there else step.thing or step.room
    thought.because(act="walk", plan=block.what, deed=step.what)
    breakdown.because(thought)
    wandering.because(thought, block)
    until, house = on_arrival(head, tick)
    then, then_stays, then_house = _onward(head, max(until, house))
    state.onward, state.bound = then, max(until, house) > tick
    there = ThingId(then) if then else None
    return thought.decide(GoTo(ThingId(state.heading), until, there, then_stays, house, then_house), tick + 1)


def on_arrival(head: Head, tick: int) -> tuple[int, int]:
    """Until when whoever walks to where the next deed is done means to be there, and at home."""
    room = RoomId(head.state.steps[0][2]) if head.state.steps else home_room(head)
    until = 0 if head.places.is_bathroom(room) else stays(head, tick)  # a bathroom may be taken
    return until, at_home(head, tick, room)


def at_home(head: Head, tick: int, room: RoomId) -> int:
    """Until when one means to be at home, in whatever room of it; 0 when the next deed is elsewhere."""
    if this_block(head) is None or head.places.sector_of(room) != head.character.home:
        return 0
    return min(tick + head.hours.ticks(BIND_MINUTES), _home_until(head, head.state.block))


def _home_until(head: Head, index: int) -> int:
    """The end of the blocks at home that follow upon each other from one on."""
    plan = head.state.plan
    end: int = plan[index][1]
    for block in plan[index + 1 :]:
        if head.places.sector_of(head.places.room_of(block[3]) or home_room(head)) != head.character.home:
            break
        end = block[1]
    return end


def stays(head: Head, tick: int) -> int:
    """Until when one means to be in the room of the next deed: while deeds there go on, within the block."""
    block, steps = this_block(head), head.state.steps
    if block is None or not steps or tick >= head.state.bed:
        return 0
    room, minutes = steps[0][2], 0
    for step in steps:
        if step[2] != room:
            return min(tick + head.hours.ticks(minutes), block.end, head.state.bed)
        minutes += step[1]
    end = block.end
    at_home = head.places.sector_of(room) == head.character.home  # where deeds may lead from room to room
    for following in head.state.plan[head.state.block + 1 :]:
        if at_home or head.places.room_of(following[3]) != room:
            break
        end = following[1]
    return min(tick + head.hours.ticks(BIND_MINUTES), end, head.state.bed)


def _arrived(thought: Thought, block: Block) -> Decision:
    """At the end of a walk: begin, or find the way barred."""
    head, state, tick = thought.head, thought.head.state, thought.tick
    if not state.steps:
        state.heading = ""
        state.until = block.end
        return thought.decide(Stay(), block.end)
    step = Step.of(state.steps[0])
    barred = attention.hindrance(thought, "GoTo")
    arrived_at, state.heading = state.heading, ""
    if barred is not None and thought.moment.room is not None:
        return _linger(thought, block, step, thought.moment.room)
    if barred is not None:
        state.until = min(tick + head.hours.ticks(WAIT_MINUTES), block.end)
        return thought.decide(Stay(), state.until)
    if arrived_at == block.place and step.thing is not None and arrived_at != step.thing:
        return _towards(thought, block, step)
    if head.places.is_bathroom(step.room) and not attention.alone_in(thought, step.room):
        return _step_out(thought, block, step)
    return _begin(thought, block, step)


def _linger(thought: Thought, block: Block, step: Step, here: RoomId) -> Decision:
    """One cannot leave yet: what belongs to this place is done on the spot, anything else has to wait a little."""
    head, state = thought.head, thought.head.state
    near = head.places.sector_of(step.room) == head.places.sector_of(here)
    if near and not head.places.is_bathroom(step.room):
        on_the_spot = _without_thing(step, thought)
        state.steps = [on_the_spot.plain(), *state.steps[1:]]
        return _begin(thought, block, on_the_spot)
    what, emoji = head.words.lingering[state.tries % len(head.words.lingering)]
    state.tries += 1
    state.steps = [[what, SHORTEST, here, None, emoji, ""], *state.steps]
    return _begin(thought, block, Step.of(state.steps[0]))


def _step_out(thought: Thought, block: Block, step: Step) -> Decision:
    """Somebody is in there: wait outside, and after some tries do something else."""
    head, state = thought.head, thought.head.state
    state.tries += 1
    outside = _before_the_door(head, step.room)
    if state.tries > MOST_TRIES:
        rest = [each for each in state.steps if each[2] != step.room]
        left = sum(each[1] for each in state.steps) - sum(each[1] for each in rest)
        state.tries, state.steps = 0, [[head.words.free, max(1, left), outside, None, "🪑", ""], *rest]
    else:
        state.steps = [[head.words.waiting_bath, WAIT_MINUTES, outside, None, "🚪", ""], *state.steps]
    thought.because(percept=head.words.waiting_bath)
    return _towards(thought, block, Step.of(state.steps[0]))


def _before_the_door(head: Head, bathroom: RoomId) -> RoomId:
    """Where one waits: at home in one's own room, elsewhere in the first room that is open to all."""
    sector = head.places.sector_of(bathroom)
    rooms = [room for room in head.places.rooms_of(sector) if not head.places.is_bathroom(room)]
    if sector == head.character.home or not rooms:
        return home_room(head)
    return next((room for room in rooms if not head.places.kind(room).endswith("bedroom")), rooms[0])


def _without_thing(step: Step, thought: Thought) -> Step:
    return Step(step.what, step.minutes, thought.moment.room or step.room, None, step.emoji, "")


def _do_without(thought: Thought, block: Block) -> Decision:
    """The thing is taken: do what one meant to do without it."""
    head, state = thought.head, thought.head.state
    state.without = False
    state.steps = [state.doing, *state.steps]
    step = Step.of(state.doing)
    if head.places.is_bathroom(step.room):
        return _step_out(thought, block, step)
    return _begin(thought, block, _without_thing(step, thought))


def _begin(thought: Thought, block: Block, step: Step) -> Decision:
    head, state, tick = thought.head, thought.head.state, thought.tick
    state.heading = ""
    ticks = head.hours.ticks(step.minutes)
    end = min(block.end, state.bed)
    state.until = tick + ticks if tick + ticks + head.hours.ticks(REST_MINUTES) < end else end
    bound, house = stays(head, tick), at_home(head, tick, step.room)
    if step.what not in (head.words.waiting_bath, head.words.free):
        state.lately = [*state.lately, step.what][-LATELY:]
    state.doing = state.steps.pop(0)
    _keep_promise(thought, block)
    deed = Deed(step.what, step.emoji, thought.moment.room, step.thing, step.effect, stays=bound, house=house)
    thought.because(act="deed", plan=block.what, deed=step.what)
    breakdown.because(thought)
    wandering.because(thought, block)
    if state.routine is not None:
        state.routine = {**state.routine, "first": False}
    then, then_stays, then_house = _onward(head, max(bound, house))
    state.onward = then or ""
    return thought.decide(Do(deed, ThingId(then) if then else None, then_stays, then_house), state.until)


def _onward(head: Head, bound: int) -> tuple[str, int, int]:
    """Where one binds oneself to go, if one stays until a block ends; until when there, and until when at home."""
    state = head.state
    index = next((i for i, each in enumerate(state.plan[state.block :], state.block) if each[1] == bound), None)
    if index is None:
        return "", 0, 0
    until = bound + head.hours.ticks(BIND_MINUTES)
    if index + 1 >= len(state.plan):
        return head.character.bed, bound + head.hours.ticks(BEDWARD_MINUTES), until
    following = Block(*state.plan[index + 1])
    room = head.places.room_of(following.place)
    if room is None or head.places.is_bathroom(room):
        return "", 0, 0  # it may be taken
    if head.places.sector_of(room) != head.character.home:
        return following.place, min(following.end, until), 0
    return following.place, 0, min(_home_until(head, index + 1), until)


def _keep_promise(thought: Thought, block: Block) -> None:
    """Being where one said one would be is keeping one's word."""
    if block.promise == NO_PROMISE:
        return
    promise = thought.head.calendar.promises[block.promise]
    thought.because(promise=promise.what)
    if promise.status == "open" and (
        not promise.place or thought.head.places.room_of(promise.place) == thought.moment.room
    ):
        promise.status = KEPT


def insert(thought: Thought, start: int, end: int, what: str, place: str, promise: int = NO_PROMISE) -> None:
    """Put something into the rest of today; what was planned for then gives way."""
    head, state, tick = thought.head, thought.head.state, thought.tick
    if not state.awake or start >= state.bed:
        return
    block = Block(max(start, tick), min(end, state.bed), what, place, promise)
    plan = changed([Block(*each) for each in state.plan], block, least=head.hours.ticks(LEAST_MINUTES))
    before = this_block(head)
    state.plan, state.ahead = [each.plain() for each in plan], None
    state.block = max((place for place, each in enumerate(plan) if each.start <= tick), default=-1)
    now = this_block(head)
    if before is None or now is None or (before.what, before.place) != (now.what, now.place):
        state.block, state.steps, state.until, state.heading = state.block - 1, [], tick, ""
