"""Thinking things over: weighing memories and reflecting.

Knows the head, asks weigh and reflect. Invariant: nobody can see these thoughts, so they are asked ahead and taken in
at a set time; a failed answer leaves everything as it was. Writes `state.reflection`.
"""

from collections.abc import Sequence

from milkwood.mind.head import Head
from milkwood.mind.thought import Thought
from milkwood.questions.reflect import KIND as REFLECT
from milkwood.questions.reflect.schema import Ask as Reflect
from milkwood.questions.reflect.schema import Reply as Reflected
from milkwood.questions.weigh import KIND as WEIGH
from milkwood.questions.weigh.schema import Ask as Weigh
from milkwood.questions.weigh.schema import Reply as Weighed

WEIGH_EVERY = 4
"""How many new memories are weighed at a time."""
REFLECT_AFTER = 50
"""How much importance adds up before one thinks over what it means."""
MOST_REFLECTIONS = 3
"""How often a day."""
LATER_MINUTES = 20
"""How long after it was asked such an answer is taken in: long enough for it to have come."""


def weigh_later(head: Head, number: int) -> None:
    """A memory is to be weighed with others."""
    head.state.reflection.unweighed.append(number)


def moved_since(head: Head) -> int:
    """How much what happened since the last reflection comes to."""
    own = head.state.reflection
    return head.memories.moved - own.since + own.extra


def think_over(thought: Thought) -> None:
    """Ask ahead what is due to be weighed and reflected upon."""
    head, own = thought.head, thought.head.state.reflection
    if len(own.unweighed) >= WEIGH_EVERY:
        numbers, own.unweighed = own.unweighed, []
        texts, numbers = _texts(head, numbers)
        thought.ask_for_later(WEIGH, Weigh(self=head.card(), memories=texts), LATER_MINUTES, about=numbers)
    reflections = own.reflections if own.day == head.state.day.number else 0
    if moved_since(head) >= REFLECT_AFTER and head.switches.reflection and reflections < MOST_REFLECTIONS:
        own.since, own.extra = head.memories.moved, 0
        own.reflections, own.day = reflections + 1, head.state.day.number
        thought.ask_for_later(REFLECT, _reflection(thought), LATER_MINUTES)


def _reflection(thought: Thought) -> Reflect:
    head, tick = thought.head, thought.tick
    recent = head.memories.recent(12, ("talk", "news", "thought", "saw", "promise"))
    found = head.bring_to_mind(tick, [record.text for record in recent[-3:]], n=6)
    known = {record.number for record in recent}
    return Reflect(
        self=head.card(),
        now=head.now(thought.moment),
        recent=[head.as_recalled(record) for record in recent],
        recalled=head.recalled([each for each in found if each.number not in known]),
        insights=[record.text for record in head.memories.recent(6, ("insight",))],
        people=head.known_people(),
    )


def _texts(head: Head, numbers: list[int]) -> tuple[list[str], list[int]]:
    """The texts of memories that are not forgotten, and their numbers."""
    found = [record for number in numbers if (record := head.memories.find(number)) is not None]
    return [record.text for record in found], [record.number for record in found]


def take_weights(thought: Thought, numbers: Sequence[int], reply: Weighed) -> None:
    """How much memories matter, as far as they are not forgotten meanwhile."""
    head = thought.head
    for number, weight in zip(numbers, reply.weights, strict=False):
        head.memories.weigh(number, max(1, min(10, weight)))
        head.state.reflection.extra += max(0, weight - 3)


def take_insights(thought: Thought, reply: Reflected) -> None:
    """Remember what came of a reflection, each with what it rests on."""
    head = thought.head
    for insight in reply.insights:
        if head.find_text(insight.text) is None:
            found = (head.memories.find(number) for number in insight.evidence)
            records = [record for record in found if record is not None]
            evidence = [record.number for record in records]
            about = sorted({person for record in records for person in record.about})
            head.remember(
                thought.tick, "insight", insight.text, about=about, importance=insight.importance, evidence=evidence
            )
