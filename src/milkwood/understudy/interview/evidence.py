"""The memories that a question is about, and how they are told: private ones as such, rumours as rumours.

Invariant: a memory counts only if it has the people and most of the words that the question asks for; nothing else is
said about a topic.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import LivedPiece, Named, Recalled
from milkwood.understudy.interview.first_person import sentences_of_life
from milkwood.understudy.interview.query import ON_A_DAY, Query
from milkwood.understudy.interview.sorting import asks_of_own_state
from milkwood.understudy.interview.who import leaves_open
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.concerns import in_a_sentence
from milkwood.understudy.language.names import listed
from milkwood.understudy.language.secrecy import secrecy
from milkwood.understudy.language.sentences import bare, capital, chinese, words
from milkwood.understudy.language.shift import is_own, of_oneself
from milkwood.understudy.language.when import clock_named

MIN_SHARE = 0.6
"""Minimum share of the words asked for that a memory must have to be about the topic."""
MIN_TOPIC_SHARE = 0.75
"""The same for a memory that answers a question of no known kind."""
MIN_EVIDENCE_SIMILARITY = 0.5
"""Minimum similarity of a memory that has few of the words."""
WITH_ALL_CHARACTERS = 0.8
"""The share of a Chinese text that has every character asked for, though in other pairs."""
FACTS = ("seed", "news", "promise", "voice", "card", "concern")
_COLON = {"en": ": ", "zh": "："}
_NOT = re.compile(
    r"\b(?:not|never|no longer|nobody|nothing|no one|cannot|without|hardly|neither|nor)\b|n't\b|[不没未别无]|从来",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """An answer, and what a further question may refer to."""

    say: str
    used: tuple[int, ...] = ()
    knows: bool = True
    people: tuple[str, ...] = ()
    """People it is about."""
    more: tuple[str, ...] = ()
    """Names that could have been said as well, in order."""
    piece: LivedPiece | None = None


def stored(query: Query) -> Sequence[Recalled]:
    """All memories of the question, each once, and the facts of the card and of ties, which have no number."""
    ask = query.ask
    own = ask["self"]
    facts = [_fact(text, (), "card") for text in (*sentences_of_life(ask), *own["goals"]) if text]
    facts += [_fact(of_oneself(text, own["pronoun"], own["language"]), (), "concern") for text in own["concerns"]]
    facts += [
        _fact(f"{other['called']}{_COLON[query.language]}{other['tie']}", (other["id"],), "card")
        for other in ask["others"]
        if other["tie"]
    ]
    every = [
        *ask.get("stored", ()),
        *ask["recalled"],
        *ask["lived"],
        *(one for at in ask["attended"] for one in at["met"]),
    ]
    return [*{one["id"]: one for one in every}.values(), *facts]


def _fact(text: str, people: tuple[str, ...], kind: str) -> Recalled:
    return Recalled(
        id=0,
        kind=kind,
        text=text,
        when="",
        about=list(people),
        importance=4,
        source="me",
        known_to=[],
        private=False,
        scores=[],
    )


def about(query: Query, kinds: Collection[str] = (), topic: frozenset[str] | None = None) -> list[Recalled]:
    """Memories with all people of the query and most words of its topic, best first."""
    if topic is None and (same := quoting(query)):
        return [one for one in same if not kinds or one["kind"] in kinds] or same
    wanted = query.topic if topic is None else topic
    if wanted and all(chinese(word) and len(word) == 1 for word in wanted):
        # One character alone says little.
        kinds = ("seed", "card") if "你" in query.text or len(wanted) > 1 else ("card",)
    found = []
    for one in stored(query):
        if (kinds and one["kind"] not in kinds) or one["kind"] == "plan":
            continue
        if not all(_has(one, person["id"], person["called"]) for person in query.people):
            continue
        if one["kind"] == "card" and one["about"] and not query.people:
            continue
        if is_turned(query, one["text"]) or (ON_A_DAY.search(one["text"]) and is_of_another_day(query, one)):
            continue
        share = shared_part(wanted, one["text"])
        if share >= MIN_SHARE:
            own = is_own_thing(query.text, one["text"])
            found.append(
                (-share, not own, one["kind"] not in FACTS, one["kind"] == "talk", -one["importance"], one["id"], one)
            )
    return [each[-1] for each in sorted(found, key=lambda each: each[:-1])]


def is_of_another_day(query: Query, one: Recalled) -> bool:
    """Whether a question names a day, and a memory does not name the same."""
    asked, told_of = ({found[0].lower() for found in ON_A_DAY.finditer(text)} for text in (query.text, one["text"]))
    return bool(asked) and not asked & told_of


_I_DO = {"en": r"\bI (?:\w+ )?{word}", "zh": r"我(?:[^，。被挨]{{0,4}})?{word}(?!我)"}
_TO_ME = {"en": r"\b{word}\w* (?:\w+ )?(?:me|my)\b", "zh": r"{word}[了过着]?我"}
_YOU_DO = {"en": r"\byou (?:\w+ )?{word}", "zh": r"[你您](?:[^，。被挨]{{0,4}})?{word}(?![你您])"}
_TO_YOU = {"en": r"\b{word}\w* (?:\w+ )?(?:you|your)\b", "zh": r"{word}[了过着]?[你您]"}


def is_turned(query: Query, text: str) -> bool:
    """Whether who does it to whom is the other way round: `whom do you owe?` and `she owes me`."""
    for word in query.topic:
        said = re.escape(word)

        def has(ways: dict[str, str], where: str, said: str = said) -> bool:
            return re.search(ways[query.language].format(word=said), where, re.IGNORECASE) is not None

        asks_own, asks_other = has(_YOU_DO, query.text), has(_TO_YOU, query.text)
        tells_own, tells_other = has(_I_DO, text), has(_TO_ME, text)
        if (asks_own and not asks_other and tells_other and not tells_own) or (
            asks_other and not asks_own and tells_own and not tells_other
        ):
            return True
    return False


def quoting(query: Query) -> list[Recalled]:
    """Memories with the words that the question quotes, news first."""
    quoted = bare(query.quoted)
    same = [one for one in stored(query) if quoted and quoted in one["text"] and one["kind"] in (*FACTS, "talk")]
    return sorted(same, key=lambda one: (one["kind"] != "news", one["kind"] == "talk", one["id"]))


_YOUR = re.compile(r"\byour (\w{3,})\b", re.IGNORECASE)


def is_own_thing(question: str, text: str) -> bool:
    """Whether a text has as the person's own what a question calls theirs: `your back`, `my back`."""
    found = _YOUR.search(question)
    return found is not None and re.search(rf"\bmy {re.escape(found[1])}\b", text, re.IGNORECASE) is not None


