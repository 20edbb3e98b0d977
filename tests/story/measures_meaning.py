"""Does meaning survive? Secrets, news, rumours, enemies, stuck people, and what day 2 owes to day 1.

Holds for every town: all is read from the pack's fields and the chronicle. Invariant: what counts as a leak is decided
by the words of lines and memories, not by what a mind says it told.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from milkwood.chronicle.rumour import Fact
from milkwood.chronicle.transcript import Transcript
from milkwood.ids import PersonId
from milkwood.lab.measures_news import event_of, news_of
from milkwood.mind.phrases import Phrases
from milkwood.mind.port import Memory
from milkwood.models.port import Content
from milkwood.town.events import DeedBegan, Joined, Refused, SetOff
from milkwood.town.talk import Line
from milkwood.towns.person import SeedMemory
from milkwood.towns.story import StoryMemory
from milkwood.understudy.language.certainty import contradicts, without_hearsay
from milkwood.understudy.language.names import call
from milkwood.understudy.language.orders import is_order
from milkwood.understudy.language.secrecy import only_asks_for_secrecy
from milkwood.understudy.language.sentences import chinese, shared, split
from milkwood.understudy.language.when import clock_named
from tests.story.measures import Life, Measure, at_least, at_most, none_of, share, told

STUCK_MINUTES = 15
"""A person who is refused, or lingers, for longer than this is stuck."""
CITED_SHARE, REPEATED_SHARE = 15, 40
"""Percent of the second day's blocks that cite a memory of the first, and of its deeds that were done before."""
MIN_SHARED_WORDS = 2
"""Words that a block and the memory it follows from share, if it names nobody."""
TELLINGS_PER_PERSON = 2
"""Maximum tellings of one piece of news per person of the town in two days."""
FIRM = frozenset({"known", "told"})
"""Certainties of what is no rumour."""


@dataclass(frozen=True)
class Secret:
    """Something that some people, or all others, must not hear."""

    fact: Fact
    owner: PersonId
    hidden_from: frozenset[PersonId]
    """Empty for everyone else."""
    text: str

    def is_said(self, line: str) -> bool:
        """Whether a sentence of a line tells it, or the line as a whole if it takes more than one.

        An order is told by an order: to tell of an event does not tell who must not be asked to it.
        """
        said = [sentence for sentence in split(self.text) if not only_asks_for_secrecy(sentence)]
        parts = [part for part in split(line) if is_order(part) or not is_order(self.text)]
        pairs = ["".join(two) if chinese(line) else " ".join(two) for two in pairwise(parts)]
        return any(Fact((self.text, *said)).is_in(each) for each in (*parts, *pairs))

    def is_from(self, person: PersonId) -> bool:
        return person in self.hidden_from if self.hidden_from else person != self.owner


def measures(life: Life, secrets: Sequence[Secret] = ()) -> list[Measure]:
    """All measures of meaning; further secrets are those that only the town's author knows of."""
    return [
        *_secrets(life, [*secrets_of(life), *secrets]),
        *_news(life),
        *_enemies(life),
        *_rumours(life),
        *_stuck(life),
        *_days_named(life),
        *_second_day(life),
    ]


def secrets_of(life: Life) -> list[Secret]:
    """The secrets that the pack marks."""
    found = []
    for person, memory in seeds(life):
        if memory.private or memory.secret_from:
            text = memory.text.in_language(life.language)
            found.append(Secret(Fact((text,)), person, frozenset(memory.secret_from), text))
    return found


def seeds(life: Life) -> Iterator[tuple[PersonId, SeedMemory | StoryMemory]]:
    """What people know from the start."""
    for person in life.pack.people.values():
        yield from ((person.id, memory) for memory in person.memories)
    for story in life.pack.scenario.stories:
        yield from ((memory.person, memory) for memory in story.memories)


def _secrets(life: Life, secrets: Sequence[Secret]) -> Iterator[Measure]:
    leaks = []
    joined = {(each.person, each.event.talk): each.tick for each in life.happenings if isinstance(each.event, Joined)}
    for secret in secrets:
        for talk in life.talks:
            from_whom = [member for member in talk.members if secret.is_from(member)]
            for line in talk.lines:
                heard = [one for one in from_whom if joined.get((one, talk.id), talk.began) <= line.tick]
                if line.speaker not in heard and heard and secret.is_said(line.text):
                    leaks.append(f"{life.at(line.tick)} {line.speaker} to {', '.join(heard)}: {line.text}")
        for tick, person, memory in life.memories:
            own = memory.kind == "seed" and tick < 0
            if secret.is_from(person) and not own and memory.talk and secret.fact.is_in(memory.text):
                leaks.append(f"{life.at(tick)} {person} remembers: {memory.text}")
    yield told("secrets", len({secret.text for secret in secrets}))
    yield none_of("secrets that leak", list(dict.fromkeys(leaks)))


