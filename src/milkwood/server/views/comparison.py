"""Two runs of a town side by side, up to a tick that both have lived: what differs, in people and in counts.

Invariant: both runs are looked at over the same ticks; only what differs is listed, the widest difference first.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Literal

from milkwood.chronicle import Reader
from milkwood.chronicle.diff import diff
from milkwood.chronicle.rumour import Fact, rumour_of
from milkwood.chronicle.seek import inputs_but
from milkwood.engine.inputs import act_of
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.server.views.marks import KEYS
from milkwood.server.views.news import popular, stories
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.ties import ties
from milkwood.server.views.town_events import town_event_now, town_events
from milkwood.server.wire import runs as wire
from milkwood.server.wire.run_town import EdgeOut, TownEventOut
from milkwood.town.acts import Announce, Change, Tell, UserAct, Whisper

RunSide = tuple[OpenRun, Reader]
"""A run, and a reader of it."""

MAX_NEWS: Final = 12
MAX_POPULAR_NEWS: Final = 8
"""News from talks that are looked at in each run, besides those of the stories and acts."""
MAX_TIES: Final = 20


def comparison(one: RunSide, other: RunSide, tick: int | None = None) -> wire.CompareOut:
    """What differs between two runs up to a tick, or over the time that both have lived."""
    (recording, a), (_, b) = one, other
    end = min(a.end, b.end)
    until = end if tick is None else min(tick, end)
    found = diff(a, b, recording.names(a), recording.words, until)
    first = found.first
    same_until = until if first is None else max(0, first.tick)
    acts = list(_acts(one, other, until))
    alike = one[0].header.town == other[0].header.town and first is not None
    return wire.CompareOut(
        end=end,
        same_until=same_until,
        compared=until,
        first=None
        if first is None
        else wire.DifferenceOut(tick=first.tick, person=first.person, a=first.in_a, b=first.in_b),
        acts=acts,
        news=_news(one, other, until, [act.text for act in acts if act.text]) if alike else [],
        events=_events(one, other, until, same_until) if alike else [],
        ties=_ties(one, other, until) if alike else [],
        summary=[wire.CountOut(what=each.what, a=each.in_a, b=each.in_b) for each in found.counts],
        setup=sorted(set(found.headers) - {"town_path", "versions"}),
    )


# --- acts


def _acts(one: RunSide, other: RunSide, until: int) -> Iterator[wire.OwnActOut]:
    mine, theirs = (list(_given(reader, until)) for _, reader in (one, other))
    own: list[tuple[Literal["a", "b"], int, str, UserAct]] = [
        *(("a", *act) for act in mine if act not in theirs),
        *(("b", *act) for act in theirs if act not in mine),
    ]
    for run, tick, kind, act in sorted(own, key=lambda each: (each[1], each[0])):
        yield wire.OwnActOut(
            run=run,
            tick=tick,
            kind=kind,
            person=getattr(act, "person", None),
            thing=act.thing if isinstance(act, Change) else act.room if isinstance(act, Announce) else "",
            text=act.text
            if isinstance(act, Whisper | Tell | Announce)
            else act.state
            if isinstance(act, Change)
            else "",
        )


def _given(reader: Reader, until: int) -> Iterator[tuple[int, str, UserAct]]:
    for given in inputs_but(reader, 0, until, KEYS):
        with suppress(SetupError):  # an act of a newer version
            yield given.tick, given.kind, act_of(given)


# --- news


def _news(one: RunSide, other: RunSide, until: int, told: list[str]) -> list[wire.NewsApartOut]:
    memories = [reader.memories(until=until) for _, reader in (one, other)]
    talks = [recording.talks.until(reader, until) for recording, reader in (one, other)]
    texts = [*stories(one[0]), *told]
    for known in memories:
        texts += popular([memory for _, _, memory in known])[:MAX_POPULAR_NEWS]
    found: list[wire.NewsApartOut] = []
    for text in texts:
        if any(Fact((each.text,)).is_in(text) for each in found):
            continue
        a, b = (rumour_of(Fact((text,)), *known).knowers() for known in zip(memories, talks, strict=True))
        if set(a) != set(b):
            found.append(wire.NewsApartOut(text=text, first=next(iter([*a, *b]), None), a=[*a], b=[*b]))
    return found[:MAX_NEWS]


# --- events


def _events(one: RunSide, other: RunSide, until: int, since: int) -> list[wire.EventApartOut]:
    """Events after the runs have parted that only one knows of, or to which others come or came."""
    sides = [{event.id: event for event in town_events(*side, until) if event.end > since} for side in (one, other)]
    found: list[wire.EventApartOut] = []
    for name in sorted({*sides[0], *sides[1]}, key=lambda name: (_any(sides, name).start, name)):
        event = _any(sides, name)
        a, b = (_side(side, known.get(name), until) for side, known in zip((one, other), sides, strict=True))
        if _guests(a) != _guests(b):
            found.append(
                wire.EventApartOut(what=event.what, place=event.place, start=event.start, end=event.end, a=a, b=b)
            )
    return found


def _any(sides: list[dict[str, TownEventOut]], name: str) -> TownEventOut:
    return next(known[name] for known in sides if name in known)


def _side(side: RunSide, event: TownEventOut | None, until: int) -> wire.EventSideOut | None:
    if event is None:
        return None
    came = town_event_now(*side, event.id, until).came if event.start <= until else []
    return wire.EventSideOut(coming=event.coming, came=came)


def _guests(side: wire.EventSideOut | None) -> tuple[set[str], set[str]] | None:
    return None if side is None else (set(side.coming), set(side.came))


# --- ties


def _ties(one: RunSide, other: RunSide, until: int) -> list[wire.TieApartOut]:
    sides = [{(edge.a, edge.b): edge for edge in ties(*side, until).edges} for side in (one, other)]
    found = [
        _tie(pair, sides[0].get(pair), sides[1].get(pair))
        for pair in sorted({*sides[0], *sides[1]})
        if _felt(sides[0].get(pair)) != _felt(sides[1].get(pair))
    ]
    return sorted(found, key=lambda tie: (-_gap(tie), -abs(tie.talks_a - tie.talks_b), tie.people))[:MAX_TIES]


def _felt(edge: EdgeOut | None) -> tuple[tuple[int, int], bool]:
    """Closeness, and whether they have ever talked."""
    return ((0, 0), False) if edge is None else (edge.closeness, edge.talks > 0)


def _tie(pair: tuple[str, str], a: EdgeOut | None, b: EdgeOut | None) -> wire.TieApartOut:
    return wire.TieApartOut(
        people=(PersonId(pair[0]), PersonId(pair[1])),
        a=a.closeness if a else (0, 0),
        b=b.closeness if b else (0, 0),
        talks_a=a.talks if a else 0,
        talks_b=b.talks if b else 0,
    )


def _gap(tie: wire.TieApartOut) -> int:
    return sum(abs(mine - theirs) for mine, theirs in zip(tie.a, tie.b, strict=True))
