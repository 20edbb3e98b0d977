"""The contents of an interview question: what comes to mind, the person's own past, and the language of the question.

Invariant: a person knows what they lived themselves, nothing else of the chronicle; a question in another language of
the town pack is answered in it, as far as the pack has the texts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any

from milkwood.chronicle import Reader
from milkwood.ids import PersonId
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.head import Head
from milkwood.mind.interview import interview
from milkwood.mind.phrases import Phrases
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Card, LivedPiece, SpokenLine
from milkwood.run.characters import character_of, name_of
from milkwood.run.past import past_of
from milkwood.town.percepts import Moment, SeesPerson
from milkwood.towns import Pack
from milkwood.understudy.interview.asked_time import pieces_asked_for
from milkwood.understudy.language.shift import told_on
from milkwood.words import Language, Words

_CHINESE = re.compile(r"[㐀-鿿]")
_LATIN = re.compile(r"[A-Za-zÀ-ÿ]+")


@dataclass(frozen=True)
class InterviewGiven:
    """The record and the pack of a run, for one interview."""

    reader: Reader
    pack: Pack

    def complete(self, head: Head, moment: Moment, question: str, before: Sequence[SpokenLine]) -> Ask:
        """The whole question."""
        ask = interview(head, moment.tick, question, before, self._named(question, head.id))
        ask["now"] = head.now(moment)
        ask["town"] = self.pack.name.in_language(Language(head.character.language))
        past = past_of(self.reader, head.id, moment.tick, head.places, head.hours)
        ask["pieces"], ask["talks"] = past.pieces, past.talks
        seen = {each.person: each for each in moment.percepts if isinstance(each, SeesPerson)}
        for other in ask["others"]:
            one = seen.get(PersonId(other["id"]))
            if one is not None and one.deed is not None:
                other["doing"] = one.deed.what
            other["work"] = self._work(other["id"], Language(head.character.language))
        language = language_of(question, head.character.language)
        if language != head.character.language and language in self.pack.languages:
            ask = InOtherLanguage(self.pack, Language(head.character.language), language, head).ask(ask)
        ask["then"] = pieces_asked_for(ask)
        return ask

    def _work(self, person: str, language: Language) -> str:
        """The trade of someone, which everyone who knows them knows."""
        known = self.pack.people.get(PersonId(person))
        return known.work.title.in_language(language) if known is not None and known.work is not None else ""

    def _named(self, said: str, me: PersonId) -> list[PersonId]:
        """People whom a text names, in any language of the pack."""
        return [
            person.id
            for person in self.pack.people.values()
            if person.id != me and any(name_of(person, language).is_named_in(said) for language in self.pack.languages)
        ]


def language_of(question: str, own: str) -> Language:
    """The language of a question: Chinese by its characters, English by its words; otherwise the person's own."""
    chinese, latin = len(_CHINESE.findall(question)), len(_LATIN.findall(question))
    if own == "zh":
        return Language("en") if latin >= 2 and latin > chinese else Language("zh")
    return Language("zh") if chinese >= 2 and chinese > latin else Language(own)