def _news(life: Life) -> Iterator[Measure]:
    """News told to people it is about, who were there, or who told it."""
    by_number = {(person, memory.number): memory for _, person, memory in life.memories}
    needless = []
    for each in life.questions:
        asked = each.question.id
        if asked.kind != "speak":
            continue
        listeners = [other["id"] for other in each.question.content["others"]]
        for number in each.answer.content.get("tells", ()):
            memory = by_number.get((asked.person, number))
            if memory is None or memory.kind != "news":
                continue
            concerned = {*memory.about, *memory.witnesses}
            if _certainty(each.question.content, number) != "denied":
                concerned.add(memory.source)  # that it is false is news to who told it
            if listeners and concerned.issuperset(listeners):
                needless.append(f"{life.at(asked.tick)} {asked.person} to {', '.join(listeners)}: {memory.text}")
    yield none_of("news told to people it is about, who saw it or who told it", needless)
    yield from _retelling(life)


def _retelling(life: Life) -> Iterator[Measure]:
    """How often news is passed on: in talks, by one person and day, and to one person.

    That a rumour is false, or true after all, is other news than the rumour.
    """
    news = {(person, memory.number): memory for _, person, memory in life.memories if memory.kind == "news"}
    in_talks: dict[tuple[PersonId, int], set[str]] = defaultdict(set)
    a_day: Counter[tuple[PersonId, int, str, int]] = Counter()
    told_to: dict[tuple[PersonId, int, str], set[str]] = defaultdict(set)
    again, tellings = [], Counter[str]()
    for each in life.questions:
        asked = each.question.id
        talk = next(
            (one for one in life.talks if asked.kind == "speak" and _is_during(one, asked.person, asked.tick)), None
        )
        for number in each.answer.content.get("tells", ()) if talk else ():
            key = asked.person, number
            if key not in news or talk is None or talk.id in in_talks[key]:
                continue
            listeners = {str(other["id"]) for other in each.question.content["others"]}
            as_what = (*key, _certainty(each.question.content, number))
            if listeners and listeners <= told_to[as_what]:
                again.append(f"{life.at(asked.tick)} {asked.person} to {', '.join(listeners)}: {news[key].text}")
            in_talks[key].add(talk.id)
            told_to[as_what] |= listeners
            a_day[*as_what, life.header.clock.day(asked.tick)] += 1
            tellings[news[key].text] += 1
    most = max(tellings.values(), default=0) / len(life.tracks)
    yield at_most("tellings of the news that was told most often, per person of the town", most, TELLINGS_PER_PERSON)
    yield at_most(
        "talks of a day in which one person passes on one piece of news, at most", max(a_day.values(), default=0), 2
    )
    yield none_of("news told twice to the same people by the same person", again)


def _certainty(asked: Content, number: int) -> str:
    """How sure a memory was when a line told it."""
    return next((str(one.get("certainty", "")) for one in asked["recalled"] if one["id"] == number), "")


def _is_during(talk: Transcript, person: PersonId, tick: int) -> bool:
    return person in talk.members and talk.began <= tick <= (talk.ended or tick)


def _enemies(life: Life) -> Iterator[Measure]:
    ties = {(person.id, tie.person): tie.closeness for person in life.pack.people.values() for tie in person.knows}
    invited = []
    for each in life.questions:
        asked = each.question.id
        if asked.kind == "speak" and each.answer.content.get("invites"):
            foes = [other["id"] for other in each.question.content["others"] if _is_foe(other, asked.person, ties)]
            invited += [f"{life.at(asked.tick)} {asked.person} invites {', '.join(foes)}"] if foes else []
    yield told("pairs of enemies", sum(closeness < 0 for closeness in ties.values()))
    yield none_of("enemies invited", invited)


def _is_foe(other: dict[str, object], person: PersonId, ties: dict[tuple[PersonId, PersonId], int]) -> bool:
    """Whether someone is an enemy from the start, and still is."""
    return ties.get((person, PersonId(str(other["id"]))), 0) < 0 and int(str(other["closeness"])) < 0


def _rumours(life: Life) -> Iterator[Measure]:
    """Rumours that became facts for someone who heard them from nobody with first-hand knowledge."""
    held = [
        (_fact_of(memory.text.in_language(life.language)), memory)
        for _, memory in seeds(life)
        if memory.certainty == "rumour"
    ]
    turned = []
    for fact, seed in held:
        first_hand = {*seed.about, *seed.witnesses}
        for tick, person, memory in life.memories:
            firm = memory.kind == "news" and memory.certainty in FIRM and fact.is_in(memory.text)
            firm = firm and not contradicts(memory.text, fact.wordings[1])
            if firm and person not in first_hand and memory.source not in first_hand:
                turned.append(f"{life.at(tick)} {person}: {memory.text}")
    yield told("rumours", len({seed.text for _, seed in held}))
    yield none_of("rumours turned into facts without cause", list(dict.fromkeys(turned)))


