"""A day: waking, planning, living block by block, going to bed.

Invariant: there is always a next thing to do, whatever the answers. Writes `state.day`.
"""

from collections.abc import Awaitable, Mapping

from milkwood.clock import MINUTES_A_DAY
from milkwood.ids import PersonId
from milkwood.mind import absence, attention, breakdown, doing, morning
from milkwood.mind.breakdown import home_room
from milkwood.mind.calendar import KEPT
from milkwood.mind.head import Head
from milkwood.mind.hours import minutes_in
from milkwood.mind.plan import NO_PROMISE, Block, Spans, changed, in_pieces, whole_day
from milkwood.mind.port import Decision
from milkwood.mind.thought import Thought
from milkwood.questions.plan_day.schema import MAX_BED_SHIFT_MINUTES, PLANNED_WAY_MINUTES, Reply
from milkwood.town.body import Deed
from milkwood.town.intents import Do, GoTo, Stay

PIECE_MINUTES = 90
"""Part of a long block that is broken down at a time: larger questions take long to answer."""
LEAD_MINUTES = 10
"""How long before a promise the person sets off."""
MIN_BLOCK_MINUTES = 5
"""Shortest block."""
MAX_TODAY_ACTIVITIES = 24
"""Maximum number of today's activities kept."""
PACKING_MINUTES = 30
"""How long before leaving town a sleeper gets up."""
SLEEP_EMOJI = "💤"


# --- waking and sleeping


def bed_time(head: Head, tick: int) -> bool:
    """Whether the person is usually in bed at a tick."""
    minute = head.hours.minute(tick, head.hours.midnight(tick))
    wake, sleep = head.character.wake, head.character.sleep % MINUTES_A_DAY
    return minute < wake or minute >= sleep if wake < sleep else sleep <= minute < wake


def wake_tick(head: Head, tick: int) -> int:
    """The wake time after going to bed at a tick."""
    midnight = head.hours.midnight(tick)
    today = head.hours.at(midnight, head.character.wake)
    wake = today if today > tick else head.hours.at(midnight, head.character.wake + MINUTES_A_DAY)
    leaves = head.character.leaves
    return max(tick + 1, min(wake, leaves - head.hours.ticks(PACKING_MINUTES))) if tick < leaves else wake


def asleep(thought: Thought) -> Decision | Awaitable[Decision]:
    """In bed: sleep on, or begin the day."""
    head, own = thought.head, thought.head.state.day
    if own.midnight < 0 and own.wake < 0:
        late = bed_time(head, thought.tick)
        if late and thought.moment.deed is None:
            return _arrive_late(thought)
        own.wake = wake_tick(head, thought.tick) if late else thought.tick
    if thought.tick < own.wake:
        return thought.decide(Stay(), own.wake)
    return _begin_day(thought)


def _arrive_late(thought: Thought) -> Decision:
    """In town for the first time, at an hour to be in bed."""
    own = thought.head.state.day
    own.awake, own.midnight, own.bed = True, thought.head.hours.midnight(thought.tick), thought.tick
    return to_bed(thought)


async def _begin_day(thought: Thought) -> Decision:
    head, own, tick = thought.head, thought.head.state.day, thought.tick
    absence.note_missed(head, tick)
    own.awake, own.midnight, own.block, own.number = True, head.hours.midnight(tick), -1, own.number + 1
    doing.wake_up(head)
    if head.hours.minute(tick, own.midnight) < head.character.sleep - MINUTES_A_DAY:
        own.midnight = head.hours.at(own.midnight, -MINUTES_A_DAY)  # up late: still the evening of yesterday
    own.bed = min(head.hours.at(own.midnight, head.character.sleep), max(head.character.leaves, tick + 1))
    _lay_out(thought, *await morning.come(thought))
    return await _next_block(thought)


def _lay_out(thought: Thought, planned: Reply | None, ideas: Mapping[str, int]) -> None:
    """The plan for the day from a reply of any quality, with the usual day where it says nothing."""
    head, own, tick = thought.head, thought.head.state.day, thought.tick
    hours = head.hours
    asked = minutes_in(planned.sleep) if planned else None
    if asked is not None and abs(asked - head.character.sleep) <= MAX_BED_SHIFT_MINUTES:
        own.bed = min(hours.at(own.midnight, asked), max(head.character.leaves, tick + 1))
    blocks = []
    for block in planned.blocks if planned else ():
        start = minutes_in(block.start)
        if start is not None and head.places.room_of(block.place) is not None:
            begin, idea = hours.at(own.midnight, start), ideas.get(block.start, block.because)
            company = tuple(PersonId(person) for person in block.company if person in head.folk and person != head.id)
            end = begin + hours.ticks(block.minutes)
            blocks.append(Block(begin, end, block.what, block.place, idea=idea, company=company))
    promises = head.calendar.between(tick, own.bed)
    idle = Block(0, 0, head.words.free, home_room(head))
    spans = Spans(*(hours.ticks(minutes) for minutes in (LEAD_MINUTES, MIN_BLOCK_MINUTES, PLANNED_WAY_MINUTES)))
    plan = whole_day(blocks, usual_blocks(head), promises, tick, own.bed, idle, spans)
    own.plan = in_pieces(plan, hours.ticks(PIECE_MINUTES))
    if head.switches.planning:
        said = "; ".join(f"{hours.say(block.start)} {block.what}" for block in plan[:12])
        head.remember(tick, "plan", head.words.plan.format(plan=said), importance=2)


