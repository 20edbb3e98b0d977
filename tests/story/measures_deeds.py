"""Do deeds mean something? Filler, things that are not there, and deeds against season and daylight.

Holds for every town: what a word needs is judged by a lexicon of its own, not by the tables of the understudy. The
town's own texts are not judged: an author may well sow in winter.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from milkwood.ids import PersonId, RoomId
from milkwood.town.sky import Sky
from milkwood.understudy.break_down.filler import is_filler
from tests.story.measures import Life, Measure, at_most, none_of, share

FILLER_SHARE = 5

_EMPTY: Final = re.compile(
    r"^(?:still\b|busy with|going on with|carrying on|continuing|doing (?:one|another) part|finishing what)"
    r"|\bin (?:her|his|their) own way$|without hurrying$|\band it goes well$|as if for the first time$"
    r"|\ba little better than last time$|half an ear on what goes on around$"
    r"|^(?:还在|继续|接着)(?:做|干|忙)|^忙着|不慌不忙$|老法子$|挺顺手$|像头一回做似的$|比上回强一点$",
    re.IGNORECASE,
)
"""Words that say nothing of what is done."""


@dataclass(frozen=True)
class Noun:
    """A thing that cannot be carried along: its words, and the kinds of things or places that have it."""

    words: re.Pattern[str]
    kinds: frozenset[str]


def _noun(english: str, chinese: str, kinds: str) -> Noun:
    return Noun(re.compile(rf"\b(?:{english})\b|{chinese}", re.IGNORECASE), frozenset(kinds.split()))


NOUNS: Final = (
    _noun("pianos?", "钢琴", "piano"),
    _noun("guitars?", "吉他", "guitar"),
    _noun("harps?", "竖琴", "harp"),
    _noun("easels?", "画架", "easel"),
    _noun("blackboards?", "黑板", "blackboard"),
    _noun("lecterns?|podium", "讲台", "podium"),
    _noun("ovens?|furnace|kiln", "烤炉|烤箱|面包炉|窑", "oven cooking_area"),
    _noun("stove|hob", "灶", "cooking_area oven"),
    _noun("fridge|refrigerator", "冰箱", "refrigerator"),
    _noun("bookshel(?:f|ves)", "书架", "bookshelf shelf library"),
    _noun("sofas?", "沙发", "sofa"),
    _noun("computers?|keyboards?", "电脑|键盘", "computer computer_desk desk"),
    _noun("microphones?", "麦克风|话筒", "microphone"),
    _noun("pool tables?", "台球桌", "pool_table"),
    _noun("noticeboards?", "公告栏|告示栏", "noticeboard"),
    _noun("oars?|deck", "船桨|甲板", "boat"),
    _noun("workbench(?:es)?", "工作台", "workbench"),
    _noun("till", "钱柜|收银", "counter behind_counter"),
    _noun("shower", "淋浴", "shower"),
    _noun("grinder|espresso", "咖啡机|磨豆机", "cafe tea_house"),
    _noun("barbells?|dumbbells?", "杠铃|哑铃", "lifting_weight"),
    _noun("flower ?beds?", "花圃|花坛", "garden park green square street farm outdoors"),
    _noun("ducks?|swans?", "鸭子|天鹅", "park pond river lake green quay farm"),
    _noun("gulls?|tide", "海鸥|潮水", "quay harbour beach coast lighthouse boat"),
)


@dataclass(frozen=True)
class Hour:
    """The sky over a deed."""

    season: str
    light: bool
    weather: str = ""


@dataclass(frozen=True)
class OfSky:
    """Words that only fit some season, daylight or weather."""

    words: re.Pattern[str]
    seasons: frozenset[str] = frozenset()
    """Empty for all."""
    light: bool | None = None
    weather: re.Pattern[str] | None = None
    """What the weather must be called, out of season."""

    def fits(self, hour: Hour) -> bool:
        if self.light is not None and self.light is not hour.light:
            return False
        told = self.weather is not None and self.weather.search(hour.weather) is not None
        return told or (hour.season in self.seasons if self.seasons else self.weather is None)


def _of_sky(english: str, chinese: str, seasons: str = "", light: bool | None = None, weather: str = "") -> OfSky:
    told = re.compile(weather, re.IGNORECASE) if weather else None
    words = re.compile(rf"\b(?:{english})\b|{chinese}", re.IGNORECASE)
    return OfSky(words, frozenset(seasons.split()), light, told)


SKY: Final = (
    _of_sky(r"sun(?:light|shine|ny)?|(?:in|into) the shade|sunbathing", "太阳|阳光|阴凉", light=True),
    _of_sky(r"stars|moonlight|the moon", "星星|星空|月亮|月光", light=False),
    _of_sky(r"sow(?:ing)?|seedlings?|in bud|in blossom|mowing|weed(?:s|ing)|watering the (?:garden|flowers|beds?)",
            "播种|撒种|育苗|打苞|割草|除草|浇花|浇园", seasons="spring summer"),
    _of_sky(r"swimming|fanning \w+", "游泳|扇扇风", seasons="summer"),
    _of_sky(r"(?:dry|fallen) leaves|chestnuts?", "干树叶|落叶(?!松)|栗子", seasons="autumn winter"),
    _of_sky(r"snow(?:ing|ball|man)?|snowflakes?", "雪地|扫雪|雪人|下雪|落雪", weather="snow|sleet|blizzard|雪"),
    _of_sky(r"in the rain|the rain on|puddles?", "雨声|淋雨|水洼|雨水", weather="rain|storm|drizzle|shower|雨"),
    _of_sky(r"breath go white|frosty?|icicles?", "白气|结霜|冰凌", seasons="winter", weather="frost|snow|霜|雪"),
)  # fmt: skip


def says_nothing(deed: str, language: str) -> bool:
    """Whether a deed is generic filler."""
    return is_filler(deed, language) or _EMPTY.search(deed) is not None


def absent(deed: str, kinds: Collection[str], names: str) -> list[str]:
    """The things that a deed names and that are not there, by kinds of things and places, and names of things."""
    found = [(noun, match[0]) for noun in NOUNS if (match := noun.words.search(deed))]
    return [word for noun, word in found if noun.kinds.isdisjoint(kinds) and not noun.words.search(names)]


def against(deed: str, hour: Hour) -> bool:
    """Whether a deed speaks of a season, daylight or weather that is not."""
    return any(each.words.search(deed) and not each.fits(hour) for each in SKY)


def measures(life: Life) -> list[Measure]:
    """All measures of what deeds say."""
    return list(_measures(life))


def _measures(life: Life) -> Iterator[Measure]:
    empty, missing, odd, total = [], [], [], 0
    sky = Sky(life.header.clock, life.pack.climate, life.header.seed)
    for person, track in life.tracks.items():
        own = _own_texts(life, person)
        for span in track.awake_deeds():
            deed, where = span.deed, f"{person} {life.at(span.start)} {span.deed.what}"
            total += 1
            if deed.what in own:
                continue
            empty += [where] if says_nothing(deed.what, life.language) else []
            weather = sky.weather(span.start)
            told = weather.in_language(life.language) if weather else ""
            hour = Hour(sky.season(span.start), sky.is_light(span.start), told)
            odd += [f"{where} ({hour.season})"] if against(deed.what, hour) else []
            if deed.at is not None:
                kinds, names = _there(life, deed.at)
                gone = absent(deed.what, kinds, f"{names} {' '.join(own)}")
                missing += [f"{where} at {deed.at}"] if gone else []
    yield at_most("deeds that are generic filler", share(len(empty), total), FILLER_SHARE, "%", empty)
    yield none_of("deeds that name a thing not in the room", missing)
    yield none_of("deeds against season, daylight or weather", odd)


def _own_texts(life: Life, person: PersonId) -> set[str]:
    """What the author wrote of a person, and what was asked to be done."""
    found = life.pack.people[person]
    told = {block.what.in_language(life.language) for block in found.habits.day}
    told |= {concern.in_language(life.language) for concern in found.concerns}
    told |= {
        each.question.content["what"]
        for each in life.questions
        if each.question.id.kind == "break_down" and each.question.id.person == person
    }
    return told


def _there(life: Life, room: RoomId) -> tuple[set[str], str]:
    """Kinds of things and places in a room and in its building, and the names of the things."""
    town_map = life.pack.town_map
    sector = town_map.rooms[room].sector
    rooms = town_map.rooms_of(sector)
    things = [thing for each in rooms for thing in town_map.things_in_room(each.id)]
    kinds = {town_map.sectors[sector].kind, *(each.kind for each in rooms), *(thing.kind.id for thing in things)}
    return kinds, " ".join(thing.name.in_language(life.language) for thing in things)
