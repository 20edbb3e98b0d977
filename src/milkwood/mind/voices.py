"""Inner voices: a user's whisper becomes a thought.

Invariant: the thought is remembered; a date in it may become a promise, a place in it an immediate action.
"""

from milkwood.mind import day, talk_outcome
from milkwood.mind.thought import Thought
from milkwood.questions.whisper import KIND as WHISPER
from milkwood.questions.whisper.schema import Ask as Whisper

FOLLOW_MINUTES = 30
"""How long the person follows an idea that names a place."""


async def hear(thought: Thought, voice: str) -> None:
    """Turn a whisper into a thought."""
    head, tick = thought.head, thought.tick
    reply = await thought.ask(WHISPER, question(thought, voice))
    about = [person for person in reply.about if person in head.folk]
    head.remember(tick, "voice", reply.thought, about=about, importance=reply.importance)
    thought.because(percept=head.words.voice.format(text=reply.thought))
    if reply.commitment:
        talk_outcome.commit(thought, reply.commitment, ())
    elif reply.change and head.state.day.awake:
        place = _place_in(thought, reply.thought)
        if place:
            until = tick + head.hours.ticks(FOLLOW_MINUTES)
            day.insert(thought, tick, until, reply.thought.rstrip(".。!！"), place)


def question(thought: Thought, voice: str) -> Whisper:
    """The whisper question."""
    head = thought.head
    return Whisper(
        self=head.card(),
        now=head.now(thought.moment),
        voice=voice,
        promises=head.promises(thought.tick),
        people=head.known_people(),
        places=head.known_places([voice]),
    )


def _place_in(thought: Thought, text: str) -> str:
    lower = text.lower()
    named = [place for place in thought.head.known_places() if place["name"].lower() in lower]
    return max(named, key=lambda place: len(place["name"]))["id"] if named else ""