def usual_blocks(head: Head) -> list[Block]:
    """The usual day as a plan."""
    at = head.state.day.midnight
    return [
        Block(head.hours.at(at, each.start), head.hours.at(at, each.end), each.what, each.place)
        for each in head.character.usual
    ]


def to_bed(thought: Thought) -> Decision:
    """Go to bed, or fall asleep once there."""
    head, own, tick = thought.head, thought.head.state.day, thought.tick
    if tick >= head.character.leaves:
        return doing.leave_town(thought)
    without = head.state.doing.without
    if thought.moment.deed is not None and thought.moment.deed.asleep:
        return thought.decide(Stay(), own.wake)
    if head.state.doing.heading != head.character.bed and not without:
        own.block = len(own.plan)
        doing.head_for_bed(head)
        thought.because(act="bed", plan=head.character.sleeping)
        return thought.decide(GoTo(head.character.bed), tick + 1)
    thing = None if without or attention.hindrance(thought, "GoTo") else head.character.bed
    doing.lie_down(head)
    own.awake, own.wake = False, wake_tick(head, tick)
    deed = Deed(head.character.sleeping, SLEEP_EMOJI, at=thought.moment.room, thing=thing, asleep=True)
    thought.because(act="sleep", plan=head.character.sleeping, deed=head.character.sleeping)
    morning.prepare(thought)
    own.done = []
    return thought.decide(Do(deed), tick + 2)


# --- blocks


def go_on(thought: Thought) -> Decision | Awaitable[Decision]:
    """The next thing to do."""
    day, tick = thought.head.state.day, thought.tick
    block = day.current
    if block is not None and doing.is_reacting(thought.head):
        return doing.go_on(thought, block)
    if tick >= day.bed:
        return to_bed(thought)
    if block is None or tick >= block.end:
        return _next_block(thought)
    return doing.go_on(thought, block)


async def _next_block(thought: Thought) -> Decision:
    head, own, tick = thought.head, thought.head.state.day, thought.tick
    _close(thought)
    absence.note_missed(head, tick)
    following = next((i for i, block in enumerate(own.plan) if block.end > tick and i > own.block), None)
    if following is None:
        own.block = len(own.plan)
        return to_bed(thought)
    own.block = following
    doing.begin_block(head)
    block = own.plan[following]
    minutes = max(1, head.hours.minutes(block.end - max(tick, block.start)))
    doing.take_on(head, await breakdown.steps_for(thought, block, minutes))
    _ask_next(thought, following)
    return doing.set_out(thought, block)


def note_done(head: Head, text: str) -> None:
    """Note what was done today."""
    head.state.day.done = [*head.state.day.done, text][-MAX_TODAY_ACTIVITIES:]


def _close(thought: Thought) -> None:
    """Finish a block: note what was done."""
    head, block = thought.head, thought.head.state.day.current
    if block is None:
        return
    if not any(line.endswith(f" {block.what}") for line in head.state.day.done[-1:]):
        note_done(head, f"{head.hours.say(block.start)} {block.what}")
    if block.promise == NO_PROMISE:
        return
    promise = head.calendar.promises[block.promise]
    if thought.tick >= min(promise.end, head.state.day.bed):
        absence.note_absent(head, promise, thought.moment)
    text = head.words.kept.format(what=promise.what)
    # A long evening has several pieces, but one memory.
    again = any(each.text == text and each.tick >= promise.start for each in head.memories.recent(12, ("did",)))
    if promise.status == KEPT and not again:
        head.remember(
            thought.tick,
            "did",
            text,
            importance=4,
            about=() if promise.host else promise.company,  # invited people need not have come
            place=block.place,
        )


def _ask_next(thought: Thought, index: int) -> None:
    """Ask ahead: the deeds of the next block, or the next morning after the last block."""
    head, own = thought.head, thought.head.state.day
    if index + 1 >= len(own.plan):
        if own.bed == head.character.leaves:
            return
        morning.ask_once(thought, wake_tick(head, own.bed))
    elif head.switches.planning:
        breakdown.ask_ahead(thought, own.plan[index + 1])


def insert(thought: Thought, start: int, end: int, what: str, place: str, promise: int = NO_PROMISE) -> None:
    """Put something into the rest of today; planned blocks give way."""
    head, own, tick = thought.head, thought.head.state.day, thought.tick
    if not own.awake or start >= own.bed:
        return
    block = Block(max(start, tick), min(end, own.bed), what, place, promise)
    before = own.current
    own.plan = changed(own.plan, block, least=head.hours.ticks(MIN_BLOCK_MINUTES))
    breakdown.forget_ahead(head)
    own.block = max((place for place, each in enumerate(own.plan) if each.start <= tick), default=-1)
    now = own.current
    if before is None or now is None or (before.what, before.place) != (now.what, now.place):
        own.block -= 1
        doing.drop(head, tick)
