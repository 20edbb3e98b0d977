"""The pieces of a question in words: a card, a moment, memories, promises, lines of a talk, for a prompt to hold.

Knows the terms, no single question. Invariant: every text is bounded, every list has a most; ids become names; nothing
is written that the question does not say, and nothing in another language than its own.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from milkwood.models.port import Content
from milkwood.questions.offer import Offer
from milkwood.questions.tokens import clip as clipped

Slots = dict[str, str | list[str]]
"""What a prompt's slots hold: a text, or entries of a list."""

_EN: Final[Mapping[str, str]] = {
    "is": "You are {name}, called {called}, {age}, {pronoun}; {traits}.",
    "is_brief": "You are {called}, {age}; {traits}.",
    "work": " Work: {}.",
    "home": " Home: {}.",
    "manner": " Manner of speaking: {}",
    "concerns": " On your mind: {}.",
    "goals": " You mean to: {}.",
    "now": "{weekday} {date}, {time}, {place}",
    "doing": ", {}",
    "from": ", from {}",
    "known": " [known to {}]",
    "private": " [private]",
    "feeling": "; you feel: {}",
    "knows": "; you know: {}",
    "close": "; closeness {} of 10",
    "talks": "; {} talks so far",
    "stranger": "a stranger",
    "sees": "; now {}",
    "with": ", with {}",
    "host": " (your own event)",
    "mine": ", yours",
    "you": " (you)",
    "visitor": "Visitor",
    "somebody": "Somebody",
    "never": "never",
    "ago": "{} min ago",
    "comma": ", ",
    "and": ", ",
    "stop": "; ",
    "colon": ": ",
    "open": " (",
    "close_bracket": ")",
}
_ZH: Final[Mapping[str, str]] = {
    "is": "你是{name}，大家叫你{called}，{age}岁{pronoun}；{traits}。",
    "is_brief": "你是{called}，{age}岁；{traits}。",
    "work": "工作：{}。",
    "home": "家：{}。",
    "manner": "说话的样子：{}",
    "concerns": "心里惦记：{}。",
    "goals": "打算：{}。",
    "now": "{date}{weekday}{time}，{place}",
    "doing": "，{}",
    "from": "，听{}说",
    "known": "［{}已知］",
    "private": "［不外传］",
    "feeling": "；感觉：{}",
    "knows": "；了解：{}",
    "close": "；亲近{}/10",
    "talks": "；聊过{}次",
    "stranger": "陌生人",
    "sees": "；眼下{}",
    "with": "，和{}",
    "host": "（你做东）",
    "mine": "，你的",
    "you": "（你）",
    "visitor": "来访者",
    "somebody": "有人",
    "never": "从没聊过",
    "ago": "{}分钟前",
    "comma": "、",
    "and": "，",
    "stop": "；",
    "colon": "：",
    "open": "（",
    "close_bracket": "）",
}
_WEEKDAYS: Final = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "zh": "星期一 星期二 星期三 星期四 星期五 星期六 星期日".split(),
}
_MONTHS: Final = "January February March April May June July August September October November December".split()
_PRONOUNS: Final = {"she": "，女", "he": "，男"}
SHORT: Final = 30
"""Tokens of an entry that is a phrase or a short sentence."""
LONG: Final = 60
"""Tokens of an entry that is a memory or a line."""
_TEXTS: Final = {"question": 2 * LONG, "voice": 2 * LONG, "noticed": LONG, "what": LONG}
"""Tokens of texts that are what a question is about; other texts are short."""
_FACTS: Final = {"work": SHORT, "home": 20, "manner": 45, "concerns": 80, "goals": 50}
"""Tokens of what a card says beside the biography."""
BUSY_MINUTES: Final = 60
"""How long a usual thing must take to be worth telling somebody who asks whether one is free."""
MOST: Final[Mapping[str, int]] = {
    "before": 8,
    "insights": 8,
    "known": 14,
    "lately": 8,
    "lines": 16,
    "memories": 40,
    "others": 6,
    "people": 30,
    "places": 40,
    "promises": 8,
    "recalled": 12,
    "recent": 24,
    "said_before": 8,
    "today": 24,
    "tools": 14,
    "unknown_names": 6,
    "usual": 24,
    "yesterday": 14,
}
"""How many entries of a list a prompt has at most, so that no life is too long for it."""


