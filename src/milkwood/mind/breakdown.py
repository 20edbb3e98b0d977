"""Turns a block of the day into deeds: from a routine, from an answer asked ahead, or asked now.

Invariant: the choice depends on what this mind knows at the block's start, never on when an answer arrived; asking
ahead is skipped only for a block that will probably be lived by routine. Writes `state.breakdown`.
"""

from dataclasses import asdict, replace

from milkwood.clock import MINUTES_A_DAY
from milkwood.ids import RoomId
from milkwood.mind import circumstances, limits
from milkwood.mind.circumstances import Objection
from milkwood.mind.customs import BlockToDo
from milkwood.mind.deeds import PLAIN_EMOJI, Step, fitted
from milkwood.mind.head import Head
from milkwood.mind.plan import NO_IDEA, Block
from milkwood.mind.routines import Piece, RoutineMatch, lived_again
from milkwood.mind.state import RoutineInUse
from milkwood.mind.thought import Thought
from milkwood.questions import terms
from milkwood.questions.break_down import KIND as BREAK_DOWN
from milkwood.questions.break_down.schema import Ask as BreakDown
from milkwood.questions.break_down.schema import PlannedDeed, Reply

RETHINK_CHANCE, RETHINK_CHANCE_PER_USE = 1 / 12, 1 / 3
"""Probability of rethinking a block that has a routine, and its increase with each use of the routine, so that people
do not become clocks."""


def home_room(head: Head) -> RoomId:
    """The room of the person's bed."""
    room = head.places.room_of(head.character.bed)
    if room is None:
        raise ValueError(f"{head.character.bed} is nowhere")
    return room


async def steps_for(thought: Thought, block: Block, minutes: int) -> list[Step]:
    """The deeds of a block that begins now."""
    head, own = thought.head, thought.head.state.breakdown
    asked, asked_for = own.asked, own.asked_for
    own.asked, own.asked_for, own.routine = None, None, None
    if not head.switches.planning:
        return _as_planned(head, block, minutes)
    if asked is not None and asked_for is not None and _same(asked_for, block):
        return _learnt(thought, block, minutes, await thought.collect(BREAK_DOWN, asked))
    found = _found(thought, block, minutes)
    if found is not None:
        again = _again(thought, found, minutes)
        speaks_against = circumstances.against(thought, block, again)
        if again and speaks_against is None:
            return _live_again(thought, found, again)
        return await ask_now(thought, block, minutes, speaks_against)
    return await ask_now(thought, block, minutes)


async def ask_now(thought: Thought, block: Block, minutes: int, hindrance: Objection | None = None) -> list[Step]:
    """The deeds of the rest of a block, asked now, with what is in the way."""
    if limits.reached(thought, BREAK_DOWN.name):
        return _as_planned(thought.head, block, minutes)
    content = question(thought, block, minutes)
    if hindrance is not None:
        thought.because(anew=hindrance.kind)
        content = _around(content, hindrance)
    return _learnt(thought, block, minutes, await thought.ask(BREAK_DOWN, content))


def _as_planned(head: Head, block: Block, minutes: int) -> list[Step]:
    """A block that is not broken down: its activity, in pieces."""
    return fitted([], _as_it_is(block), minutes, head.places.room_of(block.place) or home_room(head), head.places)


def _as_it_is(block: Block) -> PlannedDeed:
    """The activity of a block as a deed."""
    return PlannedDeed.model_construct(what=block.what, tool=block.place, emoji=PLAIN_EMOJI)


def ask_ahead(thought: Thought, block: Block) -> None:
    """Ask for the deeds of the next block now, unless a routine will probably do."""
    head, own = thought.head, thought.head.state.breakdown
    minutes = max(1, head.hours.minutes(block.end - block.start))
    if circumstances.by_plan(head, block) is None and _found(thought, block, minutes) is not None:
        return
    if limits.reached(thought, BREAK_DOWN.name):
        return
    own.asked, own.asked_for = thought.ask_ahead(BREAK_DOWN, question(thought, block, minutes), block.start), block


def forget_ahead(head: Head) -> None:
    """Drop the question about the next block, because the plan has changed."""
    head.state.breakdown.asked, head.state.breakdown.asked_for = None, None


def give_up(thought: Thought, hindrance: Objection) -> None:
    """Count a routine as failed; the next deeds are asked for."""
    head, own = thought.head, thought.head.state.breakdown
    if own.routine is not None:
        head.routines.fail(own.routine.number)
        thought.because(given_up=hindrance.said or hindrance.kind)
    own.routine = None


def begun(head: Head) -> None:
    """Record that the first deed of a block has begun."""
    own = head.state.breakdown
    if own.routine is not None:
        own.routine = replace(own.routine, first=False)


def because(thought: Thought) -> None:
    """Add the routine to the reason, if one is in use."""
    routine = thought.head.state.breakdown.routine
    if routine is not None:
        said = asdict(routine)
        thought.because(routine={key: said[key] for key in ("made", "what", "score", "used", "of")})


def _same(one: Block, other: Block) -> bool:
    return (one.start, one.what, one.place) == (other.start, other.what, other.place)