class InOtherLanguage:
    """A question's contents in another language of the pack; a text that the pack does not have stays as it is."""

    def __init__(self, pack: Pack, own: Language, language: Language, head: Head) -> None:
        self._pack, self._own, self._language, self._head = pack, own, language, head

    @cached_property
    def _places(self) -> Gazetteer:
        return Gazetteer(self._pack.town_map, self._language)

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        """Texts of the pack and what becomes of them when they are told on, by their form in the run's language."""
        pairs: dict[str, str] = {}
        for words in _words_of(self._pack):
            pairs[words.in_language(self._own)] = words.in_language(self._language)
        for person in self._pack.people.values():
            mine, theirs = character_of(person, self._pack, self._own), character_of(person, self._pack, self._language)
            for one, other in zip(mine.seeds, theirs.seeds, strict=True):
                told = told_on(one.text, mine.folk.called, person.pronoun, self._own)
                pairs[told] = told_on(other.text, theirs.folk.called, person.pronoun, self._language)
        return pairs

    def _text(self, text: str) -> str:
        return self._texts.get(text) or self._texts.get(text.rstrip(".。")) or text

    def ask(self, ask: Ask) -> Ask:
        """The contents in the other language."""
        folk = {person.id: name_of(person, self._language) for person in self._pack.people.values()}
        person = self._pack.people.get(self._head.id)
        made = ask.copy()
        if person is not None:
            character = character_of(person, self._pack, self._language)
            own: Card = {
                **ask["self"],
                "name": character.folk.name,
                "called": character.folk.called,
                "traits": list(character.traits),
                "biography": character.biography,
                "manner": character.manner,
                "work": character.work,
                "home": self._places.sector_name(character.home),
                "goals": list(character.goals),
                "concerns": self._known(ask["self"]["concerns"]) or list(character.concerns),
            }
            made["self"] = own
        made["self"]["language"] = self._language
        made["now"] = {**ask["now"], "place": "", "doing": self._text(ask["now"]["doing"])}
        made["town"] = self._pack.name.in_language(self._language)
        for other in made["others"]:
            known = folk.get(PersonId(other["id"]))
            if known is not None:
                other["name"], other["called"] = known.name, known.called
            other["tie"], other["feeling"] = self._text(other["tie"]), self._text(other["feeling"])
            other["doing"] = self._text(other["doing"])
            other["work"] = self._text(other.get("work", ""))
            other["knows"] = ""
        names = {self._head.folk[each].name: folk[each].name for each in folk if each in self._head.folk}
        made["unknown_names"] = [names.get(name, name) for name in ask["unknown_names"]]
        made["places"] = [{**each, "name": self._place(each["id"]) or each["name"]} for each in ask["places"]]
        for one in (*made["recalled"], *made["lived"], *made.get("stored", ())):
            one["text"], one["when"] = self._text(one["text"]), self._day(one["when"])
        made["promises"] = [
            {**each, "what": self._text(each["what"]), "place_name": self._place(each["place"])}
            for each in ask["promises"]
        ]
        made["today"] = [{**each, "what": self._text(each["what"])} for each in ask["today"]]
        made["attended"] = [{**each, "what": self._text(each["what"])} for each in ask["attended"]]
        made["pieces"] = [self._piece(each) for each in ask.get("pieces", ())]
        made["talks"] = [{**each, "place_name": self._name_again(each["place_name"])} for each in ask.get("talks", ())]
        return made

    def _piece(self, piece: LivedPiece) -> LivedPiece:
        made = piece.copy()
        made["plan"], made["promise"] = self._text(piece["plan"]), self._text(piece["promise"])
        made["what"] = self._texts.get(piece["what"]) or made["plan"] or piece["what"]
        made["because"] = self._texts.get(piece["because"], "")
        made["place_name"] = self._place(piece["place"])
        return made

    def _day(self, when: str) -> str:
        weekday, gap, hour = when.partition(" ")
        own, other = Phrases.of(self._own).weekdays, Phrases.of(self._language).weekdays
        return f"{other[own.index(weekday)]}{gap}{hour}" if weekday in own else when

    def _known(self, texts: Sequence[str]) -> list[str]:
        return [self._texts[text] for text in texts if text in self._texts]

    def _place(self, place: str) -> str:
        return self._places.name(place) if place else ""

    def _name_again(self, name: str) -> str:
        """The name of a room in the other language."""
        head = self._head.places
        rooms = (room for sector in head.sectors() for room in head.rooms_of(sector))
        return next((self._places.name(room) for room in rooms if head.name(room) == name), name)


def _words_of(thing: Any, depth: int = 0) -> Iterator[Words]:
    """All texts of a pack's people, scenario and map."""
    if isinstance(thing, Words):
        yield thing
    elif isinstance(thing, Pack):
        yield from _words_of([*thing.people.values(), thing.scenario])
    elif is_dataclass(thing) and not isinstance(thing, type):
        for each in fields(thing):
            yield from _words_of(getattr(thing, each.name, None), depth + 1)
    elif isinstance(thing, Mapping):
        yield from _words_of(list(thing.values()), depth + 1)
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _words_of(one, depth + 1)
