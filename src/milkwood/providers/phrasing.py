"""Short lines in a small model's own words: the understudy's line, reworded and checked before it is used.

A small model stays on topic if it gets one thing in the first person and three similar lines before it; it cannot
follow a talk. So the understudy decides the purpose of a line, the model words one part of it, and commitments
(invitations, promises, hours) stay as they were. Invariant: a line that fails the filter is not said: another language,
the speaker's own name, repetition, an unfinished sentence, a missing topic, an invented fact, or an act of the wrong
person.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from milkwood.questions.language_check import is_foreign
from milkwood.questions.speak.schema import Ask
from milkwood.understudy.language.names import listed, mentioned
from milkwood.understudy.language.sentences import asks, capital, shared, words
from milkwood.understudy.language.when import when
from milkwood.understudy.talk.hearing import FAREWELLS, GREETINGS, STAYING, act, whole
from milkwood.understudy.talk.turn import Turn

GRAMMAR: Final = 'root ::= [^"\\n]{8,150} "\\""'
"""A line and the mark that ends it."""
MAX_LINE_TOKENS: Final = 44

SHOTS: Final[Mapping[str, str]] = {
    "tell": """I meet Tom. On my mind: I burnt the first tray of rolls this morning.
I say: "Tom, you won't believe it, I burnt the first tray of rolls this morning."

I meet Ruth. On my mind: Paul has been mending the old boat, and he sings all day.
I say: "Ruth, have you heard? Paul has been mending the old boat, and he sings all day."

I meet Ben. On my mind: I wish that somebody would teach me to swim.
I say: "You know, Ben, I do wish that somebody would teach me to swim."

""",
    "answer": """Tom asks what keeps me busy. On my mind: mending the nets before the storm comes.
I say: "I have to think of mending the nets, Tom, before the storm comes."

Ruth asks what keeps me busy. On my mind: learning the long song by heart.
I say: "I am still busy learning the long song by heart, Ruth."

Ben asks what keeps me busy. On my mind: the garden, which wants water every day.
I say: "It is the garden, Ben, it wants water every day."

""",
    "react": """Tom tells me: "I burnt the first tray of rolls this morning."
I answer: "Oh no, Tom, all those good rolls!"

Ruth tells me: "Paul has been mending the old boat, and he sings all day."
I answer: "That is just like Paul, singing over his old boat."

Ben tells me: "I wish that somebody would teach me to swim."
I answer: "It is never too late to learn to swim, Ben."

""",
    "greet": """In the morning I meet Tom. He is drinking his coffee.
I say: "Good morning, Tom, how is your coffee?"

In the afternoon I meet Ruth. She is reading a book.
I say: "Hello, Ruth, what are you reading?"

In the evening I meet Ben. He is walking his dog.
I say: "Good evening, Ben, how is your dog?"

""",
    "part": """Tom says: "I should get on." I have to go to the bakery.
I answer: "I have to go to the bakery too. Goodbye, Tom, take care."

Ruth says: "It was good to talk." I have to go home.
I answer: "It was good to see you, Ruth. Goodbye, I have to go home."

Ben says: "See you soon." I have to go.
I answer: "See you soon, Ben, have a good day."

""",
}
"""The constant beginning of each prompt."""

_SUBJECT: Final = {"she": "She is", "he": "He is", "they": "They are"}
_OPENERS: Final = re.compile(
    r"\b(?:you know|you won't believe it|have you heard|did you know|you see|let me tell you|believe me)\b[,?.!]?",
    re.IGNORECASE,
)
_YOU: Final = re.compile(r"\b(?:you|your|yours|you're|you've|you'll|you'd)\b", re.IGNORECASE)
_ME: Final = re.compile(r"\b(?:I|me|my|mine|myself|I'm|I've|I'll|I'd|we|us|our)\b")
_NOT: Final = re.compile(r"\b(?:not|no|never|nothing|nobody|none|cannot)\b|n't\b", re.IGNORECASE)
_DAYPARTS: Final = ("morning", "afternoon", "evening", "night")
_CIVIL: Final = words(
    "good morning afternoon evening hello hi hey see glad nice lovely dear today well oh ah goodbye bye care soon later"
    " talk talking go going home work have great wonderful really true sure course believe hear heard busy still tell"
    " just like know meet thank thanks please sorry rest let keep back stay always almost nearly"
)
"""Words without content."""
_MAX_NEW_WORDS: Final = {"tell": 0, "answer": 0, "react": 2, "greet": 0, "part": 0}
"""Maximum number of new words in a line; more is invention."""
_MIN_SHARE: Final = 0.6
"""The share of the source's words that a line must have."""
_ENDS: Final = re.compile(r"[.!?…]$")
_WORD: Final = re.compile(r"[a-z']+")
_RUN_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class LinePart:
    """A part of a line that a model may word."""

    kind: str
    """One of those in SHOTS."""
    at: tuple[int, ...]
    """The sentences of the understudy's line it replaces."""
    source: str
    """Its topic: what to tell, or what was heard."""
    context: str
    """The end of the model's prompt."""


