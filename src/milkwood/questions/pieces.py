"""The parts of a prompt as text: a card, a moment, memories, promises, lines of a talk.

Invariant: every text and list is bounded; ids become names; nothing is added to the question, and everything is in its
language.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, Final, TypeAlias

from milkwood.clock import minutes_at
from milkwood.models.port import Content
from milkwood.models.wording import touched
from milkwood.questions.heard import OF_TIME, event_to_tell, heard_sentences, memory_of, note_to_tell, untold
from milkwood.questions.offer import Offer, states_of
from milkwood.questions.telling import telling
from milkwood.questions.terms import (
    Attended,
    DayPiece,
    LivedPiece,
    Missed,
    Named,
    Other,
    PastTalk,
    PromiseTerm,
    Recalled,
    SpokenLine,
    Spot,
    Tool,
    TownDeed,
)
from milkwood.questions.tokens import TOKEN_WEIGHT, weight
from milkwood.questions.tokens import clip as clipped

Slots = dict[str, str | list[str]]
"""What a prompt's slots hold: a text, or entries of a list."""
AskEntry: TypeAlias = Any
"""An entry of a question's list; the name of the list determines the term."""

SHORT_TOKENS: Final = 30
"""For a phrase or a short sentence."""
LONG_TOKENS: Final = 60
"""For a memory or a line."""
_TEXTS: Final = {"question": 2 * LONG_TOKENS, "voice": 2 * LONG_TOKENS, "noticed": LONG_TOKENS, "what": LONG_TOKENS}
"""Tokens of a question's main texts; other texts are short."""
_SPOKEN: Final = frozenset({"question", "voice"})
"""Texts of others that stand in quotation marks."""
_MAX_CLOSING_LINES: Final = 2
"""Number of lines left from which on a talk is to be brought to its end."""
_FACTS: Final = {"work": SHORT_TOKENS, "home": 20, "manner": 45, "concerns": 80, "goals": 50}
"""Tokens of the facts on a card."""
BUSY_MINUTES: Final = 90
"""Minimum length of a usual activity that counts as busy."""
_MAX_EXTRA_TOKENS: Final = 18
"""Of a memory that repeats another and adds nothing new, such as who told it."""
_LEADING_MEMORIES: Final = 2
"""Memories before the news."""
_QUESTION: Final = re.compile(r"[^.!?。！？…]*[?？]")
MAX_ENTRIES: Final[Mapping[str, int]] = {
    "before": 8,
    "doubtful": 4,
    "doubts": 2,
    "customs": 8,
    "attended": 3,
    "extras": 3,
    "happened": 8,
    "insights": 8,
    "just_said": 8,
    "known": 14,
    "lately": 6,
    "lines": 16,
    "lived": 6,
    "memories": 40,
    "missed": 2,
    "others": 6,
    "people": 30,
    "places": 40,
    "promises": 8,
    "recalled": 12,
    "recent": 24,
    "said_before": 8,
    "talks": 6,
    "then": 12,
    "today": 24,
    "tools": 14,
    "unknown_names": 6,
    "usual": 24,
    "yesterday": 14,
}
"""Maximum of entries per list, however long the life."""


@cache
def wording(language: str) -> Mapping[str, str]:
    """The wording of the parts in a language."""
    words = _pieces()
    return words.get(language, words["en"])


def languages() -> tuple[str, ...]:
    """The languages of prompts, English first."""
    return tuple(_pieces())


@cache
def _pieces() -> dict[str, dict[str, str]]:
    text = resources.files("milkwood.questions").joinpath("pieces.toml").read_text("utf-8")
    words: dict[str, dict[str, str]] = tomllib.loads(text)
    return words


def minutes_between(start: str, end: str) -> int:
    """The length of a part of a day."""
    return minutes_at(end) - minutes_at(start)


def clip(text: str, most_tokens: int) -> str:
    """A text on one line, cut to a length."""
    return clipped(text if text.isprintable() else " ".join(text.split()), most_tokens)


