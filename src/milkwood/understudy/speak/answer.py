"""speak, without a model: a small dialogue manager that reads the lines so far and says the next.

Invariant: what was said counts as it was said, not as it was meant (rule M1); a talk ends by itself, no sentence comes
twice in it, and what must be told is told before goodbye.
"""

from zlib import crc32

from milkwood.chance import Stream
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.speak.schema import Ask, Reply
from milkwood.questions.terms import SpokenLine
from milkwood.understudy.language.sentences import cut
from milkwood.understudy.speak.small_talk import is_small_talk
from milkwood.understudy.talk.contributing import contribute, part
from milkwood.understudy.talk.gestures import gestured
from milkwood.understudy.talk.hearing import FAREWELLS, events
from milkwood.understudy.talk.responding import greet, respond
from milkwood.understudy.talk.turn import Turn

GOODBYE_LINES = 10
"""Lines after which the person says goodbye even with more to tell."""


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:  # noqa: ARG001 (what to tell was recalled by meaning already)
    """The next line."""
    turn = Turn(ask, draw)
    over = _compose(turn)
    if not turn.parts:
        part(turn, over)
    if turn.habits.silent:
        line, turn.tells = gestured(turn, over, lambda part: bool(_invites(part, ask))), []
    else:
        line = turn.line()
    say = cut(line, 400)
    invites = _invites(say, ask)
    small_talk = not turn.tells and not turn.asks and not invites and is_small_talk(say, ask)
    reply = Reply.model_construct(say=say)
    if over:
        reply.over = True
    if turn.tells:
        reply.tells = turn.tells[:8]
    if turn.asks:
        reply.asks = turn.asks
    if small_talk:
        reply.small_talk = True
    if invites:
        reply.invites = invites
    return reply


def _invites(say: str, ask: Ask) -> list[str]:
    """The person's own events whose day and hour a line names."""
    hosted = [promise for promise in ask["promises"] if promise["host"]]
    if not hosted:
        return []
    line = SpokenLine(by=ask["self"]["id"], text=say)
    named = {(event.when.date, event.when.start_hour) for event in events([line], ask)}
    return [str(promise["id"]) for promise in hosted if (promise["date"], promise["start"]) in named][:4]


def _compose(turn: Turn) -> bool:
    """Compose the line; returns whether it is the last one."""
    left = turn.ask["left"]
    count = len(turn.lines)
    if (
        turn.heard
        and turn.heard[-1].line == count - 1
        and any(one.act in FAREWELLS for one in turn.heard if one.line == count - 1)
    ):
        _last_words(turn)
        return True
    if turn.first:
        greet(turn)
    answered = respond(turn) if turn.heard else ""
    if left <= 1:
        part(turn, over=False)
        return True
    if _done(turn, count, left) or not contribute(turn, answered):
        part(turn, over=False)
    return False


def _last_words(turn: Turn) -> None:
    """Answer a goodbye, after questions and offers in the same line."""
    from_them = [one for one in turn.heard if one.act not in FAREWELLS]
    if any(event.line == one.line for event in turn.events for one in from_them):
        respond(turn)
    part(turn, over=True)


def _done(turn: Turn, count: int, left: int) -> bool:
    if left <= 2 or count >= GOODBYE_LINES:
        return True
    if any(one.must for one in turn.options()) and count < GOODBYE_LINES - 2:
        return False
    if not turn.lines:
        return False
    # Both sides compute the same length from the talk's beginning.
    target = 4 + crc32(turn.lines[0]["text"].encode()) % 5 + (1 if turn.closeness >= 6 else 0)
    return count >= target - 2