def on_topic(query: Query, wording: AnswerWording) -> Found | None:
    """The lasting memory that has all the question is about."""
    if not query.topic - words_of_places(query) or query.ask["unknown_names"]:
        return None
    found = [one for one in about(query, FACTS) if shared_part(query.topic, one["text"]) >= MIN_TOPIC_SHARE]
    found = [one for one in found if not leaves_open(query, one)]
    if asks_of_own_state(query.text) and not query.people:
        found = [one for one in found if one["kind"] == "concern" or is_own(one["text"], query.language)]
    return Found(told(found[0], query, wording), (found[0]["id"],)) if found else None


def words_of_places(query: Query) -> frozenset[str]:
    """The words of the places a person knows; a memory that shares only these is about the place, not the question."""
    return frozenset(word for place in query.ask["places"] for word in words(place["name"]))


def near(query: Query, likeness: TextSimilarity, kinds: Collection[str] = FACTS) -> list[Recalled]:
    """Memories that are near the question in meaning or have some of its words, best first."""
    found = []
    for one in stored(query):
        if one["kind"] not in kinds or not all(_has(one, each["id"], each["called"]) for each in query.people):
            continue
        share = shared_part(query.topic, one["text"]) if query.topic else 0.0
        alike = likeness.alike(query.text, one["text"])
        if (
            share >= MIN_SHARE
            or (share > 0 and alike >= MIN_EVIDENCE_SIMILARITY - 0.15)
            or alike >= MIN_EVIDENCE_SIMILARITY + 0.1
        ):
            found.append((-max(share, alike), -one["importance"], one["id"], one))
    return [each[-1] for each in sorted(found, key=lambda each: each[:-1])]


def shared_part(wanted: frozenset[str], text: str) -> float:
    """The part of the words asked for that a text has."""
    if not wanted:
        return 0.0
    there = words(text)
    found = sum(
        _has_chinese(word, text) if chinese(word) else word in there or any(_alike(word, each) for each in there)
        for word in wanted
    )
    share = found / len(wanted)
    characters = frozenset("".join(wanted)) if chinese("".join(wanted)) and "".join(wanted).isalpha() else frozenset()
    if share < WITH_ALL_CHARACTERS and len(characters) > 2 and all(each in text for each in characters):
        return WITH_ALL_CHARACTERS  # pairs of characters across words are not in the text: `把宝贝埋在`
    return share


