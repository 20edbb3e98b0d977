"""One turn in a talk: who is present, what has been said, and the line being composed.

Invariant: no sentence of this talk is repeated in the line.
"""

import re
from collections.abc import Collection

from milkwood.chance import Stream
from milkwood.clock import minutes_at
from milkwood.questions.speak.schema import Ask
from milkwood.questions.terms import Other
from milkwood.understudy.language.events import is_sober
from milkwood.understudy.language.joining import introduced, stuttered, together
from milkwood.understudy.language.names import call, listed, mentioned
from milkwood.understudy.language.phrases import Voice
from milkwood.understudy.language.secrecy import secrecy
from milkwood.understudy.language.shift import deed_of
from milkwood.understudy.talk import hearing
from milkwood.understudy.talk.calendar import SOON_MINUTES, following, going_on, sayable, sector
from milkwood.understudy.talk.hearing import FAREWELLS, GREETINGS, DatedOffer, HeardSentence
from milkwood.understudy.talk.liking import Stance, stance_of
from milkwood.understudy.talk.telling import Tellable, tellable
from milkwood.understudy.talk.voice import habits_of, style_of

MAX_LINE_CHARACTERS = 380
"""Slightly less than the schema allows."""


_UNSURE_LEADS = {"rumour": "lead_rumour", "denied": "lead_denial"}
"""How something that is not sure is introduced."""


