"""How a block of the day becomes deeds: as it was lived before, as it was asked ahead, or asked now.

Knows the head, asks break_down. Invariant: which of them it is follows from what this mind knows at the block's start,
never from when an answer came; ahead of time nothing is decided but to spare a question that will hardly be needed.
"""

from typing import Any

from milkwood.ids import RoomId
from milkwood.mind import circumstances
from milkwood.mind.circumstances import Against
from milkwood.mind.deeds import Step, fitted
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.routines import Found, Piece, as_reason, lived_again, steps_of
from milkwood.mind.thought import Thought
from milkwood.models.port import Content
from milkwood.questions import terms
from milkwood.questions.break_down.schema import Ask as BreakDown

ANEW, WORN = 1 / 12, 1 / 3
"""How likely a block is thought out anew although there is a routine for it, and how much likelier with each time the
routine was lived: or people would become clocks."""


def home_room(head: Head) -> RoomId:
    """The room one's bed stands in."""
    room = head.places.room_of(head.character.bed)
    if room is None:
        raise ValueError(f"{head.character.bed} is nowhere")
    return room


async def steps_for(thought: Thought, block: Block, minutes: int) -> list[Step]:
    """The deeds of a block that begins now."""
    head, state = thought.head, thought.head.state
    room = head.places.room_of(block.place) or home_room(head)
    ahead, state.ahead, state.routine = state.ahead, None, None
    if not head.switches.planning:
        deeds = [{"what": block.what, "minutes": 15, "tool": block.place}]
        return fitted(deeds, minutes, room, head.places)
    if ahead is not None and ahead[0] == [block.start, block.what, block.place]:
        answer = await thought.collect("break_down", *ahead[1:])
        return _learnt(thought, block, minutes, answer)
    found = _found(thought, block, minutes)
    if found is not None:
        again = _again(thought, found, minutes)
        speaks_against = circumstances.against(thought, block, again)
        if again and speaks_against is None:
            return _live_again(thought, found, again)
        return await ask_now(thought, block, minutes, speaks_against)
    return await ask_now(thought, block, minutes)


async def ask_now(thought: Thought, block: Block, minutes: int, hindrance: Against | None = None) -> list[Step]:
    """The deeds of what is left of a block, thought out now, with what is in the way."""
    content = question(thought, block, minutes)
    if hindrance is not None:
        thought.because(anew=hindrance.kind)
        content = _around(content, hindrance)
    answer = await thought.ask("break_down", content)
    return _learnt(thought, block, minutes, answer)


def ask_ahead(thought: Thought, block: Block) -> None:
    """Ask for the deeds of the next block now, unless one will hardly need to."""
    head, state = thought.head, thought.head.state
    minutes = max(1, head.hours.minutes(block.end - block.start))
    if circumstances.by_plan(head, block) is None and _found(thought, block, minutes) is not None:
        return
    content = question(thought, block, minutes)
    asked = thought.ask_ahead("break_down", content, block.start)
    state.ahead = [[block.start, block.what, block.place], asked.id.tick, asked.id.n, dict(content)]


def give_up(thought: Thought, hindrance: Against) -> None:
    """A routine came to nothing on the way: it counts, and what comes next is thought out."""
    head, state = thought.head, thought.head.state
    if state.routine is not None:
        head.routines.fail(int(state.routine["number"]))
        thought.because(given_up=hindrance.said or hindrance.kind)
    state.routine, state.steps, state.heading, state.without = None, [], "", False


def because(thought: Thought) -> None:
    """Say of an act that it is done by routine, if it is."""
    routine = thought.head.state.routine
    if routine is not None:
        thought.because(routine={key: value for key, value in routine.items() if key not in ("number", "first")})


def question(thought: Thought, block: Block, minutes: int) -> BreakDown:
    """break_down for a block."""
    head = thought.head
    room = head.places.room_of(block.place) or home_room(head)
    piece = _piece(head, block, minutes)
    return BreakDown(
        self=head.card(),
        now=head.now(thought.moment),
        what=block.what,
        start=head.hours.say(block.start),
        minutes=minutes,
        place=head.places.name(room),
        room_kind=head.places.kind(room),
        tools=_tools(head, room),
        main_tool=head.places.thing_at(block.place) or "",
        lately=list(head.state.lately),
        begun=piece.begun,
        goes_on=piece.goes_on,
    )


def _piece(head: Head, block: Block, minutes: int) -> Piece:
    """A block as routines know it."""
    same = [each for each in head.state.plan if each[2:4] == [block.what, block.place]]
    room = head.places.room_of(block.place) or home_room(head)
    begun, goes_on = any(each[1] == block.start for each in same), any(each[0] == block.end for each in same)
    return Piece(block.what, room, block.place, minutes, begun, goes_on)


def _found(thought: Thought, block: Block, minutes: int) -> Found | None:
    """The routine for a block, if there is one and this is not one of the times to think it out anew."""
    head = thought.head
    if not head.switches.routines:
        return None
    found = head.routines.find(_piece(head, block, minutes), head.state.midnight)
    if found is None or head.draw(block.start, "anew", block.what).happens(ANEW + WORN * found.routine.used):
        return None
    return found


def _again(thought: Thought, found: Found, minutes: int) -> list[Step]:
    head = thought.head
    others = [steps_of(each) for each in head.routines.ways(found.routine)]
    return lived_again(steps_of(found.routine), others, minutes, head.draw(thought.tick, "again"))


def _live_again(thought: Thought, found: Found, steps: list[Step]) -> list[Step]:
    head = thought.head
    routine = head.routines.live_again(found.routine.number, thought.tick)
    head.state.routine = {**as_reason(Found(routine, found.score)), "number": routine.number, "first": True}
    return steps


def _learnt(thought: Thought, block: Block, minutes: int, answer: Content) -> list[Step]:
    """The deeds of an answer, kept for the next time."""
    head = thought.head
    room = head.places.room_of(block.place) or home_room(head)
    steps = fitted(answer["deeds"], minutes, room, head.places)
    if head.switches.routines and not block.fixed:
        head.routines.learn(_piece(head, block, minutes), steps, thought.tick, head.hours.ticks(24 * 60))
    return steps


def _around(content: BreakDown, hindrance: Against) -> BreakDown:
    """The question with what is in the way, and without the thing that is."""
    tools = [tool for tool in content["tools"] if tool["id"] != hindrance.thing]
    main: Any = "" if content["main_tool"] == hindrance.thing else content["main_tool"]
    return {**content, "tools": tools, "main_tool": main, "in_the_way": hindrance.said}


def _tools(head: Head, room: RoomId) -> list[terms.Tool]:
    """Things of the room; at home also those of the rooms about, bathrooms and other people's rooms apart.

    Whoever washes dresses in the room their bed stands in, so that nobody spends an hour in the bathroom.
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
