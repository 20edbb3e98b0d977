"""Thinking things over: weighing memories, reflecting, hearing an inner voice.

Knows the head, asks weigh, reflect and whisper. Invariant: nobody can see these thoughts, so they
are asked ahead and taken in at a set time; a failed answer leaves everything as it was.
"""

from milkwood.mind import company, day
from milkwood.mind.head import Head
from milkwood.mind.thought import Thought
from milkwood.models.port import Content
from milkwood.questions.reflect.schema import Ask as Reflect
from milkwood.questions.weigh.schema import Ask as Weigh
from milkwood.questions.whisper.schema import Ask as Whisper

WEIGH_EVERY = 4
"""How many new memories are weighed at a time."""
REFLECT_AFTER = 50
"""How much importance adds up before one thinks over what it means."""
MOST_REFLECTIONS = 3
LATER_MINUTES = 20
"""How long after it was asked such an answer is taken in: long enough for it to have come."""
WHISPER_MINUTES = 30
"""How long one follows a sudden idea that names a place."""


def think_over(thought: Thought) -> None:
    """Ask ahead what is due to be weighed and reflected upon."""
    head, state = thought.head, thought.head.state
    if len(state.unweighed) >= WEIGH_EVERY:
        numbers, state.unweighed = state.unweighed, []
        texts, numbers = _texts(head, numbers)
        thought.ask_for_later("weigh", Weigh(self=head.card(), memories=texts), LATER_MINUTES, numbers)
    if state.since_reflection >= REFLECT_AFTER and head.switches.reflection and state.reflections < MOST_REFLECTIONS:
        state.since_reflection = 0
        state.reflections += 1
        thought.ask_for_later("reflect", _reflection(thought), LATER_MINUTES)


def _reflection(thought: Thought) -> Reflect:
    head, tick = thought.head, thought.tick
    recent = head.memories.recent(12, ("talk", "news", "thought", "saw", "promise"))
    found = head.recall(tick, [record.text for record in recent[-3:]], n=6)
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


def take_in(thought: Thought, kind: str, numbers: list[int], question: Content, answer: Content) -> None:
    """An answer that was due."""
    head, tick = thought.head, thought.tick
    match kind:
        case "weigh":
            for number, weight in zip(numbers, answer["weights"], strict=False):
                head.memories.weigh(number, max(1, min(10, int(weight))))
                head.state.since_reflection += max(0, int(weight) - 3)
        case "reflect":
            for insight in answer["insights"]:
                text = str(insight["text"])
                if head.find_text(text) is None:
                    records = [head.memories.find(int(number)) for number in insight["evidence"]]
                    evidence = [record.number for record in records if record is not None]
                    about = sorted({person for record in records if record is not None for person in record.about})
                    weight = int(insight.get("importance", 6))
                    head.remember(tick, "insight", text, about=about, importance=weight, evidence=evidence)
        case "after_talk":
            company.take_in(thought, question, answer)
        case _:
            raise ValueError(f"nobody waits for {kind}")


async def hear(thought: Thought, voice: str) -> None:
    """A voice from outside becomes a thought of one's own."""
    head, tick = thought.head, thought.tick
    content = Whisper(
        self=head.card(),
        now=head.now(thought.moment),
        voice=voice,
        promises=head.promises(tick),
        people=head.known_people(),
        places=head.known_places([voice]),
    )
    answer = await thought.ask("whisper", content)
    text = str(answer["thought"])
    about = [person for person in answer.get("about", ()) if person in head.folk]
    head.remember(tick, "voice", text, about=about, importance=int(answer.get("importance", 7)))
    thought.because(percept=head.words.voice.format(text=text))
    commitment = answer.get("commitment")
    if commitment:
        company.commit(thought, commitment, ())
    elif answer.get("change") and head.state.awake:
        place = _place_in(thought, text)
        if place:
            day.insert(thought, tick, tick + head.hours.ticks(WHISPER_MINUTES), text.rstrip(".。!！"), place)


def _place_in(thought: Thought, text: str) -> str:
    """The place that a thought names."""
    lower = text.lower()
    named = [place for place in thought.head.known_places() if place["name"].lower() in lower]
    return max(named, key=lambda place: len(place["name"]))["id"] if named else ""
