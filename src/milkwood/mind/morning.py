"""The next morning, prepared in the evening, so that the answers are there on waking.

Invariant: the contents are fixed when the last block of the day begins (or at bed time), whenever the answer arrives;
later promises are kept too, since the calendar lays out the day. Writes `state.morning`.
"""

from collections.abc import Mapping, Sequence

from milkwood.clock import MINUTES_A_DAY, hour_of
from milkwood.ids import PersonId
from milkwood.mind import wandering
from milkwood.mind.head import Head
from milkwood.mind.stream import Record
from milkwood.mind.thought import Thought
from milkwood.questions.new_self import KIND as NEW_SELF
from milkwood.questions.new_self.schema import Ask as NewSelf
from milkwood.questions.plan_day import KIND as PLAN_DAY
from milkwood.questions.plan_day.schema import Ask as PlanDay
from milkwood.questions.plan_day.schema import Reply as Plan

MAX_YESTERDAY_ACTIVITIES = 14
"""Maximum number of yesterday's activities in a question."""
MAX_HAPPENED_MEMORIES, MAX_MEMORIES_PER_KIND = 8, 3
"""Maximum number of yesterday's memories in a question, in all and of one kind."""
FEW_YESTERDAY_TALKS = 3
"""With fewer talks yesterday the plan should bring the person among people."""
CAUSES = ("promise", "news", "insight", "did", "voice", "thought", "talk")
"""Kinds of memories that a plan may follow from."""


def prepare(thought: Thought) -> None:
    """On going to sleep: forget trivial memories and ask the questions of the morning."""
    head, own = thought.head, thought.head.state.morning
    ask_once(thought, head.state.day.wake)
    own.yesterday = head.state.day.done[-MAX_YESTERDAY_ACTIVITIES:]
    head.memories.forget(thought.tick)


def ask_once(thought: Thought, wake: int) -> None:
    """Ask the questions of the morning of a wake time, unless already asked."""
    head, own, tick = thought.head, thought.head.state.morning, thought.tick
    if own.asked:
        return
    done = head.state.day.done[-MAX_YESTERDAY_ACTIVITIES:]
    if head.switches.reflection:
        found = head.bring_to_mind(tick, own.concerns[:3], n=6)
        content = NewSelf(
            self=head.card(),
            now=head.now(thought.moment),
            yesterday=list(done),
            recalled=head.recalled(tick, found),
            promises=head.promises(tick),
        )
        own.asked.append(thought.ask_ahead(NEW_SELF, content, wake))
    if head.switches.planning:
        midnight = head.hours.midnight(wake)
        question = _day_question(head, tick, midnight, done, head.state.day.number)
        question["extras"] = wandering.come_up(head, tick, midnight)
        own.extras = [each["id"] for each in question["extras"]]
        own.asked.append(thought.ask_ahead(PLAN_DAY, question, wake))


async def come(thought: Thought) -> tuple[Plan | None, Mapping[str, int]]:
    """On waking: the mood, the plan (None without planning), and the blocks that use an extra."""
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
    question = _day_question(head, thought.tick, head.state.day.midnight, own.yesterday, head.state.day.number - 1)
    return await thought.ask(PLAN_DAY, question), {}


def _day_question(head: Head, tick: int, midnight: int, done: Sequence[str], yesterday: int) -> PlanDay:
    """The plan_day question for the day of a midnight, as of a tick, after the activities of yesterday, the day of
    that number."""
    wake = max(head.hours.at(midnight, head.character.wake), tick)
    end = head.hours.at(midnight, head.character.sleep)
    found = head.bring_to_mind(tick, [*head.state.morning.concerns[:3], *head.character.goals[:2]], n=5)
    people = head.known_people(most=15)
    minute = head.hours.minute(wake, midnight)
    ask = PlanDay(
        self=head.card(),
        now=head.at(wake, head.places.name(head.character.bed)),
        wake=hour_of(minute),
        sleep=hour_of(head.character.sleep),
        usual=head.usual(),
        promises=[head.promise(each) for each in head.calendar.between(wake, end)],
        yesterday=list(done),
        recalled=head.recalled(tick, found),
        happened=[head.as_recalled(tick, each) for each in _happened(head, midnight)],
        places=head.spots(),
        people=[{**each, "closeness": head.people.of(PersonId(each["id"])).closeness} for each in people],
        extras=[],
    )
    talks = head.state.talk.talks if head.state.talk.day == yesterday else 0
    if yesterday >= 1 and talks < FEW_YESTERDAY_TALKS:
        ask["talks"] = talks
    return ask


def _happened(head: Head, midnight: int) -> list[Record]:
    """What happened on the day before a midnight, the most important first, a few of each kind.

    A talk or a thought that news was kept of is left out.
    """
    since = max(0, head.hours.at(midnight, -MINUTES_A_DAY))
    lived = [each for each in head.memories.all() if since <= each.tick < midnight and each.kind in CAUSES]
    told = {number for each in lived for number in each.evidence if each.kind == "news"}
    told |= {each.number for each in lived if each.kind == "thought" and told.intersection(each.evidence)}
    found: list[Record] = []
    for kind in CAUSES:
        mine = [each for each in lived if each.kind == kind and each.number not in told]
        mine.sort(key=lambda each: (-each.importance, -each.number))
        found += mine[:MAX_MEMORIES_PER_KIND]
    return sorted(found[:MAX_HAPPENED_MEMORIES], key=lambda each: (-each.importance, each.number))
