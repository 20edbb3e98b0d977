"""break_down without a model: a block becomes deeds of its family, from a beginning through a middle to an end.

Invariant: minutes sum to the block's minutes, tools are among those offered, no deed follows itself, and every text is
in the language of the run.
"""

import math
import re
from dataclasses import dataclass, replace
from datetime import date
from zlib import crc32

from milkwood.chance import Stream
from milkwood.questions.break_down.schema import Ask, PlannedDeed, Reply
from milkwood.questions.kind import TextSimilarity
from milkwood.understudy.break_down import telling
from milkwood.understudy.break_down.families import TOWN, DeedTemplate, Family, family
from milkwood.understudy.break_down.matching import fits, of_the_moment, parts_of
from milkwood.understudy.break_down.part import Part
from milkwood.understudy.break_down.scene import BlockScene, scene_of
from milkwood.understudy.break_down.sorts import MEALS, NEEDS
from milkwood.understudy.language.events import is_sober

MIN_DEED_MINUTES, MAX_DEED_MINUTES = 5, 15
MAX_DEEDS = 40
LONG_SHARE = 4
"""From so many deeds on, an activity that was named lately is not named again."""
DEEDS_A_MOMENT = 5
"""One in so many deeds may belong to the moment, not to the activity."""


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:
    """The deeds of a block, told twice: for today, and for a day on which it is lived by routine."""
    there = r"attending \1" if is_sober(ask["what"], ask["self"]["language"]) else r"enjoying \1"
    ask = {**ask, "what": _THERE.sub(there, ask["what"])}
    scene = scene_of(ask)
    parts = _still_to_do(ask, parts_of(ask, scene, likeness))
    said = set(ask["lately"])
    turn = (date.fromisoformat(ask["now"]["date"]).toordinal() + crc32(ask["self"]["id"].encode())) % 2
    deeds = _told(ask, scene, parts, telling.Teller(scene, draw, said, turn), draw)
    if ask["minutes"] <= MAX_DEED_MINUTES:
        return Reply.model_construct(deeds=deeds, otherwise=[])
    scene = replace(scene, conditions=scene.conditions - {"bright", "dark"})  # that day it may be at another hour
    again = _told(ask, scene, parts, telling.Teller(scene, draw, said, 1 - turn), draw)
    return Reply.model_construct(deeds=deeds, otherwise=again)


def _told(ask: Ask, scene: BlockScene, parts: list[Part], teller: telling.Teller, draw: Stream) -> list[PlannedDeed]:
    """The deeds of a block, without texts that were said if there are others."""
    parts, shares = _shared(parts, _count(ask["minutes"], draw), scene)
    ends = next((part.family.end for part in reversed(parts) if part.family.end), ())
    if ask.get("goes_on"):
        ends = ()
    before: Family | None = None
    for part, share in zip(parts, shares, strict=True):
        opens = before is None and not ask.get("begun")
        begins = opens or (before is not None and part.own != "" and share > 3 and part.family is not before)
        begin = part.family.begin if begins else ()
        moment = () if part.family.name in NEEDS else of_the_moment(ask["self"], scene)
        told, named = part, ask.get("begun") or (teller.has_said(part.own) and share >= LONG_SHARE)
        if named and part.family.name not in MEALS | {"general"}:
            told = replace(part, own="")
        about = part.about or ask["what"]
        _Segment(told, share, begin, ends if part is parts[-1] else (), about, moment).tell(teller, draw)
        before = part.family
    if not teller.told:
        teller.own(ask["what"], family("general"))
    for deed, minutes in zip(teller.told, _lengths(ask["minutes"], teller.brief, draw), strict=True):
        deed.minutes = minutes
    return teller.told


_THERE = re.compile(r"^going to (.*\b(?:party|night|festival|gathering|concert|celebration)\b)", re.IGNORECASE)
"""A person who has arrived is `at the party`, not `going to the party`."""
_ONCE_FIRST = re.compile(r"(?:opening|unlocking|setting up)\b|开门|开店|开张")
_ONCE_LAST = re.compile(r"(?:closing|locking)\b|关店|关门|打烊|锁")


def _still_to_do(ask: Ask, parts: list[Part]) -> list[Part]:
    """The deeds for this piece of a long block: a shop is opened once, and closed once."""
    if len(parts) > 1 and ask.get("begun") and _ONCE_FIRST.match(parts[0].own):
        parts = parts[1:]
    if len(parts) > 1 and ask.get("goes_on") and _ONCE_LAST.match(parts[-1].own):
        parts = parts[:-1]
    return parts