class Turn:
    """The state of a speaker's turn."""

    def __init__(self, ask: Ask, draw: Stream) -> None:
        self.ask = ask
        self.draw = draw
        self.own = ask["self"]
        self.language = self.own["language"]
        self.me = self.own["id"]
        self.others = list(ask["others"])
        self.lines = list(ask["lines"])
        self.said: list[HeardSentence] = hearing.sentences(self.lines, self.language)
        mine = [at for at, line in enumerate(self.lines) if line["by"] == self.me]
        self.first = not mine
        since = mine[-1] + 1 if mine else 0
        self.heard = [one for one in self.said if one.line >= since and one.by != self.me]
        self.acts = {one.act for one in self.said if one.by == self.me}
        speaker = self.heard[-1].by if self.heard else ""
        self.other = next((one for one in self.others if one["id"] == speaker), self.others[0] if self.others else None)
        self.stance: Stance = stance_of(self.other, ask["recalled"]) if self.other else "neutral"
        self.people = listed(ask["people"])
        self.events: list[DatedOffer] = hearing.events(self.lines, ask)
        before = [line["text"] for line in self.lines]
        self.habits = habits_of(self.own)
        self.voice = Voice(self.language, style_of(self.own), draw, [*before, *ask["said_before"]], self.me)
        here = going_on(ask)
        self.hosts = here is not None and bool(here["host"])
        """Whether the people present are the speaker's guests."""
        self.feast = here is not None and (self.hosts or bool(_FEAST.search(here["what"])))
        """Whether an event with guests is going on: a party."""
        self.sober = here is not None and is_sober(here["what"], self.language)
        """Whether it is a sad or solemn one."""
        self.feast = self.feast or self.sober
        self.guest_of = here is not None and any(
            _OF[self.language].format(other["called"]) in here["what"] for other in self.others
        )
        """Whether a person present hosts it."""
        self.paired = here is not None and any(_joint(here["what"], other["called"]) for other in self.others)
        """Whether this is an agreed meeting, for a coffee or a walk."""
        self._introduced: set[str] = set()
        """Statements that begin with a phrase."""
        self.now: set[str] = set()
        """Acts of the current line."""
        self.parts: list[str] = []
        self._stock: dict[str, str] = {}
        """The act of each phrase in the line; what is not there has content of its own."""
        self.tells: list[int] = []
        self.asks: list[int] = []
        """Ids of the rumours about which the line asks."""
        self._words: dict[str, str] | None = None
        self._tellable: list[Tellable] | None = None

    @property
    def closeness(self) -> int:
        """The closeness of the nearest person present."""
        return self.other["closeness"] if self.other else 0

    @property
    def strangers(self) -> bool:
        """Whether the other is a stranger."""
        other = self.other
        return other is not None and other["closeness"] == 0 and not other["tie"] and other["talks"] == 0

    @property
    def hostile(self) -> bool:
        """Whether the person talks to an enemy."""
        return self.stance == "enemy"

    @property
    def household(self) -> bool:
        """Whether all people present are housemates."""
        return bool(self.others) and all(_HOUSEHOLD.search(other["tie"]) for other in self.others)

    def options(self) -> list[Tellable]:
        """What can be told and is not in the current line."""
        if self._tellable is None:
            self._tellable = tellable(self.ask)
        return [one for one in self._tellable if one.id not in self.tells]

    def words(self) -> dict[str, str]:
        """The fields of phrases."""
        if self._words is None:
            now = minutes_at(self.ask["now"]["time"])
            other = self.other
            off = self.feast or self.paired
            _, place = sector(self.ask)
            doing = "" if off else self.ask["now"]["doing"]
            theirs = other["doing"] if other and not off and self.own["called"] not in other["doing"] else ""
            seen = (
                deed_of(theirs, other["pronoun"], self.language, me=False)
                if other and sayable(theirs) and TASK.search(theirs)
                else ""
            )
            mine = (
                deed_of(doing, self.own["pronoun"], self.language, me=True)
                if sayable(doing) and TASK.search(doing)
                else ""
            )
            ahead, soon = following(self.ask), following(self.ask, SOON_MINUTES)
            self._words = {
                "you": self._called(other) if other else "",
                "me": self.own["called"],
                "place": "" if _PRIVATE.search(place) or place == self.own["home"] else place,
                "doing": seen,
                "yours": seen if len(seen) <= 40 else "",
                "next": "" if off or self._concerns(ahead) else ahead,
                "soon": "" if off or self._concerns(soon) else soon,
                "part": _part(now, self.language),
                "daypart": _daypart(now, self.language),
                "mine": mine if len(mine) <= 60 else "",
            }
        return self._words

    def _called(self, other: Other) -> str:
        """What the other is called: by name, or as the person calls everyone."""
        if self.habits.address and not self.hostile and self.draw.happens(0.5):
            return self.habits.address
        return "" if self._nameless() else _addressed(other, self.language)

    def _nameless(self) -> bool:
        return self.strangers and not self.lines and not self.guest_of

    def _concerns(self, deed: str) -> bool:
        """Whether a deed involves the other: `having breakfast with Mom and Dad` is nothing to tell Mom."""
        return any(
            name.lower() in deed.lower()
            for other in self.others
            for name in (other["called"], _addressed(other, self.language))
        )

    def say(self, act: str, **more: str) -> bool:
        """Add a phrase for an act; False if none fits."""
        made = self.voice.say(
            act, lambda text: not any(text in part for part in self.parts), **{**self.words(), **more}
        )
        if self.habits.calm:
            made = made.replace("!", ".").replace("！", "。")
        if not self.add(made):
            return False
        self._stock[made] = act
        self.acts.add(act)
        self.now.add(act)
        return True

    def tell(self, one: Tellable, lead: str = "") -> bool:
        """Add a memory word for word, perhaps with an introduction to it; False if it does not fit.

        A rumour is always introduced as one, and the listeners are asked to keep what they must.
        """
        lead = _UNSURE_LEADS.get(one.certainty, lead)
        source = self._source(one.id)
        if source and one.text.startswith(source["source"]):
            source = {"source": ""}  # a quotation says by itself whose words it has
        begun = self.voice.say(lead, bool, **{**self.words(), **source}) if lead else ""
        leads = begun and (not one.is_sure or self.draw.happens(self.habits.leads))
        made = introduced(begun, one.text, self.language) if leads else one.text
        hush = self._hush(one)
        if made == one.text and not one.is_sure:
            return False
        if self.size() + len(made) + len(hush) > MAX_LINE_CHARACTERS or not self.add(made, one.id):
            return False
        if made != one.text:
            self.now.add(lead)
            self._introduced.add(made)
        return not hush or self.add(hush)

    def _hush(self, one: Tellable) -> str:
        """A request to keep it from those who must not hear it; empty if there are none, or if its text says so."""
        told = secrecy(one.text, self.people).secret_from
        names = [name for person in one.secret_from if person not in told and (name := self.name_of(person))]
        if not names:
            return ""
        third = "和".join(names) if self.language == "zh" else " or ".join(names)
        return self.voice.say("hush", bool, **{**self.words(), "third": third})

    def _source(self, number: int) -> dict[str, str]:
        """The name of the absent person whom a memory was heard from."""
        source = next((one["source"] for one in self.ask["recalled"] if one["id"] == number), "")
        here = {self.me, "me", "", *(other["id"] for other in self.others)}
        return {} if source in here else {"source": self.name_of(source)}

    def add(self, text: str, tells: int | None = None) -> bool:
        """Add a sentence, unless the line becomes too long or it was said before."""
        if (
            not text
            or self.size() + len(text) > MAX_LINE_CHARACTERS
            or any(text in line["text"] for line in self.lines)
        ):
            return False
        self.parts.append(text)
        if tells is not None:
            self.tells.append(tells)
        return True

    def said_for(self, acts: Collection[str]) -> list[str]:
        """The phrases of the line that are said for one of these acts."""
        return [part for part in self.parts if self._stock.get(part) in acts]

    def size(self) -> int:
        """The length of the line so far."""
        return sum(len(part) + 1 for part in self.parts)

    def line(self) -> str:
        """The line; short sentences are joined as the person joins them."""
        made: list[str] = []
        last = ""
        for part in self.parts:
            together = self._joined(made[-1], last, part) if made and last in self._stock else ""
            if together:
                made[-1] = together
            else:
                made.append(part)
            last = part
        line = "".join(made) if self.language == "zh" else " ".join(made)
        return (
            stuttered(line, self.language) if self.habits.stutters and self._stock and self.draw.happens(0.4) else line
        )

    def _joined(self, before: str, last: str, part: str) -> str:
        """Two sentences as one; empty if they stay apart."""
        if part not in self._stock and self._stock[last] not in GREETINGS:
            return ""
        greeting = self._stock[last] in GREETINGS
        if self.language == "zh" and (len(before) + len(part) > 40 or self._stock.get(part) in FAREWELLS):
            return ""
        if not self.draw.happens(0.85 if greeting else self.habits.joins):
            return ""
        names = [other["called"] for other in self.others]
        phrase = part in self._stock or part in self._introduced
        return together(before, part, self.habits.joint, self.language, greeting, phrase, names)

    def third(self, text: str) -> str:
        """The id of an absent person that a text names; empty for none."""
        here = {self.me, *(other["id"] for other in self.others)}
        return next((person for person in mentioned(text, self.people) if person not in here), "")

    def name_of(self, person: str) -> str:
        """A person's name, known or not."""
        for other in self.others:
            if other["id"] == person:
                return str(other["called"])
        return next((call(one) for one in self.ask["people"] if one["id"] == person), "")


