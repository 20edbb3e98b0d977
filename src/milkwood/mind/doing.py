"""From deed to deed within a block: walk, begin, wait, do without, resume.

Invariant: there is always a next thing to do, whatever was prevented; a person commits (rule T5) to where they mean to
be, never past the current block. Writes `state.doing`.
"""

from collections.abc import Awaitable, Sequence
from dataclasses import replace

from milkwood.ids import RoomId, ThingId
from milkwood.mind import attention, breakdown, circumstances, wandering
from milkwood.mind.breakdown import home_room
from milkwood.mind.deeds import MAX_DEED_MINUTES, MIN_DEED_MINUTES, PLAIN_EMOJI, Step
from milkwood.mind.head import Head
from milkwood.mind.plan import NO_PROMISE, Block
from milkwood.mind.port import Decision
from milkwood.mind.thought import Thought
from milkwood.town.body import Deed
from milkwood.town.intents import Do, GoTo, SetThing, Stay
from milkwood.town.outside import ROAD_TILES
from milkwood.town.percepts import Prevented
from milkwood.town.places import IDLE
from milkwood.town.tile import distance

REST_MINUTES = 3
"""With less time left in a block, nothing new is begun."""
BIND_MINUTES = 90
"""Longest commitment to a room."""
BEDWARD_MINUTES = 12
"""Length of the commitment to go to bed."""
WAIT_MINUTES = 4
"""Waiting time in front of a taken bathroom."""
MAX_WAIT_MINUTES = 15
"""Longest wait for the end of a commitment; for a longer one the time is planned again."""
MAX_DEED_TRIES = 3
MAX_RECENT_DEEDS = 120
"""Maximum number of recent deeds kept: those of a day and of the evening before."""

AWAY = "~away"
"""What a person who leaves the town heads for."""

_LINGERING = ("⏳", "🧹", "🙂", "👀", "🧥")
"""Emoji of activities while waiting to leave, as in the phrases."""


# --- called by other parts


def be_hindered(thought: Thought) -> None:
    """Record that the wanted thing is not available."""
    own = thought.head.state.doing
    for percept in thought.felt:
        if isinstance(percept, Prevented):
            own.without = own.without or percept.tried == "Do"


def begin_block(head: Head) -> None:
    """Begin a block: earlier obstacles no longer count."""
    own = head.state.doing
    own.heading, own.tries, own.without = "", 0, False


def take_on(head: Head, steps: Sequence[Step]) -> None:
    """Set the deeds of the block; a first one that only repeats the deed before comes second."""
    own = head.state.doing
    own.steps = list(steps)
    if len(steps) > 1 and own.lately and steps[0].what == own.lately[-1]:
        own.steps[:2] = steps[1], steps[0]


def drop(head: Head, tick: int) -> None:
    """End the current deed now, because the plan has changed."""
    own = head.state.doing
    own.steps, own.until, own.heading = [], tick, ""
    if own.current is not None and own.current.reacts:
        own.current = None  # broken off: the thing stays as it is


def react(thought: Thought, step: Step) -> None:
    """Do one deed at once; the current deed and those planned follow it."""
    head, own, tick = thought.head, thought.head.state.doing, thought.tick
    left = head.hours.minutes(own.until - tick)
    resumes = own.current is not None and not own.current.reacts and not own.heading and left >= REST_MINUTES
    rest = [replace(own.current, minutes=left)] if own.current is not None and resumes else []
    own.steps = [step, *rest, *(each for each in own.steps if not each.reacts)]
    own.current, own.until, own.heading, own.without = None, tick, "", False


def is_reacting(head: Head) -> bool:
    """Whether a reaction has begun or is about to."""
    own = head.state.doing
    return any(step is not None and step.reacts for step in (own.current, *own.steps[:1]))


def linger(head: Head, until: int) -> None:
    """Stay for a while after a line, unless committed elsewhere."""
    if not head.state.doing.bound:
        head.state.doing.lingers = until


def wake_up(head: Head) -> None:
    """A new day: nothing has begun."""
    head.state.doing.steps = []


