"""Memories that can be told to the people present, the most important first.

Invariant: nothing private, nothing that must be kept from one of them, nothing all of them know, nothing in the third
person about a person present, nothing said in this talk already, nothing whose time is over; what was passed on often
enough today is not passed on.
"""

import re
from dataclasses import dataclass

from milkwood.questions.speak.schema import Ask
from milkwood.questions.terms import Card, Certainty, Recalled
from milkwood.understudy.language.certainty import is_hearsay, what_is_denied, without_hearsay
from milkwood.understudy.language.names import listed, mentioned, nameless
from milkwood.understudy.language.orders import is_ban, looks_ahead
from milkwood.understudy.language.secrecy import People, only_asks_for_secrecy, secrecy
from milkwood.understudy.language.sentences import alike, asks, bare, chinese, same, shared, split, words
from milkwood.understudy.language.shift import is_own
from milkwood.understudy.language.when import past, when
from milkwood.understudy.talk.liking import OLD_NEWS_IMPORTANCE, heavy

_TOLD_KINDS = frozenset({"seed", "news", "voice", "saw", "did"})
_SMALL_TALK_OF_TALK = re.compile(
    r"\b(?:we talked|I talked|talked (?:with|to|about)|chatted)\b|聊了|说了会儿话|聊起", re.IGNORECASE
)
_OPEN_QUESTION = re.compile(
    r"\b(?:nobody|not one soul|who (?:is|are|might|will|the|they think)|no one)\b"
    r"|没人|没一个人|谁会|谁参选|有谁|谁都不知道",
    re.IGNORECASE,
)
_KINSHIP = re.compile(
    r"['’]s? (?:wife|husband|daughter|son|girl|boy|father|mother)\b"
    r"|的(?:妻子|丈夫|太太|女儿|儿子|闺女|爸|妈)|家的?(?:丫头|小子|孩子)"
)
MIN_CHARACTERS = 4
MUST_TELL_IMPORTANCE = 6
CONFIDANT_CLOSENESS, INSIDER_CLOSENESS = 6, 8
"""Minimum closeness of people who are told what others must not hear: a secret of one's own, and a confidence."""
INTIMATE_CLOSENESS = 9
"""Minimum closeness of partners."""
TIRED_TELLINGS, STALE_TELLINGS = 2, 4
"""Recent tellings after which a memory is told less, and no more."""


@dataclass(frozen=True, slots=True)
class Tellable:
    """A memory that can be said as it is."""

    id: int
    text: str
    """What is told; of a rumour or a denial only what it is about."""
    score: float
    must: bool
    news: bool
    importance: int
    certainty: Certainty = "known"
    secret_from: tuple[str, ...] = ()
    """Ids of people from whom the listeners must keep it."""

    @property
    def is_sure(self) -> bool:
        """Whether it may be said without a word on how sure it is."""
        return self.certainty not in ("rumour", "denied")


def secret(text: str, people: People = ()) -> bool:
    """Whether a text itself says that it is secret."""
    return bool(secrecy(text, people))


_HIDDEN = re.compile(
    r"\bsecretly\b|\bhiding\b|\bhidden\b|in love|tells? nobody|暗|藏|偷偷|悄悄|掩护|没说出口|不敢说|瞒"
)


def hidden(feeling: str) -> bool:
    """Whether it is a feeling that people keep to themselves."""
    return bool(_HIDDEN.search(feeling))


