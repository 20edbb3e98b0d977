"""Talks assembled from their events: members, lines, ending.

Invariant: lines are in order of time, members in order of joining.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from milkwood.ids import PersonId, TalkId
from milkwood.town import events as happened
from milkwood.town.events import Happening
from milkwood.town.talk import Line


@dataclass(frozen=True, slots=True)
class Transcript:
    """One talk, from its first line to its last."""

    id: TalkId
    members: tuple[PersonId, ...]
    """All people who were ever in it."""
    began: int
    lines: tuple[Line, ...]
    ended: int | None
    """None if it is not over."""
    why: str


@dataclass(slots=True)
class _Draft:
    members: list[PersonId]
    began: int
    lines: list[Line] = field(default_factory=list)
    ended: int | None = None
    why: str = ""


def transcripts(happenings: Iterable[Happening]) -> list[Transcript]:
    """The talks of these events, by start; other events are ignored."""
    drafts: dict[TalkId, _Draft] = {}
    for each in happenings:
        match each.event:
            case happened.TalkBegan(talk, partner):
                drafts[talk] = _Draft([each.person, partner], each.tick)
            case happened.Joined(talk) if talk in drafts and each.person not in drafts[talk].members:
                drafts[talk].members.append(each.person)
            case happened.Said(talk, text) if talk in drafts:
                drafts[talk].lines.append(Line(each.person, text, each.tick))
            case happened.TalkEnded(talk, why) if talk in drafts:
                drafts[talk].ended, drafts[talk].why = each.tick, why
    return [
        Transcript(talk, tuple(draft.members), draft.began, tuple(draft.lines), draft.ended, draft.why)
        for talk, draft in drafts.items()
    ]