def leave_town(thought: Thought) -> Decision:
    """Walk to the end of the road, and wait there or where the way is barred."""
    head, own, tick = thought.head, thought.head.state.doing, thought.tick
    road = head.character.road
    barred = attention.hindrance(thought, "GoTo") is not None
    if road is None or barred or distance(thought.moment.tile, road) <= ROAD_TILES:
        own.heading = ""
        return thought.decide(Stay(), tick + head.hours.ticks(WAIT_MINUTES))
    own.heading, own.steps = AWAY, []
    thought.because(act="walk", plan=head.words.leaving, deed=head.words.leaving)
    return thought.decide(GoTo(road), tick + 1)


def head_for_bed(head: Head) -> None:
    """Walk to bed and drop the remaining deeds."""
    own = head.state.doing
    own.heading, own.steps = head.character.bed, []


def lie_down(head: Head) -> None:
    """Record arrival at the bed."""
    own = head.state.doing
    own.heading, own.without = "", False


# --- continuing


def is_due(thought: Thought) -> bool:
    """Whether the day needs a new action now."""
    own = thought.head.state.doing
    if own.heading:
        return not thought.moment.walking
    if own.current is not None and own.current.awaits and attention.is_idle(thought, own.current.awaits):
        return True
    return thought.tick >= min(own.until, thought.head.state.day.bed) or own.without


def go_on(thought: Thought, block: Block) -> Decision | Awaitable[Decision]:
    """The next thing to do within a block."""
    head, own, tick = thought.head, thought.head.state.doing, thought.tick
    if is_reacting(head):
        return _react(thought, block)
    if head.state.breakdown.routine is not None and own.steps and (found := _hindered(thought, block)):
        return _anew(thought, block, found)
    if own.heading:
        return _arrived(thought, block)
    if own.without:
        return _do_without(thought, block)
    if own.steps and block.end - tick >= head.hours.ticks(REST_MINUTES):
        return set_out(thought, block)
    left = head.hours.minutes(block.end - tick)
    if left > MAX_DEED_MINUTES and thought.moment.room is not None:
        emoji = (own.current.emoji if own.current else "") or PLAIN_EMOJI
        own.steps = [Step(block.what, MAX_DEED_MINUTES, thought.moment.room, None, emoji, "")]
        return set_out(thought, block)
    own.until = block.end
    return thought.decide(Stay(), block.end)


def _react(thought: Thought, block: Block) -> Decision | Awaitable[Decision]:
    """Begin a reaction, go on with it, or end it: then the thing is as it should be."""
    own, tick, step = thought.head.state.doing, thought.tick, thought.head.state.doing.current
    if own.heading:
        return _arrived(thought, block)
    if own.without:
        return _do_without(thought, block)
    if step is None or not step.reacts:
        return set_out(thought, block)
    waits = step.awaits is not None and not attention.is_idle(thought, step.awaits)
    if tick < own.until and (step.mends or waits):
        return thought.decide(Stay(), own.until)
    own.current = None
    if step.mends:
        thought.because(act="mend", plan=block.what)
        return thought.decide(SetThing(step.mends, IDLE), tick + 1)
    own.until = tick + 1
    return thought.decide(Stay(), tick + 1)


def take_up(thought: Thought) -> Decision:
    """Resume the interrupted deed after a talk."""
    head, own, tick = thought.head, thought.head.state.doing, thought.tick
    if own.heading == AWAY:
        return leave_town(thought)
    if own.heading and tick < own.lingers:
        own.until, own.heading = own.lingers, ""
        return thought.decide(Stay(), own.lingers)
    if own.heading:
        until, house = _on_arrival(head, tick)
        return thought.decide(GoTo(ThingId(own.heading), until, house=house), tick + 1)
    if thought.moment.deed is None and own.current and own.until - tick >= head.hours.ticks(REST_MINUTES):
        left, following = head.hours.minutes(own.until - tick), own.steps[0] if own.steps else None
        if left < MIN_DEED_MINUTES and following is not None and not (own.current.reacts or following.reacts):
            # So little is left that the next deed follows at once, and takes that time.
            own.steps[0], own.until = replace(following, minutes=following.minutes + left), tick + 1
            return thought.decide(Stay(), own.until)
        rest = replace(own.current, minutes=max(1, head.hours.minutes(own.until - tick)))
        # A talk came before it could begin, or away from it.
        own.steps, own.until = [rest, *own.steps], tick + 1
        own.current = None if rest.reacts else own.current  # a reaction that has not begun is not over
    return thought.decide(Stay(), max(own.until, tick + 1))