def _has_chinese(word: str, text: str) -> bool:
    """Whether a text has a word, whole or parted by a particle: `求的婚`, `坐过八个月的牢`."""
    if word in text or len(word) != 2:
        return word in text
    return re.search(rf"{word[0]}(?:[的了过着个]|[过了][^，。]{{1,6}}的){word[1]}", text) is not None


_ENDING = re.compile(r"(?:[sdnrt]|e[sdrn]?|ing|ion|ly)?")


_FORMS = tuple(
    words(forms)
    for forms in (
        "write wrote written|give gave given|take took taken|break broke broken|steal stole stolen|eat ate eaten"
        "|buy bought|sell sold|find found|lose lost|keep kept|burn burnt|leave left|fall fell fallen|hide hid hidden"
        "|teach taught|catch caught|bring brought|build built|send sent|spend spent|win won|run ran|swim swam swum"
        "|sing sang sung|drink drank drunk|grow grew grown|throw threw thrown|draw drew drawn|fight fought"
        "|choose chose chosen|ride rode ridden|drive drove driven|bury buried|die died dead|dig dug|feed fed|hold held"
        "|lend lent|pay paid|shoot shot|sink sank sunk|wear wore worn|weep wept|cry cried|try tried|marry married"
    ).split("|")
)
"""Forms of one irregular verb."""


def _alike(one: str, other: str) -> bool:
    """Whether two stems are forms of one word: `die` and `died`, but not `com(e)` and `comb`."""
    if any(one in forms and other in forms for forms in _FORMS):
        return True
    shorter, longer = sorted((one, other), key=len)
    if not one.isascii() or len(shorter) < 3 or not longer.startswith(shorter):
        return False
    return _ENDING.fullmatch(longer[len(shorter) :]) is not None


def _has(one: Recalled, person: str, called: str) -> bool:
    return person in one["about"] or one["source"] == person or called in one["text"]


def is_dated(text: str) -> bool:
    """Whether a text gives the day and the hour of an event."""
    return clock_named(text) is not None and bool(_A_DATE.search(text))


_A_DATE = re.compile(r"\b\d{1,2} [A-Z][a-z]{2,}|\b[A-Z][a-z]{2,}day\b|月.{1,3}日|星期|周[一二三四五六日]")


def denies(text: str) -> bool:
    """Whether a text says that something is not so."""
    return _NOT.search(re.sub(r"“[^”]*”", "", text)) is not None


def told(one: Recalled, query: Query, wording: AnswerWording) -> str:
    """A memory as it is told to an interviewer: with its teller, marked if it is private or a rumour."""
    if one["kind"] == "concern":
        own = query.ask["self"]
        return wording.say("mind", concern=in_a_sentence(bare(one["text"]), own["pronoun"], own["language"]))
    text = capital(one["text"].strip())
    if text and text[-1] not in ".!?。！？”":
        text += "。" if wording.language == "zh" else "."
    if chinese(text) != (wording.language == "zh"):
        text = wording.say("in_their_words", fact=bare(text))
    certainty = str(one.get("certainty") or "known")
    if certainty in ("rumour", "denied"):
        text = wording.say(certainty, fact=text)
    teller = teller_of(one, query)
    if teller and teller not in text and one["kind"] == "news":
        text = wording.say("told", fact=text, name=teller)
    return wording.say("private", fact=text) if is_secret(one, query) else text


def is_secret(one: Recalled, query: Query) -> bool:
    """Whether the person keeps it from everyone, or from someone, by its marks or its words."""
    if one["private"] or one.get("secret_from"):
        return True
    people = [Named(id=each["id"], name=each["name"], called=each["called"]) for each in query.ask["others"]]
    return bool(secrecy(one["text"], listed(people)))


def teller_of(one: Recalled, query: Query) -> str:
    """The name of the person who told it; empty for the person's own knowledge."""
    if one["source"] in ("", "me", query.ask["self"]["id"]):
        return ""
    return query.named(one["source"])


def is_own_knowledge(one: Recalled, query: Query) -> bool:
    """Whether nobody told it to the person."""
    return one["source"] in ("", "me", query.ask["self"]["id"])


def distinct(memories: Sequence[Recalled]) -> Iterator[Recalled]:
    """Memories without those that only repeat another."""
    said: list[str] = []
    for one in memories:
        text = bare(one["text"])
        if not any(text in each or each in text for each in said):
            said.append(text)
            yield one