def tellable(ask: Ask) -> list[Tellable]:
    """What can be told now, the most important first."""
    own = ask["self"]
    present = {other["id"] for other in ask["others"]}
    nearest = min((other["closeness"] for other in ask["others"]), default=0)
    people = listed(ask["people"])
    said = [line["text"] for line in ask["lines"]]
    topic = " ".join(said[-2:])
    goals = " ".join(own["goals"])
    found: list[Tellable] = []
    for one in ask["recalled"]:
        certainty = one.get("certainty", "known")
        text = _subject(one["text"], certainty)
        if not _fit(one, own, present, people, nearest) or any(retells(text, line, people) for line in said):
            continue
        if (
            _of_kin(one, ask, people)
            or _is_kept_out(text, ask)
            or _presupposed(text, ask, people)
            or _announced(text, ask)
        ):
            continue
        if (
            _is_over(one, text, ask)
            or settled(text, ask, people)
            or past(text, ask["now"]["date"], ask["now"]["time"], one.get("day", ""))
        ):
            continue
        aimed = shared(text, goals) >= 2
        if one.get("worn") and not aimed:
            continue
        news = one["kind"] in ("news", "voice")
        if one["kind"] == "news" and one["importance"] <= OLD_NEWS_IMPORTANCE and not aimed:
            continue
        own_life = not news and one["kind"] == "seed" and not mentioned(text, people)
        if own_life and nearest >= 8 and (not aimed or (nearest >= INTIMATE_CLOSENESS and not _dated(text, ask))):
            continue  # partners know each other's activities
        tired = 0 if aimed else sum(bare(text).casefold() in line.casefold() for line in ask["said_before"])
        if tired >= STALE_TELLINGS:
            continue
        must = (
            one["importance"] >= MUST_TELL_IMPORTANCE
            and (aimed or one["kind"] in ("news", "voice"))
            and tired < TIRED_TELLINGS
        )
        score: float = (
            -2 * tired + one["importance"] + (5 if aimed else 0) + (4 if news else 0) + min(4, 2 * shared(text, topic))
        )
        score += 2 * (one["scores"][2] if len(one["scores"]) > 2 else 0.0)
        hidden = tuple(dict.fromkeys((*one.get("secret_from", ()), *secrecy(one["text"], people).secret_from)))
        foreign = not is_own(text, own["language"])
        found.append(Tellable(one["id"], text, score, must, foreign, one["importance"], certainty, hidden))
    return sorted(found, key=lambda one: (-one.must, -round(one.score, 3), one.id))


def _subject(text: str, certainty: Certainty) -> str:
    """What a rumour or a denial is about, without the words that say that it is one."""
    if certainty == "denied":
        return what_is_denied(text) or text
    return (without_hearsay(text) or text) if certainty == "rumour" and is_hearsay(text) else text


def _is_over(one: Recalled, text: str, ask: Ask) -> bool:
    """Whether it looks ahead to an event that is over, as the person knows from their promises or its announcement."""
    if not looks_ahead(text):
        return False
    now = ask["now"]
    names = [name for _, name in listed(ask["people"])]
    return bool(one.get("over")) or any(
        each["id"] != one["id"]
        and past(each["text"], now["date"], now["time"], each.get("day", ""))
        and shared(without(text, names), without(each["text"], names)) >= 1
        for each in ask["recalled"]
    )


def _is_kept_out(text: str, ask: Ask) -> bool:
    """Whether it announces an event to which someone present must not be asked, as the person remembers."""
    if not _dated(text, ask):
        return False
    present = {other["id"] for other in ask["others"]}
    names = [name for _, name in listed(ask["people"])]
    return any(
        is_ban(each["text"])
        and present & {*each.get("secret_from", ()), *each["about"]}
        and shared(without(text, names), without(each["text"], names)) >= 1
        for each in ask["recalled"]
    )


def without(text: str, names: list[str]) -> str:
    """A text without people's names."""
    for name in names:
        text = text.replace(name, " ")
    return text


def _of_kin(one: Recalled, ask: Ask, people: tuple[tuple[str, str], ...]) -> bool:
    """Whether it is about close family of a person present, who knows more about it."""
    named = set(mentioned(one["text"], people)) | set(one["about"])
    ties = " ".join(other["tie"] for other in ask["others"] if _KINSHIP.search(other["tie"]))
    return bool(ties) and not _dated(one["text"], ask) and bool(named & set(mentioned(ties, people)))


def _announced(text: str, ask: Ask) -> bool:
    """Whether the event that a text announces was spoken of in this talk: one of the same day and hour."""
    today, now = ask["now"]["date"], ask["now"]["time"]
    event = when(text, today, now)
    if event is None:
        return False
    spoken = (when(sentence, today, now) for line in ask["lines"] for sentence in split(line["text"]))
    return any(other is not None and (other.date, other.start) == (event.date, event.start) for other in spoken)


def _dated(text: str, ask: Ask) -> bool:
    return when(text, ask["now"]["date"], ask["now"]["time"]) is not None