def _hindered(thought: Thought, block: Block) -> circumstances.Objection | None:
    """The obstacle to the next deed of a routine."""
    own, routine = thought.head.state.doing, thought.head.state.breakdown.routine
    step = own.current if own.without and own.current else own.steps[0]
    return circumstances.hindered(thought, step, block, first=routine is not None and routine.first)


async def _anew(thought: Thought, block: Block, found: circumstances.Objection) -> Decision:
    """Give up the routine and ask for the rest of the block."""
    head, own = thought.head, thought.head.state.doing
    breakdown.give_up(thought, found)
    own.steps, own.heading, own.without = [], "", False
    minutes = max(1, head.hours.minutes(block.end - thought.tick))
    own.steps = await breakdown.ask_now(thought, block, minutes, found)
    return set_out(thought, block)


def set_out(thought: Thought, block: Block) -> Decision:
    """Walk to the place of the next deed, or begin it there."""
    head, moment, own, tick = thought.head, thought.moment, thought.head.state.doing, thought.tick
    step = own.steps[0]
    here = moment.room == step.room and (step.thing is None or (moment.deed and moment.deed.thing == step.thing))
    if here:
        enters = own.current is None or own.current.room != step.room
        return _step_out(thought, block, step) if enters and _taken(thought, step) else _begin(thought, block, step)
    promised, own.onward = own.onward, ""
    goes_there = bool(promised) and moment.room != step.room and promised == block.place
    own.heading = promised if goes_there else step.thing or step.room
    thought.because(act="walk", plan=block.what, deed=step.what)
    breakdown.because(thought)
    wandering.because(thought, block)
    until, house = _on_arrival(head, tick)
    own.onward, then_stays, then_house = _onward(head, max(until, house))
    own.bound = max(until, house) > tick
    then = ThingId(own.onward) if own.onward else None
    return thought.decide(GoTo(ThingId(own.heading), until, then, then_stays, house, then_house), tick + 1)


def _on_arrival(head: Head, tick: int) -> tuple[int, int]:
    """Ticks until which the walker commits to the room of the next deed and to home."""
    steps = head.state.doing.steps
    room = steps[0].room if steps else home_room(head)
    until = 0 if head.places.is_bathroom(room) else _stays(head, tick)  # a bathroom may be taken
    return until, _at_home(head, tick, room)


def _at_home(head: Head, tick: int, room: RoomId) -> int:
    """The tick until which the person means to be at home, in any room; 0 if the next deed is elsewhere."""
    block = head.state.day.current
    if block is None or not _is_home(head, room):
        return 0
    minutes = 0
    for step in head.state.doing.steps:
        if not _is_home(head, step.room):
            break
        minutes += step.minutes
    else:
        if _is_home(head, head.places.room_of(block.place) or home_room(head)):
            return min(tick + head.hours.ticks(BIND_MINUTES), _home_until(head, head.state.day.block))
    return min(tick + head.hours.ticks(minutes), block.end)


def _is_home(head: Head, room: RoomId) -> bool:
    return head.places.sector_of(room) == head.character.home


def _home_until(head: Head, index: int) -> int:
    """The end of the consecutive blocks at home from this one on."""
    plan = head.state.day.plan
    end = plan[index].end
    for block in plan[index + 1 :]:
        if not _is_home(head, head.places.room_of(block.place) or home_room(head)):
            break
        end = block.end
    return end


def _stays(head: Head, tick: int) -> int:
    """The tick until which the person means to be in the room of the next deed, within the block."""
    day, steps = head.state.day, head.state.doing.steps
    block = day.current
    if block is None or not steps or tick >= day.bed:
        return 0
    room, minutes = steps[0].room, 0
    for step in steps:
        if step.room != room:
            return min(tick + head.hours.ticks(minutes), block.end, day.bed)
        minutes += step.minutes
    end = block.end
    at_home = _is_home(head, room)  # where deeds may go from room to room
    for following in day.plan[day.block + 1 :]:
        if at_home or head.places.room_of(following.place) != room:
            break
        end = following.end
    return min(tick + head.hours.ticks(BIND_MINUTES), end, day.bed)


