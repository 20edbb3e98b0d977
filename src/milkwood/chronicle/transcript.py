"""Talks assembled from their events: members, lines, ending.

Invariant: lines are in order of time, members in order of joining.
"""

from collections.abc import Iterable, Mapping
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
    came: Mapping[PersonId, int] = field(default_factory=dict, hash=False)
    """When people joined who were not in it from the beginning."""
    went: Mapping[PersonId, int] = field(default_factory=dict, hash=False)
    """When people left before its end."""

    def heard_by(self, person: PersonId) -> tuple[Line, ...]:
        """The lines that were said while a person was in it."""
        since, until = self.came.get(person, self.began), self.went.get(person)
        return tuple(line for line in self.lines if since <= line.tick and (until is None or line.tick <= until))


@dataclass(slots=True)
class _Draft:
    members: list[PersonId]
    began: int
    lines: list[Line] = field(default_factory=list)
    ended: int | None = None
    why: str = ""
    came: dict[PersonId, int] = field(default_factory=dict)
    went: dict[PersonId, int] = field(default_factory=dict)

    def join(self, person: PersonId, tick: int) -> None:
        self.went.pop(person, None)
        if person not in self.members:
            self.members.append(person)
            self.came[person] = tick


def transcripts(happenings: Iterable[Happening]) -> list[Transcript]:
    """The talks of these events, by start; other events are ignored."""
    drafts: dict[TalkId, _Draft] = {}
    for each in happenings:
        match each.event:
            case happened.TalkBegan(talk, partner):
                drafts[talk] = _Draft([each.person, partner], each.tick)
            case happened.Joined(talk) if talk in drafts:
                drafts[talk].join(each.person, each.tick)
            case happened.Left(talk) if talk in drafts:
                drafts[talk].went[each.person] = each.tick
            case happened.Said(talk, text) if talk in drafts:
                drafts[talk].lines.append(Line(each.person, text, each.tick))
            case happened.TalkEnded(talk, why) if talk in drafts:
                drafts[talk].ended, drafts[talk].why = each.tick, why
    return [
        Transcript(
            talk,
            tuple(draft.members),
            draft.began,
            tuple(draft.lines),
            draft.ended,
            draft.why,
            draft.came,
            draft.went,
        )
        for talk, draft in drafts.items()
    ]
