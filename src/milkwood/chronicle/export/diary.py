"""A run to read: a diary for each person, and all talks.

Invariant: names, not ids; in the run's language; by day and hour of the town; texts of people cannot act as markup.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from milkwood.chronicle.export.place import Place
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.telling import tell, tell_deed
from milkwood.chronicle.transcript import Transcript
from milkwood.clean import clean
from milkwood.clock import TownClock
from milkwood.engine.keeper import OUTSIDE
from milkwood.ids import PersonId
from milkwood.town import events as happened
from milkwood.town.body import Deed
from milkwood.town.events import Happening
from milkwood.town.tile import Route

_MARKUP = re.compile(r"([\\`*_\[\]<>#|])")
_TOLD = ("entered", "departed", "set_off", "deed_began", "deed_ended", "whispered")


@dataclass(frozen=True, slots=True)
class DiaryLine:
    """A line of a diary."""

    tick: int
    text: str


def write(reader: Reader, names: Names, place: Place) -> None:
    """One diary per person, and the talks."""
    words, clock = EventPhrases.of(reader.header.language), reader.header.clock
    talks = reader.talks()
    lives = _lives(reader)
    for person, life in sorted(lives.items()):
        deeds = list(_deeds(life, names, words, clock))[::-1]
        entries = [*deeds, *_talks_of(person, talks, names, words)]
        title = words.diary.format(name=_plain(names.person(person)))
        with place.text(f"diaries/{person}.md") as file:
            file.write(_by_hour(title, sorted(entries, key=lambda entry: entry.tick), clock, words))
    with place.text("talks.md") as file:
        file.write(_transcripts(reader, talks, names, words))


def _lives(reader: Reader) -> dict[PersonId, list[Happening]]:
    lives: dict[PersonId, list[Happening]] = {person: [] for person in reader.header.cast}
    for happening in reader.happenings(kinds=_TOLD):
        whose = happening.event.whom if isinstance(happening.event, happened.Departed) else happening.person
        if whose != OUTSIDE:
            lives.setdefault(whose, []).append(happening)
    return lives


def _deeds(life: list[Happening], names: Names, words: EventPhrases, clock: TownClock) -> Iterator[DiaryLine]:
    ended: int | None = None
    for each in reversed(life):
        match each.event:
            case happened.DeedBegan(deed, _) | happened.Entered(_, Deed() as deed):
                until = "" if ended is None else f" ({words.until.format(time=f'{clock.moment(ended):%H:%M}')})"
                yield DiaryLine(max(0, each.tick), _plain(tell_deed(deed, names, words)) + until)
            case happened.SetOff(route) if _across(route, names):
                continue
            case happened.SetOff() | happened.Whispered() | happened.Told() | happened.Departed():
                yield DiaryLine(each.tick, _plain(tell(each.event, names, words)))
        if isinstance(each.event, happened.DeedEnded | happened.DeedBegan | happened.Departed):
            ended = each.tick


def _across(route: Route, names: Names) -> bool:
    """Whether a person only crosses the room they are in; a diary leaves that out."""
    room = names.room_at(route.end)
    return room is not None and names.room_at(route.start) == room


def _talks_of(person: PersonId, talks: list[Transcript], names: Names, words: EventPhrases) -> Iterator[DiaryLine]:
    for talk in talks:
        if person in talk.members:
            others = words.listed([names.person(member) for member in talk.members if member != person])
            told = words.talked.format(names=_plain(others))
            yield DiaryLine(talk.began, f"[{told}](../talks.md#{_anchor(talk)})")


def _by_hour(title: str, entries: list[DiaryLine], clock: TownClock, words: EventPhrases) -> str:
    lines, day, hour = [f"# {title}"], 0, -1
    for entry in entries:
        moment = clock.moment(entry.tick)
        if clock.day(entry.tick) != day:
            day, hour = clock.day(entry.tick), -1
            lines += ["", f"## {words.on(day, moment)}"]
        if moment.hour != hour:
            hour = moment.hour
            lines += ["", f"### {hour:02}:00", ""]
        lines.append(f"- {moment:%H:%M} {entry.text}")
    return "\n".join(lines) + "\n"


def _transcripts(reader: Reader, talks: list[Transcript], names: Names, words: EventPhrases) -> str:
    clock, day = reader.header.clock, 0
    lines = [f"# {words.talks.format(run=_plain(reader.header.run))}"]
    if not talks:
        lines += ["", words.no_talks]
    for talk in talks:
        began = clock.moment(talk.began)
        if clock.day(talk.began) != day:
            day = clock.day(talk.began)
            lines += ["", f"## {words.on(day, began)}"]
        members = words.listed([_plain(names.person(member)) for member in talk.members])
        lines += ["", f'<a id="{_anchor(talk)}"></a>', "", f"### {began:%H:%M} {members}", ""]
        for line in talk.lines:
            lines += [f"**{_plain(names.person(line.speaker))}** {_plain(words.quoted(line.text))}", ""]
        ending = words.goes_on if talk.ended is None else words.ending(talk.why)
        lines.append(f"*{_plain(ending)}*")
    return "\n".join(lines) + "\n"


def _anchor(talk: Transcript) -> str:
    return f"talk-{talk.id}"


def _plain(text: str) -> str:
    """A text on one line, escaped for Markdown."""
    return _MARKUP.sub(r"\\\1", " ".join(clean(text).split()))
