"""The morning, prepared the evening before: what is asked then, so that the answers are there on waking.

Knows the head, asks new_self and plan_day ahead; what came up while the mind wandered goes with them. Invariant: what
is asked is fixed when the last block of the day begins (or at bed time, when there was none), whenever it is answered;
promises made later are kept all the same, since the day is laid out by the calendar. Writes `state.morning`.
"""

from collections.abc import Mapping, Sequence

from milkwood.mind import wandering
from milkwood.mind.head import Head
from milkwood.mind.hours import hour_of
from milkwood.mind.thought import Thought
from milkwood.questions.new_self import KIND as NEW_SELF
from milkwood.questions.new_self.schema import Ask as NewSelf
from milkwood.questions.plan_day import KIND as PLAN_DAY
from milkwood.questions.plan_day.schema import Ask as PlanDay
from milkwood.questions.plan_day.schema import Reply as Plan

MOST_DONE = 14
"""How much of what was done is thought of the day after."""


def prepare(thought: Thought) -> None:
    """On going to sleep: let go of what is trivial; the questions of the morning are put by now."""
    head, own = thought.head, thought.head.state.morning
    ask_once(thought, head.state.day.wake)
    own.yesterday = head.state.day.done[-MOST_DONE:]
    head.memories.forget(thought.tick)


def ask_once(thought: Thought, wake: int) -> None:
    """Put the questions of the morning on which one wakes at a tick, unless they were put already."""
    head, own, tick = thought.head, thought.head.state.morning, thought.tick
    if own.asked:
        return
    done = head.state.day.done[-MOST_DONE:]
    if head.switches.reflection:
        found = head.bring_to_mind(tick, own.concerns[:3], n=6)
        content = NewSelf(
            self=head.card(),
            now=head.now(thought.moment),
            yesterday=list(done),
            recalled=head.recalled(found),
            promises=head.promises(tick),
        )
        own.asked.append(thought.ask_ahead(NEW_SELF, content, wake))
    if head.switches.planning:
        midnight = head.hours.midnight(wake)
        question = _day_question(head, tick, midnight, done)
        question["extras"] = wandering.come_up(head, tick, midnight)
        own.extras = [each["id"] for each in question["extras"]]
        own.asked.append(thought.ask_ahead(PLAN_DAY, question, wake))


async def come(thought: Thought) -> tuple[Plan | None, Mapping[str, int]]:
    """On waking: how one feels today, the plan (None when one does not plan), and which blocks take up an extra."""
    head, own = thought.head, thought.head.state.morning
    asked, extras = {each.kind: each for each in own.asked}, own.extras
    own.asked, own.extras = [], []
    if NEW_SELF.name in asked:
        renewed = await thought.collect(NEW_SELF, asked[NEW_SELF.name])
        own.concerns, own.mood, own.low = list(renewed.concerns), renewed.mood, renewed.low
    if not head.switches.planning:
        return None, {}
    if PLAN_DAY.name in asked:
        planned = await thought.collect(PLAN_DAY, asked[PLAN_DAY.name])
        number = planned.idea_of if planned.idea_of in extras else extras[0] if extras else 0
        return planned, {planned.idea: number} if number and planned.idea else {}
    question = _day_question(head, thought.tick, head.state.day.midnight, own.yesterday)
    return await thought.ask(PLAN_DAY, question), {}


def _day_question(head: Head, tick: int, midnight: int, done: Sequence[str]) -> PlanDay:
    """plan_day for the day that begins at a midnight, as things stand at a tick, after what was done the day before."""
    wake = max(head.hours.at(midnight, head.character.wake), tick)
    end = head.hours.at(midnight, head.character.sleep)
    found = head.bring_to_mind(tick, [*head.state.morning.concerns[:3], *head.character.goals[:2]], n=5)
    minute = head.hours.minute(wake, midnight)
    return PlanDay(
        self=head.card(),
        now=head.at(wake, head.places.name(head.character.bed)),
        wake=hour_of(minute),
        sleep=hour_of(head.character.sleep),
        usual=head.usual(),
        promises=[head.promise(each) for each in head.calendar.between(wake, end)],
        yesterday=list(done),
        recalled=head.recalled(found),
        places=head.spots(),
        people=head.known_people(most=15),
        extras=[],
    )