def _arrived(thought: Thought, block: Block) -> Decision | Awaitable[Decision]:
    """At the end of a walk: begin, or find the room taken."""
    head, own = thought.head, thought.head.state.doing
    if not own.steps:
        own.heading = ""
        own.until = block.end
        return thought.decide(Stay(), block.end)
    step = own.steps[0]
    barred = attention.hindrance(thought, "GoTo")
    arrived_at, own.heading = own.heading, ""
    if barred is not None:
        own.onward = arrived_at if arrived_at == block.place else ""  # a commitment to go there still holds
        thought.because(act="wait", plan=block.what, percept=_held(head, barred))
        return _barred(thought, block, barred)
    if arrived_at == block.place and step.thing is not None and arrived_at != step.thing:
        return set_out(thought, block)
    if _taken(thought, step):
        return _step_out(thought, block, step)
    return _begin(thought, block, step)


def _taken(thought: Thought, step: Step) -> bool:
    """Whether someone else is in the bathroom that a deed is in; a reaction does not wait for that."""
    taken = thought.head.places.is_bathroom(step.room) and not attention.alone_in(thought, step.room)
    return taken and not step.reacts


def _barred(thought: Thought, block: Block, barred: Prevented) -> Decision | Awaitable[Decision]:
    """The way is refused: do deeds of this place here, wait for the end of a short commitment, or plan again."""
    head, own, tick, here = thought.head, thought.head.state.doing, thought.tick, thought.moment.room
    step = own.steps[0]
    if step.reacts:
        own.steps, own.until = own.steps[1:], tick + 1
        return thought.decide(Stay(), tick + 1)
    wait = min(barred.until or block.end, block.end) - tick
    if here is None or (barred.until and wait < head.hours.ticks(MIN_DEED_MINUTES)):
        own.until = tick + max(1, min(wait, head.hours.ticks(WAIT_MINUTES)))
        return thought.decide(Stay(), own.until)
    if head.places.sector_of(step.room) == head.places.sector_of(here) and not head.places.is_bathroom(step.room):
        on_the_spot = _without_thing(step, thought)
        own.steps = [on_the_spot, *own.steps[1:]]
        return _begin(thought, block, on_the_spot)
    if not barred.until or wait > head.hours.ticks(MAX_WAIT_MINUTES):
        return _anew_here(thought, block, here, barred)
    place = own.tries % len(_LINGERING)
    own.tries += 1
    minutes = max(1, head.hours.minutes(wait))
    own.steps = [Step(head.words.lingering[place], minutes, here, None, _LINGERING[place], ""), *own.steps]
    return _begin(thought, block, own.steps[0])


def _held(head: Head, barred: Prevented) -> str:
    return head.words.held.format(hour=head.hours.say(barred.until)) if barred.until else head.words.no_way


async def _anew_here(thought: Thought, block: Block, here: RoomId, barred: Prevented) -> Decision:
    """Ask for deeds that go on here for so long: those of the block before, if it was here; the block's own follow."""
    head, own, day = thought.head, thought.head.state.doing, thought.head.state.day
    found = circumstances.Objection("held", _held(head, barred))
    breakdown.give_up(thought, found)
    before = day.plan[day.block - 1] if day.block else block
    if head.places.room_of(before.place) != here:
        before = replace(block, what=head.words.free, place=here)
    minutes = max(1, head.hours.minutes(min(barred.until or block.end, block.end) - thought.tick))
    own.steps = [*await breakdown.ask_now(thought, before, minutes, found), *own.steps]
    return set_out(thought, block)


def _step_out(thought: Thought, block: Block, step: Step) -> Decision:
    """The room is taken: wait outside; next time do another deed first; after some tries do without."""
    head, own = thought.head, thought.head.state.doing
    own.tries += 1
    outside = _before_the_door(head, step.room)
    rest = [each for each in own.steps if each.room != step.room]
    if own.tries > MAX_DEED_TRIES:
        left = sum(each.minutes for each in own.steps) - sum(each.minutes for each in rest)
        own.tries, own.steps = 0, [Step(head.words.free, max(1, left), outside, None, "🪑", ""), *rest]
    elif own.tries % 2:
        own.steps = [Step(head.words.waiting_bath, WAIT_MINUTES, outside, None, "🚪", ""), *own.steps]
    elif rest:
        own.steps = [rest[0], *(each for each in own.steps if each is not rest[0])]
    else:
        own.steps = [Step(head.words.free, WAIT_MINUTES, outside, None, "🪑", ""), *own.steps]
    thought.because(percept=head.words.waiting_bath)
    return set_out(thought, block)