def question(thought: Thought, block: Block, minutes: int) -> BreakDown:
    """The break_down question for a block."""
    head = thought.head
    room = head.places.room_of(block.place) or home_room(head)
    piece, tools = _piece(head, block, minutes), _tools(head, room)
    content = BreakDown(
        self=head.card(),
        now=head.now(thought.moment),
        what=block.what,
        start=head.hours.say(block.start),
        minutes=minutes,
        place=head.places.name(room),
        room_kind=head.places.kind(room),
        tools=tools,
        main_tool=head.places.thing_at(block.place) or "",
        lately=list(head.state.doing.lately),
        begun=piece.begun,
        goes_on=piece.goes_on,
    )
    if later := next(
        (each.what for each in head.state.day.plan if each.start >= block.end and each.what != block.what), ""
    ):
        content["later"] = later
    memory = head.memories.find(block.idea) if block.idea != NO_IDEA else None
    if memory is not None:
        content["because"] = memory.text
    if customs := head.customs.of(_to_do(head, block, room, tools)):
        content["customs"] = customs
    return content


def _to_do(head: Head, block: Block, room: RoomId, tools: list[terms.Tool]) -> BlockToDo:
    """A block as the customs of the town see it."""
    work = head.character.work_room
    at_work = work is not None and head.places.sector_of(work) == head.places.sector_of(room)
    kinds = tuple(head.places.kind(room).split())
    minute = head.hours.minute(block.start, head.hours.midnight(block.start))
    season = head.hours.sky.season(block.start)
    return BlockToDo(block.what, head.character.work if at_work else "", kinds, tools, season, minute)


def _piece(head: Head, block: Block, minutes: int) -> Piece:
    """A block in the form that routines use."""
    same = [each for each in head.state.day.plan if (each.what, each.place) == (block.what, block.place)]
    room = head.places.room_of(block.place) or home_room(head)
    begun, goes_on = any(each.end == block.start for each in same), any(each.start == block.end for each in same)
    return Piece(block.what, room, block.place, minutes, begun, goes_on)


def _found(thought: Thought, block: Block, minutes: int) -> RoutineMatch | None:
    """The routine for a block, unless there is none or it is time to rethink."""
    head = thought.head
    if not head.switches.routines:
        return None
    found = head.routines.find(_piece(head, block, minutes), head.state.day.midnight)
    if found is None or head.draw(block.start, "anew", block.what).happens(
        RETHINK_CHANCE + RETHINK_CHANCE_PER_USE * found.routine.used
    ):
        return None
    return found


def _again(thought: Thought, found: RoutineMatch, minutes: int) -> list[Step]:
    """The deeds of a routine, varied by those of other variants that were not lived yesterday."""
    head = thought.head
    yesterday = head.hours.at(head.state.day.midnight, -MINUTES_A_DAY)
    others = [each.steps for each in head.routines.ways(found.routine) if each.last < yesterday]
    return lived_again(found.routine.piece.what, found.routine.steps, others, minutes, head.draw(thought.tick, "again"))


def _live_again(thought: Thought, found: RoutineMatch, steps: list[Step]) -> list[Step]:
    head = thought.head
    routine = head.routines.live_again(found.routine.number, thought.tick)
    head.state.breakdown.routine = RoutineInUse(
        routine.number, routine.made, routine.piece.what, found.score, routine.used, routine.of
    )
    return steps


def _learnt(thought: Thought, block: Block, minutes: int, reply: Reply) -> list[Step]:
    """The deeds of an answer; learns them as a routine."""
    head = thought.head
    room = head.places.room_of(block.place) or home_room(head)
    rest = _as_it_is(block)
    steps = fitted(reply.deeds, rest, minutes, room, head.places)
    if head.switches.routines and not block.fixed:
        piece, day = _piece(head, block, minutes), head.hours.ticks(24 * 60)
        if reply.otherwise:
            again = fitted(reply.otherwise, rest, minutes, room, head.places)
            head.routines.learn(piece, again, max(0, thought.tick - 1), day)
        head.routines.learn(piece, steps, thought.tick, day)
    return steps


def _around(content: BreakDown, hindrance: Objection) -> BreakDown:
    """The question with the obstacle, and without the thing concerned."""
    tools = [tool for tool in content["tools"] if tool["id"] != hindrance.thing]
    main = "" if content["main_tool"] == hindrance.thing else content["main_tool"]
    return {**content, "tools": tools, "main_tool": main, "in_the_way": hindrance.said}


def _tools(head: Head, room: RoomId) -> list[terms.Tool]:
    """Things of the room; at home also those of shared rooms, except bathrooms and other people's rooms.

    In the bathroom, things of the bedroom are included, so that people dress there and not in the bathroom.
    """
    tools = list(head.places.tools(room))
    if head.places.sector_of(room) != head.character.home:
        return tools
    if head.places.is_bathroom(room):
        mine = head.places.tools(home_room(head))
        return tools + [each for each in mine if each["kind"] != "bed" or each["id"] == head.character.bed]
    kinds = ("kitchen", "common room", "living room", "garden")
    for other in head.places.rooms_of(head.character.home):
        if other != room and any(
            head.places.kind(other).endswith(kind.replace(" ", "_")) or head.places.kind(other).endswith(kind)
            for kind in kinds
        ):
            tools += head.places.tools(other)
    return tools