def _presupposed(text: str, ask: Ask, people: tuple[tuple[str, str], ...]) -> bool:
    """Whether the listeners must know it already from this talk.

    `Jennifer is against Sam's running for mayor` implies that Sam runs for mayor. A date and hour are told anyway.
    """
    if _dated(text, ask) or _OPEN_QUESTION.search(text):
        return False
    named = set(mentioned(text, people))
    own = is_own(text, ask["self"]["language"])
    if not named and not own:
        return False
    names = frozenset().union(*(words(name) for _, name in people)) if people else frozenset()
    for line in ask["lines"]:
        for sentence in split(line["text"]):
            mine = line["by"] == ask["self"]["id"] and is_own(sentence, ask["self"]["language"])
            if (own and not mine) or not named <= set(mentioned(sentence, people)) or asks(sentence):
                continue
            if len((words(text) & words(sentence)) - names) >= 2 and not _OPEN_QUESTION.search(sentence):
                return True
    return False


def retells(text: str, other: str, people: tuple[tuple[str, str], ...]) -> bool:
    """Whether one text repeats another, perhaps in other words: the same people, and half of what is said of them.

    A question is not its answer, though both have the same words.
    """
    if text in other:
        return True
    if _OPEN_QUESTION.search(other) and not _OPEN_QUESTION.search(text):
        return False
    named, there = set(mentioned(text, people)), set(mentioned(other, people))
    if not named or not there:
        return same(text, other)
    common, all_of = alike(nameless(text, people), nameless(other, people))
    others = len(named) - 1  # that it is about the same two people counts, about one of them does not
    return named <= there and 0 < all_of + others <= (common + others) * 2 and all_of > 0


def settled(puzzle: str, ask: Ask, people: tuple[tuple[str, str], ...]) -> bool:
    """Whether a memory or this talk answers what the person wondered about."""
    if not _OPEN_QUESTION.search(puzzle):
        return False
    if any(_answers(news, puzzle, people) for news in ask["recalled"]):
        return True
    return any(
        shared(line["text"], puzzle) >= 2
        and not _OPEN_QUESTION.search(line["text"])
        and (line["by"] != ask["self"]["id"] or bool(mentioned(line["text"], people)))
        for line in ask["lines"]
    )


def _answers(news: Recalled, puzzle: str, people: tuple[tuple[str, str], ...]) -> bool:
    return (
        news["text"] != puzzle
        and news["importance"] >= MUST_TELL_IMPORTANCE
        and not _OPEN_QUESTION.search(news["text"])
        and bool(mentioned(news["text"], people))
        and shared(news["text"], puzzle) >= 2
    )


def _fit(one: Recalled, own: Card, present: set[str], people: tuple[tuple[str, str], ...], nearest: int) -> bool:
    text = one["text"]
    hidden = secrecy(text, people)
    if one["private"] or hidden.private or one["kind"] not in _TOLD_KINDS or _SMALL_TALK_OF_TALK.search(text):
        return False
    if only_asks_for_secrecy(text, people):
        return False
    kept_from = {*one.get("secret_from", ()), *hidden.secret_from}
    trusted = CONFIDANT_CLOSENESS if one["kind"] == "seed" else INSIDER_CLOSENESS
    if kept_from and (present & kept_from or nearest < trusted):
        return False
    if (
        present <= {*one["known_to"], *one.get("witnesses", ()), one["source"]}
        or not MIN_CHARACTERS <= len(text) <= 300
        or chinese(text) != (own["language"] == "zh")
    ):
        return False
    named = set(mentioned(text, people)) | set(one["about"])
    if named & present or (own["id"] in mentioned(text, people)):
        return False
    if one["kind"] in ("saw", "did") and one["importance"] < 4:
        return False
    goal = shared(text, " ".join(own["goals"])) >= 2
    return goal or one["kind"] != "seed" or not heavy(text) or nearest >= 6


def about(question: str, ask: Ask) -> Tellable | None:
    """The tellable memory that answers a question best, if any."""
    wanted = words(question)
    enough = 1 if len(wanted) <= 2 else 2
    best = max(
        ((len(wanted & words(one.text)), one.score, -one.id, one) for one in tellable(ask)),
        default=None,
        key=lambda row: row[:3],
    )
    return best[3] if best and best[0] >= enough else None