class Phrasing:
    """One line before it is said."""

    def __init__(self, ask: Ask, say: str, turn: Turn) -> None:
        self._ask = ask
        self._you = turn.words()["you"]
        self._other = turn.other
        self.sentences = whole(say, "en")
        self._acts = [act(sentence, "en") for sentence in self.sentences]
        heard = [one for one in turn.heard if not asks(one.text)]
        self._heard = max((one.text for one in heard if not one.act), key=len, default="")
        self._last = turn.heard[-1].text if turn.heard else ""

    def parts(self) -> list[LinePart]:
        """Parts a model may word, the most important first; empty if all of it is binding or for several people."""
        if self._other is None or len(self._ask["others"]) > 1:
            return []
        made = [self._tell(), self._answer(), self._react(), self._part(), self._greet()]
        return [part for part in made if part is not None]

    def _tell(self) -> LinePart | None:
        for at, sentence in enumerate(self.sentences):
            if not self._acts[at] and not asks(sentence) and len(sentence) >= 16:
                return LinePart("tell", (at,), sentence, f'I meet {self._you}. On my mind: {sentence}\nI say: "')
        return None

    def _answer(self) -> LinePart | None:
        at = tuple(at for at, one in enumerate(self._acts) if one == "answer_concern")
        if not at:
            return None
        said = self.sentences[at[0]]
        matter = max(self._ask["self"]["concerns"], key=lambda concern: shared(concern, said), default="")
        if shared(matter, said) < 2 or re.search(r"\b(?:she|he|they)\b", matter):
            return None
        matter = re.sub(r"\b(?:his|her|their)\b", "my", matter)
        context = f'{self._you} asks what keeps me busy. On my mind: {matter.rstrip(".")}.\nI say: "'
        return LinePart("answer", at, matter, context)

    def _react(self) -> LinePart | None:
        at = tuple(at for at, one in enumerate(self._acts) if one in ("hear", "mull", "hope", "like_person"))
        if not at or not self._heard:
            return None
        return LinePart("react", at, self._heard, f'{self._you} tells me: "{self._heard}"\nI answer: "')

    def _part(self) -> LinePart | None:
        at = tuple(at for at, one in enumerate(self._acts) if one in FAREWELLS or one == "bye_tail")
        if not at or any(self._acts[one] == "bye_event" or self._acts[one] in STAYING for one in at):
            return None
        return LinePart(
            "part", at, "", f'{self._you} says: "{self._last or "It was good to talk."}" I have to go.\nI answer: "'
        )

    def _greet(self) -> LinePart | None:
        at = tuple(at for at, one in enumerate(self._acts) if one in GREETINGS)
        if not at or self._other is None:
            return None
        doing = self._other["doing"]
        seen = f" {_SUBJECT.get(self._other['pronoun'], 'They are')} {doing}." if doing else ""
        hours = int(self._ask["now"]["time"][:2])
        daypart = "morning" if hours < 12 else "afternoon" if hours < 18 else "evening"
        return LinePart("greet", at, doing, f'In the {daypart} I meet {self._you}.{seen}\nI say: "')

    def put(self, part: LinePart, worded: str) -> str:
        """The line with a part in other words; a question in these words is not repeated."""
        drop = set(part.at)
        if part.kind == "greet" and asks(worded):
            drop |= {at for at, one in enumerate(self._acts) if one in ("ask_how", "ask_doing")}
        kept = [
            worded if at == part.at[0] else sentence
            for at, sentence in enumerate(self.sentences)
            if at == part.at[0] or at not in drop
        ]
        return " ".join(kept)

    def refusal(self, part: LinePart, worded: str) -> str:
        """Category of the fault of the model's words; empty if they pass."""
        checks: tuple[tuple[str, Callable[[], bool]], ...] = (
            ("unfinished", lambda: not _ENDS.search(worded)),
            ("language", lambda: is_foreign(worded, "en", lambda: part.source) or not worded.isprintable()),
            ("verbatim", lambda: _bare(worded) == _bare(part.source)),
            ("own_name", lambda: self._names_self(worded)),
            ("repeats", lambda: self._repeats(worded)),
            ("aim", lambda: not self._does(part, worded)),
            ("who", lambda: not self._keeps_roles(part, worded)),
            ("facts", lambda: self._changes_facts(part, worded)),
            ("invents", lambda: self._invents(part, worded)),
        )
        return next((name for name, wrong in checks if wrong()), "")

    def _names_self(self, worded: str) -> bool:
        own = self._ask["self"]
        return any(re.search(rf"\b{re.escape(name)}\b", worded) for name in (own["called"], own["name"]))

    def _repeats(self, worded: str) -> bool:
        """Whether it repeats itself or an earlier line."""
        runs = _runs(worded)
        if len(runs) != len(set(runs)):
            return True
        before = [line["text"] for line in self._ask["lines"]] + list(self._ask["said_before"])
        bare = _bare(worded)
        return any(bare in _bare(line) for line in before)

    def _does(self, part: LinePart, worded: str) -> bool:
        """Whether it serves the part's purpose and commits to nothing."""
        acts = {act(sentence, "en") for sentence in whole(worded, "en")}
        parting = bool(acts & FAREWELLS)
        if part.kind == "part":
            return parting and not asks(worded)
        if parting or acts & {"accept", "decline_busy"}:
            return False
        if part.kind == "greet":
            return bool(acts & GREETINGS) or worded.startswith(("Good ", "Hello", "Hi", "Hey"))
        if part.kind == "react":
            return shared(worded, part.source) >= 1 and not asks(worded)
        given = words(part.source)
        return len(given & words(worded)) >= _MIN_SHARE * len(given) and not asks(_OPENERS.sub("", worded))

    def _keeps_roles(self, part: LinePart, worded: str) -> bool:
        """Whether each act belongs to the right person."""
        plain = _OPENERS.sub("", worded)
        if part.kind == "tell":
            same_me = bool(_ME.search(plain)) == bool(_ME.search(part.source))
            return same_me and not _YOU.search(plain) and bool(_NOT.search(plain)) == bool(_NOT.search(part.source))
        if part.kind == "answer":
            return not _YOU.search(plain) and bool(_NOT.search(plain)) == bool(_NOT.search(part.source))
        if part.kind == "react":
            if self._absent(plain) and _YOU.search(plain):
                return False  # addresses an absent person, or attributes another person's act to the listener
            return not _ME.search(re.sub(r"\bI (?:think|hope|see|like that)\b", "", plain)) and not _NOT.search(
                re.sub(r"\bnever too late\b|\bOh no\b", "", plain)
            )
        return True

    def _absent(self, worded: str) -> bool:
        here = {other["id"] for other in self._ask["others"]}
        return bool(set(mentioned(worded, listed(self._ask["people"]))) - here)

    def _changes_facts(self, part: LinePart, worded: str) -> bool:
        """Whether people, hours or the time of day differ from the source."""
        people = listed(self._ask["people"])
        here = {other["id"] for other in self._ask["others"]}
        if set(mentioned(worded, people)) - here - set(mentioned(part.source, people)):
            return True
        today, now = self._ask["now"]["date"], self._ask["now"]["time"]
        if part.kind in ("tell", "answer"):
            named = set(mentioned(part.source, people)) - here
            return when(worded, today, now) != when(part.source, today, now) or not named <= set(
                mentioned(worded, people)
            )
        hours = int(now[:2])
        fitting = "morning" if hours < 12 else "afternoon" if hours < 18 else "evening"
        return any(part_of_day in worded.lower() and part_of_day != fitting for part_of_day in _DAYPARTS)

    def _invents(self, part: LinePart, worded: str) -> bool:
        given = words(part.source) | words(self._you) | _CIVIL
        return len(words(_OPENERS.sub("", worded)) - given) > _MAX_NEW_WORDS[part.kind]


def tidied(written: str) -> str:
    """A line without its end mark, with a capital first letter."""
    return capital(written.split('"')[0].strip())


def _runs(text: str) -> Sequence[tuple[str, ...]]:
    found = _WORD.findall(text.lower())
    return [tuple(found[at : at + _RUN_WORDS]) for at in range(len(found) - _RUN_WORDS + 1)]


def _bare(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()
