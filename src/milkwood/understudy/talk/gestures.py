"""The line of a person who does not speak: a gesture, and a few written words to accept, decline or invite.

Invariant: nothing else of what they would have said is in the line, and nothing is told.
"""

from collections.abc import Callable

from milkwood.understudy.talk.hearing import ACCEPTS, DECLINES, FAREWELLS
from milkwood.understudy.talk.turn import Turn

_FEELING = frozenset({"sad", "sad_third", "rift", "rift_own", "think_sad", "sad_news", "echo_sad"})


def gestured(turn: Turn, over: bool, invites: Callable[[str], bool]) -> str:
    """The line in gestures; `invites` finds invitations of the person's own among the sentences."""
    written = [*turn.said_for(ACCEPTS | DECLINES)[:1], *(part for part in turn.parts if invites(part))][:2]
    made = turn.voice.say(_gesture(turn, over))
    if not written:
        return made
    words = "".join(written) if turn.language == "zh" else " ".join(written)
    return f"{made}{words}" if turn.language == "zh" else f"{made} {words}"


def _gesture(turn: Turn, over: bool) -> str:
    if turn.now & ACCEPTS:
        return "gesture_yes"
    if turn.now & DECLINES:
        return "gesture_no"
    if over or turn.now & FAREWELLS:
        return "gesture_bye"
    if turn.first:
        return "gesture_greet"
    return "gesture_feel" if turn.now & _FEELING else "gesture_listen"
