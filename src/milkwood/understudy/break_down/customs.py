"""Deeds that the town's pack brings: they come before those of the tables.

Invariant: an activity that a block names, or that explains work no table knows, replaces the family of the block; any
other is mixed with it, but not into meals, needs and leisure.
"""

from collections.abc import Sequence
from dataclasses import replace

from milkwood.questions.break_down.schema import Ask
from milkwood.questions.terms import TownActivity, TownDeed
from milkwood.understudy.break_down.families import NOTHING, TOWN, DeedTemplate, family
from milkwood.understudy.break_down.part import Part
from milkwood.understudy.break_down.sorts import LEISURE, MEALS, NEEDS


def with_customs(parts: list[Part], ask: Ask) -> list[Part]:
    """The activities of a block, with the town's own deeds."""
    for activity in ask.get("customs", ()):
        named = _named(parts, activity)
        parts = [_joined(part, activity, named=index == named) for index, part in enumerate(parts)]
    return parts


def _named(parts: Sequence[Part], activity: TownActivity) -> int:
    """The part that the activity's words name; -1 for none."""
    if not activity["words"]:
        return -1
    words = [word.lower() for word in activity["words"]]
    said = (index for index, part in enumerate(parts) if any(word in part.own.lower() for word in words))
    return next(said, 0)


def _joined(part: Part, activity: TownActivity, *, named: bool) -> Part:
    deeds = activity["deeds"]
    if named or (not activity["words"] and part.family.name == "general"):
        return _replaced(part, deeds)
    if activity["words"] or part.family.name in MEALS | NEEDS | LEISURE:
        return part
    return replace(part, lent=(*part.lent, *_of_part(deeds, "middle")))


def _replaced(part: Part, deeds: Sequence[TownDeed]) -> Part:
    """The town's deeds first, those of the tables when they are used up."""
    old = part.family
    known = old.name != "general"
    made = replace(
        family("general"),
        name=TOWN,
        begin=_of_part(deeds, "begin") or (old.begin if known else ()),
        middle=_of_part(deeds, "middle"),
        end=_of_part(deeds, "end") or (old.end if known else ()),
        own=None if old.own is None else replace(old.own, emoji=deeds[0]["emoji"]),
        then=old.then,
    )
    return replace(part, family=made, lent=(*part.lent, *(old.middle if known else ())))


def _of_part(deeds: Sequence[TownDeed], part: str) -> tuple[DeedTemplate, ...]:
    mine = (deed for deed in deeds if deed["part"] == part)
    return tuple(replace(_template(deed), place=place) for place, deed in enumerate(mine))


def _template(deed: TownDeed) -> DeedTemplate:
    text = deed["what"]
    slots = ("thing",) if "{thing}" in text else ()
    kinds = tuple(deed["things"]) or (NOTHING,)
    return DeedTemplate({"en": text, "zh": text}, deed["emoji"], kinds, deed["state"], {}, slots=slots)
