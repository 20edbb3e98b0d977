"""News from outside the town: from a named visitor or a public notice.

Invariant: the words are remembered with their source; a dated notice goes into the calendar if the person has time and
wants to go.
"""

from milkwood.ids import PersonId
from milkwood.mind import news_sharing, talk_outcome, voices
from milkwood.mind.talking import AFTER_MINUTES
from milkwood.mind.thought import Thought
from milkwood.questions import terms
from milkwood.questions.after_talk import KIND as AFTER_TALK
from milkwood.questions.after_talk.schema import Ask as AfterTalk
from milkwood.questions.after_talk.schema import Commitment
from milkwood.questions.whisper import KIND as WHISPER
from milkwood.town.acts import OUTSIDE
from milkwood.town.percepts import IsTold

NOTICE_IMPORTANCE = 6
"""Importance of what a visitor says: enough to pass on."""
NOTICE_LASTS_MINUTES = 60
"""Length of an announced event without an end."""
ATTEND_CHANCE = 0.6
"""Probability that a public announcement is of interest."""


async def be_told(thought: Thought, told: IsTold) -> None:
    """Take in what the person is told."""
    head, tick = thought.head, thought.tick
    text = told.text if told.room is None else _notice(thought, told)
    thought.because(percept=head.words.voice.format(text=text))
    if not head.switches.observation:
        return
    source = told.by or OUTSIDE
    about = head.spoken_of([text])
    number = head.remember(tick, "news", text, about=about, importance=NOTICE_IMPORTANCE, source=source)
    head.memories.told(number, source)
    if told.room is None:
        _think_over(thought, told)
    elif _has_time(thought, told):
        await _consider(thought, told, text)


def _notice(thought: Thought, told: IsTold) -> str:
    head = thought.head
    return head.words.notice.format(
        text=told.text.rstrip(".。!！ "),
        place=head.places.name(told.room or ""),
        day=head.words.weekdays[head.hours.weekday(told.start)],
        hour=head.hours.say(told.start),
    )


def _think_over(thought: Thought, told: IsTold) -> None:
    """Think over a visitor's words like a talk of one line: a date in them may become a promise."""
    head, tick = thought.head, thought.tick
    visitor = terms.Other(
        id=told.by,
        name=told.by,
        called=told.by,
        pronoun="they",
        tie="",
        feeling="",
        knows="",
        closeness=0,
        talks=0,
        doing="",
    )
    content = AfterTalk(
        self=head.card(),
        now=head.now(thought.moment),
        others=[visitor],
        lines=[terms.SpokenLine(by=told.by, text=told.text)],
        known=[told.text],
        doubtful=news_sharing.doubtful(head),
        promises=head.promises(tick),
        usual=head.usual(),
        people=[
            terms.Named(id=told.by, name=told.by, called=told.by),
            *head.known_people(head.spoken_of([told.text]), 29),
        ],
        places=head.known_places([told.text]),
    )
    thought.ask_for_later(AFTER_TALK, content, AFTER_MINUTES, partners=[PersonId(told.by)])


def _has_time(thought: Thought, told: IsTold) -> bool:
    head, start = thought.head, told.start
    free = head.calendar.clash(start, start + head.hours.ticks(NOTICE_LASTS_MINUTES)) is None
    return free and start > thought.tick and head.draw(thought.tick, "notice", told.text).happens(ATTEND_CHANCE)


async def _consider(thought: Thought, told: IsTold, text: str) -> None:
    """Ask whether to go; the promise keeps the announced time and place."""
    head = thought.head
    reply = await thought.ask(WHISPER, voices.question(thought, text))
    if reply.commitment is None:
        return
    end = told.start + head.hours.ticks(NOTICE_LASTS_MINUTES)
    promise = Commitment.model_construct(
        what=told.text.rstrip(".。!！ "),
        date=head.hours.date(told.start),
        start=head.hours.say(told.start),
        end=head.hours.say(end),
        place=told.room or "",
    )
    talk_outcome.commit(thought, promise, ())