def _with_news(memories: list[Recalled]) -> list[Recalled]:
    """Memories, best first; news that no person present knows follows the best, since its scores are not comparable."""
    recalled = [memory for memory in memories if memory["scores"]]
    news = [memory for memory in memories if not memory["scores"]]
    return [*recalled[:_LEADING_MEMORIES], *news, *recalled[_LEADING_MEMORIES:]]


class Writer:
    """Writes the pieces of one question."""

    def __init__(self, content: Content, offer: Offer) -> None:
        self._content = content
        self._offer = offer
        self._words = wording(content["self"]["language"])

    def slots(self, entry_tokens: int = LONG_TOKENS) -> Slots:
        """All pieces by name; `who` and `voice_card` are short forms of `self`, `hours` one of `usual`.

        What changes daily (`concerns`, `day`) is separate from what is permanent, so that a prompt can place it later.
        """
        slots: Slots = {
            "self": self._card(110, ("work", "home", "manner")),
            "voice_card": self._card(45, ("work", "manner")),
            "who": self._brief(),
            "concerns": self._facts(("concerns",)).strip(),
            "goals": self._facts(("goals",)).strip(),
        }
        writers: Mapping[str, Callable[[AskEntry], str]] = {
            "others": self._other,
            "lines": self._line,
            "before": self._line,
            "just_said": self._line,
            "promises": self._promise,
            "usual": self._piece,
            "today": self._piece,
            "places": self._place,
            "tools": self._tool,
            "customs": self._custom,
            "people": lambda person: clip(person["name"], SHORT_TOKENS),
            "known": lambda text: clip(text, SHORT_TOKENS),
            "doubtful": lambda text: clip(text, SHORT_TOKENS),
            "doubts": self._bare,
            "recalled": self._memory,
            "extras": self._memory,
            "happened": self._memory,
            "recent": self._memory,
            "lived": self._memory,
            "attended": self._event,
            "then": self._lived_piece,
            "talks": self._past_talk,
            "missed": self._missed,
        }
        for key, value in self._content.items():
            if isinstance(value, list):
                write = writers.get(key, lambda text: clip(str(text), entry_tokens))
                slots[key] = [write(entry) for entry in self._most(key, value)]
            elif isinstance(value, str):
                text = clip(value, _TEXTS.get(key, SHORT_TOKENS))
                slots[key] = self._quoted(text) if key in _SPOKEN else text
            elif isinstance(value, int):
                slots[key] = str(value)
        if "known" in self._content:
            slots["heard"] = self._heard_of_others()
        slots |= self._on_mind()
        slots |= self._moment()
        usual = self._most("usual", self._content.get("usual", []))
        if self._content.get("lines") is not None and not self._is_of_time():
            usual, slots["places"] = [], []  # The usual hours matter only in a talk about when and where.
        slots["hours"] = [
            f"{piece['start']}-{piece['end']} {clip(piece['what'], SHORT_TOKENS)}"
            for piece in usual
            if minutes_between(piece["start"], piece["end"]) >= BUSY_MINUTES
        ]
        slots["numbered"] = [f"{n}. {entry}" for n, entry in enumerate(slots.get("memories", ()), 1)]
        return slots

    def _is_of_time(self) -> bool:
        """Whether a talk is about when and where, or the person hosts an event."""
        lines = [line["text"] for line in self._content["lines"][-2 if "left" in self._content else 0 :]]
        return any(OF_TIME.search(line) for line in lines) or any(each["host"] for each in self._content["promises"])

    def _most(self, key: str, entries: list[AskEntry]) -> list[AskEntry]:
        most = MAX_ENTRIES.get(key, 20)
        if key == "lived":
            known = {memory["id"] for memory in self._content["recalled"]}
            entries = [memory for memory in entries if memory["id"] not in known]
        if key == "lately":
            entries = list(dict.fromkeys(reversed(entries)))[::-1]
        if key in ("lines", "before", "just_said", "lately", "said_before", "insights", "talks"):
            return entries[-most:]
        if key == "tools":
            entries = self._tools(entries)
        if key == "customs":
            entries = [deed for activity in entries for deed in activity["deeds"]]
        if key in ("known", "doubtful"):
            # Of a rumour, what the person asked about it counts as well as what was said of it.
            own = key == "doubtful"
            heard = [line["text"] for line in self._content.get("lines", ()) if own or line["by"] != self._offer.me]
            entries = touched(entries, heard)
        if key == "recent":
            entries = _without_echoes(entries)
        if key == "recalled":
            recent = self._content.get("recent", [])
            apart = {memory["id"] for memory in recent}
            noticed = self._content.get("noticed")
            entries = [memory for memory in entries if memory["id"] not in apart and memory["text"] != noticed]
            apart |= {memory["id"] for memory in (*self._lasting(), *self._content.get("doubts", ()))}
            entries = [memory for memory in _without_echoes([*recent, *entries]) if memory["id"] not in apart]
            entries = _with_news(untold(self._content, entries))
            if "left" in self._content:
                entries = [memory for memory in entries if telling(memory, self._listeners()) != "unsaid"]
        return entries[:most]

    def _on_mind(self) -> Slots:
        """Memories for the whole talk: all of them, and apart what may be told, what is no news, what stays unsaid."""
        asked = {memory["id"] for memory in self._content.get("doubts", ())}
        memories = [each for each in _with_news(_without_echoes(self._lasting())) if each["id"] not in asked]
        sorts = [telling(memory, self._listeners()) for memory in memories]
        slots: Slots = {"on_mind": [self._memory(memory) for memory in memories]}
        for name, write in (("may_tell", self._memory), ("shared", self._bare), ("unsaid", self._bare)):
            slots[name] = [write(memory) for memory, sort in zip(memories, sorts, strict=True) if sort == name]
        return slots

    def _listeners(self) -> list[str]:
        return [other["id"] for other in self._content.get("others", ())]

    def _lasting(self) -> list[Recalled]:
        """Memories for the whole talk: the same for every line."""
        return list(self._content.get("recalled", ())[: self._content.get("lasting", 0)])

    def _tool(self, tool: Tool) -> str:
        name, words = clip(self._offer.tools[tool["id"]], SHORT_TOKENS), self._words
        states = words["comma"].join(states_of(tool)[:4])
        return name + (words["open"] + clip(states, SHORT_TOKENS) + words["close_bracket"] if states else "")

    def _custom(self, deed: TownDeed) -> str:
        """A deed of the town, with its thing by name."""
        thing = next((tool["name"] for tool in self._content["tools"] if tool["kind"] in deed["things"]), "")
        pronouns = {"their": "their", "she": "they", "them": "them", "themself": "themself"}
        return clip(deed["what"].format(thing=thing, **pronouns), SHORT_TOKENS)

    def _tools(self, tools: list[Tool]) -> list[Tool]:
        """The thing the plan names first; of several with one name, the nearest."""
        main = self._content.get("main_tool")
        ordered = sorted(tools, key=lambda tool: tool["id"] != main)
        return list({tool["name"]: tool for tool in reversed(ordered)}.values())[::-1]

    def _moment(self) -> Slots:
        slots: Slots = {}
        words = self._words
        slots["events"] = [clip(what, SHORT_TOKENS) for what in self._offer.events.values()]
        if now := self._content.get("now"):
            doing = words["doing"].format(clip(now["doing"], SHORT_TOKENS)) if now["doing"] else ""
            day = words["today"].format(
                weekday=words["weekdays"].split()[now["weekday"]], date=self._date(now["date"], "date")
            )
            season = now.get("season", "")
            slots["day"] = day + words["comma"] + words[season] if season else day
            sky = [words["dark"]] if now.get("daylight") is False else []
            sky += [clip(weather, SHORT_TOKENS)] if (weather := now.get("weather")) else []
            outside = words["sky"].format(words["comma"].join(sky)) if sky else ""
            slots["here"] = (clip(now["place"], SHORT_TOKENS) or words["outdoors"]) + doing + outside
            slots["moment"] = words["moment"].format(time=now["time"], here=slots["here"])
            slots["now"] = words["now"].format(day=slots["day"], moment=slots["moment"])
            slots["date"] = now["date"]
            slots["time"] = now["time"]
        if other := self._content.get("other"):
            slots["other"] = self._other(other)
        if (since := self._content.get("since_talk_minutes")) is not None:
            slots["since_talk_minutes"] = words["never"] if since < 0 else words["ago"].format(since)
        if others := self._content.get("others"):
            slots["company"] = self._names([other["id"] for other in others])
        slots["called"] = self._content["self"]["called"]
        lines = self._content.get("lines")
        if lines and lines[-1]["by"] != self._offer.me:
            name = self._offer.speaker(lines[-1]["by"]) or words["somebody"]
            slots["last"] = self._heard(name, lines[-1]["text"])
        elif lines is not None and not lines:
            slots["last"] = words["first"]
        if (left := self._content.get("left")) is not None and left <= _MAX_CLOSING_LINES:
            slots["closing"] = words["last_line"] if left <= 1 else words["few_lines"]
        elif left is not None:
            slots["next"] = self._to_tell()
        if reason := self._content.get("reason"):
            slots["reason"] = clip(reason, SHORT_TOKENS)
        if main := self._content.get("main_tool"):
            slots["main_tool"] = clip(self._offer.tools.get(main, ""), SHORT_TOKENS)
        return slots

    def _heard(self, name: str, line: str) -> str:
        """What was said last, and that it wants an answer: the question in it, if there is one."""
        asked = sentences[-1] if (sentences := _QUESTION.findall(line)) else ""
        words = self._quoted(clip((asked or line).strip(), LONG_TOKENS))
        return self._words["asked" if asked else "told"].format(name=name, words=words)

    def _heard_of_others(self) -> list[str]:
        """What the others said in a talk that may be news."""
        return [
            (self._offer.speaker(each.by) or self._words["somebody"])
            + self._words["said"]
            + self._quoted(clip(each.text, LONG_TOKENS))
            for each in heard_sentences(self._content)
        ]

    def _to_tell(self) -> str:
        """What to tell next: the person's own event, or else the weightiest news; empty for none."""
        words, company = self._words, self._names(self._listeners())
        if event := event_to_tell(self._content):
            known = memory_of(event, self._content)
            what = clip(known["text"], LONG_TOKENS) if known else self._dated(event)
            return words["invite"].format(company=company, event=what)
        if note := note_to_tell(self._content, self._lasting()):
            return words["tell"].format(company=company, note=clip(note["text"], LONG_TOKENS))
        spoke = any(line["by"] == self._offer.me for line in self._content["lines"])
        return words["told_all"].format(company=company) if spoke else ""

    def _date(self, iso: str, form: str) -> str:
        day = date.fromisoformat(iso)
        return self._words[form].format(day=day.day, month=self._words["months"].split()[day.month - 1], year=day.year)

    def _card(self, most_tokens: int, facts: tuple[str, ...]) -> str:
        card = self._content["self"]
        head = self._words["is"].format(
            name=clip(card["name"], SHORT_TOKENS),
            called=clip(card["called"], SHORT_TOKENS),
            age=card["age"],
            pronoun=self._words.get(card["pronoun"], self._words["they"]),
            traits=self._joined(card["traits"], 5, 8),
        )
        manners = "".join(self._words.get(f"manner_{each}", "") for each in card.get("manners", ()))
        return head + self._words["gap"] + clip(card["biography"], most_tokens) + self._facts(facts) + manners

    def _brief(self) -> str:
        card = self._content["self"]
        head = self._words["is_brief"].format(
            called=clip(card["called"], SHORT_TOKENS), age=card["age"], traits=self._joined(card["traits"], 4, 8)
        )
        return head + self._facts(("work",))

    def _facts(self, keys: tuple[str, ...]) -> str:
        card = self._content["self"]
        values = {
            key: card[key] if isinstance(card[key], str) else self._joined(card[key], 4, SHORT_TOKENS) for key in keys
        }
        return "".join(
            self._words[key].format(clip(value, _FACTS[key]).rstrip("" if key == "manner" else ".。"))
            for key, value in values.items()
            if value
        )

    def _joined(self, texts: list[str], most: int, most_tokens: int) -> str:
        mark = self._words["comma"] if most_tokens < SHORT_TOKENS else self._words["stop"]
        return mark.join(clip(text, most_tokens).rstrip(".。") for text in texts[:most])

    def _names(self, people: list[str]) -> str:
        names = [self._offer.speaker(person) for person in people]
        return self._words["comma"].join([name for name in names if name][:6])

    def _memory(self, memory: Recalled) -> str:
        knowing = self._names(memory["known_to"])
        known = self._words["known"].format(knowing) if knowing else ""
        return self._bare(memory) + known + self._marks(memory)

    def _bare(self, memory: Recalled) -> str:
        """A memory without what is to be known of telling it."""
        words = self._words
        teller = self._offer.speaker(memory["source"]) if memory["source"] != self._offer.me else ""
        when = clip(memory["when"], 12) + (words["from"].format(teller) if teller else "")
        when = words["open"] + when + words["close_bracket"] if when else ""
        gap = words["gap"] if when else " "
        return f"#{memory['id']}{when}{gap}{clip(memory['text'], LONG_TOKENS)}"

    def _marks(self, memory: Recalled) -> str:
        """Whom it is about, unless its text says so; who was there, how sure it is, and who must not hear it."""
        words, made = self._words, ""
        unnamed = [one for one in memory["about"] if one != self._offer.me and not self._is_named(one, memory["text"])]
        certainty = memory.get("certainty", "known")
        for key, people in (
            ("subject", unnamed),
            ("witnesses", memory.get("witnesses", [])),
            ("secret_from", memory.get("secret_from", [])),
        ):
            if names := self._names(people):
                made += words[key].format(names)
        made += words[certainty] if certainty in ("rumour", "denied") else ""
        made += words["worn"] if memory.get("worn") else ""
        made += words["over"] if memory.get("over") else ""
        return made + (words["private"] if memory["private"] else "")

    def _is_named(self, person: str, text: str) -> bool:
        name = self._offer.people.get(person, "")
        forms = {name, self._offer.speaker(person), name.split(" ")[0], name.split("·")[0]} - {""}
        return not forms or any(form in text for form in forms)

    def _other(self, other: Other) -> str:
        words = self._words
        tie = clip(other["tie"], SHORT_TOKENS) or words["stranger"]
        said = f"{clip(other['name'], SHORT_TOKENS)}{words['colon']}{tie}"
        if (work := other.get("work", "")) and work not in tie:
            said += words["comma"] + clip(work, SHORT_TOKENS)
        for key, text in (("feeling", other["feeling"]), ("knows", other["knows"])):
            if text:
                said += words[key].format(clip(text, SHORT_TOKENS).rstrip(".。"))
        said += words["close"].format(other["closeness"])
        new = other["doing"] and other["doing"] not in self._content.get("noticed", "")
        return said + (words["sees"].format(clip(other["doing"], SHORT_TOKENS)) if new else "")

    def _promise(self, promise: PromiseTerm) -> str:
        words, said = self._words, self._dated(promise)
        if company := self._names(promise["company"]):
            said += words["with"].format(company)
        return said + (words["host"] if promise["host"] else "")

    def _dated(self, promise: PromiseTerm) -> str:
        """When, what and where."""
        when = f"{self._date(promise['date'], 'day')} {promise['start']}-{promise['end']}"
        said = f"{when} {clip(promise['what'], 40)}"
        if promise["place_name"]:
            said += f"{self._words['and']}{clip(promise['place_name'], SHORT_TOKENS)}"
        return said

    def _event(self, event: Attended) -> str:
        words = self._words
        said = f"{event['when']} {clip(event['what'], 40)}{words['and']}{clip(event['place_name'], SHORT_TOKENS)}"
        names = words["comma"].join(person.get("called") or person["name"] for person in event["company"][:12])
        return said + (words["with"].format(names) if names else "")

    def _lived_piece(self, piece: LivedPiece) -> str:
        """A stretch of the person's past: when, what, where, with whom, and why."""
        words = self._words
        what = words.get(f"act_{piece['act']}") or clip(piece["what"], 40)
        said = f"{self._date(piece['date'], 'day')} {piece['start']}-{piece['end']} {what}"
        if piece["place_name"]:
            said += f"{words['and']}{clip(piece['place_name'], SHORT_TOKENS)}"
        if company := self._names(piece.get("company", [])):
            said += words["with"].format(company)
        for key in ("promise", "because", "plan"):
            reason = str(piece.get(key, ""))
            if reason and reason != piece["what"]:
                return said + words[f"lived_{key}"].format(clip(reason, SHORT_TOKENS))
        return said

    def _past_talk(self, talk: PastTalk) -> str:
        """A talk the person had: when, where, with whom."""
        words = self._words
        said = f"{self._date(talk['date'], 'day')} {talk['start']}"
        said += f"{words['and']}{clip(talk['place_name'], SHORT_TOKENS)}" if talk["place_name"] else ""
        return said + words["with"].format(self._names(talk["company"]))

    def _missed(self, missed: Missed) -> str:
        """A promise that was not kept, and what the speaker knows of it."""
        words = self._words
        event = f"{clip(missed['what'], 40)}{words['comma']}{self._date(missed['date'], 'day')} {missed['start']}"
        name = self._offer.speaker(missed["other"])
        if missed["who"] != self._offer.me:
            return words["not_come" if missed["sure"] else "unseen"].format(name=name, event=event)
        instead = words["instead"].format(clip(missed["instead"], SHORT_TOKENS)) if missed["instead"] else ""
        return words["missed"].format(name=name, event=event) + instead

    def _piece(self, piece: DayPiece) -> str:
        place = self._offer.name("places", piece["place"])
        # A place that is not offered by name is left out: an id is not for a reader.
        known = f"{self._words['open']}{place}{self._words['close_bracket']}" if place != piece["place"] else ""
        return f"{piece['start']}-{piece['end']} {clip(piece['what'], SHORT_TOKENS)}{known}"

    def _place(self, place: Spot | Named) -> str:
        hours = f" {hours}" if (hours := place.get("hours")) else ""
        return (
            clip(self._offer.places.get(place["id"], place["name"]), SHORT_TOKENS)
            + hours
            + (self._words["mine"] if place.get("mine") else "")
        )

    def _line(self, line: SpokenLine) -> str:
        words = self._words
        if line["by"] == self._offer.me:
            speaker = words["you"]
        elif line["by"] == "you":
            speaker = words["visitor"]
        else:
            speaker = self._offer.speaker(line["by"]) or words["somebody"]
        # The person's own lines only prevent repetition. They always have the same length, or an earlier part of the
        # prompt would change from line to line, and no cache could help.
        mine = line["by"] == self._offer.me and "left" in self._content
        return speaker + words["said"] + self._quoted(clip(line["text"], SHORT_TOKENS if mine else LONG_TOKENS))

    def _quoted(self, text: str) -> str:
        """Words of others between quotation marks, which they cannot close themselves."""
        return f"“{text.replace('“', '‘').replace('”', '’')}”"


def _without_echoes(memories: list[Recalled]) -> list[Recalled]:
    """Memories without those that only repeat another, such as a talk whose one piece of news is a memory itself."""
    texts = [memory["text"].rstrip(".。") for memory in memories]
    kept = []
    for n, (memory, text) in enumerate(zip(memories, texts, strict=True)):
        most = weight(text) - _MAX_EXTRA_TOKENS * TOKEN_WEIGHT
        again = any(
            other in text and (m < n if other == text else weight(other) >= most)
            for m, other in enumerate(texts)
            if m != n and other
        )
        if not again:
            kept.append(memory)
    return kept