def _before_the_door(head: Head, bathroom: RoomId) -> RoomId:
    """Where to wait: at home in the person's own room, elsewhere in the first public room."""
    sector = head.places.sector_of(bathroom)
    rooms = [room for room in head.places.rooms_of(sector) if not head.places.is_bathroom(room)]
    if sector == head.character.home or not rooms:
        return home_room(head)
    return next((room for room in rooms if not head.places.kind(room).endswith("bedroom")), rooms[0])


def _without_thing(step: Step, thought: Thought) -> Step:
    return replace(step, room=thought.moment.room or step.room, thing=None, effect="", note="")


def _do_without(thought: Thought, block: Block) -> Decision:
    """The thing is taken: do the deed without it."""
    head, own = thought.head, thought.head.state.doing
    own.without = False
    step = own.current or Step(block.what, MAX_DEED_MINUTES, home_room(head), None, "", "")
    own.steps = [step, *own.steps]
    if head.places.is_bathroom(step.room):
        return _step_out(thought, block, step)
    return _begin(thought, block, _without_thing(step, thought))


def _begin(thought: Thought, block: Block, step: Step) -> Decision:
    head, own, tick = thought.head, thought.head.state.doing, thought.tick
    own.heading = ""
    ticks = head.hours.ticks(step.minutes)
    end = min(block.end, head.state.day.bed)
    in_time = step.reacts or tick + ticks + head.hours.ticks(REST_MINUTES) < end
    own.until = tick + ticks if in_time else end
    bound, house = _stays(head, tick), _at_home(head, tick, step.room)
    if step.what not in (head.words.waiting_bath, head.words.free) and step.awaits is None:
        own.lately = [*own.lately, step.what][-MAX_RECENT_DEEDS:]
    own.current, own.steps = own.steps[0], own.steps[1:]
    _keep_promise(thought, block)
    deed = Deed(
        step.what,
        step.emoji,
        thought.moment.room,
        step.thing,
        step.effect,
        step.note,
        busy=step.busy,
        stays=bound,
        house=house,
    )
    thought.because(act="deed", plan=block.what, deed=step.what)
    if not step.reacts:
        breakdown.because(thought)
        wandering.because(thought, block)
        breakdown.begun(head)
    own.onward, then_stays, then_house = _onward(head, max(bound, house))
    then = ThingId(own.onward) if own.onward else None
    return thought.decide(Do(deed, then, then_stays, then_house), own.until)


def _onward(head: Head, bound: int) -> tuple[str, int, int]:
    """The committed next place after a block ends, and the ticks until which it binds to room and home."""
    plan, first = head.state.day.plan, head.state.day.block
    index = next((i for i, each in enumerate(plan[first:], first) if each.end == bound), None)
    if index is None:
        return "", 0, 0
    until = bound + head.hours.ticks(BIND_MINUTES)
    if index + 1 >= len(plan) and bound >= head.character.leaves:
        return "", 0, 0
    if index + 1 >= len(plan):
        return head.character.bed, bound + head.hours.ticks(BEDWARD_MINUTES), until
    following = plan[index + 1]
    room = head.places.room_of(following.place)
    if room is None or head.places.is_bathroom(room):
        return "", 0, 0  # it may be taken
    if not _is_home(head, room):
        return following.place, min(following.end, until), 0
    return following.place, 0, min(_home_until(head, index + 1), until)


def _keep_promise(thought: Thought, block: Block) -> None:
    if block.promise == NO_PROMISE:
        return
    promise = thought.head.calendar.promises[block.promise]
    thought.because(promise=promise.what)
    if not promise.place or thought.head.places.room_of(promise.place) == thought.moment.room:
        thought.head.calendar.keep_word(block.promise)
