"""A talk between two to four people as the town knows it: members, turn, last line.

Invariant (rule T2): one line a tick, speaking order fixed, at most MAX_LINES lines and MAX_MEMBERS members; a talk that
is over never goes on.
"""

from dataclasses import dataclass, replace

from milkwood.ids import PersonId, TalkId

MAX_LINES = 16
MAX_MEMBERS = 4


@dataclass(frozen=True, slots=True)
class Line:
    """Something said."""

    speaker: PersonId
    text: str
    tick: int
    small_talk: bool = False
    """Whether it carries nothing to remember."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk at one moment."""

    id: TalkId
    members: tuple[PersonId, ...]
    """In speaking order: the person who began it first, later members last."""
    turn: PersonId
    lines: int = 0
    last: Line | None = None
    over: bool = False

    def said(self, line: Line) -> "Talk":
        """The talk after a line: the next in order has the turn."""
        following = self.members[(self.members.index(line.speaker) + 1) % len(self.members)]
        return replace(self, lines=self.lines + 1, last=line, turn=following)

    def joined(self, person: PersonId) -> "Talk":
        """The talk with one more member, who speaks after the others."""
        return replace(self, members=(*self.members, person))

    def left(self, person: PersonId) -> "Talk":
        """The talk without a member; with fewer than two it is over."""
        place = self.members.index(person)
        rest = tuple(member for member in self.members if member != person)
        turn = self.turn if self.turn != person or not rest else rest[place % len(rest)]
        return replace(self, members=rest, turn=turn, over=self.over or len(rest) < 2)

    def ended(self) -> "Talk":
        """The talk, over."""
        return replace(self, over=True)
