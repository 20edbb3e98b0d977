"""The morning, prepared the evening before: what is asked then, so that the answers are there on waking.

Knows the head, asks new_self and plan_day ahead; what came up while the mind wandered goes with them. Invariant: what
is asked is fixed when the last block of the day begins (or at bed time, when there was none), whenever it is answered;
promises made later are kept all the same, since the day is laid out by the calendar.
"""

from collections.abc import Sequence

from milkwood.mind import wandering
from milkwood.mind.head import Head
from milkwood.mind.hours import hour_of
from milkwood.mind.thought import Thought
from milkwood.models.port import Content
from milkwood.questions.new_self.schema import Ask as NewSelf
from milkwood.questions.plan_day.schema import Ask as PlanDay

MOST_DONE = 14
"""How much of what was done is thought of the day after."""
MOST_KEPT_LINES = 80
"""How many lines one has said are remembered over night, so as not to say them again."""


def prepare(thought: Thought) -> None:
    """On going to sleep: let go of what is trivial; the questions of the morning are put by now."""
    head, state = thought.head, thought.head.state
    if not state.morning:
        ask(thought, state.wake)
    state.yesterday, state.done = state.done[-MOST_DONE:], []
    head.memories.forget(thought.tick)
    state.said = state.said[-MOST_KEPT_LINES:]


def ask(thought: Thought, wake: int) -> None:
    """Put the questions of the morning on which one wakes at a tick."""
    head, state, tick = thought.head, thought.head.state, thought.tick
    done = state.done[-MOST_DONE:]
    if head.switches.reflection:
        found = head.recall(tick, state.concerns[:3], n=6)
        content = NewSelf(
            self=head.card(),
            now=head.now(thought.moment),
            yesterday=list(done),
            recalled=head.recalled(found),
            promises=head.promises(tick),
        )
        _ask(thought, "new_self", content, wake)
    if head.switches.planning:
        midnight = head.hours.midnight(wake)
        question = day_question(head, tick, midnight, done)
        question["extras"] = wandering.come_up(head, tick, midnight)
        _ask(thought, "plan_day", question, wake)


def _ask(thought: Thought, kind: str, content: Content, wake: int) -> None:
    question = thought.ask_ahead(kind, content, wake)
    thought.head.state.morning.append([kind, question.id.tick, question.id.n, dict(content)])


def day_question(head: Head, tick: int, midnight: int, done: Sequence[str]) -> PlanDay:
    """plan_day for the day that begins at a midnight, as things stand at a tick, after what was done the day before."""
    wake = max(head.hours.at(midnight, head.character.wake), tick)
    end = head.hours.at(midnight, head.character.sleep)
    found = head.recall(tick, [*head.state.concerns[:3], *head.character.goals[:2]], n=5)
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