@dataclass(frozen=True, slots=True)
class _Segment:
    """One activity of a block and its number of deeds."""

    part: Part
    share: int
    begin: tuple[DeedTemplate, ...]
    end: tuple[DeedTemplate, ...]
    about: str
    """The block's text, for an activity without words of its own."""
    moment: tuple[DeedTemplate, ...] = ()
    """What the person may do besides."""

    def tell(self, teller: telling.Teller, draw: Stream) -> None:
        """Add its deeds in order: beginning, the block's own text, middle, end."""
        family, own = self.part.family, 1 if self.part.own else 0
        room = self.share - own
        begins = self._some(teller, self.begin, room, draw)
        room -= len(begins)
        ends = self._some(teller, self.end, room, draw)
        for text, deed in begins:
            teller.tell(text, deed, brief=True)
        if self.part.own:
            room += own - teller.own(self.part.own, family)
            if self.part.about:
                teller.speak_of(self.part.about)
        elif self.about:
            teller.speak_of(self.about)
        self._middle(teller, room - len(ends), draw)
        for text, deed in ends:
            teller.tell(text, deed, brief=True)

    def _some(
        self, teller: telling.Teller, deeds: tuple[DeedTemplate, ...], room: int, draw: Stream
    ) -> list[tuple[str, DeedTemplate]]:
        """One deed, or more for a long block, in order."""
        wanted = min(room, max(1, self.share // 6))
        found: list[tuple[int, str, DeedTemplate]] = []
        for near in (1, telling.MAX_WORDING_DAYS) if self.part.family.name in NEEDS | MEALS | {TOWN} else (1,):
            for index, deed in draw.shuffled(list(enumerate(teller.able(deeds)))):
                text = teller.words(deed, near) if len(found) < wanted else ""
                if text:
                    found.append((index, text, deed))
        return [(text, deed) for _, text, deed in sorted(found, key=lambda one: one[0])]

    def _middle(self, teller: telling.Teller, count: int, draw: Stream) -> None:
        """So many deeds of the family, with some of the moment in between."""
        besides = draw.shuffled(teller.able(self.moment))
        spare, done = count // DEEDS_A_MOMENT + draw.happens(count % DEEDS_A_MOMENT / DEEDS_A_MOMENT), 0
        near = telling.MAX_WORDING_DAYS if self.part.family.ordered else 0
        while done < count:
            before = done
            for deed in self._dealt(teller, count - done, near, draw):
                if 0 < done < count and spare and draw.happens(1 / DEEDS_A_MOMENT) and teller.first_of(besides):
                    done, spare = done + 1, spare - 1
                text = teller.words(deed, near) if done < count else ""
                if text:
                    teller.tell(text, deed)
                    done += 1
            if near == telling.MAX_WORDING_DAYS:
                spare += (count - done) // 2
            if done == before:
                if spare and teller.first_of(besides):
                    done, spare = done + 1, spare - 1
                    continue
                if near < telling.MAX_WORDING_DAYS:
                    near += 1
                    continue
                teller.fill(self.part.family, count - done)
                return

    def _dealt(self, teller: telling.Teller, count: int, near: int, draw: Stream) -> list[DeedTemplate]:
        """The deeds of the middle in the order in which they are tried; filler when nothing else is left."""
        family = self.part.family
        own = teller.able(family.middle)
        if family.name == "general" and near < telling.MAX_WORDING_DAYS and self.part.lent:
            return draw.shuffled(teller.able(self.part.lent))
        if family.ordered:
            mine = sorted(draw.shuffled(range(len(own))), key=lambda index: not teller.has_turn(own[index].place))
            return [own[index] for index in sorted(mine[: max(count, 1)])]
        return _deck(own, teller.able(self.part.lent), family, draw)


def _deck(own: list[DeedTemplate], lent: list[DeedTemplate], family: Family, draw: Stream) -> list[DeedTemplate]:
    """The middle deeds, mixed with those of the person's own field."""
    plain, special = draw.shuffled(own), draw.shuffled(lent)
    if family.name == "general":
        return [*special, *plain]
    if family.name == TOWN:
        return [*plain, *special]
    deck: list[DeedTemplate] = []
    while plain or special:
        if special:
            deck.append(special.pop())
        deck.extend(plain[:1])
        plain = plain[1:]
    return deck


def _count(minutes: int, draw: Stream) -> int:
    if minutes <= MAX_DEED_MINUTES:
        return 1
    most = max(1, minutes // MIN_DEED_MINUTES)
    least = max(1, math.ceil(minutes / MAX_DEED_MINUTES))
    wanted = round(minutes / (8.5 + 2.0 * draw.unit()))
    return min(max(least, min(wanted, most)), MAX_DEEDS)


def _shared(parts: list[Part], count: int, scene: BlockScene) -> tuple[list[Part], list[int]]:
    """The activities and their numbers of deeds; a long block continues with what people do next."""
    parts = parts[:count]
    shares = [1] * len(parts)
    while sum(shares) < count:
        open_ended = [index for index, part in enumerate(parts) if _has_room(part, shares[index])]
        if not open_ended:
            later = _later(parts[-1], scene)
            if later is not None and all(part.family is not later.family for part in parts):
                parts, shares = [*parts, later], [*shares, 1]
                continue
        least = min(open_ended or range(len(parts)), key=lambda index: shares[index])
        shares[least] += 1
    return parts, shares


def _has_room(part: Part, share: int) -> bool:
    family = part.family
    lines = len(family.begin) + len(family.middle) + len(family.end) + len(part.lent)
    ways = sum(1 for deed in family.middle if deed.choices)
    return share < (family.most or lines + ways)


def _later(part: Part, scene: BlockScene) -> Part | None:
    found = (family(name) for name in part.family.then)
    return next((Part(one, (), "") for one in found if fits(one, scene)), None)


def _lengths(minutes: int, brief: list[bool], draw: Stream) -> list[int]:
    """Slightly different lengths that sum to the block's; the first and last deeds of an activity are shorter."""
    lengths = [MIN_DEED_MINUTES + draw.below(3) if short else MIN_DEED_MINUTES for short in brief]
    longest = max(MAX_DEED_MINUTES, math.ceil(minutes / len(brief)))
    while sum(lengths) > minutes:
        lengths[lengths.index(max(lengths))] -= 1
    while sum(lengths) < minutes:
        able = [index for index, short in enumerate(brief) if lengths[index] < longest and not short]
        able = able or [index for index, _ in enumerate(brief) if lengths[index] < longest]
        lengths[draw.chosen(able)] += 1
    return lengths
