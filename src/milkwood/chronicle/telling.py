"""Events and memories in words, a line each.

Invariant: every event has words in every language, without its subject.
"""

from typing import assert_never

from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.mind.port import Memory
from milkwood.town import events as happened
from milkwood.town.body import Deed
from milkwood.town.events import Event


def tell(event: Event, names: Names, words: EventPhrases) -> str:
    """An event as a sentence without its subject."""
    match event:
        case happened.SetOff(route):
            place = names.place(route.end)
            return words.set_off.format(place=place) if place else words.set_off_outside
        case happened.DeedBegan(deed, _):
            return words.deed_began.format(what=tell_deed(deed, names, words))
        case happened.DeedEnded(deed):
            return words.deed_ended.format(what=deed.what)
        case happened.ThingChanged(thing, state):
            return words.thing_changed.format(thing=names.thing(thing), state=state)
        case happened.Refused(tried, why):
            return words.refused.format(tried=tried, why=why)
        case happened.Whispered(text):
            return words.whispered.format(text=words.quoted(text))
        case happened.Reminded(texts):
            return words.reminded.format(texts=words.listed([words.quoted(text) for text in texts]))
        case happened.Told(text, by, room):
            place = names.room(room) if room is not None else ""
            heard = words.told if by else words.notice
            return heard.format(text=words.quoted(text), by=by, place=place)
        case happened.Announced(text, room):
            return words.announced.format(text=words.quoted(text), place=names.room(room))
        case happened.Halted():
            return words.halted
        case happened.Entered():
            return words.entered
        case happened.Departed():
            return words.departed
        case _:
            return _tell_talk(event, names, words)


def _tell_talk(event: happened.TalkEvent, names: Names, words: EventPhrases) -> str:
    match event:
        case happened.Said(_, text):
            return words.said.format(text=words.quoted(text))
        case happened.TalkBegan(_, partner):
            return words.talk_began.format(partner=names.person(partner))
        case happened.Joined():
            return words.joined
        case happened.Left():
            return words.left
        case happened.TalkEnded(_, why):
            return words.talk_ended.format(why=words.ending(why))
        case _:
            assert_never(event)


def tell_deed(deed: Deed, names: Names, words: EventPhrases) -> str:
    """A deed and its place."""
    return shown(deed) + (words.at.format(place=names.room(deed.at)) if deed.at is not None else "")


def shown(deed: Deed) -> str:
    """A deed as others see it."""
    return f"{deed.emoji} {deed.what}" if deed.emoji else deed.what


def tell_memory(memory: Memory, words: EventPhrases) -> str:
    """A memory as a sentence without its subject."""
    return words.remembers.format(kind=memory.kind, text=memory.text)
