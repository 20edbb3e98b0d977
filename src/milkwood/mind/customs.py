"""What people of a town do in activities of its own, in the language of the run: public knowledge.

Invariant: an activity is offered only where its words, trade, place, season and hours fit; a deed, where a thing for it
is there.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from milkwood.questions.terms import Tool, TownActivity, TownDeed
from milkwood.town.places import OpeningHours


@dataclass(frozen=True, slots=True)
class Custom:
    """When something is done."""

    rooms: frozenset[str] = frozenset()
    """Kinds of sectors or rooms, one of which it needs; empty for any."""
    seasons: frozenset[str] = frozenset()
    """Empty for all."""
    hours: OpeningHours | None = None

    def fits(self, kinds: Collection[str], season: str, minute: int) -> bool:
        """Whether it is done in a room of these kinds, then."""
        return (
            (not self.rooms or not self.rooms.isdisjoint(kinds))
            and (not self.seasons or season in self.seasons)
            and (self.hours is None or self.hours.holds(minute))
        )


@dataclass(frozen=True, slots=True)
class CustomActivity:
    """An activity of the town."""

    words: tuple[str, ...]
    trades: tuple[str, ...]
    when: Custom
    deeds: tuple[tuple[Custom, TownDeed], ...]


@dataclass(frozen=True, slots=True)
class BlockToDo:
    """A block of a plan, as far as customs go."""

    what: str
    work: str
    """The person's work, if the block is at their place of work; otherwise empty."""
    kinds: tuple[str, ...]
    """Kinds of the sector and the room."""
    tools: Sequence[Tool]
    season: str
    minute: int
    """Of the day, at its start."""


@dataclass(frozen=True, slots=True)
class Customs:
    """The activities of a town."""

    activities: tuple[CustomActivity, ...] = ()

    def of(self, block: BlockToDo) -> list[TownActivity]:
        """The activities that belong to a block, with the deeds that can be done there."""
        return list(self._of(block))

    def _of(self, block: BlockToDo) -> Iterator[TownActivity]:
        there = {tool["kind"] for tool in block.tools}
        title = block.work.partition(",")[0].partition("，")[0]  # the place may be called after another trade
        for each in self.activities:
            named = [word for word in each.words if _says(word, block.what)]
            mine = any(_says(word, title) for word in each.trades)
            anyone = not each.words and not each.trades
            if not (named or mine or anyone) or not each.when.fits(block.kinds, block.season, block.minute):
                continue
            deeds = [
                deed
                for when, deed in each.deeds
                if when.fits((), block.season, block.minute)
                and (not deed["things"] or not there.isdisjoint(deed["things"]))
            ]
            if deeds:
                yield TownActivity(words=named, deeds=deeds)


def _says(word: str, text: str) -> bool:
    """Whether a text has a word; in scripts without spaces, anywhere."""
    if not word.isascii():
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None
