"""All data of a person's mind, shared by the parts of thinking.

Invariant: everything that changes is in `State`, the memory stream, the calendar, the acquaintances, the routines and
the manners, and `keep` covers all of it; reading changes nothing; chance comes from counters (rule E3).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from milkwood.chance import Stream, stream
from milkwood.clock import hour_of
from milkwood.i18n.day_words import anchored
from milkwood.ids import PersonId
from milkwood.mind.acquaintances import Acquaintances
from milkwood.mind.calendar import Calendar, Promise
from milkwood.mind.character import Character, Folk
from milkwood.mind.codec import decoded, encoded
from milkwood.mind.customs import Customs
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.hours import Hours
from milkwood.mind.limits import Limits
from milkwood.mind.manners import Manners
from milkwood.mind.phrases import Phrases
from milkwood.mind.port import Kept, Memory
from milkwood.mind.recall import Recall, Recollection, Weights
from milkwood.mind.routines import SAME_MEANING_SIMILARITY, SAME_WORDS_SIMILARITY, Routines
from milkwood.mind.state import MorningState, NoticeState, State
from milkwood.mind.state.versions import MIND_STATE_VERSION, brought_up
from milkwood.mind.stream import MemoryStream, Record
from milkwood.models.embedding import Meanings
from milkwood.models.port import Content
from milkwood.models.wording import WordOverlap, touched
from milkwood.questions import terms
from milkwood.town.percepts import Moment
from milkwood.words import Language


@dataclass(frozen=True, slots=True)
class Switches:
    """Parts of a mind that can be switched off, for experiments."""

    observation: bool = True
    reflection: bool = True
    planning: bool = True
    impressions: bool = True
    routines: bool = True
    wandering: bool = True


_SAID_AHEAD = frozenset({"seed", "news", "voice"})
"""Kinds of memories that may be about what is to come."""
MAX_TELLINGS_A_DAY, MAX_RETELLINGS_A_DAY = 2, 1
"""In how many talks of a day a person passes on a piece of news: heard from someone it is about, and from others."""


def is_worn(record: Record) -> bool:
    """Whether a piece of news was passed on often enough today."""
    first_hand = record.source in record.about
    return record.kind == "news" and record.told_today >= (MAX_TELLINGS_A_DAY if first_hand else MAX_RETELLINGS_A_DAY)


class Head:
    """One person's mind, without the thinking."""

    def __init__(
        self,
        character: Character,
        folk: Mapping[PersonId, Folk],
        places: Gazetteer,
        hours: Hours,
        meanings: Meanings | None,
        seed: int,
        switches: Switches,
        weights: Weights | None = None,
        limits: Limits | None = None,
        customs: Customs | None = None,
    ) -> None:
        self.character = character
        self.folk = folk
        self.places = places
        self.hours = hours
        self.words = Phrases.of(character.language)
        self.seed = seed
        self.switches = switches
        self.limits = limits or Limits()
        self.customs = customs or Customs()
        self.memories = MemoryStream(hours.ticks(60))
        self.meanings = meanings
        self._recaller = Recall(self.memories, meanings, weights)
        self.calendar = Calendar()
        self.people = Acquaintances(character, folk, impressions=switches.impressions)
        by_meaning = meanings is not None
        self.routines = Routines(
            meanings or WordOverlap(), SAME_MEANING_SIMILARITY if by_meaning else SAME_WORDS_SIMILARITY
        )
        self.manners = Manners()
        self.state = State(
            morning=MorningState(concerns=list(character.concerns)),
            notice=NoticeState(places=sorted({character.home, *character.places})),
        )
        self.fresh: list[Memory] = []
        """Memories since the beginning of this thought."""
        self._card: tuple[tuple[str, ...], terms.Card] | None = None

    @property
    def id(self) -> PersonId:
        """The person's id."""
        return self.character.id

    def draw(self, tick: int, *purpose: str | int) -> Stream:
        """A random stream for one purpose."""
        return stream(self.seed, self.id, tick, *purpose)

    # --- memories

    def remember(
        self,
        tick: int,
        kind: str,
        text: str,
        *,
        about: Sequence[str] = (),
        importance: int = 2,
        place: str = "",
        source: str = "",
        talk: str = "",
        evidence: Sequence[int] = (),
        private: bool = False,
        secret_from: Sequence[str] = (),
        witnesses: Sequence[str] = (),
        certainty: terms.Certainty = "known",
    ) -> int:
        """Write a memory; returns its number."""
        memory = Memory(
            kind,
            text,
            tuple(about),
            importance,
            place=place,
            source=source,
            talk=talk,
            evidence=tuple(evidence),
            private=private,
            secret_from=tuple(secret_from),
            witnesses=tuple(witnesses),
            certainty=certainty,
        )
        number = self.memories.add(tick, memory)
        self.fresh.append(self.memories.written(number))
        return number

    def recall(
        self, tick: int, queries: Sequence[str], people: Sequence[str] = (), n: int = 8, *, but: Sequence[int] = ()
    ) -> list[Recollection]:
        """What would be recalled, except some memories; changes nothing."""
        return self._recaller.recall(queries, tick, n, people=people, but=but)

    def bring_to_mind(
        self, tick: int, queries: Sequence[str], people: Sequence[str] = (), n: int = 8, *, but: Sequence[int] = ()
    ) -> list[Recollection]:
        """Recall for a decision; marks the memories as used."""
        found = self.recall(tick, queries, people, n, but=but)
        for each in found:
            self.memories.came_to_mind(each.number, tick)
        return found

    def recalled(self, tick: int, found: Sequence[Recollection], present: Sequence[str] = ()) -> list[terms.Recalled]:
        """Recollections as questions carry them."""
        records = [(self.memories.find(each.number), each.scores()) for each in found]
        return [self.as_recalled(tick, record, scores, present) for record, scores in records if record is not None]

    def as_recalled(
        self, tick: int, record: Record, scores: Sequence[float] = (), present: Sequence[str] = ()
    ) -> terms.Recalled:
        """A memory as questions carry it: its `today` and `tomorrow` in words of the day of the tick."""
        formed, today = self.hours.date(max(0, record.tick)), self.hours.date(tick)
        recalled = terms.Recalled(
            id=record.number,
            kind=record.kind,
            text=anchored(record.text, formed, today, self.character.language),
            when=self.when(record.tick),
            about=list(record.about),
            importance=record.importance,
            source=record.source or "me",
            known_to=[person for person in present if self.is_known_to(record, person)],
            private=record.private,
            scores=list(scores),
        )
        if record.secret_from:
            recalled["secret_from"] = sorted(record.secret_from)
        if record.witnesses:
            recalled["witnesses"] = list(record.witnesses)
        if formed != today:
            recalled["day"] = formed
        if record.certainty != "known":
            recalled["certainty"] = record.certainty
        if is_worn(record):
            recalled["worn"] = True
        if self._is_of_the_past(tick, record):
            recalled["over"] = True
        return recalled

    def _is_of_the_past(self, tick: int, record: Record) -> bool:
        """Whether it was remembered before an event that the person knows of and that is over, and is about it."""
        if record.kind not in _SAID_AHEAD:
            return False
        over = (each for each in self.calendar.promises if record.tick < each.end <= tick)
        return any(touched([each.what], [record.text]) for each in over)

    def is_known_to(self, record: Record, person: str) -> bool:
        """Whether it is no news to a person: they know it, were there, or it is about them or their partner."""
        if person in record.known_to or person in record.about or person in record.witnesses:
            return True
        return any(self._are_a_couple(person, other) for other in record.about)

    def _are_a_couple(self, one: str, other: str) -> bool:
        first, second = self.folk.get(PersonId(one)), self.folk.get(PersonId(other))
        return (first is not None and first.partner == other) or (second is not None and second.partner == one)

    def find_text(self, text: str) -> int | None:
        """The number of the memory with exactly this text."""
        return next((record.number for record in self.memories.all() if record.text == text), None)

    def when(self, tick: int) -> str:
        """A tick in words; before the run it was long ago."""
        return self.words.when(self.hours.weekday(tick), self.hours.say(tick)) if tick >= 0 else ""

    # --- parts of questions

    def card(self) -> terms.Card:
        """The person's self-description today."""
        concerns = tuple(self.state.morning.concerns)
        if self._card is None or self._card[0] != concerns:
            character = self.character
            card = terms.Card(
                id=character.id,
                name=character.folk.name,
                called=character.folk.called,
                age=character.age,
                pronoun=character.folk.pronoun,
                traits=list(character.traits),
                biography=character.biography,
                style=character.style,
                manner=character.manner,
                work=character.work,
                home=self.places.sector_name(character.home),
                concerns=list(concerns),
                goals=list(character.goals),
                language=character.language,
            )
            if character.manners:
                card["manners"] = list(character.manners)
            self._card = concerns, card
        return self._card[1]

    def now(self, moment: Moment) -> terms.Now:
        """The moment in words."""
        doing = moment.deed.what if moment.deed else ""
        heading = self.state.doing.heading
        if not doing and heading:
            place = self.places.name(heading)
            doing = self.words.going.format(place=place) if place else self.words.leaving
        return self.at(moment.tick, self.places.name(moment.room) if moment.room else "", doing)

    def at(self, tick: int, place: str = "", doing: str = "") -> terms.Now:
        """A tick in words."""
        sky = self.hours.sky
        now = terms.Now(
            date=self.hours.date(tick),
            weekday=self.hours.weekday(tick),
            time=self.hours.say(tick),
            place=place,
            doing=doing,
            season=sky.season(tick),
            daylight=sky.is_light(tick),
        )
        if (weather := sky.weather(tick)) is not None:
            now["weather"] = weather.in_language(Language(self.character.language))
        return now

    def promise(self, promise: Promise) -> terms.PromiseTerm:
        """A promise in words."""
        return terms.PromiseTerm(
            id=promise.id,
            what=promise.what,
            date=self.hours.date(promise.start),
            start=self.hours.say(promise.start),
            end=self.hours.say(promise.end),
            place=promise.place,
            place_name=self.places.name(promise.place),
            company=list(promise.company),
            host=promise.host,
        )

    def promises(self, tick: int, most: int = 6) -> list[terms.PromiseTerm]:
        """Promises ahead."""
        return [self.promise(each) for each in self.calendar.ahead(tick)[:most]]

    def engagements(self, tick: int) -> list[terms.PromiseTerm]:
        """Promises being kept and promises ahead."""
        return [*(self.promise(each) for each in self.calendar.now(tick)), *self.promises(tick)]

    def usual(self) -> list[terms.DayPiece]:
        """The usual day."""
        found = []
        for each in self.character.usual:
            piece = terms.DayPiece(start=hour_of(each.start), end=hour_of(each.end), what=each.what, place=each.place)
            found.append(terms.DayPiece(**piece, meal=True) if each.meal else piece)
        return found

    def known_places(self, texts: Sequence[str] = ()) -> list[terms.Named]:
        """Places the person can name: known ones and those mentioned."""
        said = " ".join(texts)
        spoken = [sector for sector in self.places.sectors() if self.places.sector_name(sector) in said]
        return self.places.named(dict.fromkeys([*self.state.notice.places, *spoken]))

    def known_people(self, also: Sequence[PersonId] = (), most: int = 30) -> list[terms.Named]:
        """People the person can name."""
        known = list(dict.fromkeys([*also, *self.people.acquainted()]))[:most]
        return [self.named(person) for person in known]

    def named(self, person: PersonId) -> terms.Named:
        """A person as another names them."""
        named = terms.Named(id=person, name=self.people.name(person), called=self.people.called(person))
        if tie := self.people.of(person).tie:
            named["tie"] = tie
        return named

    def spoken_of(self, texts: Sequence[str]) -> list[PersonId]:
        """People named in a text: a name mentioned is a name known."""
        said = " ".join(texts)
        return [folk.id for folk in self.folk.values() if folk.called in said and folk.id != self.id]

    def spots(self) -> list[terms.Spot]:
        """Places the person could go to: home and workplace by room, elsewhere public rooms."""
        work = self.places.sector_of(self.character.work_room) if self.character.work_room else None
        spots = []
        for sector in self.state.notice.places:
            for room in self.places.rooms_of(sector):
                mine = sector in (self.character.home, work)
                if mine or self.places.is_public(room):
                    spots.append(self.places.spot(room, mine=mine))
        return spots

    # --- saving

    def keep(self) -> Kept:
        """The complete state; the texts of memories are in the chronicle."""
        return {
            "version": MIND_STATE_VERSION,
            "state": encoded(self.state),
            "memories": self.memories.keep(),
            "calendar": self.calendar.keep(),
            "people": self.people.keep(),
            "routines": self.routines.keep(),
            "manners": self.manners.keep(),
        }

    def restore(self, kept: Kept, rows: Sequence[tuple[int, Memory]]) -> None:
        """Restore the state of any version, with the memories written until then."""
        kept = brought_up(kept)
        self.state = decoded(State, kept["state"])
        self.memories.restore(kept["memories"], rows)
        self.calendar.restore(kept["calendar"])
        self.people.restore(kept["people"])
        self.routines.restore(kept["routines"])
        self.manners.restore(kept["manners"])
        self._card = None

    def take_along(self, carried: Content) -> None:
        """Take over routines and manners of another run."""
        if carried:
            self.routines.take_over(carried["blocks"], self.places)
            self.manners.restore(carried["manners"])
