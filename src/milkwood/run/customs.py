"""Customs: the activities of a town pack in the language of a run.

Invariant: follows from the pack and the language alone.
"""

from collections.abc import Iterable

from milkwood.mind.customs import Custom, CustomActivity, Customs
from milkwood.questions.terms import TownDeed
from milkwood.towns import Pack
from milkwood.towns.deeds import ActivitySource, DeedSource
from milkwood.words import Language, Words


def customs_of(pack: Pack, language: Language) -> Customs:
    """The customs of a town."""
    return Customs(tuple(_activity(each, language) for each in pack.activities))


def _activity(source: ActivitySource, language: Language) -> CustomActivity:
    when = Custom(frozenset(source.rooms), frozenset(source.seasons), source.hours)
    deeds = tuple(_deed(each, language) for each in source.deeds)
    return CustomActivity(_said(source.words, language), _said(source.trades, language), when, deeds)


def _deed(source: DeedSource, language: Language) -> tuple[Custom, TownDeed]:
    deed = TownDeed(
        what=source.what.in_language(language),
        emoji=source.emoji,
        things=list(source.things),
        state=source.state,
        part=source.part,
    )
    return Custom(seasons=frozenset(source.seasons), hours=source.hours), deed


def _said(words: Iterable[Words], language: Language) -> tuple[str, ...]:
    return tuple(each.in_language(language) for each in words)