def day_in_words(iso: str, language: str, year: bool = False) -> str:
    """A date as a reader of the language writes it."""
    day = date.fromisoformat(iso)
    if language == "zh":
        return (f"{day.year}年" if year else "") + f"{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS[day.month - 1]}" + (f" {day.year}" if year else "")


def minutes_between(start: str, end: str) -> int:
    """How long a piece of a day lasts."""
    hours, minutes = start.split(":")
    later_hours, later_minutes = end.split(":")
    return (int(later_hours) - int(hours)) * 60 + int(later_minutes) - int(minutes)


def clip(text: str, most_tokens: int) -> str:
    """A text on one line, and no longer than that."""
    return clipped(text if text.isprintable() else " ".join(text.split()), most_tokens)


class Writer:
    """Writes the pieces of one question."""

    def __init__(self, content: Content, offer: Offer) -> None:
        self._content = content
        self._offer = offer
        self._language = content["self"]["language"]
        self._words = _ZH if self._language == "zh" else _EN

    def slots(self, entry_tokens: int = LONG) -> Slots:
        """All pieces by name; `who` and `voice_card` are short forms of `self`, `hours` one of `usual`."""
        slots: Slots = {
            "self": self._card(110, ("work", "home", "manner", "concerns", "goals")),
            "voice_card": self._card(60, ("work", "manner", "concerns", "goals")),
            "who": self._brief(),
        }
        writers: Mapping[str, Callable[[Any], str]] = {
            "others": self._other,
            "lines": self._line,
            "before": self._line,
            "promises": self._promise,
            "usual": self._piece,
            "today": self._piece,
            "places": self._place,
            "tools": lambda tool: clip(self._offer.tools[tool["id"]], SHORT),
            "people": lambda person: clip(person["name"], SHORT),
            "recalled": self._memory,
            "recent": self._memory,
        }
        for key, value in self._content.items():
            if isinstance(value, list):
                write = writers.get(key, lambda text: clip(str(text), entry_tokens))
                slots[key] = [write(entry) for entry in self._most(key, value)]
            elif isinstance(value, str):
                slots[key] = clip(value, _TEXTS.get(key, SHORT))
            elif isinstance(value, int):
                slots[key] = str(value)
        slots |= self._moment()
        if "change" not in self._content.get("options", ("change",)):
            slots["places"] = []  # Only whoever changes what they do has to go anywhere.
        usual = self._most("usual", self._content.get("usual", []))
        slots["hours"] = [
            f"{piece['start']}-{piece['end']} {clip(piece['what'], SHORT)}"
            for piece in usual
            if minutes_between(piece["start"], piece["end"]) >= BUSY_MINUTES
        ]
        slots["numbered"] = [f"{n}. {entry}" for n, entry in enumerate(slots.get("memories", ()), 1)]
        return slots

    def _most(self, key: str, entries: list[Any]) -> list[Any]:
        most = MOST.get(key, 20)
        if key in ("lines", "before", "lately", "said_before", "insights"):
            return entries[-most:]
        if key == "tools":
            entries = self._tools(entries)
        return entries[:most]

    def _tools(self, tools: list[Any]) -> list[Any]:
        """The thing the plan names first; of several with one name, the nearest."""
        main = self._content.get("main_tool")
        ordered = sorted(tools, key=lambda tool: tool["id"] != main)
        return list({tool["name"]: tool for tool in reversed(ordered)}.values())[::-1]

    def _moment(self) -> Slots:
        slots: Slots = {}
        words = self._words
        if now := self._content.get("now"):
            doing = words["doing"].format(clip(now["doing"], SHORT)) if now["doing"] else ""
            slots["now"] = (
                words["now"].format(
                    weekday=_WEEKDAYS[self._language][now["weekday"]],
                    date=day_in_words(now["date"], self._language, year=True),
                    time=now["time"],
                    place=clip(now["place"], SHORT),
                )
                + doing
            )
            slots["date"] = now["date"]
            slots["time"] = now["time"]
        if other := self._content.get("other"):
            slots["other"] = self._other(other)
        if (since := self._content.get("since_talk_minutes")) is not None:
            slots["since_talk_minutes"] = words["never"] if since < 0 else words["ago"].format(since)
        if reason := self._content.get("reason"):
            slots["reason"] = clip(reason, SHORT)
        if main := self._content.get("main_tool"):
            slots["main_tool"] = clip(self._offer.tools.get(main, ""), SHORT)
        return slots

    def _card(self, most_tokens: int, facts: tuple[str, ...]) -> str:
        card = self._content["self"]
        pronoun = _PRONOUNS.get(card["pronoun"], "") if self._language == "zh" else card["pronoun"]
        head = self._words["is"].format(
            name=clip(card["name"], SHORT),
            called=clip(card["called"], SHORT),
            age=card["age"],
            pronoun=pronoun,
            traits=self._joined(card["traits"], 5, 8),
        )
        gap = "" if self._language == "zh" else " "
        return head + gap + clip(card["biography"], most_tokens) + self._facts(card, facts)

    def _brief(self) -> str:
        card = self._content["self"]
        head = self._words["is_brief"].format(
            called=clip(card["called"], SHORT), age=card["age"], traits=self._joined(card["traits"], 4, 8)
        )
        return head + self._facts(card, ("work", "concerns"))

    def _facts(self, card: Mapping[str, Any], keys: tuple[str, ...]) -> str:
        values = {key: card[key] if isinstance(card[key], str) else self._joined(card[key], 4, SHORT) for key in keys}
        return "".join(
            self._words[key].format(clip(value, _FACTS[key]).rstrip("" if key == "manner" else ".。"))
            for key, value in values.items()
            if value
        )

    def _joined(self, texts: list[str], most: int, most_tokens: int) -> str:
        mark = self._words["comma"] if most_tokens < SHORT else self._words["stop"]
        return mark.join(clip(text, most_tokens).rstrip(".。") for text in texts[:most])

    def _names(self, people: list[str]) -> str:
        names = [self._offer.speaker(person) for person in people]
        return self._words["comma"].join([name for name in names if name][:6])

    def _memory(self, memory: Mapping[str, Any]) -> str:
        words = self._words
        teller = self._offer.speaker(memory["source"]) if memory["source"] != self._offer.me else ""
        knowing = self._names(memory["known_to"])
        known = words["known"].format(knowing) if knowing else ""
        private = words["private"] if memory["private"] else ""
        when = clip(memory["when"], 12) + (words["from"].format(teller) if teller else "")
        when = words["open"] + when + words["close_bracket"] if when else ""
        gap = "" if self._language == "zh" and when else " "
        return f"#{memory['id']}{when}{gap}{clip(memory['text'], LONG)}{known}{private}"

    def _other(self, other: Mapping[str, Any]) -> str:
        words = self._words
        said = f"{clip(other['name'], SHORT)}{words['colon']}{clip(other['tie'], SHORT) or words['stranger']}"
        for key, most in (("feeling", SHORT), ("knows", SHORT)):
            if other[key]:
                said += words[key].format(clip(other[key], most).rstrip(".。"))
        said += words["close"].format(other["closeness"])
        return said + (words["sees"].format(clip(other["doing"], SHORT)) if other["doing"] else "")

    def _promise(self, promise: Mapping[str, Any]) -> str:
        words = self._words
        when = f"{day_in_words(promise['date'], self._language)} {promise['start']}-{promise['end']}"
        said = f"{when} {clip(promise['what'], 40)}"
        if promise["place_name"]:
            said += f"{words['and']}{clip(promise['place_name'], SHORT)}"
        if company := self._names(promise["company"]):
            said += words["with"].format(company)
        return said + (words["host"] if promise["host"] else "")

    def _piece(self, piece: Mapping[str, Any]) -> str:
        place = self._offer.name("places", piece["place"])
        # A place that is not offered by name is left out: an id is not for a reader.
        known = f"{self._words['open']}{place}{self._words['close_bracket']}" if place != piece["place"] else ""
        return f"{piece['start']}-{piece['end']} {clip(piece['what'], SHORT)}{known}"

    def _place(self, place: Mapping[str, Any]) -> str:
        hours = f" {place['hours']}" if place.get("hours") else ""
        return (
            clip(self._offer.places.get(place["id"], place["name"]), SHORT)
            + hours
            + (self._words["mine"] if place.get("mine") else "")
        )

    def _line(self, line: Mapping[str, Any]) -> str:
        if line["by"] == "you":
            speaker = self._words["visitor"]
        else:
            name = self._offer.speaker(line["by"]) or self._words["somebody"]
            speaker = name + (self._words["you"] if line["by"] == self._offer.me else "")
        return f"{speaker}{self._words['colon']}{clip(line['text'], LONG)}"
