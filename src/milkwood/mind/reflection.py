"""Weighs memories and reflects on them.

Invariant: these thoughts are invisible to others, so they are asked ahead and taken in at a set time; a failed answer
changes nothing. Writes `state.reflection`.
"""

from collections import Counter
from collections.abc import Sequence

from milkwood.ids import PersonId
from milkwood.mind import limits
from milkwood.mind.head import Head
from milkwood.mind.stream import Record
from milkwood.mind.thought import Thought
from milkwood.questions.reflect import KIND as REFLECT
from milkwood.questions.reflect.schema import Ask as Reflect
from milkwood.questions.reflect.schema import Reply as Reflected
from milkwood.questions.weigh import KIND as WEIGH
from milkwood.questions.weigh.schema import Ask as Weigh
from milkwood.questions.weigh.schema import Reply as Weighed

WEIGH_MEMORIES = 4
"""Number of new memories weighed at a time."""
REFLECT_IMPORTANCE = 50
"""Sum of importance that triggers a reflection."""
MAX_REFLECTIONS = 3
"""Maximum number of reflections per day."""
EARLIER_INSIGHTS = 24
"""Number of earlier insights that are not to be repeated."""
MAX_CONCERNED_PEOPLE = 8
"""Maximum number of people whose ties are in the question."""
LATER_MINUTES = 20
"""Time until such an answer is taken in, long enough for it to arrive."""


def weigh_later(head: Head, number: int) -> None:
    """Queue a memory to be weighed."""
    head.state.reflection.unweighed.append(number)


def moved_since(head: Head) -> int:
    """Sum of importance since the last reflection."""
    own = head.state.reflection
    return head.memories.moved - own.since + own.extra


def think_over(thought: Thought) -> None:
    """Ask ahead to weigh and reflect, as far as due."""
    head, own = thought.head, thought.head.state.reflection
    if len(own.unweighed) >= WEIGH_MEMORIES:
        numbers, own.unweighed = own.unweighed, []
        texts, numbers = _texts(head, numbers)
        if not limits.reached(thought, WEIGH.name):
            thought.ask_for_later(WEIGH, Weigh(self=head.card(), memories=texts), LATER_MINUTES, about=numbers)
    reflections = own.reflections if own.day == head.state.day.number else 0
    if moved_since(head) >= REFLECT_IMPORTANCE and head.switches.reflection and reflections < MAX_REFLECTIONS:
        own.since, own.extra = head.memories.moved, 0
        own.reflections, own.day = reflections + 1, head.state.day.number
        if not limits.reached(thought, REFLECT.name):
            thought.ask_for_later(REFLECT, _reflection(thought), LATER_MINUTES)


def _reflection(thought: Thought) -> Reflect:
    head, tick = thought.head, thought.tick
    recent = head.memories.recent(12, ("talk", "news", "thought", "saw", "promise"))
    found = head.bring_to_mind(tick, [record.text for record in recent[-3:]], n=6)
    known = {record.number for record in recent}
    reminded = (head.memories.find(each.number) for each in found if each.number not in known)
    records = [*recent, *(record for record in reminded if record is not None)]
    return Reflect(
        self=head.card(),
        now=head.now(thought.moment),
        recent=[head.as_recalled(tick, record) for record in recent],
        recalled=head.recalled(tick, [each for each in found if each.number not in known]),
        insights=[record.text for record in head.memories.recent(EARLIER_INSIGHTS, ("insight",))],
        people=head.known_people(),
        others=[head.people.other(person) for person in _concerned(head, records)],
    )


def _concerned(head: Head, records: Sequence[Record]) -> list[PersonId]:
    """The people whom memories concern most."""
    weight = Counter[PersonId]()
    for record in records:
        weight.update({PersonId(one): record.importance for one in record.about if one in head.folk and one != head.id})
    return sorted(weight, key=lambda person: (-weight[person], person))[:MAX_CONCERNED_PEOPLE]


def _texts(head: Head, numbers: list[int]) -> tuple[list[str], list[int]]:
    found = [record for number in numbers if (record := head.memories.find(number)) is not None]
    return [record.text for record in found], [record.number for record in found]


def take_weights(thought: Thought, numbers: Sequence[int], reply: Weighed) -> None:
    """Set the importance of memories that are not forgotten."""
    head = thought.head
    for number, weight in zip(numbers, reply.weights, strict=False):
        head.memories.weigh(number, max(1, min(10, weight)))
        head.state.reflection.extra += max(0, weight - 3)


def take_insights(thought: Thought, reply: Reflected) -> None:
    """Remember insights, each with its evidence."""
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
