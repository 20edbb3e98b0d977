"""What has happened and what will: secrets, rumours, news and events of an invented town, with who knows them.

Invariant: a fact and the memories that tell it name the same people.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from milkwood.chance import Stream
from milkwood.invention.facts import GROWN_UP_AGE, EventFact, Inhabitant, NewsFact, RumourFact, SecretFact, TownFacts
from milkwood.invention.land.places import TownPlace
from milkwood.invention.shifts import SHIFTS, is_open
from milkwood.invention.stock import Pair, StockTable, stock
from milkwood.invention.ties import Ties
from milkwood.invention.wording import chosen, drawn_slots, fill

_WEEKDAYS = (
    Pair("Monday", "星期一"),
    Pair("Tuesday", "星期二"),
    Pair("Wednesday", "星期三"),
    Pair("Thursday", "星期四"),
    Pair("Friday", "星期五"),
    Pair("Saturday", "星期六"),
    Pair("Sunday", "星期日"),
)
_MONTHS = "January February March April May June July August September October November December".split()
_HOURS_ZH = "零一二三四五六七八九十"
MARKS = ("private", "secret_from")
"""How secrets are marked in a pack. A third way, `wording`, leaves it to their text."""


@dataclass(frozen=True, slots=True)
class InventedMemory:
    """A memory of a person, as a pack says it."""

    text: Pair
    importance: int
    about: tuple[str, ...] = ()
    private: bool = False
    secret_from: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()
    certainty: str = "known"


@dataclass(frozen=True, slots=True)
class InventedStory:
    """An event as a story of the scenario."""

    fact: EventFact
    table: StockTable
    memories: list[tuple[str, InventedMemory]] = field(default_factory=list)
    goals: list[tuple[str, Pair]] = field(default_factory=list)


@dataclass(slots=True)
class Happenings:
    """Memories by person, and the stories."""

    memories: dict[str, list[InventedMemory]] = field(default_factory=dict)
    stories: list[InventedStory] = field(default_factory=list)

    def remember(self, person: str, memory: InventedMemory) -> None:
        """Add a memory of a person."""
        self.memories.setdefault(person, []).append(memory)


def happen(
    facts: TownFacts, ties: Ties, places: dict[str, TownPlace], chance: Stream, marks: tuple[str, ...]
) -> Happenings:
    """Everything that has happened or will; adds to the facts."""
    result = Happenings()
    _secrets(facts, ties, chance, marks, result)
    _rumours(facts, chance, result)
    _news(facts, ties, chance, result)
    _events(facts, ties, places, chance, result)
    return result


def _secrets(facts: TownFacts, ties: Ties, chance: Stream, marks: tuple[str, ...], result: Happenings) -> None:
    adults = chance.shuffled([person for person in facts.people.values() if person.age >= GROWN_UP_AGE])
    tables = chance.shuffled(stock("happenings")["secrets"])
    count = max(2, len(facts.people) // 3)
    for number, me in enumerate(adults[:count]):
        found = _secret_for(me, tables, ties)
        if found is None:
            continue
        table, other = found
        tables.remove(table)
        them = facts.people[other]
        mark = marks[number % len(marks)]
        text = fill(Pair(*table["text"]), me, them, drawn_slots(chance, me))
        if mark == "wording":
            hush = fill(chosen(stock("happenings")["hush"]["wording"], chance), me, them)
            text = Pair(f"{text.en} {hush.en}", f"{text.zh}{hush.zh}")
        about = (other,) if table.get("aimed") else ()
        marked = () if mark == "wording" else (other,)
        result.remember(me.id, InventedMemory(text, 9, about, private=mark == "private", secret_from=marked))
        facts.secrets.append(SecretFact(table["key"], me.id, other, text, mark))


def _secret_for(me: Inhabitant, tables: list[StockTable], ties: Ties) -> tuple[StockTable, str] | None:
    for table in tables:
        for kind in table["from"]:
            others = ties.others(me.id, kind)
            if others:
                return table, others[0]
    return None


def _rumours(facts: TownFacts, chance: Stream, result: Happenings) -> None:
    people = chance.shuffled([person for person in facts.people.values() if person.age >= GROWN_UP_AGE])
    owners = [person for person in people if person.role in ("adult", "spouse")]
    tables = chance.shuffled(stock("happenings")["rumours"])
    for number, table in enumerate(tables[: max(1, len(people) // 5)]):
        about = owners[number % len(owners)]
        holders = [one for one in people if one.household != about.household]
        if not holders:
            continue
        true = chance.happens(0.5)
        text = fill(Pair(*table["text"]), about, about)
        truth = Pair(*table["true" if true else "false"])
        for me in chance.shuffled(holders)[: 1 + chance.below(2)]:
            result.remember(me.id, InventedMemory(text, 5, (about.id,), certainty="rumour"))
            facts.rumours.append(RumourFact(table["key"], me.id, about.id, true, text, truth))
        result.remember(about.id, InventedMemory(truth, 7, private=true))


def _news(facts: TownFacts, ties: Ties, chance: Stream, result: Happenings) -> None:
    people = chance.shuffled([person for person in facts.people.values() if person.age >= GROWN_UP_AGE])
    tables = chance.shuffled(stock("happenings")["news"])
    for table, about in zip(tables[: max(2, len(people) // 4)], people, strict=False):
        near = [
            side.bond.other
            for side in ties.of(about.id)
            if side.bond.closeness > 0 and facts.people[side.bond.other].household != about.household
        ]
        if not near:
            continue
        witness = facts.people[chance.chosen(near)]
        slots = drawn_slots(chance)
        text = fill(Pair(*table["text"]), witness, about, slots)
        own = fill(Pair(*table["own"]), about, witness, slots)
        house = [one.id for one in facts.people.values() if one.household == about.household]
        concerned = house if table.get("household") else [about.id]
        knowing = tuple(dict.fromkeys([witness.id, *concerned]))
        result.remember(witness.id, InventedMemory(text, 6, (about.id,), witnesses=knowing))
        for person in concerned:
            result.remember(person, InventedMemory(own, 7, witnesses=knowing))
        facts.news.append(NewsFact(table["key"], about.id, witness.id, text))


def _events(facts: TownFacts, ties: Ties, places: dict[str, TownPlace], chance: Stream, result: Happenings) -> None:
    count = 2 if len(facts.people) >= 8 else 1
    hosts = chance.shuffled([person for person in facts.people.values() if person.age >= GROWN_UP_AGE])
    hosts.sort(key=lambda one: not ties.others(one.id, "enemy"))
    for table in chance.shuffled(stock("happenings")["events"]):
        place = _place_for(table, places)
        able = [one for one in hosts if _is_free(one, table)]
        if place is None or not able:
            continue
        host = min(able, key=lambda one: not _guests(one, facts, ties, table))
        invited = tuple(_guests(host, facts, ties, table)[: 1 + chance.below(2)])
        result.stories.append(_story(facts, ties, table, place, host, invited, len(result.stories)))
        facts.events.append(result.stories[-1].fact)
        hosts.remove(host)
        if len(result.stories) == count:
            break


def _place_for(table: StockTable, places: dict[str, TownPlace]) -> TownPlace | None:
    """Where an event may take place: the first of its places that is open then."""
    known = (places[key] for key in table["at"] if key in places)
    return next((place for place in known if is_open(place.opens, *_minutes(table))), None)


def _minutes(table: StockTable) -> tuple[int, int]:
    first, last = table["hours"]
    return first * 60, last * 60


def _is_free(person: Inhabitant, table: StockTable) -> bool:
    """Whether someone is neither at work nor asleep during an event."""
    return SHIFTS[stock("trades")[person.trade]["shift"]].is_free(*_minutes(table))


def _guests(host: Inhabitant, facts: TownFacts, ties: Ties, table: StockTable) -> list[str]:
    """Who may come to an event, the closest to its host first; no enemies."""
    near = [side.bond for side in ties.of(host.id) if side.bond.kind != "enemy"]
    near.sort(key=lambda bond: -bond.closeness)
    return [bond.other for bond in near if _is_free(facts.people[bond.other], table)]


def _story(
    facts: TownFacts,
    ties: Ties,
    table: StockTable,
    place: TownPlace,
    host: Inhabitant,
    invited: tuple[str, ...],
    number: int,
) -> InventedStory:
    first, last = table["hours"]
    day = (facts.start + timedelta(days=number)).replace(hour=0)
    start, end = day + timedelta(hours=first), day + timedelta(hours=last)
    unwelcome = tuple(ties.others(host.id, "enemy")[:1])
    where = next(iter(place.stations.values())).room_address()
    title = Pair(*table["title"])
    story = InventedStory(EventFact(table["key"], host.id, where, start, end, invited, unwelcome, title), table)
    story.memories.append((host.id, InventedMemory(_plan(table, place, start), 8)))
    aim = Pair(*table["aim"])
    story.goals.append((host.id, aim))
    if unwelcome:
        enemy = facts.people[unwelcome[0]]
        text = Pair(
            f"{enemy.called.en} must not be asked to {_lower(title.en)}.", f"{title.zh}不能请{enemy.called.zh}。"
        )
        story.memories.append((host.id, InventedMemory(text, 8, (enemy.id,), secret_from=unwelcome)))
    return story


def _lower(title: str) -> str:
    return title[0].lower() + title[1:]


def _plan(table: StockTable, place: TownPlace, start: datetime) -> Pair:
    """The event as its host knows it, with its date: a text is remembered on other days too."""
    weekday, name = _WEEKDAYS[start.weekday()], Pair(*table["name"])
    return Pair(
        f"On {weekday.en}, {start.day} {_MONTHS[start.month - 1]}, at {start:%H:%M}, there is {name.en} "
        f"at {place.name.en}, and I am the host.",
        f"{start.month}月{start.day}日{weekday.zh}{clock_zh(start.hour)}在{place.name.zh}有{name.zh}，是我来办。",
    )


def clock_zh(hour: int) -> str:
    """A full hour in Chinese words."""
    part = "早上" if hour < 9 else "上午" if hour < 12 else "中午" if hour == 12 else "下午" if hour < 18 else "晚上"
    twelve = hour if hour <= 12 else hour - 12
    if twelve == 2:
        return f"{part}两点"
    return f"{part}{_HOURS_ZH[twelve] if twelve <= 10 else '十' + _HOURS_ZH[twelve - 10]}点"