TASK = re.compile(
    r"^(?:writing|reading|painting|playing|working|studying|cooking|baking|compos|mending|building|prepar|making|practis"
    r"|planning|stream|teach|lectur|drawing (?!an?\b)|sketch|photograph|fishing|garden|prun|water|mark|recording"
    r"|rehears|design|restock|research|planting|kneading|repair|learning|edit|revis|sewing|knitting|carving|decorat)"
    r"|写|画|弹|拉琴|作曲|做饭|烤|备课|练|修|造|研究|种|浇|改|拍|录|补货|布置|织|设计|钓|打鱼"
)
"""Work to ask about or wish luck with, not every small act."""
_PRIVATE = re.compile(r"house|home\b|apartment|room\b|dorm|family|,|家|公寓|宿舍|卧室|浴室|房间|，")
"""Homes, which get no remark."""
_FEAST = re.compile(r"^(?:going to|attending|joining|visiting) |参加|出席")
_OF = {"en": "{}'s ", "zh": "{}的"}
_HOUSEHOLD = re.compile(
    r"^(?:my |our |his |her |their )?"
    r"(?:wife|husband|daughter|son|father|mother|sister|brother|mum|mom|dad|mama|papa)\b(?!['’]|-in-law)"
    r"|\b(?:house|room|flat)-?mate\b|\blodger\b"
    r"|^(?:我的?|我们的|他的?|她的?|结婚.{1,4}的)?(?:妻子|丈夫|老婆|媳妇|女儿|儿子|爸|妈|父亲|母亲)|室友"
)
"""Ties of housemates."""
_PARENTS = {
    "en": (
        (r"^(?:(?:my|his|her) )?mum(?:my)?\b", "Mum"),
        (r"^(?:(?:my|his|her) )?(?:mother|mom(?:my)?|mama)\b(?!-)", "Mom"),
        (r"^(?:(?:my|his|her) )?(?:father|dad(?:dy)?|papa)\b(?!-)", "Dad"),
    ),
    "zh": ((r"^[我他她]?的?(?:母亲|妈)", "妈"), (r"^[我他她]?的?(?:父亲|爸)", "爸")),
}


def _addressed(other: Other, language: str) -> str:
    for tie, name in _PARENTS["zh" if language == "zh" else "en"]:
        if re.search(tie, other["tie"]):
            return name
    return str(other["called"])


def _joint(what: str, name: str) -> bool:
    """Whether an activity is an agreed one with a person: `having coffee with Ann`."""
    return what.endswith(f" with {name}") or what == f"meeting {name}" or what.startswith(f"和{name}")


def _part(now: int, language: str) -> str:
    if language == "zh":
        return (
            "今早"
            if now < 10 * 60
            else "今天上午"
            if now < 12 * 60
            else "今天中午"
            if now < 13 * 60
            else "今天下午"
            if now < 18 * 60
            else "今晚"
        )
    return "this morning" if now < 12 * 60 else "this afternoon" if now < 18 * 60 else "this evening"


def _daypart(now: int, language: str) -> str:
    if language == "zh":
        return "上午" if now < 11 * 60 else "下午" if now < 17 * 60 else "晚上"
    return "morning" if now < 11 * 60 else "afternoon" if now < 17 * 60 else "evening"