def _fact_of(text: str) -> Fact:
    """A rumour with and without the words that say that it is one."""
    return Fact((text, without_hearsay(text) or text))


def _stuck(life: Life) -> Iterator[Measure]:
    """People who are refused a way, or repeat filler, for long."""
    filler = set(Phrases.of(life.header.language).lingering)
    since: dict[PersonId, int] = {}
    stuck: dict[tuple[PersonId, int], float] = {}
    for each in life.happenings:
        match each.event:
            case Refused("GoTo", _, _):
                since.setdefault(each.person, each.tick)
            case DeedBegan(deed) if deed.what in filler:
                since.setdefault(each.person, each.tick)
            case DeedBegan() | SetOff():
                since.pop(each.person, None)
        first = since.get(each.person)
        if first is not None and life.minutes(each.tick - first) > STUCK_MINUTES:
            stuck[each.person, first] = life.minutes(each.tick - first)
    told_of = [f"{person} from {life.at(first)} for {minutes:.0f} min" for (person, first), minutes in stuck.items()]
    yield none_of("people stuck", told_of)


def _days_named(life: Life) -> Iterator[Measure]:
    """Lines that announce what is over, or give a day the name of another."""
    clock = life.header.clock
    over, wrong = [], []
    lines = [line for talk in life.talks for line in talk.lines]
    for story in life.pack.scenario.stories:
        event = event_of(story, clock, life.pack.town_map)
        announcing = tuple(text for text in news_of(story, life.language) if clock_named(text))
        told_of = Fact(announcing)
        if event is not None and announcing:
            over += [line for line in lines if line.tick >= event.end and told_of.is_in(line.text)]
    for line in lines:
        today = clock.moment(line.tick).weekday()
        for found in _DAY_AND_WEEKDAY.finditer(line.text):
            day = found["day"] or found["tag"]
            name = found["weekday"] or found["xingqi"]
            if (today + _AHEAD[day.lower()] - _WEEKDAYS.index(name.lower())) % 7:
                wrong.append(line)
    yield none_of("lines that announce an event after it is over", [_said(life, line) for line in over])
    yield none_of("lines that give a day the name of another", [_said(life, line) for line in wrong])


_WEEKDAYS = [*"monday tuesday wednesday thursday friday saturday sunday".split(), *"一二三四五六日"]
_AHEAD = {"yesterday": -1, "today": 0, "tomorrow": 1, "昨天": -1, "今天": 0, "明天": 1}
_DAY_AND_WEEKDAY = re.compile(
    rf"\b(?P<day>yesterday|today|tomorrow), on (?P<weekday>{'|'.join(_WEEKDAYS[:7])})\b"
    r"|(?P<tag>[昨今明]天)(?:星期|周|礼拜)(?P<xingqi>[一二三四五六日])",
    re.IGNORECASE,
)


def _said(life: Life, line: Line) -> str:
    return f"{life.at(line.tick)} {line.speaker}: {line.text}"


def follows(block: str, memory: Memory, ask: Content) -> bool:
    """Whether a block's text is about what the memory it cites is about: a person in it, or what was promised.

    A block of the usual day follows from habit.
    """
    if block in {piece["what"] for piece in ask["usual"]}:
        return False
    known = {one["id"]: call(one) for one in ask["people"]}
    concerned = [known[one] for one in (*memory.about, memory.source) if one in known]
    return any(name in block for name in concerned) or shared(block, memory.text) >= MIN_SHARED_WORDS


def _second_day(life: Life) -> Iterator[Measure]:
    if len(life.days) < 2:
        return
    blocks, citing, loose = 0, 0, []
    date = f"{life.header.clock.moment(life.tick_of(2, 12 * 60)):%Y-%m-%d}"
    first_day = {
        (person, memory.number): memory
        for tick, person, memory in life.memories
        if tick >= 0 and life.header.clock.day(tick) == 1
    }
    for each in life.questions:
        asked = each.question
        if asked.id.kind != "plan_day" or asked.content["now"]["date"] != date:
            continue
        planned = each.answer.content.get("blocks", ())
        blocks += len(planned)
        for block in planned:
            memory = first_day.get((asked.id.person, block.get("because", 0)))
            if memory is not None and follows(block["what"], memory, asked.content):
                citing += 1
            elif memory is not None:
                loose.append(f"{asked.id.person}: {block['what']} because {memory.text}")
    yield at_least("blocks of day 2 that follow from a memory of day 1", share(citing, blocks), CITED_SHARE, "%", loose)
    again = total = 0
    for track in life.tracks.values():
        first = {span.deed.what for span in track.awake_deeds() if life.header.clock.day(span.start) == 1}
        second = [span.deed.what for span in track.awake_deeds() if life.header.clock.day(span.start) == 2]
        again += sum(what in first for what in second)
        total += len(second)
    yield at_most(
        "deeds of day 2 that are word for word of day 1", share(again, total) if total else 0, REPEATED_SHARE, "%"
    )
